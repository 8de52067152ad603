"""A match as the value that its events so far amount to, and what each phase allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from fevga_tui.rules.errors import FevgaError, IllegalEventError, IllegalMoveError
from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceFrom,
    DiceRolled,
    DrawAgreed,
    Event,
    MatchStarted,
    NextGameStarted,
    PlayMade,
    PlayStopped,
    Resigned,
    RollWithdrawn,
)
from fevga_tui.rules.play import Roll, Turn
from fevga_tui.rules.position import STARTING, Position, Side
from fevga_tui.rules.ruleset import NextOpener, OpeningRoll


class Phase(Enum):
    """Where in a match the players are."""

    CONTEST = auto()
    TO_ROLL = auto()
    TO_PLAY = auto()
    GAME_OVER = auto()
    MATCH_OVER = auto()


ALLOWED: dict[Phase, frozenset[type[Event]]] = {
    Phase.CONTEST: frozenset({ContestDieRolled}),
    Phase.TO_ROLL: frozenset({DiceRolled, Resigned, DrawAgreed}),
    Phase.TO_PLAY: frozenset({PlayMade, RollWithdrawn, Resigned, DrawAgreed}),
    Phase.GAME_OVER: frozenset({NextGameStarted, PlayStopped}),
    Phase.MATCH_OVER: frozenset(),
}
"""Which events each phase allows; everything that asks whether something may happen asks here."""


class Ending(Enum):
    """How a game ended (section 6)."""

    BORNE_OFF = auto()
    RESIGNED = auto()
    DRAWN = auto()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of one game: who won (None: nobody), how many points, and how it came about."""

    winner: Side | None
    points: int
    ending: Ending
    loser_off: int


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that follows from a match's events, and cannot be derived from the rest.

    `position` is seen by `on_roll`; both stay as they were when a game is over. `contest` holds
    White's and Black's die of the opening contest as far as they are rolled; two equal dice are a
    tie, rolled again. Begin one with `Match.begin`; `apply` returns the match after an event.
    """

    started: MatchStarted
    phase: Phase = Phase.CONTEST
    outcomes: tuple[Outcome, ...] = ()
    contest: tuple[int | None, int | None] = (None, None)
    position: Position = STARTING
    on_roll: Side = Side.WHITE
    opener: Side | None = None
    turn: Turn | None = None

    @classmethod
    def begin(cls, event: Event) -> Match:
        """Return the match that MatchStarted begins. Raises IllegalEventError for others."""
        if not isinstance(event, MatchStarted):
            raise IllegalEventError(f"a match begins with MatchStarted, not {event!r}")
        return cls(event)

    @property
    def target(self) -> int | None:
        """The points that win the match; None for unlimited play (section 7)."""
        return self.started.target

    @property
    def score(self) -> dict[Side, int]:
        """The points of each side so far; points over the target count."""
        return {
            side: sum(outcome.points for outcome in self.outcomes if outcome.winner is side)
            for side in Side
        }

    @property
    def game(self) -> int:
        """The number of the game on the table, from 1."""
        over = self.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
        return len(self.outcomes) + (0 if over else 1)

    @property
    def winner(self) -> Side | None:
        """Who won the match; None while it goes on, and where stopped play ended level."""
        white, black = self.score[Side.WHITE], self.score[Side.BLACK]
        if self.phase is not Phase.MATCH_OVER or white == black:
            return None
        return Side.WHITE if white > black else Side.BLACK

    @property
    def contest_side(self) -> Side:
        """Whose die of the opening contest is next: White's, then Black's, again after a tie."""
        white, black = self.contest
        return Side.BLACK if white is not None and black is None else Side.WHITE

    @property
    def next_opener(self) -> Side | None:
        """Who opens the next game; None where a contest decides (section 2)."""
        if not self.outcomes or self.started.ruleset.next_opener is NextOpener.CONTEST:
            return None
        return self.outcomes[-1].winner

    def name(self, side: Side) -> str:
        """Return the name of the player of a side."""
        return self.started.white if side is Side.WHITE else self.started.black

    def seen_by(self, side: Side) -> Position:
        """Return the position as a side sees it."""
        return self.position if side is self.on_roll else self.position.turned()

    def points_at_stake(self, loser: Side) -> int:
        """Return what the other side gets if `loser` loses now: 2 with none borne off, else 1."""
        return 1 if self.seen_by(loser).off else 2

    def allows(self, kind: type[Event]) -> bool:
        """Say whether an event of this kind may happen now."""
        if kind is RollWithdrawn and self.started.dice is not DiceFrom.PLAYERS:
            return False
        if kind is PlayStopped and self.target is not None:
            return False
        return kind in ALLOWED[self.phase]

    def apply(self, event: Event) -> Match:
        """Return the match after an event.

        Raises IllegalEventError for one that the phase or the rules do not allow.
        """
        if not self.allows(type(event)):
            raise IllegalEventError(f"{event!r} cannot happen in the phase {self.phase.name}")
        match event:
            case ContestDieRolled():
                return self._with_contest_die(event)
            case DiceRolled():
                return self._rolled(event.roll)
            case RollWithdrawn():
                return self._withdrawn()
            case PlayMade():
                return self._played(event)
            case Resigned():
                # The opponent scores 1, or 2 if the resigning player has borne off none.
                return self._over(self.on_roll.other, Ending.RESIGNED)
            case DrawAgreed():
                return self._over(None, Ending.DRAWN)
            case NextGameStarted():
                return self._next_game()
            case PlayStopped():
                return replace(self, phase=Phase.MATCH_OVER)
            case MatchStarted():
                raise IllegalEventError("a match starts once")

    def _with_contest_die(self, event: ContestDieRolled) -> Match:
        if event.side is not self.contest_side:
            raise IllegalEventError(f"{self.contest_side.word} rolls next, not {event.side.word}")
        if event.side is Side.WHITE:
            return replace(self, contest=(event.die, None))
        white, black = self.contest[0], event.die
        assert white is not None, "White's die comes first"
        match = replace(self, contest=(white, black))
        # Ties are rolled again; the higher roller opens.
        if white == black:
            return match
        opener = Side.WHITE if white > black else Side.BLACK
        match = replace(match, phase=Phase.TO_ROLL, on_roll=opener, opener=opener)
        if self.started.ruleset.opening_roll is OpeningRoll.CONTEST:
            return match._rolled(Roll.of(white, black))
        return match

    def _rolled(self, roll: Roll) -> Match:
        turn = Turn.begin(self.position, roll, self.started.ruleset)
        return replace(self, phase=Phase.TO_PLAY, turn=turn)

    def _withdrawn(self) -> Match:
        if self.started.ruleset.opening_roll is OpeningRoll.CONTEST and self._is_first_turn:
            raise IllegalEventError("the contest's dice are the first roll and stay")
        return replace(self, phase=Phase.TO_ROLL, turn=None)

    @property
    def _is_first_turn(self) -> bool:
        return self.position == STARTING and self.on_roll is self.opener

    def _played(self, event: PlayMade) -> Match:
        assert self.turn is not None, "a play needs a roll"
        try:
            turn = self.turn.push(*event.moves)
        except IllegalMoveError as error:
            raise IllegalEventError(str(error)) from None
        if not turn.is_complete:
            raise IllegalEventError(f"not a whole play of {turn.roll}: {event.moves!r}")
        if turn.has_won:
            return replace(self, position=turn.position)._over(self.on_roll, Ending.BORNE_OFF)
        return replace(
            self,
            phase=Phase.TO_ROLL,
            position=turn.position.turned(),
            on_roll=self.on_roll.other,
            turn=None,
        )

    def _over(self, winner: Side | None, ending: Ending) -> Match:
        """End the game: 1 point, or 2 (mars) if the loser has borne off none (section 6)."""
        points, loser_off = 0, 0
        if winner is not None:
            points = self.points_at_stake(winner.other)
            loser_off = self.seen_by(winner.other).off
        outcomes = (*self.outcomes, Outcome(winner, points, ending, loser_off))
        match = replace(self, phase=Phase.GAME_OVER, outcomes=outcomes, turn=None)
        # The winner of the match is the first to reach the target.
        if self.target is not None and max(match.score.values()) >= self.target:
            return replace(match, phase=Phase.MATCH_OVER)
        return match

    def _next_game(self) -> Match:
        opener = self.next_opener
        return Match(
            self.started,
            phase=Phase.TO_ROLL if opener else Phase.CONTEST,
            outcomes=self.outcomes,
            on_roll=opener or Side.WHITE,
            opener=opener,
        )


def steps(events: Iterable[Event]) -> Iterator[Match]:
    """Yield the match after each event.

    Raises IllegalEventError, with the event's number from 1, for one that cannot happen.
    """
    match = None
    for number, event in enumerate(events, 1):
        try:
            match = Match.begin(event) if match is None else match.apply(event)
        except FevgaError as error:
            raise IllegalEventError(f"event {number}: {error}") from error
        yield match


def replay(events: Iterable[Event]) -> Match:
    """Return the match that the events amount to. Raises IllegalEventError, also for none."""
    match = None
    for match in steps(events):  # noqa: B007 (the last one is the answer)
        pass
    if match is None:
        raise IllegalEventError("a match without events")
    return match
