"""`fevga learn`: the lessons and puzzles."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from fevga_tui import screen


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga learn`."""
    screen.add_options(parser)


def run(options: Namespace) -> int:
    """Show the first lesson that is not done yet."""
    return screen.show(options, learns=True)
