"""A match looked back at, turn by turn; the match itself is untouched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

from textual.events import Key

from fevga_tui.rules.cells import cells
from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceFrom,
    DrawAgreed,
    Event,
    PlayMade,
    PlayStopped,
    Resigned,
)
from fevga_tui.rules.match import Match, Phase
from fevga_tui.rules.notation import play_text, roll_text
from fevga_tui.rules.record import GameRecord, Record
from fevga_tui.ui.faces import Moment
from fevga_tui.ui.screens.board import BoardScreen
from fevga_tui.ui.widgets.keybar import KeyHint
from fevga_tui.ui.widgets.speech import SpeechFace, SpeechView
from fevga_tui.ui.widgets.title import TitleFace
from fevga_tui.words import player, what_next, why_points

_HINTS = (
    KeyHint("right", "right", "next"),
    KeyHint("left", "left", "back"),
    KeyHint("b", "b", "begin"),
    KeyHint("e", "e", "end"),
    KeyHint("digits", "1-9", "game"),
    KeyHint("down", "down", "next game"),
    KeyHint("up", "up", "game before"),
    KeyHint("f", "f", "turn table"),
    KeyHint("n", "n", "numbers"),
    KeyHint("?", "?", "help"),
    KeyHint("q", "q", "leave"),
)


class _Stop(NamedTuple):
    """A place to stop at: the match after so many events, its game, and the turns in it so far."""

    match: Match
    event: Event
    game: GameRecord
    turns: int


def _stops(events: Sequence[Event], matches: Sequence[Match]) -> list[_Stop]:
    """Return where a look back stops: each contest decided, each turn, each end."""
    record = Record(matches[0])
    stops = [_Stop(matches[0], events[0], record.game, 0)]
    for at in range(1, len(events)):
        event, match = events[at], matches[at]
        record.tell(matches[at - 1], event, match)
        decided = isinstance(event, ContestDieRolled) and match.phase is not Phase.CONTEST
        if decided or isinstance(event, PlayMade | Resigned | DrawAgreed | PlayStopped):
            stops.append(_Stop(match, event, record.game, len(record.game.turns)))
    return stops


class PastScreen(BoardScreen):
    """Steps through a match: turn by turn, game by game, to any game by its number."""

    def __init__(
        self,
        events: Sequence[Event],
        matches: Sequence[Match],
        reload: Callable[[], None] | None = None,
        note: str = "",
    ) -> None:
        """Look at events and the matches after each; `reload` looks again at one still played."""
        super().__init__()
        self._stops = _stops(events, matches)
        self._at = len(self._stops) - 1
        self._typed: str | None = None
        self._reload = reload
        self._note = note

    def on_mount(self) -> None:
        """Show the last turn."""
        self.show()

    def show(self) -> None:
        """Show the stop that was come to."""
        stop = self._stops[self._at]
        turns = stop.game.turns[: stop.turns]
        game = replace(stop.game, turns=turns)
        speech = SpeechFace(
            "Game number:" if self._typed is not None else self._where(stop),
            self._typed,
            self._note or self._what_came(stop),
        )
        # Own dice lie where they fell: here nobody is asked for the next ones.
        started = replace(stop.match.started, dice=DiceFrom.PROGRAM)
        self.show_moment(
            Moment(replace(stop.match, started=started), None, game), speech, self._hints()
        )

    def _hints(self) -> Sequence[KeyHint]:
        """Return the keys that lead anywhere from here; to the first step `b` alone does."""
        games = self._stops[-1].match.game
        game = self._stops[self._at].match.game
        dead: set[str] = set()
        if self._at == 0:
            dead |= {"left", "b"}
        if self._at == len(self._stops) - 1:
            dead |= {"right", "e"}
        if game == games:
            dead.add("down")
        if game == 1:
            dead.add("up")
        if games == 1:
            dead.add("digits")
        again = (KeyHint("r", "r", "look again"),) if self._reload else ()
        return (*again, *(hint for hint in _HINTS if hint.key not in dead))

    def heading(self, moment: Moment) -> TitleFace:
        """Say that nothing is played here."""
        return super().heading(moment)._replace(badge="LOOKING BACK")

    def _where(self, stop: _Stop) -> str:
        """Say which turn this is and what was played, or that the game is over."""
        place = f"Step {self._at + 1} of {len(self._stops)}, game {stop.match.game}"
        if not isinstance(stop.event, PlayMade):
            if stop.match.phase is Phase.MATCH_OVER:
                return f"{place}: the match is over"
            over = stop.match.phase is Phase.GAME_OVER
            return f"{place}: {'the game is over' if over else 'before the first turn'}"
        turn = stop.game.turns[stop.turns - 1]
        played = f"{roll_text(turn.roll)}: {play_text(turn.play, turn.side)}"
        told = f"{place}: {player(stop.match, turn.side)} {played}"
        # What was played is wanted more than the name.
        return told if cells(told) <= self.size.width - 2 else f"{place}: {turn.side.word} {played}"

    def _what_came(self, stop: _Stop) -> str:
        """Say what the game came to, and the match."""
        match, said = stop.match, []
        if match.phase in (Phase.GAME_OVER, Phase.MATCH_OVER):
            if not isinstance(stop.event, PlayStopped):
                said.append(why_points(match, match.outcomes[-1]))
            if match.phase is Phase.MATCH_OVER:
                said.append(what_next(match))
        return " ".join(said)

    def act(self, key: str, event: Key) -> None:  # noqa: ARG002
        """Answer a key."""
        if self._typed is not None:
            self._type(key)
        elif key.isdecimal() or key == "digits":
            self._typed = "" if key == "digits" else key
            self.show()
        elif key in self._keys:
            self._keys[key](self)

    def _type(self, key: str) -> None:
        typed = self._typed or ""
        if key.isdecimal():
            self._typed = (typed + key)[:4]
        elif key == "backspace":
            self._typed = typed[:-1] or None
        elif key == "enter":
            self._typed = None
            if typed:
                self._go_to_game(int(typed))
                return
        elif key == "escape":
            self._typed = None
        self.show()

    def _go(self, at: int) -> None:
        self._note = ""
        self._at = max(0, min(len(self._stops) - 1, at))
        self.show()

    def _go_to_game(self, number: int) -> None:
        """Go to the first turn of a game."""
        for at, stop in enumerate(self._stops):
            if stop.match.game == number:
                self._go(at)
                return
        last = self._stops[-1].match.game
        self._note = f"There is no game {number}: this match has 1-{last}."
        self.show()

    def _show_numbers(self) -> None:
        self.toggle_numbers()
        self.show()

    def _look_again(self) -> None:
        if self._reload:
            self._reload()

    def leave(self) -> None:
        """Go back to where the past was asked for."""
        self.dismiss(None)

    def on_speech_view_clicked(self, event: SpeechView.Clicked) -> None:
        """Go on by a click on the line that says where this is."""
        event.stop()
        if self.is_on_top:
            self._go(self._at + 1)

    _keys: ClassVar[dict[str, Callable[[PastScreen], None]]] = {
        "right": lambda self: self._go(self._at + 1),
        "space": lambda self: self._go(self._at + 1),
        "enter": lambda self: self._go(self._at + 1),
        "left": lambda self: self._go(self._at - 1),
        "backspace": lambda self: self._go(self._at - 1),
        "down": lambda self: self._go_to_game(self._stops[self._at].match.game + 1),
        "up": lambda self: self._go_to_game(max(1, self._stops[self._at].match.game - 1)),
        "b": lambda self: self._go(0),
        "e": lambda self: self._go(len(self._stops)),
        "r": _look_again,
        "f": lambda self: self.turn_table(),
        "n": _show_numbers,
        "?": lambda self: self.fevga.show_help(self._stops[0].match.started.ruleset),
        "q": leave,
        "h": leave,
        "escape": leave,
    }
