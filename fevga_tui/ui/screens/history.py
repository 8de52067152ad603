"""The kept matches: find one, look back at it, go on with it, delete it."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.events import Key, ScreenResume
from textual.widgets import Static

from fevga_tui.rules.cells import cut
from fevga_tui.store import NoSuchMatchError, StoreError, Summary
from fevga_tui.ui.screens.base import FevgaScreen
from fevga_tui.ui.screens.question import QuestionScreen
from fevga_tui.ui.widgets.keybar import KeyBar, KeyHint
from fevga_tui.ui.widgets.matches import MatchList

_HINTS = (
    KeyHint("enter", "Enter", "look back"),
    KeyHint("c", "c", "go on"),
    KeyHint("i", "i", "numbers"),
    KeyHint("p", "p", "player"),
    KeyHint("x", "x", "delete"),
    KeyHint("down", "up/down", "line"),
    KeyHint("space", "Space", "page"),
    KeyHint("?", "?", "help"),
    KeyHint("q", "q", "back"),
)


class HistoryScreen(FevgaScreen[None]):
    """Lists every match, unfinished ones first, or those of one player."""

    def __init__(self) -> None:
        super().__init__()
        self._player: str | None = None
        self._typed: str | None = None

    def parts(self) -> ComposeResult:
        """Yield the list and what is said."""
        yield Static("", id="heading", classes="heading", markup=False)
        yield MatchList(self._summary)
        yield Static("", id="said", markup=False)
        keys = KeyBar(id="keys")
        keys.face = _HINTS
        yield keys

    def on_mount(self) -> None:
        """List the matches."""
        self._list()

    def on_screen_resume(self, _: ScreenResume) -> None:
        """List them again after one was looked at or played."""
        self._list()

    def _summary(self, number: int) -> Summary | None:
        try:
            return self.fevga.store.summary(number)
        except NoSuchMatchError:
            return None

    def _list(self) -> None:
        store, found = self.fevga.store, self.query_one(MatchList)
        if self._player is None:
            found.numbers = store.numbers()
        else:
            found.numbers = [match.number for match in store.summaries(self._player)]
        nothing = "No match of this player." if self._player else "No match is kept here yet."
        found.instead = store.unread or nothing
        of_whom = f" of {cut(self._player, 40)}" if self._player else ""
        self.query_one("#heading", Static).update(
            f" Matches{of_whom}: {len(found.numbers)}"
            if self._typed is None
            else f" Player, as written; empty for all: {self._typed}_"
        )
        found.redraw()

    def say(self, message: str) -> None:
        """Say something below the list."""
        self.query_one("#said", Static).update(f" {message}")

    def act(self, key: str, event: Key) -> None:
        """Answer a key."""
        matches = self.query_one(MatchList)
        page = max(1, matches.page - 1)
        steps = {"up": -1, "down": 1, "space": page, "b": -page, "pageup": -page, "pagedown": page}
        if self._typed is not None:
            self._type(key, event)
        elif key in steps:
            matches.move(steps[key])
        elif key in ("q", "escape", "h"):
            self.leave()
        elif key == "?":
            self.fevga.show_help()
        elif key == "p":
            self._typed = ""
            self._list()
        elif matches.number is not None:
            self._act_on(key, matches.number)

    def _type(self, key: str, event: Key) -> None:
        """Take a player's name as it is written, in any letters."""
        typed = self._typed or ""
        if key == "enter":
            self._player, self._typed = typed.strip() or None, None
        elif key == "escape":
            self._typed = None
        elif key == "backspace":
            self._typed = typed[:-1]
        elif event.is_printable and event.character:
            self._typed = (typed + event.character)[:60]
        self._list()

    def _act_on(self, key: str, number: int) -> None:
        self.say("")
        if key == "enter":
            self._open(self.fevga.look_back_at, number)
        elif key == "c":
            self._go_on(number)
        elif key == "i":
            self._open(self.fevga.show_statistics, number)
        elif key == "x":
            self._delete(number)

    def _open(self, shows: Callable[[int], None], number: int) -> None:
        try:
            shows(number)
        except StoreError as error:
            self.say(str(error))

    def _go_on(self, number: int) -> None:
        found = self._summary(number)
        if found is None or found.damage is not None or found.is_over:
            self.say("Only an unfinished match can be gone on with; Enter looks back at this one.")
            return
        try:
            self.fevga.take_up(number)
        except StoreError as error:
            self.say(f"{error} Enter looks on.")

    def _delete(self, number: int) -> None:
        found = self._summary(number)

        def answered(yes: bool | None) -> None:  # noqa: FBT001 (a dialog's result)
            if yes:
                try:
                    self.fevga.store.delete(number)
                except StoreError as error:
                    self.say(str(error))
            self._list()

        if found is None:
            self._list()
            return
        names = f" between {cut(found.white, 18)} and {cut(found.black, 18)}" if found.white else ""
        self.app.push_screen(
            QuestionScreen(
                f"Delete match {number}{names} for good?", f"Delete match {number}", "Keep it"
            ),
            answered,
        )

    def leave(self) -> None:
        """Go back to the start screen."""
        self.fevga.show_start()

    def on_match_list_picked(self, event: MatchList.Picked) -> None:
        """Look back at the match that was clicked."""
        event.stop()
        if self.is_on_top:
            self._act_on("enter", event.number)
