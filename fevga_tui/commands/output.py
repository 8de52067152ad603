"""What every text command needs: output that always gets out, and what is said if it does not."""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TypeVar

from fevga_tui.rules.errors import FevgaError

FAILED = 1
"""The exit code where what was asked for could not be done."""

WRONG_USE = 2
INTERRUPTED = 130

MANY = 200
"""From so many matches on, progress is shown."""

_T = TypeVar("_T")


class CommandError(Exception):
    """What was asked for cannot be done; the text says why, the code is what to exit with."""

    def __init__(self, why: str, code: int = FAILED) -> None:
        super().__init__(why)
        self.code = code


def run_told(work: Callable[[Namespace], int | None], options: Namespace) -> int:
    """Do the work of a command; say in one sentence what is wrong, and return the exit code."""
    try:
        return work(options) or 0
    except BrokenPipeError:
        # Whoever read has had enough. What is left must not be written at the end either.
        mute()
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except CommandError as error:
        complain(str(error))
        return error.code
    except FevgaError as error:
        complain(str(error))
        return FAILED


def complain(sentence: str) -> None:
    """Say something on standard error."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in sentence)
    # So repr writes a byte of an argument that the locale cannot read.
    plain = re.sub(r"\\udc[0-9a-f]{2}", "?", plain)
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
        mute()
        raise CommandError(f"standard output cannot be written: {why(error)}") from None


def mute() -> None:
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


def followed(items: Iterable[_T], total: int, what: str) -> Iterator[_T]:
    """Yield the items; show on a terminal how far it is, where there are many."""
    if total < MANY or sys.stderr is None or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(
        *columns, console=Console(stderr=True), transient=True, redirect_stdout=False
    ) as progress:
        yield from progress.track(items, total=total, description=what)
