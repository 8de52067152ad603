"""The database file over time: opened when it is needed, anew when it changed, set aside if bad."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from fevga_tui.store import salvage, schema
from fevga_tui.store.database import (
    FILE,
    PATIENCE,
    SHORT_PATIENCE,
    DamagedFileError,
    Database,
    FileChangedError,
    Identity,
    connect,
    set_aside,
)
from fevga_tui.store.folder import shown
from fevga_tui.store.locks import WHOLE_FILE, Locks
from fevga_tui.store.times import Clock
from fevga_tui.store.trouble import TROUBLE, RefusedFileError

_ATTEMPTS = 4
_T = TypeVar("_T")
_Work = Callable[[sqlite3.Connection], _T]


class DataFile:
    """The file in a folder; `tell` takes sentences about what happened to it.

    `read` and `write` do their work in one transaction, more than once if the file has to be
    opened anew. Both raise OSError, sqlite3.Error or RefusedFileError.
    """

    def __init__(self, folder: Path, locks: Locks, clock: Clock, tell: Callable[[str], None]):
        self.path = folder / FILE
        self._folder = folder
        self._locks = locks
        self._clock = clock
        self._tell = tell
        self._database: Database | None = None
        self._patience = PATIENCE
        self._sound: Identity | None = None
        self._asides: list[Path] = []

    @property
    def obstacle(self) -> OSError | None:
        """Why the file can only be read, as far as opening it has shown."""
        return self._database.obstacle if self._database else None

    def read(self, work: _Work[_T]) -> _T:
        """Do work that changes nothing."""
        return self._attempt(lambda database: database.read(work))

    def write(self, work: _Work[_T]) -> _T:
        """Do work whose changes are on the disk, all of them, when this returns."""
        result = self._attempt(lambda database: self._write(database, work))
        if self._patience != PATIENCE:
            self.close()
            self._patience = PATIENCE
        return result

    def _write(self, database: Database, work: _Work[_T]) -> _T:
        # Written into a damaged file, a row may land upon those of other matches.
        if not database.obstacle and database.identity != self._sound:
            database.read(schema.check_pages)
            self._sound = database.identity
        return database.write(work)

    def close(self) -> None:
        """Close the file; it is opened again when it is needed."""
        if self._database:
            self._database.close()
            self._database = None

    def _attempt(self, action: Callable[[Database], _T]) -> _T:
        for _ in range(_ATTEMPTS):
            try:
                return action(self._open())
            except FileChangedError:
                if not self.path.exists():
                    self._tell(f"{shown(self.path)} was taken away. A new one is begun.")
                self.close()
            except DamagedFileError as damaged:
                self.close()
                self._set_aside(damaged)
            except TROUBLE:
                # A file that could not be written when it was opened may be writable by now.
                self.close()
                self._patience = SHORT_PATIENCE
                raise
        raise RefusedFileError("the file changes all the time", "Use fevga --data DIR")

    def _open(self) -> Database:
        if self._database is None:
            self._database = connect(self._folder, self._patience)
        while self._asides and not self._database.obstacle:
            aside = self._asides[0]
            carried = self._database.write(partial(salvage.carry_over, aside))
            del self._asides[0]
            if carried:
                self._tell(
                    f"What could be read of {aside.name} is in the new file: {carried}"
                    f" match{'es' if carried > 1 else ''}."
                )
        return self._database

    def _set_aside(self, damaged: DamagedFileError) -> None:
        try:
            self._lock_folder()
            try:
                aside = set_aside(damaged, self._clock())
            finally:
                self._locks.drop(WHOLE_FILE)
        except OSError:
            why = "the file is damaged, and cannot be set aside"
            raise RefusedFileError(why, "Move it away, or use fevga --data DIR") from None
        if aside:
            self._asides.append(aside)
            self._tell(
                f"{shown(damaged.path)} was damaged. It is kept as {shown(aside)}, and a new one"
                " is begun."
            )

    def _lock_folder(self) -> None:
        """Wait until no other process is exchanging the file."""
        end = time.monotonic() + PATIENCE
        with suppress(OSError):
            while not self._locks.take(WHOLE_FILE) and time.monotonic() < end:
                pass
