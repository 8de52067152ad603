"""The rules for players: the text that the program shows, by heading and by rule."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from fevga_tui.rules.notation import play_text, read_play, read_roll, roll_text, sentence
from fevga_tui.rules.play import Refusal, Rule, Turn
from fevga_tui.rules.position import Position, Side
from fevga_tui.rules.ruleset import (
    FEVGA,
    RULESETS,
    OpeningRoll,
    Release,
    Ruleset,
    TrappedFifteen,
    Wall,
)

if TYPE_CHECKING:
    from fevga_tui.commands.drawing import Frame

NOT_RULES = "The keys"
"""The heading from which on the text is about the program."""

OTHERS = "Other rules"
"""The heading above what the other rulesets do differently, a paragraph each."""

IN_FORCE = "This match"
"""The heading above what the ruleset in force does differently."""

_PARAGRAPHS = {
    Rule.TURN_IS_OVER: "- Two different dice",
    Rule.NO_CHECKER: "- A die moves",
    Rule.WRONG_DIRECTION: "- The numbers on the rim",
    Rule.NO_SUCH_DIE: "- Two different dice",
    Rule.FIRST_CHECKER: "- The first checker:",
    Rule.CLOSED_POINT: "- A die moves",
    Rule.NOT_HOME: "- Bearing off:",
    Rule.NOT_FARTHEST: "- Bearing off:",
    Rule.OWN_QUADRANT: "- Your starting quadrant:",
    Rule.START_QUADRANT: "- no-start-walls:",
    Rule.START_BRIDGE: "- reach:",
    Rule.SHUT_OUT: "- reach:",
    Rule.WASTES_A_DIE: "- Use as many dice",
    Rule.HIGHER_DIE: "- If either of two",
    Rule.MUST_OPEN: "- If all fifteen",
}
"""How the paragraph of each rule begins."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position below a paragraph: how that begins, what is rolled and tried, or what is so.

    It is worked by the rules in force, or by those named.
    """

    paragraph: str
    position: str
    roll: str = ""
    tried: str = ""
    rules: str = ""
    said: str = ""


EXAMPLES = (
    Example(
        "- The numbers on the rim",
        "24x15 12x15 w",
        said="So a game begins: White, (OO), goes from 24 to 1, Black, [XX], from 12 to 1 and then"
        " from 24 to 13.",
    ),
    Example("- A die moves", "24x14,18 16,12x14 w", "21", "18/16"),
    Example("- The first checker:", "24x14,20 12x15 w", "43", "24/21"),
    Example("- The first checker:", "24x14,15 13x14,5 w", "31", "15/12 24/23"),
    Example("- Your starting quadrant:", "24x3,23,22,21,20,3x8 13,12x14 w", "51", "24/19"),
    Example("- Bearing off: once", "7,6x4,5x5,1x5 13x8,14x7 w", "61", "6/off"),
    Example("- Bearing off: once", "4,3x2,1x3 13x8,14x7 w", "62", "3/off"),
    Example("- Two different dice", "24x14,13 12x15 w", "66"),
    Example("- Use as many dice", "10,8,2x13 18,12x11,6,4,1 w", "43", "8/5"),
    Example("- If either of two", "16,2x14 18,12x13,5 w", "65", "16/11"),
    Example("- Without a legal move", "24x14,18 17,16,15,14,13,12x10 w", "65", "18/13"),
    Example("- Bearing off your last", "3 13x8,14x7 w", "31"),
    Example("- If all fifteen", "24x8,13,11,10,9,8,7,6 12x15 w", "21", "24/21"),
    Example("- You may build such", "24x8,13x2,11,10,9,8,7 12x15 w", "61", "13/7/6"),
    Example("- Fewer than fifteen", "24x8,13,11,10,9,8,7,6 12x14,5 w", "21", "24/23 13/11"),
    Example(
        "- A win counts",
        "- 24x4,13x11 w",
        said="White has borne off all fifteen and Black none: a mars, 2 points for White.",
    ),
    Example("- no-start-walls:", "13,11,10,9,8,7,5x9 1x15 w", "21", "13/12", "no-start-walls"),
    Example("- reach:", "24x14,15 13x14,5 w", "31", "15/12 24/23", "reach"),
    Example("- reach:", "12,11,10,9,8,7,5x9 1x15 w", "61", "12/6", "reach"),
    Example("- reach:", "10,9,8x2,7,6,1x9 11x15 w", "31", "8/5", "reach"),
    Example("- moultezim:", "24x3,23,22,21,20,3x8 13,12x14 w", "51", "24/19", "moultezim"),
    Example("- moultezim:", "24x8,13,11,10,9,8,7,6 12x15 w", "21", "24/21", "moultezim"),
)

_RELEASE = {Release.PASSED: "pass", Release.REACHED: "reach"}
_FIRST_ROLL = {OpeningRoll.FRESH: "fresh", OpeningRoll.CONTEST: "the contest"}
_TRAPPED = {TrappedFifteen.MUST_OPEN: "must open", TrappedFifteen.FREE: "no rule"}
_WALLS = {
    Wall.OWN_QUADRANT: "own 24 to 19 all held",
    Wall.START_QUADRANT: "own 12 to 7 all held",
    Wall.START_BRIDGE: "own 11 to 6 all held",
}

Sections = dict[str, list[str]]
"""Paragraphs by the heading above them."""


def text() -> str:
    """Return the rules and the keys: a line a paragraph, `#` before a heading."""
    return (Path(__file__).parent / "ui" / "help.md").read_text(encoding="utf-8")


def sections() -> Sections:
    """Return the rules, without what is about the program."""
    found: Sections = {}
    for part in re.split(r"^# ", text(), flags=re.MULTILINE)[1:]:
        heading, *paragraphs = (line for line in part.splitlines() if line)
        if heading == NOT_RULES:
            break
        found[heading] = paragraphs
    return found


def paragraph(rule: Rule) -> str:
    """Return the paragraph that a refusal by this rule rests on."""
    beginning = _PARAGRAPHS[rule]
    return next(line for line in text().splitlines() if line.startswith(beginning))


def differences(ruleset: Ruleset) -> str:
    """Return the paragraph on what a ruleset does differently; empty where there is none."""
    beginning = f"- {ruleset.name}:"
    return next((line for line in text().splitlines() if line.startswith(beginning)), "")


def _in_short(ruleset: Ruleset) -> dict[str, str]:
    """Return what a ruleset says in each dimension, in a word or two."""
    walls = {
        what: "illegal" if wall in ruleset.forbidden_walls else "allowed"
        for wall, what in _WALLS.items()
    }
    return {
        "the first checker must": _RELEASE[ruleset.release],
        "the first roll is": _FIRST_ROLL[ruleset.opening_roll],
        "later games open by": ruleset.next_opener.value,
        **walls,
        "fifteen shut in": _TRAPPED[ruleset.trapped_fifteen],
        "no move left by a wall": ruleset.shut_out.value,
    }


def compared(*rulesets: Ruleset) -> list[str]:
    """Return how rulesets, the named ones unless told, differ side by side, by dimension."""
    rulesets = rulesets or tuple(RULESETS.values())
    columns = [[ruleset.name, *_in_short(ruleset).values()] for ruleset in rulesets]
    widths = [max(map(len, column)) + 2 for column in columns]
    return [
        f"  {what:<23}" + "".join(map(str.ljust, values, widths)).rstrip()
        for what, *values in zip(["", *_in_short(rulesets[0])], *columns, strict=True)
    ]


def illustrated(frame: Frame, width: int, ruleset: Ruleset = FEVGA) -> str:
    """Return the rules and the keys with a worked position at each rule, and the rules compared.

    What the ruleset in force does differently comes first, and the positions are worked by it.
    The comparison, which says nothing that the text does not, is left out where it is too wide.
    """
    lines: list[str] = []
    if ruleset != FEVGA:
        lines += [f"# {IN_FORCE}", "", *_in_force(ruleset), ""]
    for line in text().splitlines():
        lines.append(line)
        if line == f"# {OTHERS}" and width >= max(map(len, rows := compared())):
            lines += ["", *rows]
        for example in EXAMPLES:
            if line.startswith(example.paragraph):
                lines += ["", *_worked(example, frame, width, ruleset), ""]
    return "\n".join(lines)


def _in_force(ruleset: Ruleset) -> list[str]:
    """Say what a ruleset other than fevga does differently."""
    if RULESETS.get(ruleset.name) != ruleset:
        return ["This match is played by rules of its own:", "", *compared(ruleset)[1:]]
    told = differences(ruleset).removeprefix(f"- {ruleset.name}: ")
    return [f"This match is played by {ruleset.name}: {told}"]


def _worked(example: Example, frame: Frame, width: int, ruleset: Ruleset) -> list[str]:
    """Return a position drawn, what its roll allows there, and what is said of the move tried."""
    from fevga_tui.commands.asked import Asked
    from fevga_tui.commands.drawing import board_text

    position, side = Position.from_text(example.position)
    drawn = board_text(Asked(position, side, []), side, frame, width).plain.splitlines()
    said = example.said
    if example.roll:
        by = RULESETS.get(example.rules, ruleset)
        said = _said(Turn.begin(position, read_roll(example.roll), by), side, example.tried)
    return [f"  {line}" for line in [*drawn, "", *wrap(said, width)]]


def _said(turn: Turn, side: Side, tried: str) -> str:
    """Return what a roll allows, and whether what was tried is legal."""
    plays = turn.plays
    allowed = f"{len(plays)} plays are legal, {play_text(plays[0], side)} for one"
    if turn.is_pass:
        allowed = "no move is legal, a pass"
    elif len(plays) == 1:
        allowed = f"the only legal play is {play_text(plays[0], side)}"
    told = f"{side.word} to play {roll_text(turn.roll)}: {allowed}."
    if not tried:
        return told
    moves = read_play(tried, turn, side)
    if isinstance(moves, Refusal):
        return f"{told} {sentence(moves, side)}"
    return f"{told} {tried} is legal."
