"""The rules and the keys, to read."""

from __future__ import annotations

from importlib.resources import files

from textual.app import ComposeResult
from textual.events import Key, MouseScrollDown, MouseScrollUp
from textual.strip import Strip

from fevga_tui.ui.screens.base import FevgaDialog
from fevga_tui.ui.text import wrapped
from fevga_tui.ui.widgets.keybar import KeyBar, KeyHint
from fevga_tui.ui.widgets.rows import Rows, row

_STEPS = {"up": -1, "k": -1, "down": 1, "j": 1, "enter": 1}


def help_lines(text: str, width: int) -> list[tuple[str, bool]]:
    """Break the help text to a width; each line says whether it is a heading."""
    lines: list[tuple[str, bool]] = []
    for paragraph in text.splitlines():
        is_heading = paragraph.startswith("#")
        plain = paragraph.lstrip("# ") if is_heading else paragraph
        indent = " " * (len(plain) - len(plain.lstrip()))
        if plain.lstrip().startswith("- "):
            indent += "  "
        if not plain.strip():
            lines.append(("", False))
        for at, part in enumerate(wrapped(plain, width - len(indent), 99)):
            first = " " * (len(plain) - len(plain.lstrip()))
            lines.append(((first if at == 0 else indent) + part, is_heading))
    return lines


class HelpText(Rows):
    """A long text, of which a part is shown."""

    COMPONENT_CLASSES = {"help--heading"}

    top = 0

    def __init__(self) -> None:
        super().__init__(id="help-text")
        self._text = files("fevga_tui.ui").joinpath("help.md").read_text(encoding="utf-8")

    def scroll_by(self, lines: int) -> None:
        """Show another part."""
        self.top += lines
        self.redraw()

    def rows(self, width: int, height: int) -> list[Strip]:
        """Return the part that is shown, broken to the width."""
        lines = help_lines(self._text, min(92, width - 2))
        self.top = max(0, min(len(lines) - height, self.top))
        base, heading = self.rich_style, self.get_component_rich_style("help--heading")
        return [
            row([(f" {line}", heading if is_heading else base)], width, base)
            for line, is_heading in lines[self.top : self.top + height]
        ]

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go on by the wheel."""
        event.stop()
        self.scroll_by(3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go back by the wheel."""
        event.stop()
        self.scroll_by(-3)


class HelpScreen(FevgaDialog[None]):
    """Shows the rules and the keys; Esc, `q` and `?` close it."""

    def parts(self) -> ComposeResult:
        """Yield the text and the keys."""
        yield HelpText()
        keys = KeyBar(id="keys")
        keys.kept = 1
        keys.face = (
            KeyHint("down", "up/down", "line"),
            KeyHint("space", "Space", "page"),
            KeyHint("b", "b", "back a page"),
            KeyHint("escape", "Esc", "close"),
        )
        yield keys

    def act(self, key: str, event: Key | None = None) -> None:  # noqa: ARG002
        """Turn the page, or close."""
        text = self.query_one(HelpText)
        page = max(1, text.size.height - 2)
        steps = _STEPS | {"space": page, "pagedown": page, "b": -page, "pageup": -page}
        if key in steps:
            text.scroll_by(steps[key])
        elif key in ("escape", "q", "?", "backspace"):
            self.leave()

    def leave(self) -> None:
        """Go back to where the help was asked for."""
        self.dismiss(None)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """Do what the clicked hint says."""
        event.stop()
        self.act(event.key)
