"""What the text commands about kept matches share: the store, and what is said of it."""

from __future__ import annotations

import errno
import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime
from pathlib import Path
from textwrap import fill

from fevga_tui.commands.output import CommandError, complain, why
from fevga_tui.store import (
    DamagedMatchError,
    NoSuchMatchError,
    NotKeptError,
    Store,
    StoreError,
    data_folder,
)
from fevga_tui.store.folder import shown
from fevga_tui.store.matches import HIGHEST_NUMBER, is_number
from fevga_tui.store.trouble import TROUBLE, reason

_CODES = (
    "exit codes: 0 done, 1 not possible (one sentence on standard error says why), 2 wrong"
    " arguments"
)


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


@contextmanager
def opened(options: Namespace) -> Iterator[Store]:
    """Open the store that `--data` names; tell what happened to it.

    Raises CommandError where it cannot be read at all.
    """
    store = Store.open(data_folder(options.data, os.environ))
    try:
        # The store itself would show an empty list, and try again with the next move.
        with suppress(NoSuchMatchError, DamagedMatchError):
            store.look_at(HIGHEST_NUMBER)
        yield store
    except StoreError as error:
        if not (isinstance(error, NotKeptError) and isinstance(error.__cause__, TROUBLE)):
            raise CommandError(str(error).replace(" Each move tries again.", "")) from None
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
