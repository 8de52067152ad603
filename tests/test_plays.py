"""What a roll allows, a row for each sentence of the rules, and the turn that a board asks."""

from __future__ import annotations

import pytest
from engine import Table, at
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from positions import rolls, setup_positions

from fevga_tui.rules.errors import DiceError, IllegalMoveError
from fevga_tui.rules.perft import ROLLS, perft
from fevga_tui.rules.play import Move, Roll, Turn
from fevga_tui.rules.position import STARTING
from fevga_tui.rules.ruleset import RULESETS

# Each row: a sentence, the ruleset, the position, the roll, whole plays or their beginnings that
# are legal, and some that are not, separated by commas.

ONE_DIE = [
    ("an opposing checker closes a point", "fevga", "24x14,11 12x14,8 w", "31", "11/10", "11/8"),
    ("points passed over do not matter", "fevga", "24x14,11 12x12,10,9,8 w", "41", "11/7", ""),
    ("but the landing of each die does", "fevga", "24x14,11 12x12,10,8,5 w", "31", "", "11/7"),
    ("a player's own points are open", "fevga", "24x13,11,8 12x15 w", "31", "11/8, 24/23", ""),
    ("the first checker alone moves", "fevga", "24x14,20 12x15 w", "21", "20/19", "24/23, 24/22"),
    ("the same for Black", "fevga", "24x15 12x14,8 b", "21", "8/7, 8/7/5", "12/11, 12/10"),
    (
        "an empty 12 is not passed",
        "fevga",
        "24x14,15 13x14,5 w",
        "31",
        "15/12/11",
        "24/23, 15/12 24/23",
    ),
    (
        "passing releases within the turn",
        "fevga",
        "24x14,13 12x14 w",
        "21",
        "13/11 24/23, 13/11/10",
        "13/12, 24/23, 24/22",
    ),
    ("passing an empty 12 too", "fevga", "24x14,14 13x14,5 w", "41", "14/10 24/23", "14/13 24/20"),
    ("a checker off has passed", "fevga", "24x13,20 12x15 w", "21", "24/23, 20/19", ""),
    ("of several off the start, those", "fevga", "24x13,20,18 12x15 w", "21", "20/18, 18/17", ""),
    ("and not the others", "fevga", "24x13,20,18 12x15 w", "21", "", "24/23, 24/22"),
    (
        "the sixth point may not close for a moment",
        "fevga",
        "24x3,23,22,21,20,8x8 13,12x14 w",
        "51",
        "20/19 24/19, 21/20 24/19",
        "24/19",
    ),
    (
        "it does not close where the mover leaves one",
        "fevga",
        "24,23,22,21,20,10x10 12x15 w",
        "54",
        "24/19",
        "",
    ),
    (
        "bearing off needs all at home",
        "fevga",
        "7,6x4,4x5,1x5 13x15 w",
        "61",
        "7/6 6/off, 7/1 1/off",
        "6/off, 1/off",
    ),
    ("the same for Black", "fevga", "1x15 19,18x14 b", "61", "19/18 18/off", "18/off"),
    ("an exact die bears off", "fevga", "6,3,1x5 13x15 w", "31", "3/off, 1/off", ""),
    ("a larger one from the farthest", "fevga", "5,2 13x15 w", "64", "5/off 2/off", "2/off"),
    ("bearing off is a choice", "fevga", "6,3,1x5 13x15 w", "31", "6/3, 6/5, 3/2", ""),
]

WHOLE_TURN = [
    ("a first move that wastes a die", "fevga", "10,8,2x13 18,12x11,6,4,1 w", "43", "", "8/5"),
    (
        "is illegal if another sequence uses more",
        "fevga",
        "10,8,2x13 18,12x11,6,4,1 w",
        "43",
        "10/7/3",
        "10/6",
    ),
    ("of either die alone the higher", "fevga", "16,2x14 18,12x13,5 w", "65", "16/10", "16/11"),
    ("if only the lower can be used, that", "fevga", "24x14,14 12x12,8,7,2 w", "61", "14/13", ""),
    ("the most dice also with one checker left", "fevga", "3 13x15 w", "31", "3/2/off", ""),
]

