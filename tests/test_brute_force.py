"""The brute-force enumerator against the known cases, before it may judge the engine.

In the cases `results` is left out where there are over sixty and `first_moves` for large doubles;
`count` and `dice_used` are always given. Both lists are empty for a pass.
"""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from brute_force import (
    RULES,
    Answer,
    enumerate_one_by_one,
    enumerate_plays,
    every_sequence,
    parse,
    unparse,
)

Case = dict[str, Any]

CASES = Path(__file__).parent / "cases"


def read_cases(name: str) -> list[Case]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def has_shared_point(case: Case) -> bool:
    white, black, _ = case["position"].split()
    points = [{item.partition("x")[0] for item in side.split(",")} for side in (white, black)]
    return bool(points[0] & points[1])


WORKED = read_cases("worked.jsonl")
ALL_PLAYS = read_cases("plays.jsonl")
# Some set-ups put both sides on one point, which the notation refuses.
PLAYS = [case for case in ALL_PLAYS if not has_shared_point(case)]
IMPOSSIBLE = [case for case in ALL_PLAYS if has_shared_point(case)]
CHUNK = 50


def answer_to(case: Case) -> Answer:
    return enumerate_plays(RULES[case["rules"]], case["position"], case["roll"])


def differences(case: Case, answer: Answer) -> list[str]:
    """Say in what the answer differs from everything the case states."""
    found: list[str] = []
    if answer.dice_used != case["dice_used"]:
        found.append(f"dice_used {answer.dice_used}, not {case['dice_used']}")
    if len(answer.results) != case["count"]:
        found.append(f"count {len(answer.results)}, not {case['count']}")
    if "results" in case and answer.results != set(case["results"]):
        found.append(f"results: {sorted(answer.results ^ set(case['results']))}")
    if "first_moves" in case and answer.first_moves != set(case["first_moves"]):
        found.append(f"first_moves: {sorted(answer.first_moves ^ set(case['first_moves']))}")
    where = f"{case['rules']}: {case['position']} {case['roll']}: "
    return [where + text for text in found]


def follow(position: str, play: str) -> tuple[str, int]:
    """Carry out a play such as `24/19/14 9/4`; return the final position and the dice it took."""
    white, black, side = parse(position)
    mine = white if side == "w" else black
    dice = 0
    for move in play.split():
        stops = move.split("/")
        for source, target in pairwise(stops):
            dice += 1
            mine[int(source)] -= 1
            if mine[int(source)] == 0:
                del mine[int(source)]
            if target != "off":
                mine[int(target)] = mine.get(int(target), 0) + 1
    return unparse(white, black), dice


@pytest.mark.parametrize("case", WORKED, ids=[case["why"] for case in WORKED])
def test_worked(case: Case) -> None:
    answer = answer_to(case)
    assert differences(case, answer) == []
    assert answer.first_moves.isdisjoint(case.get("illegal_first", []))
    for play in case.get("plays", []):
        final, dice = follow(case["position"], play)
        assert final in answer.results
        assert dice == case["dice_used"]


@pytest.mark.parametrize("first", range(0, len(PLAYS), CHUNK))
def test_plays(first: int) -> None:
    found = [
        text for case in PLAYS[first : first + CHUNK] for text in differences(case, answer_to(case))
    ]
    assert found == []


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=[case["position"] for case in IMPOSSIBLE])
def test_shared_point_is_refused(case: Case) -> None:
    with pytest.raises(ValueError, match="held by both"):
        answer_to(case)


def test_every_case_has_a_test() -> None:
    assert len(WORKED) == 38
    assert len(PLAYS) + len(IMPOSSIBLE) == 1200
    assert len(IMPOSSIBLE) == 14


def test_doubles_one_by_one() -> None:
    """The one shortcut, equal arrangements played on together, changes nothing."""
    for case in [*WORKED, *PLAYS]:
        if case["roll"][0] == case["roll"][1]:
            rules = RULES[case["rules"]]
            one_by_one = enumerate_one_by_one(rules, case["position"], case["roll"])
            assert answer_to(case) == one_by_one, case["position"]


def test_a_double_of_many_orders() -> None:
    position = "24,23,22,21,20,17,16,15,14,11,10,9,8,4,2 18x14,13 w"
    whole = [s for s in every_sequence(RULES["fevga"], position, "11") if len(s.moves) == 4]
    assert len(whole) == 26_827
    assert len(enumerate_plays(RULES["fevga"], position, "11").results) == 1_282


def test_perft() -> None:
    """Sum the distinct final positions over the 21 rolls; a pass counts as one."""
    layer = {"24x15 12x15": 1}
    totals: list[int] = []
    for side in "wbw":
        following: dict[str, int] = {}
        for position, ways in layer.items():
            for high in range(1, 7):
                for low in range(1, high + 1):
                    answer = enumerate_plays(RULES["fevga"], f"{position} {side}", f"{high}{low}")
                    for result in answer.results or [position]:
                        following[result] = following.get(result, 0) + ways
        layer = following
        totals.append(sum(layer.values()))
    assert totals == [22, 479, 21_893]


@pytest.mark.parametrize("text", ["24x15 12x15 w", "- 13 b", "24,6x2,1 18,12x3 b"])
def test_notation_there_and_back(text: str) -> None:
    white, black, side = parse(text)
    assert f"{unparse(white, black)} {side}" == text


@pytest.mark.parametrize(
    "text",
    [
        "24x15 12x15",
        "24x16 12x15 w",
        "24x15 24,12x14 w",
        "25 12 w",
        "0 12 w",
        "5,5 12 w",
        "5x0 12 w",
    ],
)
def test_impossible_positions(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(text)


@pytest.mark.parametrize("roll", ["", "6", "70", "665", "6x"])
def test_impossible_rolls(roll: str) -> None:
    with pytest.raises(ValueError, match="not a roll"):
        enumerate_plays(RULES["fevga"], "24x15 12x15 w", roll)
