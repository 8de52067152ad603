"""The settings: how the table looks and behaves."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import DescendantFocus, Key
from textual.widgets import Static

from fevga_tui.ui.screens.base import FevgaDialog
from fevga_tui.ui.settings import CAPTIONS, NOTES, VALUES
from fevga_tui.ui.widgets.choice import Choice
from fevga_tui.ui.widgets.keybar import KeyBar, KeyHint


class SettingsScreen(FevgaDialog[None]):
    """Shows every setting; a change holds at once and is kept."""

    AUTO_FOCUS = "Choice"

    def parts(self) -> ComposeResult:
        """Yield a line a setting."""
        settings = self.fevga.settings
        with Vertical(classes="dialog", id="settings"):
            yield Static("Settings", classes="heading", markup=False)
            for name, values in VALUES.items():
                taken = values.index(getattr(settings, name))
                yield Choice(CAPTIONS[name], values, taken, id=name)
            yield Static(id="note", markup=False)
        yield KeyBar.of(
            KeyHint("down", "up/down", "line"),
            KeyHint("right", "left/right", "value"),
            KeyHint("escape", "Esc", "close"),
        )

    def act(self, key: str, event: Key) -> None:  # noqa: ARG002
        """Answer a key."""
        focused = self.focused
        if key in ("escape", "enter", "q", "s"):
            self.leave()
        elif key in ("down", "tab"):
            self.focus_next()
        elif key in ("up", "shift+tab"):
            self.focus_previous()
        elif key in ("left", "right", "space") and isinstance(focused, Choice):
            focused.step(-1 if key == "left" else 1)

    def leave(self) -> None:
        """Close."""
        self.dismiss(None)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Say what the value of the line means."""
        if isinstance(event.widget, Choice):
            self._explain(event.widget)

    def _explain(self, choice: Choice) -> None:
        self.query_one("#note", Static).update(NOTES[choice.id or ""][choice.value])

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Take the new value."""
        event.stop()
        self.fevga.change_setting(event.choice.id or "", event.choice.value)
        self._explain(event.choice)
