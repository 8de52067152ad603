"""What happened in a match, game by game and turn by turn, as its events tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from fevga_tui.rules.events import (
    ContestDieRolled,
    DrawAgreed,
    Event,
    NextGameStarted,
    PlayMade,
    Resigned,
)
from fevga_tui.rules.match import Match, Outcome
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
    """One game of a match: who opened it after which contest, its turns, how it ended."""

    score: dict[Side, int]
    contests: list[tuple[int, int]] = field(default_factory=list)
    opener: Side | None = None
    turns: list[TurnPlayed] = field(default_factory=list)
    outcome: Outcome | None = None

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
        if isinstance(event, PlayMade | Resigned | DrawAgreed) and len(after.outcomes) > len(
            before.outcomes
        ):
            self.game.outcome = after.outcomes[-1]


def dice_thrown(games: Iterable[GameRecord], side: Side) -> Counter[int]:
    """Return how often each face came for a side, in its turns of these games."""
    faces: Counter[int] = Counter()
    for game in games:
        for turn in game.turns:
            if turn.side is side:
                faces.update((turn.roll.high, turn.roll.low))
    return faces
