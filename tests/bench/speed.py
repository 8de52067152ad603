"""Measure in one run how fast the rules answer: legal plays, `fevga plays`, perft.

From the project's folder: `python tests/bench/speed.py [--deep]`
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from time import perf_counter, process_time
from typing import NamedTuple

from fevga_tui.rules.legal import Search, pack, unpack
from fevga_tui.rules.notation import read_roll, roll_text
from fevga_tui.rules.perft import perft
from fevga_tui.rules.play import Roll
from fevga_tui.rules.position import STARTING, Position, Side
from fevga_tui.rules.ruleset import FEVGA

ROLLS = 3_000

WORST = "24,23,22,21,20,17,16,15,14,11,10,9,8,4,2 18x14,13 w"
"""The double 1 has 26,827 orders and 1,282 final positions here."""

MIDDLE = range(30, 70)
"""The turns of a game that count as its middle; a random game has 94."""

PERFT_4, PERFT_5 = 877_257, 147_721_687

FEVGA_PLAYS = [sys.executable, "-m", "fevga_tui", "plays"]


class Question(NamedTuple):
    """A position in the middle of a game, packed, and the roll thrown there."""

    mine: int
    theirs: int
    roll: Roll

    def search(self) -> Search:
        """Find the legal plays."""
        return Search(self.mine, self.theirs, self.roll.dice, FEVGA)

    def line(self) -> str:
        """Write the question as `fevga plays --lines` reads it."""
        position = Position(unpack(self.mine), unpack(self.theirs))
        return f"{position.text(Side.WHITE)}\t{roll_text(self.roll)}\n"


def middle_rolls(seed: int) -> list[Question]:
    """Return rolls from the middle of uniformly random games."""
    rng = random.Random(seed)
    met: list[Question] = []
    while len(met) < ROLLS:
        mine = theirs = pack(STARTING.mine)
        for turn in range(MIDDLE.stop):
            question = Question(mine, theirs, Roll.of(rng.randint(1, 6), rng.randint(1, 6)))
            if turn in MIDDLE:
                met.append(question)
            mine, theirs = theirs, rng.choice(sorted(question.search().finals))
    return met[:ROLLS]


def seconds(
    work: Callable[[], object], times: int = 1, clock: Callable[[], float] = perf_counter
) -> float:
    """Return the seconds that a piece of work takes, the best of some times."""
    best = float("inf")
    for _ in range(times):
        begun = clock()
        work()
        best = min(best, clock() - begun)
    return best


def median(questions: Sequence[Question]) -> float:
    """Return the median number of microseconds that the legal plays of a roll take."""
    times = sorted(seconds(question.search, 3) for question in questions)
    return times[len(times) // 2] * 1e6


def lines_a_second(questions: Sequence[Question]) -> float:
    """Return how many rolls a second `fevga plays --lines` answers, its start included."""
    asked = "".join(question.line() for question in questions)

    def answer() -> None:
        done = subprocess.run(
            [*FEVGA_PLAYS, "--lines"], input=asked, capture_output=True, text=True, check=True
        )
        if done.stdout.count("\n") != len(questions):
            raise SystemExit("not every line was answered")

    return len(questions) / seconds(answer, 3)


def start() -> float:
    """Return the milliseconds from the start of `fevga plays` to its end."""
    command = [*FEVGA_PLAYS, "24x15 12x15 w", "65"]
    return 1e3 * seconds(lambda: subprocess.run(command, capture_output=True, check=True), 20)


def perft_time(depth: int, expected: int) -> float:
    """Return the seconds of the processor that perft from the start takes."""

    def count() -> None:
        found = perft(STARTING, depth)
        if found != expected:
            raise SystemExit(f"perft {depth} is {found:,}, not {expected:,}")

    return seconds(count, clock=process_time)


def main() -> int:
    """Print what is measured beside its target; return 1 where a target is missed."""
    parser = argparse.ArgumentParser(description="Measure the speed of the rules.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deep", action="store_true", help="also perft 5, for many minutes")
    options = parser.parse_args()
    questions = middle_rolls(options.seed)
    plain = [question for question in questions if not question.roll.is_double]
    doubles = [question for question in questions if question.roll.is_double]
    set_up, _ = Position.from_text(WORST)
    worst = Question(pack(set_up.mine), pack(set_up.theirs), read_roll("11"))
    measured = [
        ("plain roll, median", median(plain), 40, "µs"),
        ("double, median", median(doubles), 190, "µs"),
        ("slowest of them", 1e6 * max(seconds(q.search, 3) for q in questions), 5_000, "µs"),
        ("worst set-up", 1e6 * seconds(worst.search, 25), 5_000, "µs"),
        ("fevga plays, start to end", start(), 90, "ms"),
        ("perft 4", perft_time(4, PERFT_4), 3, "s"),
    ]
    for what, value, target, unit in measured:
        print(f"{what:28}{value:10.1f} {unit:2}  target {target} {unit}", flush=True)
    print(f"{'fevga plays --lines':28}{lines_a_second(questions):10.0f} rolls/s", flush=True)
    if options.deep:
        print(f"{'perft 5':28}{perft_time(5, PERFT_5):10.1f} s")
    return 0 if all(value <= target for _, value, target, _ in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
