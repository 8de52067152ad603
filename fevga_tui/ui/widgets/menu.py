"""A list of things to do, of which one is chosen by arrows and Enter, by its letter or a click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style
from textual.events import Click
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import var

from fevga_tui.rules.cells import cut
from fevga_tui.ui.widgets.rows import Face, Row, Rows, row


class MenuItem(NamedTuple):
    """One thing to do: its letter, and how it is called."""

    key: str
    label: str


class Menu(Rows):
    """The things to do, one a line; the chosen one is marked by a sign as well as by colour."""

    COMPONENT_CLASSES = {"menu--chosen", "menu--key"}

    items: var[Sequence[MenuItem]] = var(())
    chosen = Face[int](0)

    class Picked(Message):
        """The item with this letter was picked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, items: Sequence[MenuItem], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.set_reactive(Menu.items, items)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return one line an item."""
        return len(self.items)

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """Return the width of the longest line."""
        return max((len(item.label) for item in self.items), default=0) + 8

    def watch_items(self) -> None:
        """Lay out and draw anew."""
        self.refresh(layout=True)
        self.redraw()

    def rows(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Return one line an item."""
        base = self.rich_style
        chosen = self.style_of("menu--chosen")
        key = self.style_of("menu--key")
        lines = []
        for at, item in enumerate(self.items):
            is_chosen = at == self.chosen
            style = chosen if is_chosen else base
            parts = [
                (" > " if is_chosen else "   ", Style()),
                (item.key, Style() if is_chosen else key),
                (f"  {cut(item.label, max(1, width - 7))}", Style()),
            ]
            lines.append(row(parts, width, style))
        return lines

    def act(self, key: str) -> bool:
        """Answer a key; say whether it was one of the menu's."""
        steps = {"up": -1, "left": -1, "shift+tab": -1, "down": 1, "right": 1, "tab": 1}
        if key in steps:
            self.chosen = (self.chosen + steps[key]) % len(self.items)
        elif key == "enter":
            self.post_message(self.Picked(self.items[self.chosen].key))
        elif key in (item.key for item in self.items):
            self.post_message(self.Picked(key))
        else:
            return False
        return True

    @property
    def caret(self) -> Offset:
        """The letter of the chosen item."""
        return Offset(3, self.chosen)

    def on_click(self, event: Click) -> None:
        """Pick the item that was clicked."""
        event.stop()
        if event.y < len(self.items):
            self.chosen = event.y
            self.post_message(self.Picked(self.items[event.y].key))
