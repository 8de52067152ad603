"""Where the program begins: go on with a match, start one, read, set up, leave."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Static

from fevga_tui.ui.screens.base import FevgaScreen
from fevga_tui.ui.widgets.frieze import FriezeView
from fevga_tui.ui.widgets.menu import Menu, MenuItem


class StartScreen(FevgaScreen[None]):
    """Offers to continue the newest unfinished match first, if there is one."""

    def parts(self) -> ComposeResult:
        """Yield the menu, and what the store has to say."""
        items = [
            MenuItem("n", "New match"),
            MenuItem("t", "Learn: ten lessons, twenty puzzles"),
            MenuItem("h", "History: the matches kept"),
            MenuItem("?", "Rules and keys"),
            MenuItem("s", "Settings"),
            MenuItem("q", "Leave"),
        ]
        going_on, played_elsewhere = self.fevga.holder.unfinished()
        if going_on:
            items.insert(0, MenuItem("c", f"Continue {going_on}"))
        if played_elsewhere:
            items.insert(1, MenuItem("l", f"Look on at {played_elsewhere}, played elsewhere"))
        notices = self.fevga.notices()
        if not notices:
            yield FriezeView(lambda: self.fevga.glyphs)
        with Vertical(id="start"):
            yield Static("F E V G A", classes="heading", markup=False)
            yield Static(
                "The running game of the Greek Tavli, for two people at one keyboard.",
                classes="quiet",
                markup=False,
            )
            yield Menu(items)
            yield Static("\n".join(notices), id="notices", markup=False)

    def take_setting(self, name: str) -> None:  # noqa: ARG002
        """Draw the board's edge with other glyphs."""
        for frieze in self.query(FriezeView):
            frieze.redraw()

    def act(self, key: str, event: Key) -> None:  # noqa: ARG002
        """Answer a key."""
        self.query_one(Menu).act(key)

    def leave(self) -> None:
        """Leave to the shell; ask if something would be lost."""
        if self.fevga.holder.would_lose():
            self.fevga.ask_to_leave()
        else:
            self.fevga.leave()

    def on_menu_picked(self, event: Menu.Picked) -> None:
        """Do what was picked."""
        event.stop()
        if not self.is_on_top:  # one picked before has led away from here
            return
        match event.key:
            case "c":
                self.fevga.resume(older=True)
            case "l":
                self.fevga.look_on()
            case "t":
                self.fevga.show_lessons()
            case "h":
                self.fevga.show_history()
            case "n":
                self.fevga.show_new_match()
            case "?":
                self.fevga.show_help()
            case "s":
                self.fevga.show_settings()
            case "q":
                self.leave()
