"""The tray in which a side's checkers lie once they are borne off."""

from __future__ import annotations

from collections.abc import Sequence

from textual.events import Click
from textual.message import Message

from fevga_tui.rules.position import Side
from fevga_tui.ui.widgets.drawing import TrayFace, tray_rows
from fevga_tui.ui.widgets.part import BoardPart
from fevga_tui.ui.widgets.rows import Face, Row


class TrayView(BoardPart):
    """A side's tray; a click anywhere on it chooses it as the target of bearing off."""

    face = Face[TrayFace](TrayFace())

    class Chosen(Message):
        """The tray of this side was clicked."""

        def __init__(self, side: Side) -> None:
            super().__init__()
            self.side = side

    @property
    def has_cursor(self) -> bool:
        """The cursor is on the tray."""
        return self.face.has_cursor

    def rows(self, width: int, height: int) -> Sequence[Row]:  # noqa: ARG002
        """Return the rows, hanging from the top rim or standing on the bottom one."""
        return tray_rows(self.face, self.setting)

    def on_click(self, event: Click) -> None:
        """Tell that the tray was chosen."""
        event.stop()
        self.post_message(self.Chosen(self.face.side))
