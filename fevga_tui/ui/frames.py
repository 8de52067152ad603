"""Draws of each frame only what was touched, and sends only what differs from what is shown.

Textual renders for each change all widgets of the container, paints every new screen three times
over, and cuts a change in a widget out from the widget's left edge on (Textual#5625). That is
nothing to a local terminal, and half a minute at 9,600 bits a second.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rich.cells import cell_len, get_character_cell_size
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import Region, Size
from textual.strip import Strip

Cell = tuple[str, Style | None]
"""What stands in a column. The column after a wide character holds an empty text."""
_Row = list[Cell | None]
_Codes = tuple[str, ...]
_ATTRIBUTES = {"bold": "1", "italic": "3", "underline": "4", "reverse": "7", "strike": "9"}
_ENDS = ("22", "23", "24", "27", "29")
"""The attributes of a style, and what ends each; nothing here is dim or blinks."""

GAP = 8
"""So many unchanged columns are written rather than jumped over, which takes as many bytes."""


class Shown:
    """What the terminal shows, as far as it is known; an unknown cell is None."""

    def __init__(self) -> None:
        self._size = Size(0, 0)
        self._rows: list[_Row] = []

    def forget(self) -> None:
        """Know nothing any more: something else was written, or the size has changed."""
        self._size = Size(0, 0)

    def resized(self, size: Size) -> None:
        """Forget what was shown in another size, whatever the terminal has made of it."""
        if size != self._size:
            self.forget()

    def change(self, update: CompositorUpdate, size: Size) -> CompositorUpdate:
        """Give an update that sends less and leads to the same."""
        if isinstance(update, LayoutUpdate | ChopsUpdate):
            return _Difference(self, update, size)
        return update

    def rows(self, size: Size) -> list[_Row]:
        """Give the cells of a terminal of this size, to be changed as they are sent."""
        if size != self._size:
            self._size = size
            self._rows = [[None] * size.width for _ in range(size.height)]
        return self._rows


class NearCompositor(Compositor):
    """Renders for a change the widgets that it touches, and none beside or beneath them."""

    _changed: Iterable[Region] | None = None
    """What an update is of, while it is rendered."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """Render what has changed."""
        self._changed = self._dirty_regions.copy()
        try:
            return super().render_partial_update()
        finally:
            self._changed = None

    def _get_renders(
        self, crop: Region | None = None
    ) -> Iterator[tuple[Region, Region, list[Strip]]]:
        """Yield the region, its clip and the visible lines of each widget to be drawn."""
        wanted = [crop or self.size.region] if self._changed is None else [*self._changed]
        for widget, (region, clip) in self.visible_widgets.items():  # the foremost first
            seen = region.intersection(clip)
            if seen and any(each.overlaps(seen) for each in wanted):
                yield region, clip, widget.render_lines(seen.translate(-region.offset))
                wanted = [each for each in wanted if not seen.contains_region(each)]


class _Difference(CompositorUpdate):
    """The update that is made when it is really sent: Textual may drop one before."""

    def __init__(self, shown: Shown, update: LayoutUpdate | ChopsUpdate, size: Size) -> None:
        self._shown = shown
        self._update = update
        self._size = size

    def render_segments(self, console: Console) -> str:
        """Write what differs, each piece to its place."""
        rows = self._shown.rows(self._size)
        wanted: dict[int, _Row] = {}
        for x, y, strip in _placed(self._update):
            if y < len(rows):
                row = wanted.setdefault(y, rows[y].copy())
                cells = [(part, style) for text, style, _ in strip for part in split(text)]
                row[x : x + len(cells)] = cells
        sent, pen = [], _Pen(COLOR_SYSTEMS.get(console.color_system or "", ColorSystem.TRUECOLOR))
        for y, row in wanted.items():
            del row[self._size.width :]  # a frame of the size before
            if row == rows[y]:
                continue
            if not _is_even(row):
                _mend(row)
            for x, end in _runs(rows[y], row):
                sent.append(f"\x1b[{y + 1};{x + 1}H")
                cells = [cell for cell in row[x:end] if cell is not None]
                sent += [pen.write(text, style) for text, style in _joined(cells)]
            rows[y] = row
        return "".join([*sent, pen.lay_down()])


class _Pen:
    """Writes with styles, of which only what changes from one text to the next is sent."""

    def __init__(self, colours: ColorSystem) -> None:
        self._colours = colours
        self._held: _Codes | None = None
        """The codes in force; others may have written, so that at first nothing is known."""

    def write(self, text: str, style: Style | None) -> str:
        """Return a text in a style."""
        held, wanted = self._held, _codes(style, self._colours)
        self._held = wanted
        if held == wanted:
            return text
        if held is None or (held[-2] and not wanted[-2]) or (held[-1] and not wanted[-1]):
            codes = ["0", *wanted]
        else:
            changes = zip(held, wanted, (*_ENDS, "", ""), strict=True)
            codes = [now or end for was, now, end in changes if now != was]
        return f"\x1b[{';'.join(filter(None, codes))}m{text}"

    def lay_down(self) -> str:
        """Return what leaves the terminal without a style."""
        return "\x1b[0m" if self._held and any(self._held) else ""


@lru_cache(4096)
def _codes(style: Style | None, colours: ColorSystem) -> _Codes:
    """Return the codes of each attribute, of the colour and of the background; empty for none."""
    if style is None:
        return ("",) * (len(_ATTRIBUTES) + 2)
    fore, back = (
        ";".join(colour.downgrade(colours).get_ansi_codes(is_fore)) if colour else ""
        for colour, is_fore in ((style.color, True), (style.bgcolor, False))
    )
    attributes = (code if getattr(style, name) else "" for name, code in _ATTRIBUTES.items())
    return (*attributes, fore, back)


def _placed(update: LayoutUpdate | ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Give the strips of an update with column and row."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in strips:
                yield x, y, strip
                x += strip.cell_length
        return
    for y, first, last in update.spans:
        for end, (x, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if chop is not None and x <= last and end > first:
                yield x, y, chop if end <= last else chop.crop(0, last - x)


def _runs(old: _Row, new: _Row) -> Iterator[tuple[int, int]]:
    """Give the columns, first and one after the last, of what has to be written."""
    if old == new:
        return
    changed = [x for x, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
    if not (_is_even(old) and _is_even(new)):
        # Terminals differ in how wide such characters are, and in what becomes of half of one.
        changed = [x for x, cell in enumerate(new) if cell is not None]
    begin = last = changed[0]
    for x in changed:
        if x - last > GAP or None in new[last:x]:
            yield begin, last + 1
            begin = x
        last = x
    yield begin, last + 1


def _is_even(row: _Row) -> bool:
    """Say whether each cell is a column wide and holds one character."""
    return {len(cell[0]) for cell in row if cell} <= {1}


def _mend(row: _Row) -> None:
    """Put blanks for the halves of wide characters whose other half was overwritten."""
    for x, cell in enumerate(row):
        if cell is None:
            continue
        before = row[x - 1] if x else None
        after = row[x + 1] if x + 1 < len(row) else None
        lacks_first = cell[0] == "" and not (before and len(split(before[0])) == 2)
        lacks_second = len(split(cell[0])) == 2 and not (after and after[0] == "")
        if lacks_first or lacks_second:
            row[x] = (" ", cell[1])


def _joined(cells: Iterable[Cell]) -> Iterator[Cell]:
    """Join what has the same style."""
    text, style = "", None
    for part, own in cells:
        if own is not style and own != style:
            if text:
                yield text, style
            text, style = "", own
        text += part
    yield text, style


@lru_cache(4096)
def split(text: str) -> tuple[str, ...]:
    """Split a text by columns."""
    if text.isascii() and text.isprintable():
        return tuple(text)
    columns: list[str] = []
    for character in text:
        if unicodedata.category(character) in {"Cc", "Cf", "Cs"}:
            continue  # a terminal would act on it, whatever it was put there for
        width = get_character_cell_size(character)
        if width:
            columns += [character, *[""] * (width - 1)]
        elif columns:  # a mark on the character before, be that a wide one
            place = len(columns) - (2 if columns[-1] == "" else 1)
            columns[place] += character
    # Where the layout counted otherwise, as it does with joined characters, it has the last word.
    width = cell_len(text)
    return tuple([*columns, *[" "] * width][:width])
