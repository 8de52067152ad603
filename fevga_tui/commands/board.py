"""What every drawing of a position shows: who stands where, row by row, and what is counted."""

from __future__ import annotations

from fevga_tui.commands.asked import Asked
from fevga_tui.rules.position import Side


def rows(seat: Side) -> tuple[list[int], list[int]]:
    """Return the printed points of the upper and the lower row, left to right (section 1)."""
    upper = [seat.printed(own) for own in range(13, 25)]
    lower = [seat.printed(own) for own in range(12, 0, -1)]
    return upper, lower


def standing(shown: Asked) -> dict[int, tuple[Side, int]]:
    """Return by printed point whose checkers stand on it, and how many."""
    return {
        owner.printed(own): (owner, count)
        for owner in Side
        for own, count in enumerate(shown.seen_by(owner).mine)
        if own and count
    }


def counts(shown: Asked, owner: Side) -> str:
    """Say what a side still has to go, and what it has borne off."""
    seen = shown.seen_by(owner)
    return f"pip count {seen.pips}, borne off {seen.off}"
