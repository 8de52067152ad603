"""The conformance cases, row by row.

In the cases `results` is left out where there are over sixty and `first_moves` for large doubles;
`count` and `dice_used` are always given. All are empty for a pass.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from brute_force import Answer
from engine import Table, answer_of, at

from fevga_tui.rules.errors import PositionError
from fevga_tui.rules.legal import Search, pack
from fevga_tui.rules.notation import read_roll
from fevga_tui.rules.position import CHECKERS, Position, Side
from fevga_tui.rules.ruleset import RULESETS

Case = dict[str, Any]

CASES = Path(__file__).parent / "cases"


def rows(name: str) -> list[Case]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def stacks(field: str) -> dict[int, int]:
    """Read one side's checkers, whatever the other side holds."""
    named = [stack.partition("x") for stack in field.split(",") if stack != "-"]
    return {int(point): int(count or 1) for point, _, count in named}


def shared_points(case: Case) -> set[int]:
    """Return the points that both sides hold: some set-ups are impossible."""
    white, black, _ = case["position"].split()
    return stacks(white).keys() & stacks(black).keys()


def name(case: Case) -> str:
    return f"{case['rules']} {case['position']} {case['roll']}"


WORKED = rows("worked.jsonl")
PLAYS = rows("plays.jsonl")
POSSIBLE = [case for case in PLAYS if not shared_points(case)]
IMPOSSIBLE = [case for case in PLAYS if shared_points(case)]

ANSWERS: dict[str, Callable[[Answer], object]] = {
    "dice_used": lambda answer: answer.dice_used,
    "count": lambda answer: len(answer.results),
    "results": lambda answer: sorted(answer.results),
    "first_moves": lambda answer: sorted(answer.first_moves),
}


def stated(case: Case) -> Case:
    """Return what a row says of its roll."""
    said = {key: case[key] for key in ANSWERS if key in case}
    return {key: sorted(text) if isinstance(text, list) else text for key, text in said.items()}


def answered(case: Case, answer: Answer) -> Case:
    """Return what the engine says of the same."""
    return {key: read(answer) for key, read in ANSWERS.items() if key in case}


@pytest.mark.parametrize("case", WORKED, ids=[case["why"] for case in WORKED])
def test_worked_position(case: Case) -> None:
    table = at(case["position"], case["roll"], rules=case["rules"])
    assert answered(case, table.answer) == stated(case)
    assert table.legal == table.answer.first_moves
    assert table.legal.isdisjoint(case.get("illegal_first", []))


WRITTEN = [(case, play) for case in WORKED for play in case.get("plays", [])]


@pytest.mark.parametrize(("case", "play"), WRITTEN, ids=[play for _, play in WRITTEN])
def test_written_play_is_read_and_whole(case: Case, play: str) -> None:
    table = at(case["position"], case["roll"], rules=case["rules"])
    moves = table.read(play)
    assert isinstance(moves, tuple)
    assert len(moves) == case["dice_used"]
    played = Table(table.turn.push(*moves), table.side)
    assert played.turn.is_complete
    assert played.board in table.answer.results


# Where another die makes the very same move, the move is read with that die.
ILLEGAL = [
    (case, move)
    for case in WORKED
    for move in case.get("illegal_first", [])
    if not any(first.split(":")[0] == move.split(":")[0] for first in case["first_moves"])
]


@pytest.mark.parametrize(("case", "move"), ILLEGAL, ids=[move for _, move in ILLEGAL])
def test_illegal_first_move_is_refused(case: Case, move: str) -> None:
    table = at(case["position"], case["roll"], rules=case["rules"])
    assert table.refusal(move.split(":")[0])


@pytest.mark.parametrize("case", POSSIBLE, ids=map(name, POSSIBLE))
def test_position_and_roll(case: Case) -> None:
    table = at(case["position"], case["roll"], rules=case["rules"])
    assert answered(case, table.answer) == stated(case)
    assert table.legal == table.answer.first_moves


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=map(name, IMPOSSIBLE))
def test_shared_point_is_refused_by_its_number(case: Case) -> None:
    numbers = "|".join(map(str, shared_points(case)))
    with pytest.raises(PositionError, match=rf"^point ({numbers}) is held by both sides in '"):
        Position.from_text(case["position"])


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=map(name, IMPOSSIBLE))
def test_shared_point_changes_no_rule(case: Case) -> None:
    *fields, letter = case["position"].split()
    packed = {}
    for side, field in zip(Side, fields, strict=True):
        counts = [0] * 25
        for point, count in stacks(field).items():
            counts[side.own(point)] = count
        counts[0] = CHECKERS - sum(counts)
        packed[side] = pack(tuple(counts))
    side = Side(letter)
    mine, theirs = packed[side], packed[side.other]
    search = Search(mine, theirs, read_roll(case["roll"]).dice, RULESETS[case["rules"]])
    assert answered(case, answer_of(search, theirs, side)) == stated(case)


def test_every_row_is_tested() -> None:
    assert (len(WORKED), len(POSSIBLE), len(IMPOSSIBLE)) == (38, 1186, 14)
