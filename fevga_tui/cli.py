"""The `fevga` command: which command is run, and how wrong arguments are answered."""

from __future__ import annotations

import os
import re
import sys
from argparse import SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from itertools import zip_longest
from typing import NoReturn

from fevga_tui import __version__
from fevga_tui.commands.output import WRONG_USE, complain

COMMANDS: dict[str, tuple[str, str]] = {
    "plays": ("plays", "the legal plays of a roll"),
    "why": ("why", "which rule refuses a move"),
    "show": ("show", "draw a position"),
    "rules": ("rules", "the rules as text"),
    "perft": ("perft", "count positions turns ahead"),
    "matches": ("matches", "list the kept matches"),
    "stats": ("statistics", "matches and dice in numbers"),
    "learn": ("learn", "ten lessons, twenty puzzles"),
    "replay": ("replay", "look back at a match"),
    "export": ("export", "write a match to a file"),
    "import": ("importing", "take in the file of a match"),
}
"""The commands by name: the module below `commands`, and what it does in a few words."""


class _Parser(ArgumentParser):
    """Says what is wrong in one sentence, and what there is on one screen."""

    def format_help(self) -> str:
        """Leave out blank lines, without which all options and commands just fit."""
        return re.sub(r"\n\n(options:|commands \()", r"\n\1", super().format_help())

    def error(self, message: str) -> NoReturn:
        complain(f"{message}; {self.prog} --help shows what there is")
        self.exit(WRONG_USE)


def _parser(name: str) -> _Parser:
    """Return the parser of a command, or of the game itself."""
    if name:
        return _Parser(prog=f"fevga {name}", description=COMMANDS[name][1], allow_abbrev=False)
    parser = _Parser(
        prog="fevga",
        usage="fevga [OPTIONS] | fevga COMMAND ... | fevga --version\n"
        "Fevga, the running game of the Greek Tavli, for two people at one keyboard.",
        epilog=_commands_listed(),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
        add_help=False,
    )
    # Unsaid, so that the help fits one screen.
    parser.add_argument("-h", "--help", action="help", help=SUPPRESS)
    parser.add_argument(
        "--version", action="version", version=f"fevga {__version__}", help=SUPPRESS
    )
    return parser


def _commands_listed() -> str:
    """Return the commands in two columns."""
    told = [f"  {name:<8}{does:<29}" for name, (_, does) in COMMANDS.items()]
    half = (len(told) + 1) // 2
    lines = [
        f"{left}{right}".rstrip()
        for left, right in zip_longest(told[:half], told[half:], fillvalue="")
    ]
    return "\n".join(["commands (fevga COMMAND --help says more):", *lines])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code: 0, 1 after a fault, 2 for wrong use, 128 + signal."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if any(word.partition("=")[0] == "--guest" for word in arguments):
        # First of all: the environment may name files even to the parser of arguments.
        from fevga_tui.guest import clean

        clean(os.environ)
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    # Of all the commands only the one that is run is imported, so that its answer comes at once.
    module = import_module(f"fevga_tui.commands.{COMMANDS[name][0] if name else 'game'}")
    parser = _parser(name)
    module.add_arguments(parser)
    code: int = module.run(parser.parse_intermixed_args(arguments[1:] if name else arguments))
    return code
