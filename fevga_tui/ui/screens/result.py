"""What a game, or the match, came to: who won, why so many points, and what comes next."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Static

from fevga_tui.rules.match import Phase
from fevga_tui.rules.position import Side
from fevga_tui.rules.record import GameRecord, dice_thrown
from fevga_tui.session import Session
from fevga_tui.ui.screens.base import FevgaDialog
from fevga_tui.ui.widgets.drawing import Glyphs
from fevga_tui.ui.widgets.menu import Menu, MenuItem
from fevga_tui.words import score_line, what_next, why_points

_RACE_WIDTH = 48


def race(game: GameRecord, width: int, glyphs: Glyphs) -> list[str]:
    """Draw White's lead in pips over the turns: above the line White is ahead, below it Black."""
    leads = game.leads() or [0]
    width = min(width, len(leads))
    seen = [leads[at * len(leads) // width] for at in range(width)]
    most = max(1, *(abs(lead) for lead in leads))
    levels = " ▁▂▃▄▅▆▇█" if glyphs is Glyphs.BLOCKS else " ..::oo##"
    up = "".join(levels[round(8 * max(0, lead) / most)] for lead in seen)
    down = "".join(levels[round(8 * max(0, -lead) / most)] for lead in seen)
    return [f"White ahead |{up}|", f"Black ahead |{down}|", f"most: {most} pips"]


def dice_lines(games: list[GameRecord]) -> list[str]:
    """Count each face for each side, beside the number that was due."""
    lines = [f"{'dice':<12}" + "".join(f"{face:>5}" for face in range(1, 7)) + "   each due"]
    for side in Side:
        faces = dice_thrown(games, side)
        counts = "".join(f"{faces[face]:>5}" for face in range(1, 7))
        lines.append(f"{side.word:<12}{counts}{faces.total() / 6:>11.1f}")
    return lines


class ResultScreen(FevgaDialog[str]):
    """Shows what a game or the match came to; answers with the letter of what comes next."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        match = session.match
        over = match.phase is Phase.MATCH_OVER
        self._heading = "The match is over" if over else f"Game {match.game} is over"
        games = session.record.games
        self._lines = [
            why_points(match, match.outcomes[-1]),
            what_next(match),
            "",
            score_line(match),
            "",
        ]
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
        pictures = [
            *race(self._pictured[-1], _RACE_WIDTH, self.fevga.glyphs),
            "",
            *dice_lines(self._pictured),
        ]
        with Vertical(classes="dialog"):
            yield Static(self._heading, classes="heading", markup=False)
            yield Static("\n".join(self._lines), markup=False)
            yield Static("\n".join(pictures), classes="picture", markup=False)
            yield Menu(self._items)

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
