"""The tray in which a side's checkers lie once they are borne off."""

from __future__ import annotations

from collections.abc import Callable

from textual.events import Click
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip

from fevga_tui.rules.position import Side
from fevga_tui.ui.widgets.drawing import Setting, TrayFace, tray_strips
from fevga_tui.ui.widgets.rows import Rows


class TrayView(Rows):
    """A side's tray; a click anywhere on it chooses it as the target of bearing off."""

    face: var[TrayFace] = var(TrayFace)

    class Chosen(Message):
        """The tray of this side was clicked."""

        def __init__(self, side: Side) -> None:
            super().__init__()
            self.side = side

    def __init__(self, side: Side, setting: Callable[[], Setting]) -> None:
        super().__init__(id=f"tray-{side.name.lower()}")
        self.side = side
        self._setting = setting

    def rows(self, width: int, height: int) -> list[Strip]:  # noqa: ARG002
        """Return the rows, hanging from the top rim or standing on the bottom one."""
        return tray_strips(self.face, self._setting())

    @property
    def caret(self) -> Offset | None:
        """Where the name stands in brackets."""
        if not self.face.has_cursor:
            return None
        rim = 0 if self._setting().is_top else self.size.height - 1
        text = self.render_line(rim).text
        return Offset(len(text) - len(text.partition("[")[2].lstrip()), rim)

    def on_click(self, event: Click) -> None:
        """Tell that the tray was chosen."""
        event.stop()
        self.post_message(self.Chosen(self.side))
