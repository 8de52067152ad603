"""Why a move is refused: the rule, the points concerned, the way out, in a sentence for each side.

Every row is also tried with the colours exchanged.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from brute_force import RULES, Rules, every_sequence, is_released, parse
from brute_force import Move as BruteMove
from engine import Table, at, engine_rules, mirrored, mirrored_moves
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from positions import rolls, setup_positions

from fevga_tui.rules.notation import sentence, why_stuck
from fevga_tui.rules.play import Refusal, Rule

START = "24x15 12x15 w"
RUNNER = "24x14,20 12x15 w"
TRAPPED = "24x8,13,11,10,9,8,7,6 12x15 w"

# Each row: the rule, the ruleset, position, roll, moves before, the move tried, and what White
# and Black are told of it.

ROWS = [
    (
        Rule.TURN_IS_OVER,
        ("fevga", START, "65", "24/18 18/13", "13/8"),
        "13/8 is not legal: no die is left to play.",
        "1/20 is not legal: no die is left to play.",
    ),
    (
        Rule.TURN_IS_OVER,
        ("fevga", "2,1x2 13x15 w", "21", "2/off 1/off", "1/off"),
        "1/off is not legal: no die is left to play.",
        "13/off is not legal: no die is left to play.",
    ),
    (
        Rule.NO_CHECKER,
        ("fevga", START, "65", "", "20/14"),
        "20/14 is not legal: White has no checker on 20.",
        "8/2 is not legal: Black has no checker on 8.",
    ),
    (
        Rule.NO_CHECKER,
        ("fevga", START, "65", "", "12/6"),
        "12/6 is not legal: White has no checker on 12.",
        "24/18 is not legal: Black has no checker on 24.",
    ),
    (
        Rule.WRONG_DIRECTION,
        ("fevga", RUNNER, "65", "", "20/24"),
        "20/24 is not legal: White runs from 24 down to 1.",
        "8/12 is not legal: Black runs from 12 down to 1, then 24 down to 13.",
    ),
    (
        Rule.WRONG_DIRECTION,
        ("fevga", RUNNER, "65", "", "20/20"),
        "20/20 is not legal: White runs from 24 down to 1.",
        "8/8 is not legal: Black runs from 12 down to 1, then 24 down to 13.",
    ),
    (
        Rule.NO_SUCH_DIE,
        ("fevga", START, "65", "", "24/14"),
        "24/14 is not legal: that is 10 pips, and the dice left are 6 and 5.",
        "12/2 is not legal: that is 10 pips, and the dice left are 6 and 5.",
    ),
    (
        Rule.NO_SUCH_DIE,
        ("fevga", START, "65", "24/18", "18/17"),
        "18/17 is not legal: that is 1 pip, and the die left is 5.",
        "6/5 is not legal: that is 1 pip, and the die left is 5.",
    ),
    (
        Rule.NO_SUCH_DIE,
        ("fevga", START, "65", "", "24/off"),
        "24/off is not legal: that is 24 pips, and the dice left are 6 and 5.",
        "12/off is not legal: that is 24 pips, and the dice left are 6 and 5.",
    ),
    (
        Rule.FIRST_CHECKER,
        ("fevga", RUNNER, "21", "", "24/23"),
        "24/23 is not legal: your first checker, on 20, must pass 12 before others may move.",
        "12/11 is not legal: your first checker, on 8, must pass 24 before others may move.",
    ),
    (
        Rule.FIRST_CHECKER,
        ("fevga", "24x14,15 13x14,5 w", "31", "15/12", "24/23"),
        "24/23 is not legal: your first checker must go on beyond 12 before others may move.",
        "12/11 is not legal: your first checker must go on beyond 24 before others may move.",
    ),
    (
        Rule.FIRST_CHECKER,
        ("reach", RUNNER, "21", "", "24/23"),
        "24/23 is not legal: your first checker, on 20, must reach 12 before others may move.",
        "12/11 is not legal: your first checker, on 8, must reach 24 before others may move.",
    ),
    (
        Rule.CLOSED_POINT,
        ("fevga", "24x14,11 12x14,8 w", "31", "", "11/8"),
        "11/8 is not legal: Black holds point 8.",
        "23/20 is not legal: White holds point 20.",
    ),
    (
        Rule.CLOSED_POINT,
        ("fevga", "24x14,11 12x13,8,10 w", "31", "", "11/7"),
        "11/7 is not legal: Black holds points 10 and 8.",
        "23/19 is not legal: White holds points 22 and 20.",
    ),
    (
        Rule.CLOSED_POINT,
        ("fevga", START, "66", "24/18", "18/12"),
        "18/12 is not legal: Black holds point 12.",
        "6/24 is not legal: White holds point 24.",
    ),
    (
        Rule.NOT_HOME,
        ("fevga", "7,6x4,4x5,1x5 13x15 w", "61", "", "6/off"),
        "6/off is not legal: bearing off needs all checkers home on 1-6; not home: 7.",
        "18/off is not legal: bearing off needs all checkers home on 13-18; not home: 19.",
    ),
    (
        Rule.NOT_HOME,
        ("fevga", "9,8,7,6x4,4x3,1x5 13x15 w", "61", "", "1/off"),
        "1/off is not legal: bearing off needs all checkers home on 1-6; not home: 9, 8 and 7.",
        "13/off is not legal: bearing off needs all checkers home on 13-18;"
        " not home: 21, 20 and 19.",
    ),
    (
        Rule.NOT_FARTHEST,
        ("fevga", "5,2 13x15 w", "64", "", "2/off"),
        "2/off is not legal: a larger die bears off only from your farthest point, 5.",
        "14/off is not legal: a larger die bears off only from your farthest point, 17.",
    ),
    (
        Rule.NOT_FARTHEST,
        ("fevga", "6x2 13x15 w", "43", "", "6/off"),
        "3/off is not legal: a larger die bears off only from your farthest point, 6.",
        "15/off is not legal: a larger die bears off only from your farthest point, 18.",
    ),
    (
        Rule.OWN_QUADRANT,
        ("fevga", "24x3,23,22,21,20,8x8 12x14,13 w", "51", "", "24/19"),
        "24/19 is not legal: it would close all six points 19-24, your starting quadrant.",
        "12/7 is not legal: it would close all six points 7-12, your starting quadrant.",
    ),
    (
        Rule.START_QUADRANT,
        ("no-start-walls", "13,11,10,9,8,7,5x9 1x15 w", "21", "", "13/12"),
        "13/12 is not legal: it would close all six points 7-12, Black's starting quadrant.",
        "1/24 is not legal: it would close all six points 19-24, White's starting quadrant.",
    ),
    (
        Rule.START_BRIDGE,
        ("reach", "12,11,10,9,8,7,5x9 1x15 w", "61", "", "12/6"),
        "12/6 is not legal: it would close all six points 6-11 just before Black's start.",
        "24/18 is not legal: it would close all six points 18-23 just before White's start.",
    ),
    (
        Rule.SHUT_OUT,
        ("reach", "10,9,8x2,7,6,1x9 11x15 w", "31", "", "8/5"),
        "8/5 is not legal: six points in a row would leave Black no move with any die.",
        "20/17 is not legal: six points in a row would leave White no move with any die.",
    ),
    (
        Rule.WASTES_A_DIE,
        ("fevga", "10,8,2x13 18,12x11,6,4,1 w", "43", "", "8/5"),
        "8/5 is not legal: it wastes a die: 10/7/3 uses both dice.",
        "20/17 is not legal: it wastes a die: 22/19/15 uses both dice.",
    ),
    (
        Rule.HIGHER_DIE,
        ("fevga", "16,2x14 18,12x13,5 w", "65", "", "16/11"),
        "16/11 is not legal: only one die can be played, so it must be the higher: 16/10.",
        "4/23 is not legal: only one die can be played, so it must be the higher: 4/22.",
    ),
    (
        Rule.MUST_OPEN,
        ("fevga", TRAPPED, "21", "11/10", "13/11"),
        "13/11 is not legal: you must open your wall 6-11 before Black's fifteen: 24/22.",
        "1/23 is not legal: you must open your wall 18-23 before White's fifteen: 12/10.",
    ),
    (
        Rule.MUST_OPEN,
        ("fevga", TRAPPED, "21", "", "13/10"),
        "13/10 is not legal: you must open your wall 6-11 before Black's fifteen: 24/22 11/10.",
        "1/22 is not legal: you must open your wall 18-23 before White's fifteen: 12/10 23/22.",
    ),
    (
        Rule.MUST_OPEN,
        ("fevga", "24x5,23,22,21,20,10x5,1 2x15 w", "61", "10/4", "4/3"),
        "4/3 is not legal: you must open your wall 24, 23, 22, 21, 20 and 1"
        " before Black's fifteen: 23/22.",
        "16/15 is not legal: you must open your wall 8-13 before White's fifteen: 11/10.",
    ),
]

NAMES = [f"{rule.name} {tried[-1]}" for rule, tried, _, _ in ROWS]


@pytest.mark.parametrize(("rule", "tried", "white", "black"), ROWS, ids=NAMES)
def test_refusal(rule: Rule, tried: tuple[str, str, str, str, str], white: str, black: str) -> None:
    rules, position, roll, moves, move = tried
    table = at(position, roll, moves, rules)
    assert table.refusal(move).rule is rule
    assert table.says(move) == white
    assert table.turn == at(position, roll, moves, rules).turn
    mirror = at(mirrored(position), roll, mirrored_moves(moves), rules)
    assert mirror.says(mirrored_moves(move)) == black


def test_every_rule_has_a_row() -> None:
    assert {row[0] for row in ROWS} == set(Rule)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("24/14", "24/14 is not legal: that is 10 pips"),
        ("24/12", "24/12 is not legal: that is 12 pips"),
        ("24/13/8", "13/8 is not legal: no die is left"),
        ("4/13", "4/13 is not legal: White has no checker on 4."),
    ],
)
def test_an_impossible_move_is_not_read_as_another_nearby(text: str, start: str) -> None:
    assert at(START, "65").says(text).startswith(start)


def test_a_closed_landing_is_named_before_a_wasted_die() -> None:
    """8/5 wastes the 4, but what stands in the way of 8/1 stands on 1."""
    refusal = at("10,8,2x13 18,12x11,6,4,1 w", "43").refusal("8/1")
    assert refusal.rule is Rule.CLOSED_POINT
    assert 1 in refusal.points


# What is said of dice that cannot be played.

STUCK = [
    (
        ("fevga", START, "66", "24/18"),
        "No 6 can be played: Black holds 12, and the first checker has not passed yet.",
        "No 6 can be played: White holds 24, and the first checker has not passed yet.",
    ),
    (
        ("fevga", "24x14,18 17,16,15,14,13,12x10 w", "65", ""),
        "No 6 or 5 can be played: Black holds 13 and 12, and the first checker has not passed yet.",
        "No 6 or 5 can be played: White holds 24 and 1, and the first checker has not passed yet.",
    ),
    (
        ("fevga", "16,2x14 18,12x13,5 w", "65", "16/10"),
        "No 5 can be played: Black holds point 5.",
        "No 5 can be played: White holds point 17.",
    ),
    (
        ("fevga", "12x9,6,5,4,3,2,1 7x15 w", "65", "6/1"),
        "No 6 can be played: your wall 1-6 before Black's fifteen must stay open.",
        "No 6 can be played: your wall 13-18 before White's fifteen must stay open.",
    ),
    (
        ("fevga", "6,1 18x14,2 w", "44", ""),
        "No 4 can be played: Black holds point 2.",
        "No 4 can be played: White holds point 14.",
    ),
    (("fevga", START, "65", "24/18"), "", ""),
    (("fevga", START, "65", "24/18 18/13"), "", ""),
    (("fevga", "1 13x15 w", "66", "1/off"), "", ""),
]


@pytest.mark.parametrize(("turn", "white", "black"), STUCK, ids=[" ".join(row[0]) for row in STUCK])
def test_why_dice_are_stuck(turn: tuple[str, str, str, str], white: str, black: str) -> None:
    rules, position, roll, moves = turn
    table = at(position, roll, moves, rules)
    assert why_stuck(table.turn, table.side) == white
    mirror = at(mirrored(position), roll, mirrored_moves(moves), rules)
    assert why_stuck(mirror.turn, mirror.side) == black


# What must hold of every refusal.


def begins_with(moves: tuple[BruteMove, ...], source: int, target: int | None) -> bool:
    """Say whether a sequence first takes one checker from `source` to `target`."""
    at_point: int | None = source
    for move in moves:
        if move.source != at_point:
            return False
        at_point = move.target
        if at_point == target:
            return True
    return False


def most_dice(rules: Rules, table: Table, refusal: Refusal) -> int:
    """Return how many of the dice left can be used after the move tried, that move included."""
    left = table.turn.dice_left
    source = table.side.printed(refusal.source)
    target = table.side.printed(refusal.target) if refusal.target else None
    position = table.turn.position.text(table.side)
    used = [
        len(sequence.moves)
        for sequence in every_sequence(rules, position, f"{left[-1]}{left[0]}")
        if len(sequence.moves) <= len(left) and begins_with(sequence.moves, source, target)
    ]
    return max(used, default=0)


@settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    position=setup_positions(),
    roll=rolls(),
    name=st.sampled_from(sorted(RULES)),
    data=st.data(),
)
def test_every_refusal_says_what_is_so(
    position: str, roll: str, name: str, data: st.DataObject
) -> None:
    table = at(position, roll, rules=engine_rules(RULES[name]))
    turn = table.turn
    for _ in range(data.draw(st.integers(0, 3))):
        if turn.legal_moves:
            turn = turn.push(data.draw(st.sampled_from(turn.legal_moves)))
    assert_all_true(Table(turn, table.side), RULES[name])


@pytest.mark.parametrize("tried", [row[1] for row in ROWS], ids=NAMES)
def test_every_refusal_of_a_row_says_what_is_so(tried: tuple[str, str, str, str, str]) -> None:
    rules, position, roll, moves, _ = tried
    assert_all_true(at(position, roll, moves, rules), RULES[rules])


def assert_all_true(table: Table, rules: Rules) -> None:
    """Try to go from everywhere to everywhere."""
    for source in range(25):
        targets = table.turn.targets(source)
        for target in range(25):
            refusal = table.turn.refusal(source, target)
            assert (refusal is None) == (target in targets)
            if refusal is not None:
                assert_true(refusal, table, rules)


def assert_true(refusal: Refusal, table: Table, rules: Rules) -> None:
    turn, side = table.turn, table.side
    where = turn.position
    words = sentence(refusal, side)
    assert words.endswith(".")
    assert "pass." not in words
    match refusal.rule:
        case Rule.NO_CHECKER:
            assert not (refusal.source and where.holds(refusal.source))
        case Rule.WRONG_DIRECTION:
            assert refusal.target >= refusal.source
        case Rule.NO_SUCH_DIE:
            left = turn.dice_left
            sums = {sum(dice) for n in range(1, 5) for dice in combinations(left, n)}
            assert refusal.source - refusal.target not in sums
            assert refusal.source > refusal.target
            assert refusal.target or sum(left) < refusal.source
        case Rule.CLOSED_POINT:
            assert refusal.points
            assert all(where.is_closed(point) for point in refusal.points)
        case Rule.FIRST_CHECKER:
            white, black, letter = parse(where.text(side))
            mine = white if letter == "w" else black
            assert not is_released(rules, mine, letter)
            assert all(where.holds(point) for point in refusal.points)
            assert refusal.source not in refusal.points
        case Rule.NOT_HOME:
            assert min(refusal.points) > 6
        case Rule.NOT_FARTHEST:
            (farthest,) = refusal.points
            assert where.holds(farthest)
            assert farthest > refusal.source
        case Rule.WASTES_A_DIE | Rule.HIGHER_DIE | Rule.MUST_OPEN:
            assert turn.push(*refusal.better).is_complete
            assert bool(refusal.better) != turn.is_complete
            if refusal.rule is Rule.WASTES_A_DIE and not turn.must_open:
                assert len(refusal.better) > most_dice(rules, table, refusal) > 0
        case _:
            pass
