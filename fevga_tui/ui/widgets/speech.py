"""The lines that speak: what to do now, or what is being typed, and below it the last message."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style
from textual.events import Click
from textual.geometry import Offset
from textual.message import Message

from fevga_tui.rules.cells import cells, cut, wrapped
from fevga_tui.ui.widgets.rows import Face, Row, Rows, row

MESSAGE_LINES = 2


class SpeechFace(NamedTuple):
    """What to do now, what is being typed (None: nothing), the message, and a lasting warning."""

    prompt: str = ""
    typed: str | None = None
    message: str = ""
    is_refusal: bool = False
    warning: str = ""


class SpeechView(Rows):
    """Says what to do now in one place, always; a click on it does that."""

    COMPONENT_CLASSES = {"speech--prompt", "speech--refusal", "speech--typed"}

    face = Face[SpeechFace](SpeechFace())

    class Clicked(Message):
        """The line that says what to do was clicked."""

    def rows(self, width: int, height: int) -> list[Row]:
        """Return the line that says what to do, and the message below it."""
        base, face = self.rich_style, self.face
        prompt = self.style_of("speech--prompt")
        parts = [(f" {cut(face.prompt, width - 2)}", Style())]
        if face.typed is not None:
            style = self.style_of("speech--typed")
            parts = [(f" {face.prompt} ", Style()), (f"{face.typed}_", style)]
        lines = [row(parts, width, prompt)]
        sign = "! " if face.is_refusal else ""
        style = self.style_of("speech--refusal") if face.is_refusal else base
        said = wrapped(sign + face.message, width - 2, MESSAGE_LINES)
        lines += [row([(f" {line}", style)], width, base) for line in said]
        if face.warning:
            lines = lines[: height - 1]
            lines += [row([], width, base)] * (height - 1 - len(lines))
            warning = self.style_of("speech--refusal")
            lines.append(row([(f" {cut(face.warning, width - 2)}", warning)], width, base))
        return lines

    @property
    def caret(self) -> Offset:
        """The end of what is typed, else the line that says what to do."""
        typed = self.face.typed
        return Offset(1 if typed is None else cells(f" {self.face.prompt} {typed}"), 0)

    def on_click(self, event: Click) -> None:
        """Tell that the line was clicked."""
        event.stop()
        self.post_message(self.Clicked())
