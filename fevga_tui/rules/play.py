"""A roll being played: moves, plays, the turn with what it allows, and why it refuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property
from itertools import permutations
from types import MappingProxyType

from fevga_tui.rules.errors import DiceError, IllegalMoveError
from fevga_tui.rules.legal import (
    BEYOND_HOME,
    Search,
    mask,
    occupied,
    pack,
    points_of,
    without,
)
from fevga_tui.rules.position import CHECKERS, OFF, START, Position
from fevga_tui.rules.ruleset import FEVGA, Release, Ruleset, Wall


@dataclass(frozen=True, slots=True)
class Roll:
    """Two dice thrown together, the higher first. Raises DiceError for a die outside 1–6."""

    high: int
    low: int

    def __post_init__(self) -> None:
        for die in (self.high, self.low):
            if isinstance(die, bool) or not isinstance(die, int) or not 1 <= die <= 6:
                raise DiceError(f"a die shows 1-6, not {die!r}")
        if self.low > self.high:
            raise DiceError(f"a roll names the higher die first, not {self.high}{self.low}")

    @classmethod
    def of(cls, one: int, other: int) -> Roll:
        """Return the roll of two dice in whatever order they fell."""
        return cls(max(one, other), min(one, other))

    @property
    def is_double(self) -> bool:
        """Both dice show the same value, which is then played four times (section 4)."""
        return self.high == self.low

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice to play: two different ones, highest first, or four of a double."""
        return (self.high,) * 4 if self.is_double else (self.high, self.low)


@dataclass(frozen=True, slots=True)
class Move:
    """One die moving one checker off own point `source` (section 3)."""

    source: int
    die: int

    @property
    def target(self) -> int:
        """The own point landed on, 0 when the checker is borne off."""
        return max(OFF, self.source - self.die)


Play = tuple[Move, ...]
"""A whole turn, or the rest of one: moves in the order played; empty is a pass."""

_MOVES = {(point, die): Move(point, die) for point in range(1, START + 1) for die in range(1, 7)}


class Rule(Enum):
    """The rule that a refusal names."""

    TURN_IS_OVER = auto()
    NO_CHECKER = auto()
    WRONG_DIRECTION = auto()
    NO_SUCH_DIE = auto()
    FIRST_CHECKER = auto()
    CLOSED_POINT = auto()
    NOT_HOME = auto()
    NOT_FARTHEST = auto()
    OWN_QUADRANT = auto()
    START_QUADRANT = auto()
    START_BRIDGE = auto()
    SHUT_OUT = auto()
    WASTES_A_DIE = auto()
    HIGHER_DIE = auto()
    MUST_OPEN = auto()


_WALL_RULES = {
    Wall.OWN_QUADRANT: Rule.OWN_QUADRANT,
    Wall.START_QUADRANT: Rule.START_QUADRANT,
    Wall.START_BRIDGE: Rule.START_BRIDGE,
}


_WHOLE_PLAY = {Rule.WASTES_A_DIE, Rule.HIGHER_DIE, Rule.MUST_OPEN}
"""The rules of which no single move can break one: the play as a whole does."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a checker may not go from own `source` to own `target` (0 = off).

    `points` are the own points that the rule speaks of, highest first: the closed landings, the
    first checker, the checkers not home, the farthest point, the wall. `dice` are the dice left,
    `better` a legal way to play on where a die would be wasted or a prime stay shut, `release`
    what the first checker must do under the rules in force.
    """

    rule: Rule
    source: int
    target: int
    points: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    better: Play = ()
    release: Release = Release.PASSED


