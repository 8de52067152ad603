"""What the parts of the board share that hang from a rim: quadrants and trays."""

from __future__ import annotations

from collections.abc import Callable

from textual.geometry import Offset

from fevga_tui.ui.widgets.drawing import Setting
from fevga_tui.ui.widgets.rows import Rows


class BoardPart(Rows):
    """A part with names in its rim, of which the one under the cursor stands in brackets."""

    def __init__(self, setting: Callable[[], Setting]) -> None:
        super().__init__()
        self._setting = setting

    @property
    def setting(self) -> Setting:
        """What the part is drawn by at this moment."""
        return self._setting()

    @property
    def has_cursor(self) -> bool:
        """The cursor is on this part."""
        raise NotImplementedError

    @property
    def caret(self) -> Offset | None:
        """Where the name in brackets begins."""
        if not self.has_cursor:
            return None
        rim = 0 if self.setting.is_top else self.size.height - 1
        before, bracket, name = self.render_line(rim).text.partition("[")
        at = len(before) + len(bracket) + len(name) - len(name.lstrip())
        return Offset(at, rim) if bracket else None
