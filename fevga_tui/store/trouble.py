"""What is wrong with the disk, in a sentence: what happens, why, where, and what to do."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from fevga_tui.store.folder import shown

_AGAIN = "Each move tries again."
_ELSEWHERE = f"{_AGAIN} Another folder: fevga --data DIR"
_FREE = f"Free some space. {_AGAIN}"

_BY_ERRNO = {
    errno.ENOSPC: ("the disk is full", _FREE),
    errno.EDQUOT: ("your share of the disk is full", _FREE),
    errno.EFBIG: ("the file may not grow", _FREE),
    errno.EACCES: ("there is no permission", _ELSEWHERE),
    errno.EPERM: ("there is no permission", _ELSEWHERE),
    errno.EROFS: ("the disk is read-only", _ELSEWHERE),
    errno.EEXIST: ("a file stands where a folder should be", _ELSEWHERE),
    errno.ENOTDIR: ("a file stands where a folder should be", _ELSEWHERE),
    errno.EISDIR: ("a folder stands where the file should be", _ELSEWHERE),
    errno.ENAMETOOLONG: ("the path is too long", _ELSEWHERE),
    errno.ELOOP: ("its links lead in a circle", _ELSEWHERE),
    errno.EIO: ("the disk does not answer as it should", _ELSEWHERE),
}

_BY_CODE = {
    sqlite3.SQLITE_FULL: ("the disk is full", _FREE),
    sqlite3.SQLITE_READONLY: ("it cannot be written", _ELSEWHERE),
    sqlite3.SQLITE_PERM: ("there is no permission", _ELSEWHERE),
    sqlite3.SQLITE_AUTH: ("there is no permission", _ELSEWHERE),
    sqlite3.SQLITE_CANTOPEN: ("it cannot be opened, or its folder not be written", _ELSEWHERE),
    sqlite3.SQLITE_BUSY: ("another program holds the file", f"Close that program. {_AGAIN}"),
    sqlite3.SQLITE_LOCKED: ("another program holds the file", f"Close that program. {_AGAIN}"),
    sqlite3.SQLITE_IOERR: ("writing failed, the disk may be full or broken", _FREE),
}

_DAMAGE = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    # This program asks for nothing that the schema forbids: only a damaged file says so.
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_MISMATCH,
}


class RefusedFileError(Exception):
    """A file, or a path, that the store leaves alone; says why and what to do."""

    def __init__(self, why: str, remedy: str) -> None:
        super().__init__(why)
        self.why = why
        self.remedy = remedy


Trouble = OSError | sqlite3.Error | RefusedFileError
TROUBLE = (OSError, sqlite3.Error, RefusedFileError)


def code_of(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; 0 where the error is not SQLite's own."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def is_damage(error: BaseException) -> bool:
    """Say whether the file's content is at fault, not the disk or another process."""
    if isinstance(error, sqlite3.Error):
        return code_of(error) in _DAMAGE
    # SQLite's message may quote bytes of a broken schema, which Python then cannot read.
    return isinstance(error, UnicodeDecodeError)


def reason(error: Trouble) -> tuple[str, str]:
    """Return why, and what to do."""
    match error:
        case RefusedFileError():
            return error.why, error.remedy
        case OSError():
            why = (error.strerror or "the disk failed").lower()
            return _BY_ERRNO.get(error.errno or 0, (why, _ELSEWHERE))
        case _:
            return _BY_CODE.get(code_of(error), (str(error), _ELSEWHERE))


def sentence(error: Trouble, path: Path, what: str = "Nothing new is kept") -> str:
    """Return what happens because of an error, why, where, and what to do."""
    why, remedy = reason(error)
    return f"{what}: {why} ({shown(path)}). {remedy}"