@dataclass(frozen=True)
class Turn:
    """One roll being played: where it started, the dice, the moves so far (section 4).

    Points are own numbers. Build one with `Turn.begin`; `push` and `pop` return new turns. What
    every look at it asks for is worked out once.
    """

    start: Position
    roll: Roll
    ruleset: Ruleset
    moves: Play
    _search: Search = field(compare=False, repr=False)
    _before: Turn | None = field(default=None, compare=False, repr=False)

    @classmethod
    def begin(cls, start: Position, roll: Roll, ruleset: Ruleset = FEVGA) -> Turn:
        """Begin the turn of the player on roll."""
        search = Search(pack(start.mine), pack(start.theirs), roll.dice, ruleset)
        return cls(start, roll, ruleset, (), search)

    @cached_property
    def position(self) -> Position:
        """Where the checkers stand after the moves so far, still seen by the player on roll."""
        position = self.start
        for move in self.moves:
            position = position.moved(move.source, move.target)
        return position

    @cached_property
    def dice_left(self) -> tuple[int, ...]:
        """The dice not used yet, lowest first, unplayable ones included."""
        left = self._search.dice
        for move in self.moves:
            left = without(left, move.die)
        return left

    @property
    def is_complete(self) -> bool:
        """The moves so far are a legal play; a pass is complete before any move."""
        return self.dice_left == self._search.rest

    @property
    def is_pass(self) -> bool:
        """The roll has no legal move (section 4.3)."""
        return self._search.rest == self._search.dice

    @property
    def has_won(self) -> bool:
        """The last checker is borne off, which ends the game at once (section 4.4)."""
        return self.position.off == CHECKERS

    @property
    def must_open(self) -> bool:
        """The roll must open the prime ahead of fifteen trapped checkers (section 5)."""
        return self._search.trap != 0

    @cached_property
    def _targets(self) -> dict[int, Mapping[int, Play]]:
        return {}

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The next single moves that begin, or carry on, a legal play; highest point first."""
        mine, left = pack(self.position.mine), self.dice_left
        moves = [
            _MOVES[point, die]
            for die in sorted(set(left))
            for point, after in self._search.mover.steps(mine, die)
            if self._search.reaches(after, without(left, die))
        ]
        # The higher die first, but the lowest that bears a checker off (section 9).
        return tuple(
            sorted(moves, key=lambda move: (-move.source, -move.die if move.target else move.die))
        )

    @property
    def sources(self) -> tuple[int, ...]:
        """The own points whose checkers may legally move now, highest first."""
        return tuple(dict.fromkeys(move.source for move in self.legal_moves))

    def targets(self, source: int) -> Mapping[int, Play]:
        """Return where the checker on own `source` may go, nearest first, each with its moves.

        A target beyond one die has several moves of the same checker: the landings on the way
        are chosen for the player. A checker that either die could bear off uses the lowest one.
        """
        if source not in self._targets:
            self._targets[source] = MappingProxyType(self._targets_of(source))
        return self._targets[source]

    def _targets_of(self, source: int) -> dict[int, Play]:
        found: dict[int, Play] = {}
        ways: list[tuple[Turn, Play]] = [(self, ())]
        while ways:
            onward: list[tuple[Turn, Play]] = []
            for turn, moves in ways:
                at = moves[-1].target if moves else source
                for move in turn.legal_moves:
                    if move.source != at or move.target in found:
                        continue
                    found[move.target] = (*moves, move)
                    if move.target != OFF:
                        onward.append((turn.push(move), (*moves, move)))
            ways = onward
        return dict(sorted(found.items(), reverse=True))

    def push(self, *moves: Move) -> Turn:
        """Return the turn after more moves. Raises IllegalMoveError for one not legal here."""
        turn = self
        for move in moves:
            if move not in turn.legal_moves:
                raise IllegalMoveError(
                    f"own {move.source} with the die {move.die} is not legal after"
                    f" {[(made.source, made.die) for made in turn.moves]} of"
                    f" {turn.roll.high}{turn.roll.low} from {turn.start.mine} {turn.start.theirs}"
                )
            moved = (*turn.moves, move)
            turn = Turn(self.start, self.roll, self.ruleset, moved, self._search, turn)
        return turn

    def pop(self) -> Turn:
        """Return the turn before its last move. Raises IllegalMoveError where there is none."""
        if self._before is None:
            raise IllegalMoveError("no move of this turn to take back")
        return self._before

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every legal play of the roll from its start, one for each final position (section 4)."""
        return tuple(
            tuple(_MOVES[move] for move in self._search.moves_to(final))
            for final in self._search.finals
        )

    @property
    def continuations(self) -> tuple[Play, ...]:
        """Every way to play on, one for each final position still in reach."""
        search = self._search
        found: dict[int, Play] = {}
        ways: dict[tuple[int, tuple[int, ...]], Play] = {
            (pack(self.position.mine), self.dice_left): ()
        }
        while ways:
            onward: dict[tuple[int, tuple[int, ...]], Play] = {}
            for (mine, left), moves in ways.items():
                if left == search.rest:
                    found.setdefault(mine, moves)
                    continue
                for die in sorted(set(left), reverse=True):
                    for point, after in search.mover.steps(mine, die):
                        if search.reaches(after, without(left, die)):
                            onward.setdefault(
                                (after, without(left, die)), (*moves, _MOVES[point, die])
                            )
            ways = onward
        return tuple(found.values())

    @property
    def completion(self) -> Play:
        """One way to play on to a legal play; empty when the moves so far are one."""
        turn = self
        while not turn.is_complete:
            turn = turn.push(turn.legal_moves[0])
        return turn.moves[len(self.moves) :]

    @cached_property
    def forced(self) -> Play:
        """The way to play on where one final position alone is legal; empty where several are."""
        if self.is_complete:
            return ()
        ends = self._search.ends_from(pack(self.position.mine), self.dice_left)
        only = next(ends)
        return self.completion if all(end == only for end in ends) else ()

    def refusal(self, source: int, target: int) -> Refusal | None:
        """Return why the checker on own `source` may not go to own `target`; None if it may.

        `target` is 0 to bear off; one beyond a single die is judged with every landing on the
        way.
        """
        if self.targets(source).get(target):
            return None
        left = self.dice_left
        ways = _orders(left, source, target)
        rule = None
        if not 1 <= source <= START or not self.position.holds(source):
            rule = Rule.NO_CHECKER
        elif target >= source:
            rule = Rule.WRONG_DIRECTION
        elif not left or self.has_won:
            rule = Rule.TURN_IS_OVER
        elif not ways:
            rule = Rule.NO_SUCH_DIE
        if rule:
            return Refusal(rule, source, target, dice=left)
        # Of several ways, one that fails by the whole play alone says more than a blocked one.
        refusals = [self._obstacle(source, target, way) for way in ways]
        refusals.sort(key=lambda refusal: refusal.rule not in _WHOLE_PLAY)
        first = refusals[0]
        if all(refusal.rule is Rule.CLOSED_POINT for refusal in refusals):
            closed = {point for refusal in refusals for point in refusal.points}
            return replace(first, points=tuple(sorted(closed, reverse=True)))
        return first

    @property
    def stuck(self) -> tuple[Refusal, ...]:
        """Why the dice left cannot be played: a refusal for each checker and each such die.

        Empty while the turn is not complete, and when no die is left.
        """
        if not self.is_complete or self.has_won:
            return ()
        return tuple(
            self._obstacle(source, max(OFF, source - die), (die,))
            for source in range(START, OFF, -1)
            if self.position.holds(source)
            for die in sorted(set(self.dice_left), reverse=True)
        )

    def _obstacle(self, source: int, target: int, way: tuple[int, ...]) -> Refusal:
        """Return what stops the checker on `source` from using the dice of `way` in order."""
        search, mover = self._search, self._search.mover
        left = self.dice_left

        def because(rule: Rule, points: Iterable[int] = (), better: Play = ()) -> Refusal:
            release = self.ruleset.release
            return Refusal(rule, source, target, tuple(points), left, better, release)

        broken: tuple[int, tuple[int, ...]] | None = None
        mine, at, rest = pack(self.position.mine), source, left
        for die in way:
            movable = mover.movable(mine)
            if not movable >> 8 * at & 1:
                return because(Rule.FIRST_CHECKER, points_of(movable))
            landing = max(OFF, at - die)
            if landing and not mover.free >> 8 * landing & 1:
                return because(Rule.CLOSED_POINT, [landing])
            if not landing and occupied(mine) & BEYOND_HOME:
                return because(Rule.NOT_HOME, points_of(occupied(mine) & BEYOND_HOME))
            if not landing and mover.borne_off(mine, die) != at:
                refusal = because(Rule.NOT_FARTHEST, points_of(occupied(mine))[:1])
                return replace(refusal, source=at)
            mine += (1 << 8 * landing) - (1 << 8 * at)
            if mover.forbids(mine):
                for wall in sorted(self.ruleset.forbidden_walls, key=lambda wall: wall.points[0]):
                    if occupied(mine) & mask(wall.points) == mask(wall.points):
                        return because(_WALL_RULES[wall], reversed(wall.points))
                return because(Rule.SHUT_OUT)
            at, rest = landing, without(rest, die)
            if broken is None and not search.reaches(mine, rest):
                broken = mine, rest
        # No single landing is in the way: the play as a whole is what the move would spoil.
        mine, rest = broken or (mine, rest)
        fewest = search.fewest_left(mine, rest)
        if fewest is None or len(rest) < len(search.rest):
            return because(Rule.MUST_OPEN, points_of(search.trap), self.completion)
        wastes = fewest > len(search.rest)
        return because(Rule.WASTES_A_DIE if wastes else Rule.HIGHER_DIE, (), self.completion)


def _orders(dice: tuple[int, ...], source: int, target: int) -> list[tuple[int, ...]]:
    """Return the orders of dice that carry a checker from `source` just to `target`."""
    orders = {
        order
        for used in range(1, len(dice) + 1)
        for order in permutations(dice, used)
        if source - sum(order) == target
        or (target == OFF and sum(order[:-1]) < source <= sum(order))
    }
    return sorted(orders, key=lambda order: (len(order), order))
