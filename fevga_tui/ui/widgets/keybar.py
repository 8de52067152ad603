"""The last line: the keys that do something now; each can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.events import Click
from textual.message import Message

from fevga_tui.ui.widgets.rows import Face, Part, Row, Rows, row


class KeyHint(NamedTuple):
    """A key, how it is written, and what it does now."""

    key: str
    written: str
    does: str

    @property
    def width(self) -> int:
        """The cells that the hint takes, the gap after it included."""
        return cell_len(f"{self.written} {self.does}") + 2


class KeyBar(Rows):
    """The keys of the moment, the most wanted first; those at the end of the list always fit."""

    COMPONENT_CLASSES = {"keybar--key"}

    face = Face[Sequence[KeyHint]](())
    kept = Face[int](2)
    """How many hints at the end of the list are shown however narrow the line is."""

    class Pressed(Message):
        """The hint of this key was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._shown: Sequence[tuple[range, str]] = ()

    @classmethod
    def of(cls, *hints: KeyHint) -> KeyBar:
        """Make the line of a screen whose keys stay the same, the last of them always in sight."""
        bar = cls(id="keys")
        bar.face = hints
        bar.kept = 1
        return bar

    def rows(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Return the line with the hints that fit."""
        styles = self.rich_style, self.style_of("keybar--key")
        line, self._shown = _line(tuple(self.face), self.kept, width, *styles)
        return [line]

    def on_click(self, event: Click) -> None:
        """Tell which hint was clicked."""
        event.stop()
        for cells, key in self._shown:
            if event.x in cells:
                self.post_message(self.Pressed(key))


@lru_cache(maxsize=64)  # the same few come again and again
def _line(
    hints: tuple[KeyHint, ...], kept: int, width: int, base: Style, key_style: Style
) -> tuple[Row, Sequence[tuple[range, str]]]:
    """Return the line, and which columns of it show which key."""
    split = max(0, len(hints) - kept)
    fitting, last = [], hints[split:]
    room = width - 1 - sum(hint.width for hint in last)
    for hint in hints[:split]:
        room -= hint.width
        if room < 0:
            break
        fitting.append(hint)
    parts: list[Part] = [(" ", Style())]
    shown = []
    at = 1
    for hint in (*fitting, *last):
        shown.append((range(at, at + hint.width - 2), hint.key))
        parts += [(hint.written, key_style), (f" {hint.does}  ", Style())]
        at += hint.width
    return row(parts, width, base), tuple(shown)