TRAPPED_FIFTEEN = [
    (
        "the wall must be open at the end",
        "fevga",
        "24x8,13,11,10,9,8,7,6 12x15 w",
        "21",
        "11/10 24/22, 24/22 11/10",
        "11/10 13/11, 24/22 24/23, 13/12 24/22",
    ),
    (
        "in a wall of seven the far point is no opening",
        "fevga",
        "24x7,13,11,10,9,8,7,6,5 12x15 w",
        "21",
        "11/10 24/22",
        "5/4 24/22, 5/4/2",
    ),
    ("opening outranks the dice", "fevga", "12x9,6,5,4,3,2,1 7x15 w", "65", "6/1", "12/7/1"),
    ("no opening: the ordinary rules", "fevga", "24x9,6,5,4,3,2,1 7x15 w", "66", "24/18/12", ""),
    (
        "the wall may run across 1 and 24",
        "fevga",
        "24x5,23,22,21,20,10x5,1 2x15 w",
        "61",
        "20/14 24/23, 24/18 20/19",
        "10/4/3",
    ),
    (
        "nothing is ahead of a player's own 1",
        "fevga",
        "24x8,17,16,15,14,13,12,5 18x15 w",
        "21",
        "24/23 24/22",
        "",
    ),
    (
        "completing the wall is legal",
        "fevga",
        "24,22,21,20,19,18x2,5x8 23x15 w",
        "51",
        "18/17 24/19, 24/19 18/17",
        "",
    ),
    ("fourteen oblige nobody", "fevga", "22,21,20,19,18,17,5x9 23x14,13 w", "21", "5/4/2", ""),
    ("a wall elsewhere obliges nobody", "fevga", "22,21,20,19,18,17,5x9 10x15 w", "21", "5/2", ""),
]

START_QUADRANT = "13,11,10,9,8,7,5x9 1x15 w"
BRIDGE = "12,11,10,9,8,7,5x9 1x15 w"
OWN_QUADRANT = "24x3,23,22,21,20,8x8 13,12x14 w"
TRAPPED = "24x8,13,11,10,9,8,7,6 12x15 w"
SHUT_OUT = "10,9,8x2,7,6,1x9 11x15 w"

DIMENSIONS = [
    ("reaching 12 releases", "reach", "24x14,15 13x14,5 w", "31", "15/12 24/23", "24/23"),
    ("only there", "moultezim", "24x14,15 13x14,5 w", "31", "15/12/11", "15/12 24/23"),
    ("the own quadrant may close", "moultezim", OWN_QUADRANT, "51", "24/19", ""),
    ("elsewhere not", "no-start-walls", OWN_QUADRANT, "51", "", "24/19"),
    ("nor in reach", "reach", OWN_QUADRANT, "51", "", "24/19"),
    ("the opponent's quadrant may not", "no-start-walls", START_QUADRANT, "21", "", "13/12"),
    ("elsewhere it may", "fevga", START_QUADRANT, "21", "13/12", ""),
    ("in reach too", "reach", START_QUADRANT, "21", "13/12", ""),
    ("the six before its start may not", "reach", BRIDGE, "61", "", "12/6"),
    ("elsewhere they may", "fevga", BRIDGE, "61", "12/6", ""),
    ("all other walls may close", "no-start-walls", BRIDGE, "61", "12/6", ""),
    ("no die may leave it shut", "reach", "22,21,20,19,18,17,5x9 23x15 w", "21", "22/20", "5/4"),
    ("nor moultezim", "moultezim", TRAPPED, "21", "24/22 24/23", ""),
    ("no-start-walls does", "no-start-walls", TRAPPED, "21", "11/10 24/22", "24/22 24/23"),
    ("a wall may not shut out", "reach", SHUT_OUT, "31", "8/7", "8/5"),
    ("elsewhere it may", "fevga", SHUT_OUT, "31", "8/5", ""),
    ("nor may it after another die", "reach", "10,9,8,7,6,5,2x9 11x15 w", "21", "10/9", "2/1"),
    ("unless one checker can move", "reach", "10,9,8x2,7,6,1x9 11x14,20 w", "31", "8/5", ""),
    (
        "unless one die can be used",
        "reach",
        "18,17,16,15x2,14,10,9,8,7,6,1x4 11x15 w",
        "21",
        "15/13",
        "",
    ),
]

