"""What the marks on the board mean, as long as they are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from textual.reactive import var
from textual.strip import Strip

from fevga_tui.ui.widgets.drawing import Paint, signs
from fevga_tui.ui.widgets.rows import Part, Rows, row


class LegendFace(NamedTuple):
    """Which marks there are: sources, landings of the chosen checker, the trail of a play."""

    sources: bool = False
    landings: bool = False
    trail: bool = False


class LegendView(Rows):
    """A line for each kind of mark, below the record."""

    face: var[LegendFace] = var(LegendFace)

    def __init__(self, paint: Callable[[], Paint]) -> None:
        super().__init__(id="legend")
        self._paint = paint

    def rows(self, width: int, height: int) -> list[Strip]:  # noqa: ARG002
        """Return a blank line, then the marks as they are drawn, with what they mean."""
        paint, base = self._paint(), self.rich_style
        marks = signs(paint)
        lines: list[list[Part]] = [[]]
        if self.face.sources:
            lines.append([(f"{marks.up}{marks.down}", paint.mark), ("   may move", base)])
        if self.face.landings:
            lines.append([(" 6 ", paint.cursor), ("  lands with a 6", base)])
        if self.face.trail:
            left, came = (marks.left, paint.trail), (marks.came, paint.trail)
            lines.append([left, (" ", base), came, (" the last play", base)])
        return [row([(" ", base), *line], width, base) for line in lines]
