"""`fevga export`: a match as a text record, or as the events that `fevga import` reads."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path

from fevga_tui.commands.common import add_data, day, file_trouble, match_number, opened
from fevga_tui.commands.output import WRONG_USE, CommandError, put_file, run_told
from fevga_tui.rules.matchfile import text_record, write_events
from fevga_tui.store import Store


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga export`."""
    parser.add_argument("match", metavar="MATCH", type=match_number, help="its number")
    parser.add_argument("--json", action="store_true", help="write the event file, JSON Lines")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="a file to write; else the match goes to standard output",
    )
    parser.add_argument("--force", action="store_true", help="replace FILE where there is one")
    add_data(
        parser,
        "The text record is like the match files of the field: names, the score before each game,"
        " numbered turns in two columns. The event file is what fevga import reads. Both are"
        " UTF-8 whatever the locale; moves of a turn that is not over are not in them. No file is"
        " replaced without --force.",
    )


def run(options: Namespace) -> int:
    """Export a match."""
    return run_told(_export, options)


def _export(options: Namespace) -> None:
    to_file = options.output not in (None, "-")
    if options.force and not to_file:
        raise CommandError("--force goes with -o FILE", WRONG_USE)
    with opened(options) as store:
        text = _exported(store, options)
    if to_file:
        write_file(Path(options.output), text, replaces=options.force)
    else:
        put_file(text)


def _exported(store: Store, options: Namespace) -> str:
    number: int = options.match
    events = store.look_at(number).events
    # A match that is played meanwhile may have more times than events by now.
    times = store.times(number)[: len(events)]
    return write_events(events, times) if options.json else text_record(events, day=day(times[0]))


def write_file(path: Path, text: str, *, replaces: bool) -> None:
    """Write a file, whole or not at all. Raises CommandError where that is not possible."""
    data = text.encode("utf-8", "replace")
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            # A device or a pipe takes what comes; nothing there is replaced.
            path.write_bytes(data)
        elif not replaces:
            _create(path, data)
        elif (target := path.resolve()).exists():
            _replace(target, data)
        else:
            _create(target, data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise file_trouble(path, error) from None
    except (ValueError, RuntimeError):
        raise CommandError("there can be no file of this name") from None


def _create(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink()
            raise


def _replace(path: Path, data: bytes) -> None:
    """Exchange a file in one step, so that either the old one or the new one is there, whole."""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.fchmod(file.fileno(), stat.S_IMODE(mode))
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
