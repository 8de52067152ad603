"""Between Textual and the terminal: reads without polling, and gives back what it changed.

Textual's own driver wakes ten times a second, spins when its terminal is gone (Textual#6690), and
takes for typing whatever it does not understand.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import re
import select
import signal
import sys
import termios
import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol, cast

from rich.cells import get_character_cell_size
from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from fevga_tui import terminal
from fevga_tui.ui.keys import with_latin

SEQUENCE_PATIENCE: Final = 1.0  # seconds for a sequence to become complete
PASTE_PATIENCE: Final = 2.0  # seconds of silence after which a paste is over, closed or not
LONGEST_SEQUENCE: Final = 1 << 13  # bytes of a sequence that are kept, of as many as may come
LONGEST_KEY: Final = 32  # bytes of a sequence for a key: Textual would type a longer one out
LONGEST_PASTE: Final = 1 << 21  # bytes of a paste that are kept, of as many as may come
LARGEST: Final = (640, 240)  # cells that are drawn on, however many a terminal says to have
FLOOD: Final = 1024  # characters in one go, or a second, that nobody can have typed
FLOOD_END: Final = 0.5  # seconds of silence after which what comes was typed again
BACKLOG: Final = 64  # messages in one go after which the app is waited for
BACKLOG_PATIENCE: Final = 1.0  # and how many seconds
LAG: Final = 0.1  # seconds that a frame may be behind before the next one is left out

RESET: Final = (
    "\x18"  # whatever sequence is being written, end it
    "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1004l"
    "{mouse}{keyboard}\x1b[0m{wipe}\x1b[?1049l\x1b[?25h"
)
"""What undoes all that Textual does to a terminal, at any moment, also where that was done."""
WIPE: Final = "\x1b[H\x1b[2J"
MOUSE_OFF: Final = "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"
KEYBOARD_OFF: Final = "\x1b[<u"

_REWRITTEN: Final = {
    # Motion without a button means nothing here, and would be sent at every cell.
    "\x1b[?1003h": "\x1b[?1002h",
    # Of this form of mouse reports Textual understands none.
    "\x1b[?1015h": "",
    # What has the focus looks the same without it.
    "\x1b[?1004h": "",
    # SIGWINCH tells of a new size everywhere. Sizes in band would bring reports of the mouse in
    # pixels, which come at every pixel and are wrong after a wrong size.
    "\x1b[?2048$p": "",
}
_POINTER_SHAPE: Final = "\x1b]22;"  # which old terminals print or put into the title
# A plain terminal prints the end of these.
_NOT_PLAIN: Final = re.compile(r"\x1b(\[[<>]|\[\?\d+\$p|\])")
_CURSOR_PUT: Final = re.compile(r"\x1b\[\d+;\d+H")
_AROUND_A_FRAME: Final = {"\x1b[?2026h", "\x1b[?2026l"}

_WAKE, _HANDLED = 0xFF, 0xFE  # among the numbers of signals in the pipe

_TOKEN = re.compile(
    rb"(?P<text>[^\x1b]+)"
    rb"|(?P<paste>\x1b\[200~)"
    # An old report of the mouse: its three bytes may be anything, also half a character.
    rb"|(?P<old_mouse>\x1b\[M...)"
    # Reports of focus, size, place and a mode: not asked for, or come too late for who asked.
    rb"|(?P<unasked>\x1b\[(?:[IO]|48;[\d;:]*t|\d+;\d+R|\?2048;\d\$y))"
    rb"|(?P<answer>\x1b[\]P][\d>][^\x07\x1b]*(?:\x07|\x1b\\))"
    rb"|(?P<mouse>\x1b\[<[-\d;]*[Mm])"
    # Among them the function keys of the Linux console and of rxvt, against all rules.
    rb"|(?P<key>\x1b\[\[[A-E]|\x1b\[\d+\$|\x1b\[(?!M)[0-?]*[ -/]*[@-Z\\-~]|\x1bO[\d;]*[A-Za-z])"
    # Escape and a letter in one go: from quick hands, or alt and the letter. Alt has no use here,
    # and Textual would take some of these for keys of the cursor.
    rb"|(?P<escape>\x1b(?=[^\[O\]P]|[\]P][^\d>]))",
    re.DOTALL,
)
_UNFINISHED = re.compile(
    rb"\x1b(?:\[(?:\[|M.{0,2}|[0-?]*[ -/]*)|O[\d;]*"
    rb"|[\]P](?:[\d>][^\x07\x1b]{0,4096}(?:\x1b\Z)?)?)?",
    re.DOTALL,
)
_MOUSE_REPORT = re.compile(rb"\x1b\[<(\d{1,3});\d{1,5};\d{1,5}[Mm]")
_BUTTONS = 128  # codes from here on are further buttons, which Textual takes for the first three
_PASTE_END = b"\x1b[201~"
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class Host(Protocol):
    """What the driver tells the app that it serves; all but repaint_all from any thread."""

    is_leaving: bool
    """Whether the terminal is given back for good, and not to be taken again."""

    def terminal_gone(self) -> None:
        """Hear that the terminal does not exist any more."""

    def signalled(self, signum: int) -> None:
        """Hear that a signal came, also when the main thread cannot."""

    def fault(self, error: BaseException) -> None:
        """Hear of an exception that nobody else would see."""

    def repaint_all(self) -> None:
        """Send the whole screen again."""


class Keyboard:
    """Turns the bytes that a terminal sends into messages; what makes no sense becomes nothing.

    Textual's parser gets whole sequences only: it would type out what it does not know, hold what
    is not complete until the next key, and wait for ever for the end of a paste.
    """

    def __init__(self, encoding: str = "utf-8") -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)("ignore")
        self._parser = XTermParser()
        self._held = b""
        self._paste: bytearray | None = None
        self._room = float(FLOOD)  # for characters, until it is a flood
        self._is_flooded = False
        self._read_at = 0.0

    @property
    def patience(self) -> float | None:
        """Seconds to wait for more before `give_up()`; None: for ever, nothing is unfinished."""
        if self._paste is not None:
            return PASTE_PATIENCE
        if not self._held:
            return None
        return constants.ESCAPE_DELAY if len(self._held) <= 2 else SEQUENCE_PATIENCE

    def feed(self, data: bytes, at: float | None = None) -> list[Message]:
        """Take what was read, give the messages that it completes; `at` is when it came, if known.

        Of a flood nothing is taken for typing until it is over.
        """
        found: list[Message] = []
        now = time.monotonic() if at is None else at
        silence = now - self._read_at
        self._room = min(FLOOD, self._room + FLOOD * silence)
        self._is_flooded = self._is_flooded and silence < FLOOD_END
        self._read_at = now
        data = self._held + data
        self._held = b""
        at = 0
        while at < len(data):
            if self._paste is not None:
                data, at = self._more_paste(data[at:], found), 0
                continue
            token = _TOKEN.match(data, at)
            if token is not None:
                found += self._meaning(token.lastgroup, token[0])
            else:
                # Without a meaning, unless it has yet to end.
                token = _UNFINISHED.match(data, at)
                assert token is not None
                if token.end() == len(data):
                    # Of one that is longer than any, the rest is left out until its end.
                    self._held = token[0][:LONGEST_SEQUENCE]
            at = token.end()
        return found

    def give_up(self) -> list[Message]:
        """Give what the unfinished amounts to when nothing follows it."""
        held, self._held = self._held, b""
        if self._paste is not None:
            return [self._pasted()]
        if len(held) > 2:
            return []
        return [events.Key("escape", "\x1b"), *self._parse(held[1:].decode())] if held else []

    def _meaning(self, kind: str | None, token: bytes) -> list[Message]:
        if kind == "text":
            return self._typed(token)
        self._decoder.reset()  # no character continues after a sequence
        if kind == "escape":
            return [events.Key("escape", token.decode())] if self._is_typed(1) else []
        if kind == "paste":
            self._paste = bytearray()
        elif kind == "mouse":
            report = _MOUSE_REPORT.fullmatch(token)
            return self._parse(token.decode()) if report and int(report[1]) < _BUTTONS else []
        elif kind == "key" and len(token) <= LONGEST_KEY:
            return self._parse(token.decode())
        return []

    def _typed(self, data: bytes) -> list[Message]:
        text = self._decoder.decode(data)
        if not self._is_typed(len(text)):
            return []
        return [events.Key(*key) for character in text for key in _keys(character)]

    def _is_typed(self, characters: int) -> bool:
        """Tell what was typed from what is pasted raw, and would keep the app busy for minutes."""
        self._is_flooded = self._is_flooded or characters > self._room
        self._room = 0.0 if self._is_flooded else self._room - characters
        return not self._is_flooded

    def _parse(self, text: str) -> list[Message]:
        found: list[Message] = []
        if text:  # nothing would mean the end
            # A code that is no character raises, and ends the parser.
            with contextlib.suppress(Exception):
                found += map(_on_latin_layout, filter(_is_named, self._parser.feed(text)))
            if not found:  # ended, or waiting for more of what it does not know
                self._parser = XTermParser()
        return found

    def _more_paste(self, data: bytes, found: list[Message]) -> bytes:
        """Add to the paste, give what follows it."""
        assert self._paste is not None
        begin = max(0, len(self._paste) - len(_PASTE_END) + 1)
        self._paste += data
        end = self._paste.find(_PASTE_END, begin)
        if end < 0:
            # Its end may have begun to come.
            del self._paste[LONGEST_PASTE : -len(_PASTE_END)]
            return b""
        rest = bytes(self._paste[end + len(_PASTE_END) :])
        del self._paste[end:]
        found.append(self._pasted())
        return rest

    def _pasted(self) -> events.Paste:
        data, self._paste = self._paste or b"", None
        self._decoder.reset()
        text = self._decoder.decode(bytes(data), final=True)
        self._decoder.reset()
        return events.Paste(_CONTROL.sub("", text))


@lru_cache(512)  # to find out takes longer than all else that is done with a key
def _keys(character: str) -> Sequence[tuple[str, str | None]]:
    """Return the names of the keys that a character was typed with, each with what it types."""
    found = Keyboard()._parse(character)
    return tuple((key.key, key.character) for key in found if isinstance(key, events.Key))


def _is_named(message: Message) -> bool:
    """Say whether a key has a name that can be said: that of a code unknown to Textual has none."""
    return not isinstance(message, events.Key) or message.key.isprintable()


def _on_latin_layout(message: Message) -> Message:
    """Give a key with Ctrl the name that it has on a Latin layout."""
    if isinstance(message, events.Key) and (name := with_latin(message.key)) != message.key:
        return events.Key(name, message.character)
    return message


def _in_cells(error: UnicodeError) -> tuple[str, int]:
    """Put a question mark into each cell that a character would take."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "?" * sum(map(get_character_cell_size, lacking)), error.end


