"""Text for rolls, points, plays and positions, both ways, near misses and hostile text."""

from __future__ import annotations

import time

import pytest
from engine import Table, at, mirrored
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from positions import random_play_positions, rolls, setup_positions

from fevga_tui.rules.errors import NotationError, PositionError
from fevga_tui.rules.notation import (
    doubts,
    move_text,
    play_text,
    point_text,
    read_roll,
    roll_text,
    sentence,
)
from fevga_tui.rules.perft import ROLLS
from fevga_tui.rules.play import Move, Play, Refusal, Roll
from fevga_tui.rules.position import STARTING, Position, Side
from fevga_tui.rules.ruleset import RULESETS

START = "24x15 12x15 w"

# Rolls.


@pytest.mark.parametrize("roll", ROLLS)
def test_a_roll_is_written_and_read_back(roll: Roll) -> None:
    assert read_roll(roll_text(roll)) == roll


@pytest.mark.parametrize("text", ["65", "56", "6-5", "5/6", "6 5", "6,5", " 6 : 5 ", "65\n"])
def test_a_roll_is_read_in_either_order(text: str) -> None:
    assert read_roll(text) == Roll(6, 5)


HOSTILE = [
    "",
    " ",
    "\x00",
    "\x1b[31m65",
    "٦٥",
    "6\u06625",
    "\uff16\uff15",
    "²³",
    "ⅥⅤ",
    "[/b]",
    "6" * 20_000,
    "6" + " " * 20_000 + "x",
    "24/18" + " " * 20_000 + "x",
    "/" * 20_000,
    "24/18 " * 3_000,
    "\ud800",
    "24/18\x00",
    "24/18\u202e",
    "\uff12\uff14/\uff11\uff18",
    "๒๔/๑๘",
    "24\u204418",
    "24/18(5)",
    "24/18(0)",
    "24/18(٢)",
    "24/18)",
    "(24/18)",
    "-",
    "/",
    "24/",
    "/18",
    "off/6",
    "24/off/18",
    "0/0",
    "25/19",
    "24/18/12/6/5/4",
    "24/23(4) 23/22",
    "pass",
    "None",
]


def name(text: str) -> str:
    return ascii(text)[:30]


def quoted(error: NotationError) -> str:
    text = str(error)
    assert text.isprintable()
    assert len(text) < 150
    return text


