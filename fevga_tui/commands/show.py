"""`fevga show`: a position drawn for the terminal, or as SVG for a page."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.style import Style
from rich.text import Text

from fevga_tui.commands.asked import START, Asked, add_words, asked, run_asked, warnings
from fevga_tui.commands.board import counts, rows, standing
from fevga_tui.commands.output import CommandError, complain, put, put_file, why
from fevga_tui.commands.svg import board_svg
from fevga_tui.rules.errors import PositionError
from fevga_tui.rules.position import Side
from fevga_tui.rules.ruleset import FEVGA
from fevga_tui.terminal import needs_ascii

CHECKERS = {Side.WHITE: "(OO)", Side.BLACK: "[XX]"}
"""A checker by its side: by signs as well as by colour."""

_NUMBERED = {Side.WHITE: "({:2})", Side.BLACK: "[{:2}]"}
_TAPER = (4, 4, 2, 2, 0)
"""The cells of bare ground that a point shows, from the rim inwards."""

_ROWS = len(_TAPER)
"""The checkers of a stack that are drawn; of a taller one the last gives the number."""


class Frame(NamedTuple):
    """The signs of the frame: its upper and lower corners, and its lines."""

    upper: str
    lower: str
    level: str
    upright: str


LINES = Frame("┌┬┐", "└┴┘", "─", "│")
SIGNS = Frame("+++", "+++", "-", "|")

_WOOD = Style(color="#f0d9b0", bgcolor="#4a2c1a")
_FELT = Style(bgcolor="#1f4d3f")
# Colours hide the signs of the ground, which tell the points apart where there are none.
_GROUND = {
    ".": Style(color="#d8b482", bgcolor="#d8b482"),
    ":": Style(color="#8f4a2d", bgcolor="#8f4a2d"),
}
_SIDES = {
    Side.WHITE: Style(color="#4d3f26", bgcolor="#fff8e7", bold=True),
    Side.BLACK: Style(color="#d9cfdd", bgcolor="#201b22", bold=True),
}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga show`."""
    parser.usage = "fevga show POSITION [--ascii] [--flip] [--svg FILE]"
    parser.add_argument("--ascii", action="store_true", help="draw with 7-bit characters")
    parser.add_argument("--flip", action="store_true", help="draw from Black's seat")
    parser.add_argument(
        "--svg", metavar="FILE", help="write a picture; FILE is replaced, - is standard output"
    )
    add_words(parser, "POSITION", "exit codes: 0 drawn, 1 FILE not written, 2 wrong arguments")


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
    is_plain = options.ascii or needs_ascii(os.environ, sys.stdout.encoding)
    console = Console()
    with console.capture() as drawn:
        console.print(board_text(shown, seat, SIGNS if is_plain else LINES), soft_wrap=True)
    put(drawn.get())


def _write(name: str, svg: str) -> None:
    if name == "-":
        put_file(svg)
        return
    try:
        Path(name).write_text(svg, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise CommandError(f"{name[:60]!r} cannot be written: {why(error)}") from None


def board_text(shown: Asked, seat: Side, frame: Frame) -> Text:
    """Draw a position from a seat, 65 cells wide; below it stands what is counted."""
    upper, lower = rows(seat)
    text = Text(no_wrap=True)
    _numbers(text, upper)
    _edge(text, frame.upper, frame.level)
    _half(text, upper, range(_ROWS), shown, frame, first_ground=1)
    text.append(f"{frame.upright}{' ' * 31}{frame.upright}{' ' * 31}{frame.upright}\n", _WOOD)
    _half(text, lower, reversed(range(_ROWS)), shown, frame, first_ground=0)
    _edge(text, frame.lower, frame.level)
    _numbers(text, lower)
    for side in Side:
        text.append(f"\n{side.word} ")
        text.append(CHECKERS[side], _SIDES[side])
        text.append(f" {counts(shown, side)}")
        text.append(", on roll" if side is shown.side else "")
    return text


def _numbers(text: Text, points: list[int]) -> None:
    halves = ("".join(f" {point:^4}" for point in half) for half in (points[:6], points[6:]))
    text.append(f" {'  '.join(halves)}  \n", _WOOD)


def _edge(text: Text, corners: str, level: str) -> None:
    left, middle, right = corners
    text.append(f"{left}{level * 31}{middle}{level * 31}{right}\n", _WOOD)


def _half(
    text: Text,
    points: list[int],
    depths: Iterable[int],
    shown: Asked,
    frame: Frame,
    first_ground: int,
) -> None:
    """Draw a row of points, each depth of it a line; depth 0 is at the rim."""
    here = standing(shown)
    for depth in depths:
        for column, point in enumerate(points):
            if column in (0, 6):
                text.append(" " if column else "", _FELT)
                text.append(frame.upright, _WOOD)
            text.append(" ", _FELT)
            owner, count = here.get(point, (None, 0))
            if owner and depth < count:
                is_number = count > _ROWS and depth == _ROWS - 1
                checker = _NUMBERED[owner].format(count) if is_number else CHECKERS[owner]
                text.append(checker, _SIDES[owner])
            else:
                sign = ".:"[(column + first_ground) % 2]
                ground, free = sign * _TAPER[depth], " " * ((4 - _TAPER[depth]) // 2)
                text.append(free, _FELT).append(ground, _GROUND[sign]).append(free, _FELT)
        text.append(" ", _FELT)
        text.append(f"{frame.upright}\n", _WOOD)
