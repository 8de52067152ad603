"""What plain mode writes: sentences, prompts, and the board drawn where it is asked for."""

from __future__ import annotations

import os
import sys
from textwrap import wrap

from fevga_tui.commands.asked import Asked
from fevga_tui.commands.output import put
from fevga_tui.rules.position import Side

_USUAL = 80


class Paper:
    """Standard output; on a terminal sentences are broken between words, elsewhere a line each.

    Nothing but text and line ends is written: no colours, no cursor movements.
    """

    def __init__(self, *, is_typed: bool, needs_signs: bool) -> None:
        """Answer somebody who types, or a file; draw with 7-bit characters only, or not."""
        self.is_typed = is_typed
        self._needs_signs = needs_signs

    @property
    def width(self) -> int | None:
        """The columns of the terminal; None where the output is none."""
        try:
            return os.get_terminal_size(sys.stdout.fileno()).columns or _USUAL
        except (OSError, ValueError):
            return None

    def say(self, *sentences: str) -> None:
        """Write sentences; empty ones are none."""
        width = self.width
        for sentence in filter(None, sentences):
            lines = [sentence]
            if width and len(sentence) >= width:
                lines = wrap(sentence, max(20, width - 1), break_on_hyphens=False)
            put("".join(f"{line}\n" for line in lines))

    def ask(self, prompt: str) -> None:
        """Write what is to be done, and where somebody types, the sign to type behind."""
        self.say(prompt)
        self.go_on()

    def go_on(self) -> None:
        """Write the sign to type behind, where somebody types."""
        if self.is_typed:
            put("> ")

    def repeat(self, line: str) -> None:
        """Write the line that was read where nobody sees it typed."""
        if not self.is_typed:
            put(f"> {line}\n")

    def end_line(self) -> None:
        """End the line in which somebody was to type."""
        if self.is_typed:
            put("\n")

    def draw(self, shown: Asked) -> None:
        """Draw a position in the width of the terminal."""
        # Costly to import, and not needed as a rule.
        from rich.console import Console

        from fevga_tui.commands.drawing import LINES, NARROWEST, SIGNS, board_text

        width = self.width or _USUAL
        if width < NARROWEST:
            self.say(
                f"The drawing needs {NARROWEST} columns and this terminal has {width}:"
                " position says it in words."
            )
            return
        console = Console(width=width, color_system=None)
        text = board_text(shown, Side.WHITE, SIGNS if self._needs_signs else LINES, width)
        with console.capture() as drawn:
            console.print(text, soft_wrap=True)
        put("".join(f"{line.rstrip()}\n" for line in drawn.get().strip("\n").splitlines()))
