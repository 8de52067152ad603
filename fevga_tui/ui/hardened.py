"""An app that leaves in order whatever happens: signals, faults, a terminal that is gone."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, Final, TypeVar, cast

from rich.color import Color, ColorSystem, ColorType
from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color as TextualColor
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, LineFilter
from textual.screen import Screen
from textual.worker import WorkerFailed

from fevga_tui.faults import report
from fevga_tui.terminal import Colours
from fevga_tui.ui.driver import LAG, TerminalDriver
from fevga_tui.ui.frames import NearCompositor, Shown

Result = TypeVar("Result")

PATIENCE: Final = 1.5
"""Seconds after which who leaves by the front door is shown out by the back door."""

_LEAVING: Final = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)


class _FirstScreen(Screen[Any]):
    """The screen beneath all others, where it is not seen and has nothing drawn anew."""

    def __init__(self) -> None:
        super().__init__(id="_default")
        self._compositor = NearCompositor()

    def _compositor_refresh(self) -> None:
        if self.app.screen is self:
            super()._compositor_refresh()


class HardenedApp(App[Result], inherit_bindings=False):
    """A Textual app with its own driver, its own way out, and nothing that writes or opens files.

    It counts on nothing being left to save when it ends.
    """

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False),
        Binding("ctrl+l", "repaint_all", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, reports: Path, colours: Colours = Colours.TRUE) -> None:
        """Take the folder for reports of faults, and how many colours may be sent."""
        # Of RGB colours few ones are made badly; the named ones are those of the user's palette.
        super().__init__(ansi_color=True if colours < Colours.MANY else None)
        # The named colours of a theme are meant as they are; all others are RGB. Nothing is to be
        # converted, and each line need not be kept twice.
        self._filters = [each for each in self._filters if not isinstance(each, ANSIToTruecolor)]
        if colours is Colours.EIGHT:
            self._filters.append(EightColours())
        elif colours is Colours.NONE:
            self._filters.append(NoColours())
        self.is_leaving = False
        """Whether this ends; what was sent before that and comes now has nothing to act on."""
        self._reports = reports
        self._shown = Shown()
        self._skips_frames = False
        self._fault = ""
        self._own_loop: asyncio.AbstractEventLoop | None = None
        self._back_door: threading.Timer | None = None
        self._back_door_lock = threading.Lock()

    # -- what can be done

    def action_interrupt(self) -> None:
        """Answer ctrl+c where no screen does."""
        self.exit()

    def action_suspend_process(self) -> None:
        """Hand the terminal to the shell until it continues this job."""
        if isinstance(self._driver, TerminalDriver):
            self._driver.suspend()

    def action_repaint_all(self) -> None:
        """Send the whole screen again, over whatever came onto it from elsewhere."""
        self.repaint_all()

    def repaint_all(self) -> None:
        """Send the whole screen again."""
        self._shown.forget()
        with contextlib.suppress(Exception):  # there is no screen yet
            self.refresh()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing: the browser would start on the machine of the game, not the player's."""

    def get_default_screen(self) -> Screen[Any]:
        """Give the screen that is there before any other."""
        return _FirstScreen()

    def get_driver_class(self) -> type[Driver]:
        """Give the driver for a real terminal."""
        return TerminalDriver

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but for focus reports, at which Textual repaints everything."""
        if isinstance(event, events.Resize):
            self._shown.resized(event.size)
        if not isinstance(event, (events.AppFocus, events.AppBlur)):
            await super().on_event(event)

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:  # noqa: FBT001, FBT002
        """Look for a binding of a key; none but the app's own has priority."""
        may_be = not priority or key in self._bindings.key_to_bindings
        return may_be and await super()._check_bindings(key, priority)

    def on_load(self) -> None:
        """Let no exception pass unseen."""
        self._own_loop = asyncio.get_running_loop()
        self._own_loop.set_exception_handler(self._loop_fault)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Show a frame, of which only what is new is sent; on a slow line not every frame."""
        if isinstance(renderable, CompositorUpdate):
            if self._is_behind:
                if not self._skips_frames:
                    self._skips_frames = True
                    self.set_timer(LAG, self._show_latest)
                return
            renderable = cast(RenderableType, self._shown.change(renderable, self.size))
        super()._display(screen, renderable)

    @property
    def _is_behind(self) -> bool:
        return isinstance(self._driver, TerminalDriver) and self._driver.is_behind

    def _show_latest(self) -> None:
        """Show what there is, in place of the frames that were skipped, as soon as it is taken."""
        if self._is_behind:
            self.set_timer(LAG, self._show_latest)
        else:
            self._skips_frames = False
            self.refresh()

    # -- ways out

    def exit(
        self,
        result: Result | None = None,
        return_code: int = 0,
        message: RenderableType | None = None,
    ) -> None:
        """Leave, at the latest when the patience is at its end."""
        self.is_leaving = True
        super().exit(result, return_code, message)
        self._leave_soon(return_code)

    def terminal_gone(self) -> None:
        """End at once, as one whom SIGHUP ended; there is nobody left to show anything to."""
        self._leave_at_once(128 + signal.SIGHUP)

    def signalled(self, signum: int) -> None:
        """See to it that the process ends after this signal, should the main thread be stuck."""
        if signum in _LEAVING and signal.getsignal(signum) == self._on_signal:
            self._leave_soon(128 + signum)

    def _on_signal(self, signum: int, _: FrameType | None) -> None:
        code = 128 + signum
        driver = self._driver
        if self._own_loop is None or not getattr(driver, "is_active", False):
            os._exit(code)  # the terminal is not in our hands
        # The input thread sees to it that the process ends. Where other threads do not get to
        # run, a signal may; and if it does not, the kernel ends what burns its CPU.
        signal.signal(signal.SIGALRM, lambda *_: self._leave_at_once(code))
        signal.setitimer(signal.ITIMER_REAL, PATIENCE + 0.2)
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + 0.4)
        with contextlib.suppress(RuntimeError):  # the loop has just ended
            self._own_loop.call_soon_threadsafe(self.exit, None, code)

    def _leave_soon(self, code: int) -> None:
        """Open the back door when the patience is at its end. From any thread."""
        with self._back_door_lock:
            if self._back_door is None and isinstance(self._driver, TerminalDriver):
                self._back_door = threading.Timer(PATIENCE, self._leave_at_once, (code,))
                self._back_door.daemon = True
                self._back_door.start()

    def _leave_at_once(self, code: int) -> None:
        """Leave by the back door: restore the terminal if that takes no time, and be gone."""
        with contextlib.suppress(Exception):
            if isinstance(self._driver, TerminalDriver):
                self._driver.leave_at_once(f"{self._fault}\r\n" if self._fault else "")
        os._exit(code)

    # -- faults

    def fault(self, error: BaseException) -> None:
        """End because of an exception that Textual does not see. From any thread."""
        if self._own_loop is not None and isinstance(error, Exception):
            with contextlib.suppress(RuntimeError):
                self._own_loop.call_soon_threadsafe(self._handle_exception, error)

    def ended(self, error: Exception | None = None) -> int:
        """Say what went wrong, if anything, and give the exit status."""
        for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL):
            signal.setitimer(timer, 0)
        if self._back_door is not None:
            self._back_door.cancel()
        if error is not None:
            self._fault = self._fault or self._report(error)
            if isinstance(self._driver, TerminalDriver):
                self._driver.leave_at_once("")
        if not self._fault:
            return self.return_code or 0
        print(self._fault, file=sys.__stderr__)
        return 1

    def panic(self, *_: RenderableType) -> None:
        """End, without the pages that Textual would print: the report has them."""
        self._close_messages_no_wait()
        self._leave_soon(1)

    def _fatal_error(self) -> None:
        self.panic()

    def _handle_exception(self, error: Exception) -> None:
        if not self._fault and not self.is_headless:
            self._fault = self._report(error)
        super()._handle_exception(error)

    def _loop_fault(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take what asyncio would only log; without an exception that is nothing to end for."""
        if isinstance(error := context.get("exception"), Exception) and self.is_running:
            self._handle_exception(error)

    def _report(self, error: Exception) -> str:
        """Write the report of a fault, give the sentence that tells of it."""
        if isinstance(error, WorkerFailed) and isinstance(error.error, Exception):
            error = error.error
        try:
            return report(error, self._reports, f"{self.size}")
        except Exception:  # out of files or memory, what it needs cannot even be imported
            return f"fevga: a fault ended the game ({type(error).__name__}), and no report of it"


