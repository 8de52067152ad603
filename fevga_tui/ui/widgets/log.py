"""The record of the last turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.reactive import var
from textual.strip import Strip

from fevga_tui.rules.cells import wrapped
from fevga_tui.ui.widgets.rows import Rows, row


class LogLine(NamedTuple):
    """One turn of the record: what stands before the play, and the play."""

    label: str
    play: str


class LogView(Rows):
    """As many of the last turns as there is room for, the newest last."""

    COMPONENT_CLASSES = {"log--label"}

    face: var[Sequence[LogLine]] = var(())

    def rows(self, width: int, height: int) -> list[Strip]:
        """Return the newest lines that there is room for."""
        base, label = self.rich_style, self.get_component_rich_style("log--label")
        strips: list[Strip] = []
        for line in reversed(self.face):
            if len(strips) >= height:
                break
            indent = len(line.label) + 2
            plays = wrapped(line.play, max(1, width - indent), 3) or [""]
            lines = [row([(f" {line.label} ", label), (plays[0], base)], width, base)]
            lines += [row([(" " * indent + play, base)], width, base) for play in plays[1:]]
            strips[:0] = lines
        return strips[-height:]
