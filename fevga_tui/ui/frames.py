"""Draws of each frame only what was touched, and sends only what differs from what is shown.

Textual renders for each change all widgets of the container, paints every new screen three times
over, and cuts a change in a widget out from the widget's left edge on (Textual#5625). That is
nothing to a local terminal, and half a minute at 9,600 bits a second.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, get_character_cell_size
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from textual._compositor import Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

Cell = tuple[str, Style | None]
"""What stands in a column. The column after a wide character holds an empty text."""
_Row = list[Cell | None]
_Codes = tuple[str, ...]
_ATTRIBUTES = {"bold": "1", "italic": "3", "underline": "4", "reverse": "7", "strike": "9"}
_ENDS = ("22", "23", "24", "27", "29")
"""The attributes of a style, and what ends each; nothing here is dim or blinks."""

GAP = 8
"""So many unchanged columns are written rather than jumped over, which takes as many bytes."""


class Patch(NamedTuple):
    """A strip that lies in row `y` from column `x` on, seen from `first` to just before `end`."""

    x: int
    y: int
    strip: Strip
    first: int
    end: int


class Shown:
    """What the terminal shows, as far as it is known; an unknown cell is None."""

    def __init__(self) -> None:
        self._size = Size(0, 0)
        self._rows: list[_Row] = []
        self._uneven: set[int] = set()

    def forget(self) -> None:
        """Know nothing any more: something else was written, or the size has changed."""
        self._size = Size(0, 0)

    def resized(self, size: Size) -> None:
        """Forget what was shown in another size, whatever the terminal has made of it."""
        if size != self._size:
            self.forget()

    def change(self, update: CompositorUpdate, size: Size) -> CompositorUpdate:
        """Give an update that sends less and leads to the same."""
        if isinstance(update, Patches):
            return _Difference(self, update.patches, size)
        if isinstance(update, LayoutUpdate):
            return _Difference(self, [*_laid_out(update)], size)
        self.forget()
        return update

    def put(self, patches: Iterable[Patch], size: Size) -> Iterator[tuple[int, int, list[Cell]]]:
        """Lay patches over what is shown, the later over the earlier; yield what is to be sent.

        That is the row and the column of each run of cells.
        """
        if size != self._size:
            self._size = size
            self._rows = [[None] * size.width for _ in range(size.height)]
            self._uneven.clear()
        for y, (row, first, end, is_even) in self._laid(patches).items():
            old = self._rows[y]
            if not is_even or y in self._uneven:
                # Terminals differ in how wide such characters are, and in what becomes of half of
                # one, so that the whole row is sent.
                _mend(row)
                end = 0 if row == old else len(row)
                changed = [x for x in range(end) if row[x] is not None]
                (self._uneven.discard if _is_even(row) else self._uneven.add)(y)
            else:
                changed = [x for x in range(first, end) if row[x] != old[x]]
            self._rows[y] = row
            for begin, behind in _runs(row, changed):
                yield y, begin, [cell for cell in row[begin:behind] if cell is not None]

    def _laid(self, patches: Iterable[Patch]) -> dict[int, tuple[_Row, int, int, bool]]:
        """Return each touched row as it will be, where it is touched, and whether it is even."""
        laid: dict[int, tuple[_Row, int, int, bool]] = {}
        for x, y, strip, first, end in patches:
            if y >= len(self._rows):
                continue  # a frame of the size before
            known = laid.get(y) or (self._rows[y].copy(), first, 0, True)
            row, leftmost, rightmost, is_even = known
            width = min(end, len(row))
            for text, style, _ in strip:
                if x >= width:
                    break
                cells, even = _cells(text, style)
                start, x = x, x + len(cells)
                if x > first:
                    seen = cells[max(0, first - start) : width - start]
                    row[max(first, start) : min(x, width)] = seen
                    is_even = is_even and even
            laid[y] = row, min(leftmost, first), max(rightmost, width), is_even
        return laid


class Patches(CompositorUpdate):
    """What has changed on a screen, the hindmost first; to be sent as a change of what is shown."""

    def __init__(self, patches: Sequence[Patch]) -> None:
        self.patches = patches


class NearCompositor(Compositor):
    """Renders for a change the widgets that it touches, and none beside or beneath them."""

    def render_partial_update(self) -> Patches | None:  # type: ignore[override]
        """Render what has changed."""
        wanted = [region.intersection(self.size.region) for region in self._dirty_regions]
        self._dirty_regions.clear()
        patches: list[Patch] = []
        for widget, (region, clip) in self.visible_widgets.items():  # the foremost first
            seen = region.intersection(clip)
            mine = [each.intersection(seen) for each in wanted if each.overlaps(seen)]
            if mine:
                patches += _rendered(widget, region, seen, mine)
                wanted = [each for each in wanted if not seen.contains_region(each)]
        return Patches(patches[::-1]) if patches else None


def _rendered(
    widget: Widget, region: Region, seen: Region, parts: Sequence[Region]
) -> Iterator[Patch]:
    """Yield what is to be seen of a widget that lies in a region."""
    for part in parts:
        lines = Region(seen.x, part.y, seen.width, part.height).translate(-region.offset)
        for y, strip in enumerate(widget.render_lines(lines), part.y):
            yield Patch(seen.x, y, strip, part.x, part.right)


class _Difference(CompositorUpdate):
    """The update that is made when it is really sent: Textual may drop one before."""

    def __init__(self, shown: Shown, patches: Iterable[Patch], size: Size) -> None:
        self._shown = shown
        self._patches = patches
        self._size = size

    def render_segments(self, console: Console) -> str:
        """Write what differs, each piece to its place."""
        sent, pen = [], _Pen(COLOR_SYSTEMS.get(console.color_system or "", ColorSystem.TRUECOLOR))
        for y, x, cells in self._shown.put(self._patches, self._size):
            sent.append(f"\x1b[{y + 1};{x + 1}H")
            sent += [pen.write(text, style) for text, style in _joined(cells)]
        return "".join([*sent, pen.lay_down()])


class _Pen:
    """Writes with styles, of which only what changes from one text to the next is sent."""

    def __init__(self, colours: ColorSystem) -> None:
        self._colours = colours
        self._held: _Codes | None = None
        """The codes in force; others may have written, so that at first nothing is known."""

    def write(self, text: str, style: Style | None) -> str:
        """Return a text in a style."""
        held, self._held = self._held, _codes(style, self._colours)
        return _change(held, self._held) + text

    def lay_down(self) -> str:
        """Return what leaves the terminal without a style."""
        return "\x1b[0m" if self._held and any(self._held) else ""


@lru_cache(4096)
def _change(held: _Codes | None, wanted: _Codes) -> str:
    """Return what turns the codes in force into others."""
    if held == wanted:
        return ""
    if held is None or (held[-2] and not wanted[-2]) or (held[-1] and not wanted[-1]):
        codes = ["0", *wanted]
    else:
        changes = zip(held, wanted, (*_ENDS, "", ""), strict=True)
        codes = [now or end for was, now, end in changes if now != was]
    return f"\x1b[{';'.join(filter(None, codes))}m"


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


def _laid_out(update: LayoutUpdate) -> Iterator[Patch]:
    """Yield the strips of a whole frame, each of which is seen whole."""
    for y, strips in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in strips:
            yield Patch(x, y, strip, x, x + strip.cell_length)
            x += strip.cell_length


def _runs(row: _Row, changed: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the columns, first and one after the last, of what has to be written of a row."""
    if not changed:
        return
    begin = last = changed[0]
    for x in changed:
        if x - last > GAP or None in row[last:x]:
            yield begin, last + 1
            begin = x
        last = x
    yield begin, last + 1


def _is_even(row: Iterable[Cell | None]) -> bool:
    """Say whether each cell is a column wide and holds one character."""
    return all(len(cell[0]) == 1 for cell in row if cell)


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
def _cells(text: str, style: Style | None) -> tuple[tuple[Cell, ...], bool]:
    """Return the cells of a text, and whether they are even."""
    cells = tuple((part, style) for part in split(text))
    return cells, _is_even(cells)


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
