"""A quadrant of the board: six points, their numbers, their checkers and what may happen there."""

from __future__ import annotations

from itertools import chain

from textual.events import Click
from textual.message import Message

from fevga_tui.ui.widgets.drawing import PointFace, point_rows
from fevga_tui.ui.widgets.part import BoardPart
from fevga_tui.ui.widgets.rows import Face, Row


class QuadrantView(BoardPart):
    """Six points in a row; a click anywhere on one chooses it.

    Twenty-four widgets would take a tenth of every start, and send no byte less.
    """

    face = Face[tuple[PointFace, ...]](())
    """The points as drawn, from left to right."""

    class Chosen(Message):
        """The point with this printed number was clicked."""

        def __init__(self, printed: int) -> None:
            super().__init__()
            self.printed = printed

    @property
    def has_cursor(self) -> bool:
        """The cursor is on one of the points."""
        return any(face.has_cursor for face in self.face)

    def rows(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Return the rows, hanging from the top rim or standing on the bottom one."""
        setting = self.setting
        points = [point_rows(face, setting) for face in self.face]
        return [tuple(chain(*parts)) for parts in zip(*points, strict=True)]

    def on_click(self, event: Click) -> None:
        """Tell which point was chosen."""
        event.stop()
        # By its own width: the board's measures may be those of a size that is yet to be drawn.
        column = event.x * len(self.face) // self.size.width
        if column < len(self.face):
            self.post_message(self.Chosen(self.face[column].printed))
