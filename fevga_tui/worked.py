"""The rules with worked positions: what a roll allows there, by the ruleset in force, and why."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from fevga_tui.commands.asked import Asked
from fevga_tui.commands.drawing import Frame, board_text
from fevga_tui.handbook import OTHERS, differences, text
from fevga_tui.lessons import LESSONS
from fevga_tui.rules.notation import play_text, read_play, read_roll, roll_text, sentence
from fevga_tui.rules.play import Refusal, Turn
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

IN_FORCE = "This match"
"""The heading above what the ruleset in force does differently."""


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


def _of(title: str) -> tuple[str, str]:
    """Return the position and the roll of a lesson."""
    return next((lesson.position, lesson.roll) for lesson in LESSONS if lesson.title == title)


EXAMPLES = (
    Example(
        "- The numbers on the rim",
        "24x15 12x15 w",
        said="So a game begins: White, (OO), goes from 24 to 1, Black, [XX], from 12 to 1 and then"
        " from 24 to 13.",
    ),
    Example("- A die moves", *_of("Closed points"), "18/16"),
    Example("- The first checker:", *_of("The first checker"), "24/21"),
    Example("- The first checker:", "24x14,15 13x14,5 w", "31", "15/12 24/23"),
    Example("- Your starting quadrant:", *_of("Your starting quadrant"), "24/19"),
    Example("- Bearing off: once", *_of("Bearing off"), "6/off"),
    Example("- Bearing off: once", *_of("A larger die"), "3/off"),
    Example("- Two different dice", *_of("Doubles")),
    Example("- Use as many dice", *_of("Both dice"), "8/5"),
    Example("- If either of two", *_of("The higher die"), "16/11"),
    Example("- Without a legal move", "24x14,18 17,16,15,14,13,12x10 w", "65", "18/13"),
    Example("- Bearing off your last", *_of("The last checker's small step")),
    Example("- If all fifteen", *_of("The trapped fifteen"), "24/21"),
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
    Example("- moultezim:", *_of("Your starting quadrant"), "24/19", "moultezim"),
    Example("- moultezim:", *_of("The trapped fifteen"), "24/21", "moultezim"),
)

_RELEASE = {Release.PASSED: "pass", Release.REACHED: "reach"}
_FIRST_ROLL = {OpeningRoll.FRESH: "fresh", OpeningRoll.CONTEST: "the contest"}
_TRAPPED = {TrappedFifteen.MUST_OPEN: "must open", TrappedFifteen.FREE: "no rule"}
_WALLS = {
    Wall.OWN_QUADRANT: "own 24 to 19 all held",
    Wall.START_QUADRANT: "own 12 to 7 all held",
    Wall.START_BRIDGE: "own 11 to 6 all held",
}


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
