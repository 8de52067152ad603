"""How light Fevga is, beside the smallest Textual app: `PYTHONPATH=tests python -m bench.light`.

Both run by turns in a real pseudo-terminal. Times are ratios to the smallest app's in the same
run, since machines differ and drift; bytes are counted at 80×24 in 256 colours. The last rows are
the same work in the backgammon of Debian's `bsdgames`, written in C, if it is there.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from stores import chance, play_on
from terminal import Terminal

from fevga_tui.beginning import begin
from fevga_tui.rules.matchfile import write_events
from fevga_tui.session import Session

SMALLEST = [sys.executable, str(Path(__file__).parent / "smallest.py")]
FEVGA = [str(Path(sysconfig.get_path("scripts"), "fevga"))]
PEER = "/usr/games/backgammon"
_WORK = ("first paint, ms", "two checkers moved, typed, bytes", "two checkers moved, typed, ms")
MATCH = ["--white", "A", "--black", "B", "--to", "3"]


@contextmanager
def fevga(*options: str, size: tuple[int, int] = (80, 24)) -> Iterator[Terminal]:
    """Start Fevga over an empty data folder."""
    with (
        tempfile.TemporaryDirectory() as data,
        Terminal([*FEVGA, "--data", data, *options], size=size) as terminal,
    ):
        yield terminal


def told(what: str, measured: float, aim: float, unit: str = "x") -> None:
    """Print one row of the table."""
    verdict = "ok" if measured <= aim else "MISSED"
    print(f"{what:<52}{measured:>9.2f} {unit:<3}{aim:>9.2f}  {verdict}", flush=True)


def starts(runs: int) -> None:
    """Measure the start, and peak memory, of the table and the start screen."""
    figures: dict[str, list[tuple[float, float, float]]] = {"floor": [], "table": [], "start": []}
    for _ in range(runs):
        with Terminal(SMALLEST) as terminal:
            figures["floor"].append(_start(terminal))
        with fevga(*MATCH) as terminal:
            figures["table"].append(_start(terminal))
        with fevga() as terminal:
            figures["start"].append(_start(terminal))

    def ratio(name: str, at: int) -> float:
        pairs = zip(figures[name], figures["floor"], strict=True)
        return statistics.median(ours[at] / floor[at] for ours, floor in pairs)

    told("start to first paint, table", ratio("table", 0), 1.4)
    told("start to full table", ratio("table", 1), 1.5)
    told("start to full start screen", ratio("start", 1), 1.25)
    told("peak memory, table", ratio("table", 2), 1.25)


def _start(terminal: Terminal) -> tuple[float, float, float]:
    terminal.settle(quiet=0.3)
    assert terminal.first_paint is not None
    assert terminal.full_frame is not None
    return terminal.first_paint, terminal.full_frame, terminal.usage().peak_rss


def latencies(terminal: Terminal, keys: Sequence[str]) -> list[float]:
    """Return the seconds from each key to the last byte of its answer; none where there is none."""
    found = []
    for key in keys:
        terminal.press(key)
        answer = terminal.settle(quiet=0.04, grace=0.4)
        if answer.last is not None:
            found.append(answer.last)
    return found


def to_turn(terminal: Terminal, dice: str) -> None:
    """Play the opening contest with the players' own dice, and enter a roll."""
    terminal.wait_for("rolls one die")
    for text, then in (("4\r", "rolls one die"), ("2\r", "to roll"), (f"{dice}\r", "to play")):
        time.sleep(0.3)
        terminal.type(text)
        terminal.wait_for(then)
    terminal.settle()


