"""The two players: whose turn it is, pip counts and checkers off."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

from fevga_tui.rules.cells import left as filled
from fevga_tui.rules.position import Side
from fevga_tui.ui.widgets.drawing import Glyphs, Paint
from fevga_tui.ui.widgets.rows import Face, Part, Row, Rows, row


class PlayerFace(NamedTuple):
    """What is said of one player."""

    name: str
    side: Side
    pips: int
    off: int
    is_on_roll: bool
    ahead: int = 0
    """How many pips less than the other side there are to go."""


class PlayersView(Rows):
    """Both players, White first."""

    face = Face[tuple[PlayerFace, ...]](())

    def __init__(self, paint: Callable[[], Paint]) -> None:
        super().__init__(id="players")
        self._paint = paint

    def rows(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Return the lines of both players."""
        paint, base = self._paint(), self.rich_style
        return [line for player in self.face for line in _lines(player, width, paint, base)]


@lru_cache(maxsize=16)  # a move changes what is said of one of them
def _lines(player: PlayerFace, width: int, paint: Paint, base: Style) -> tuple[Row, ...]:
    """Return four lines, a checker of the board's paint beside the name."""
    marker = "►" if paint.glyphs is Glyphs.BLOCKS else ">"
    parts: list[Part] = [
        (f" {marker if player.is_on_roll else ' '} ", Style(bold=True)),
        *((segment.text, segment.style or base) for segment in paint.sample(player.side)),
        (" ", base),
        (
            filled(player.name, max(0, width - 9)),
            Style(bold=player.is_on_roll, underline=player.is_on_roll),
        ),
    ]
    return (
        row(parts, width, base),
        row([(f"   pips {player.pips}, off {player.off}", base)], width, base),
        row([(f"   {player.ahead} ahead" if player.ahead else "", base)], width, base),
        row([], width, base),
    )
