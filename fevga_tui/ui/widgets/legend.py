"""What the marks on the board mean, as long as they are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fevga_tui.ui.widgets.drawing import Paint
from fevga_tui.ui.widgets.rows import Face, Part, Row, Rows, row


class LegendFace(NamedTuple):
    """Which marks there are: sources, one of the landings as marked, what the trail is of."""

    sources: bool = False
    landing: str = ""
    trail: str = ""


class LegendView(Rows):
    """A line for each kind of mark, below the record."""

    face = Face[LegendFace](LegendFace())

    def __init__(self, paint: Callable[[], Paint]) -> None:
        super().__init__(id="legend")
        self._paint = paint

    def rows(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Return a blank line, then the marks as they are drawn, with what they mean."""
        paint, base = self._paint(), self.rich_style
        marks = paint.marks
        lines: list[list[Part]] = [[]]
        if self.face.sources:
            lines.append([(f"{marks.up}{marks.down}", paint.mark), (" may move", base)])
        if landing := self.face.landing:
            dice = " with this die" if len(landing) == 1 else "with these dice"
            lines.append([(f" {landing} ", paint.cursor), (dice, base)])
        if self.face.trail:
            left, came = (marks.left, paint.trail), (marks.came, paint.trail)
            lines.append([(f"{self.face.trail} ", base), left, (" to ", base), came])
        return [row([(" ", base), *line], width, base) for line in lines]
