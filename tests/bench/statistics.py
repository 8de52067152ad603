"""Measure random play and the opening race, and compare them with the expected figures.

From the project's folder: `python -m tests.bench.statistics --games 50000`
"""

from __future__ import annotations

import argparse
import random
import sys
from fractions import Fraction
from functools import cache
from math import sqrt
from multiprocessing import Pool, cpu_count
from typing import NamedTuple

from fevga_tui.rules.legal import Search, pack
from fevga_tui.rules.perft import ROLLS
from fevga_tui.rules.play import Roll
from fevga_tui.rules.position import CHECKERS, STARTING
from fevga_tui.rules.ruleset import FEVGA, Release

GAMES = 50_000
"""The number of games that the tolerances are meant for; with fewer they grow."""

EXPECTED = {
    "turns a game": (94.03, 0.08),
    "opener wins, %": (54.1, 0.7),
    "mars, %": (18.2, 0.5),
}
RACE_WON, RACE_TURNS = 0.753076689277533, 3.362332114645431

START = pack(STARTING.mine)
DICE = [Roll.of(one, other).dice for one in range(1, 7) for other in range(1, 7)]
"""The dice to play of the 36 equally likely rolls."""


class Sums(NamedTuple):
    """What a number of games come to."""

    turns: int
    opener_wins: int
    mars: int


def random_games(seed: int, games: int) -> Sums:
    """Play games in which every final position of a roll is equally likely."""
    rng = random.Random(seed)
    turns = opener_wins = mars = 0
    for _ in range(games):
        mine, theirs, turn = START, START, 0
        while theirs != CHECKERS:
            finals = list(Search(mine, theirs, rng.choice(DICE), FEVGA).finals)
            mine, theirs = theirs, rng.choice(finals)
            turn += 1
        turns += turn
        opener_wins += turn % 2
        mars += mine & 0xFF == 0
    return Sums(turns, opener_wins, mars)


class Race(NamedTuple):
    """The race to the first release: won by the side on roll, and turns until it is over."""

    won: Fraction
    turns: Fraction


def is_released(mine: int) -> bool:
    """Say whether some checker has passed the opponent's start."""
    return any(mine >> 8 * point & 0xFF for point in range(Release.PASSED.point + 1))


class Rolled(NamedTuple):
    """What the 36 rolls do in the race: release, pass, or lead to positions with their chances."""

    released: Fraction
    passed: Fraction
    onward: dict[int, Fraction]


def rolled(mine: int, theirs: int) -> Rolled:
    """Sort the rolls of one turn; before the release every roll has one final position."""
    released = passed = Fraction(0)
    onward: dict[int, Fraction] = {}
    for roll in ROLLS:
        chance = Fraction(1 if roll.is_double else 2, 36)
        finals = list(Search(mine, theirs, roll.dice, FEVGA).finals)
        if all(is_released(final) for final in finals):
            released += chance
        elif finals == [mine]:
            passed += chance
        else:
            (final,) = finals
            onward[final] = onward.get(final, Fraction(0)) + chance
    return Rolled(released, passed, onward)


@cache
def race(mine: int, theirs: int) -> Race:
    """Solve the race exactly; both sides may pass in turn, so two turns are solved at once."""
    my, their = rolled(mine, theirs), rolled(theirs, mine)
    # x = a + passed * (1 - y) and y = b + passed' * (1 - x), and likewise for the turns.
    a_won, a_turns = my.released, Fraction(1)
    for final, chance in my.onward.items():
        after = race(theirs, final)
        a_won += chance * (1 - after.won)
        a_turns += chance * after.turns
    b_won, b_turns = their.released, Fraction(1)
    for final, chance in their.onward.items():
        after = race(mine, final)
        b_won += chance * (1 - after.won)
        b_turns += chance * after.turns
    both = my.passed * their.passed
    return Race(
        (a_won + my.passed * (1 - b_won - their.passed)) / (1 - both),
        (a_turns + my.passed * b_turns) / (1 - both),
    )


def main() -> int:
    """Print what is measured beside what is expected; return 1 where they differ too much."""
    parser = argparse.ArgumentParser(description="Measure random play and the opening race.")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    games, jobs = options.games, min(options.games, 8 * cpu_count())
    parts = [games // jobs + (job < games % jobs) for job in range(jobs)]
    with Pool() as pool:
        played = pool.starmap(random_games, enumerate(parts, options.seed))
    turns, opener_wins, mars = (sum(column) for column in zip(*played, strict=True))
    measured = (turns / games, 100 * opener_wins / games, 100 * mars / games)
    is_right = True
    for value, (what, (expected, tolerance)) in zip(measured, EXPECTED.items(), strict=True):
        allowed = tolerance * max(1, sqrt(GAMES / games))
        is_right &= abs(value - expected) <= allowed
        print(f"{what:28}{value:12.3f}   expected {expected} ± {allowed:.2f}")
    first = race(START, START)
    for what, exact, wanted in (
        ("opener released first", float(first.won), RACE_WON),
        ("turns to the first release", float(first.turns), RACE_TURNS),
    ):
        is_right &= abs(exact - wanted) < 1e-12
        print(f"{what:28}{exact:12.9f}   expected {wanted:.9f}")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
