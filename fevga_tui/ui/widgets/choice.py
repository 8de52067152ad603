"""A line of a form: a caption and a few values, of which one is taken."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from textual.events import Click
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import var

from fevga_tui.ui.widgets.rows import Part, Row, Rows, row

CAPTION = 9


class Choice(Rows, can_focus=True):
    """Shows every value, the taken one in brackets; left and right, or a click, take another."""

    COMPONENT_CLASSES = {"choice--taken", "choice--caption"}

    values: var[Sequence[str]] = var(())
    taken: var[int] = var(0)

    class Changed(Message):
        """Another value was taken."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, caption: str, values: Sequence[str], taken: int = 0, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.caption = caption
        self.set_reactive(Choice.values, values)
        self.set_reactive(Choice.taken, taken)
        self._cells: list[range] = []

    @property
    def value(self) -> str:
        """The value taken."""
        return self.values[self.taken]

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """Return the width of the caption and all values."""
        return 2 + CAPTION + sum(cell_len(value) + 2 for value in self.values)

    def step(self, by: int) -> None:
        """Take the next value, or the one before."""
        self.taken = (self.taken + by) % len(self.values)

    def watch_values(self) -> None:
        """Draw the line."""
        self.redraw()

    def watch_taken(self) -> None:
        """Draw the line and tell."""
        self.redraw()
        self.post_message(self.Changed(self))

    def rows(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Return the line."""
        base = self.rich_style
        taken = self.style_of("choice--taken")
        caption = self.style_of("choice--caption")
        marker = ">" if self.has_focus else " "
        parts: list[Part] = [(f"{marker} {self.caption:<{CAPTION}}", caption)]
        at = 2 + CAPTION
        self._cells = []
        for number, value in enumerate(self.values):
            text = f"[{value}]" if number == self.taken else f" {value} "
            self._cells.append(range(at, at + cell_len(text)))
            parts.append((text, taken if number == self.taken else Style()))
            at += cell_len(text)
        return [row(parts, width, base)]

    def on_focus(self) -> None:
        """Show that the line has the cursor."""
        self.redraw()

    def on_blur(self) -> None:
        """Show that the cursor left the line."""
        self.redraw()

    @property
    def caret(self) -> Offset | None:
        """The value taken, of the line that keys act on."""
        if not (self.has_focus and self._cells):
            return None
        return Offset(self._cells[self.taken].start + 1, 0)

    def on_click(self, event: Click) -> None:
        """Take the value that was clicked."""
        event.stop()
        self.focus()
        for number, cells in enumerate(self._cells):
            if event.x in cells:
                self.taken = number
