"""How long a start takes with 2,000 stored matches against none, and a first page of the history.

From the project's folder:

    PYTHONPATH=tests python -m bench.many_matches
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from stores import STARTED, played

from fevga_tui.store import Store
from fevga_tui.store.times import to_text

PAGE = 20
"""Lines of the history that a screen shows at once."""

DIFFERENT = 8


def fill(folder: Path, count: int) -> None:
    """Fill a store: a few different matches of full length, again and again, one in ten open."""
    store = Store.open(folder)
    start = datetime(2020, 1, 1, tzinfo=UTC)
    for seed in range(min(count, DIFFERENT)):
        events = played(seed, 40 if seed == DIFFERENT - 1 else 2_000, STARTED)
        store.add(events, [start] * len(events))
    store.close()
    with closing(sqlite3.connect(folder / "fevga.db")) as connection, connection:
        for number in range(1, count + 1):
            like = DIFFERENT if number % 10 == 0 else number % (DIFFERENT - 1) + 1
            changed = to_text(start + timedelta(hours=number))
            values = {"number": number, "like": min(like, count), "changed": changed}
            if number > DIFFERENT:
                connection.execute(
                    "INSERT INTO matches SELECT :number, started_at, :changed,"
                    " CASE WHEN ended_at IS NULL THEN NULL ELSE :changed END, length"
                    " FROM matches WHERE number = :like",
                    values,
                )
                for table, columns in (
                    ("events", "number, at, event"),
                    ("verdicts", "digest, shown"),
                ):
                    connection.execute(
                        f"INSERT INTO {table} SELECT :number, {columns}"
                        f" FROM {table} WHERE match = :like",
                        values,
                    )


def start(folder: Path) -> None:
    """Do what the program does before its first screen."""
    store = Store.open(folder)
    number = store.newest_unfinished()
    if number is not None:
        store.summary(number)
    store.close()


def start_process(folder: Path) -> None:
    """Do the same in a process of its own."""
    code = "import sys, pathlib, bench.many_matches as b; b.start(pathlib.Path(sys.argv[1]))"
    path = os.pathsep.join(sys.path)
    command = [sys.executable, "-c", code, str(folder)]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": path})


def history(folder: Path) -> None:
    """Do what the first screen of the history needs."""
    store = Store.open(folder)
    assert [summary.damage for summary in islice(store.summaries(), PAGE)]
    store.close()


def filtered(folder: Path) -> None:
    """Find the matches of a player."""
    store = Store.open(folder)
    assert [summary.damage for summary in islice(store.summaries("Ελένη"), PAGE)]
    store.close()


def milliseconds(work: Callable[[Path], None], folder: Path) -> float:
    """Return how long some work takes."""
    began = time.perf_counter()
    work(folder)
    return (time.perf_counter() - began) * 1000


def compare(name: str, work: Callable[[Path], None], many: Path, few: Path) -> None:
    """Measure both in turn, so that neither has the quieter machine, and print the medians."""
    measured = [(milliseconds(work, many), milliseconds(work, few)) for _ in range(51)]
    one, other = (statistics.median(column) for column in zip(*measured, strict=True))
    print(f"{name}: {one:.2f} ms against {other:.2f} ms, ratio {one / other:.2f}")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure a start with many stored matches.")
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        many, ten, none = (Path(folder) / name for name in ("many", "ten", "none"))
        fill(many, options.count)
        fill(ten, 10)
        Store.open(none).close()
        megabytes = (many / "fevga.db").stat().st_size / 1e6
        print(f"{options.count} matches, {megabytes:.0f} MB")
        compare("start of a process, against no match", start_process, many, none)
        compare("of it the store, against no match", start, many, none)
        compare("of it the store, against ten matches", start, many, ten)
        compare(f"first {PAGE} of the history, against ten matches", history, many, ten)
        compare("first of one player, against ten matches", filtered, many, ten)
        print(f"first write, which checks all pages: {milliseconds(write, many):.0f} ms")
    return 0


def write(folder: Path) -> None:
    """Write for the first time."""
    store = Store.open(folder)
    store.set_setting("theme", "night")
    assert store.trouble is None
    store.close()


if __name__ == "__main__":
    sys.exit(main())
