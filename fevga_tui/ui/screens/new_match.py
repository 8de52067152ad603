"""The form for a new match: names, length, rules, dice."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.widgets import Input, Static

from fevga_tui.rules.events import HIGHEST_TARGET, DiceFrom, MatchStarted, clean_names
from fevga_tui.rules.ruleset import RULESETS
from fevga_tui.ui.screens.base import FevgaScreen
from fevga_tui.ui.widgets.choice import Choice
from fevga_tui.ui.widgets.keybar import KeyBar, KeyHint

LENGTHS = ("1", "3", "5", "7", "other", "unlimited")
DICE = {"by the program": DiceFrom.PROGRAM, "your own": DiceFrom.PLAYERS}

DESCRIPTIONS = {
    "fevga": "The Greek game: the first checker must pass the opponent's start, all six points"
    " of your starting quadrant may not be held, and a wall before fifteen trapped checkers must"
    " open.",
    "no-start-walls": "As fevga, and you may not hold all six points of the opponent's starting"
    " quadrant either.",
    "reach": "The first checker need only reach the opponent's start; the contest's dice are the"
    " first roll; a contest opens every game; a wall may not shut the opponent out.",
    "moultezim": "The Turkish sister game: every wall is allowed, and a contest opens every game.",
}
"""A sentence or two for each named ruleset."""


class NewMatchScreen(FevgaScreen[None]):
    """Asks for what a match needs; Enter in a name goes on, and starts from anywhere else."""

    AUTO_FOCUS = "#white"

    def parts(self) -> ComposeResult:
        """Yield the form."""
        with Vertical(id="form"):
            yield Static("New match", classes="heading", markup=False)
            for side in ("White", "Black"):
                with Horizontal(classes="field"):
                    yield Static(f"  {side}", markup=False)
                    field = Input(
                        placeholder=f"a name, or just {side}",
                        id=side.lower(),
                        max_length=200,
                        compact=True,
                    )
                    field.cursor_blink = False
                    yield field
            yield Choice("Points", LENGTHS, 1, id="points")
            with Horizontal(classes="field", id="other-field"):
                yield Static("  Other", markup=False)
                other = Input(placeholder=f"1-{HIGHEST_TARGET}", id="other", compact=True)
                other.cursor_blink = other.select_on_focus = False
                yield other
            yield Choice("Rules", tuple(RULESETS), 0, id="rules")
            yield Choice("Dice", tuple(DICE), 0, id="dice-from")
            yield Static("", id="rules-note", markup=False)
            yield Static("", id="notices", markup=False)
        keys = KeyBar(id="keys")
        keys.face = (
            KeyHint("go", "Enter", "start the match"),
            KeyHint("down", "up/down", "line"),
            KeyHint("right", "left/right", "value"),
            KeyHint("escape", "Esc", "back"),
        )
        yield keys

    def on_mount(self) -> None:
        """Describe the rules chosen at first."""
        self._describe()

    def _describe(self) -> None:
        self.query_one("#rules-note", Static).update(
            DESCRIPTIONS[self.query_one("#rules", Choice).value]
        )
        is_other = self.query_one("#points", Choice).value == "other"
        self.query_one("#other-field").display = is_other

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Describe the rules, or show where another length is typed."""
        event.stop()
        if self.is_on_top:
            self._describe()

    def act(self, key: str, event: Key) -> None:  # noqa: ARG002
        """Answer a key that no text field takes."""
        focused = self.focused
        if key == "escape" or (key == "q" and not isinstance(focused, Input)):
            self.leave()
        elif key in ("down", "tab"):
            self.focus_next()
        elif key in ("up", "shift+tab"):
            self.focus_previous()
        elif key == "enter" and focused is not None and focused.id == "white":
            self.query_one("#black").focus()
        elif key in ("enter", "go"):
            self._start()
        elif key in ("left", "right", "space") and isinstance(focused, Choice):
            focused.step(-1 if key == "left" else 1)
        elif key.isdecimal() and self.query_one("#points", Choice).value == "other":
            other = self.query_one("#other", Input)
            other.insert_text_at_cursor(key)
            other.focus()
        elif key == "?":
            self.fevga.show_help()

    def leave(self) -> None:
        """Go back to the start screen; nothing has been started."""
        self.fevga.show_start()

    def _start(self) -> None:
        length = self.query_one("#points", Choice).value
        if length == "other":
            length = self.query_one("#other", Input).value.strip()
        is_number = length.isdecimal() and len(length) < 9
        target = None if length == "unlimited" else int(length) if is_number else 0
        if target is not None and not 1 <= target <= HIGHEST_TARGET:
            self.query_one("#notices", Static).update(
                f"A match goes to 1-{HIGHEST_TARGET} points, not '{length[:20]}': type a number."
            )
            self.query_one("#other", Input).focus()
            return
        white, black = clean_names(
            self.query_one("#white", Input).value, self.query_one("#black", Input).value
        )
        self.fevga.start_match(
            MatchStarted(
                white,
                black,
                target,
                RULESETS[self.query_one("#rules", Choice).value],
                DICE[self.query_one("#dice-from", Choice).value],
            )
        )