@pytest.mark.parametrize("text", ["6", "70", "06", "665", "6x", "six five", *HOSTILE], ids=name)
def test_what_is_no_roll_is_refused_with_an_example(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(NotationError) as raised:
        read_roll(text)
    assert quoted(raised.value).startswith("a roll is two dice of 1-6, like 65, not '")
    assert time.process_time() - begun < 1


# Points and plays.


@pytest.mark.parametrize("side", Side)
def test_points_are_printed_numbers(side: Side) -> None:
    written = [point_text(own, side) for own in range(25)]
    assert written[0] == "off"
    assert sorted(map(int, written[1:])) == list(range(1, 25))
    assert written[24] == ("24" if side is Side.WHITE else "12")
    assert written[1] == ("1" if side is Side.WHITE else "13")


def own_moves(*pairs: tuple[int, int]) -> Play:
    return tuple(Move(source, die) for source, die in pairs)


@pytest.mark.parametrize(
    ("play", "white", "black"),
    [
        (own_moves(), "pass", "pass"),
        (own_moves((24, 6)), "24/18", "12/6"),
        (own_moves((24, 6), (18, 5)), "24/18/13", "12/6/1"),
        (own_moves((24, 6), (13, 1)), "24/18 13/12", "12/6 1/24"),
        (own_moves((24, 3), (24, 3), (24, 3)), "24/21(3)", "12/9(3)"),
        (own_moves((24, 3), (21, 3), (24, 3), (21, 3)), "24/21/18(2)", "12/9/6(2)"),
        (own_moves((14, 2), (12, 1)), "14/12/11", "2/24/23"),
        (own_moves((6, 6), (3, 5)), "6/off 3/off", "18/off 15/off"),
        (own_moves((1, 1), (1, 1)), "1/off(2)", "13/off(2)"),
        (own_moves((8, 2), (6, 6)), "8/6/off", "20/18/off"),
    ],
)
def test_a_play_is_written_in_printed_numbers(play: Play, white: str, black: str) -> None:
    assert play_text(play, Side.WHITE) == white
    assert play_text(play, Side.BLACK) == black


def test_a_single_move_is_written_without_its_die() -> None:
    assert move_text(Move(6, 6), Side.WHITE) == move_text(Move(6, 5), Side.WHITE)[:-1] + "off"


BEAR_OFF = "4x2,3x2,1x11 13x15 w"


def end(table: Table, text: str) -> str:
    """Return the board after a play read from one text."""
    moves = table.read(text)
    assert isinstance(moves, tuple), table.says(text)
    return Table(table.turn.push(*moves), table.side).board


@pytest.mark.parametrize(
    "text",
    [
        "24/18/13",
        "24/13",
        "24-13",
        "24–13",
        "24 13",
        "24 18 18 13",
        "24/18 18/13",
        "18/13 24/18",
        "24/18, 18/13",
        "24-18 18-13",
        " 24 / 13 ",
        "24/19/13",
    ],
)
def test_one_play_is_read_in_many_spellings(text: str) -> None:
    assert end(at(START, "65"), text) == "24x14,13 12x15"


@pytest.mark.parametrize("text", ["4/off", "4/0", "4 OFF", "4-o", "4/O", "4 off", "4/of", "4/oFf"])
def test_bearing_off_is_read_in_many_spellings(text: str) -> None:
    assert end(at(BEAR_OFF, "43"), text) == "4,3x2,1x11 13x15"


@pytest.mark.parametrize(("text", "ends"), [("18", "24x14,18"), ("13", "24x14,13")])
def test_a_destination_alone_is_read_where_one_checker_can_go(text: str, ends: str) -> None:
    assert end(at(START, "65"), text) == f"{ends} 12x15"


def test_a_destination_alone_is_asked_back_where_several_can_go() -> None:
    with pytest.raises(NotationError, match="2 checkers can go to 9: write 11/9 or 10/9"):
        at("24x13,11,10 12x15 w", "21").read("9")


def test_a_destination_alone_that_nobody_can_reach_is_refused() -> None:
    with pytest.raises(NotationError, match="no checker can go to 20 now; write a move like 24/18"):
        at(START, "65").read("20")


def test_black_reads_the_numbers_printed_at_its_points() -> None:
    table = at("24x15 12x15 b", "65")
    assert end(table, "12/1") == "24x15 12x14,1"
    assert table.says("24/13") == "24/13 is not legal: Black has no checker on 24."
    assert end(at("24x15 12x14,1 b", "21"), "1/23") == "24x15 23,12x14"


@pytest.mark.parametrize(
    "text", ["24/-7", "24/13x", "2 4/13", "24 18 13", "24/18 13", "24", "x", *HOSTILE], ids=name
)
def test_what_is_no_play_is_refused_with_an_example(text: str) -> None:
    begun = time.process_time()
    table = at(START, "65")
    with pytest.raises(NotationError) as raised:
        table.read(text)
    assert quoted(raised.value)
    assert time.process_time() - begun < 1


def reply(table: Table, text: str) -> Play | Refusal | NotationError:
    try:
        return table.read(text)
    except NotationError as error:
        return error


TEXTS = st.text() | st.text(alphabet="0123456789/-() ofOx,\t", max_size=24)
POINTS = st.sampled_from([*map(str, range(1, 25)), "off"])
MOVES = st.lists(st.builds("{}/{}".format, POINTS, POINTS), min_size=1, max_size=4).map(" ".join)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(position=setup_positions(), roll=rolls(), text=TEXTS | MOVES)
def test_any_text_is_a_play_a_refusal_or_an_error(position: str, roll: str, text: str) -> None:
    table = at(position, roll)
    match reply(table, text):
        case NotationError() as error:
            assert quoted(error)
        case Refusal() as refusal:
            assert sentence(refusal, table.side)
        case moves:
            assert table.turn.push(*moves).moves == moves


@pytest.mark.parametrize(
    ("position", "roll", "sorted_text"),
    [
        ("24x3,23,22,21,20,8x8 13,12x14 w", "51", "24/19 20/19"),
        ("24x9,6,5,4,3,2,1 7x15 w", "65", "6/1 24/18"),
        ("7,6x4,4x5,1x5 13x15 w", "61", "6/off 7/6"),
        ("24x14,13 12x14 w", "21", "24/23 13/11"),
    ],
)
def test_one_text_is_read_in_the_order_that_is_legal(
    position: str, roll: str, sorted_text: str
) -> None:
    table = at(position, roll)
    first, second = sorted_text.split()
    assert end(table, sorted_text) == end(table, f"{second} {first}")


def test_single_moves_are_judged_as_they_come() -> None:
    table = at("24x3,23,22,21,20,8x8 13,12x14 w", "51")
    assert table.refusal("24/19")
    assert table.play("20/19 24/19").turn.is_complete


@pytest.mark.parametrize("text", ["24/18 24/19", "24/18 18/12", "24/18 13/8", "24/13 13/12"])
def test_a_play_is_read_all_or_nothing(text: str) -> None:
    assert at(START, "65").refusal(text)


def test_a_text_may_go_on_from_moves_already_made() -> None:
    table = at(START, "65", "24/18")
    assert table.read("18/13") == (Move(18, 5),)


def test_a_checker_that_one_die_bears_off_does_not_use_both() -> None:
    table = at("5,2 13x15 w", "61")
    assert table.read("5/off") == (Move(5, 6),) == table.turn.targets(5)[0]


def test_a_checker_that_either_die_bears_off_uses_the_lowest() -> None:
    assert at("2,1 13x15 w", "65").read("2/off") == (Move(2, 5),)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    position=setup_positions(),
    roll=rolls(),
    rules=st.sampled_from(sorted(RULESETS)),
    data=st.data(),
)
def test_every_play_is_read_back_from_its_text(
    position: str, roll: str, rules: str, data: st.DataObject
) -> None:
    table = at(position, roll, rules=rules)
    for play in table.turn.plays if len(table.turn.plays) < 30 else table.turn.plays[::17]:
        if play:
            ends = Table(table.turn.push(*play), table.side).board
            assert end(table, play_text(play, table.side)) == ends
            # Written plays are often sorted.
            shuffled = data.draw(st.permutations(play))
            words = " ".join(move_text(move, table.side) for move in shuffled)
            assert end(table, words) == ends


