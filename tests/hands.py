"""The real program under somebody's hands: keys as keyboards send them, screens as seen.

    with at_table(tmp_path, term="vt220") as terminal:
        do(terminal, "enter", "24 is chosen")
        assert points(terminal)[24].sign == "v"

Nothing here waits for a time that a slow machine could not keep: a key is sent when the program
rests, and what follows is waited for on the screen.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from stores import PROJECT
from terminal import KEYS, Terminal

from fevga_tui.rules.events import ContestDieRolled, DiceFrom, DiceRolled, MatchStarted, clean_names
from fevga_tui.rules.play import Roll
from fevga_tui.rules.position import Side
from fevga_tui.rules.ruleset import FEVGA
from fevga_tui.session import Session
from fevga_tui.store import Store

FEVGA_COMMAND = [sys.executable, "-m", "fevga_tui"]
SIZE = (80, 24)
LONG = 60.0
"""Seconds that no answer takes, on however slow a machine."""

SHORT = 0.05
"""Seconds after which what was sent is answered, where no key is held back."""

PAUSE = 0.2
"""Seconds after which a key is no longer taken for one that is held down."""

_TRAY, _POINT, _BAR = 5, 4, 1  # widths, in a terminal of this size
_ROWS = {True: range(2, 10), False: range(18, 10, -1)}  # from the rim inwards, at the top or not
_RIMS = {True: 1, False: 19}
PROMPT, SAID, HINTS = 20, slice(21, 23), 23


# Starting


@contextmanager
def fevga(folder: Path, *arguments: str, **options: Any) -> Iterator[Terminal]:
    """Start the program in a terminal, with its data in a folder."""
    env = {"PYTHONPATH": str(PROJECT), **options.pop("env", {})}
    command = [*FEVGA_COMMAND, "--data", str(folder), *arguments]
    with Terminal(command, env=env, size=options.pop("size", SIZE), **options) as terminal:
        yield terminal


def keep_opening(
    folder: Path,
    roll: tuple[int, int] | None = (6, 5),
    *,
    white: str = "Anna",
    black: str = "Bob",
    own: bool = False,
) -> None:
    """Keep a match that White has opened, with a roll on the table."""
    dice = DiceFrom.PLAYERS if own else DiceFrom.PROGRAM
    store = Store.open(folder)
    keeper = store.new_match()
    session = Session.start(MatchStarted(*clean_names(white, black), 3, FEVGA, dice), keeper=keeper)
    for side, die in ((Side.WHITE, 6), (Side.BLACK, 1)):
        session.commit(ContestDieRolled(side, die))
    if roll:
        session.commit(DiceRolled(Roll.of(*roll)))
    keeper.release()
    store.close()


@contextmanager
def at_table(folder: Path, *arguments: str, **options: Any) -> Iterator[Terminal]:
    """The table with 65 to be played from the opening position."""
    if not folder.joinpath("fevga.db").exists():
        keep_opening(folder)
    with fevga(folder, "--resume", *arguments, **options) as terminal:
        terminal.wait_for("Anna .* to play 65", LONG)
        yield terminal


# Acting


def is_asleep(pid: int) -> bool:
    """Say whether every thread of a process waits for something."""
    try:
        stats = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/stat")]
    except OSError:  # a thread or the process that just ended
        return False
    return all(stat.rpartition(")")[2].split()[0] == "S" for stat in stats)


def rest(terminal: Terminal, seconds: float = PAUSE, pid: int | None = None) -> None:
    """Wait until the program has done nothing for so long: what was sent is answered.

    The program is the one in the terminal, unless another is named by its number.
    """
    end = time.monotonic() + LONG
    since, seen = time.monotonic(), terminal.mark()
    while time.monotonic() - since < seconds:
        terminal.read_for(0.02)
        if terminal.exit_code is not None:
            return
        if terminal.mark() != seen or not is_asleep(pid or terminal.pid):
            since, seen = time.monotonic(), terminal.mark()
        assert since < end, f"the program does not come to rest\n{terminal.text()}"


def send(
    terminal: Terminal, keys: str | bytes, pid: int | None = None, seconds: float = PAUSE
) -> None:
    """Send a key by its name, characters in one burst, or bytes as they are; once all is quiet."""
    rest(terminal, seconds, pid)
    if isinstance(keys, bytes):
        terminal.write(keys)
    elif keys in KEYS or "+" in keys[1:]:
        terminal.press(keys)
    else:
        terminal.type(keys)


def do(
    terminal: Terminal,
    keys: str | bytes,
    expected: str,
    pid: int | None = None,
    seconds: float = PAUSE,
) -> None:
    """Send keys, and wait for a screen that matches."""
    send(terminal, keys, pid, seconds)
    terminal.wait_for(expected, LONG)


def leave(terminal: Terminal) -> None:
    """Leave the table by the keys, and see the terminal given back."""
    do(terminal, "q", r"> c +Continue")
    send(terminal, "q")
    assert terminal.wait_exit(LONG) == 0
    assert terminal.restored() == []


# Reading


class Point(NamedTuple):
    """A point as it looks: the checkers' sign, their number, what stands beyond them."""

    side: str = ""
    checkers: int = 0
    sign: str = ""


