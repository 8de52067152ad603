"""Which single dice may be played, and which final positions a roll can reach.

Checkers are packed into one integer a side, a byte a point (point p in bits 8p … 8p+7, byte 0 the
checkers borne off), so that a die is a shift and a wall is a mask. Points are own numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from fevga_tui.rules.position import CHECKERS, PRIME, START, Counts, across
from fevga_tui.rules.ruleset import Release, Ruleset, ShutOut, TrappedFifteen, Wall

Level = dict[int, int]
"""Packed checkers met after so many dice, each with one position before that leads there."""


def mask(points: Iterable[int]) -> int:
    """Return the mask of own points 1–24."""
    return sum(1 << 8 * point for point in points)


def points_of(points: int) -> tuple[int, ...]:
    """Return the own points of a mask, highest first."""
    return tuple(point for point in range(START, 0, -1) if points >> 8 * point & 1)


POINTS = mask(range(1, START + 1))
START_MASK = mask([START])
BEYOND_HOME = mask(range(7, START + 1))
LOWER_HALF = mask(range(1, 13))

_RELEASED = {release: mask(range(1, release.point + 1)) for release in Release}
_WALLS = {wall: mask(wall.points) for wall in Wall}

_CHANGES = [
    [
        (1 << 8 * point, (1 << 8 * (point - pips)) - (1 << 8 * point))
        for point in range(pips + 1, 25)
    ]
    for pips in range(12)
]
"""By pips, the mask of each point left and what a checker going so far adds to packed checkers."""


def pack(counts: Counts) -> int:
    """Pack one side's checkers."""
    return int.from_bytes(bytes(counts), "little")


def unpack(checkers: int) -> Counts:
    """Return what `pack` packed."""
    return tuple(checkers.to_bytes(START + 1, "little"))


def occupied(checkers: int) -> int:
    """Return the mask of the points that a side holds; a stack of up to 15 fills four bits."""
    checkers |= checkers >> 1
    return (checkers | checkers >> 2) & POINTS


def stacked(checkers: int) -> int:
    """Return the mask of the points that a side holds with more than one checker."""
    return (checkers >> 1 | checkers >> 2 | checkers >> 3) & POINTS


def seen_across(points: int) -> int:
    """Return a mask of one side's own points in the other side's own numbers."""
    return (points >> 96 & LOWER_HALF) | (points & LOWER_HALF) << 96


def has_six_in_a_row(points: int) -> bool:
    """Say whether a mask holds six consecutive points of the ring, where 1 and 24 adjoin."""
    ring = points | points << 8 * START
    two = ring & ring >> 8
    four = two & two >> 16
    return bool(four & two >> 32)


def point_left(before: int, after: int) -> int:
    """Return the own point that one die took a checker from: 2^8p - 2^8q has 8p bits."""
    return (before - after).bit_length() >> 3


class Way(NamedTuple):
    """Dice used in one order, and what they reach: the start, then a level for each die used."""

    order: tuple[int, ...]
    levels: list[Level]


