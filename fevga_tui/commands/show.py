"""`fevga show`: a position drawn for the terminal, or as SVG for a page."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.console import Console

from fevga_tui.commands.asked import START, add_words, asked, run_asked, warnings
from fevga_tui.commands.board import counts
from fevga_tui.commands.drawing import LINES, SIGNS, board_text, checker
from fevga_tui.commands.output import CommandError, complain, put, put_file, why
from fevga_tui.commands.svg import board_svg
from fevga_tui.rules.errors import PositionError
from fevga_tui.rules.position import Side
from fevga_tui.rules.ruleset import FEVGA
from fevga_tui.terminal import needs_ascii


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga show`."""
    parser.usage = "fevga show POSITION [--ascii] [--flip] [--svg FILE]"
    parser.add_argument("--ascii", action="store_true", help="draw with 7-bit characters")
    parser.add_argument("--flip", action="store_true", help="draw from Black's seat")
    parser.add_argument(
        "--svg", metavar="FILE", help="write a picture; FILE is replaced, - is standard output"
    )
    add_words(parser, "exit codes: 0 drawn, 1 FILE not written, 2 wrong arguments")


def run(options: Namespace) -> int:
    """Draw a position."""
    return run_asked(_show, options, f"fevga show {START}")


def _show(options: Namespace) -> None:
    shown = asked(options.words)
    if shown.words:
        raise PositionError(f"nothing follows a position, but here {' '.join(shown.words)[:30]!r}")
    for warning in warnings(shown, FEVGA):
        complain(f"warning: {warning}")
    seat = Side.BLACK if options.flip else Side.WHITE
    if options.svg:
        _write(options.svg, board_svg(shown, seat))
        return
    is_plain = options.ascii or needs_ascii(os.environ, getattr(sys.stdout, "encoding", None))
    console = Console()
    text = board_text(shown, seat, SIGNS if is_plain else LINES, console.width)
    for side in Side:
        text.append(f"\n{side.word} ").append_text(checker(side, console.width))
        text.append(f" {counts(shown, side)}")
        text.append(", on roll" if side is shown.side else "")
    with console.capture() as drawn:
        console.print(text, soft_wrap=True)
    put(drawn.get())


def _write(name: str, svg: str) -> None:
    if name == "-":
        put_file(svg)
        return
    try:
        Path(name).write_text(svg, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise CommandError(f"{name[:60]!r} cannot be written: {why(error)}") from None
