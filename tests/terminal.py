"""Run a program in a real pseudo-terminal, press its keys, read its screen and measure it.

    with Terminal([sys.executable, "-m", "fevga_tui"], size=(80, 24)) as terminal:
        terminal.wait_for("White to play")
        terminal.press("right", "enter")
        terminal.settle()
        assert terminal.find("Black") == (61, 3)

The program is started as a shell would start it: a small leader process owns the session and
the program is its foreground job. The leader stays until the end, because the kernel resets a
terminal as soon as its session leader is gone, and nothing would be left to compare.

The master side is read only inside the calls that wait (settle, wait_for, wait_until, read_for,
wait_exit, write): everything happens in the caller's thread. Output is stamped when it is read
and interpreted later, when the screen is looked at, so that times do not include the reading of
escape sequences. Linux only.
"""

from __future__ import annotations

import codecs
import contextlib
import inspect
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

import pyte

QUIET = 0.12  # seconds without output after which a program is taken to be waiting
CELL = (10, 20)  # pixels of a character cell, for terminals that tell and ask in pixels
ESCAPE_PAUSE = 0.15  # after a lone escape byte, or the next key would be taken for alt+key

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "insert": "\x1b[2~",
    "delete": "\x1b[3~",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
    "f4": "\x1bOS",
    "enter": "\r",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "escape": "\x1b",
    "backspace": "\x7f",
    "space": " ",
}
BUTTONS = {"left": 0, "middle": 1, "right": 2}
MODES = {
    1: "application cursor keys",
    7: "autowrap",
    25: "cursor",
    1000: "mouse 1000",
    1002: "mouse 1002",
    1003: "mouse 1003",
    1004: "focus reports",
    1005: "mouse 1005",
    1006: "mouse 1006",
    1015: "mouse 1015",
    1016: "mouse 1016",
    2004: "bracketed paste",
    2026: "synchronized output",
    2048: "in-band resize",
}
MODES_AT_START = {7, 25}
ALTERNATE = {47, 1047, 1049}
REPORTING = {1000, 1002, 1003}


class Cell(NamedTuple):
    """One character cell. Colours are "default", a name as "red" or "brightred", or "rrggbb".

    The cell after a double-width character has an empty char.
    """

    char: str
    fg: str = "default"
    bg: str = "default"
    bold: bool = False
    reverse: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    dim: bool = False


class Snapshot(NamedTuple):
    """A screen at one moment: rows of cells, the cursor (None when hidden), the title."""

    rows: list[list[Cell]]
    cursor: tuple[int, int] | None
    title: str


class Answer(NamedTuple):
    """What a program wrote after an action.

    Bytes, and the seconds from sending to the first and to the last of them (None: no answer).
    """

    size: int
    first: float | None
    last: float | None


class Usage(NamedTuple):
    """CPU seconds, peak resident memory in kB, voluntary context switches of all threads."""

    cpu: float
    peak_rss: int
    switches: int


# --------------------------------------------------------------------------------------------
# The screen: two pyte screens, and what pyte leaves out.
# --------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|(?P<control>[^\x1b -~\xa0-\U0010ffff])"
    r"|\x1b\[(?P<csi>[0-?]*[ -/]*[@-~])"
    r"|\x1b(?P<string>[]PX^_][^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1b(?P<escape>[ -/]*[0-OQ-WYZ\\`-~])"
)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|[]PX^_][^\x07\x1b]*\x1b?|[ -/]*)")
_CSI = re.compile(r"([<=>?]?)([0-9;:]*)([ -/]*)(.)")
# pyte knows no faint text; its slot for blinking, which nobody needs here, holds it.
_FAINT = {2: (5,), 5: (), 6: (), 22: (22, 25), 25: ()}