class Mover:
    """One side to move against checkers that stand still: what a single die may do (section 3)."""

    __slots__ = (
        "_known",
        "_released",
        "_shuts_out",
        "_theirs",
        "_walls",
        "free",
        "ruleset",
    )

    def __init__(self, theirs: int, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.free = POINTS & ~seen_across(occupied(theirs))
        self._theirs = theirs
        self._released = _RELEASED[ruleset.release]
        self._walls = [_WALLS[wall] for wall in ruleset.forbidden_walls]
        self._shuts_out = ruleset.shut_out is ShutOut.ILLEGAL
        self._known: dict[int, bool] = {}

    def movable(self, mine: int) -> int:
        """Return the mask of the points that the first-checker rule lets move (section 3.2)."""
        return self._movable(mine, occupied(mine))

    def _movable(self, mine: int, held: int) -> int:
        # Until the first checker has passed the opponent's start, it is the only one that may
        # move; in a set-up with several off the start, those may.
        if held & self._released or mine & 0xFF:
            return held
        return held & ~START_MASK or held

    def forbids(self, mine: int) -> bool:
        """Say whether the ruleset forbids the walls that `mine` holds (sections 3.3 and 8)."""
        held = occupied(mine)
        return any(held & wall == wall for wall in self._walls) or (
            self._shuts_out and self.shuts_out(mine)
        )

    def shuts_out(self, mine: int) -> bool:
        """Say whether six points in a row leave the opponent no legal die of any value."""
        known = self._known.get(mine)
        if known is None:
            known = has_six_in_a_row(occupied(mine))
            if known:
                opponent = Mover(mine, self.ruleset)
                # The opponent's dice are judged without this row of the ruleset.
                opponent._shuts_out = False
                known = not any(opponent.afters(self._theirs, die) for die in range(1, 7))
            self._known[mine] = known
        return known

    def borne_off(self, mine: int, die: int) -> int:
        """Return the point that a die bears a checker off from, or 0 for none (section 3.4)."""
        held = occupied(mine)
        # Every checker still on the board stands on the home board.
        if not held or held & BEYOND_HOME:
            return 0
        # An exact die takes a checker from its own point, a larger one from the farthest only.
        farthest = held.bit_length() >> 3
        return die if held >> 8 * die & 1 else farthest if farthest < die else 0

    def afters(self, mine: int, die: int) -> list[int]:
        """Return the checkers after every legal move of one die, the lowest point's first."""
        held, shift = occupied(mine), 8 * die
        # Landing: the target is empty or the player's own; one opposing checker closes a point.
        sources = self._movable(mine, held) & self.free << shift
        for wall in self._walls:
            missing = wall & ~held
            # After the die the player does not hold a wall that is forbidden: the last point that
            # is missing may be landed on, and a wall already held may be left standing, only by
            # opening another of its points.
            if not missing & missing - 1:
                closing = missing << shift if missing else POINTS
                sources &= ~closing | wall & ~stacked(mine)
        may_shut_out = self._shuts_out and has_six_in_a_row(held | sources >> shift)
        afters = []
        while sources:
            source = sources & -sources
            sources ^= source
            afters.append(mine - source + (source >> shift))
        # Every wall has a point beyond the home board, so bearing off closes none.
        if not held & BEYOND_HOME and (point := self.borne_off(mine, die)):
            afters.append(mine - (1 << 8 * point) + 1)
        return [at for at in afters if not self.shuts_out(at)] if may_shut_out else afters

    def steps(self, mine: int, die: int) -> list[tuple[int, int]]:
        """Return every legal move of one die: the own point left, and the checkers after."""
        return [(point_left(mine, after), after) for after in self.afters(mine, die)]

    def is_unhindered(self, mine: int) -> bool:
        """Say whether closed points alone can hinder two dice, in whatever order they are used."""
        held = occupied(mine)
        return bool(
            # The first checker has passed, so that every checker may move.
            (held & self._released or mine & 0xFF)
            # After one die a checker is still outside, so that none can be borne off.
            and (held & BEYOND_HOME).bit_count() > 1
            # Two dice hold at most two points more.
            and all((held & wall).bit_count() < PRIME - 2 for wall in self._walls)
            and not self._shuts_out
        )

    def pairs(self, mine: int, low: int, high: int) -> dict[int, None]:
        """Return what two different dice, both used and unhindered, reach."""
        held = occupied(mine)
        lows, highs = held & self.free << 8 * low, held & self.free << 8 * high
        firsts = [(source, mine + change) for source, change in _CHANGES[low] if lows & source]
        seconds = [(source, change) for source, change in _CHANGES[high] if highs & source]
        several = stacked(mine)
        found = {
            after + change: None
            for first, after in firsts
            for second, change in seconds
            if first != second or several & first
        }
        # One checker may use both dice: it lands after the first, in one order or the other, and at
        # the end.
        both = (lows | highs) & self.free << 8 * (low + high)
        for source, change in _CHANGES[low + high]:
            if both & source:
                found[mine + change] = None
        return found


class Search:
    """Every legal play of one roll, as the final positions that they reach (sections 4 and 5).

    `finals` holds the final positions, `rest` the dice that every legal play leaves over, lowest
    first; `trap` is the mask of the prime that must be opened, 0 where there is none or this roll
    cannot open it.
    """

    __slots__ = ("_reaching", "_ways", "dice", "finals", "mine", "mover", "rest", "trap")

    def __init__(self, mine: int, theirs: int, dice: tuple[int, ...], ruleset: Ruleset) -> None:
        self.mine = mine
        self.dice = tuple(sorted(dice))
        self.mover = Mover(theirs, ruleset)
        self._reaching: dict[tuple[int, tuple[int, ...]], bool] = {}
        self._ways: dict[int, Way] = {}
        self.rest: tuple[int, ...] = ()
        obliged = ruleset.trapped_fifteen is TrappedFifteen.MUST_OPEN
        self.trap = _prime_ahead_of_fifteen(mine, theirs) if obliged else 0
        low, high = self.dice[0], self.dice[-1]
        self.finals: Collection[int] = ()
        # Most rolls need no search: it is left to those whose dice or rules depend on an order.
        if low != high and not self.trap and self.mover.is_unhindered(mine):
            self.finals = self.mover.pairs(mine, low, high)
        if not self.finals:
            self.finals = self._search()

    def _search(self) -> dict[int, Way]:
        """Find every final position with a way that leads there, the dice left over, the trap."""
        ends = self._ends(self.dice[::-1])
        # The play must end with one of the six points no longer held, if any sequence ends so;
        # if none does, the ordinary rules hold (section 5).
        if self.trap:
            for self.rest, ways in ends:
                self._ways = {end: way for way in ways for end in way.levels[-1] if self.opens(end)}
                if self._ways:
                    return self._ways
            self.trap = 0
        self.rest, ways = ends[0]
        self._ways = {end: way for way in ways for end in way.levels[-1]}
        return self._ways

    def _ends(self, dice: tuple[int, ...]) -> list[tuple[tuple[int, ...], list[Way]]]:
        """Return what every sequence of dice reaches, with the dice left over, best first.

        Use as many dice as possible; of two different dice of which only one can be used, the
        higher (section 4): both are the order of (dice used, sum of their values).
        """
        afters = self.mover.afters
        ends: dict[tuple[int, int], tuple[tuple[int, ...], list[Way]]] = {}
        for order in (dice, dice[::-1]) if dice[0] != dice[-1] else (dice,):
            levels: list[Level] = [{self.mine: self.mine}]
            for used in range(len(order) + 1):
                rest = tuple(sorted(order[used:]))
                way = Way(order, levels[: used + 1])
                ends.setdefault((used, sum(order[:used])), (rest, []))[1].append(way)
                if used == len(order):
                    break
                level: Level = {}
                for before in levels[-1]:
                    level |= dict.fromkeys(afters(before, order[used]), before)
                if not level:
                    break
                levels.append(level)
        return [ends[key] for key in sorted(ends, reverse=True)]

    def moves_to(self, final: int) -> list[tuple[int, int]]:
        """Return one legal play to a final position: points left and dice, in order."""
        order, levels = (self._ways or self._search())[final]
        moves: list[tuple[int, int]] = []
        for level, die in zip(levels[:0:-1], order[len(levels) - 2 :: -1], strict=False):
            before = level[final]
            moves.append((point_left(before, final), die))
            final = before
        return moves[::-1]

    def opens(self, mine: int) -> bool:
        """Say whether the prime ahead of the trapped fifteen is open (section 5)."""
        return occupied(mine) & self.trap != self.trap

    def reaches(self, mine: int, rest: tuple[int, ...]) -> bool:
        """Say whether a half-played turn can still become a legal play."""
        if len(rest) <= len(self.rest):
            return rest == self.rest and mine in self.finals
        known = self._reaching.get((mine, rest))
        if known is None:
            known = self._reaching[mine, rest] = any(
                self.reaches(after, without(rest, die))
                for die in set(rest)
                for after in self.mover.afters(mine, die)
            )
        return known

    def ends_from(self, mine: int, rest: tuple[int, ...]) -> Iterator[int]:
        """Yield the final positions still in reach of a half-played turn, repeats included."""
        if rest == self.rest:
            yield mine
            return
        for die in sorted(set(rest)):
            for after in self.mover.afters(mine, die):
                if self.reaches(after, without(rest, die)):
                    yield from self.ends_from(after, without(rest, die))

    def fewest_left(self, mine: int, rest: tuple[int, ...]) -> int | None:
        """Return how few dice can be left over from here; None where the prime stays shut."""
        fewest = len(rest) if self.opens(mine) or not self.trap else None
        level = {mine}
        for order in {rest, rest[::-1]}:
            for used, die in enumerate(order, 1):
                level = {after for at in level for after in self.mover.afters(at, die)}
                if any(self.opens(at) or not self.trap for at in level):
                    fewest = len(rest) - used
            level = {mine}
        return fewest


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """Return the dice left after one of the value `die` is used."""
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]


def _prime_ahead_of_fifteen(mine: int, theirs: int) -> int:
    """Return the mask of the six points held directly ahead of fifteen trapped checkers, or 0.

    Trapped: all fifteen on one point outside their home, own 7 or higher (section 5).
    """
    point = theirs.bit_length() >> 3
    if theirs != CHECKERS << 8 * point or point < 7:
        return 0
    ahead = mask(across(own) for own in range(point - PRIME, point))
    return ahead if occupied(mine) & ahead == ahead else 0
