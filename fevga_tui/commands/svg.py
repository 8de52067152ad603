"""A position as SVG, for a page: no fonts or files of others are needed to show it."""

from __future__ import annotations

from collections.abc import Iterator

from fevga_tui.commands.asked import Asked
from fevga_tui.commands.board import counts, rows, standing
from fevga_tui.rules.position import Side

_POINT, _HEIGHT, _RIM, _BAR, _TRAY, _GAP = 50, 226, 30, 26, 56, 44
"""The width and the height of a point, the rim, the bar, a tray, the gap between the halves."""

_STACK = 5
"""The checkers of a stack that are drawn; of a taller one the last gives the number."""

_RADIUS, _OFF = 22, 14
_CAPTION = 34
_WIDTH = 2 * _TRAY + 12 * _POINT + _BAR
_BOARD = 2 * _RIM + 2 * _HEIGHT + _GAP

_WOOD, _INK, _FELT, _PALE, _DEEP = "#4a2c1a", "#f0d9b0", "#1f4d3f", "#d8b482", "#8f4a2d"
_BODY = {Side.WHITE: "#fff8e7", Side.BLACK: "#201b22"}
_EDGE = {Side.WHITE: "#8d7a5c", Side.BLACK: "#a79bab"}


def board_svg(shown: Asked, seat: Side) -> str:
    """Draw a position from a seat; the sides differ by a mark as well as by colour."""
    height = _BOARD + _CAPTION
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img"'
        ' font-family="sans-serif" font-size="16" text-anchor="middle">',
        f"<title>Fevga: {shown.position.text(shown.side)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" rx="8" fill="{_WOOD}"/>',
    ]
    for left in (_TRAY, _TRAY + 6 * _POINT + _BAR):
        lines.append(_box(left, _RIM, 6 * _POINT, 2 * _HEIGHT + _GAP, _FELT))
    here = standing(shown)
    for is_upper, points in zip((True, False), rows(seat), strict=True):
        for column, point in enumerate(points):
            left = _TRAY + column * _POINT + (_BAR if column > 5 else 0)
            shade = _DEEP if (column + is_upper) % 2 else _PALE
            lines += _point(left, point, shade, is_upper=is_upper)
            if point in here:
                lines += _checkers(left + _POINT // 2, *here[point], is_upper=is_upper)
    for side in Side:
        lines += _tray(side, shown.seen_by(side).off, is_upper=side is not seat)
    lines += _captions(shown, height - 14)
    return "\n".join([*lines, "</svg>", ""])


def _level(inwards: int, *, is_upper: bool) -> int:
    """Return the height at a distance from the rim."""
    return _RIM + inwards if is_upper else _BOARD - _RIM - inwards


def _point(left: int, point: int, shade: str, *, is_upper: bool) -> Iterator[str]:
    """Yield the triangle of a point, and its number on the rim."""
    rim, tip = (_level(inwards, is_upper=is_upper) for inwards in (0, _HEIGHT - 6))
    corners = f"{left},{rim} {left + _POINT // 2},{tip} {left + _POINT},{rim}"
    yield f'<polygon points="{corners}" fill="{shade}"/>'
    yield _text(left + _POINT // 2, _level(-15, is_upper=is_upper) + 6, str(point), _INK)


def _checkers(middle: int, side: Side, count: int, *, is_upper: bool) -> Iterator[str]:
    """Yield the checkers on a point."""
    edge = f'stroke="{_EDGE[side]}" stroke-width="2"'
    for place in range(min(count, _STACK)):
        level = _level((2 * place + 1) * _RADIUS + 1, is_upper=is_upper)
        yield (
            f'<circle cx="{middle}" cy="{level}" r="{_RADIUS - 1}" fill="{_BODY[side]}" {edge}/>'
        )
        if place == _STACK - 1 and count > _STACK:
            yield _text(middle, level + 6, str(count), _EDGE[side], weight="bold")
        elif side is Side.WHITE:
            yield f'<circle cx="{middle}" cy="{level}" r="12" fill="none" {edge}/>'
        else:
            yield f'<path d="M{middle - 12} {level}h24" {edge}/>'


def _tray(side: Side, off: int, *, is_upper: bool) -> Iterator[str]:
    """Yield the checkers that a side has borne off: lower right for the seat, else upper left."""
    left = 0 if is_upper else _WIDTH - _TRAY
    level = _level(0 if is_upper else _HEIGHT, is_upper=is_upper)
    yield _box(left + 6, level, _TRAY - 12, _HEIGHT, _FELT)
    for place in range(off):
        level = _level(_OFF * (place + (not is_upper)) + 6, is_upper=is_upper)
        yield _box(left + 9, level, _TRAY - 18, _OFF - 2, _BODY[side])
    if off:
        yield _text(left + _TRAY // 2, _level(-15, is_upper=is_upper) + 6, str(off), _INK)


def _captions(shown: Asked, level: int) -> Iterator[str]:
    """Yield a line about each side, White's on the left."""
    for side, left, anchor in ((Side.WHITE, 14, "start"), (Side.BLACK, _WIDTH - 14, "end")):
        is_on_roll = side is shown.side
        text = f"{side.word}: {counts(shown, side)}{', on roll' if is_on_roll else ''}"
        weight = "bold" if is_on_roll else "normal"
        yield _text(left, level, text, _INK, weight=weight, anchor=anchor)


def _box(left: int, top: int, width: int, height: int, fill: str) -> str:
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{fill}"/>'


def _text(
    left: int, level: int, text: str, fill: str, *, weight: str = "normal", anchor: str = "middle"
) -> str:
    where = f'x="{left}" y="{level}" fill="{fill}"'
    return f'<text {where} font-weight="{weight}" text-anchor="{anchor}">{text}</text>'