class _Screen:
    """Interprets output. Draws on pyte screens, one normal and one alternate."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.replies: list[str] = []  # to the queries, in the words of a modern terminal
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._reset()

    def _reset(self) -> None:
        self.main: Any = pyte.Screen(self.width, self.height)
        self.alternate: Any = pyte.Screen(self.width, self.height)
        self.now = self.main
        self.modes = set(MODES_AT_START)
        self.keyboard: dict[bool, list[int]] = {False: [], True: []}  # by: alternate screen?
        self.title = ""
        self._last = " "

    @property
    def keyboard_flags(self) -> int:
        """Flags of the kitty keyboard protocol that are in force."""
        return (self.keyboard[self.now is self.alternate] or [0])[-1]

    def size_report(self) -> str:
        """In-band notice of the size (mode 2048)."""
        width, height = self.width, self.height
        return f"\x1b[48;{height};{width};{height * CELL[1]};{width * CELL[0]}t"

    def resize(self, width: int, height: int) -> None:
        """Cut or extend at the right and at the bottom, but keep the line with the cursor."""
        self.width, self.height = width, height
        for screen in (self.main, self.alternate):
            lost = max(0, screen.cursor.y + 1 - height)
            kept = {y - lost: row for y, row in screen.buffer.items() if 0 <= y - lost < height}
            screen.buffer.clear()
            screen.buffer.update(kept)
            screen.cursor.y -= lost
            screen.lines = height
            screen.resize(columns=width)
            screen.margins = None
            screen.ensure_hbounds()

    def visible(self) -> bool:
        """Say whether there is anything to see."""
        return any(
            cell.data.strip() or cell.bg != "default" or cell.reverse
            for row in self.now.buffer.values()
            for cell in row.values()
        )

    def cell(self, x: int, y: int) -> Cell:
        """Give the cell in column x of row y."""
        c = self.now.buffer[y][x]
        fg, bg = (
            # pyte calls yellow brown, and misspells one of the bright colours
            name.replace("brown", "yellow").replace("bfight", "bright")
            for name in (c.fg, c.bg)
        )
        return Cell(
            c.data, fg, bg, c.bold, c.reverse, c.italics, c.underscore, c.strikethrough, c.blink
        )

    def left_behind(self) -> list[str]:
        """Name what differs from a fresh terminal."""
        found = ["alternate screen"] if self.now is self.alternate else []
        changed = (self.modes ^ MODES_AT_START) - ALTERNATE
        found += [MODES.get(mode, f"mode {mode}") for mode in sorted(changed)]
        if self.keyboard[False] or self.keyboard[True]:
            found.append("kitty keyboard")
        if self.now.margins is not None:
            found.append("scroll region")
        if self.now.cursor.attrs != self.now.default_char:
            found.append("pen colour")
        return found

    # -- interpreting

    def feed(self, data: bytes) -> None:
        """Interpret output; a sequence that is not complete waits for the next call."""
        text = self._rest + self._decoder.decode(data)
        at = 0
        while at < len(text):
            token = _TOKEN.match(text, at)
            if token is None:
                if _UNFINISHED.fullmatch(text, at):
                    break
                at += 1  # not a sequence: a terminal drops the escape
                continue
            at = token.end()
            kind = token.lastgroup or ""
            body = token[kind]
            if kind == "text":
                self._draw(body)
            elif kind == "csi":
                self._csi(body)
            elif kind == "control":
                self._call(pyte.Stream.basic.get(body))
            elif kind == "escape":
                self._escape(body)
            elif body.startswith(("]0;", "]2;")):
                self.title = body[3:]
        self._rest = text[at:]

    def _call(self, name: str | None, *args: int) -> None:
        if name is not None:
            getattr(self.now, name)(*args)

    def _draw(self, text: str) -> None:
        if not text.isascii():  # pyte drops the text after a joiner or variation selector
            text = "".join(
                c
                for c in text
                if unicodedata.combining(c) or unicodedata.category(c) not in {"Cf", "Mn", "Me"}
            )
        if text:
            self._last = text[-1]
            self.now.draw(text)

    def _escape(self, body: str) -> None:
        if body == "c":
            self._reset()
        elif body[0] in "()" and len(body) == 2:
            self.now.define_charset(body[1], body[0])
        else:
            self._call(pyte.Stream.escape.get(body))

    def _csi(self, body: str) -> None:
        parts = _CSI.fullmatch(body)
        if parts is None:
            return
        prefix, parameters, middle, final = parts.groups()
        numbers = [int(n) if n.isdigit() else 0 for n in parameters.split(";") if parameters]
        number = numbers[0] if numbers else 0
        what = prefix + middle + final
        if what in {"?h", "?l"}:
            for mode in numbers:
                self._mode(mode, on=final == "h")
        elif what == "m":
            self._rendition(parameters)
        elif what in {"J", "K", "X"}:
            self._erase(what, number)
        elif what == "b":
            self.now.draw(self._last * max(1, number))
        elif what in {"S", "T"}:
            self._scroll(max(1, number), up=what == "S")
        elif what == "r":
            self.now.set_margins(*numbers[:2])
            self.now.cursor_position()
        elif what in {"s", "u"}:
            self._call("save_cursor" if what == "s" else "restore_cursor")
        elif what in {">u", "<u", "=u"}:
            stack = self.keyboard[self.now is self.alternate]
            if prefix == ">":
                stack.append(number)
            elif prefix == "<":
                del stack[max(0, len(stack) - max(1, number)) :]
            else:
                stack[-1:] = [number]
        elif what == "?u":
            self.replies.append(f"\x1b[?{self.keyboard_flags}u")
        elif what == "?$p":
            known = 0 if number not in MODES else 1 if number in self.modes else 2
            self.replies.append(f"\x1b[?{number};{known}$y")
        elif what == "c":
            self.replies.append("\x1b[?62;22c")
        elif what in {"h", "l"}:
            self._call(pyte.Stream.csi[what], *numbers)
        elif what != "n":
            self._call(pyte.Stream.csi.get(what), *numbers[: 2 if what in "Hf" else 1])

    def _mode(self, mode: int, *, on: bool) -> None:
        (self.modes.add if on else self.modes.discard)(mode)
        if mode in ALTERNATE:
            self._swap(mode, on=on)
        elif mode in {6, 7, 25}:
            for screen in (self.main, self.alternate):
                (screen.set_mode if on else screen.reset_mode)(mode, private=True)
        elif mode == 2048 and on:
            self.replies.append(self.size_report())

    def _swap(self, mode: int, *, on: bool) -> None:
        old, new = self.now, self.alternate if on else self.main
        if old is new:
            return
        self.now = new
        if on:
            new.buffer.clear()
            new.cursor.x, new.cursor.y = old.cursor.x, old.cursor.y
        if on or mode != 1049:  # 1049 gives the cursor back with the pen it had before
            new.cursor.attrs = old.cursor.attrs

    def _rendition(self, parameters: str) -> None:
        given = iter([int(n) if n.isdigit() else 0 for n in parameters.split(";")])
        numbers: list[int] = []
        for n in given:
            if n in {38, 48, 58}:
                kind = next(given, 0)
                colour = [n, kind, *islice(given, 3 if kind == 2 else 1)]
                numbers += colour if n != 58 else []
            else:
                numbers += _FAINT.get(n, (n,))
        if numbers:
            self.now.select_graphic_rendition(*numbers)

    def _erase(self, what: str, number: int) -> None:
        """Erase in the display (J) or line (K), or some characters (X), in the pen's colour."""
        width, cursor = self.width, self.now.cursor
        row = cursor.y * width
        here = row + min(cursor.x, width - 1)
        first, last = (0, self.height * width) if what == "J" else (row, row + width)
        if what == "X":
            first, last = here, min(here + max(1, number), last)
        elif number == 0:
            first = here
        elif number == 1:
            last = here + 1
        elif number != 2:
            return
        blank = self.now.default_char._replace(bg=cursor.attrs.bg)
        for at in range(first, last):
            self.now.buffer[at // width][at % width] = blank

    def _scroll(self, lines: int, *, up: bool) -> None:
        cursor = self.now.cursor
        at = cursor.x, cursor.y
        cursor.y = self.now.margins.top if self.now.margins else 0
        (self.now.delete_lines if up else self.now.insert_lines)(lines)
        cursor.x, cursor.y = at


# --------------------------------------------------------------------------------------------
# The session leader. Its source is handed to a bare interpreter: it must stand alone.
# --------------------------------------------------------------------------------------------


def _lead() -> None:
    """Start the program as the foreground job of a new terminal and report how it ends."""
    import contextlib
    import os
    import signal
    import sys
    import time

    tty_name, hangup, *argv = sys.argv[1:]
    with open("/proc/self/environ", "rb") as given:  # noqa: PTH123
        if b"LC_CTYPE=" not in given.read():  # but this interpreter may have set it for itself
            os.environ.pop("LC_CTYPE", None)
    tty = os.open(tty_name, os.O_RDWR)  # a session's first terminal becomes its own
    job_signals = ["HUP", "INT", "QUIT", "PIPE", "TERM", "TSTP", "TTIN", "TTOU"]
    for name in job_signals:
        signal.signal(getattr(signal, "SIG" + name), signal.SIG_IGN)
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(tty, os.getpid())
        for name in job_signals:
            signal.signal(getattr(signal, "SIG" + name), signal.SIG_DFL)
        if hangup == "ignored":
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        for fd in range(3):
            os.dup2(tty, fd)
        try:
            os.execvp(argv[0], argv)
        except OSError as error:
            os.write(2, f"{argv[0]}: {error.strerror}\r\n".encode())
            os._exit(127)
    with contextlib.suppress(OSError):  # whichever of the two is first
        os.setpgid(pid, pid)
    print(pid, started, flush=True)
    # Do not reap it: as long as it is not reaped its number is not given to another process.
    end = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    if end is not None:
        print(end.si_status if end.si_code == os.CLD_EXITED else -end.si_status, flush=True)
    sys.stdin.read()


# --------------------------------------------------------------------------------------------


class Terminal:
    """A program in a terminal. Use it as a context manager; the program is killed at the end."""

    def __init__(
        self,
        argv: Sequence[str | Path],
        size: tuple[int, int] = (80, 24),
        term: str = "xterm-256color",
        env: Mapping[str, str | None] | None = None,
        cwd: str | Path | None = None,
        *,
        ignore_hangup: bool = False,
        rate: float | None = None,
        profile: Literal["xterm", "kitty"] = "xterm",
    ) -> None:
        """Prepare to run a command; it starts when the context is entered.

        The environment is PATH, TERM, LANG and HOME (an empty directory), without motion in Textual
        programs, changed by env, where None removes a variable. rate limits the output to so many
        bytes in a second, and may be changed later. The profile "kitty" answers queries about
        modes, reports its size in band, has pixel mouse positions and the keyboard protocol;
        "xterm" leaves queries unanswered.
        """
        self.argv = [str(word) for word in argv]
        self.size = size
        self.rate = rate
        self.profile = profile
        self.received = bytearray()
        self.exit_code: int | None = None
        self.pid = 0
        self._env: dict[str, str | None] = {"TERM": term, **(env or {})}
        self._cwd = cwd
        self._hangup = "ignored" if ignore_hangup else "default"
        self._screen = _Screen(*size)
        self._chunks: list[tuple[float, bytes]] = []  # with the time of reading
        self._interpreted = 0
        self._painted: float | None = None
        self._frozen = False
        self._next_read = 0.0
        self._active = 0.0  # when it last wrote something, or ended
        self._first_sent: float | None = None
        self._sent = 0.0  # the action that settle() reports about: when it was sent,
        self._sent_after = 0  # after how many chunks,
        self._waited = True  # and whether it has been waited for
        self._peak_rss = 0

    # -- beginning and end

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as stack:
            master, self._slave = os.openpty()
            self._master: int | None = master
            stack.callback(os.close, self._slave)
            stack.callback(self._close_master)
            os.set_blocking(master, False)
            termios.tcsetwinsize(master, self.size[::-1])
            self._termios = termios.tcgetattr(self._slave)
            home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            usual = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "HOME": home}
            usual["TEXTUAL_ANIMATIONS"] = "none"
            source = f"{inspect.getsource(_lead)}\n_lead()"
            leader_argv = [sys.executable, "-I", "-S", "-c", source]
            leader = subprocess.Popen(
                [*leader_argv, os.ttyname(self._slave), self._hangup, *self.argv],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                cwd=self._cwd,
                env={k: v for k, v in (usual | self._env).items() if v is not None},
                start_new_session=True,
            )
            stack.enter_context(leader)  # closes its pipes, at which it leaves, and waits for it
            stack.callback(self._kill)
            assert leader.stdout is not None
            self._reports = leader.stdout
            pid, started = self._reports.readline().split()
            self.pid, self.started = int(pid), float(started)
            self._sent = self.started
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    def _kill(self) -> None:
        if self.pid:
            for kill in (os.killpg, os.kill):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    kill(self.pid, signal.SIGKILL)
            if self.exit_code is None:  # let the leader say its last word
                self._reports.readline()

    def _close_master(self) -> None:
        if self._master is not None:
            os.close(self._master)
            self._master = None

    # -- reading

    def _pump(self, timeout: float) -> None:
        """Wait so long for output, or for the program's end, and take what there is."""
        watched: list[int] = []
        if self.exit_code is None:
            watched.append(self._reports.fileno())
        if self._master is not None and not self._frozen:
            pause = self._next_read - time.monotonic() if self.rate else 0
            if pause > 0:
                timeout = min(timeout, pause)
            else:
                watched.append(self._master)
        ready = select.select(watched, [], [], max(0.0, timeout))[0]
        if self._master is not None and self._master in ready:
            portion = max(1, int(self.rate / 100)) if self.rate else 65536
            self._take(os.read(self._master, portion))
        if self.exit_code is None and self._reports.fileno() in ready:
            self.exit_code = int(self._reports.readline())
            self._active = time.monotonic()

    def _take(self, data: bytes) -> None:
        now = self._active = time.monotonic()
        self._chunks.append((now, data))
        self.received += data
        if self.rate:
            self._next_read = now + len(data) / self.rate
        if self.profile == "kitty":
            screen = self._interpret()
            replies, screen.replies = "".join(screen.replies), []
            self._send(replies.encode())

    def _interpret(self) -> _Screen:
        """Bring the screen up to date with what was read."""
        screen = self._screen
        for when, data in self._chunks[self._interpreted :]:
            screen.feed(data)
            self._interpreted += 1
            if self._painted is None and screen.visible():
                self._painted = when
        return screen

    def read_for(self, seconds: float) -> None:
        """Read for a fixed time, whatever comes."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._pump(left)
        self._waited = True

    def settle(self, quiet: float = QUIET, timeout: float = 5, grace: float = 0.5) -> Answer:
        """Read until there was no output for so long; tell what came since the last action.

        At the start this waits until something is visible. After an action it waits for the
        first byte of the answer no longer than grace. For a screen that must come, wait_for is
        the better choice: a slow machine cannot make it return too early.
        """
        begun = time.monotonic()
        end = begun + timeout
        while True:
            answer = self._chunks[self._sent_after :]
            answered = answer or self.exit_code is not None
            due = max(begun, self._active) + (quiet if answered else max(quiet, grace))
            now = time.monotonic()
            if now >= due and not self._starting():
                break
            if now >= end:
                trouble = "nothing is drawn" if self._starting() else "the output does not stop"
                raise AssertionError(f"{trouble} after {timeout:g} s{self._picture()}")
            self._pump((due if now < due else end) - now)
        self._waited = True
        size = sum(len(data) for _, data in answer)
        first, last_byte = (answer[i][0] - self._sent if answer else None for i in (0, -1))
        return Answer(size, first, last_byte)

    def _starting(self) -> bool:
        if self._first_sent is not None or self.exit_code is not None or self._frozen:
            return False
        self._interpret()
        return self._painted is None

    def wait_until(self, check: Callable[[], object], what: str, timeout: float = 10) -> None:
        """Read until check() is true."""
        begun = time.monotonic()
        while not check():
            now, end = time.monotonic(), begun + timeout
            if self.exit_code is not None:  # what it wrote last may still be on its way
                end = min(end, max(begun, self._active) + QUIET)
            if now >= end:
                raise AssertionError(f"not after {now - begun:.2f} s: {what}{self._picture()}")
            self._pump(end - now)
        self._waited = True

    def wait_for(self, regex: str, timeout: float = 10) -> re.Match[str]:
        """Read until the text of the screen matches."""
        found: list[re.Match[str]] = []

        def matches() -> bool:
            found[:] = re.finditer(regex, self.text(), re.MULTILINE)
            return bool(found)

        self.wait_until(matches, f"a screen with {regex!r}", timeout)
        return found[0]

    def wait_exit(self, timeout: float = 5) -> int:
        """Wait for the program to end and read the rest; give its exit code, -n for signal n."""
        self.wait_until(lambda: self.exit_code is not None, "the end of the program", timeout)
        while (left := self._active + QUIET / 2 - time.monotonic()) > 0:
            self._pump(left)
        assert self.exit_code is not None
        return self.exit_code

    def freeze(self) -> None:
        """Stop reading, as a connection that is stuck."""
        self._frozen = True

    def thaw(self) -> None:
        """Read again."""
        self._frozen = False

    # -- looking

    @property
    def modes(self) -> set[int]:
        """The private modes that are switched on (7 and 25 in a fresh terminal)."""
        return set(self._interpret().modes)

    @property
    def title(self) -> str:
        """The window title."""
        return self._interpret().title

    def text(self) -> str:
        """Give the screen as one line for each row, without the blanks at their right."""
        return "\n".join(self.line(y).rstrip() for y in range(self.size[1]))

    def line(self, y: int) -> str:
        """Give the text of a row in its full width."""
        row = self._interpret().now.buffer[y]
        return "".join(row[x].data for x in range(self.size[0]))

    def cell(self, x: int, y: int) -> Cell:
        """Give the cell in column x of row y, counted from 0."""
        return self._interpret().cell(x, y)

    def snapshot(self) -> Snapshot:
        """Keep the screen as it is now."""
        screen = self._interpret()
        width, height = self.size
        rows = [[screen.cell(x, y) for x in range(width)] for y in range(height)]
        cursor = screen.now.cursor
        position = None if cursor.hidden else (min(cursor.x, width - 1), cursor.y)
        return Snapshot(rows, position, screen.title)

    def find(self, regex: str) -> tuple[int, int]:
        """Give column and row where the first match within a row begins."""
        return self._span(regex)[:2]

    def _span(self, regex: str) -> tuple[int, int, int]:
        """Give the column, row and last column of the first match."""
        for y in range(self.size[1]):
            if match := re.search(regex, self.line(y).rstrip()):
                row = self._interpret().now.buffer[y]
                columns = [x for x in range(self.size[0]) for _ in row[x].data] + [self.size[0]]
                start = columns[match.start()]
                return start, y, max(start, columns[match.end()] - 1)
        raise AssertionError(f"not on the screen: {regex!r}{self._picture()}")

    def _picture(self) -> str:
        rule = "-" * self.size[0]
        end = "" if self.exit_code is None else f" (ended: {self.exit_code})"
        return f"\n{rule}{end}\n{self.text()}\n{rule}"

    # -- acting

    def write(self, data: bytes) -> None:
        """Send bytes to the program, as one action."""
        now = time.monotonic()
        if self._waited:
            self._sent, self._sent_after, self._waited = now, len(self._chunks), False
        if self._first_sent is None:
            self._first_sent = now
        self._send(data)

    def _send(self, data: bytes) -> None:
        assert self._master is not None, "the terminal was hung up"
        end = time.monotonic() + 5
        while data:
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                if time.monotonic() > end:
                    raise AssertionError("the program does not read its input") from None
                self._pump(0.02)

    def type(self, text: str) -> None:
        """Send text as it is, in one burst."""
        self.write(text.encode())

    def press(self, *keys: str) -> None:
        """Press keys: single characters, names as in KEYS, and ctrl+ or alt+ a character."""
        for i, key in enumerate(keys):
            sent = self._encode(key)
            self.type(sent)
            if sent == "\x1b" and i + 1 < len(keys):
                end = time.monotonic() + ESCAPE_PAUSE
                while (left := end - time.monotonic()) > 0:
                    self._pump(left)

    def _encode(self, key: str) -> str:
        modifier, _, char = key.rpartition("+")
        screen = self._interpret()
        if self.profile == "kitty" and screen.keyboard_flags & 1:
            code, held = (9, 2) if key == "shift+tab" else (27, 1) if key == "escape" else (0, 0)
            if modifier in {"ctrl", "alt"} and len(char) == 1:
                code, held = ord(char), 5 if modifier == "ctrl" else 3
            if code:
                return f"\x1b[{code};{held}u" if held > 1 else f"\x1b[{code}u"
        if key in KEYS:
            sequence = KEYS[key]
            if 1 in screen.modes and len(sequence) == 3 and sequence[1] == "[":
                sequence = sequence.replace("[", "O") if sequence[2] in "ABCDHF" else sequence
            return sequence
        if len(key) == 1:
            return key
        if modifier == "ctrl" and len(char) == 1:
            return chr(ord(char.upper()) & 0x1F)
        if modifier == "alt" and len(char) == 1:
            return "\x1b" + char
        raise ValueError(f"unknown key: {key!r}")

    def paste(self, text: str) -> None:
        """Paste text, between brackets if the program asked for them."""
        self.type(f"\x1b[200~{text}\x1b[201~" if 2004 in self.modes else text)

    def focus(self, to: Literal["in", "out"]) -> None:
        """Give the terminal window the focus, or take it away."""
        assert 1004 in self.modes, "the program did not ask for focus reports"
        self.write(b"\x1b[I" if to == "in" else b"\x1b[O")

    def _mouse(self, code: int, x: int, y: int, final: str) -> str:
        modes = self.modes
        assert modes & REPORTING, "the program did not ask for mouse reports"
        assert modes & {1006, 1016}, "the program did not ask for mouse reports in SGR form"
        width, height = self.size
        assert 0 <= x < width, f"column {x} is not on the screen"
        assert 0 <= y < height, f"row {y} is not on the screen"
        if 1016 in modes:
            x, y = x * CELL[0] + CELL[0] // 2, y * CELL[1] + CELL[1] // 2
        return f"\x1b[<{code};{x + 1};{y + 1}{final}"

    def click(self, x: int, y: int, button: Literal["left", "middle", "right"] = "left") -> None:
        """Press and release a mouse button over a cell, counted from 0."""
        code = BUTTONS[button]
        self.type(self._mouse(code, x, y, "M") + self._mouse(code, x, y, "m"))

    def click_text(self, regex: str, button: Literal["left", "middle", "right"] = "left") -> None:
        """Click on the middle of the first match."""
        start, y, end = self._span(regex)
        self.click((start + end) // 2, y, button)

    def wheel(self, x: int, y: int, to: Literal["up", "down"]) -> None:
        """Turn the mouse wheel by one notch over a cell."""
        self.type(self._mouse(64 if to == "up" else 65, x, y, "M"))

    def resize(self, width: int, height: int) -> None:
        """Change the size; the kernel sends SIGWINCH."""
        assert self._master is not None, "the terminal was hung up"
        screen = self._interpret()
        self.size = (width, height)
        screen.resize(width, height)
        self.write(b"")
        termios.tcsetwinsize(self._master, (height, width))
        if self.profile == "kitty" and 2048 in screen.modes:
            self.type(screen.size_report())

    def signal(self, signum: int) -> None:
        """Send a signal to the program."""
        self.write(b"")
        os.kill(self.pid, signum)

    def hang_up(self) -> None:
        """Close the terminal's window: the program gets SIGHUP, then end of file or EIO.

        The kernel signals only the leader of the session, and a shell passes it on; here it is
        sent before closing, so that the order is always the same. With ignore_hangup the program
        starts with the signal ignored and none is sent, as when a connection drops.
        """
        self.write(b"")
        if self._hangup == "default":
            os.killpg(self.pid, signal.SIGHUP)
        self._close_master()

    # -- measuring

    def mark(self) -> int:
        """Remember how much was received, for bytes_since()."""
        return len(self.received)

    def bytes_since(self, mark: int) -> bytes:
        """Give the output since a mark."""
        return bytes(self.received[mark:])

    @property
    def first_paint(self) -> float | None:
        """Seconds from the fork to the first output after which something is visible."""
        self._interpret()
        return None if self._painted is None else self._painted - self.started

    @property
    def full_frame(self) -> float | None:
        """Seconds from the fork to the last output before the first quiet, or the first key."""
        self._interpret()
        if self._painted is None:
            return None
        last = self._painted
        for when, _ in self._chunks:
            if when - last > QUIET or (self._first_sent is not None and when > self._first_sent):
                break
            last = max(last, when)
        return last - self.started

    def usage(self) -> Usage:
        """Tell what the program used up to now; also after its end, as of the last call before."""
        process = Path("/proc", str(self.pid))
        peak = re.search(r"VmHWM:\s+(\d+)", (process / "status").read_text())
        if peak:
            self._peak_rss = int(peak[1])
        switches = 0
        for task in process.glob("task/*/status"):
            with contextlib.suppress(OSError):  # a thread that just ended
                count = re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", task.read_text())
                switches += int(count[1]) if count else 0
        # The kernel's number for the CPU clock of another process; finer than its clock ticks.
        cpu = time.clock_gettime((~self.pid << 3) | 2)
        return Usage(cpu, self._peak_rss, switches)

    def restored(self) -> list[str]:
        """Name what the program did not give back at its end; nothing when all is well."""
        assert self.exit_code is not None, "the program still runs"
        assert self._master is not None, "the terminal was hung up"
        found = self._interpret().left_behind()
        if termios.tcgetattr(self._slave) != self._termios:
            found.append("termios")
        return found
