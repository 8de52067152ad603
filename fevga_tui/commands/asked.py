"""What the commands about the rules share: positions, rolls and rulesets as they are typed."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from textwrap import fill
from typing import NamedTuple

from fevga_tui.commands.output import WRONG_USE, CommandError, complain
from fevga_tui.rules.errors import FevgaError, NotationError, RulesetError
from fevga_tui.rules.notation import doubts, read_roll
from fevga_tui.rules.play import Roll
from fevga_tui.rules.position import CHECKERS, Position, Side
from fevga_tui.rules.ruleset import FEVGA, RULESETS, Ruleset, named

LONGEST = 200
"""The most letters that a position, a roll and moves are read from: none needs so many."""

_POSITION = (
    "A position is White's checkers, Black's checkers and the side to move, in printed numbers:"
    " '24x15 12x15 w'; a side with none on the board is '-'."
)


class Asked(NamedTuple):
    """A position, the side to move, and the words that follow."""

    position: Position
    side: Side
    words: list[str]


def add_position(parser: ArgumentParser, follows: str, more: str, codes: str) -> None:
    """Add the position and what `follows` it, and a help that says `more` and the exit codes."""
    parser.formatter_class = RawDescriptionHelpFormatter
    paragraphs = [_POSITION, more, f"exit codes: {codes}"]
    parser.epilog = "\n\n".join(fill(part, 78) for part in paragraphs)
    shown = ("POSITION", follows) if follows else "POSITION"
    what = "a position" if not follows else f"a position and {follows.lower().replace(' ', ' and ')}"
    parser.add_argument("words", metavar=shown[0], nargs="*", help=what)
