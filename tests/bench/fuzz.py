"""Compare `fevga plays --lines` with the brute force on fresh positions.

Positions of random play and set-up ones in turn, all 21 rolls, the four named rulesets in turn.
From the project's folder:

    PYTHONPATH=tests python -m bench.fuzz --positions 20000
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from multiprocessing import Pool
from typing import NamedTuple

from brute_force import RULES
from lines import differences, met_in_play, set_up
from positions import ROLLS

CHUNK = 50


class Chunk(NamedTuple):
    """So many positions to compare under a ruleset."""

    seed: int
    rules: str
    is_set_up: bool
    positions: int


def chunks(positions: int, seed: int) -> Iterator[Chunk]:
    """Yield chunks until there are enough positions."""
    names = list(RULES)
    for number, first in enumerate(range(0, positions, CHUNK)):
        rules = names[number // 2 % len(names)]
        yield Chunk(seed + number, rules, number % 2 == 1, min(CHUNK, positions - first))


def compare(chunk: Chunk) -> list[str]:
    """Return two lines for each position and roll that are answered differently."""
    if chunk.is_set_up:
        positions = set_up(chunk.seed, chunk.positions)
    else:
        positions = list(met_in_play(chunk.seed, chunk.positions, chunk.rules))
    assert len(positions) == chunk.positions
    return list(differences(chunk.rules, [(text, roll) for text in positions for roll in ROLLS]))


def main() -> int:
    """Run the comparison; return 1 where anything differs."""
    parser = argparse.ArgumentParser(description="Compare the command with the brute force.")
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    different = 0
    with Pool() as pool:
        for lines in pool.imap_unordered(compare, chunks(options.positions, options.seed)):
            different += len(lines)
            for line in lines:
                print(line, flush=True)
    rolls = options.positions * len(ROLLS)
    print(f"{options.positions} positions, {rolls} rolls, {different} differences")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
