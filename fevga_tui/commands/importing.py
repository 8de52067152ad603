"""`fevga import`: an event file becomes a match, or is refused."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from fevga_tui.commands.common import add_data, file_trouble, opened
from fevga_tui.commands.output import CommandError, put, run_told, why
from fevga_tui.rules.matchfile import LONGEST_LINE, EventFile, MatchFileError, read_events
from fevga_tui.store import now
from fevga_tui.store.folder import shown


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga import`."""
    parser.add_argument("file", metavar="FILE", help="an event file; - for standard input")
    add_data(
        parser,
        "FILE is what fevga export --json writes. Every event is replayed by the rules; at the"
        " first wrong one the file is refused with its line, and nothing is added. Otherwise the"
        " match gets a new number, which is printed. The file itself is only read.",
    )


def run(options: Namespace) -> int:
    """Import a match."""
    return run_told(_import, options)


def _import(options: Namespace) -> None:
    read = read_file(options.file)
    with opened(options) as store:
        number = store.add(read.events, filled(read.times, now()))
        summary = store.summary(number)
    put(
        f"Match {number}: {summary.white} - {summary.black}, {summary.score[0]}-{summary.score[1]},"
        f" {'over' if summary.is_over else 'unfinished'}\n"
    )


def read_file(name: str) -> EventFile:
    """Read an event file; `-` is standard input. Raises CommandError with file, line and reason."""
    if name == "-":
        stdin = getattr(sys.stdin, "buffer", None)
        if stdin is None:
            raise CommandError("standard input is closed")
        return _read(stdin, "standard input")
    path = Path(name)
    try:
        with path.open("rb") as file:
            return _read(file, shown(path))
    except OSError as error:
        raise file_trouble(path, error) from None
    except ValueError:
        raise CommandError("there can be no file of this name") from None


def _read(file: BinaryIO, name: str) -> EventFile:
    try:
        return read_events(_lines(file))
    except MatchFileError as error:
        raise CommandError(f"{name}, {error}") from None
    except OSError as error:
        raise CommandError(f"{name}: {why(error)}") from None


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield lines, none of them longer than is needed to see that it is too long."""
    while line := file.readline(LONGEST_LINE + 2):
        yield line


def filled(times: Sequence[datetime | None], default: datetime) -> list[datetime]:
    """Return a time for each event: where it is not known, that of the event before it."""
    last = next((time for time in times if time), default)
    known = []
    for time in times:
        last = time or last
        known.append(last)
    return known
