"""A long text to read: the rules and the keys, or what a match came to in numbers."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.events import Key, MouseScrollDown, MouseScrollUp
from textual.strip import Strip

from fevga_tui.rules.cells import cut, wrapped
from fevga_tui.ui.screens.base import FevgaDialog
from fevga_tui.ui.widgets.keybar import KeyBar, KeyHint
from fevga_tui.ui.widgets.rows import Rows, row

_STEPS = {"up": -1, "k": -1, "down": 1, "j": 1, "enter": 1}


def broken(text: str, width: int) -> list[tuple[str, bool]]:
    """Break a text to a width; each line says whether it is a heading.

    A line that begins with `#` is a heading, one with `- ` hangs, one with a blank stays as it is.
    """
    lines: list[tuple[str, bool]] = []
    for paragraph in text.splitlines():
        if paragraph.startswith(" ") or not paragraph:
            lines.append((cut(paragraph, width), False))
            continue
        hanging = "  " if paragraph.startswith("- ") else ""
        parts = wrapped(paragraph.lstrip("# "), width - len(hanging), 99)
        indents = [hanging] * len(parts)
        if hanging:
            parts = wrapped(paragraph, width - len(hanging), 99)
            indents = ["", *[hanging] * (len(parts) - 1)]
        is_heading = paragraph.startswith("#")
        lines += [(indent + part, is_heading) for indent, part in zip(indents, parts, strict=True)]
    return lines


class LongText(Rows):
    """A long text, of which a part is shown."""

    COMPONENT_CLASSES = {"text--heading"}

    def __init__(self, text: str) -> None:
        super().__init__(id="text")
        self._text = text
        self._top = 0

    def scroll_by(self, lines: int) -> None:
        """Show another part."""
        self._top += lines
        self.redraw()

    def rows(self, width: int, height: int) -> list[Strip]:
        """Return the part that is shown, broken to the width."""
        lines = broken(self._text, min(92, width - 2))
        self._top = max(0, min(len(lines) - height, self._top))
        base, heading = self.rich_style, self.get_component_rich_style("text--heading")
        return [
            row([(f" {line}", heading if is_heading else base)], width, base)
            for line, is_heading in lines[self._top : self._top + height]
        ]

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go on by the wheel."""
        event.stop()
        self.scroll_by(3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go back by the wheel."""
        event.stop()
        self.scroll_by(-3)


class ReadingScreen(FevgaDialog[None]):
    """Shows a long text; Esc, `q` and `?` close it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def parts(self) -> ComposeResult:
        """Yield the text and the keys."""
        yield LongText(self._text)
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
        text = self.query_one(LongText)
        page = max(1, text.size.height - 2)
        steps = _STEPS | {"space": page, "pagedown": page, "b": -page, "pageup": -page}
        if key in steps:
            text.scroll_by(steps[key])
        elif key in ("escape", "q", "?", "backspace"):
            self.leave()

    def leave(self) -> None:
        """Go back to where the text was asked for."""
        self.dismiss(None)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """Do what the clicked hint says."""
        event.stop()
        self.act(event.key)
