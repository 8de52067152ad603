"""The rules for players: the text that the program shows, by heading and by rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from fevga_tui.rules.notation import play_text, read_roll
from fevga_tui.rules.play import Rule, Turn
from fevga_tui.rules.position import Position
from fevga_tui.rules.ruleset import RULESETS, OpeningRoll, Release, Ruleset, TrappedFifteen, Wall

if TYPE_CHECKING:
    from fevga_tui.commands.drawing import Frame
    from fevga_tui.lessons import Lesson

NOT_RULES = "The keys"
"""The heading from which on the text is about the program."""

OTHERS = "Other rules"
"""The heading above what the other rulesets do differently, a paragraph each."""

_PARAGRAPHS = {
    Rule.TURN_IS_OVER: "- Two different dice",
    Rule.NO_CHECKER: "- A die moves",
    Rule.WRONG_DIRECTION: "- The numbers on the rim",
    Rule.NO_SUCH_DIE: "- Two different dice",
    Rule.FIRST_CHECKER: "- The first checker:",
    Rule.CLOSED_POINT: "- A die moves",
    Rule.NOT_HOME: "- Taking off:",
    Rule.NOT_FARTHEST: "- Taking off:",
    Rule.OWN_QUADRANT: "- Your starting quadrant:",
    Rule.START_QUADRANT: "- no-start-walls:",
    Rule.START_BRIDGE: "- reach:",
    Rule.SHUT_OUT: "- reach:",
    Rule.WASTES_A_DIE: "- Use as many dice",
    Rule.HIGHER_DIE: "- If only one of two",
    Rule.MUST_OPEN: "- If all fifteen",
}
"""How the paragraph of each rule begins."""

_EXAMPLES = {
    "- A die moves": 1,
    "- The first checker:": 0,
    "- Your starting quadrant:": 5,
    "- Taking off: once": 8,
    "- Two different dice": 4,
    "- Use as many dice": 2,
    "- If only one of two": 3,
    "- Taking off your last": 9,
    "- If all fifteen": 6,
}
"""The lesson whose position shows what a paragraph means."""

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


def compared() -> list[str]:
    """Return how the named rulesets differ, side by side: a line each dimension."""
    rulesets = RULESETS.values()
    rows = [
        ("", [ruleset.name for ruleset in rulesets]),
        ("the first checker must", [_RELEASE[ruleset.release] for ruleset in rulesets]),
        ("the first roll is", [_FIRST_ROLL[ruleset.opening_roll] for ruleset in rulesets]),
        ("later games open by", [ruleset.next_opener.value for ruleset in rulesets]),
        *(
            (
                what,
                [
                    "illegal" if wall in ruleset.forbidden_walls else "allowed"
                    for ruleset in rulesets
                ],
            )
            for wall, what in _WALLS.items()
        ),
        ("fifteen shut in", [_TRAPPED[ruleset.trapped_fifteen] for ruleset in rulesets]),
        ("no move left by a wall", [ruleset.shut_out.value for ruleset in rulesets]),
    ]
    columns = zip(*(values for _, values in rows), strict=True)
    widths = [max(map(len, column)) + 2 for column in columns]
    return [
        f"  {what:<23}" + "".join(map(str.ljust, values, widths)).rstrip() for what, values in rows
    ]


def illustrated(frame: Frame, width: int) -> str:
    """Return the rules and the keys with a worked position at each rule, and the rules compared.

    The comparison, which says nothing that the text does not, is left out where it is too wide.
    """
    # Not at the top: nobody needs the lessons before the rules are opened.
    from fevga_tui.lessons import LESSONS

    lines: list[str] = []
    for line in text().splitlines():
        lines.append(line)
        if line == f"# {OTHERS}" and width >= max(map(len, rows := compared())):
            lines += ["", *rows]
        for beginning, number in _EXAMPLES.items():
            if line.startswith(beginning):
                lines += ["", *_worked(LESSONS[number], frame, width), ""]
    return "\n".join(lines)


def _worked(lesson: Lesson, frame: Frame, width: int) -> list[str]:
    """Return a lesson's position drawn, and what its roll allows there."""
    from fevga_tui.commands.asked import Asked
    from fevga_tui.commands.drawing import board_text

    position, side = Position.from_text(lesson.position)
    plays = Turn.begin(position, read_roll(lesson.roll)).plays
    drawn = board_text(Asked(position, side, []), side, frame, width).plain.splitlines()
    allowed = play_text(plays[0], side)
    if len(plays) > 1:
        allowed = f"{len(plays)} plays are legal, {allowed} for one"
    else:
        allowed = f"the only legal play is {allowed}"
    return [
        *(f"  {line}" for line in drawn),
        "",
        f"  {side.word} to play {lesson.roll}: {allowed}.",
    ]
