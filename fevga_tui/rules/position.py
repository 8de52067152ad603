"""Where thirty checkers stand, seen by the player on roll."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from fevga_tui.rules.errors import PositionError

OFF = 0
START = 24
CHECKERS = 15
HOME = range(1, 7)
PRIME = 6

Counts = tuple[int, ...]
"""Checkers of one side: index 24 … 1 in its own numbers, index 0 the number borne off."""


class Side(Enum):
    """A player's colour, which fixes the start and the way round the ring (section 1)."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Side:
        """The opposing side."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def word(self) -> str:
        """The side as players say it: White or Black."""
        return self.name.capitalize()

    def printed(self, own: int) -> int:
        """Return the printed number of this side's own point 1–24 (section 1)."""
        return own if self is Side.WHITE else across(own)

    def own(self, printed: int) -> int:
        """Return this side's own number of a printed point 1–24 (section 1)."""
        return printed if self is Side.WHITE else across(printed)


def across(own: int) -> int:
    """Return the other side's own number of a point 1–24: the two run half a ring apart."""
    return own + 12 if own <= 12 else own - 12


class Reading(NamedTuple):
    """What a position's text says: the position, and the side that it is seen by."""

    position: Position
    side: Side


@dataclass(frozen=True, slots=True)
class Position:
    """Where the checkers stand, each side counted in its own numbers (section 1).

    `mine` belongs to the player on roll, `theirs` to the opponent; both have 25 entries, index
    24 … 1 for the points and index 0 for the checkers borne off. Raises PositionError where a
    side has not fifteen checkers in all or both sides hold one point.
    """

    mine: Counts
    theirs: Counts

    def __post_init__(self) -> None:
        for counts in (self.mine, self.theirs):
            if len(counts) != START + 1 or min(counts) < 0 or sum(counts) != CHECKERS:
                raise PositionError(f"not fifteen checkers on 24 points and off: {counts!r}")
        for point in range(1, START + 1):
            if self.mine[point] and self.theirs[across(point)]:
                raise PositionError(f"a point held by both sides: {self.text(Side.WHITE)}")

    @classmethod
    def from_text(cls, text: str) -> Reading:
        """Read `24x15 12x15 w`: White, Black, side to move, in printed numbers (section 9).

        Raises PositionError with what is wrong, where, and a right example.
        """
        fields = text.split()
        if len(fields) != 3 or fields[2] not in ("w", "b"):
            raise PositionError(
                "a position is White's checkers, Black's and the side to move, like"
                f" '24x15 12x15 w', not {text!r}"
            )
        side = Side(fields[2])
        white = _counts(fields[0], Side.WHITE, text)
        black = _counts(fields[1], Side.BLACK, text)
        for point in range(1, START + 1):
            if white[point] and black[across(point)]:
                raise PositionError(f"point {point} is held by both sides in {text!r}")
        return Reading(cls(white, black) if side is Side.WHITE else cls(black, white), side)

    def text(self, side: Side) -> str:
        """Write the position in printed numbers, `side` being the one on roll (section 9)."""
        mine, theirs = field_text(self.mine, side), field_text(self.theirs, side.other)
        white, black = (mine, theirs) if side is Side.WHITE else (theirs, mine)
        return f"{white} {black} {side.value}"

    def turned(self) -> Position:
        """Return the same checkers seen by the opponent."""
        return _seen(self.theirs, self.mine)

    def moved(self, source: int, target: int) -> Position:
        """Return the position after a checker goes from own `source` to own `target` (0 = off).

        Raises PositionError where there is no checker to go or no room to stand.
        """
        if not self.mine[source] or (target and self.theirs[across(target)]):
            raise PositionError(f"own {source} to {target}: {self.text(Side.WHITE)}")
        counts = list(self.mine)
        counts[source] -= 1
        counts[target] += 1
        return _seen(tuple(counts), self.theirs)

    @property
    def pips(self) -> int:
        """The pip count of the player on roll: the sum of own numbers, 360 at the start."""
        return sum(point * count for point, count in enumerate(self.mine))

    @property
    def off(self) -> int:
        """How many checkers the player on roll has borne off."""
        return self.mine[OFF]

    def holds(self, own: int) -> bool:
        """Say whether the player on roll holds own point 1–24: one checker does (section 1)."""
        return self.mine[own] > 0

    def is_closed(self, own: int) -> bool:
        """Say whether the opponent holds the point that is own 1–24 to the player on roll."""
        return self.theirs[across(own)] > 0

    def longest_prime(self) -> int:
        """Return the most points in a row that the player on roll holds; 1 and 24 adjoin."""
        longest = run = 0
        for point in [*range(1, START + 1), *range(1, START)]:
            run = run + 1 if self.mine[point] else 0
            longest = max(longest, run)
        return min(longest, START)


def _seen(mine: Counts, theirs: Counts) -> Position:
    """Build a position from counts already known to be sound, without checking them again."""
    position = object.__new__(Position)
    object.__setattr__(position, "mine", mine)
    object.__setattr__(position, "theirs", theirs)
    return position


_START_COUNTS = (0,) * START + (CHECKERS,)
STARTING = _seen(_START_COUNTS, _START_COUNTS)
"""The position in which every game begins: fifteen on each side's own 24."""


_DESCENDING = {
    side: [(side.own(printed), str(printed)) for printed in range(START, 0, -1)] for side in Side
}
"""The own points of each side with their printed numbers, which descend."""


def field_text(counts: Counts, side: Side) -> str:
    """Write one side's checkers, points descending in printed numbers (section 9)."""
    stacks = [
        f"{printed}x{counts[own]}" if counts[own] > 1 else printed
        for own, printed in _DESCENDING[side]
        if counts[own]
    ]
    return ",".join(stacks) or "-"


def _counts(field: str, side: Side, text: str) -> Counts:
    """Read one side's checkers from its field of a position's text."""
    counts = [0] * (START + 1)
    for stack in [] if field == "-" else field.split(","):
        match = re.fullmatch(r"([0-9]{1,3})(?:x([0-9]{1,3}))?", stack)
        if match is None:
            raise PositionError(f"{stack!r} is no point like '24' or '24x15' in {text!r}")
        point, count = int(match[1]), int(match[2] or 1)
        if not 1 <= point <= START:
            raise PositionError(f"point {point} is outside 1-24 in {text!r}")
        if count == 0 or counts[side.own(point)]:
            raise PositionError(f"{stack!r} names no checker, or a point twice, in {text!r}")
        counts[side.own(point)] = count
    if sum(counts) > CHECKERS:
        raise PositionError(f"{side.word} has {sum(counts)} checkers, over fifteen, in {text!r}")
    counts[OFF] = CHECKERS - sum(counts)
    return tuple(counts)
