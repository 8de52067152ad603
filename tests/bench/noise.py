"""Send the real program random bytes and random keys, clicks and sizes in a pseudo-terminal.

From the project's folder:

    PYTHONPATH=tests python -m bench.noise --bytes 100000 --events 10000

The program is started again whenever it was left, on the match that was on the table, on another
one or on the start screen. After each of its lives there is no traceback and no report of a fault,
it ended as it may, and every match that is kept can be read, replayed and gone on with.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hands import LONG, PAUSE, fevga, is_asleep
from terminal import KEYS, Terminal

from fevga_tui.session import Session
from fevga_tui.store import Store
from fevga_tui.ui.driver import FLOOD_END, PASTE_PATIENCE

Send = Callable[[Terminal, random.Random], int]
"""Sends a little, and says how much that was."""

STARTS: tuple[list[str], ...] = (
    ["--resume"],
    ["--resume"],
    [],
    ["--white", "Anna", "--black", "Bob"],
    ["--white", "Γιώργος", "--black", "Ελένη", "--dice", "own", "--to", "1"],
    ["--no-mouse", "--ascii", "--resume"],
)
LIFE = {"bytes": 4000, "events": 400}
"""How much is sent before the terminal is closed."""

FRAGMENTS = [
    piece.encode()
    for piece in (
        *("\x1b", "\x1b[", "\x1bO", "\x1b[<", "\x1b[M", "\x1b[200~", "\x1b[201~", "\x1b]11;"),
        *("0;", "64;", "5;5M", "12;3m", "\x07", "\x1b\\", ";", "u", "~", "[A", "[B", "\t", "\r"),
        *("\n", " ", "24/18", "65", "off", "m", "r", "y", "n", "?", "ρ", "漢", "\u0301"),
    )
]
OFTEN = ("enter", "tab", "right", "left", "space", "r", "m", "a", "u", "escape")
LETTERS = "abcdefghijklmnopqrstuvwxyzRFQXY0123456789/?()-.,; ρθχυ"


def some_bytes(terminal: Terminal, chance: random.Random) -> int:
    """Send a few bytes: of any kind, of keys, or pieces of what terminals send."""
    kind = chance.random()
    if kind < 0.5:
        data = chance.randbytes(chance.randint(1, 40))
    elif kind < 0.7:
        data = bytes(chance.choices(range(32, 127), k=chance.randint(1, 12)))
    else:
        data = b"".join(chance.choices(FRAGMENTS, k=chance.randint(1, 6)))
    terminal.write(data)
    return len(data)


def some_event(terminal: Terminal, chance: random.Random) -> int:
    """Press a key, click, turn the wheel, paste, or change the size."""
    kind = chance.random()
    width, height = terminal.size
    x, y = chance.randrange(width), chance.randrange(height)
    if kind < 0.35:
        terminal.press(chance.choice(OFTEN))
    elif kind < 0.55:
        terminal.press(chance.choice(list(KEYS)))
    elif kind < 0.75:
        terminal.type(chance.choice(LETTERS))
    elif kind < 0.77:
        terminal.press(chance.choice(["ctrl+c", "ctrl+l", "ctrl+z", "alt+q", "ctrl+q", "ctrl+p"]))
    elif kind < 0.79:
        terminal.paste("".join(chance.choices(LETTERS + "\n\x00", k=chance.randint(0, 99))))
    elif kind < 0.82:
        terminal.resize(chance.randint(1, 160), chance.randint(1, 50))
    elif kind < 0.84:
        terminal.resize(80, 24)
    elif not terminal.modes & {1000, 1002}:
        terminal.type(f"\x1b[<0;{x + 1};{y + 1}M")
    elif kind < 0.96:
        terminal.click(x, y, chance.choice(["left", "left", "left", "middle", "right"]))
    else:
        terminal.wheel(x, y, chance.choice(["up", "down"]))
    return 1


SENDS: dict[str, Send] = {"bytes": some_bytes, "events": some_event}


def _is_stopped(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] == "T"


def calm(terminal: Terminal, seconds: float) -> None:
    """Wait until the program has rested for so long, or is gone; one that was stopped goes on."""
    end = time.monotonic() + LONG
    since, seen = time.monotonic(), terminal.mark()
    while time.monotonic() - since < seconds and terminal.exit_code is None:
        terminal.read_for(0.02)
        if _is_stopped(terminal.pid):
            os.kill(terminal.pid, signal.SIGCONT)
        if terminal.mark() != seen or not is_asleep(terminal.pid):
            since, seen = time.monotonic(), terminal.mark()
        assert since < end, f"the program does not come to rest\n{terminal.text()}"


class Noise:
    """Noise of one kind on one folder of matches."""

    def __init__(self, folder: Path, kind: str, seed: int) -> None:
        self.folder = folder
        self.kind = kind
        self.seed = seed
        self.sent = 0
        self.lives = 0
        self.ends: Counter[int] = Counter()
        self.matches = 0
        self._chance = random.Random(f"{kind} {seed}")

    def make(self, amount: int) -> None:
        """Send so much, in as many lives of the program as that takes."""
        end = self.sent + amount
        while self.sent < end:
            try:
                self._live(min(LIFE[self.kind], end - self.sent))
                self._check()
            except AssertionError as error:
                where = f"{self.kind}, seed {self.seed}, life {self.lives}, {self.sent} sent"
                raise AssertionError(f"{where}: {error}") from None

    def _live(self, amount: int) -> None:
        """Start the program, send it so much, and see it answer; then close its terminal."""
        self.lives += 1
        arguments = STARTS[self._chance.randrange(len(STARTS))]
        begun = self.sent
        with fevga(self.folder, *arguments) as terminal:
            terminal.wait_for("FEVGA|F E V G A", LONG)
            calm(terminal, PAUSE)
            while self.sent - begun < amount and terminal.exit_code is None:
                self._burst(terminal, begun + amount)
                calm(terminal, self._chance.choice([0.02, 0.05, PAUSE, PAUSE]))
            if terminal.exit_code is None:
                self._see_an_answer(terminal)
                terminal.hang_up()
            code = terminal.wait_exit(LONG)
            left_behind = [] if code == 128 + signal.SIGHUP else terminal.restored()
            text = terminal.received.decode("utf-8", "replace")
        self.ends[code] += 1
        # Left, hung up, or ended by a key that the terminal took while it was given back.
        may_end = {0, 128 + signal.SIGHUP, 128 + signal.SIGINT, 128 + signal.SIGQUIT}
        may_end |= {-signal.SIGINT, -signal.SIGQUIT, -signal.SIGHUP}
        reports = [path.read_text(encoding="utf-8") for path in self.folder.glob("fault-*")]
        assert reports == [], reports[0]
        assert "Traceback" not in text, text[-3000:]
        assert code in may_end, f"it ended with {code}\n{text[-3000:]}"
        assert left_behind == [], f"it ended with {code}"

    def _burst(self, terminal: Terminal, end: int) -> None:
        """Send a little, a few times."""
        for _ in range(self._chance.randint(1, 8)):
            if self.sent < end and terminal.exit_code is None:
                try:
                    self.sent += SENDS[self.kind](terminal, self._chance)
                except OSError:  # it is just being left
                    return
                terminal.read_for(self._chance.choice([0, 0, 0.002, 0.01]))

    def _see_an_answer(self, terminal: Terminal) -> None:
        """See the whole screen painted again when that is asked for."""
        terminal.resize(80, 24)
        # Whatever was begun, a sequence or a paste, is given up by then.
        calm(terminal, FLOOD_END + (PASTE_PATIENCE if self.kind == "bytes" else 0.6))
        mark = terminal.mark()
        terminal.press("ctrl+l")
        terminal.wait_until(lambda: len(terminal.bytes_since(mark)) > 300, "a screen", LONG)

    def _check(self) -> None:
        """See every match that is kept read, replayed and ready to be gone on with."""
        store = Store.open(self.folder)
        try:
            assert not store.trouble, store.trouble
            assert not store.notices, store.notices
            self.matches = len(store.numbers())
            for number in store.numbers():
                kept = store.look_at(number)
                Session(kept.events, kept.draft)
                assert store.summary(number).damage is None
                if not store.summary(number).is_over:
                    taken = store.take_up(number)
                    Session(taken.events, taken.draft)
                    taken.keeper.release()
        finally:
            store.close()


def main() -> int:
    """Make the noise; return 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description="Send random bytes and events to the program.")
    parser.add_argument("--bytes", type=int, default=100_000)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for kind in SENDS:
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            noise = Noise(Path(folder), kind, options.seed)
            try:
                noise.make(getattr(options, kind))
            except AssertionError as error:
                print(error)
                return 1
        ends = ", ".join(f"{code}: {count}" for code, count in sorted(noise.ends.items()))
        print(
            f"{noise.sent} {kind}, {noise.lives} lives of the program (ends {ends}),"
            f" {noise.matches} matches kept and sound, {time.monotonic() - begun:.0f} s",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