# Positions.


@pytest.mark.parametrize(
    "text",
    ["24x15 12x15 w", "24x15 12x15 b", "24x14,20 12x15 w", "- 12x15 b", "6,1 18x14,2 w", "1 - w"],
)
def test_a_position_is_written_as_it_is_read(text: str) -> None:
    position, side = Position.from_text(text)
    assert position.text(side) == text


@given(setup_positions(may_be_over=True))
def test_every_position_is_read_back_from_its_text(text: str) -> None:
    position, side = Position.from_text(text)
    assert position.text(side) == text
    assert mirrored(mirrored(text)) == text
    assert Position.from_text(position.turned().text(side.other)).position == position.turned()


def test_the_start_reads_as_the_start() -> None:
    assert Position.from_text(START) == (STARTING, Side.WHITE)
    assert Position.from_text("24x15 12x15 b") == (STARTING, Side.BLACK)


def test_what_is_not_on_the_board_is_borne_off() -> None:
    position, _ = Position.from_text("6,1 18x14 w")
    assert (position.off, position.turned().off) == (13, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position is White's checkers, Black's and the side to move, like '24x15 12x15 w'"),
        ("24x15 12x15", "a position is White's checkers, Black's and the side to move"),
        ("24x15 12x15 white", "a position is White's checkers, Black's and the side to move"),
        ("24x15 12x15 w w", "a position is White's checkers, Black's and the side to move"),
        ("24x16 12x15 w", "White has 16 checkers, over fifteen"),
        ("24x15 12x9,11x8 w", "Black has 17 checkers, over fifteen"),
        ("24x14,12 12x15 w", "point 12 is held by both sides"),
        ("25 12x15 w", "point 25 is outside 1-24"),
        ("0x3 12x15 w", "point 0 is outside 1-24"),
        ("24x0 12x15 w", "'24x0' names no checker, or a point twice"),
        ("24,24 12x15 w", "'24' names no checker, or a point twice"),
        ("24x-1 12x15 w", "'24x-1' is no point like '24' or '24x15'"),
        ("24x1e1 12x15 w", "'24x1e1' is no point"),
        ("٢٤x15 12x15 w", "'٢٤x15' is no point"),
        ("24x15, 12x15 w", "'' is no point"),
        ("24x9999999999 12x15 w", "'24x9999999999' is no point"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionError) as raised:
        Position.from_text(text)
    assert str(raised.value).startswith(reason)


@given(st.text() | st.text(alphabet="0123456789x,- wb", max_size=40))
def test_any_text_is_a_position_or_an_error(text: str) -> None:
    try:
        position, side = Position.from_text(text)
    except PositionError:
        return
    assert Position.from_text(position.text(side)) == (position, side)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ((0,) * 24 + (14,), (0,) * 24 + (15,)),
        ((0,) * 24 + (16,), (0,) * 24 + (15,)),
        ((-1,) + (0,) * 23 + (16,), (0,) * 24 + (15,)),
        ((15,), (15,)),
        ((0,) * 24 + (15,), (0,) * 12 + (15,) + (0,) * 12),
    ],
)
def test_a_board_without_fifteen_a_side_apart_is_refused(
    mine: tuple[int, ...], theirs: tuple[int, ...]
) -> None:
    with pytest.raises(PositionError):
        Position(mine, theirs)


