"""How a point, a tray and a die are drawn, as rows of cells, from the colours of the stylesheet.

A row of a point is made of half cells, two a cell, so that points can taper and checkers have air
beside them. Without colours, or with 7-bit characters only, signs take the place of colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from fevga_tui.rules.position import Side
from fevga_tui.ui.geometry import Geometry
from fevga_tui.ui.widgets.rows import Row


class Glyphs(Enum):
    """What the board is drawn with."""

    BLOCKS = "blocks"
    SIGNS = "signs"


class Marks(NamedTuple):
    """The marks on points: arrows at checkers, where the last play left and where it came to."""

    up: str
    down: str
    left: str
    came: str


_MARKS = {Glyphs.BLOCKS: Marks("▴", "▾", "◦", "◂▸"), Glyphs.SIGNS: Marks("^", "v", ".", "<>")}


class Paint(NamedTuple):
    """The colours and glyphs of the board, read from the stylesheet once a theme."""

    glyphs: Glyphs
    wood: Style
    felt: Style
    light: Style
    dark: Style
    white: Style
    black: Style
    number: Style
    legal: Style
    cursor: Style
    mark: Style
    trail: Style
    die: Style
    used: Style

    @classmethod
    def of(cls, widget: Widget, glyphs: Glyphs) -> Paint:
        """Read the colours of the theme in force for a widget, whose component classes they are."""
        styles = [widget.get_component_rich_style(f"board--{name}") for name in cls._fields[1:]]
        return cls(glyphs, *styles)

    def __hash__(self) -> int:
        """Tell paints apart by identity: one is made for each theme, and rows are cached by it."""
        return id(self)

    @property
    def marks(self) -> Marks:
        """The marks that are drawn by these glyphs."""
        return _MARKS[self.glyphs]

    def checker(self, side: Side) -> Style:
        """Return the style of a side's checkers: the body is its background."""
        return self.white if side is Side.WHITE else self.black

    def sample(self, side: Side) -> list[Segment]:
        """Return one checker on felt, four cells wide, to stand beside a name on any ground."""
        return list(_checker(self, side, _inner(self, side, 2), self.felt))


PAINTED = {f"board--{name}" for name in Paint._fields[1:]}
"""The component classes of a widget that is painted."""


class Setting(NamedTuple):
    """What a part of the board is drawn by: the measures, the paint, the rim that it hangs from."""

    geometry: Geometry
    paint: Paint
    is_top: bool


class PointFace(NamedTuple):
    """What one point shows: its numbers, the checkers, and the marks of the moment.

    The own number is 0 where it is not shown. `landing` is the dice that would land here (`6`,
    `6+5`, `222`); `came` that the last play ended here, `left` that it began here.
    """

    printed: int = 0
    own: int = 0
    is_dark: bool = False
    side: Side | None = None
    checkers: int = 0
    is_source: bool = False
    is_chosen: bool = False
    has_cursor: bool = False
    landing: str = ""
    left: bool = False
    came: bool = False


class TrayFace(NamedTuple):
    """What a tray shows: whose it is, the checkers off, the marks."""

    side: Side = Side.WHITE
    checkers: int = 0
    has_cursor: bool = False
    landing: str = ""


