"""`fevga perft`: how many positions lie so many turns ahead."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterable

from fevga_tui.commands.asked import START, add_rules, add_words, asked, run_asked, warnings
from fevga_tui.commands.output import complain, followed, put
from fevga_tui.rules.errors import NotationError
from fevga_tui.rules.perft import Met, counts

_DEEPEST = 9
"""A depth that nobody waits for; each turn takes some forty to two hundred times as long."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga perft`."""
    parser.usage = "fevga perft POSITION DEPTH [--rules NAME]"
    add_rules(parser)
    add_words(
        parser,
        "Every depth from 1 to DEPTH is written with its count of final positions: the sum over"
        " the 21 rolls, unweighted; a pass counts as one. From the start: 22, 479, 21893, 877257,"
        " 147721687.",
        "exit codes: 0 counted, 2 wrong arguments",
    )


def run(options: Namespace) -> int:
    """Count."""
    return run_asked(_count, options, f"fevga perft {START} 3")


def _count(options: Namespace) -> None:
    question = asked(options.words)
    depth = _depth(question.words)
    for warning in warnings(question, options.rules):
        complain(f"warning: {warning}")
    for turn, count in enumerate(counts(question.position, depth, options.rules, _shown), 1):
        put(f"{turn} {count}\n")


def _depth(words: list[str]) -> int:
    """Read what follows a position as a number of turns. Raises NotationError."""
    text = " ".join(words)
    if len(text) == 1 and text in "123456789":
        return int(text)
    raise NotationError(f"a depth is a number of turns, 1-{_DEEPEST}, not {text[:30]!r}")


def _shown(met: Collection[Met]) -> Iterable[Met]:
    return followed(met, len(met), "counting")