# What cannot arise in play.


@pytest.mark.parametrize(
    ("text", "rules", "said"),
    [
        (START, "fevga", []),
        ("24x14,20 12x15 w", "fevga", []),
        ("24x9,15,14,13,12,11,10 16x15 w", "fevga", []),
        (
            "24x13,20,18 12x15 w",
            "fevga",
            [
                "White has more than one checker off the start, on 20 and 18, while none has"
                " passed 12"
            ],
        ),
        ("24x13,20,12 13x15 w", "reach", []),
        (
            "24x5,23,22,21,20,19,1x5 12x15 w",
            "fevga",
            ["White holds all six points of its own starting quadrant"],
        ),
        ("24x5,23,22,21,20,19,1x5 12x15 w", "moultezim", []),
        (
            "24x15 12x3,11,10,9,8,7,13x7 b",
            "fevga",
            ["Black holds all six points of its own starting quadrant"],
        ),
        (
            "20,6x13 13x15 w",
            "fevga",
            ["White has borne off while checkers are outside home, on 20"],
        ),
        ("24x14,20 13x14 b", "fevga", []),
        (
            "24x12,20,18 12x15 w",
            "fevga",
            ["White has borne off while checkers are outside home, on 24, 20 and 18"],
        ),
    ],
)
def test_doubts_say_why_a_position_cannot_arise(text: str, rules: str, said: list[str]) -> None:
    position, side = Position.from_text(text)
    assert doubts(position, side, RULESETS[rules]) == said


@pytest.mark.parametrize("rules", RULESETS)
def test_random_play_raises_no_doubts(rules: str) -> None:
    for text in random_play_positions(3, 200, rules):
        position, side = Position.from_text(text)
        assert doubts(position, side, RULESETS[rules]) == []
