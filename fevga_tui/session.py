"""One match at the table: its events, the turn being played, and where both are kept.

Every way to play commits through here, so that none repeats another's flow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from fevga_tui.dice import Die, throw
from fevga_tui.rules.errors import IllegalEventError
from fevga_tui.rules.events import (
    ContestDieRolled,
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
from fevga_tui.rules.match import Match, Phase
from fevga_tui.rules.notation import read_die, read_play, read_roll
from fevga_tui.rules.play import Move, Play, Refusal, Roll, Turn
from fevga_tui.rules.record import Record


class Keeper(Protocol):
    """What keeps a match: each call returns only when its fact is as safe as it can be made."""

    def keep_event(self, event: Event, after: Match) -> None:
        """Keep the next event, after which the match is `after`; the draft is gone with it."""

    def keep_draft(self, moves: Play) -> None:
        """Keep the moves so far of the turn being played."""


class Session:
    """A match being played: `match` is what is stored, `turn` the draft that moves edit.

    A fact is kept before it shows: `match` and `turn` change only after the keeper returned.
    """

    def __init__(
        self,
        events: Sequence[Event],
        draft: Iterable[Move] = (),
        *,
        keeper: Keeper | None = None,
        die: Die = throw,
    ) -> None:
        """Take up a match from its events, replayed, and its draft.

        Raises IllegalEventError or IllegalMoveError for events or moves that cannot be.
        """
        if not events:
            raise IllegalEventError("a match without events")
        self._die = die
        self._keeper = keeper
        self.events: list[Event] = [events[0]]
        self.matches: list[Match] = [Match.begin(events[0])]
        self.record = Record(self.match)
        self.turn: Turn | None = None
        for event in events[1:]:
            self._take(event, self.match.apply(event))
        if self.turn:
            self.turn = self.turn.push(*draft)

    @classmethod
    def start(
        cls, started: MatchStarted, *, keeper: Keeper | None = None, die: Die = throw
    ) -> Session:
        """Start a new match and keep its beginning."""
        if keeper:
            keeper.keep_event(started, Match.begin(started))
        return cls([started], keeper=keeper, die=die)

    @property
    def match(self) -> Match:
        """The match after all events so far."""
        return self.matches[-1]

    def commit(self, event: Event) -> None:
        """Make an event happen. Raises IllegalEventError, and nothing has happened."""
        match = self.match.apply(event)
        if self._keeper:
            self._keeper.keep_event(event, match)
        self._take(event, match)

    def _take(self, event: Event, match: Match) -> None:
        self.record.tell(self.match, event, match)
        self.events.append(event)
        self.matches.append(match)
        self.turn = match.turn

    def roll(self) -> None:
        """Throw the dice that are due: one die of the contest, or the roll of the side on roll."""
        if self.match.phase is Phase.CONTEST:
            self.enter_contest_die(self._die())
        else:
            self.enter_roll(Roll.of(self._die(), self._die()))

    def enter_contest_die(self, die: int) -> None:
        """Take the die of the contest that is due. Raises DiceError outside 1–6."""
        self.commit(ContestDieRolled(self.match.contest_side, die))

    def enter_roll(self, roll: Roll) -> None:
        """Take the roll of the side on roll."""
        self.commit(DiceRolled(roll))

    def enter_dice(self, text: str) -> None:
        """Take the dice that are due as players type their own: `5` in the contest, else `65`.

        Raises NotationError for text that is no dice.
        """
        if self.match.phase is Phase.CONTEST:
            self.enter_contest_die(read_die(text))
        else:
            self.enter_roll(read_roll(text))

    def withdraw_roll(self) -> None:
        """Take back a roll of the players' own dice. Raises IllegalEventError after a move."""
        if self.turn and self.turn.moves:
            raise IllegalEventError("the roll stays once a checker has moved")
        self.commit(RollWithdrawn())

    def push(self, moves: Play) -> None:
        """Play moves of the turn; bearing off the last checker ends the game at once.

        Raises IllegalMoveError for moves that are not legal, and nothing has moved.
        """
        turn = self._turn().push(*moves)
        if turn.has_won:
            self.commit(PlayMade(turn.moves))
        else:
            self._draft(turn)

    def enter_play(self, text: str) -> Refusal | None:
        """Play moves as players type them, all or nothing; return why they are not legal.

        Raises NotationError for text that is no play.
        """
        read = read_play(text, self._turn(), self.match.on_roll)
        if isinstance(read, Refusal):
            return read
        self.push(read)
        return None

    def play_forced(self) -> None:
        """Play on where one way alone is legal. Raises IllegalEventError where none is forced."""
        forced = self.turn.forced if self.turn else ()
        if not forced:
            raise IllegalEventError("no play is forced now")
        self.push(forced)

    def undo(self) -> None:
        """Take back the last move; before any, a roll of the players' own dice.

        Raises IllegalEventError where there is neither.
        """
        if self.turn and self.turn.moves:
            self.pop()
        elif self.turn and self.match.allows(RollWithdrawn):
            self.withdraw_roll()
        else:
            raise IllegalEventError(
                "there is nothing to take back: a roll stays, and so does the last turn"
            )

    def pop(self) -> None:
        """Take back the last move of the turn. Raises IllegalMoveError where there is none."""
        self._draft(self._turn().pop())

    def end_turn(self) -> None:
        """Make the play of the moves so far, or pass. Raises IllegalEventError for half a play."""
        self.commit(PlayMade(self._turn().moves))

    def resign(self) -> None:
        """Give up the game for the side on roll."""
        self.commit(Resigned())

    def agree_draw(self) -> None:
        """End the game as a draw, which the other side has agreed to."""
        self.commit(DrawAgreed())

    def next_game(self) -> None:
        """Go on to the next game."""
        self.commit(NextGameStarted())

    def stop(self) -> None:
        """Stop unlimited play between games."""
        self.commit(PlayStopped())

    def _turn(self) -> Turn:
        if self.turn is None:
            raise IllegalEventError("no roll is being played")
        return self.turn

    def _draft(self, turn: Turn) -> None:
        if self._keeper:
            self._keeper.keep_draft(turn.moves)
        self.turn = turn
