"""The kept matches as a list, of which only the lines in sight are looked up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.style import Style
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import var

from fevga_tui.rules.cells import cells, cut
from fevga_tui.rules.cells import left as filled
from fevga_tui.store import Summary
from fevga_tui.ui.widgets.rows import Face, Row, Rows, row

_WIDE, _WIDEST = 70, 85
"""From so many cells on a line has the length and the rules, and whole names of rules."""


def summary_line(match: Summary, width: int) -> str:
    """Return a match as one line: number, names, score, length, when, how it stands, rules.

    The names take what the others leave; in a narrow list the length and the rules give way.
    """
    number = str(match.number) if match.number > 0 else "new"
    if match.damage is not None:
        return cut(f"{number:>5}  damaged: {match.damage}", width)
    return _Columns(
        number,
        match.white,
        f"{match.score[0]:>2}-{match.score[1]:<2}",
        match.black,
        f"to {match.target}" if match.target else "unlimited",
        match.changed_at.strftime("%Y-%m-%d") if match.changed_at else "no date",
        "over" if match.is_over else "in use" if match.is_in_use else "unfinished",
        match.ruleset,
    ).line(width)


class _Columns(NamedTuple):
    """What stands in each column of the list."""

    number: str
    white: str
    score: str
    black: str
    length: str
    played: str
    state: str
    rules: str

    def line(self, width: int) -> str:
        """Return the columns side by side."""
        tail = f"  {self.played:<10}  {self.state:<10}"
        if width >= _WIDE:
            rules = filled(self.rules, 14 if width >= _WIDEST else 9)
            tail = f"  {self.length:<9}{tail}  {rules}"
        number = f"{self.number:>5}"
        room = max(9, width - len(number) - 9 - cells(tail))
        white, black = (filled(name, room // 2) for name in (self.white, self.black))
        return cut(f"{number}  {white} {self.score:<5} {black}{tail}", width)


_HEADS = _Columns("match", "White", "score", "Black", "length", "played", "state", "rules")


class MatchList(Rows):
    """A list of matches by number, with a cursor."""

    COMPONENT_CLASSES = {"list--chosen", "list--heads"}

    numbers: var[Sequence[int]] = var(())
    chosen = Face[int](0)
    instead = Face[str]("")

    class Picked(Message):
        """The match with this number was clicked."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, summary: Callable[[int], Summary | None]) -> None:
        super().__init__(id="matches")
        self._summary = summary
        self._top = 0

    @property
    def number(self) -> int | None:
        """The number of the match under the cursor."""
        return self.numbers[self.chosen] if self.numbers else None

    @property
    def page(self) -> int:
        """How many matches there is room for."""
        return max(1, self.outer_size.height - 1)

    def move(self, by: int) -> None:
        """Move the cursor by some lines."""
        self.chosen = max(0, min(len(self.numbers) - 1, self.chosen + by))

    def watch_numbers(self) -> None:
        """Show other matches."""
        self.chosen = max(0, min(len(self.numbers) - 1, self.chosen))
        self.redraw()

    def rows(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Return the heads of the columns, and the lines in sight."""
        base, chosen = self.rich_style, self.style_of("list--chosen")
        self._top = max(self.chosen - self.page + 1, min(self._top, self.chosen))
        heads = _HEADS.line(width - 2) if self.numbers else ""
        lines = [row([(f"  {heads}", Style())], width, self.style_of("list--heads"))]
        for at, number in enumerate(self.numbers[self._top : self._top + self.page], self._top):
            found = self._summary(number)
            line = summary_line(found, width - 2) if found else f"{number:>5}  is gone"
            is_chosen = at == self.chosen
            lines.append(
                row(
                    [(f"{'>' if is_chosen else ' '} {line}", Style())],
                    width,
                    chosen if is_chosen else base,
                )
            )
        if not self.numbers:
            lines.append(row([(cut(f"  {self.instead}", width), Style())], width, base))
        return lines

    @property
    def caret(self) -> Offset:
        """The line of the chosen match."""
        return Offset(0, 1 + self.chosen - self._top)

    def on_click(self, event: Click) -> None:
        """Pick the match that was clicked."""
        event.stop()
        at = self._top + event.y - 1
        if self._top <= at < len(self.numbers):
            self.chosen = at
            self.post_message(self.Picked(self.numbers[at]))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go on by the wheel."""
        event.stop()
        self.move(3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go back by the wheel."""
        event.stop()
        self.move(-3)
