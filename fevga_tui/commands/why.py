"""`fevga why`: whether moves are legal, and if not, which rule says so."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

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
from fevga_tui.commands.output import complain, put
from fevga_tui.rules.errors import NotationError
from fevga_tui.rules.notation import play_text, read_play, sentence
from fevga_tui.rules.play import Refusal, Turn

NOT_LEGAL = 1
"""The exit code for moves that are refused."""

_PASS = "pass"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `fevga why`."""
    parser.usage = "fevga why POSITION ROLL MOVES [--rules NAME]"
    add_rules(parser)
    add_words(
        parser,
        "ROLL is two dice: 65. MOVES are one or more moves in any order in which they are legal:"
        " 24/18, 24/18/13, '24/18 13/12', 6/off, '8/5(2)', or pass. The answer is 'legal', or a"
        " sentence that names the rule.",
        "exit codes: 0 legal, 1 not legal, 2 wrong arguments",
    )


def run(options: Namespace) -> int:
    """Judge moves."""
    return run_asked(_judge, options, f"fevga why {START} 65 24/18/13")


def _judge(options: Namespace) -> int:
    question = asked(options.words)
    roll = rolled(question.words[:1])
    text = " ".join(question.words[1:])
    if not text:
        raise NotationError("a roll is followed by moves, like 24/18/13, or by pass")
    for warning in warnings(question, options.rules):
        complain(f"warning: {warning}")
    turn = Turn.begin(question.position, roll, options.rules)
    refused = _refused(turn, question, text)
    put(f"{refused or 'legal'}\n")
    return NOT_LEGAL if refused else 0


def _refused(turn: Turn, question: Asked, text: str) -> str:
    """Return the sentence that refuses moves, empty where they are legal."""
    side = question.side
    if text.lower() == _PASS:
        better = play_text(turn.completion, side)
        return "" if turn.is_pass else f"pass is not legal: {better} can be played."
    moves = read_play(text, turn, side)
    if isinstance(moves, Refusal):
        return sentence(moves, side)
    left = play_text(turn.push(*moves).completion, side)
    if left != _PASS:
        complain(f"legal, but not yet the whole play: {left} would complete it")
    return ""