codecs.register_error("cells", _in_cells)


class Output:
    """The terminal as a file to write to. A thread that is stuck in it can be overtaken.

    It has an open file of its own if it can: whether that blocks is then no affair of the shell,
    which shares standard error with us, and a write that waits holds no lock of the kernel.
    """

    def __init__(self, shared: int, encoding: str, gone: Callable[[], None]) -> None:
        """Take the number of standard error, its encoding, and whom to tell of a hang-up."""
        self._gone = gone
        self._encoding = encoding
        self._fd = self._open(shared)
        self._is_own = self._fd != shared
        self._waiting: list[bytes] = []
        self.flushed = 0
        """How many of the texts that were kept the terminal has taken."""
        self._lock = threading.Lock()
        self._overtaken = False

    @staticmethod
    def _open(shared: int) -> int:
        flags = os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC
        with contextlib.suppress(OSError):
            return os.open(os.ttyname(shared), flags)
        # After su(1) the terminal is another user's; but as it is our own it has a second name.
        with contextlib.suppress(OSError):
            os.tcgetpgrp(shared)
            return os.open("/dev/tty", flags)
        return shared

    def fileno(self) -> int:
        """Give the number of the open file."""
        return self._fd

    def encoded(self, text: str) -> bytes:
        """Return the bytes to send for a text."""
        return text.encode(self._encoding, "cells")

    def write(self, data: bytes) -> int:
        """Keep the bytes until the next `flush()`."""
        self._waiting.append(data)
        return len(data)

    def flush(self) -> None:
        """Write what was kept, as slowly as the terminal takes it."""
        waiting, self._waiting = self._waiting, []
        data = b"".join(waiting)
        while data := self._taken(data):
            select.select([], [self._fd], [])
        self.flushed += len(waiting)

    def begin(self, data: bytes) -> bytes:
        """Write what the terminal takes at once, return the rest."""
        return self._taken(data) if self._is_own else data  # the shell may let its own block

    def _taken(self, data: bytes) -> bytes:
        try:
            with self._lock:
                return b"" if self._overtaken else data[os.write(self._fd, data) :]
        except BlockingIOError:
            return data
        except OSError:
            self._gone()
            return b""

    def overtake(self) -> None:
        """Forget all that still waits, so that there is room where nobody reads any more."""
        self._overtaken = True
        if self._lock.acquire(timeout=0.1):
            self._lock.release()
        with contextlib.suppress(termios.error):
            termios.tcflush(self._fd, termios.TCOFLUSH)

    def write_at_once(self, text: str) -> None:
        """Write this now, or nothing if that could take time."""
        with contextlib.suppress(OSError):
            if not os.get_blocking(self._fd):
                os.write(self._fd, self.encoded(text))


