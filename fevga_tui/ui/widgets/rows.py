"""A widget drawn from rows of cells, of which only the changed ones are sent again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

Part = tuple[str, Style]
"""A run of text and its style."""


class Rows(Widget):
    """Makes its rows when they are first shown, and repaints those alone that change."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._strips: Sequence[Strip] = ()
        self._made_for: tuple[int, int] | None = None
        self._ground: Style | None = None

    @property
    def rich_style(self) -> Style:
        """The style of what has no other, worked out once for a look: it is dear."""
        if self._ground is None:
            self._ground = super().rich_style
        return self._ground

    def rows(self, width: int, height: int) -> Sequence[Strip]:
        """Return the rows for a size in cells, top first; what is missing is blank."""
        raise NotImplementedError

    @property
    def caret(self) -> Offset | None:
        """Where the text cursor stands while this is what keys act on; None: it is not."""
        return None

    def watch_face(self) -> None:
        """Show another value of the reactive `face`, which most of these widgets have."""
        self.redraw()

    def redraw(self) -> None:
        """Make the rows again and repaint those that differ."""
        if self._made_for is None or self._made_for != self.size:
            # New styles that change no look are followed by no painting of their own.
            self.refresh()
            return
        old, self._strips = self._strips, self._made()
        shown = enumerate(zip(old, self._strips, strict=True))
        changed = [Region(0, y, self.size.width, 1) for y, (was, now) in shown if was != now]
        if changed:
            self.refresh(*changed)

    def _made(self) -> list[Strip]:
        """Make the rows of the widget's size, each whole."""
        width, height = self.size
        strips = [*self.rows(width, height)[:height]]
        base = self.rich_style
        strips += [Strip.blank(width, base)] * (height - len(strips))
        return [strip.adjust_cell_length(width, base) for strip in strips]

    def notify_style_update(self) -> None:
        """Make the rows again when the colours have changed."""
        super().notify_style_update()
        self._made_for = self._ground = None

    def render_line(self, y: int) -> Strip:
        """Return one row."""
        if self._made_for != self.size:
            self._made_for = self.size
            self._strips = self._made()
        is_there = 0 <= y < len(self._strips)  # in no rows at all there is no last one
        return self._strips[y] if is_there else Strip.blank(self.size.width)


def row(parts: Iterable[Part], width: int, base: Style) -> Strip:
    """Return one row of `width` cells from runs of text, cut at its end or filled with blanks."""
    segments = [Segment(text, base + style) for text, style in parts]
    return Strip(segments).adjust_cell_length(width, base)
