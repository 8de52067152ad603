"""Damage databases in many ways and play on: no exception, and nothing lost.

From the project's folder:

    PYTHONPATH=tests python -m bench.damage --count 500
"""

from __future__ import annotations

import argparse
import os
import random
import sqlite3
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from stores import OPENING, STARTED, Clock, chance, fill, keep, play_on, played, private_space

from fevga_tui.rules.events import PlayMade, Resigned
from fevga_tui.rules.play import Move
from fevga_tui.session import Session
from fevga_tui.store import Store, StoreError

PAGE = 4096

Rows = tuple[tuple[object, ...], ...]


@cache
def sound() -> bytes:
    """Return a database with matches of all kinds, and free pages where one was deleted."""
    with tempfile.TemporaryDirectory(dir=private_space()) as folder:
        store = Store.open(Path(folder), clock=Clock())
        keep(store.new_match(), played(1, turns=120)).release()
        fill(store)
        keep(store.new_match(), played(2, turns=150)).release()
        keep(store.new_match(), OPENING, (Move(24, 6),)).release()
        store.delete(1)
        store.close()
        return (Path(folder) / "fevga.db").read_bytes()


# Ways to damage a file as a disk does


def flip(data: bytearray, rng: random.Random) -> None:
    for _ in range(rng.choice((1, 1, 2, 8, 64))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def flip_header(data: bytearray, rng: random.Random) -> None:
    for _ in range(rng.choice((1, 1, 3))):
        data[rng.randrange(100)] ^= 1 << rng.randrange(8)


def flip_page_starts(data: bytearray, rng: random.Random) -> None:
    for _ in range(rng.choice((1, 2, 4))):
        page = rng.randrange(1, len(data) // PAGE)
        data[page * PAGE + rng.randrange(40)] = rng.randrange(256)


def flip_schema(data: bytearray, rng: random.Random) -> None:
    data[rng.randrange(100, PAGE)] = rng.randrange(256)


def cut(data: bytearray, rng: random.Random) -> None:
    del data[rng.choice((rng.randrange(len(data)), rng.randrange(len(data) // PAGE) * PAGE)) :]


def cut_out(data: bytearray, rng: random.Random) -> None:
    start = rng.randrange(len(data))
    del data[start : start + rng.choice((1, 7, 512, PAGE))]


def grow(data: bytearray, rng: random.Random) -> None:
    data += rng.randbytes(rng.choice((1, 100, PAGE, 3 * PAGE)))


def blank(data: bytearray, rng: random.Random) -> None:
    start = rng.randrange(0, len(data), 512)
    end = min(len(data), start + rng.choice((512, PAGE, 5 * PAGE)))
    data[start:end] = bytes(end - start)


def blank_all(data: bytearray, rng: random.Random) -> None:
    data[:] = rng.choice((bytes(len(data)), b"\xff" * len(data), rng.randbytes(len(data))))


def swap_pages(data: bytearray, rng: random.Random) -> None:
    one, two = (PAGE * rng.randrange(1, len(data) // PAGE) for _ in range(2))
    first, second = data[one : one + PAGE], data[two : two + PAGE]
    data[one : one + PAGE], data[two : two + PAGE] = second, first


def copy_page(data: bytearray, rng: random.Random) -> None:
    one, two = (PAGE * rng.randrange(1, len(data) // PAGE) for _ in range(2))
    data[one : one + PAGE] = data[two : two + PAGE]


def write_over(data: bytearray, rng: random.Random) -> None:
    start = rng.randrange(len(data))
    text = rng.choice((b"null", b"[]", b"\xef\xbb\xbf", b"SQLite format 3\x00", b"#!/bin/sh\n"))
    data[start : start + len(text)] = text


def replace_all(data: bytearray, rng: random.Random) -> None:
    contents = (b"", b"x", b"null", b"[]", b"{}", b"\x00", b"SQLite format 3\x00", b"\n" * 600)
    data[:] = rng.choice(contents)


# Ways to damage it as somebody with a tool does

VALUES: tuple[object, ...] = (
    *(None, 0, -1, 7, 25, 2**63 - 1, 1.5, float("inf"), "", "null", "[]", "{}", "NaN", b"\xff\x00"),
    *('{"event":"dice-rolled","dice":[7,1]}', '{"event":"dice-rolled","dice":[1,6]}'),
    *('{"event":"play-made","moves":[[25,6]]}', '{"event":"play-made","moves":[]}'),
    *('{"event":"resigned"}', '{"event":"match-started"}', '{"event":7}', '\ufeff{"event":"x"}'),
    *("[" * 60_000, '{"a":' * 60_000, "9" * 5_000, "x" * 2_000_000, "\x1b[31m", "\U0001f3b2"),
)
COLUMNS = (
    *("matches.number", "matches.started_at", "matches.ended_at", "matches.length"),
    *("events.match", "events.number", "events.at", "events.event", "events.event"),
    *("drafts.match", "drafts.moves", "settings.key", "settings.value"),
    *("verdicts.match", "verdicts.digest", "verdicts.shown"),
)


def set_values(connection: sqlite3.Connection, rng: random.Random) -> None:
    for _ in range(rng.choice((1, 1, 3))):
        table, column = rng.choice(COLUMNS).split(".")
        key = "match * 10000 + number" if table == "events" else "rowid"
        key = "key" if table == "settings" else key
        rows = connection.execute(f"SELECT {key} FROM {table}").fetchall()
        sql = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {key} = ?"
        # Some numbers SQLite itself does not let be anything else.
        with suppress(sqlite3.IntegrityError):
            connection.execute(sql, (rng.choice(VALUES), *rng.choice(rows)))


def swap_events(connection: sqlite3.Connection, rng: random.Random) -> None:
    rows = connection.execute("SELECT match, number, event FROM events").fetchall()
    one, two = rng.sample(rows, 2)
    for place, event in ((one, two[2]), (two, one[2])):
        sql = "UPDATE events SET event = ? WHERE match = ? AND number = ?"
        connection.execute(sql, (event, *place[:2]))


def delete_rows(connection: sqlite3.Connection, rng: random.Random) -> None:
    table = rng.choice(("matches", "events", "events", "drafts", "settings", "verdicts"))
    share = rng.choice((2, 10, 1000))
    connection.execute(f"DELETE FROM {table} WHERE random() % {share} = 0")


def change_schema(connection: sqlite3.Connection, rng: random.Random) -> None:
    table = rng.choice(("matches", "events", "drafts", "settings", "verdicts"))
    change = rng.choice(
        (
            f"DROP TABLE {table}",
            f"ALTER TABLE {table} ADD COLUMN extra",
            f"ALTER TABLE {table} RENAME TO other",
            "DROP INDEX unfinished",
            "CREATE TABLE extra(a)",
            "CREATE TRIGGER t BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no'); END",
            f"PRAGMA user_version = {rng.choice((0, -1, 2, 99))}",
            "PRAGMA application_id = 7",
            "PRAGMA journal_mode = WAL",
            "UPDATE sqlite_sequence SET seq = 9223372036854775807",
            "UPDATE sqlite_sequence SET seq = 'x'",
            "DELETE FROM sqlite_sequence",
        )
    )
    connection.execute(change).fetchall()


BY_BYTES: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(flip, flip, flip, flip_header, flip_page_starts, flip_page_starts, flip_schema, cut, cut_out),
    *(grow, blank, blank, blank_all, swap_pages, copy_page, write_over, replace_all),
)
BY_SQL: tuple[Callable[[sqlite3.Connection, random.Random], None], ...] = (
    *(set_values, set_values, set_values, swap_events, delete_rows, change_schema),
)


def damage(seed: int, file: Path) -> str:
    """Write a damaged database; return the name of what was done."""
    rng = random.Random(seed)
    way = rng.randrange(len(BY_BYTES) + len(BY_SQL))
    if way < len(BY_BYTES):
        data = bytearray(sound())
        BY_BYTES[way](data, rng)
        file.write_bytes(data)
        if rng.random() < 0.1:
            junk = rng.choice((b"", b"junk", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(600)))
            file.with_name("fevga.db-journal").write_bytes(junk)
        return BY_BYTES[way].__name__
    file.write_bytes(sound())
    change = BY_SQL[way - len(BY_BYTES)]
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        change(connection, rng)
    return change.__name__


def readable(file: Path) -> dict[int, Rows]:
    """Return the matches that can be read of a file, with all their rows, and never write it."""
    found: dict[int, Rows] = {}
    address = f"file:{file}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        connection.text_factory = bytes
        try:
            numbers = [row[0] for row in connection.execute("SELECT number FROM matches")]
        except (sqlite3.Error, OverflowError, UnicodeDecodeError):
            return found
        for number in numbers:
            sql = "SELECT number, at, event FROM events WHERE match = ? ORDER BY number"
            try:
                rows = tuple(connection.execute(sql, (number,)).fetchall())
            except (sqlite3.Error, OverflowError):
                continue
            if rows and [row[0] for row in rows] == [*range(1, len(rows) + 1)]:
                found[number] = rows
    return found


def play(folder: Path) -> tuple[str, int | None]:
    """Do with a store what a program does; return what became of it and of a new match."""
    store = Store.open(folder, clock=Clock())
    newest = store.newest_unfinished()
    assert newest is None or store.summary(newest).damage is None
    for summary in [*store.summaries(), *store.summaries("Ελένη")]:
        for use in (store.look_at, store.take_up, store.times):
            problem = ""
            try:
                use(summary.number)
            except StoreError as error:
                problem = str(error)
            assert problem.isprintable(), repr(problem)
            assert problem or summary.damage is None, summary
        assert (summary.damage or "").isprintable(), summary
    store.close()
    said = [store.trouble, *store.notices]
    store = Store.open(folder, clock=Clock())
    store.setting("theme")
    store.set_setting("theme", "day")
    for number in store.numbers():
        try:
            taken = store.take_up(number)
        except StoreError:
            continue
        session = Session(taken.events, taken.draft, keeper=taken.keeper, die=chance(1))
        if session.turn:
            session.push(session.turn.legal_moves[:1])
            session.pop()
        taken.keeper.release()
    new = keep(store.new_match(), OPENING, (Move(24, 6),))
    keep(new, [*OPENING, PlayMade((Move(24, 6), Move(18, 5))), Resigned()])
    session = Session.start(STARTED, keeper=store.new_match(), die=chance(3))
    play_on(session, 20)
    said += [store.trouble, *store.notices]
    for sentence in said:
        assert sentence is None or (sentence.isprintable() and len(sentence) < 500), sentence
    if store.trouble:
        what = "refused"
    else:
        what = "set aside" if any("damaged" in (sentence or "") for sentence in said) else "used"
    store.close()
    return what, new.number


def check(seed: int, folder: Path) -> tuple[str, str]:
    """Damage, play, and compare; return what was done and what became of it."""
    file = folder / "fevga.db"
    done = damage(seed, file)
    original = file.read_bytes()
    (folder / "copy").write_bytes(original)
    before = readable(folder / "copy")
    (folder / "copy").unlink()
    what, new = play(folder)
    if what == "refused":
        assert file.read_bytes() == original, "what was refused was written"
        return done, what
    assert new, "a new match was not kept"
    store = Store.open(folder)
    assert store.trouble is None
    assert len(store.look_at(new).events) == len(OPENING) + 2
    store.close()
    asides = [path for path in folder.glob("fevga.db.damaged-*") if path.suffix != "-journal"]
    places = [readable(path) for path in (file, *asides)]
    for number, rows in before.items():
        if 0 < number < 10**9:
            assert any(place.get(number) == rows for place in places), f"match {number} is lost"
    assert (what == "set aside") == bool(asides)
    if what == "set aside" and not before and original:
        assert original in [path.read_bytes() for path in asides], "the original is lost"
    return done, what


def main() -> int:
    """Run the cases; return 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description="Damage databases, and play on.")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    outcomes: Counter[str] = Counter()
    failures = 0
    began = time.perf_counter()
    for seed in range(options.first, options.first + options.count):
        with tempfile.TemporaryDirectory(dir=private_space()) as folder:
            try:
                done, what = check(seed, Path(folder))
            except Exception as error:
                failures += 1
                if os.environ.get("VERBOSE"):
                    traceback.print_exc()
                print(f"seed {seed}: {type(error).__name__}: {error}", file=sys.stderr)
            else:
                outcomes[what] += 1
                if os.environ.get("VERBOSE"):
                    print(seed, done, what)
    seconds = time.perf_counter() - began
    counts = ", ".join(f"{count} {what}" for what, count in outcomes.most_common())
    print(f"{options.count} damaged databases in {seconds:.0f} s: {counts}; {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
