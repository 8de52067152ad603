"""The shipped dice are fair, and dice are a parameter of whoever throws them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import sqrt

import pytest

from fevga_tui.dice import throw
from fevga_tui.rules.events import DiceFrom, MatchStarted
from fevga_tui.rules.play import Roll
from fevga_tui.rules.ruleset import FEVGA
from fevga_tui.session import Session

ROLLS = 60_000
SIGMAS = 5
FACES = range(1, 7)


@pytest.fixture(scope="module")
def rolls() -> list[tuple[int, int]]:
    return [(throw(), throw()) for _ in range(ROLLS)]


def is_near(count: int, trials: int, chance: float) -> bool:
    """Say whether so many hits lie within five sigma of what a chance makes likely."""
    return abs(count - trials * chance) <= SIGMAS * sqrt(trials * chance * (1 - chance))


def correlation(pairs: list[tuple[int, int]]) -> float:
    """Return the correlation of fair faces: mean 3.5, variance 35/12."""
    return sum((one - 3.5) * (other - 3.5) for one, other in pairs) / len(pairs) / (35 / 12)


def test_every_face_comes_and_none_beyond_six(rolls: list[tuple[int, int]]) -> None:
    assert {die for roll in rolls for die in roll} == set(FACES)


def test_the_faces_come_equally_often(rolls: list[tuple[int, int]]) -> None:
    faces = Counter(die for roll in rolls for die in roll)
    assert all(is_near(faces[face], 2 * ROLLS, 1 / 6) for face in FACES), faces


def test_doubles_come_once_in_six(rolls: list[tuple[int, int]]) -> None:
    assert is_near(sum(one == other for one, other in rolls), ROLLS, 1 / 6)


def test_the_two_dice_are_not_correlated(rolls: list[tuple[int, int]]) -> None:
    assert abs(correlation(rolls)) <= SIGMAS / sqrt(ROLLS)


def test_successive_rolls_are_not_correlated(rolls: list[tuple[int, int]]) -> None:
    for die in (0, 1):
        successive = list(pairwise(roll[die] for roll in rolls))
        assert abs(correlation(successive)) <= SIGMAS / sqrt(ROLLS)
    repeated = sum(sorted(one) == sorted(other) for one, other in pairwise(rolls))
    assert is_near(repeated, ROLLS - 1, 6 / 36**2 + 15 * 4 / 36**2)


def test_a_session_throws_the_dice_that_it_is_given() -> None:
    thrown = iter([3, 5, 2, 6])
    beginning = MatchStarted("Anna", "Babis", 1, FEVGA, DiceFrom.PROGRAM)
    session = Session.start(beginning, die=lambda: next(thrown))
    contests = []
    while session.turn is None:
        session.roll()
        contests.append(session.match.contest)
    assert contests == [(3, None), (3, 5), (3, 5)]
    assert session.turn.roll == Roll(6, 2)
    with pytest.raises(StopIteration):
        next(thrown)