Row = tuple[str, str, str, str, str, str]
SENTENCES: list[Row] = [*ONE_DIE, *WHOLE_TURN, *TRAPPED_FIFTEEN, *DIMENSIONS]


@pytest.mark.parametrize(
    ("rules", "position", "roll", "legal", "illegal"),
    [row[1:] for row in SENTENCES],
    ids=[row[0] for row in SENTENCES],
)
def test_rule(rules: str, position: str, roll: str, legal: str, illegal: str) -> None:
    table = at(position, roll, rules=rules)
    for play in legal.split(", ") if legal else []:
        assert isinstance(table.read(play), tuple), f"{play}: {table.says(play)}"
    for play in illegal.split(", ") if illegal else []:
        assert table.refusal(play)


def test_a_larger_die_does_not_bear_off_a_lower_checker() -> None:
    table = at("5,2 13x15 w", "42")
    assert table.legal == {"5/1:4", "5/3:2", "2/off:2"}
    assert {board.split()[0] for board in table.answer.results} == {"1", "2"}


@pytest.mark.parametrize(
    ("roll", "dice", "ends"),
    [
        ("11", 4, {"24x14,20"}),
        ("22", 4, {"24x14,16"}),
        ("33", 3, {"24x14,15"}),
        ("44", 2, {"24x14,16"}),
        ("55", 4, {"24x14,4", "24x13,19,9"}),
        ("66", 1, {"24x14,18"}),
    ],
)
def test_a_double_is_four_dice(roll: str, dice: int, ends: set[str]) -> None:
    answer = at("24x15 12x15 w", roll).answer
    assert answer.dice_used == dice
    assert {board.split()[0] for board in answer.results} == ends


def test_dice_left_over_by_a_double_are_unplayable() -> None:
    table = at("24x15 12x15 w", "33", "24/21 21/18 18/15")
    assert table.turn.is_complete
    assert table.turn.dice_left == (3,)
    assert {refusal.source for refusal in table.turn.stuck} == {24, 15}


def test_no_legal_move_is_a_pass() -> None:
    turn = at("24x14,18 17,16,15,14,13,12x10 w", "65").turn
    assert turn.is_pass
    assert turn.is_complete
    assert turn.plays == ((),)
    assert turn.sources == ()
    assert turn.completion == ()
    assert turn.forced == ()
    assert len(turn.stuck) == 4


def test_nobody_passes_with_a_legal_move() -> None:
    turn = at("24x15 12x15 w", "66").turn
    assert not turn.is_pass
    assert not turn.is_complete
    assert turn.stuck == ()


def test_a_play_is_complete_when_no_more_dice_can_be_used() -> None:
    assert not at("10,8,2x13 18,12x11,6,4,1 w", "43", "10/7").turn.is_complete
    assert at("10,8,2x13 18,12x11,6,4,1 w", "43", "10/7 7/3").turn.is_complete


@pytest.mark.parametrize("position", ["1 13x15 w", "24x15 13 b"])
@pytest.mark.parametrize("roll", ["66", "61", "54", "21", "11"])
def test_bearing_off_the_last_checker_ends_the_game_at_once(position: str, roll: str) -> None:
    table = at(position, roll)
    turn = table.turn.push(table.turn.legal_moves[0])
    assert turn.has_won
    assert turn.is_complete
    assert turn.dice_left
    assert turn.legal_moves == ()
    assert turn.stuck == ()


def test_two_checkers_off_leave_two_sixes_unplayed() -> None:
    turn = at("3,2 13x15 w", "66", "3/off 2/off").turn
    assert turn.has_won
    assert turn.dice_left == (6, 6)
    assert turn.stuck == ()


