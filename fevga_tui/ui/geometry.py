"""Where everything on the table lies, for any size of the terminal; all measures in cells."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region, Size

from fevga_tui.rules.position import Side

SMALLEST = Size(60, 20)
"""Below this a notice stands in place of the screen."""

WITH_PANEL = 80
LEGEND_ROWS = 3
TOP, BOTTOM = 0, 1

Spot = tuple[int, int]
"""A place as drawn: the row (TOP or BOTTOM) and the column 0–11, or the tray's column."""

TRAYS: tuple[Spot, Spot] = ((TOP, -1), (BOTTOM, 12))
"""Where the trays are drawn; no seat changes that."""
QUADRANTS: tuple[Spot, ...] = ((TOP, 0), (TOP, 6), (BOTTOM, 0), (BOTTOM, 6))
"""The left point of each quadrant."""


@lru_cache(maxsize=4)
def spots(seat: Side) -> dict[int, Spot]:
    """Return where each printed point 1–24 is drawn for a seat, which has its home lower right.

    From White's seat the top row is 13 … 24 and the bottom row 12 … 1 (section 1 of the rules).
    """
    found = {}
    for printed in range(1, 25):
        own = seat.own(printed)
        found[printed] = (TOP, own - 13) if own > 12 else (BOTTOM, 12 - own)
    return found


def tray_spot(side: Side, seat: Side) -> Spot:
    """Return where a side's tray is drawn: lower right for the seat's own, else upper left."""
    return TRAYS[side is seat]


class Geometry(NamedTuple):
    """The measures of the table at one size of the terminal."""

    screen: Size
    point_width: int
    tray_width: int
    bar_width: int
    rim_rows: int
    rows: int
    middle_rows: int
    panel_width: int

    @classmethod
    def of(cls, screen: Size, rim_rows: int) -> Geometry:
        """Return the measures for a terminal: wider points and taller stacks in a larger one."""
        width, height = screen
        panel = 0 if width < WITH_PANEL else 21 if width < 100 else 26 if width < 140 else 32
        roomy = width >= 100
        tray, bar = (7, 3) if roomy else (5, 1)
        point = max(4, min(10, (width - panel - 2 * tray - bar) // 12))
        middle = 3 if height >= 28 and roomy else 1
        # Above and below the board: the title, what to do, two lines of message, the keys.
        # A second rim takes its row from the points, so that nothing else moves.
        rows = max(1, (height - 5 - middle) // 2 - rim_rows)
        board = 12 * point + 2 * tray + bar
        return cls(screen, point, tray, bar, rim_rows, rows, middle, width - board if panel else 0)

    @property
    def board(self) -> Region:
        """The board, below the title."""
        width = 12 * self.point_width + 2 * self.tray_width + self.bar_width
        left = 0 if self.panel_width else (self.screen.width - width) // 2
        return Region(left, 1, width, 2 * (self.rim_rows + self.rows) + self.middle_rows)

    def part(self, name: str) -> Region:
        """Return the region of a part of the table: `title`, `board`, `players` and so on."""
        board, (width, height) = self.board, self.screen
        players = 7  # three lines for each, and one between them
        match name:
            case "title":
                return Region(0, 0, width, 1)
            case "board":
                return board
            case "players":
                return Region(board.right, board.y, self.panel_width, players)
            case "log":
                top = board.y + players
                height = board.bottom - top - LEGEND_ROWS
                return Region(board.right, top, self.panel_width, height)
            case "legend":
                top = board.bottom - LEGEND_ROWS
                return Region(board.right, top, self.panel_width, LEGEND_ROWS)
            case "speech":
                return Region(0, board.bottom, width, height - board.bottom - 1)
            case "keys":
                return Region(0, height - 1, width, 1)
        return self.screen.region

    def spot(self, spot: Spot) -> Region:
        """Return the region of a place, seen from the board's corner."""
        row, column = spot
        height = self.rim_rows + self.rows
        top = 0 if row == TOP else height + self.middle_rows
        if column < 0:
            return Region(0, top, self.tray_width, height)
        left = self.tray_width + column * self.point_width + (column >= 6) * self.bar_width
        return Region(left, top, self.tray_width if spot in TRAYS else self.point_width, height)

    def quadrant(self, first: Spot) -> Region:
        """Return the region of six points, the left one of which is `first`."""
        point = self.spot(first)
        return Region(point.x, point.y, 6 * point.width, point.height)

    @property
    def middle(self) -> Region:
        """The strip between the halves, where the dice lie, seen from the board's corner."""
        width = 12 * self.point_width + self.bar_width
        return Region(self.tray_width, self.rim_rows + self.rows, width, self.middle_rows)

    @property
    def bars(self) -> tuple[Region, Region]:
        """The bar between the quadrants, above and below the middle, from the board's corner."""
        left = self.tray_width + 6 * self.point_width
        height = self.rim_rows + self.rows
        below = height + self.middle_rows
        return Region(left, 0, self.bar_width, height), Region(left, below, self.bar_width, height)
