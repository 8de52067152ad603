"""What the text commands share: the store, output that always gets out, and what is said if not."""

from __future__ import annotations

import errno
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime
from pathlib import Path
from textwrap import fill
from typing import TypeVar

from fevga_tui.rules.errors import FevgaError
from fevga_tui.store import NoSuchMatchError, NotKeptError, Store, StoreError, data_folder
from fevga_tui.store.folder import shown
from fevga_tui.store.matches import HIGHEST_NUMBER, is_number
from fevga_tui.store.trouble import TROUBLE, reason

FAILED = 1
"""The exit code where what was asked for could not be done."""

WRONG_USE = 2
INTERRUPTED = 130

MANY = 200
"""From so many matches on, progress is shown."""

_CODES = (
    "exit codes: 0 done, 1 not possible (one sentence on standard error says why), 2 wrong"
    " arguments"
)
_T = TypeVar("_T")


class CommandError(Exception):
    """What was asked for cannot be done; the text says why, the code is what to exit with."""

    def __init__(self, why: str, code: int = FAILED) -> None:
        super().__init__(why)
        self.code = code


def add_data(parser: ArgumentParser, more: str = "") -> None:
    """Add what every text command has: `--data`, and the exit codes in its help."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = "\n\n".join(fill(part, 78) for part in (more, _CODES) if part)
    parser.add_argument("--data", metavar="DIR", help="where matches are kept (FEVGA_DATA)")


def match_number(text: str) -> int:
    """Read the number of a match. Raises ArgumentTypeError."""
    digits = text[:12]
    if not (digits.isascii() and digits.isdecimal() and is_number(int(digits))):
        raise ArgumentTypeError(f"{text[:30]!r} is no number of a match; fevga matches lists them")
    return int(digits)


def as_typed(text: str) -> str:
    """Return an argument as it was typed, also where the locale knows fewer letters than UTF-8."""
    try:
        return os.fsencode(text).decode("utf-8")
    except ValueError:
        return text


def run_told(work: Callable[[Namespace], None], options: Namespace) -> int:
    """Do the work of a command; say in one sentence what is wrong, and return the exit code."""
    try:
        work(options)
    except BrokenPipeError:
        # Whoever read has had enough. What is left must not be written at the end either.
        _mute()
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except CommandError as error:
        complain(str(error))
        return error.code
    except (StoreError, FevgaError) as error:
        complain(str(error).replace(" Each move tries again.", ""))
        return FAILED
    return 0


def complain(sentence: str) -> None:
    """Say something on standard error."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in sentence)
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write(f"fevga: {_encodable(plain, sys.stderr.encoding)}\n")
            sys.stderr.flush()


def put(text: str) -> None:
    """Write text on standard output; letters that its encoding lacks become question marks."""
    _write(lambda: sys.stdout.write(_encodable(text, sys.stdout.encoding)))


def put_file(text: str) -> None:
    """Write what is a file on standard output: UTF-8, except on a screen, whatever the locale."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None or sys.stdout.isatty():
        put(text)
        return
    _write(lambda: binary.write(text.encode("utf-8", "replace")))


def _write(write: Callable[[], object]) -> None:
    if sys.stdout is None:
        raise CommandError("standard output is closed")
    try:
        write()
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        _mute()
        raise CommandError(f"standard output cannot be written: {why(error)}") from None


def _mute() -> None:
    """Let what standard output still holds go nowhere, so that its closing does not complain."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _encodable(text: str, encoding: str | None) -> str:
    encoding = encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def why(error: Exception) -> str:
    """Return what the system says, without the path."""
    number = getattr(error, "errno", None)
    return os.strerror(number).lower() if number else str(error)


@contextmanager
def opened(options: Namespace) -> Iterator[Store]:
    """Open the store that `--data` names; tell what happened to it.

    Raises CommandError where it cannot be read at all.
    """
    store = Store.open(data_folder(options.data, os.environ))
    try:
        # The store itself would show an empty list, and try again with the next move.
        with suppress(NoSuchMatchError):
            store.look_at(HIGHEST_NUMBER)
        yield store
    except NotKeptError as error:
        if not isinstance(error.__cause__, TROUBLE):
            raise
        cause, remedy = reason(error.__cause__)
        remedy = remedy.replace("Each move tries again.", "").strip()
        place = shown(store.path) if store.path else "nowhere"
        raise CommandError(
            f"the matches cannot be read: {cause} ({place}). {remedy}".strip()
        ) from None
    finally:
        store.close()
        for notice in store.notices:
            complain(notice)


def followed(items: Iterable[_T], total: int, what: str) -> Iterator[_T]:
    """Yield the items; show on a terminal how far it is, where there are many."""
    if total < MANY or sys.stderr is None or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, total=total, description=what)


def day(time: datetime | None) -> date | None:
    """Return the day of a time where the machine is; None where there is none."""
    try:
        return time.astimezone().date() if time else None
    except (OverflowError, ValueError, OSError):
        return None


def file_trouble(path: Path, error: OSError) -> CommandError:
    """Say what is wrong with a file."""
    if error.errno == errno.EEXIST:
        return CommandError(f"{shown(path)} exists; --force replaces it")
    return CommandError(f"{shown(path)}: {why(error)}")
