"""`fevga rules`: the rules as text, the same that the game shows."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from shutil import get_terminal_size
from textwrap import wrap

from fevga_tui.commands.asked import ruleset
from fevga_tui.commands.output import put, run_told
from fevga_tui.handbook import OTHERS, sections
from fevga_tui.rules.ruleset import FEVGA, RULESETS

_WIDEST = 80


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga rules`."""
    parser.usage = "fevga rules [NAME]"
    parser.add_argument(
        "rules", metavar="NAME", nargs="?", type=ruleset, help=f"one of {', '.join(RULESETS)}"
    )
    parser.epilog = "Without a name: the rules of fevga, and how the others differ."


def run(options: Namespace) -> int:
    """Print the rules."""
    return run_told(_print, options)


def _print(options: Namespace) -> None:
    width = max(20, min(_WIDEST, get_terminal_size((_WIDEST, 24)).columns))
    put(text(None if options.rules is None else options.rules.name, width))


def text(name: str | None, width: int) -> str:
    """Return the rules, those of one ruleset or with all differences, broken to a width."""
    told = sections()
    if name is not None:
        others = told.pop(OTHERS)
        if name != FEVGA.name:
            told = {f"{name} is played like fevga, except": differences(others, name)} | told
    lines: list[str] = []
    for heading, paragraphs in told.items():
        lines += ["", heading, "=" * len(heading)]
        for paragraph in paragraphs:
            hanging = "  " if paragraph.startswith("- ") else ""
            lines += wrap(paragraph, width, subsequent_indent=hanging)
    return "\n".join([*lines[1:], ""])


def differences(others: list[str], name: str) -> list[str]:
    """Return what a ruleset does differently, from the paragraph that begins with its name."""
    beginning = f"- {name}: "
    (told,) = (line.removeprefix(beginning) for line in others if line.startswith(beginning))
    return [f"- {clause.strip()}" for clause in told.rstrip(".").split(";")]
