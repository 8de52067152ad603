"""What happened in a match, game by game and turn by turn, as its events tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from fevga_tui.rules.errors import IllegalEventError
from fevga_tui.rules.events import (
    ContestDieRolled,
    DrawAgreed,
    Event,
    NextGameStarted,
    PlayMade,
    Resigned,
    RollWithdrawn,
)
from fevga_tui.rules.match import Match, Outcome, steps
from fevga_tui.rules.play import Play, Roll
from fevga_tui.rules.position import Position, Side


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """One turn: its number in the game from 1, who, from where, the roll and the play."""

    number: int
    side: Side
    start: Position
    roll: Roll
    play: Play

    @property
    def end(self) -> Position:
        """Where the checkers stood after the play, still seen by the side that made it."""
        position = self.start
        for move in self.play:
            position = position.moved(move.source, move.target)
        return position


@dataclass(slots=True)
class GameRecord:
    """One game of a match: who opened it after which contest, its turns, how it ended.

    `contests` holds White's and Black's die of each contest, ties too; where the last one's dice
    were the first roll, `opens_with_contest` says so. `unplayed` is a roll without a play, and
    whose: on the table now, or when the game was given up.
    """

    score: dict[Side, int]
    contests: list[tuple[int, int]] = field(default_factory=list)
    opens_with_contest: bool = False
    opener: Side | None = None
    turns: list[TurnPlayed] = field(default_factory=list)
    unplayed: tuple[Side, Roll] | None = None
    outcome: Outcome | None = None

    @property
    def rolls(self) -> list[tuple[Side, Roll]]:
        """The rolls in order and whose they were, one without a play included."""
        rolls = [(turn.side, turn.roll) for turn in self.turns]
        return [*rolls, self.unplayed] if self.unplayed else rolls

    def dice(self, side: Side) -> list[int]:
        """Return every die that a side threw, each once: for the contests and for its rolls."""
        dice = [white if side is Side.WHITE else black for white, black in self.contests]
        for whose, roll in self.rolls[self.opens_with_contest :]:
            if whose is side:
                dice += (roll.high, roll.low)
        return dice

    def leads(self) -> list[int]:
        """Return White's lead in pips after each turn; below 0 Black is ahead."""
        leads = []
        for turn in self.turns:
            lead = turn.end.turned().pips - turn.end.pips
            leads.append(lead if turn.side is Side.WHITE else -lead)
        return leads


class Record:
    """The games of a match so far, told event by event."""

    def __init__(self, begun: Match) -> None:
        self.games = [GameRecord(begun.score)]

    @property
    def game(self) -> GameRecord:
        """The game on the table, or the last one."""
        return self.games[-1]

    def tell(self, before: Match, event: Event, after: Match) -> None:
        """Add what an event, after which the match is `after`, made happen."""
        match event:
            case ContestDieRolled():
                white, black = after.contest
                if white is not None and black is not None:
                    self.game.contests.append((white, black))
            case PlayMade(moves) if before.turn is not None:
                number = len(self.game.turns) + 1
                turn = before.turn
                self.game.turns.append(
                    TurnPlayed(number, before.on_roll, turn.start, turn.roll, moves)
                )
            case NextGameStarted():
                self.games.append(GameRecord(after.score))
        self.game.opener = after.opener
        if after.turn is not None:
            self.game.unplayed = (after.on_roll, after.turn.roll)
            self.game.opens_with_contest |= isinstance(event, ContestDieRolled)
        elif isinstance(event, PlayMade | RollWithdrawn):
            self.game.unplayed = None
        if isinstance(event, PlayMade | Resigned | DrawAgreed) and len(after.outcomes) > len(
            before.outcomes
        ):
            self.game.outcome = after.outcomes[-1]


def retold(events: Iterable[Event]) -> tuple[Match, Record]:
    """Return the match that the events amount to, and what happened in it.

    Raises IllegalEventError like `steps`, also for no events.
    """
    events = list(events)
    matches = steps(events)
    match = next(matches, None)
    if match is None:
        raise IllegalEventError("a match without events")
    record = Record(match)
    for event, after in zip(events[1:], matches, strict=True):
        record.tell(match, event, after)
        match = after
    return match, record


def dice_thrown(games: Iterable[GameRecord], side: Side) -> Counter[int]:
    """Return how often each face came for a side in these games, the contests' dice included."""
    faces: Counter[int] = Counter()
    for game in games:
        faces.update(game.dice(side))
    return faces
