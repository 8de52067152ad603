"""The upper edge of a board, to look at."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, cycle, islice

from rich.segment import Segment

from fevga_tui.rules.position import Side
from fevga_tui.ui.geometry import Geometry
from fevga_tui.ui.widgets.drawing import (
    PAINTED,
    Glyphs,
    Paint,
    PointFace,
    Setting,
    point_rows,
)
from fevga_tui.ui.widgets.rows import Row, Rows, fitted

_WHITE, _BLACK = Side.WHITE, Side.BLACK
_STANDING = ((_WHITE, 3), (None, 0), (_BLACK, 1), (_WHITE, 1), (None, 0), (_BLACK, 2), (None, 0))
"""Whose checkers stand on a point and how many, again and again: no position of a game."""


class FriezeView(Rows):
    """As many points as there is room for, with a few checkers on them."""

    COMPONENT_CLASSES = PAINTED

    def __init__(self, glyphs: Callable[[], Glyphs]) -> None:
        super().__init__(id="frieze")
        self._glyphs = glyphs

    def rows(self, width: int, height: int) -> list[Row]:
        """Return the points without their numbers, in wood."""
        paint = Paint.of(self, self._glyphs())
        geometry = Geometry.of(self.app.size, rim_rows=1)._replace(rows=height)
        setting = Setting(geometry, paint, is_top=True)
        count = (width - 2) // geometry.point_width
        points = [
            point_rows(PointFace(is_dark=at % 2 == 1, side=side, checkers=checkers), setting)[1:]
            for at, (side, checkers) in enumerate(islice(cycle(_STANDING), count))
        ]
        edge = (width - count * geometry.point_width) // 2
        wood = Segment(" " * edge, paint.wood)
        rows = (chain([wood], *parts) for parts in zip(*points, strict=True))
        return [fitted([*row], width, paint.wood) for row in rows]
