"""How many positions lie so many turns ahead: the count by which rules engines are compared."""

from __future__ import annotations

from collections import Counter

from fevga_tui.rules.legal import Search, pack
from fevga_tui.rules.play import Roll
from fevga_tui.rules.position import Position
from fevga_tui.rules.ruleset import FEVGA, Ruleset

ROLLS = tuple(Roll(high, low) for high in range(6, 0, -1) for low in range(high, 0, -1))
"""The 21 different rolls, highest first."""


def perft(position: Position, depth: int, ruleset: Ruleset = FEVGA) -> int:
    """Return how many final positions `depth` turns from the player on roll have.

    Each turn is summed over the 21 rolls, unweighted; a pass counts as one final position. Equal
    positions met on different ways are searched once and counted as often as they were met.
    """
    met = Counter({(pack(position.mine), pack(position.theirs)): 1})
    for turn in range(depth, 0, -1):
        after: Counter[tuple[int, int]] = Counter()
        total = 0
        for (mine, theirs), times in met.items():
            for roll in ROLLS:
                finals = Search(mine, theirs, roll.dice, ruleset).finals
                total += times * len(finals)
                if turn > 1:
                    for final in finals:
                        after[theirs, final] += times
        if turn == 1:
            return total
        met = after
    return 1
