"""The `fevga` command: its arguments and exit codes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from fevga_tui import __version__, screen
from fevga_tui.rules.errors import RulesetError
from fevga_tui.rules.events import HIGHEST_TARGET, DiceFrom, MatchStarted, clean_names
from fevga_tui.rules.ruleset import FEVGA, RULESETS, Ruleset, named

COMMANDS: dict[str, tuple[str, str]] = {
    "plays": ("plays", "list the legal plays of a roll"),
    "why": ("why", "say whether moves are legal, and which rule says so"),
    "show": ("show", "draw a position"),
    "rules": ("rules", "print the rules"),
    "perft": ("perft", "count the positions so many turns ahead"),
    "matches": ("matches", "list the kept matches"),
    "stats": ("statistics", "matches in numbers, and whether the dice were fair"),
    "replay": ("replay", "look back at a kept match, or at a file of events"),
    "export": ("export", "write a match as text, or as a file of events"),
    "import": ("importing", "take in a file of events, replayed by the rules"),
}
"""The text commands by name: the module below `commands`, and what it does in a few words."""

WRONG_USE = 2
"""The exit code for arguments that are wrong and for what is no terminal."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"fevga: {message}; fevga --help shows what there is\n")


def _target(text: str) -> int | None:
    if text == "unlimited":
        return None
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= HIGHEST_TARGET):
        raise argparse.ArgumentTypeError(
            f"{text[:30]!r} is neither 1-{HIGHEST_TARGET} nor unlimited"
        )
    return int(text)


def _ruleset(text: str) -> Ruleset:
    try:
        return named(text)
    except RulesetError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _dice(text: str) -> DiceFrom:
    try:
        return DiceFrom(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is neither program nor own") from None


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="fevga",
        description="Fevga, the running game of the Greek Tavli, for two people at one keyboard.\n"
        "Without options it opens on the start screen.",
        epilog=_commands_listed(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"fevga {__version__}")
    match = parser.add_argument_group("start a match at once (any of these)")
    match.add_argument("--white", metavar="NAME", help="White's name")
    match.add_argument("--black", metavar="NAME", help="Black's name")
    match.add_argument(
        "--to", metavar="N|unlimited", type=_target, default=argparse.SUPPRESS, help="points (3)"
    )
    match.add_argument(
        "--rules", metavar="NAME", type=_ruleset, help=f"{', '.join(RULESETS)} (fevga)"
    )
    match.add_argument(
        "--dice", metavar="program|own", type=_dice, help="who throws the dice (program)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the unfinished match")
    screen.add_options(parser)
    return parser


def _commands_listed() -> str:
    """Return the text commands, a line each."""
    lines = [f"  {name:<18}{does}" for name, (_, does) in COMMANDS.items()]
    return "\n".join(["text commands (fevga COMMAND --help says more):", *lines]) if lines else ""


def _run_command(name: str, arguments: Sequence[str]) -> int:
    """Run a text command, of which only its own module is imported."""
    module = import_module(f"fevga_tui.commands.{COMMANDS[name][0]}")
    parser = _Parser(prog=f"fevga {name}", description=COMMANDS[name][1], allow_abbrev=False)
    module.add_arguments(parser)
    code: int = module.run(parser.parse_intermixed_args(arguments))
    return code


def _asked_for(options: argparse.Namespace) -> MatchStarted | None:
    """Return the match that the options ask for; None where they ask for none."""
    given = (options.white, options.black, options.rules, options.dice)
    if all(value is None for value in given) and "to" not in options:
        return None
    white, black = clean_names(options.white or "", options.black or "")
    return MatchStarted(
        white,
        black,
        getattr(options, "to", 3),
        options.rules or FEVGA,
        options.dice or DiceFrom.PROGRAM,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code: 0, 1 after a fault, 2 for wrong use, 128 + signal."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments and arguments[0] in COMMANDS:
        return _run_command(arguments[0], arguments[1:])
    options = _parser().parse_args(arguments)
    return screen.show(options, start=_asked_for(options), resumes=options.resume)