class _Alarm(threading.Event):
    """An event that also wakes who waits for a file."""

    def __init__(self, ring: Callable[[], None]) -> None:
        super().__init__()
        self._ring = ring

    def set(self) -> None:
        """Set the flag, then ring."""
        super().set()
        self._ring()


class TerminalDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, without its timers and with manners."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,  # noqa: ARG002 - Textual's; would write files
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        # Who started us with this signal ignored means it: nobody is there to continue us.
        self._may_stop = signal.getsignal(signal.SIGTSTP) is not signal.SIG_IGN
        super().__init__(app, mouse=mouse, size=size or self._get_terminal_size())
        if not self._may_stop:
            signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        self.is_active = False
        """Whether the terminal is in our hands: neither suspended nor given back."""
        self._host = cast(Host, app)
        self._plain = terminal.is_plain(os.environ)
        assert self._file is not None
        self._output = Output(self._file.fileno(), self._file.encoding, self._host.terminal_gone)
        self._file = cast(Any, self._output)
        self._handed_on = 0  # texts for another thread to write, which it may not have yet
        self._busy_since = 0.0
        self._end_of_last = ""
        # select(), as poll() knows no terminals on macOS, and a pipe to end its wait.
        self._wakes, self._waker = os.pipe()
        os.set_blocking(self._wakes, False)
        os.set_blocking(self._waker, False)
        self.exit_event = _Alarm(lambda: self._wake(_WAKE))

    # -- output

    def write(self, data: str) -> None:
        """Write to the terminal, but for what is better not asked of it."""
        data = _REWRITTEN.get(data, data)
        if not data or data.startswith(_POINTER_SHAPE):
            return
        if self._plain and _NOT_PLAIN.match(data):
            return
        if _CURSOR_PUT.fullmatch(data) and data == self._end_of_last:
            return  # of a frame in which nothing is new this is all, and the cursor is there
        if data not in _AROUND_A_FRAME:
            self._end_of_last = data[data.rfind("\x1b") :]
        rest = self._output.encoded(data)
        if self._handed_on == self._output.flushed:
            # Another thread would only be waited for; it has what the terminal does not take.
            rest = self._output.begin(rest)
            self._busy_since = time.monotonic()
        if rest:
            self._handed_on += 1
            super().write(cast(Any, rest))

    @property
    def is_behind(self) -> bool:
        """The terminal has yet to take what was written some time ago."""
        is_taken = self._handed_on == self._output.flushed
        return not is_taken and time.monotonic() - self._busy_since > LAG

    # -- input

    def _wake(self, reason: int) -> None:
        with contextlib.suppress(BlockingIOError):  # full: it will wake
            os.write(self._waker, bytes([reason]))

    def run_input_thread(self) -> None:
        """Wait for input and pass it on, until told to end."""
        try:
            self._read_on(Keyboard(_input_encoding()))
        except Exception as error:  # nobody else would see it
            self._host.fault(error)

    def _read_on(self, keyboard: Keyboard) -> None:
        busy = False  # the app, with what was read before?
        late = False  # may what is read have come while it was?
        at = 0.0
        while not self.exit_event.is_set():
            was_busy = busy
            sources = [self._wakes] if busy else [self._wakes, self.fileno]
            patience = BACKLOG_PATIENCE if busy else 0 if late else keyboard.patience
            ready = select.select(sources, [], [], patience)[0]
            if self._wakes in ready:
                reasons = os.read(self._wakes, 4096)
                busy = busy and _HANDLED not in reasons
                for signum in set(reasons) - {_WAKE, _HANDLED}:
                    self._host.signalled(signum)
            messages: list[Message] = []
            if self.fileno in ready:
                # No pause is known of between what came late and what was read before it.
                at = at if late else time.monotonic()
                messages = keyboard.feed(self._read(), at)
                for message in messages:
                    message.time = at
            elif not ready and late:
                late = False
            elif not ready and not busy:
                messages = keyboard.give_up()
            else:
                busy = busy and bool(ready)
                late = late or (was_busy and not busy)
            for message in messages:
                self.process_message(message)
            if len(messages) > BACKLOG:
                # The terminal, not our memory, keeps what comes faster than it is handled.
                busy = True
                self.send_message(events.Callback(callback=lambda: self._wake(_HANDLED)))

    def _read(self) -> bytes:
        try:
            data = os.read(self.fileno, 4096)
        except BlockingIOError:  # another program made it so
            return b""
        except OSError:  # EIO: hung up, or in the background without a shell
            data = b""
        if not data:
            self._host.terminal_gone()
        return data

    def send_message(self, message: Message) -> None:
        """Put a message into the app's queue, without a task of its own."""
        self._loop.call_soon_threadsafe(self._app.post_message, message)

    def process_message(self, message: Message) -> None:
        """Pass a message on, unless it is about a place that does not exist."""
        if isinstance(message, events.MouseEvent):
            width, height = self._app.size
            if message.x >= width or message.y >= height:
                return
        super().process_message(message)

    def _get_terminal_size(self) -> tuple[int, int]:
        """Give the size; not more than can be drawn, whatever the other end of a line claims."""
        width, height = super()._get_terminal_size()
        return min(width, LARGEST[0]), min(height, LARGEST[1])

    # -- beginning and end

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        self._wait_for_foreground()
        # Heard by the input thread, which can still act when the main thread is stuck.
        signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        self.is_active = True
        self._writer_thread = None
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._writer_thread is None:
            self._host.terminal_gone()

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        if not self.is_active:
            return
        # Where there is no second screen to leave, at least the board is wiped off.
        self.write(f"\x1b[0m{WIPE}\x1b[?2048l")
        if self._mouse:
            self.write("\x1b[?1002l\x1b[?1016l")
        super().stop_application_mode()

    def close(self) -> None:
        """Wait until all is written."""
        super().close()
        if self.is_active:
            self.is_active = False
            signal.set_wakeup_fd(-1)

    def leave_at_once(self, last_words: str) -> None:
        """Give the terminal back, if it is not yet, without waiting for anything. Any thread."""
        if self.is_active:
            self._output.overtake()
            reset = RESET.format(
                mouse=MOUSE_OFF if self._mouse else "",
                keyboard="" if self._plain else KEYBOARD_OFF,
                wipe=WIPE if self._plain else "",
            )
            self._output.write_at_once(reset)
            if self.attrs_before is not None:
                with contextlib.suppress(termios.error):
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        self._output.write_at_once(last_words)

    # -- suspension

    def suspend(self) -> None:
        """Stop the job that this process belongs to, as ctrl+z does; come back with it."""
        # The whole job: a shell waits until all of it has stopped, be it a script around us.
        if self._may_stop:
            self._stop(lambda: os.kill(0, signal.SIGTSTP))

    def _stop(self, stop: Callable[[], None]) -> None:
        if not self.is_active or self._host.is_leaving:
            return
        self.suspend_application_mode()
        # Not SIGSTOP: this one is ignored where nobody could continue us.
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        stop()
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        self.resume_application_mode()
        self._host.repaint_all()

    def _sigtstp_application(self, *_: object) -> None:
        # The main thread may be just writing: it must not write again within that.
        self._loop.call_soon_threadsafe(self._stop, lambda: signal.raise_signal(signal.SIGTSTP))

    def _sigcont_application(self, *_: object) -> None:
        if self.is_active:  # stopped by SIGSTOP; the shell used the terminal since
            self._loop.call_soon_threadsafe(self._take_over_again)

    def _take_over_again(self) -> None:
        if not self.is_active or self._host.is_leaving:
            return
        self.is_active = False  # and nothing to give back as long as it is another job's
        self._wait_for_foreground()
        self.is_active = True
        self.suspend_application_mode()
        self.resume_application_mode()
        self._host.repaint_all()

    def _wait_for_foreground(self) -> None:
        """Stop as long as the terminal is another job's."""
        with contextlib.suppress(OSError):  # not our session's: nobody would stop us
            while os.tcgetpgrp(self.fileno) != os.getpgrp():
                previous = signal.signal(signal.SIGTTOU, signal.SIG_DFL)
                try:
                    attributes = termios.tcgetattr(self.fileno)
                    termios.tcsetattr(self.fileno, termios.TCSANOW, attributes)
                except termios.error as error:
                    if error.args[0] == errno.EINTR:  # continued
                        continue
                    self._host.terminal_gone()
                finally:
                    signal.signal(signal.SIGTTOU, previous)


def _input_encoding() -> str:
    """Give the encoding of what is typed; UTF-8 where it is said to be ASCII."""
    encoding = getattr(sys.__stdin__, "encoding", None) or "utf-8"
    with contextlib.suppress(LookupError):
        return "utf-8" if codecs.lookup(encoding).name == "ascii" else encoding
    return "utf-8"
