"""The first line: the game, the match and the score."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from fevga_tui.rules.cells import ends
from fevga_tui.ui.widgets.rows import Face, Row, Rows, row


class TitleFace(NamedTuple):
    """What the first line says at its two ends, and before it where the players are."""

    left: str = ""
    right: str = ""
    badge: str = "FEVGA"


class TitleView(Rows):
    """The first line of the table."""

    COMPONENT_CLASSES = {"title--badge"}

    face = Face[TitleFace](TitleFace())

    def rows(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Return the line."""
        base = self.rich_style
        badge = f" {self.face.badge} "
        rest = ends(f" {self.face.left}", f"{self.face.right} ", width - len(badge))
        parts = [
            (badge, self.style_of("title--badge")),
            (rest, Style(bold=True)),
        ]
        return [row(parts, width, base)]