@lru_cache(maxsize=512)
def point_rows(face: PointFace, setting: Setting) -> Sequence[Row]:
    """Return the rows of a point from the rim inwards, turned over for the lower half."""
    geometry, paint, is_top = setting.geometry, setting.paint, setting.is_top
    width, rows = geometry.point_width, geometry.rows
    drawn = [_rim(face, str(face.printed), _number_style(face, paint), width)]
    if geometry.rim_rows > 1:
        # Right below the digits of the printed number.
        drawn.append((Segment(f"{face.own or '':>2}".center(width), paint.wood),))
    shown = min(face.checkers, max(1, rows - 1))
    for row in range(rows):
        ground = -(-width * (rows - row) // rows)
        drawn.append(_point_row(face, row, shown, ground, width, paint, is_top=is_top))
    return tuple(drawn if is_top else reversed(drawn))


def _number_style(face: PointFace, paint: Paint) -> Style:
    if face.has_cursor or face.is_chosen:
        return paint.cursor
    return paint.legal if face.is_source or face.landing else paint.number


def _rim(face: PointFace | TrayFace, name: str, style: Style, width: int) -> Row:
    text = f"{name:>2}"
    text = (f"[{text}]" if face.has_cursor else text).center(width)
    return (Segment(text, style),)


_COUNTED = 5
"""The most checkers that are counted at a glance; higher stacks have their number on them."""


def _point_row(
    face: PointFace, row: int, shown: int, ground: int, width: int, paint: Paint, *, is_top: bool
) -> Row:
    """Return one row of a point: a checker, the slot beyond the last one, or bare ground."""
    shade = paint.dark if face.is_dark else paint.light
    beside = shade if ground >= width else paint.felt
    hidden = face.checkers - shown
    # A chosen checker is lifted into the slot; where more are hidden, the stack stays as it is.
    lifted = 1 if face.is_chosen and not hidden else 0
    standing = shown - lifted
    is_numbered = hidden > 0 or face.checkers > _COUNTED
    inner = width - 2
    if face.side is not None and row < standing:
        text = _inner(paint, face.side, inner)
        if row == standing - 1 and is_numbered:
            text = f"{face.checkers - lifted:>2}".center(inner)
        elif row == shown - 1 and face.came:
            text = paint.marks.came.center(inner)
        return _checker(paint, face.side, text, beside)
    if row == shown and face.is_chosen and face.side is not None:
        arrows = _arrow(paint, is_top=not is_top) * inner
        return _checker(paint, face.side, arrows, beside)
    if row == shown and face.landing:
        return _tag(face.landing, paint.mark, width, ground, shade, paint)
    sign, style = "", paint.mark
    if row == shown and face.is_source:
        sign = _arrow(paint, is_top=is_top) * 2
    elif row == shown and face.left:
        sign, style = paint.marks.left, paint.trail
    elif row == shown and face.came and is_numbered:
        # The last checker has the number on it.
        sign, style = paint.marks.came, paint.trail
    return _on_ground(sign, style, width, ground, shade, paint)


def _arrow(paint: Paint, *, is_top: bool) -> str:
    """Return the sign that points at the checkers: up in the top row, where they hang."""
    return paint.marks.up if is_top else paint.marks.down


def _inner(paint: Paint, side: Side, width: int) -> str:
    """Return what fills a checker: the sides differ in it as well as in brightness."""
    if paint.glyphs is Glyphs.SIGNS:
        return ("O" if side is Side.WHITE else "X") * width
    return ("▁" if side is Side.WHITE else "─") * width


@lru_cache(maxsize=4096)
def _checker(paint: Paint, side: Side, text: str, beside: Style) -> Row:
    """Return a checker around a text, with half a cell of what lies beside it on either side."""
    body = paint.checker(side)
    if paint.glyphs is Glyphs.SIGNS:
        left, right = ("(", ")") if side is Side.WHITE else ("[", "]")
        return (Segment(f"{left}{text}{right}", body),)
    if beside.bgcolor is None or beside.bgcolor.is_default:
        # The terminal's own background is no colour to draw with.
        edge = Style(color=body.bgcolor, bgcolor=beside.bgcolor)
        return (Segment("▐", edge), Segment(text, body), Segment("▌", edge))
    edge = Style(color=beside.bgcolor, bgcolor=body.bgcolor)
    return (Segment("▌", edge), Segment(text, body), Segment("▐", edge))


@lru_cache(maxsize=4096)
def _on_ground(text: str, style: Style, width: int, ground: int, shade: Style, paint: Paint) -> Row:
    """Return a row of bare ground `ground` cells wide on the felt, a text in its middle."""
    if paint.glyphs is Glyphs.SIGNS:
        fill = (":" if shade is paint.dark else ".") * ground
        if text:
            return (Segment(text.center(width), style),)
        return (Segment(fill.center(width), shade),)
    if text and (width - len(text)) % 2 and len(text) == 2:
        text += " "
    left = (width - ground) / 2
    cells = []
    start = (width - len(text)) // 2
    for cell in range(width):
        halves = [
            shade if left <= cell + half / 2 < left + ground else paint.felt for half in (0, 1)
        ]
        at = cell - start
        if 0 <= at < len(text) and text[at] != " ":
            # On the felt's colour a mark shows on pale and deep points alike.
            cells.append(Segment(text[at], style))
        elif halves[0] is halves[1]:
            cells.append(Segment(" ", Style(bgcolor=halves[0].bgcolor)))
        else:
            cells.append(Segment("▌", Style(color=halves[0].bgcolor, bgcolor=halves[1].bgcolor)))
    return tuple(Segment.simplify(cells))


@lru_cache(maxsize=4096)
def _tag(text: str, style: Style, width: int, ground: int, shade: Style, paint: Paint) -> Row:
    """Return a landing: the dice that lead there, on a tag of their own."""
    if paint.glyphs is Glyphs.SIGNS:
        shown = text if len(text) >= width - 1 else f"<{text}>"
        return (Segment(shown.center(width), style),)
    shown = f"{text:>2}".center(width if width < 6 else width - 2)
    tag = paint.cursor
    left = (width - len(shown)) // 2
    right = width - left - len(shown)
    bare = Strip(_on_ground("", style, width, ground, shade, paint), width)
    return (*bare.crop(0, left), Segment(shown, tag), *bare.crop(width - right, width))


def tray_rows(face: TrayFace, setting: Setting) -> Sequence[Row]:
    """Return the rows of a tray from the rim inwards: two checkers a row, lying on their side."""
    geometry, paint, is_top = setting.geometry, setting.paint, setting.is_top
    width, rows = geometry.tray_width, geometry.rows
    style = paint.cursor if face.has_cursor else paint.legal if face.landing else paint.number
    # Under the cursor the brackets take the room of the side's letter.
    name = "off" if face.has_cursor else f"{face.side.word[0]} off"
    drawn = [_rim(face, name, style, width)]
    drawn += [(Segment(" " * width, paint.wood),)] * (geometry.rim_rows - 1)
    edge = Segment(" ", paint.wood)
    inner = width - 2
    body = paint.checker(face.side)
    for row in range(rows):
        here = max(0, min(2, face.checkers - 2 * row))
        free = row == (face.checkers + 1) // 2
        if free and face.landing:
            tag = paint.mark if paint.glyphs is Glyphs.SIGNS else paint.cursor
            middle = Segment(face.landing[:inner].center(inner), tag)
        elif here and paint.glyphs is Glyphs.SIGNS:
            sign = "O" if face.side is Side.WHITE else "X"
            middle = Segment((sign * (here * inner // 2 or here)).ljust(inner), body)
        elif here == 2:
            middle = Segment("▄" * inner, Style(color=body.color, bgcolor=body.bgcolor))
        elif here == 1:
            half = "▀" if is_top else "▄"
            middle = Segment(half * inner, Style(color=body.bgcolor, bgcolor=paint.felt.bgcolor))
        else:
            middle = Segment(" " * inner, paint.felt)
        drawn.append((edge, middle, edge))
    if face.checkers:
        drawn[-1] = (edge, Segment(f"{face.checkers:^{inner}}", paint.number), edge)
    return drawn if is_top else drawn[::-1]
