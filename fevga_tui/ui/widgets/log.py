"""The record of the last turns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

from fevga_tui.rules.cells import wrapped
from fevga_tui.ui.widgets.rows import Face, Row, Rows, row


class LogLine(NamedTuple):
    """One turn of the record: what stands before the play, and the play."""

    label: str
    play: str


class LogView(Rows):
    """As many of the last turns as there is room for, the newest last."""

    COMPONENT_CLASSES = {"log--label"}

    face = Face[Sequence[LogLine]](())

    def rows(self, width: int, height: int) -> list[Row]:
        """Return the newest lines that there is room for."""
        rows: list[Row] = []
        for line in reversed(self.face):
            if len(rows) >= height:
                break
            rows[:0] = self._drawn(line, width)
        return rows[-height:]

    def rows_of(self, line: LogLine) -> int:
        """Return how many rows a line takes."""
        return len(self._drawn(line, self.size.width))

    def _drawn(self, line: LogLine, width: int) -> tuple[Row, ...]:
        label = self.style_of("log--label")
        return _rows(line, width, self.rich_style, label)


@lru_cache(maxsize=256)  # with every turn the lines before it only move up
def _rows(line: LogLine, width: int, base: Style, label: Style) -> tuple[Row, ...]:
    indent = len(line.label) + 2
    first, *others = wrapped(line.play, max(1, width - indent), 3) or [""]
    return (
        row([(f" {line.label} ", label), (first, base)], width, base),
        *(row([(" " * indent + play, base)], width, base) for play in others),
    )
