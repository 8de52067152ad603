"""`fevga matches`: the kept matches as a list."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from fevga_tui.commands.common import add_data, as_typed, day, opened
from fevga_tui.commands.output import followed, put, run_told
from fevga_tui.rules.cells import cells, left, right
from fevga_tui.store import Summary

_HEADS = ("number", "White", "Black", "score", "length", "rules", "last played", "state")
_WIDEST = 40
"""The cells that a name may take; the export has it whole."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga matches`."""
    parser.add_argument("--player", metavar="NAME", help="only the matches of this player")
    add_data(
        parser,
        "Unfinished matches come first, then the one last played. A damaged match is listed with"
        " the reason, and is never opened.",
    )


def run(options: Namespace) -> int:
    """List the matches."""
    return run_told(_list, options)


def _list(options: Namespace) -> None:
    player = None if options.player is None else as_typed(options.player)
    with opened(options) as store:
        total = len(store.numbers())
        found = list(followed(store.summaries(player), total, "looking at the matches"))
    if not found:
        put("No matches of this player.\n" if player is not None else "No matches yet.\n")
        return
    put("".join(f"{line}\n" for line in lines(found)))


def lines(found: Sequence[Summary]) -> list[str]:
    """Return matches as the lines of a table, the head first."""
    rows = [_row(match) for match in found]
    # What a damaged match shows in one piece is not measured.
    tables = [_HEADS, *(row for row in rows if len(row) == len(_HEADS))]
    widths = [
        min(_WIDEST, max(cells(row[column]) for row in tables)) for column in range(len(_HEADS))
    ]
    widths[0] = max(widths[0], *(len(row[0]) for row in rows))
    return [_line(row, widths) for row in [_HEADS, *rows]]


def _row(match: Summary) -> tuple[str, ...]:
    number = str(match.number)
    if match.damage is not None:
        return number, f"damaged: {match.damage}"
    played = day(match.changed_at)
    state = "over" if match.is_over else "unfinished"
    return (
        number,
        match.white,
        match.black,
        f"{match.score[0]}-{match.score[1]}",
        f"to {match.target}" if match.target else "unlimited",
        match.ruleset,
        f"{played:%Y-%m-%d}" if played else "no date",
        f"{state}, in use" if match.is_in_use else state,
    )


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    number, *others = row
    if len(row) == len(widths):
        others = [left(text, width) for text, width in zip(others, widths[1:], strict=True)]
    return "  ".join([right(number, widths[0]), *others]).rstrip()
