"""One writer a match: record locks, which the system drops when their holder dies."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from dataclasses import dataclass, field
from pathlib import Path

from fevga_tui.store.folder import PRIVATE_FILE

FILE = "fevga.lock"
WHOLE_FILE = 0
"""The number locked while the database itself is exchanged; matches count from 1."""

_TRIES = 5
_PAUSE = 0.01


@dataclass
class _Shared:
    """The lock file as this process holds it.

    Closing any descriptor of a file drops all record locks that the process has on it, and such
    locks do not part a process from itself: the stores of a process share one descriptor and
    one set of numbers.
    """

    descriptor: int
    held: set[int] = field(default_factory=set)
    stores: int = 0


_SHARED: dict[tuple[int, int], _Shared] = {}


class Locks:
    """The locks that one store holds: a byte of the lock file for each match's number."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._shared: _Shared | None = None
        self._mine: set[int] = set()

    def take(self, number: int) -> bool:
        """Lock a match; False where another store or process has it.

        Raises OSError where the disk does not allow locks at all.
        """
        shared = self._open()
        if number in shared.held:
            return False
        # Whoever only asks whether a match is in use holds its lock for a moment too.
        for attempt in range(_TRIES):
            if attempt:
                time.sleep(_PAUSE)
            if _lock(shared.descriptor, number):
                shared.held.add(number)
                self._mine.add(number)
                return True
        return False

    def drop(self, number: int) -> None:
        """Give a lock back; one not held is no matter."""
        if self._shared and number in self._mine:
            fcntl.lockf(self._shared.descriptor, fcntl.LOCK_UN, 1, number)
            self._shared.held.discard(number)
            self._mine.discard(number)

    def is_taken(self, number: int) -> bool:
        """Say whether any store of any process holds the lock. Raises OSError like `take`."""
        shared = self._open()
        if number in shared.held:
            return True
        if not _lock(shared.descriptor, number):
            return True
        fcntl.lockf(shared.descriptor, fcntl.LOCK_UN, 1, number)
        return False

    def close(self) -> None:
        """Give all locks back."""
        for number in tuple(self._mine):
            self.drop(number)
        if self._shared is None:
            return
        self._shared.stores -= 1
        if not self._shared.stores:
            for key, shared in tuple(_SHARED.items()):
                if shared is self._shared:
                    del _SHARED[key]
            os.close(self._shared.descriptor)
        self._shared = None

    def _open(self) -> _Shared:
        if self._shared is None:
            self._shared = _share(self._path)
            self._shared.stores += 1
        return self._shared


def _share(path: Path) -> _Shared:
    try:
        status = path.stat()
    except FileNotFoundError:
        pass
    else:
        known = _SHARED.get((status.st_dev, status.st_ino))
        if known:
            return known
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK
    descriptor = os.open(path, flags, PRIVATE_FILE)
    status = os.fstat(descriptor)
    return _SHARED.setdefault((status.st_dev, status.st_ino), _Shared(descriptor))


def _lock(descriptor: int, number: int) -> bool:
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN):
            return False
        raise
    return True
