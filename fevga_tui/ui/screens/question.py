"""A question with two answers, of which the harmless one is the default."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Static

from fevga_tui.ui.screens.base import FevgaDialog
from fevga_tui.ui.widgets.keybar import KeyBar, KeyHint
from fevga_tui.ui.widgets.menu import Menu, MenuItem


class QuestionScreen(FevgaDialog[bool]):
    """Asks; `y` says yes, `n`, Enter and Esc say no."""

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question = question
        self._items = (MenuItem("n", no), MenuItem("y", yes))

    def parts(self) -> ComposeResult:
        """Yield the question and its answers."""
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            yield Menu(self._items)
        yield KeyBar.of(
            KeyHint("down", "up/down", "choose"),
            KeyHint("enter", "Enter", "answer"),
            KeyHint("escape", "Esc", self._items[0].label.lower()),
        )

    def act(self, key: str, event: Key) -> None:  # noqa: ARG002
        """Answer a key; what is neither answer changes nothing."""
        if key == "escape":
            self.leave()
        else:
            self.query_one(Menu).act(key)

    def leave(self) -> None:
        """Take the harmless answer."""
        self.dismiss(result=False)

    def on_menu_picked(self, event: Menu.Picked) -> None:
        """Close with the answer."""
        event.stop()
        self.dismiss(result=event.key == "y")