_SIDES = {"O": "W", "▁": "W", "X": "B", "─": "B"}
_GROUND = re.compile(r"[ .:▌▐]*")


def cells_of(printed: int) -> tuple[range, bool]:
    """Return the columns of a point in an 80x24 terminal, and whether it lies in the top row."""
    at = printed - 13 if printed > 12 else 12 - printed
    left = _TRAY + at * _POINT + (_BAR if at >= 6 else 0)
    return range(left, left + _POINT), printed > 12


def place_of(printed: int) -> tuple[int, int]:
    """Return a cell in the middle of a point."""
    columns, is_top = cells_of(printed)
    return columns[1], _ROWS[is_top][4]


def rim(lines: Sequence[str], printed: int) -> str:
    """Return what stands on the rim at a point."""
    columns, is_top = cells_of(printed)
    return lines[_RIMS[is_top]][columns.start : columns.stop].strip()


def points(terminal: Terminal) -> dict[int, Point]:
    """Read every point of the board that is not bare, whatever it is drawn with."""
    lines = [terminal.line(y) for y in range(SIZE[1])]
    found = {}
    for printed in range(1, 25):
        columns, is_top = cells_of(printed)
        rows = [lines[row][columns.start : columns.stop] for row in _ROWS[is_top]]
        inside = [row[1:3] for row in rows]
        sides = {_SIDES[text[0]] for text in inside if text[0] == text[1] and text[0] in _SIDES}
        numbers = [int(text) for text in inside if text.strip().isdecimal() and sides]
        count = sum(text[0] in _SIDES for text in inside)
        signs = [row.strip(" .:▌▐()[]<>") for row in rows]
        signs = [sign for sign in signs if sign and not set(sign) & set(_SIDES)]
        beyond = [sign for sign in signs if not (sides and sign.isdecimal())]
        assert len(sides) < 2, f"both sides on {printed}:\n{terminal.text()}"
        look = Point("".join(sides), numbers[0] if numbers else count, beyond[0] if beyond else "")
        if look != Point():
            found[printed] = look
    return found


def prompt(terminal: Terminal) -> str:
    """Return the line that says what to do now."""
    return terminal.line(PROMPT).strip()


def said(terminal: Terminal) -> str:
    """Return the message below it."""
    lines = [terminal.line(y) for y in range(*SAID.indices(SIZE[1]))]
    return " ".join(" ".join(lines).split())


def caret(terminal: Terminal) -> tuple[int, int]:
    """Return column and row of the text cursor, hidden or not."""
    cursor = terminal._interpret().now.cursor
    return min(cursor.x, terminal.size[0] - 1), cursor.y


def styles(output: bytes) -> set[str]:
    """Return the parameters of every sequence that sets colours or styles."""
    return {found.decode() for found in re.findall(rb"\x1b\[([\d;:]*)m", output)}
