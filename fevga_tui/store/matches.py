"""The rows of one match: read as far as they can be, written so that no record is ever mixed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from fevga_tui.rules.errors import FevgaError
from fevga_tui.rules.events import Event, moves_from_data, moves_to_data
from fevga_tui.rules.match import replay
from fevga_tui.rules.play import Play
from fevga_tui.store.kept import KeptMatch, Stamp
from fevga_tui.store.trouble import code_of, is_damage
from fevga_tui.store.verdict import Row

HIGHEST_NUMBER = 999_999_999
"""Rows beyond it come from damage: the numbers of new matches stay below."""


def is_number(number: int) -> bool:
    """Say whether a match of the file may have this number."""
    return 0 < number <= HIGHEST_NUMBER


class RawMatch(NamedTuple):
    """A match as the file holds it; `damage` says why it cannot be read as one."""

    number: int
    started_at: object = None
    changed_at: object = None
    rows: tuple[Row, ...] = ()
    draft: object = None
    digest: object = None
    shown: object = None
    damage: str | None = None


def read(connection: sqlite3.Connection, number: int) -> RawMatch | None:
    """Return a match; None if there is none. Raises sqlite3.Error for other than damage here."""
    try:
        match = connection.execute(
            "SELECT started_at, changed_at, length FROM matches WHERE number = ?", (number,)
        ).fetchone()
        if match is None:
            return None
        events = connection.execute(
            "SELECT number, at, event FROM events WHERE match = ? ORDER BY number", (number,)
        ).fetchall()
    except sqlite3.DatabaseError as error:
        # A whole file that is none is for the caller; a bad page concerns this match alone.
        if not is_damage(error) or code_of(error) == sqlite3.SQLITE_NOTADB:
            raise
        return RawMatch(number, damage="the file is broken where this match stands")
    started_at, changed_at, length = match
    known = length if isinstance(length, int) else "an unknown number"
    damage = None if len(events) == length else f"it has {len(events)} events, not {known}"
    for expected, (found, at, text) in enumerate(events, 1):
        if found != expected:
            damage = f"event {expected} is missing"
        elif not isinstance(at, str) or not isinstance(text, str):
            damage = f"event {expected} is no text"
        else:
            continue
        break
    if damage:
        return RawMatch(number, started_at, changed_at, damage=damage)
    (draft,) = _spare(connection, "SELECT moves FROM drafts WHERE match = ?", number, 1)
    digest, shown = _spare(
        connection, "SELECT digest, shown FROM verdicts WHERE match = ?", number, 2
    )
    rows = tuple((at, text) for _, at, text in events)
    return RawMatch(number, started_at, changed_at, rows, draft, digest, shown)


def _spare(
    connection: sqlite3.Connection, sql: str, number: int, columns: int
) -> tuple[object, ...]:
    """Return a row that a match can do without, empty where it is missing or unreadable."""
    try:
        row = connection.execute(sql, (number,)).fetchone()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        row = None
    return row or (None,) * columns


def read_draft(draft: object, events: list[Event]) -> Play:
    """Return the moves so far of the turn being played; none where they do not fit the events."""
    if not isinstance(draft, str):
        return ()
    try:
        moves = moves_from_data(json.loads(draft))
        turn = replay(events).turn if moves else None
        return turn.push(*moves).moves if turn else ()
    except (FevgaError, ValueError, RecursionError):
        return ()


def new_number(connection: sqlite3.Connection) -> int:
    """Return a number that no match has or had."""
    used = connection.execute(
        "SELECT max(number) FROM matches WHERE number < :limit UNION ALL"
        # A damaged file may hold events whose match is gone; they stay where they are.
        " SELECT max(match) FROM events WHERE match < :limit UNION ALL"
        " SELECT max(seq) FROM sqlite_sequence WHERE name = 'matches' AND seq < :limit",
        {"limit": HIGHEST_NUMBER},
    ).fetchall()
    return 1 + max((number for (number,) in used if isinstance(number, int)), default=0)


class Place(NamedTuple):
    """Where the rows of a match went, true once the transaction is committed."""

    match: KeptMatch
    number: int
    rows: int
    stamp: Stamp


def put(connection: sqlite3.Connection, match: KeptMatch, find_number: Callable[[], int]) -> Place:
    """Write what the file lacks of a match, within a transaction.

    A match goes on under a new number, whole, where the file holds something else under its own:
    its rows were changed, or continued, by someone who did not respect the lock.
    """
    stamp = (connection, connection.execute("PRAGMA data_version").fetchone()[0])
    number, known = match.number, 0
    if number is not None and stamp == match.stamp:
        known = match.rows_kept
    elif number is not None:
        found = read(connection, number)
        if found is None and not _has_events(connection, number):
            _begin(connection, number, match)
        elif found is None or found.damage or found.rows != tuple(match.rows[: len(found.rows)]):
            number = None
        else:
            known = len(found.rows)
    if number is None:
        number = find_number()
        _begin(connection, number, match)
    if known < len(match.rows):
        _append(connection, number, match, known)
    if match.draft:
        draft = json.dumps(moves_to_data(match.draft), separators=(",", ":"))
        connection.execute("INSERT OR REPLACE INTO drafts VALUES(?, ?)", (number, draft))
    else:
        connection.execute("DELETE FROM drafts WHERE match = ?", (number,))
    return Place(match, number, len(match.rows), stamp)


def _begin(connection: sqlite3.Connection, number: int, match: KeptMatch) -> None:
    started_at = match.rows[0][0]
    connection.execute(
        "INSERT INTO matches VALUES(?, ?, ?, NULL, 0)", (number, started_at, started_at)
    )


def _has_events(connection: sqlite3.Connection, number: int) -> bool:
    found = connection.execute("SELECT 1 FROM events WHERE match = ? LIMIT 1", (number,))
    return found.fetchone() is not None


def _append(connection: sqlite3.Connection, number: int, match: KeptMatch, known: int) -> None:
    connection.executemany(
        "INSERT INTO events VALUES(?, ?, ?, ?)",
        [
            (number, known + index, at, text)
            for index, (at, text) in enumerate(match.rows[known:], 1)
        ],
    )
    changed_at = match.rows[-1][0]
    connection.execute(
        "UPDATE matches SET changed_at = ?, ended_at = ?, length = ? WHERE number = ?",
        (changed_at, changed_at if match.verdict.is_over else None, len(match.rows), number),
    )
    shown = match.verdict.to_text()
    put_verdicts(connection, {number: (match.digest.sealed(shown), shown)})


def put_verdicts(connection: sqlite3.Connection, verdicts: Mapping[int, tuple[str, str]]) -> None:
    """Write what replays of matches showed: by number, the digest and the verdict."""
    connection.executemany(
        "INSERT OR REPLACE INTO verdicts SELECT :number, :digest, :shown"
        " WHERE EXISTS (SELECT 1 FROM matches WHERE number = :number)",
        [
            {"number": number, "digest": digest, "shown": shown}
            for number, (digest, shown) in verdicts.items()
        ],
    )


def delete(connection: sqlite3.Connection, number: int) -> bool:
    """Delete all rows of a match; False if there was none."""
    for table in ("events", "drafts", "verdicts"):
        connection.execute(f"DELETE FROM {table} WHERE match = ?", (number,))
    return connection.execute("DELETE FROM matches WHERE number = ?", (number,)).rowcount > 0


def exists(connection: sqlite3.Connection, number: int) -> bool:
    """Say whether the file has a match of this number."""
    found = connection.execute("SELECT 1 FROM matches WHERE number = ?", (number,)).fetchone()
    return found is not None


UNFINISHED = (
    "SELECT number FROM matches WHERE ended_at IS NULL ORDER BY changed_at DESC, number DESC"
)
ENDED = (
    "SELECT number FROM matches WHERE ended_at IS NOT NULL ORDER BY changed_at DESC, number DESC"
)


def numbers(connection: sqlite3.Connection, sql: str) -> list[int]:
    """Return the numbers that UNFINISHED or ENDED finds."""
    return [number for (number,) in connection.execute(sql) if is_number(number)]


def players(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Return the names of matches' players as their first events have them."""
    names: dict[int, tuple[str, ...]] = {}
    for number in numbers:
        sql = "SELECT event FROM events WHERE match = ? AND number = 1"
        (text,) = _spare(connection, sql, number, 1)
        try:
            started = json.loads(str(text))
            names[number] = (str(started["white"]), str(started["black"]))
        except (ValueError, TypeError, KeyError, RecursionError):
            continue
    return names