class NoColours(LineFilter):
    """Sends no colours, not even that they are the usual ones."""

    def apply(self, segments: list[Segment], _: TextualColor) -> list[Segment]:
        """Take the colours away."""
        return [
            Segment(text, style and _without_colours(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _without_colours(style: Style) -> Style:
    return style.without_color


class EightColours(LineFilter):
    """Sends no bright colours: bold ones instead, and as a background the dark ones."""

    def apply(self, segments: list[Segment], _: TextualColor) -> list[Segment]:
        """Make the segments fit a terminal with eight colours."""
        return [
            Segment(text, style and _in_eight_colours(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _in_eight_colours(style: Style) -> Style:
    fg, bg = style.color, style.bgcolor
    bright = fg is not None and _number(fg) > 7
    return style + Style(color=_dark(fg), bgcolor=_dark(bg), bold=True if bright else None)


def _number(colour: Color) -> int:
    return colour.downgrade(ColorSystem.STANDARD).number or 0


def _dark(colour: Color | None) -> Color | None:
    if colour is None or colour.is_default:
        return colour
    number = _number(colour) % 8
    return Color(f"color({number})", ColorType.STANDARD, number=number)


def run(app: HardenedApp[Any], *, mouse: bool = True) -> int:
    """Run an app in this terminal to its end, give the exit status."""
    try:
        with _signals_to(app), _faults_of_threads_to(app):
            app.run(mouse=mouse)
    except Exception as error:  # from the framework itself
        return app.ended(error)
    return app.ended()


@contextlib.contextmanager
def _signals_to(app: HardenedApp[Any]) -> Iterator[None]:
    # Not by the loop: it may be blocked by output that nobody reads (Textual#5140).
    # Who started us with a signal ignored, as nohup does, means it.
    wanted = [n for n in _LEAVING if signal.getsignal(n) is not signal.SIG_IGN]
    before = {signum: signal.signal(signum, app._on_signal) for signum in wanted}
    try:
        yield
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)


@contextlib.contextmanager
def _faults_of_threads_to(app: HardenedApp[Any]) -> Iterator[None]:
    def tell(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            app.fault(args.exc_value)

    before = threading.excepthook
    threading.excepthook = tell
    try:
        yield
    finally:
        threading.excepthook = before
