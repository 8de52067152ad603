"""Carrying what can still be read of a damaged file over into a new one."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from fevga_tui.store.matches import exists, is_number
from fevga_tui.store.verdict import Row, Verdict

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)


def carry_over(aside: Path, connection: sqlite3.Connection) -> int:
    """Copy matches and settings into an open transaction; return how many matches.

    The damaged file is only read, its journal not even that. A match of which a row is missing
    stays behind whole, as does one whose number is taken. Raises sqlite3.Error for the new file.
    """
    # Immutable: no lock, no journal, nothing written.
    address = f"file:{quote(os.fsencode(aside))}?mode=ro&immutable=1"
    try:
        damaged = sqlite3.connect(address, uri=True)
    except sqlite3.Error:
        return 0
    with closing(damaged):
        damaged.text_factory = bytes
        # Else SQLite refuses all of a file that lacks its end, or one of its tables.
        _readable(damaged, "PRAGMA writable_schema = ON")
        _carry_settings(damaged, connection)
        return sum(_carry(damaged, connection, number) for number in _numbers(damaged))


def _numbers(damaged: sqlite3.Connection) -> list[int]:
    found = {
        number
        for sql in ("SELECT number FROM matches", "SELECT DISTINCT match FROM events")
        for (number,) in _readable(damaged, sql)
    }
    return sorted(n for n in found if isinstance(n, int) and is_number(n))


def _carry(damaged: sqlite3.Connection, connection: sqlite3.Connection, number: int) -> bool:
    rows = _rows(damaged, number)
    if not rows or exists(connection, number):
        return False
    sql = "SELECT started_at, changed_at, ended_at, length FROM matches WHERE number = ?"
    started_at, changed_at, ended_at = rows[0][0], rows[-1][0], None
    found = _readable(damaged, sql, number)
    if not found and Verdict.after_replay(rows).is_over:
        ended_at = changed_at
    for *times, length in found:
        if length != len(rows):
            return False
        started, changed, ended_at = map(_text, times)
        started_at, changed_at = started or started_at, changed or changed_at
    connection.execute(
        "INSERT INTO matches VALUES(?, ?, ?, ?, ?)",
        (number, started_at, changed_at, ended_at, len(rows)),
    )
    connection.executemany(
        "INSERT INTO events VALUES(?, ?, ?, ?)",
        [(number, index, at, text) for index, (at, text) in enumerate(rows, 1)],
    )
    for table, columns in (("drafts", "moves"), ("verdicts", "digest, shown")):
        sql = f"SELECT {columns} FROM {table} WHERE match = ?"
        _insert(
            connection, table, ((number, *map(_text, r)) for r in _readable(damaged, sql, number))
        )
    return True


def _carry_settings(damaged: sqlite3.Connection, connection: sqlite3.Connection) -> None:
    found = _readable(damaged, "SELECT key, value FROM settings")
    _insert(connection, "settings", (tuple(map(_text, row)) for row in found))


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[tuple[object, ...]]) -> None:
    for row in rows:
        if None not in row:
            marks = ", ".join("?" * len(row))
            connection.execute(f"INSERT OR IGNORE INTO {table} VALUES({marks})", row)


def _rows(damaged: sqlite3.Connection, number: int) -> list[Row]:
    """Return all events of a match, or none of them."""
    try:
        found = damaged.execute(
            "SELECT number, at, event FROM events WHERE match = ? ORDER BY number", (number,)
        ).fetchall()
    except UNREADABLE:
        return []
    rows = []
    for expected, (index, at, event) in enumerate(found, 1):
        at_text, event_text = _text(at), _text(event)
        if index != expected or at_text is None or event_text is None:
            return []
        rows.append((at_text, event_text))
    return rows


def _readable(damaged: sqlite3.Connection, sql: str, *parameters: int) -> list[tuple[object, ...]]:
    """Return rows up to the first that cannot be read."""
    rows = []
    try:
        for row in damaged.execute(sql, parameters):
            rows.append(row)
    except UNREADABLE:
        pass
    return rows


def _text(value: object) -> str | None:
    if not isinstance(value, bytes):
        return None
    try:
        return value.decode()
    except ValueError:
        return None
