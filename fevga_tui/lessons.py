"""Positions to learn from: ten lessons on the rules, and puzzles with one legal play each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fevga_tui.rules.events import DiceFrom, MatchStarted
from fevga_tui.rules.match import Phase
from fevga_tui.rules.notation import read_roll
from fevga_tui.rules.play import Turn
from fevga_tui.rules.position import Position
from fevga_tui.rules.ruleset import FEVGA
from fevga_tui.session import Session


@dataclass(frozen=True, slots=True)
class Lesson:
    """One turn to play: what it is about, the position and roll as text, what is said."""

    title: str
    position: str
    roll: str
    task: str
    done: str


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "The first checker",
        "24x14,20 12x15 w",
        "43",
        "You run from 24 to 1. Only your first checker, on 20, moves until it is beyond 12. See"
        " 24/21 refused, then play.",
        "It stands on 13 now. Once it is beyond 12, all your checkers may move.",
    ),
    Lesson(
        "Closed points",
        "24x14,18 16,12x14 w",
        "21",
        "Black's one checker, come round from 12 to 16, closes that point. In which order can both"
        " dice be played?",
        "The 1 first, then the 2 from there: each landing counts, what lies between does not.",
    ),
    Lesson(
        "Both dice",
        "10,8,2x13 18,12x11,6,4,1 w",
        "43",
        "Play as many dice as you can. 8/5 looks possible with the 3, but what of the 4 then?",
        "10/7/3 uses both dice, so no move that wastes one was legal.",
    ),
    Lesson(
        "The higher die",
        "16,2x14 18,12x13,5 w",
        "65",
        "Only one die can be played here, the 6 or the 5. Which one must it be?",
        "If either die could be the one, it is the higher.",
    ),
    Lesson(
        "Doubles",
        "24x14,13 12x15 w",
        "66",
        "A double is four dice. The first six frees your checkers; play the other three at will.",
        "Four sixes: your first checker passed 12, and from then on every checker could move.",
    ),
    Lesson(
        "Your starting quadrant",
        "24x3,23,22,21,20,3x8 13,12x14 w",
        "51",
        "Never hold all of 19 to 24, not even between two dice. 24/19 would, now: try it. Then find"
        " another way.",
        "One of the six was open after each of your dice: the rule is checked after every one.",
    ),
    Lesson(
        "The trapped fifteen",
        "24x8,13,11,10,9,8,7,6 12x15 w",
        "21",
        "All fifteen of Black stand on 12 behind your wall of six, 6 to 11. After your play one of"
        " the six must be open.",
        "The wall is open. Had no play opened it, you could have played as usual.",
    ),
    Lesson(
        "Bearing off",
        "7,6x4,5x5,1x5 13x8,14x7 w",
        "61",
        "All your checkers must be home, on 6 to 1, before one is borne off. One stands on 7: try"
        " 6/off, then play.",
        "Once the last checker is home, the next die may bear one off, in the same turn too.",
    ),
    Lesson(
        "A larger die",
        "4,3x2,1x3 13x8,14x7 w",
        "62",
        "A die larger than your farthest point, 4 now, bears one off from there alone. Try 3/off"
        " with the 6, then play.",
        "The 6 took a checker off your farthest point, the only one that a larger die may use.",
    ),
    Lesson(
        "The last checker's small step",
        "3 13x8,14x7 w",
        "31",
        "One checker left, on 3. The 3 would take it off at once, but both dice can be used.",
        "3/2 and off: as many dice as possible, to the very last checker.",
    ),
)

_POSITIONS = (
    ("24x2,19x2,3x2,2,1x8 18,17,16,14x5,13x5,9,6 b", "61"),
    ("20,19,18,11,9x2,7x2,5,3x2,2x4 24,23x3,17x2,16x2,15x5,14,1 b", "51"),
    ("24x3,18x5,17x2,8,3,2x2,1 22,16,15,14x2,13,12x5,6,5x2,4 b", "41"),
    ("19x2,18x7,17x2,5x2,4,3 23,20,15,14,13x3,12x3,9,8x2,7,6 w", "51"),
    ("24x2,22x2,17,10,9,8,3,2,1x5 16,14x4,13x2,12x2,7,6x2,5,4x2 b", "41"),
    ("21,18,14x2,11,5x2,3x2,2x3,1x3 16x2,15,13x6,12,9,6x4 w", "51"),
    ("17,16x3,11x2,10,9,8x2,3x2,2,1x2 20,19,15x4,14,13x2,6x4,5,4 b", "31"),
    ("19,13x7,12x2,11,4,2x2,1 21,17,15x2,14x2,9,8x3,7,6x2,5x2 w", "51"),
    ("17,5,4x3,3x4,2x3,1x3 23x2,18x3,16x3,15,13x2,10x4 b", "62"),
    ("19,17,11x2,3,2x3,1x7 24,23x2,15,14x3,13x3,8,7x2,6x2 w", "41"),
    ("24x10,21,20,16,6,1 22x2,18,12x9,7x2,2 b", "64"),
    ("24x10,20,16,14,6,1 22x2,18,12x8,7x2,2x2 b", "65"),
    ("22x2,20,19x2,11,7,4,3x2,1x5 23,17x3,15x4,14,13x3,6x2,2 w", "52"),
    ("24x9,23,22,7,5,3,1 17,16,12x7,6x5,4 b", "52"),
    ("21,20,16x2,14,9x2,7,5,3x6 19x3,17,15x3,13x4,10x2,1x2 b", "52"),
    ("18,17,16x7,8,3,2,1x3 23,15x3,14x2,13x3,12x2,9,6,5,4 w", "41"),
    ("23,22,21,18x2,12,8,6,4x4,1x3 24x2,17,16x3,15x2,14,13x4,3x2 b", "61"),
    ("20,18,5,4,3x4,2x4,1x3 24x2,16x4,15,14,13x4,9x3 b", "41"),
    ("19x2,18,9x2,3,2,1x8 24,16x2,15x2,14,13x5,6x3,5 w", "41"),
    ("19,6,5x2,4,3x2,2,1x7 18x2,16x3,15x3,14x2,13x4 w", "62"),
)
"""Positions met in play where many first moves look possible and one play alone is legal."""

PUZZLES: tuple[Lesson, ...] = tuple(
    Lesson(
        "Find the only legal play",
        position,
        roll,
        "One play alone is legal here, and nothing on the board gives it away. Find it.",
        "That is it: no other play uses both dice.",
    )
    for position, roll in _POSITIONS
)


class Practice(Session):
    """A single turn from a lesson's position, kept nowhere."""

    def __init__(self, lesson: Lesson) -> None:
        started = MatchStarted("White", "Black", None, FEVGA, DiceFrom.PROGRAM)
        super().__init__([started])
        position, side = Position.from_text(lesson.position)
        turn = Turn.begin(position, read_roll(lesson.roll), FEVGA)
        self.matches[0] = replace(
            self.match,
            phase=Phase.TO_PLAY,
            position=position,
            on_roll=side,
            opener=side,
            turn=turn,
        )
        self.turn = turn

    @property
    def is_done(self) -> bool:
        """The turn has been played."""
        return len(self.matches) > 1
