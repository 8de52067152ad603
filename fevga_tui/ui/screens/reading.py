"""A long text to read: the rules and the keys, or what a match came to in numbers."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.events import Key, MouseScrollDown, MouseScrollUp
from textual.geometry import Offset

from fevga_tui.rules.cells import cut, wrapped
from fevga_tui.rules.ruleset import FEVGA, Ruleset
from fevga_tui.ui.screens.base import FevgaDialog
from fevga_tui.ui.widgets.keybar import KeyBar, KeyHint
from fevga_tui.ui.widgets.rows import Row, Rows, row

WIDEST = 92
"""The cells that a line takes at most, however wide the terminal is."""

_FAR = 10_000
"""More lines than any text has."""

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
        self._found: int | None = None

    @property
    def _lines(self) -> list[tuple[str, bool]]:
        return broken(self._text, min(WIDEST, self.size.width - 2))

    def find(self, words: str) -> bool:
        """Show the next place with these words, from the top again at the end; say if there is one.

        Words broken over two lines are found too.
        """
        lines = [line for line, _ in self._lines]
        count = len(lines)
        wanted = " ".join(words.casefold().split())
        # At the end of the text what was found is not the first line that is shown.
        last = self._top if self._found is None else self._found
        for by in range(1, count + 1):
            at = (last + by) % count
            two = " ".join(f"{lines[at]} {lines[at + 1] if at + 1 < count else ''}".split())
            here = two.casefold().find(wanted)
            if 0 <= here < len(" ".join(lines[at].split())):
                self._top = self._found = at
                self.redraw()
                return True
        return False

    def scroll_by(self, lines: int) -> None:
        """Show another part."""
        self._top += lines
        self._found = None
        self.redraw()

    def rows(self, width: int, height: int) -> list[Row]:
        """Return the part that is shown, broken to the width."""
        lines = self._lines
        is_whole = len(lines) <= height
        shown = height if is_whole else height - 1
        self._top = max(0, min(len(lines) - shown, self._top))
        base, heading = self.rich_style, self.style_of("text--heading")
        drawn = [
            row([(f" {line}", heading if is_heading else base)], width, base)
            for line, is_heading in lines[self._top : self._top + shown]
        ]
        if not is_whole:
            below = len(lines) - self._top - shown
            more = f"{below} more line{'s' * (below > 1)} below" if below else "the end"
            drawn.append(row([(f" ({more})", base)], width, base))
        return drawn

    @property
    def caret(self) -> Offset:
        """The first line that is shown."""
        return Offset(1, 0)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go on by the wheel."""
        event.stop()
        self.scroll_by(3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go back by the wheel."""
        event.stop()
        self.scroll_by(-3)


class ReadingScreen(FevgaDialog[None]):
    """Shows a long text, in which words can be found; Esc, `q` and `?` close it."""

    def __init__(
        self, text: str, begins_at: str = "", ruleset: Ruleset = FEVGA, rules_at: str = ""
    ) -> None:
        """Show a text from the line that begins so; `rules_at` is where a ruleset says more."""
        super().__init__()
        self._text = text
        self._begins_at = begins_at
        self._ruleset = ruleset
        self._rules_at = rules_at
        self._typed: str | None = None
        self._wanted = ""

    def parts(self) -> ComposeResult:
        """Yield the text and the keys."""
        yield LongText(self._text)
        yield KeyBar.of()

    def on_mount(self) -> None:
        """Show the keys; go to where the text is to begin."""
        self._show_keys()
        if self._begins_at:
            self.call_after_refresh(self.query_one(LongText).find, self._begins_at)

    def _show_keys(self, said: str = "") -> None:
        if self._typed is not None:
            hints = [
                KeyHint("enter", "Find:", f"{self._typed}_"),
                KeyHint("escape", "Esc", "close"),
            ]
        else:
            hints = [KeyHint("", said, "")] if said else []
            if self._rules_at:
                hints.append(KeyHint("g", "g", "go to the rules"))
            hints += [
                KeyHint("down", "up/down", "line"),
                KeyHint("space", "Space", "page"),
                KeyHint("b", "b", "back a page"),
                KeyHint("/", "/", "find"),
                KeyHint("escape", "Esc", "close"),
            ]
        self.query_one(KeyBar).face = tuple(hints)

    def act(self, key: str, event: Key | None = None) -> None:
        """Turn the page, find words, or close."""
        text = self.query_one(LongText)
        page = max(1, text.size.height - 3)
        steps = _STEPS | {"space": page, "pagedown": page, "b": -page, "pageup": -page}
        steps |= {"end": _FAR, "home": -_FAR}
        if self._typed is not None:
            self._type(key, event)
        elif key in steps:
            text.scroll_by(steps[key])
        elif key == "/":
            self._typed = ""
            self._show_keys()
        elif key == "n" and self._wanted:
            self._find(self._wanted)
        elif key in ("g", "?") and self._rules_at:
            self.fevga.show_help(self._ruleset, self._rules_at)
        elif key in ("escape", "q", "?", "backspace"):
            self.leave()

    def _type(self, key: str, event: Key | None) -> None:
        """Take the words to find as they are written."""
        typed = self._typed or ""
        if key in ("enter", "escape"):
            self._typed = None
            self._show_keys()
            if key == "enter" and typed.strip():
                self._find(typed)
            return
        if key == "backspace":
            self._typed = typed[:-1]
        elif event is not None and event.is_printable and event.character:
            self._typed = (typed + event.character)[:40]
        self._show_keys()

    def _find(self, words: str) -> None:
        self._wanted = words
        found = self.query_one(LongText).find(words)
        self._show_keys("n: find again" if found else "Not found.")

    def leave(self) -> None:
        """Go back to where the text was asked for."""
        self.dismiss(None)