def keys(count: int) -> None:
    """Measure cursor steps and moved checkers against the redraw of a label."""
    for size in ((80, 24), (200, 60)):
        floor: list[float] = []
        steps: list[float] = []
        moves: list[float] = []
        with (
            Terminal(SMALLEST, size=size) as smallest,
            fevga("--dice", "own", *MATCH, size=size) as terminal,
        ):
            smallest.wait_for("ready")
            to_turn(terminal, "65")
            for _ in range(count // 2):  # by turns: a machine is slower in one minute than another
                floor += latencies(smallest, ["a", "b"])
                steps += latencies(terminal, ["left", "right"])
                _, _, *moved, _ = latencies(terminal, ["enter", "tab", "enter", "u", "tab"])
                assert len(moved) == 2, "a key did nothing"
                moves += moved
        name = "x".join(map(str, size))
        for what, found in (("cursor step", steps), ("checker moved or taken back", moves)):
            told(
                f"{what} at {name}, median",
                statistics.median(found) / statistics.median(floor),
                1.6,
            )
            told(
                f"{what} at {name}, 99th of {len(found)}",
                statistics.quantiles(found, n=100)[98] / statistics.median(floor),
                5,
            )


def sizes() -> None:
    """Count bytes for cursor steps, clicks, moves and a whole turn."""
    with fevga("--dice", "own", *MATCH) as terminal:
        to_turn(terminal, "65")

        def bytes_of(key: str) -> int:
            terminal.press(key)
            return terminal.settle().size

        round_trip = ["left"] * 12 + ["down"] + ["right"] * 12 + ["up"]
        told("cursor step, median over all points", _median(map(bytes_of, round_trip)), 250, "B")
        clicks = []
        for number in range(1, 25):
            x, y = terminal.find(rf"(?<!\d){number}(?!\d)(?![^\n]*pips)")
            terminal.click(x, y)
            clicks.append(terminal.settle().size)
        told("click, median over all points", _median(clicks), 500, "B")
        moved = []
        for text in ("24/18", "18/13"):
            for key in text:
                terminal.press(key)
            terminal.settle()
            moved.append(bytes_of("enter"))
        for _ in moved[:]:
            moved.append(bytes_of("u"))
        told("checker moved or taken back, median", _median(moved), 700, "B")
        before = terminal.mark()
        terminal.type("24/13\r")
        terminal.wait_for("Enter ends the turn")
        time.sleep(0.3)
        terminal.press("enter")
        terminal.wait_for("B.*to roll")
        time.sleep(0.3)
        terminal.type("43\r")
        terminal.wait_for("to play")
        terminal.settle()
        told("a whole turn with the next roll", len(terminal.bytes_since(before)), 4000, "B")


def _median(values: Iterator[int] | Sequence[int]) -> float:
    return statistics.median(values)


def history(turns: int) -> None:
    """Step through a match of so many turns as a held key does, against a cursor step."""
    session = Session.start(begin("A", "B", None), die=chance(11))
    play_on(session, turns)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "match")
        path.write_text(write_events(session.events), encoding="utf-8")
        with Terminal([*FEVGA, "replay", str(path), "--data", folder]) as terminal:
            terminal.wait_for(r"\d of \d+, game")
            time.sleep(0.3)
            terminal.press("b")
            terminal.settle()
            steps = latencies(terminal, ["right"] * turns)
    assert len(steps) == turns, "a step was not drawn"
    with fevga("--dice", "own", *MATCH) as terminal:
        to_turn(terminal, "65")
        cursor = latencies(terminal, ["left", "right"] * (turns // 2))
    ratio = statistics.median(steps) / statistics.median(cursor)
    told(f"{turns} turns in the history, median to cursor step", ratio, 3)


def peer() -> None:
    """Compare the start, and a turn of two checkers that is typed and shown."""
    if not Path(PEER).exists():
        return
    with Terminal([PEER, "-n"]) as terminal:
        terminal.wait_for("to play both")
        terminal.press("b")
        terminal.wait_for("Move:")
        roll = re.search(r"roll: +(\d) (\d)", terminal.text())
        assert roll, terminal.text()
        moves = (f"13-{13 - int(die)}" if die != "1" else "8-7" for die in roll.groups())
        theirs = _start_and_turn(terminal, ",".join(moves))
    with fevga("--dice", "own", *MATCH) as terminal:
        to_turn(terminal, "65")
        ours = _start_and_turn(terminal, "24/13")
    print(f"{'beside bsdgames':<52}{'fevga':>9}    {'peer':>9}")
    for what, our, their in zip(_WORK, ours, theirs, strict=True):
        print(f"{what:<52}{our:>9.1f}    {their:>9.1f}")


def _start_and_turn(terminal: Terminal, moves: str) -> tuple[float, int, float]:
    """Return the milliseconds to the first paint, and the bytes and milliseconds of a turn."""
    assert terminal.first_paint is not None
    terminal.settle()
    size, answered = 0, 0.0
    for key in (*moves, "enter"):
        terminal.press(key)
        answer = terminal.settle()
        size, answered = size + answer.size, answered + (answer.last or 0)
    return 1000 * terminal.first_paint, size, 1000 * answered


def idle(seconds: int) -> None:
    """Leave the table alone, and count what it does all the same."""
    with fevga(*MATCH) as terminal:
        terminal.wait_for("rolls one die")
        terminal.read_for(2)
        before, mark = terminal.usage(), terminal.mark()
        terminal.read_for(seconds)
        after = terminal.usage()
        told(f"idle {seconds} s, bytes", len(terminal.bytes_since(mark)), 0, "B")
        told(f"idle {seconds} s, wake-ups", after.switches - before.switches, 0, "")
        told(f"idle {seconds} s, CPU", 1000 * (after.cpu - before.cpu), 0, "ms")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9, help="starts of each program (9)")
    parser.add_argument("--keys", type=int, default=500, help="keys for the latencies (500)")
    parser.add_argument("--idle", type=int, default=60, help="seconds to idle (60)")
    options = parser.parse_args()
    print(f"{'what':<52}{'measured':>9}    {'to reach':>9}")
    starts(options.runs)
    keys(options.keys)
    sizes()
    history(300)
    idle(options.idle)
    peer()


if __name__ == "__main__":
    main()
