"""Every legal play of the roll, to walk through on the board and to take one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from textual.events import Key

from fevga_tui.rules.notation import play_text, roll_text
from fevga_tui.rules.play import Play
from fevga_tui.rules.record import TurnPlayed
from fevga_tui.session import Session
from fevga_tui.ui.faces import Hand, Moment
from fevga_tui.ui.screens.board import BoardScreen
from fevga_tui.ui.widgets.keybar import KeyHint
from fevga_tui.ui.widgets.log import LogLine, LogView
from fevga_tui.ui.widgets.speech import SpeechFace, SpeechView
from fevga_tui.ui.widgets.title import TitleFace

_STEPS = {"up": -1, "left": -1, "shift+tab": -1, "down": 1, "right": 1, "tab": 1, "m": 1}
_PAGE = 10
_BELOW = 4
"""How many plays at least are listed below the one that is shown."""

_HINTS = (
    KeyHint("enter", "Enter", "play it"),
    KeyHint("down", "down", "next"),
    KeyHint("up", "up", "back"),
    KeyHint("space", "Space", f"{_PAGE} on"),
    KeyHint("f", "f", "turn table"),
    KeyHint("escape", "Esc", "close"),
)


class PlaysScreen(BoardScreen):
    """Shows the position that each way to play on leads to; Enter takes the one shown."""

    trail = "this play"

    def __init__(self, session: Session, hand: Hand, take: Callable[[Play], None]) -> None:
        """Show the ways to play the session's turn on; `take` is told of the one taken."""
        super().__init__()
        turn = session.turn
        assert turn is not None, "there are plays only of a roll"
        self.hand = hand._replace(cursor=None, chosen=None, typed=None)
        self._session = session
        self._turn = turn
        self._plays = turn.continuations
        self._take = take
        self._at = 0

    def on_mount(self) -> None:
        """Show the first play."""
        self.show()

    def show(self) -> None:
        """Show where the play leads, and its neighbours in the list."""
        match, game, turn = self._session.match, self._session.record.game, self._turn
        side, play = match.on_roll, self._plays[self._at]
        played = TurnPlayed(len(game.turns) + 1, side, turn.position, turn.roll, play)
        moment = Moment(match, turn.push(*play), replace(game, turns=[*game.turns, played]))
        count = len(self._plays)
        speech = SpeechFace(
            f"Play {self._at + 1} of {count} with {roll_text(turn.roll)}: {play_text(play, side)}",
            message="This is how the board would look. Enter plays it, Esc closes.",
        )
        self.show_moment(moment, speech, _HINTS)

    def record_lines(self, moment: Moment) -> Sequence[LogLine]:  # noqa: ARG002
        """Return the plays in place of the record, the one shown marked."""
        side, log, rows = self._session.match.on_roll, self.part(LogView), 0
        lines: list[LogLine] = []
        # There may be hundreds; those before have no room, were each of them but a row.
        first = max(0, min(self._at + 1 + _BELOW, len(self._plays)) - log.size.height)
        for at, play in enumerate(self._plays[first:], first):
            mark = ">" if at == self._at else " "
            line = LogLine(f"{mark}{at + 1:>4}", play_text(play, side))
            rows += log.rows_of(line)
            if at > self._at + _BELOW and rows > log.size.height:
                break
            lines.append(line)
        return lines

    def heading(self, moment: Moment) -> TitleFace:
        """Say that nothing is played yet."""
        return super().heading(moment)._replace(badge="LEGAL PLAYS")

    def act(self, key: str, event: Key | None = None) -> None:  # noqa: ARG002
        """Answer a key."""
        if key in _STEPS:
            self._at = (self._at + _STEPS[key]) % len(self._plays)
            self.show()
        elif key == "space":
            self._at = (self._at + _PAGE) % len(self._plays)
            self.show()
        elif key == "f":
            self.turn_table()
        elif key == "enter":
            self.dismiss(None)
            self._take(self._plays[self._at])
        elif key in ("escape", "q", "backspace"):
            self.leave()
        elif key == "?":
            self.fevga.show_help(self._turn.ruleset)

    def leave(self) -> None:
        """Go back to the table; nothing has been played."""
        self.dismiss(None)

    def on_speech_view_clicked(self, event: SpeechView.Clicked) -> None:
        """Take the play by a click on the line that names it."""
        event.stop()
        if self.is_on_top:
            self.act("enter")
