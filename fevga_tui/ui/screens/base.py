"""What every screen shares: keys as they were meant, and a notice in too small a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.events import Key, Resize, ScreenResume
from textual.geometry import Offset
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from fevga_tui.ui.frames import NearCompositor
from fevga_tui.ui.geometry import SMALLEST
from fevga_tui.ui.keys import Guard, meant
from fevga_tui.ui.widgets.drawing import Glyphs
from fevga_tui.ui.widgets.keybar import KeyBar
from fevga_tui.ui.widgets.rows import Rows

if TYPE_CHECKING:
    from fevga_tui.ui.app import FevgaApp

Answer = TypeVar("Answer")

_WIDEST = 76
"""The cells of the widest dialog, its frame included."""

_LEAVE_A_FIELD = {"up", "down", "tab", "shift+tab", "enter", "escape", "ctrl+c", "ctrl+q"}


class FevgaScreen(Screen[Answer], Generic[Answer]):
    """A screen whose keys all come to `act`, in the order in which they were sent."""

    AUTO_FOCUS = ""
    held_at = -inf
    """When this came up, or passed to the other player, last."""
    CSS_PATH = None
    _focused_before: Widget | None = None
    """What had the focus when the terminal became too small."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = NearCompositor()

    @property
    def fevga(self) -> FevgaApp:
        """The app."""
        return cast("FevgaApp", self.app)

    def compose(self) -> ComposeResult:
        """Yield the screen's parts, and the notice that hides them in a small terminal."""
        # Before anything is shown: frames are drawn by it as well.
        self.set_class(self.fevga.glyphs is Glyphs.SIGNS, "-signs")
        yield from self.parts()
        yield Static(id="too-small", markup=False)

    def parts(self) -> ComposeResult:
        """Yield the widgets of the screen."""
        yield from ()

    def act(self, key: str, event: Key) -> None:
        """Answer a key, named as `meant` names it."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave the screen, as `q` does."""
        raise NotImplementedError

    def take_setting(self, name: str) -> None:
        """Show, from now on, what a setting says that was changed."""

    def interrupt(self) -> None:
        """Answer Ctrl+C: ask."""
        self.fevga.ask_to_leave()

    @property
    def is_too_small(self) -> bool:
        """The terminal is smaller than any screen needs."""
        return self.size.width < SMALLEST.width or self.size.height < SMALLEST.height

    @property
    def panel_width(self) -> int:
        """The columns on the right that a dialog leaves in sight, if it can."""
        return 0

    @property
    def is_on_top(self) -> bool:
        """Nothing lies over the screen: what was sent to it is still meant for it."""
        return self.app.screen is self and not self.fevga.is_leaving

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close, once: a second answer would close the screen below."""
        return super().dismiss(result) if self.is_on_top else AwaitComplete()

    @cached_property
    def _guard(self) -> Guard:
        return Guard(self.fevga.pause)

    def drawn_parts(self) -> Iterable[Rows]:
        """Return the parts of which one is what keys act on."""
        return self.query(Rows)

    @property
    def caret(self) -> Offset:
        """Where the text cursor stands, hidden: screen readers and braille lines follow it."""
        field = self.focused
        if isinstance(field, Input):
            # Behind the text Textual counts one column too many.
            behind = field.cursor_position == len(field.value)
            return field.cursor_screen_offset - Offset(int(behind), 0)
        marked = ((part, part.caret) for part in self.drawn_parts())
        return next((part.region.offset + at for part, at in marked if at is not None), Offset())

    def _compositor_refresh(self) -> None:
        """Draw nothing while it would be thrown away: what is begun with is drawn once, whole."""
        if self.app._batch_count:
            self.refresh()
        else:
            super()._compositor_refresh()

    def hold_keys(self) -> None:
        """Let no key act that was sent before now, or comes without a pause after one."""
        self.held_at = self.fevga.now()
        self._guard.raise_(self.held_at)

    def on_screen_resume(self, _: ScreenResume) -> None:
        """Hold back the keys that were meant for what was there before, until this is seen."""
        self.hold_keys()
        self.call_after_refresh(self.hold_keys)

    def on_resize(self, event: Resize) -> None:
        """Show the notice in place of the screen where the terminal is too small."""
        self._keep_focus()
        self.set_class(self.is_too_small, "-too-small")
        self.set_class(event.size.width < 78 or event.size.height < 24, "-small")
        if self.is_too_small:
            width, height = event.size
            self.query_one("#too-small", Static).update(
                f"Fevga needs {SMALLEST.width}x{SMALLEST.height}; this terminal is"
                f" {width}x{height}. Make it larger, or press q to leave."
            )

    def _keep_focus(self) -> None:
        """Give the focus back after the notice: Textual takes it from what is hidden."""
        if self.is_too_small and self.focused is not None:
            self._focused_before = self.focused
            self.set_focus(None)
        elif not self.is_too_small and self._focused_before is not None:
            self.set_focus(self._focused_before, from_app_focus=True)
            self._focused_before = None

    def on_key(self, event: Key) -> None:
        """Find out which key was meant and answer it, unless a text field is to have it."""
        if isinstance(self.focused, Input) and meant(event) not in _LEAVE_A_FIELD:
            return
        event.stop()
        event.prevent_default()
        if not self.is_on_top or not self._guard.lets_pass(event.time):
            return
        key = meant(event)
        if key in ("ctrl+c", "ctrl+q"):
            self.interrupt()
        elif self.is_too_small and key == "q":
            self.leave()
        elif not self.is_too_small:
            self.act(key, event)
            self._draw_at_once()

    def _draw_at_once(self) -> None:
        """Draw what a key has changed now, rather than once every widget has told of its change.

        With more keys to come, or a layout to be made, it is left to the framework.
        """
        if self._closing or not self.is_on_top or isinstance(self._peek_message(), Key):
            return
        touched = [each for each in self._compositor.visible_widgets if each._repaint_required]
        if not any(each._layout_required for each in (self, *touched)):
            for each in touched:
                each._repaint_required = False
            self._dirty_widgets.update(touched)
            self._on_timer_update()

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """Do what the clicked hint says, unless the one clicked before has led away from here."""
        event.stop()
        if self.is_on_top:
            self.act(event.key, Key(event.key, None))


class FevgaDialog(FevgaScreen[Answer], ModalScreen[Answer], Generic[Answer]):
    """A screen that lies over another, whose keys are dead while it is open."""

    is_wide = False
    """It needs all the cells that a dialog may take."""

    def on_resize(self, event: Resize) -> None:
        """Lie over the board alone, or over all: half a line beside a dialog says nothing."""
        stack = self.app.screen_stack
        # One that has just been closed may hear of a size as well.
        below = stack[stack.index(self) - 1] if self in stack else None
        panel = below.panel_width if isinstance(below, FevgaScreen) else 0
        is_tight = panel > 0 and event.size.width - panel < _WIDEST
        self.set_class(is_tight, "-tight")
        for dialog in self.query(".dialog"):
            dialog.styles.margin = (0, 0 if is_tight and self.is_wide else panel, 0, 0)

    def interrupt(self) -> None:
        """Answer Ctrl+C: close, with the harmless answer."""
        self.leave()
