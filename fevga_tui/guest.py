"""Guests: whom a host lets play over SSH without opening anything else of the machine to them."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import resource
import signal
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, NamedTuple

from fevga_tui.store.folder import PRIVATE_FILE, make_private, shown
from fevga_tui.store.limits import Limits

LIMITS = Limits(matches=50, events=10_000, game=2_000)
"""What is kept of a guest: a match to 25 points has room, and all of it takes less than 64 MiB."""

SEATS = 4
"""How often a guest may be connected at the same time."""

_LARGEST_FILE = 64 << 20

_NAME = re.compile(r"[a-z0-9-]{1,32}")
_KEPT = {"COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "SSH_CONNECTION", "TERM"}
_PLAIN = re.compile(r"[ -.0-~]{0,100}")  # whatever reads it takes it for no path

# Audit events (see "Audit events table" in the Python library) that begin what no game needs.
_FORBIDDEN = {
    *("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system"),
    *("pty.spawn", "subprocess.Popen", "webbrowser.open"),
    *("socket.bind", "socket.connect", "socket.getaddrinfo", "socket.sendto"),
}


class GuestError(Exception):
    """The guest is not let in; says why in a sentence."""


class Guest(NamedTuple):
    """Where a guest's matches are kept, and how much of them."""

    folder: Path
    limits: Limits


def clean(environ: MutableMapping[str, str]) -> None:
    """Leave in the environment what tells of the terminal, as far as it is plain."""
    for name in list(environ):
        if name not in _KEPT or not _PLAIN.fullmatch(environ[name]):
            del environ[name]


def admit(name: str, data: str | None) -> Guest:
    """Let a guest in, for the rest of this process. Raises GuestError.

    From here on the process neither stops at ctrl+z, nor starts or connects to anything, nor
    opens a file for writing outside the guest's folder.
    """
    folder = _folder(name, data)
    if not sys.flags.isolated:
        raise GuestError(
            "a guest's environment may change what python loads: start it as python -I -m"
            " fevga_tui --guest NAME --data DIR"
        )
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _lower(resource.RLIMIT_FSIZE, _LARGEST_FILE)
    sys.dont_write_bytecode = True
    try:
        make_private(folder)
        _take_seat(folder / "seats")
    except OSError as error:
        raise GuestError(f"no matches can be kept in {shown(folder)}: {error.strerror}") from None
    sys.addaudithook(_Watch(folder))
    return Guest(folder, LIMITS)


def _folder(name: str, data: str | None) -> Path:
    if not _NAME.fullmatch(name):
        raise GuestError(f"{name[:40]!r} is no guest's name: it is 1-32 of a-z, 0-9 and -")
    if data is None or not Path(data).is_absolute():
        raise GuestError(
            "--guest takes --data with an absolute path: where the host keeps all guests' matches"
        )
    return Path(data, "guests", name)


def _lower(limit: int, most: int) -> None:
    _, hard = resource.getrlimit(limit)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(limit, (most, most))


def _take_seat(path: Path) -> None:
    """Lock a byte of a file until the process ends."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)
    for seat in range(SEATS):
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, seat)
        except OSError:
            continue
        return
    raise GuestError(f"you are connected {SEATS} times already: leave one of those games first")


class _Watch:
    """Refuses what a guest's process has no business to do, whoever asks for it."""

    def __init__(self, folder: Path) -> None:
        self._places = (f"{folder}{os.sep}", f"{os.sep}dev{os.sep}")

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _FORBIDDEN:
            raise PermissionError(errno.EPERM, f"{event} is not for guests")
        if event == "open":
            path, _, flags = arguments
            if flags & os.O_ACCMODE != os.O_RDONLY and not self._is_inside(path):
                raise PermissionError(errno.EPERM, "a guest writes no other files")

    def _is_inside(self, path: object) -> bool:
        if isinstance(path, int):
            return True
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        return os.path.abspath(os.fsdecode(path)).startswith(self._places)  # noqa: PTH100
