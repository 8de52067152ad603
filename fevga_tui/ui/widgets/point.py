"""One of the twenty-four points: its number, its checkers and what may happen there."""

from __future__ import annotations

from collections.abc import Callable

from textual.events import Click
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip

from fevga_tui.ui.widgets.drawing import PointFace, Setting, point_strips
from fevga_tui.ui.widgets.rows import Rows


class PointView(Rows):
    """A point, called by its printed number; a click anywhere on it chooses it."""

    face: var[PointFace] = var(PointFace)

    class Chosen(Message):
        """The point with this printed number was clicked."""

        def __init__(self, printed: int) -> None:
            super().__init__()
            self.printed = printed

    def __init__(self, printed: int, setting: Callable[[], Setting]) -> None:
        super().__init__(id=f"point-{printed}")
        self.printed = printed
        self._setting = setting

    def rows(self, width: int, height: int) -> list[Strip]:  # noqa: ARG002
        """Return the rows, hanging from the top rim or standing on the bottom one."""
        return point_strips(self.face, self._setting())

    @property
    def caret(self) -> Offset | None:
        """Where the name stands in brackets."""
        if not self.face.has_cursor:
            return None
        rim = 0 if self._setting().is_top else self.size.height - 1
        text = self.render_line(rim).text
        return Offset(len(text) - len(text.partition("[")[2].lstrip()), rim)

    def on_click(self, event: Click) -> None:
        """Tell that the point was chosen."""
        event.stop()
        self.post_message(self.Chosen(self.printed))
