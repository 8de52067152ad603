"""`fevga` without a command: the game itself, opened with the match that the options ask for."""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace

from fevga_tui import screen
from fevga_tui.beginning import begin, read_dice, read_length
from fevga_tui.commands.asked import ruleset
from fevga_tui.commands.output import WRONG_USE, complain
from fevga_tui.rules.errors import FevgaError
from fevga_tui.rules.events import DiceFrom, MatchStarted
from fevga_tui.rules.ruleset import FEVGA, RULESETS
from fevga_tui.terminal import needs_ascii

_CODES = "exit codes: 0 ended, 1 a fault, 2 wrong use, 3 --plain refused, 128+n signal n"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options of the game, and tell its exit codes."""
    parser.epilog = f"{parser.epilog}\n{_CODES}"
    parser.add_argument("--white", metavar="NAME", help="start a match at once: White's name")
    parser.add_argument("--black", metavar="NAME", help=".. Black's name")
    parser.add_argument(
        "--to",
        metavar="N|unlimited",
        type=_target,
        default=SUPPRESS,
        help=".. points to play to (3)",
    )
    parser.add_argument(
        "--rules", metavar="NAME", type=ruleset, help=f".. {', '.join(RULESETS)} (fevga)"
    )
    parser.add_argument(
        "--dice", metavar="program|own", type=_dice, help=".. who throws the dice (program)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the unfinished match")
    parser.add_argument(
        "--plain", action="store_true", help="play in lines of text, typed or read from a file"
    )
    screen.add_options(parser)
    parser.add_argument("--guest", metavar="NAME", help="let in a guest (see the README)")


def run(options: Namespace) -> int:
    """Open the game; return its exit code.

    0, 1 after a fault, 2 for no terminal, 3 if plain mode refused a line of a file, 128 + signal.
    """
    start = _asked_for(options)
    limits = None
    if options.guest is not None:
        from fevga_tui.guest import GuestError, admit

        try:
            guest = admit(options.guest, options.data)
        except GuestError as error:
            complain(str(error))
            return WRONG_USE
        options.data, limits = str(guest.folder), guest.limits
    if not options.plain:
        return screen.show(options, start=start, resumes=options.resume, limits=limits)
    from fevga_tui.plain.program import run as run_plain

    needs_signs = options.ascii or needs_ascii(os.environ, getattr(sys.stdout, "encoding", None))
    return run_plain(
        options.data, start, resumes=options.resume, needs_signs=needs_signs, limits=limits
    )


def _target(text: str) -> int | None:
    try:
        return read_length(text)
    except FevgaError as error:
        raise ArgumentTypeError(str(error)) from None


def _dice(text: str) -> DiceFrom:
    try:
        return read_dice(text)
    except FevgaError as error:
        raise ArgumentTypeError(str(error)) from None


def _asked_for(options: Namespace) -> MatchStarted | None:
    """Return the match that the options ask for; None where they ask for none."""
    given = (options.white, options.black, options.rules, options.dice)
    if all(value is None for value in given) and "to" not in options:
        return None
    return begin(
        options.white or "",
        options.black or "",
        getattr(options, "to", 3),
        options.rules or FEVGA,
        options.dice or DiceFrom.PROGRAM,
    )
