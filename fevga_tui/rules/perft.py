"""How many positions lie so many turns ahead: the count by which rules engines are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator

from fevga_tui.rules.legal import Search, pack
from fevga_tui.rules.play import Roll
from fevga_tui.rules.position import Position
from fevga_tui.rules.ruleset import FEVGA, Ruleset

ROLLS = tuple(Roll(high, low) for high in range(6, 0, -1) for low in range(high, 0, -1))
"""The 21 different rolls, highest first."""

Met = tuple[tuple[int, int], int]
"""A position, packed and seen by the player on roll, and how often it was met."""

Following = Callable[[Collection[Met]], Iterable[Met]]
"""What yields the positions of a turn and may show how far it is."""


def perft(position: Position, depth: int, ruleset: Ruleset = FEVGA) -> int:
    """Return how many final positions `depth` turns from the player on roll have.

    Each turn is summed over the 21 rolls, unweighted; a pass counts as one final position. Equal
    positions met on different ways are searched once and counted as often as they were met.
    """
    count = 1
    for count in counts(position, depth, ruleset):  # noqa: B007 (the last one is the answer)
        pass
    return count


def counts(
    position: Position, depth: int, ruleset: Ruleset = FEVGA, follow: Following = iter
) -> Iterator[int]:
    """Yield the perft of every depth from 1 to `depth`, each as soon as it is known."""
    met = Counter({(pack(position.mine), pack(position.theirs)): 1})
    for turn in range(1, depth + 1):
        after: Counter[tuple[int, int]] = Counter()
        total = 0
        for (mine, theirs), times in follow(met.items()):
            for roll in ROLLS:
                finals = Search(mine, theirs, roll.dice, ruleset).finals
                total += times * len(finals)
                # Those of the last turn are counted, and need not be kept.
                if turn < depth:
                    for final in finals:
                        after[theirs, final] += times
        yield total
        met = after
