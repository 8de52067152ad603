"""A position drawn as lines of text, by rich."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from fevga_tui.commands.asked import Asked
from fevga_tui.commands.board import rows, standing
from fevga_tui.rules.position import Side

NARROWEST = 41
"""The columns that the narrowest drawing needs."""

_ROWS = 5
"""The checkers of a stack that are drawn; of a taller one the last gives the number."""

Corners = tuple[str, str, str]
"""Left, in the middle and right."""


class Frame(NamedTuple):
    """The signs of the frame: its upper and lower corners, and its lines."""

    upper: Corners
    lower: Corners
    level: str
    upright: str


LINES = Frame(("┌", "┬", "┐"), ("└", "┴", "┘"), "─", "│")
SIGNS = Frame(("+", "+", "+"), ("+", "+", "+"), "-", "|")


@dataclass(frozen=True, slots=True)
class Size:
    """How wide a point is drawn: its checkers by side, and the bare ground from the rim inwards."""

    checkers: dict[Side, str]
    numbered: dict[Side, str]
    taper: tuple[int, ...]

    @property
    def point(self) -> int:
        """The cells of a point."""
        return self.taper[0]

    @property
    def half(self) -> int:
        """The cells of six points and the gaps between and beside them."""
        return 6 * (self.point + 1) + 1


_USUAL = Size(
    {Side.WHITE: "(OO)", Side.BLACK: "[XX]"},
    {Side.WHITE: "({:2})", Side.BLACK: "[{:2}]"},
    (4, 4, 2, 2, 0),
)
_NARROW = Size(
    {Side.WHITE: "OO", Side.BLACK: "XX"},
    {Side.WHITE: "{:2}", Side.BLACK: "{:2}"},
    (2, 2, 1, 1, 0),
)

_WOOD = Style(color="#f0d9b0", bgcolor="#4a2c1a")
_FELT = Style(bgcolor="#1f4d3f")
# Colours hide the signs of the ground, which tell the points apart where there are none.
_GROUND = {
    ".": Style(color="#d8b482", bgcolor="#d8b482"),
    ":": Style(color="#8f4a2d", bgcolor="#8f4a2d"),
}
_SIDES = {
    Side.WHITE: Style(color="#4d3f26", bgcolor="#fff8e7", bold=True),
    Side.BLACK: Style(color="#d9cfdd", bgcolor="#201b22", bold=True),
}


def checker(side: Side, width: int) -> Text:
    """Return a checker as `board_text` draws it in this width."""
    return Text(_size(width).checkers[side], _SIDES[side])


def board_text(shown: Asked, seat: Side, frame: Frame, width: int) -> Text:
    """Draw a position from a seat, 65 columns wide, or 41 where there are fewer.

    A side is told by the signs of its checkers as well as by colour.
    """
    size = _size(width)
    upper, lower = rows(seat)
    here = standing(shown)
    text = Text(no_wrap=True)
    _numbers(text, upper, size)
    _edge(text, frame.upper, frame.level * size.half)
    _half(text, upper, range(_ROWS), here, frame, size, first_ground=1)
    middle = " " * size.half
    text.append(f"{frame.upright}{middle}{frame.upright}{middle}{frame.upright}\n", _WOOD)
    _half(text, lower, reversed(range(_ROWS)), here, frame, size, first_ground=0)
    _edge(text, frame.lower, frame.level * size.half)
    _numbers(text, lower, size)
    return text


def _size(width: int) -> Size:
    return _USUAL if width >= 2 * _USUAL.half + 3 else _NARROW


def _numbers(text: Text, points: list[int], size: Size) -> None:
    halves = (
        "".join(f" {point:^{size.point}}" for point in half) for half in (points[:6], points[6:])
    )
    text.append(f" {'  '.join(halves)}  \n", _WOOD)


def _edge(text: Text, corners: Corners, level: str) -> None:
    left, middle, right = corners
    text.append(f"{left}{level}{middle}{level}{right}\n", _WOOD)


def _half(
    text: Text,
    points: list[int],
    depths: Iterable[int],
    here: dict[int, tuple[Side, int]],
    frame: Frame,
    size: Size,
    first_ground: int,
) -> None:
    """Draw a row of points, each depth of it a line; depth 0 is at the rim."""
    for depth in depths:
        for column, point in enumerate(points):
            if column in (0, 6):
                text.append(" " if column else "", _FELT)
                text.append(frame.upright, _WOOD)
            text.append(" ", _FELT)
            owner, count = here.get(point, (None, 0))
            if owner and depth < count:
                is_number = count > _ROWS and depth == _ROWS - 1
                numbered, plain = size.numbered[owner], size.checkers[owner]
                text.append(numbered.format(count) if is_number else plain, _SIDES[owner])
            else:
                sign = ".:"[(column + first_ground) % 2]
                ground = sign * size.taper[depth]
                left = " " * ((size.point - len(ground)) // 2)
                right = " " * (size.point - len(ground) - len(left))
                text.append(left, _FELT).append(ground, _GROUND[sign]).append(right, _FELT)
        text.append(" ", _FELT)
        text.append(f"{frame.upright}\n", _WOOD)
