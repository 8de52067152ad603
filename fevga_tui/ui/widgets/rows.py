"""A widget drawn from rows of cells, of which only the changed ones are sent again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar, cast

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget

T = TypeVar("T")

Part = tuple[str, Style]
"""A run of text and its style."""

Row = tuple[Segment, ...]
"""A row of cells, from left to right."""


class Face(Generic[T]):
    """The value that a widget shows: another one is shown at once.

    One of Textual's reactives takes ten times as long to set, and a table has a dozen of them.
    """

    def __init__(self, default: T) -> None:
        self._default = default

    def __set_name__(self, owner: type[Rows], name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, rows: Rows, owner: type[Rows]) -> T:
        return cast("T", rows.__dict__.get(self._name, self._default))

    def __set__(self, rows: Rows, value: T) -> None:
        if value != self.__get__(rows, type(rows)):
            rows.__dict__[self._name] = value
            rows.redraw()


class Rows(Widget):
    """Makes its rows when they are first shown, and repaints those alone that change.

    It has neither padding nor border, so that what lies around its rows need not be worked out.
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._rows: Sequence[Row] = ()
        self._made_for: Size | None = None
        self._styles_of: dict[str, Style] = {}

    @property
    def rich_style(self) -> Style:
        """The style of what has no other."""
        return self.style_of("")

    def style_of(self, component: str) -> Style:
        """Return the style of a component class, worked out once for a look: it is dear."""
        style = self._styles_of.get(component)
        if style is None:
            style = self.get_component_rich_style(component) if component else super().rich_style
            self._styles_of[component] = style
        return style

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """Return the rows for a size in cells, each of its width, top first; the rest is blank."""
        raise NotImplementedError

    @property
    def caret(self) -> Offset | None:
        """Where the text cursor stands while this is what keys act on; None: it is not."""
        return None

    def redraw(self) -> None:
        """Make the rows again and repaint what differs of them."""
        size = self.outer_size
        if self._made_for != size:
            # New styles that change no look are followed by no painting of their own.
            self.refresh()
            return
        old = self._rows
        self._make(size)
        shown = enumerate(zip(old, self._rows, strict=True))
        changed = [_span(was, now, y, size.width) for y, (was, now) in shown if was != now]
        if changed:
            # What `refresh` comes to in the end, where nothing but the rows has changed.
            self._repaint_regions.update(changed)
            self.screen._dirty_widgets.add(self)
            self.screen.check_idle()

    def _make(self, size: Size) -> None:
        width, height = size
        rows = [*self.rows(width, height)[:height]]
        blank = fitted([], width, self.rich_style)
        self._rows = rows + [blank] * (height - len(rows))
        self._made_for = size

    def notify_style_update(self) -> None:
        """Make the rows again when the colours have changed."""
        super().notify_style_update()
        self._made_for = None
        self._styles_of.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the part of the rows that lies in a region."""
        strips = [self.render_line(y) for y in crop.line_range]
        if filters := self.get_line_filters():
            _, background = self.background_colors
            for each in filters:
                strips = [strip.apply_filter(each, background) for strip in strips]
        if crop.column_span != (0, self.outer_size.width):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips

    def render_line(self, y: int) -> Strip:
        """Return one row, whole."""
        size = self.outer_size
        if self._made_for != size:
            self._make(size)
        is_there = 0 <= y < size.height
        return Strip(self._rows[y], size.width) if is_there else Strip.blank(size.width)


def _span(was: Row, now: Row, y: int, width: int) -> Region:
    """Return the columns of a row outside of which nothing differs."""
    before = 0
    for old, new in zip(was, now, strict=False):
        if old != new:
            break
        before += cell_len(new.text)
    behind = 0
    for old, new in zip(reversed(was), reversed(now), strict=False):
        if old != new:
            break
        behind += cell_len(new.text)
    return Region(before, y, max(1, width - before - behind), 1)


def row(parts: Iterable[Part], width: int, base: Style) -> Row:
    """Return one row of `width` cells from runs of text, cut or filled as `fitted` does."""
    return fitted([Segment(text, base + style) for text, style in parts], width, base)


def fitted(segments: list[Segment], width: int, base: Style) -> Row:
    """Return segments as a row of `width` cells, cut at its end or filled with blanks."""
    return tuple(Segment.adjust_line_length(segments, width, base))
