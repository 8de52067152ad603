"""The tables of the file, what marks it as one of ours, and the way up from older versions."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping

from fevga_tui.store.trouble import RefusedFileError

APPLICATION = int.from_bytes(b"FEVG", "big")
"""SQLite's application_id of this program's files."""

VERSION = 1
"""The schema's version, SQLite's user_version."""

TABLES = {
    # Numbers are never given out twice, so that one on paper names the same match for good.
    # The length is how many events there are to be: a record that lost its end replays as well,
    # and its last dice would be thrown again.
    "matches": """CREATE TABLE matches(
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    started_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    ended_at TEXT,
    length INTEGER NOT NULL
)""",
    # The start asks for the newest unfinished match, however many there are.
    "unfinished": "CREATE INDEX unfinished ON matches(changed_at) WHERE ended_at IS NULL",
    "events": """CREATE TABLE events(
    match INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY(match, number)
) WITHOUT ROWID""",
    # The moves so far of the turn being played.
    "drafts": "CREATE TABLE drafts(match INTEGER PRIMARY KEY, moves TEXT NOT NULL)",
    "settings": "CREATE TABLE settings(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # Only a cache: its rows may be deleted at any time.
    "verdicts": """CREATE TABLE verdicts(
    match INTEGER PRIMARY KEY,
    digest TEXT NOT NULL,
    shown TEXT NOT NULL
)""",
}

Migration = Callable[[sqlite3.Connection], None]

MIGRATIONS: Mapping[int, Migration] = {}
"""By version: what brings a file of that version to the next one."""

_MAGIC = b"SQLite format 3\x00"
_MOVE = "Move that file away, or play with another folder: fevga --data DIR"


class WrongSchemaError(sqlite3.DatabaseError):
    """A file marked as ours whose tables are not."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def is_database(header: bytes) -> bool:
    """Say whether a file begins as a database does; an empty one is a database too."""
    return not header or header.startswith(_MAGIC)


def refuse_other_files(header: bytes) -> None:
    """Raise RefusedFileError for the first 100 bytes of a file that is to be left untouched.

    Read before SQLite opens the file, which might already roll a journal back into it. What is
    no database at all passes: SQLite finds that out, and such a file is set aside.
    """
    if len(header) < 100 or not header.startswith(_MAGIC):
        return
    version = int.from_bytes(header[60:64], "big", signed=True)
    application = int.from_bytes(header[68:72], "big")
    if application != APPLICATION:
        raise RefusedFileError("the file belongs to another program", _MOVE)
    _refuse_other_versions(version)


def _refuse_other_versions(version: int) -> None:
    if version > VERSION:
        why = f"the file is of a newer fevga, with format {version} where this one knows {VERSION}"
        raise RefusedFileError(why, "Install that one, or use another folder: fevga --data DIR")
    if version < 1:
        raise RefusedFileError(f"the file has the format {version}, which no fevga writes", _MOVE)


def version_of(connection: sqlite3.Connection) -> int:
    """Return the schema version of an open file."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    return int(version)


def make_current(
    connection: sqlite3.Connection,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    target: int = VERSION,
) -> None:
    """Create the tables of an empty file, or bring those of an older version up to date.

    All or nothing. Raises sqlite3.Error, and RefusedFileError for a version that is not known.
    """
    if version_of(connection) == target:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection)
        if version == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            for sql in TABLES.values():
                connection.execute(sql)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            version = VERSION
        while version in migrations and version < target:
            migrations[version](connection)
            version += 1
        if version != target:
            _refuse_other_versions(version)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def check(connection: sqlite3.Connection) -> None:
    """Raise WrongSchemaError where the file does not hold the tables that it should."""
    held = dict(connection.execute("SELECT name, sql FROM sqlite_master").fetchall())
    for name, sql in TABLES.items():
        if held.get(name) != sql:
            raise WrongSchemaError(f"the table {name} is not as it should be")


def check_pages(connection: sqlite3.Connection) -> None:
    """Raise WrongSchemaError where the file's pages are damaged, whether or not they are read.

    Takes time for each match, so the start cannot wait for it.
    """
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != ("ok",):
        raise WrongSchemaError(str(found))
