"""Opening the database file: private, durable, and only if it is ours; or setting it aside."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from fevga_tui.store import schema
from fevga_tui.store.folder import PRIVATE_FILE, make_private
from fevga_tui.store.trouble import RefusedFileError, is_damage

FILE = "fevga.db"
PATIENCE = 2.0
"""Seconds to wait for another process's transaction, which takes as long as the disk does."""

SHORT_PATIENCE = 0.1
"""The same once waiting was in vain: each move tries again, and none may drag."""

Identity = tuple[int, int]
"""Which file it is, whatever its name: device and inode."""

_T = TypeVar("_T")


class FileChangedError(Exception):
    """The file at the path is no longer the one that was opened."""


class DamagedFileError(Exception):
    """The file is no readable database."""

    def __init__(self, path: Path, identity: Identity) -> None:
        super().__init__(f"no readable database: {path}")
        self.path = path
        self.identity = identity


@dataclass(frozen=True, slots=True)
class Database:
    """An open file. `obstacle` is why it can be read and not written."""

    connection: sqlite3.Connection
    path: Path
    identity: Identity
    obstacle: OSError | None

    @property
    def is_current(self) -> bool:
        """The path still leads to this file, which nobody removed or exchanged."""
        try:
            return _identity(self.path.stat()) == self.identity
        except OSError:
            return False

    def read(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Do work that sees the file at one moment."""
        # COMMIT would report the damage that the work met, and has dealt with, once more.
        return self._transaction("BEGIN", work, "ROLLBACK")

    def write(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Do work whose changes are on the disk, all of them, when this returns."""
        if self.obstacle:
            raise self.obstacle
        return self._transaction("BEGIN IMMEDIATE", work, "COMMIT")

    def _transaction(self, begin: str, work: Callable[[sqlite3.Connection], _T], end: str) -> _T:
        try:
            self.connection.execute(begin)
            # A newer program may have brought the file up to a version that this one cannot keep.
            if not self.is_current or schema.version_of(self.connection) != schema.VERSION:
                raise FileChangedError
            result = work(self.connection)
            self.connection.execute(end)
        except BaseException as error:
            self._roll_back()
            if isinstance(error, sqlite3.Error) and not self.is_current:
                raise FileChangedError from error
            if is_damage(error):
                raise DamagedFileError(self.path, self.identity) from error
            raise
        return result

    def close(self) -> None:
        """Close the file, and take its journal away."""
        with suppress(sqlite3.Error):
            if self.is_current:  # else the journal may be another file's
                self.connection.execute("PRAGMA busy_timeout = 0").fetchall()
                self.connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        with suppress(sqlite3.Error):
            self.connection.close()

    def _roll_back(self) -> None:
        if self.connection.in_transaction:
            try:
                self.connection.execute("ROLLBACK")
            except sqlite3.Error:
                # What is left is undone by the journal when the file is next opened.
                self.connection.close()


def connect(folder: Path, patience: float) -> Database:
    """Open the file in a folder, making both where they are missing.

    Raises OSError, sqlite3.Error, RefusedFileError for a file to be left alone, and
    DamagedFileError for one to be set aside.
    """
    if not folder.is_absolute():
        raise RefusedFileError(
            "no home folder is known", "Set HOME, or choose a folder: fevga --data DIR"
        )
    try:
        make_private(folder)
        path = folder / FILE
        identity, header, obstacle = _look_at(path)
    except ValueError:
        raise RefusedFileError("there can be no such path", "Use fevga --data DIR") from None
    if obstacle and not header:
        raise obstacle
    schema.refuse_other_files(header)
    # SQLite takes a single byte for an empty file. Else a journal may repair what it is not.
    if len(header) == 1 or (not schema.is_database(header) and not _is_hot(_journal(path))):
        raise DamagedFileError(path, identity)
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    try:
        _prepare(connection)
        if not obstacle:
            schema.make_current(connection)
        schema.check(connection)
    except BaseException as error:
        connection.close()
        if is_damage(error):
            raise DamagedFileError(path, identity) from error
        if obstacle and isinstance(error, sqlite3.Error):
            raise obstacle from error
        raise
    if not obstacle and not os.access(folder, os.W_OK | os.X_OK):
        obstacle = PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
    return Database(connection, path, identity, obstacle)


def _look_at(path: Path) -> tuple[Identity, bytes, OSError | None]:
    """Return which file stands at a path, its first bytes, and why it cannot be written.

    Makes an empty one where there is none: SQLite's own would be open to others under a loose
    umask. Closing the descriptor drops the locks that this process has on the file; its stores
    hold some only within a transaction, which does not come here.
    """
    flags = os.O_CLOEXEC | os.O_NONBLOCK
    obstacle = None
    try:
        descriptor = os.open(path, flags | os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS) or not path.exists():
            raise
        obstacle = error
        descriptor = os.open(path, flags | os.O_RDONLY)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise RefusedFileError(
                "what stands there is no file", "Move it away, or use fevga --data DIR"
            )
        return _identity(status), os.pread(descriptor, 100, 0), obstacle
    finally:
        os.close(descriptor)


def _prepare(connection: sqlite3.Connection) -> None:
    # Bytes that are no UTF-8 are for the replay to find, not for the reader to stumble over.
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    for pragma in (
        # With a rollback journal the one file is all there is to copy. While the file is open the
        # journal stays, spent: to make one for each move takes a third of a commit.
        "journal_mode = PERSIST",
        # Committed means: on the disk, and the journal's end too, before the screen shows it.
        "synchronous = EXTRA",
        "fullfsync = ON",
        "temp_store = MEMORY",
        "trusted_schema = OFF",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def _identity(status: os.stat_result) -> Identity:
    return status.st_dev, status.st_ino


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def _is_hot(journal: Path) -> bool:
    """Say whether a journal may hold what SQLite would play back; a spent one begins with zeros."""
    try:
        with journal.open("rb") as file:
            return file.read(1) not in (b"", b"\0")
    except OSError:
        return journal.exists()


def set_aside(damaged: DamagedFileError, time: datetime) -> Path | None:
    """Give a damaged file another name and return it; None if it is gone already.

    To be called under the lock of the whole folder. Raises OSError.
    """
    path = damaged.path
    if not path.exists() or _identity(path.stat()) != damaged.identity:
        return None
    dated = f"{path.name}.damaged-{time:%Y%m%d-%H%M%S}"
    aside, number = path.with_name(dated), 1
    while os.path.lexists(aside):
        number += 1
        aside = path.with_name(f"{dated}-{number}")
    # The journal first: left behind, it would be played into the new file.
    if _is_hot(_journal(path)):
        _journal(path).rename(_journal(aside))
    else:
        _journal(path).unlink(missing_ok=True)
    path.rename(aside)
    return aside
