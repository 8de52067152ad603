"""The board drawn as lines of text, by rich, for terminals that print lines, files and pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.text import Text

from fevga_tui.rules.position import Position, Side

NARROWEST = 42
"""The columns that a drawing needs; it grows with the width up to `WIDEST`."""

WIDEST = 78

_ROWS = 5
_LEAST, _MOST = 3, 6
_FRAME = 6  # the three uprights of the frame, and a blank inside each half's edges


@dataclass(frozen=True, slots=True)
class Signs:
    """What a board is drawn with; the two sides differ without any colour."""

    white: str
    black: str
    empty: str
    upright: str
    level: str
    top: tuple[str, str, str]
    middle: tuple[str, str, str]
    bottom: tuple[str, str, str]

    def checker(self, side: Side) -> str:
        """Return a side's checker."""
        return self.white if side is Side.WHITE else self.black


LINES = Signs("○", "●", "·", "│", "─", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"))
SEVEN_BIT = Signs("O", "X", ".", "|", "-", ("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+"))


def board(
    position: Position,
    side: Side,
    signs: Signs,
    width: int,
    *,
    seat: Side = Side.WHITE,
    names: Mapping[Side, str] | None = None,
) -> Text:
    """Return the board drawn for a seat, at most `width` columns wide; `side` is on roll.

    The seat's home is at the lower right, the other side's at the upper left. A stack that is too
    tall has its number on top. Below `NARROWEST` columns it is as wide as that.
    """
    point_width = max(_LEAST, min(_MOST, (min(width, WIDEST) - _FRAME) // 12))
    top = [seat.printed(own) for own in range(13, 25)]
    bottom = [seat.printed(own) for own in range(12, 0, -1)]
    edge = signs.level * (6 * point_width + 1)
    columns = {}
    for own in range(1, 25):
        for owner, counts in ((side, position.mine), (side.other, position.theirs)):
            if counts[own]:
                columns[owner.printed(own)] = _stack(signs, owner, counts[own])
    empty = [(signs.empty, "dim")] + [(" ", "")] * (_ROWS - 1)
    upper = [columns.get(point, empty) for point in top]
    lower = [columns.get(point, empty) for point in bottom]
    drawn = Text(no_wrap=True, overflow="ignore")
    drawn.append(_caption(position, side, seat.other, signs, names) + "\n")
    drawn.append_text(_row(" ", [(str(point), "bold") for point in top], point_width))
    drawn.append(_ruled(signs.top, edge))
    for row in range(_ROWS):
        cells = [column[row] for column in upper]
        drawn.append_text(_row(signs.upright, cells, point_width))
    drawn.append(_ruled(signs.middle, edge))
    for row in reversed(range(_ROWS)):
        cells = [column[row] for column in lower]
        drawn.append_text(_row(signs.upright, cells, point_width))
    drawn.append(_ruled(signs.bottom, edge))
    drawn.append_text(_row(" ", [(str(point), "bold") for point in bottom], point_width))
    drawn.append(_caption(position, side, seat, signs, names))
    return drawn


_Cell = tuple[str, str]
"""What stands on a point in one row, and its style."""


def _stack(signs: Signs, owner: Side, count: int) -> list[_Cell]:
    """Return a point's rows from the rim inwards."""
    style = "bold" if owner is Side.WHITE else ""
    rows = [(signs.checker(owner), style)] * min(count, _ROWS)
    if count > _ROWS:
        rows[-1] = (str(count), "bold")
    return rows + [(" ", "")] * (_ROWS - len(rows))


def _row(upright: str, cells: list[_Cell], point_width: int) -> Text:
    row = Text(upright)
    for half in (cells[:6], cells[6:]):
        for text, style in half:
            row.append(f"{text:>{(point_width + 2) // 2}}".ljust(point_width), style)
        row.append(f" {upright}")
    row.rstrip()
    return row.append("\n")


def _ruled(corners: tuple[str, str, str], edge: str) -> str:
    left, middle, right = corners
    return f"{left}{edge}{middle}{edge}{right}\n"


def _caption(
    position: Position, side: Side, owner: Side, signs: Signs, names: Mapping[Side, str] | None
) -> str:
    """Name a side below or above its tray: its sign, checkers off and pips."""
    seen = position if owner is side else position.turned()
    on_roll = ", on roll" if owner is side else ""
    name = names[owner] if names else owner.word
    return f"{signs.checker(owner)} {name}: {seen.off} off, {seen.pips} pips{on_roll}"
