"""What a match needs to begin, as players type it: names, length, rules, dice."""

from __future__ import annotations

from fevga_tui.rules.errors import NotationError
from fevga_tui.rules.events import HIGHEST_TARGET, DiceFrom, MatchStarted, clean_names
from fevga_tui.rules.ruleset import FEVGA, Ruleset

UNLIMITED = "unlimited"


def read_length(text: str) -> int | None:
    """Read the points of a match; None for unlimited play. Raises NotationError."""
    if text == UNLIMITED:
        return None
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= HIGHEST_TARGET):
        raise NotationError(f"{text[:30]!r} is neither 1-{HIGHEST_TARGET} nor {UNLIMITED}")
    return int(text)


def read_dice(text: str) -> DiceFrom:
    """Read where the dice come from. Raises NotationError."""
    try:
        return DiceFrom(text)
    except ValueError:
        raise NotationError(f"{text[:30]!r} is neither program nor own") from None


def begin(
    white: str = "",
    black: str = "",
    target: int | None = 3,
    ruleset: Ruleset = FEVGA,
    dice: DiceFrom = DiceFrom.PROGRAM,
) -> MatchStarted:
    """Return the beginning of a match; names may be anything, and what is not given is usual."""
    return MatchStarted(*clean_names(white, black), target, ruleset, dice)
