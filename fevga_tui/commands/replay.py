"""`fevga replay`: the viewer on a kept match, or on a file of events."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from fevga_tui import screen
from fevga_tui.commands.common import opened
from fevga_tui.commands.importing import read_file
from fevga_tui.commands.output import run_told


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga replay`."""
    parser.add_argument(
        "match", metavar="FILE|MATCH", help="a match's number, or an event file (./7 for a file 7)"
    )
    screen.add_options(parser)


def run(options: Namespace) -> int:
    """Show the viewer; q leaves it."""
    return run_told(_replay, options)


def _replay(options: Namespace) -> int:
    name: str = options.match
    if name.isascii() and name.isdecimal():
        with opened(options) as store:
            events = store.look_at(int(name[:9])).events
    else:
        events = list(read_file(name).events)
    return screen.show(options, past=events)