@pytest.mark.parametrize(
    ("position", "roll", "moves", "must_open"),
    [
        (TRAPPED, "21", "", True),
        (TRAPPED, "21", "11/10", True),
        ("24x9,6,5,4,3,2,1 7x15 w", "66", "", False),
        ("24,22,21,20,19,18x2,5x8 23x15 w", "51", "18/17", False),
        ("24x15 12x15 w", "21", "", False),
    ],
)
def test_must_open_says_whether_the_roll_obliges(
    position: str, roll: str, moves: str, must_open: bool
) -> None:
    assert at(position, roll, moves).turn.must_open is must_open


# Taking back.


def test_undo_restores_everything() -> None:
    begun = at("24x14,13 12x15 w", "21")
    played = begun.play("13/11 24/23")
    assert played.turn.position.pips == begun.turn.position.pips - 3
    undone = Table(played.turn.pop().pop(), begun.side)
    assert undone.turn == begun.turn
    assert undone.turn.position == begun.turn.position
    assert undone.turn.dice_left == (1, 2)
    assert undone.refusal("24/23")


def test_every_move_of_a_double_can_be_undone_and_no_more() -> None:
    turn = at("24x15 12x15 w", "22", "24/22 22/20 20/18 18/16").turn
    for _ in range(4):
        turn = turn.pop()
    assert turn.position == STARTING
    with pytest.raises(IllegalMoveError, match="no move of this turn to take back"):
        turn.pop()


@pytest.mark.parametrize(
    "move", [Move(24, 4), Move(23, 6), Move(0, 6), Move(25, 6), Move(-3, 6), Move(24, 0)]
)
def test_an_illegal_push_raises_and_names_the_move(move: Move) -> None:
    turn = at("24x15 12x15 w", "65").turn
    with pytest.raises(IllegalMoveError, match=f"own {move.source} with the die {move.die} is not"):
        turn.push(move)


def test_a_push_of_several_moves_is_all_or_nothing() -> None:
    turn = at("24x15 12x15 w", "65").turn
    with pytest.raises(IllegalMoveError):
        turn.push(Move(24, 6), Move(18, 6))
    assert turn.moves == ()
    assert turn.push(Move(24, 6), Move(18, 5)) == turn.push(Move(24, 6)).push(Move(18, 5))


# What a board asks.


def test_sources_and_targets_name_the_dice_used() -> None:
    turn = at("24x15 12x15 w", "65").turn
    assert turn.sources == (24,)
    assert turn.targets(24) == {
        19: (Move(24, 5),),
        18: (Move(24, 6),),
        13: (Move(24, 6), Move(18, 5)),
    }
    assert turn.targets(23) == turn.targets(12) == {}


@pytest.mark.parametrize(
    ("position", "roll", "moves", "source", "targets"),
    [
        ("24x15 12x15 w", "22", "", 24, [22, 20, 18, 16]),
        ("24x15 12x15 w", "22", "24/22", 22, [20, 18, 16]),
        ("24x15 12x15 w", "33", "", 24, [21, 18, 15]),
        ("24x15 12x15 w", "65", "24/18", 24, []),
        ("24x15 12x15 w", "65", "24/18 18/13", 13, []),
        ("7,6x4,4x5,1x5 13x15 w", "61", "", 7, [6, 1, 0]),
        ("24x14,11 12x13,10,4 w", "31", "", 11, [8, 7]),
    ],
)
def test_targets_come_nearest_first(
    position: str, roll: str, moves: str, source: int, targets: list[int]
) -> None:
    assert list(at(position, roll, moves).turn.targets(source)) == targets


def test_a_landing_on_the_way_is_chosen_among_the_open_ones() -> None:
    assert at("24x14,11 12x13,10,4 w", "31").turn.targets(11)[7] == (Move(11, 3), Move(8, 1))
    assert at("24x14,11 12x13,8,4 w", "31").turn.targets(11)[7] == (Move(11, 1), Move(10, 3))


