"""What the commands about the rules share: positions, rolls and rulesets as they are typed."""

from __future__ import annotations

from argparse import (
    SUPPRESS,
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable, Sequence
from textwrap import fill
from typing import NamedTuple

from fevga_tui.commands.output import WRONG_USE, CommandError, run_told
from fevga_tui.rules.errors import FevgaError, NotationError, PositionError, RulesetError
from fevga_tui.rules.notation import doubts, read_roll
from fevga_tui.rules.play import Roll
from fevga_tui.rules.position import CHECKERS, Position, Side
from fevga_tui.rules.ruleset import FEVGA, RULESETS, Ruleset, named

START = "'24x15 12x15 w'"
"""The position in which a game begins, as an example to type."""

_LONGEST = 200
"""The letters that a text may have; no position, however it is written, needs as many."""

_POSITION = (
    "POSITION is White's checkers, Black's and the side to move, in printed numbers, quoted or"
    f" not: {START}. Several points are joined by commas: '24x14,12 10x15 w'; - stands for a side"
    " with none on the board. One that no game leads to is answered too, with a warning on standard"
    " error."
)


class Asked(NamedTuple):
    """A position, the side to move, the words that follow, and the position as it was typed."""

    position: Position
    side: Side
    words: list[str]
    text: str = ""

    def seen_by(self, owner: Side) -> Position:
        """Return the position as a side sees it."""
        return self.position if owner is self.side else self.position.turned()


def ruleset(text: str) -> Ruleset:
    """Read the name of a ruleset, as an argument. Raises ArgumentTypeError."""
    try:
        return named(text)
    except RulesetError as error:
        raise ArgumentTypeError(str(error)) from None


def add_rules(parser: ArgumentParser) -> None:
    """Add `--rules`."""
    parser.add_argument(
        "--rules",
        metavar="NAME",
        type=ruleset,
        default=FEVGA,
        help=f"{', '.join(RULESETS)} (fevga)",
    )


def add_words(parser: ArgumentParser, *explained: str) -> None:
    """Add a position and what follows it; explain them in the help, the exit codes last."""
    parser.add_argument("words", nargs="*", help=SUPPRESS)
    parser.formatter_class = RawDescriptionHelpFormatter
    *paragraphs, codes = (fill(part, 78) for part in (_POSITION, *explained))
    parser.epilog = "\n\n".join(paragraphs) + f"\n{codes}"


def run_asked(work: Callable[[Namespace], int | None], options: Namespace, example: str) -> int:
    """Do the work of a command; refuse impossible text with an example; return the exit code."""

    def answered(options: Namespace) -> int | None:
        try:
            return work(options)
        except FevgaError as error:
            raise CommandError(f"{error}; for instance: {example}", WRONG_USE) from None

    return run_told(answered, options)


def asked(words: Sequence[str]) -> Asked:
    """Take a position off the front of what was typed. Raises PositionError."""
    text = " ".join(words)
    if len(text) > _LONGEST:
        raise PositionError(f"{text[:30]!r}.. is too long for a position")
    fields = text.split()
    typed = " ".join(fields[:3])
    return Asked(*Position.from_text(typed), fields[3:], typed)


def rolled(words: Sequence[str]) -> Roll:
    """Read the words after a position as a roll. Raises NotationError."""
    if not words:
        raise NotationError("a position is followed by a roll, two dice of 1-6, like 65")
    return read_roll(" ".join(words))


def warnings(question: Asked, ruleset: Ruleset) -> list[str]:
    """Say why no game leads to a position with this side to move."""
    found = doubts(question.position, question.side, ruleset)
    for owner in Side:
        if question.seen_by(owner).off == CHECKERS:
            found.append(f"{owner.word} has borne off all fifteen, so the game is over")
    return found
