"""`fevga plays`: every legal play of a roll, for people and for programs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any, BinaryIO

from fevga_tui.commands.asked import (
    START,
    Asked,
    add_rules,
    add_words,
    asked,
    rolled,
    run_asked,
    warnings,
)
from fevga_tui.commands.output import FAILED, WRONG_USE, CommandError, complain, followed, put, why
from fevga_tui.rules.errors import FevgaError
from fevga_tui.rules.legal import Search, pack, unpack, without
from fevga_tui.rules.notation import play_text, point_text, roll_text, why_stuck
from fevga_tui.rules.play import Play, Roll, Turn
from fevga_tui.rules.position import OFF, Side, field_text
from fevga_tui.rules.ruleset import Ruleset

_LONGEST_LINE = 300
"""The bytes that a line is read to: a position and a roll never need as many."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga plays`."""
    parser.usage = (
        "fevga plays POSITION ROLL [--rules NAME] [--json]\n"
        "       fevga plays --lines [--rules NAME]"
    )
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    parser.add_argument(
        "--lines", action="store_true", help="read questions from standard input, one a line"
    )
    add_words(
        parser,
        "ROLL is two dice: 65. The answer is a play a line, one for each final position, or"
        " 'pass' with the reason.",
        "With --lines each line read is POSITION, a tab, ROLL, and each line written a JSON object"
        " with rules, position, roll, dice_used, count, results (the final positions without the"
        " side to move) and first_moves (every move with its die that begins a legal play), or"
        " with error and line where the line is wrong.",
        "exit codes: 0 answered, 1 some line was wrong, 2 wrong arguments",
    )


def run(options: Namespace) -> int:
    """Answer one question, or as many as there are lines."""
    return run_asked(_answer, options, f"fevga plays {START} 65")


def _answer(options: Namespace) -> int:
    if options.lines:
        if options.words:
            raise CommandError("--lines reads positions and rolls, none is typed", WRONG_USE)
        return _answer_lines(options.rules)
    question = asked(options.words)
    roll = rolled(question.words)
    for warning in warnings(question, options.rules):
        complain(f"warning: {warning}")
    if options.json:
        _put_json(answer(question, roll, options.rules))
        return 0
    turn = Turn.begin(question.position, roll, options.rules)
    if turn.is_pass:
        reason = why_stuck(turn, question.side)
        put(f"pass. {reason}\n" if reason else "pass\n")
        return 0
    plays = sorted(turn.plays, key=_highest_first)
    put("".join(f"{play_text(play, question.side)}\n" for play in plays))
    return 0


def _highest_first(play: Play) -> list[tuple[int, int]]:
    return [(-move.source, -move.die) for move in play]


def answer(question: Asked, roll: Roll, ruleset: Ruleset) -> dict[str, Any]:
    """Return what a roll allows as plain data: final positions, and the moves that begin a play."""
    position, side = question.position, question.side
    search = Search(pack(position.mine), pack(position.theirs), roll.dice, ruleset)
    used = len(search.dice) - len(search.rest)
    theirs = field_text(position.theirs, side.other)
    results = []
    if used:
        fields = (field_text(unpack(final), side) for final in search.finals)
        if side is Side.WHITE:
            results = sorted(f"{mine} {theirs}" for mine in fields)
        else:
            results = sorted(f"{theirs} {mine}" for mine in fields)
    first_moves = sorted(
        f"{point_text(point, side)}/{point_text(max(OFF, point - die), side)}:{die}"
        for die in set(search.dice)
        for point, after in search.mover.steps(search.mine, die)
        if search.reaches(after, without(search.dice, die))
    )
    return {
        "rules": ruleset.name,
        "position": question.text,
        "roll": roll_text(roll),
        "dice_used": used,
        "count": len(results),
        "results": results,
        "first_moves": first_moves,
    }


def _put_json(told: dict[str, Any]) -> None:
    # For people, who wait for the answer, there is no need to import it.
    import json

    put(f"{json.dumps(told)}\n")


def _answer_lines(ruleset: Ruleset) -> int:
    """Answer each line of standard input as soon as it is read."""
    stdin: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    if stdin is None:
        raise CommandError("standard input is closed")
    wrong = doubtful = 0
    for number, line in enumerate(followed(_lines(stdin), _count(stdin), "answering"), 1):
        try:
            question = asked([line])
            answered = answer(question, rolled(question.words), ruleset)
            doubtful += bool(warnings(question, ruleset))
        except FevgaError as error:
            answered = {"error": str(error), "line": number}
            wrong += 1
        _put_json(answered)
    if doubtful:
        complain(f"warning: no game leads to {doubtful} of the positions")
    return FAILED if wrong else 0


def _lines(file: BinaryIO) -> Iterator[str]:
    """Yield lines, none of them longer than is needed to see that it is too long."""
    try:
        while line := file.readline(_LONGEST_LINE):
            rest = line
            while len(rest) == _LONGEST_LINE and not rest.endswith(b"\n"):
                rest = file.readline(_LONGEST_LINE)
            yield line.decode("utf-8", "replace")
    except OSError as error:
        raise CommandError(f"standard input cannot be read: {why(error)}") from None


def _count(file: BinaryIO) -> int:
    """Return the number of lines where it can be known and its progress does not disturb, or 0."""
    if sys.stdout is None or sys.stdout.isatty() or not file.seekable():
        return 0
    begin = file.tell()
    count = sum(1 for _ in file)
    file.seek(begin)
    return count