def test_a_checker_that_either_die_bears_off_uses_the_lowest() -> None:
    assert at("2,1 13x15 w", "65").turn.targets(2) == {0: (Move(2, 5),)}


def test_the_last_checker_uses_the_higher_die_as_the_rules_demand() -> None:
    assert at("1 13x15 w", "53").turn.targets(1) == {0: (Move(1, 5),)}


@pytest.mark.parametrize(
    ("position", "roll", "moves", "forced"),
    [
        ("24x15 12x15 w", "65", "", [(24, 6), (18, 5)]),
        ("24x15 12x15 w", "65", "24/19", [(19, 6)]),
        ("24x15 12x15 w", "65", "24/18 18/13", []),
        ("24x15 12x15 w", "66", "", [(24, 6)]),
        ("24x15 12x15 w", "55", "", []),
        ("24x15 12x15 w", "55", "24/19 19/14 14/9", []),
        ("24x14,13 12x15 w", "21", "", []),
        ("3 13x15 w", "31", "", [(3, 1), (2, 3)]),
    ],
)
def test_forced_is_the_way_to_the_only_final_position(
    position: str, roll: str, moves: str, forced: list[tuple[int, int]]
) -> None:
    table = at(position, roll, moves)
    assert [(move.source, move.die) for move in table.turn.forced] == forced


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    position=setup_positions(),
    roll=rolls(),
    rules=st.sampled_from(sorted(RULESETS)),
    data=st.data(),
)
def test_whatever_a_turn_offers_is_legal(
    position: str, roll: str, rules: str, data: st.DataObject
) -> None:
    table = at(position, roll, rules=rules)
    turn = table.turn
    ends = {Table(turn.push(*play), table.side).board for play in turn.plays}
    assert len(ends) == len(turn.plays)
    assert ends == (table.answer.results or {table.board})
    assert bool(turn.forced) == (len(ends) == 1 and not turn.is_pass)
    while True:
        assert turn.push(*turn.completion).is_complete
        assert set(turn.sources) == {move.source for move in turn.legal_moves}
        for source in turn.sources:
            for target, way in turn.targets(source).items():
                moved = turn.push(*way)
                assert way[0].source == source
                assert way[-1].target == target
                assert [move.source for move in way[1:]] == [move.target for move in way[:-1]]
                assert turn.refusal(source, target) is None
                assert moved.position.pips < turn.position.pips
        if turn.is_complete:
            break
        turn = turn.push(data.draw(st.sampled_from(turn.legal_moves)))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(position=setup_positions(), roll=rolls(), data=st.data())
def test_forced_means_that_every_way_on_ends_alike(
    position: str, roll: str, data: st.DataObject
) -> None:
    turn = at(position, roll).turn
    only = turn.push(*turn.forced).position if turn.forced else None
    while not turn.is_complete:
        turn = turn.push(data.draw(st.sampled_from(turn.legal_moves)))
    assert only is None or turn.position == only


def test_turns_are_equal_by_their_values() -> None:
    assert at("24x15 12x15 w", "65", "24/18").turn == at("24x15 12x15 w", "56", "24/18").turn
    assert at("24x15 12x15 w", "65").turn != at("24x15 12x15 w", "65", rules="reach").turn


@pytest.mark.parametrize(("high", "low"), [(7, 1), (6, 0), (1, 2), (True, True), (6.0, 5)])
def test_a_roll_is_two_dice_the_higher_first(high: int, low: int) -> None:
    with pytest.raises(DiceError):
        Roll(high, low)


def test_there_are_21_rolls() -> None:
    assert len(set(ROLLS)) == 21
    assert {Roll.of(one, other) for one in range(1, 7) for other in range(1, 7)} == set(ROLLS)


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 22), (2, 479), (3, 21_893)])
def test_perft(depth: int, count: int) -> None:
    assert perft(STARTING, depth) == count


def test_turn_begins_with_the_default_ruleset() -> None:
    assert Turn.begin(STARTING, Roll(6, 5)).ruleset == RULESETS["fevga"]
