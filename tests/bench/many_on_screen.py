"""How quick the real program is with 2,000 stored matches: its start, the history, scrolling.

From the project's folder:

    PYTHONPATH=tests python -m bench.many_on_screen

Each figure is compared in the same run, the two kinds in turn; the start also by the CPU time
that it takes, which a busy machine disturbs less.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.many_matches import fill
from real_table import FEVGA_ASCII, PAUSE, SIZE, fevga, press_until
from terminal import Terminal

from fevga_tui.store import Store

MOST_FOR_START, MOST_FOR_HISTORY = 1.1, 2.0


def start(folder: Path, options: Sequence[str], shows: str) -> tuple[float, float]:
    """Return the seconds until all is shown, and the seconds of CPU."""
    with fevga(folder, *options) as terminal:
        terminal.wait_for(shows, timeout=30)
        terminal.settle()
        assert terminal.full_frame is not None
        return terminal.full_frame, terminal.usage().cpu


def seconds(terminal: Terminal, key: str, shows: str) -> float:
    """Press a key and return the seconds until what it shows stands whole."""
    terminal.press(key)
    answer = terminal.settle(timeout=20)
    assert answer.last is not None, f"{key} is not answered"
    terminal.wait_for(shows)
    return answer.last


def history(folder: Path, count: int) -> float:
    """Return the seconds from the key to the first page."""
    with fevga(folder) as terminal:
        terminal.wait_for("New match", timeout=30)
        terminal.settle()
        terminal.read_for(PAUSE)
        return seconds(terminal, "h", f"Matches: {count}")


def scroll(folder: Path, count: int) -> tuple[float, float, int]:
    """Page to the end and back; return the longest of the times and the median, and the pages."""
    with fevga(folder) as terminal:
        terminal.wait_for("New match", timeout=30)
        terminal.settle()
        press_until(terminal, "h", lambda: f"Matches: {count}" in terminal.text(), "the history")
        terminal.read_for(PAUSE)
        numbers = Store.open(folder).numbers()
        assert f"> {numbers[0]:>5}" in terminal.text()
        times = []
        while f"> {numbers[-1]:>5}" not in terminal.text():
            times.append(seconds(terminal, "space", r"^ *> +\d+"))
            assert len(times) <= count
        times += [seconds(terminal, "b", r"^ *> +\d+") for _ in range(5)]
        terminal.wheel(SIZE[0] // 2, SIZE[1] // 2, "down")
        terminal.settle()
        return max(times), statistics.median(times), len(times)


def compare(what: str, many: list[float], few: list[float], most: float) -> bool:
    """Print both medians; say whether their ratio is as wanted."""
    one, other = statistics.median(many) * 1000, statistics.median(few) * 1000
    ratio = one / other
    print(f"{what:<34}{one:8.0f} ms {other:8.0f} ms   ratio {ratio:.2f}, at most {most:g}")
    return ratio <= most


def main() -> int:
    """Measure and print; return 1 where a ratio is missed."""
    parser = argparse.ArgumentParser(description="Measure the program with many stored matches.")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--times", type=int, default=15, help="how often each is measured")
    options = parser.parse_args()
    print(f"{' '.join(FEVGA_ASCII[1:])} at {SIZE[0]}x{SIZE[1]}, {options.count} matches")
    with tempfile.TemporaryDirectory() as place:
        many, ten, none = (Path(place) / name for name in ("many", "ten", "none"))
        fill(many, options.count)
        fill(ten, 10)
        Store.open(none).close()
        good = []
        for name, few, arguments, shows in (
            ("start, against none", none, (), "New match"),
            ("start with --resume, against ten", ten, ("--resume",), "choose a checker|to roll"),
        ):
            pairs = [
                (start(many, arguments, shows), start(few, arguments, shows))
                for _ in range(options.times)
            ]
            for at, kind in enumerate(("", ", CPU")):
                one, other = [a[at] for a, _ in pairs], [b[at] for _, b in pairs]
                good.append(compare(f"{name}{kind}", one, other, MOST_FOR_START))
        opened = [(history(many, options.count), history(ten, 10)) for _ in range(options.times)]
        one, other = [a for a, _ in opened], [b for _, b in opened]
        good.append(compare("history opens, against ten", one, other, MOST_FOR_HISTORY))
        longest, median, pages = scroll(many, options.count)
        print(
            f"scrolled through {options.count} matches: {pages} pages,"
            f" {median * 1000:.0f} ms a page, the longest {longest * 1000:.0f} ms"
        )
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
