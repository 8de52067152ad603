"""Damage event files in many ways and import them: no exception, one sentence, nothing lost.

From the project's folder:

    PYTHONPATH=tests python -m bench.damage_files --count 500
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from stores import Clock, keep, played, private_space

from fevga_tui.cli import main as fevga
from fevga_tui.rules.matchfile import read_events, write_events
from fevga_tui.store import Store

Damage = Callable[[bytearray, random.Random], None]


@cache
def sound() -> bytes:
    """Return an event file of a match in its second game, with its times."""
    events = played(4, turns=110)
    clock = Clock()
    return write_events(events, [clock() for _ in events]).encode()


def uncounted() -> bytes:
    """Return the same without the number of events, so that a shorter one is whole too."""
    return b'{"fevga":1}\n' + sound().partition(b"\n")[2]


# Ways to damage a file as a disk, or a line that drops, does


def flip(data: bytearray, rng: random.Random) -> None:
    for _ in range(rng.choice((1, 1, 1, 2, 8))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def cut(data: bytearray, rng: random.Random) -> None:
    del data[rng.randrange(len(data)) :]


def cut_out(data: bytearray, rng: random.Random) -> None:
    start = rng.randrange(len(data))
    del data[start : start + rng.choice((1, 2, 7, 100, 512))]


def blank(data: bytearray, rng: random.Random) -> None:
    start = rng.randrange(len(data))
    data[start : start + 64] = bytes(64)


def insert(data: bytearray, rng: random.Random) -> None:
    start = rng.choice((0, 0, len(data), rng.randrange(len(data))))
    things = (b"\xef\xbb\xbf", b"\x00", b"\n", b"\r\n", b"null\n", b"{}\n", b"[" * 9_000, b"\xff")
    data[start:start] = rng.choice((*things, rng.randbytes(50), b"x" * 50_000, b'{"a":' * 2_000))


def replace_all(data: bytearray, rng: random.Random) -> None:
    data[:] = rng.choice((b"", b"\n", b"null", b"[]", b"SQLite format 3\0", rng.randbytes(3_000)))


# Ways to damage it line by line


def on_lines(change: Callable[[list[bytes], random.Random], None]) -> Damage:
    def damage(data: bytearray, rng: random.Random) -> None:
        lines = bytes(data).splitlines(keepends=True)
        change(lines, rng)
        data[:] = b"".join(lines)

    damage.__name__ = change.__name__
    return damage


@on_lines
def drop_line(lines: list[bytes], rng: random.Random) -> None:
    del lines[rng.randrange(len(lines))]


@on_lines
def cut_lines(lines: list[bytes], rng: random.Random) -> None:
    del lines[rng.randrange(len(lines)) :]


@on_lines
def double_line(lines: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(lines))
    lines.insert(at, lines[at])


@on_lines
def swap_lines(lines: list[bytes], rng: random.Random) -> None:
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


@on_lines
def carriage_returns(lines: list[bytes], rng: random.Random) -> None:
    at = rng.choice((0, rng.randrange(len(lines))))
    lines[at:] = [line[:-1] + b"\r\n" for line in lines[at:]]


# Ways to damage it as somebody with a tool does

VALUES = (
    *("0", "7", "-1", "25", "1.0", "1e999", "NaN", "-Infinity", "true", "null", '""', "[]", "{}"),
    *('"w"', '"\\ud800"', "[[24,6]]", "[[24,7]]", "[[0,1]]", "9" * 5_000, '"\\u0000"', '"\\u202e"'),
    *("[" * 900 + "]" * 900, '"2026-01-01T00:00:00"', '"0001-01-01T00:00:00+14:00"', '"resigned"'),
)


@on_lines
def swap_value(lines: list[bytes], rng: random.Random) -> None:
    """Put another value in the place of one, on any level."""
    at = rng.choice((0, 1, rng.randrange(len(lines))))
    mark = "\ue000"
    line: Any = json.loads(lines[at])
    place = line
    while True:
        key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
        if not isinstance(place[key], dict | list) or not place[key] or rng.random() < 0.3:
            break
        place = place[key]
    place[key] = mark
    text = json.dumps(line, ensure_ascii=False).replace(f'"{mark}"', rng.choice(VALUES))
    lines[at] = text.encode() + b"\n"


@on_lines
def swap_key(lines: list[bytes], rng: random.Random) -> None:
    """Rename a key, leave one out, or have one twice."""
    at = rng.choice((0, 1, rng.randrange(len(lines))))
    keys = re.findall(rb'"[a-z_]+":', lines[at])
    other = rng.choice((b'"events":', b'"event":', b'"\\ud800":', b'"fevga":', b'"at":'))
    lines[at] = lines[at].replace(rng.choice(keys), rng.choice((other, rng.choice(keys))), 1)


DAMAGES: tuple[Damage, ...] = (
    *(flip, flip, cut, cut_out, blank, insert, replace_all, drop_line, cut_lines, double_line),
    *(swap_lines, carriage_returns, swap_value, swap_value, swap_value, swap_key),
)


def damaged(seed: int) -> tuple[str, bytes]:
    """Return the name of a damage and what it leaves of the file."""
    rng = random.Random(seed)
    damage = DAMAGES[seed % len(DAMAGES)]
    whole = rng.choice((sound(), sound(), uncounted()))
    data = bytearray(whole)
    while data == whole:
        damage(data, rng)
    return damage.__name__, bytes(data)


def run(*arguments: str) -> tuple[int, str, str]:
    """Run a text command here; return its exit code, and what it wrote."""
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        code = fevga(arguments)
    return code, output.getvalue(), errors.getvalue()


def prepare(folder: Path) -> None:
    """Keep a match in a new store, which no damaged file is to harm."""
    store = Store.open(folder / "data", clock=Clock())
    keep(store.new_match(), played(6, turns=20)).release()
    store.close()


def check(seed: int, folder: Path) -> tuple[str, str]:
    """Import a damaged file; return the damage, and whether it was refused or taken."""
    name, data = damaged(seed)
    file = folder / "damaged.jsonl"
    file.write_bytes(data)
    place = ("--data", str(folder / "data"))
    before = run("matches", *place)[1]
    kept = run("export", "1", "--json", *place)[1]
    code, output, errors = run("import", str(file), *place)
    assert file.read_bytes() == data, "the file was written to"
    assert run("export", "1", "--json", *place)[1] == kept, "a kept match changed"
    if code == 1:
        assert re.fullmatch(rf"fevga: {re.escape(str(file))}, line \d+: .+\n", errors), errors
        assert output == ""
        assert run("matches", *place)[1] == before, "a refused file added something"
        return name, "refused"
    assert (code, errors) == (0, ""), (code, errors)
    found = re.match(r"Match (\d+): ", output)
    assert found, output
    exported = run("export", found[1], "--json", *place)[1]
    # What was taken is a sound match, the one that the file tells.
    assert read_events(exported).events == read_events(data.decode()).events
    return name, "taken"


def main() -> int:
    """Run the cases; return 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description="Damage event files, and import them.")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    outcomes: Counter[str] = Counter()
    failures = 0
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(dir=private_space()) as folder:
        prepare(Path(folder))
        for seed in range(options.first, options.first + options.count):
            try:
                outcomes[check(seed, Path(folder))[1]] += 1
            except Exception as error:
                failures += 1
                print(f"seed {seed}: {type(error).__name__}: {error}", file=sys.stderr)
    seconds = time.perf_counter() - began
    counts = ", ".join(f"{count} {what}" for what, count in outcomes.most_common())
    print(f"{options.count} damaged event files in {seconds:.0f} s: {counts}; {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
