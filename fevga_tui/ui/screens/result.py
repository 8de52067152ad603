"""What a game, or the match, came to: who won, why so many points, and what comes next."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Static

from fevga_tui.rules.match import Phase
from fevga_tui.session import Session
from fevga_tui.ui import charts
from fevga_tui.ui.screens.base import FevgaDialog
from fevga_tui.ui.widgets.keybar import KeyBar, KeyHint
from fevga_tui.ui.widgets.menu import Menu, MenuItem
from fevga_tui.words import score_line, what_next, why_points

_WIDTH = 68
"""The cells that the pictures may take."""


class ResultScreen(FevgaDialog[str]):
    """Shows what a game or the match came to; answers with the letter of what comes next."""

    is_wide = True

    def __init__(self, session: Session) -> None:
        super().__init__()
        match = session.match
        over = match.phase is Phase.MATCH_OVER
        self._heading = "The match is over" if over else f"Game {match.game} is over"
        games = session.record.games
        self._lines = [
            why_points(match, match.outcomes[-1]),
            what_next(match),
            score_line(match),
        ]
        self._release = match.started.ruleset.release
        self._pictured = games if over else games[-1:]
        self._items = [MenuItem("q", "Leave to the start screen")]
        if over:
            self._items.insert(0, MenuItem("r", "Rematch: the same again, from 0 - 0"))
        else:
            self._items.insert(0, MenuItem("n", "Next game"))
            if match.target is None:
                self._items.insert(1, MenuItem("s", "Stop here: the match ends"))

    def parts(self) -> ComposeResult:
        """Yield the words, the pictures and what may come next."""
        last, glyphs = self._pictured[-1], self.fevga.glyphs
        pictures = [
            *charts.race(last, self._release, _WIDTH, glyphs),
            *charts.walls(last, _WIDTH - 12, glyphs),
            *charts.dice(self._pictured),
        ]
        with Vertical(classes="dialog"):
            yield Static(self._heading, classes="heading", markup=False)
            yield Static("\n".join(self._lines), markup=False)
            yield Static("\n".join(pictures), classes="picture", markup=False)
            yield Menu(self._items)
        yield KeyBar.of(
            KeyHint("down", "up/down", "choose"),
            KeyHint("enter", "Enter", "go on"),
            KeyHint("escape", "Esc", "leave"),
        )

    def act(self, key: str, event: Key) -> None:  # noqa: ARG002
        """Answer a key."""
        if key == "escape":
            self.leave()
        else:
            self.query_one(Menu).act(key)

    def leave(self) -> None:
        """Leave to the start screen; the match stays as it is."""
        self.dismiss("q")

    def on_menu_picked(self, event: Menu.Picked) -> None:
        """Close with what was picked."""
        event.stop()
        self.dismiss(event.key)
