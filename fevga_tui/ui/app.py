"""The app: holds the match and the store, and leads from screen to screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from textual import events
from textual.screen import Screen

from fevga_tui.dice import Die, throw
from fevga_tui.holder import Holder
from fevga_tui.rules.events import Event, MatchStarted
from fevga_tui.rules.position import Side
from fevga_tui.rules.ruleset import FEVGA, Ruleset
from fevga_tui.session import Session
from fevga_tui.store.errors import StoreError
from fevga_tui.terminal import Colours
from fevga_tui.ui.hardened import HardenedApp
from fevga_tui.ui.screens.base import FevgaScreen
from fevga_tui.ui.settings import Settings
from fevga_tui.ui.themes import THEMES
from fevga_tui.ui.widgets.drawing import Glyphs

if TYPE_CHECKING:
    from fevga_tui.store import Store

PAUSE = 0.15
"""Seconds without a key after which a key is a new one, neither held nor pasted."""


class FevgaApp(HardenedApp[None]):
    """Fevga for two people at one keyboard."""

    CSS_PATH = "fevga.tcss"

    def __init__(
        self,
        store: Store,
        reports: Path,
        colours: Colours = Colours.TRUE,
        *,
        start: MatchStarted | None = None,
        resumes: bool = False,
        past: Sequence[Event] = (),
        learns: bool = False,
        theme: str | None = None,
        die: Die = throw,
        now: Callable[[], float] = time.monotonic,
        pause: float = PAUSE,
        needs_signs: bool = False,
        may_move: bool = False,
    ) -> None:
        """Make the app; `start`, `resumes` or `past` open it on a match, else on the start.

        A `theme` is taken instead of the one that is set, until another is set. Without `may_move`
        nothing moves, whatever is set.
        """
        super().__init__(reports, colours)
        self.store = store
        self.now = now
        self.pause = pause
        kept = Settings.read(store.setting)
        self.settings = kept._replace(theme=theme or kept.theme)
        self.session: Session | None = None
        self.holder = Holder(store, die)
        self._notice: str | None = None
        self._start = start
        self._resumes = resumes
        self._past = past
        self._learns = learns
        self._colours = colours
        self._needs_signs = needs_signs
        self._may_move = may_move
        for known in THEMES.values():
            self.register_theme(known)
        self._take_theme()
        # The stylesheet is read for this theme at once, rather than for Textual's own and again.
        self._variables = self.get_css_variables()
        self.stylesheet.set_variables(self._variables)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but for the second half of a double click on what the first changed."""
        if isinstance(event, events.MouseDown) and self._comes_too_soon(event):
            self._mouse_down_widget = None
            return
        await super().on_event(event)

    def _comes_too_soon(self, event: events.MouseDown) -> bool:
        screen, last = self.screen, self._click_chain_last_time
        return (
            isinstance(screen, FevgaScreen)
            and last is not None
            and event.screen_offset == self._click_chain_last_offset
            and event.time - last <= self.CLICK_CHAIN_TIME_THRESHOLD
            and screen.held_at >= last
        )

    def _take_theme(self) -> None:
        """Take the theme that is set; few colours are best taken from the terminal's own."""
        name = self.settings.theme if self._colours >= Colours.MANY else "terminal"
        self.theme = THEMES[name].name

    def refresh_css(self, animate: bool = True) -> None:  # noqa: FBT001, FBT002 (as it is called)
        """Read the stylesheet again if a colour has changed; at the start none has."""
        variables = self.get_css_variables()
        if variables != self._variables:
            self._variables = variables
            super().refresh_css(animate)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the board's colours for themes that do not name them."""
        return THEMES["walnut"].variables

    @property
    def glyphs(self) -> Glyphs:
        """What the board is drawn with: as set, where the terminal can show it."""
        if self._needs_signs:
            return Glyphs.SIGNS
        if self.settings.glyphs == "auto":
            # Without colours nothing but signs tells checkers and points apart.
            return Glyphs.SIGNS if self._colours is Colours.NONE else Glyphs.BLOCKS
        return Glyphs(self.settings.glyphs)

    @property
    def has_motion(self) -> bool:
        """Dice roll in sight: as set, unless Textual's own setting forbids it."""
        is_set = self.settings.motion == "on" and self.animation_level != "none"
        return self._may_move and is_set

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Show a frame, and put the text cursor where the keys act."""
        if isinstance(screen, FevgaScreen) and screen.is_mounted:
            self.cursor_position = screen.caret
        super()._display(screen, renderable)

    def on_mount(self) -> None:
        """Open the first screen."""
        if self._start:
            self.start_match(self._start)
        elif self._resumes:
            self.resume(older=False)
        elif self._past:
            self._look_back_and_leave(self._past)
        elif self._learns:
            self.show_lessons()
        else:
            self.show_start()

    # The screens, each of which is imported when it is first shown

    def show_start(self) -> None:
        """Show the start screen; a match that was on the table is free for others then."""
        from fevga_tui.ui.screens.start import StartScreen

        self.holder.release()
        self._show(StartScreen())

    def show_new_match(self) -> None:
        """Ask for what a new match needs."""
        from fevga_tui.ui.screens.new_match import NewMatchScreen

        self._show(NewMatchScreen())

    def show_help(self, ruleset: Ruleset = FEVGA, begins_at: str = "") -> None:
        """Show the rules and the keys over what is there, from the paragraph that begins so."""
        from fevga_tui.commands.drawing import LINES, SIGNS
        from fevga_tui.ui.screens.reading import WIDEST, ReadingScreen
        from fevga_tui.worked import illustrated

        frame = LINES if self.glyphs is Glyphs.BLOCKS else SIGNS
        text = illustrated(frame, min(WIDEST, self.size.width - 2) - 2, ruleset)
        self.push_screen(ReadingScreen(text, begins_at))

    def show_text(self, text: str, ruleset: Ruleset, rules_at: str) -> None:
        """Show a text over what is there, with a way to where the rules in force say more."""
        from fevga_tui.ui.screens.reading import ReadingScreen

        self.push_screen(ReadingScreen(text, ruleset=ruleset, rules_at=rules_at))

    def show_settings(self) -> None:
        """Show the settings over what is there."""
        from fevga_tui.ui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def show_lessons(self) -> None:
        """Show the first lesson that is not done yet."""
        from fevga_tui.ui.screens.lesson import LessonScreen, learned

        self._show(LessonScreen(learned(self.store.setting("learned"))))

    def start_match(self, started: MatchStarted) -> None:
        """Start a match and go to its table; one that is on the way is kept as it is."""
        try:
            self._play(self.holder.start(started))
        except StoreError as error:
            self._notice = str(error)
            self.show_start()

    def resume(self, *, older: bool) -> None:
        """Go on with the newest unfinished match, or an `older` one if that is played elsewhere."""
        try:
            self._play(self.holder.resume(older=older))
        except StoreError as error:
            looks_on = self.holder.in_use() is not None
            self._notice = f"{error} l looks on." if looks_on else str(error)
            self.show_start()

    def take_up(self, number: int) -> None:
        """Go on with a match. Raises StoreError where it cannot be played on."""
        self._play(self.holder.take_up(number))

    def look_back_at(self, number: int) -> None:
        """Look back at a kept match. Raises StoreError where it cannot be read."""
        from fevga_tui.ui.screens.past import PastScreen

        session = Session(self.store.look_at(number).events)
        reload = partial(self._look_again, number) if self.store.is_in_use(number) else None
        note = f"Match {number} is being played: r looks again." if reload else ""
        self.push_screen(PastScreen(session.events, session.matches, reload, note))

    def _look_again(self, number: int) -> None:
        """Show what has been kept since of a match that is played elsewhere."""
        self.pop_screen()
        try:
            self.look_back_at(number)
        except StoreError as error:
            self._notice = str(error)
            self.show_start()

    def look_on(self) -> None:
        """Look on at the match that is played elsewhere."""
        number = self.holder.in_use()
        if number is None:
            self.show_start()
        else:
            self.look_back_at(number)

    def _look_back_and_leave(self, events: Sequence[Event]) -> None:
        """Look back at a match that is not kept here, and leave the program after it."""
        from fevga_tui.ui.screens.past import PastScreen

        session = Session(events)
        past = PastScreen(session.events, session.matches)
        self.push_screen(past, lambda _: self.leave())

    def show_past(self, session: Session) -> None:
        """Look back at the match on the table, which goes on untouched."""
        from fevga_tui.ui.screens.past import PastScreen

        self.push_screen(PastScreen(session.events, session.matches))

    def show_history(self) -> None:
        """Show the matches kept."""
        from fevga_tui.ui.screens.history import HistoryScreen

        self._show(HistoryScreen())

    def _play(self, session: Session) -> None:
        from fevga_tui.ui.screens.table import TableScreen

        self.session = session
        self._show(TableScreen(session))

    def leave(self) -> None:
        """Leave the program."""
        self.holder.release()
        self.exit()

    def ask_to_leave(self) -> None:
        """Ask whether to leave the program, as Ctrl+C does everywhere."""
        from fevga_tui.ui.screens.question import QuestionScreen

        def answered(yes: bool | None) -> None:  # noqa: FBT001 (a dialog's result)
            if yes:
                self.leave()

        lost = " What is not kept on the disk would be lost." if self.holder.would_lose() else ""
        self.push_screen(QuestionScreen(f"Leave Fevga?{lost}", "Leave", "Stay"), answered)

    def _show(self, screen: FevgaScreen[None]) -> None:
        """Show a screen in place of what is there."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def show_statistics(self, number: int) -> None:
        """Show a kept match in numbers. Raises StoreError where it cannot be read."""
        from fevga_tui.rules.record import retold
        from fevga_tui.rules.statistics import report, tally
        from fevga_tui.ui import charts
        from fevga_tui.ui.screens.reading import ReadingScreen

        match, record = retold(self.store.look_at(number).events)
        lines = report([(match.name(side), tally(match, record, side)) for side in Side])
        release, width = match.started.ruleset.release, min(self.size.width - 4, 92)
        for at, game in enumerate(record.games, 1):
            pictures = charts.race(game, release, width, self.glyphs)
            pictures += charts.walls(game, width - 12, self.glyphs)
            lines += ["", f"# Game {at}", "", *pictures]
        # A blank before a line keeps it as it is, in columns.
        shown = [line if line.startswith("#") else f" {line}" for line in lines]
        self.push_screen(ReadingScreen("\n".join([f"# Match {number}", "", *shown])))

    # What the screens ask for

    def notices(self) -> list[str]:
        """Return what is to be told at the start, once."""
        told = [self._notice] if self._notice else []
        self._notice = None
        return told + self.holder.notices()

    def change_setting(self, name: str, value: str) -> None:
        """Take a setting at once, and keep it."""
        self.settings = self.settings._replace(**{name: value})
        self.store.set_setting(name, value)
        self._take_theme()
        for screen in self.screen_stack:
            if isinstance(screen, FevgaScreen):
                screen.take_setting(name)
