"""What matches come to in numbers, and whether the dice were what chance gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from math import erfc, exp, lgamma, log, pi, sqrt
from typing import Any, NamedTuple

from fevga_tui.rules.cells import right
from fevga_tui.rules.match import Match, Phase
from fevga_tui.rules.play import Roll
from fevga_tui.rules.position import Side
from fevga_tui.rules.record import Record

FACES = range(1, 7)
ROLLS = tuple(Roll.of(one, other) for one in FACES for other in FACES)
"""The 36 rolls that are equally likely."""

FEWEST_DICE = 30
"""Below it the measure of the faces, which needs five of each to be due, says nothing."""

UNUSUAL = 0.01
"""A measure that fair dice reach less often than this is beyond what chance gives."""

_NONE = (0,) * 6


def pips_of(roll: Roll) -> int:
    """Return the pips that a roll gives to play: a double counts four times."""
    return sum(roll.dice)


class _Spread(NamedTuple):
    """Mean and variance of the pips of one roll."""

    mean: float
    variance: float

    @classmethod
    def of(cls, rolls: Sequence[Roll]) -> _Spread:
        pips = [pips_of(roll) for roll in rolls]
        mean = sum(pips) / len(pips)
        return cls(mean, sum(value * value for value in pips) / len(pips) - mean * mean)


_ROLL = _Spread.of(ROLLS)
# Dice taken over from an opening contest are never a double: a tie is rolled again.
_CONTEST_ROLL = _Spread.of([roll for roll in ROLLS if not roll.is_double])


@dataclass(frozen=True, slots=True)
class Tally:
    """What one side did and threw, in one match or, added up, in several.

    `games` are those that ended; `points` are won ones, `mars` games won double. `rolls` are two
    dice thrown together, `contest_rolls` those that an opening contest gave (section 2). `faces`
    counts every die thrown, from 1 to 6: of the contests, ties too, and of every roll, also one
    that was not played because the game was given up, but none that was taken back as typed in
    wrongly. `doubles` counts 11 to 66 among the rolls, `pips` what the rolls gave to play, a
    double four times, `pips_played` what of it could be played.
    """

    matches: int = 0
    matches_over: int = 0
    matches_won: int = 0
    games: int = 0
    games_won: int = 0
    games_drawn: int = 0
    points: int = 0
    mars: int = 0
    turns: int = 0
    passes: int = 0
    rolls: int = 0
    contest_rolls: int = 0
    pips: int = 0
    pips_played: int = 0
    faces: tuple[int, ...] = _NONE
    doubles: tuple[int, ...] = _NONE

    def __add__(self, other: Tally) -> Tally:
        sums: dict[str, Any] = {}
        for field in fields(Tally):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if isinstance(mine, tuple):
                sums[field.name] = tuple(a + b for a, b in zip(mine, theirs, strict=True))
            else:
                sums[field.name] = mine + theirs
        return Tally(**sums)

    @property
    def games_lost(self) -> int:
        """The games that the other side won."""
        return self.games - self.games_won - self.games_drawn

    @property
    def dice(self) -> int:
        """The number of dice thrown."""
        return sum(self.faces)

    @property
    def face_due(self) -> float:
        """How often each face was due."""
        return self.dice / 6

    @property
    def double_due(self) -> float:
        """How often each double was due."""
        return self.rolls / 36

    @property
    def pips_due(self) -> float:
        """The pips that were due: 8 1/6 for a roll, 7 where a contest's dice were the roll."""
        return self.rolls * _ROLL.mean + self.contest_rolls * _CONTEST_ROLL.mean


def tally(match: Match, record: Record, side: Side) -> Tally:
    """Return what a side did and threw in a match, of which `record` tells what happened."""
    games = record.games
    outcomes = [game.outcome for game in games if game.outcome]
    won = [outcome for outcome in outcomes if outcome.winner is side]
    turns = [turn for game in games for turn in game.turns if turn.side is side]
    fresh: list[Roll] = []
    contest: list[Roll] = []
    for game in games:
        # The dice of a contest, thrown by both players, may be the first roll.
        for at, (whose, roll) in enumerate(game.rolls):
            if whose is side:
                (contest if at < game.opens_with_contest else fresh).append(roll)
    faces = Counter(die for game in games for die in game.dice(side))
    doubles = Counter(roll.high for roll in fresh if roll.is_double)
    return Tally(
        matches=1,
        matches_over=int(match.phase is Phase.MATCH_OVER),
        matches_won=int(match.winner is side),
        games=len(outcomes),
        games_won=len(won),
        games_drawn=sum(outcome.winner is None for outcome in outcomes),
        points=sum(outcome.points for outcome in won),
        mars=sum(outcome.points == 2 for outcome in won),
        turns=len(turns),
        passes=sum(not turn.play for turn in turns),
        rolls=len(fresh),
        contest_rolls=len(contest),
        pips=sum(pips_of(roll) for roll in fresh + contest),
        pips_played=sum(turn.start.pips - turn.end.pips for turn in turns),
        faces=tuple(faces[face] for face in FACES),
        doubles=tuple(doubles[face] for face in FACES),
    )


def total(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of tallies."""
    return sum(tallies, Tally())


class Measure(Enum):
    """What is held against chance."""

    FACES = "faces"
    DOUBLES = "doubles"
    PIPS = "pips"


@dataclass(frozen=True, slots=True)
class Finding:
    """How far a side's dice were from what was due.

    `distance` is the chi-square of the faces (five degrees of freedom), or by how many doubles
    or pips more came than were due. `chance` says how often, from 0 to 1, fair dice stray this
    far or farther; None where there are too few to tell.
    """

    measure: Measure
    distance: float
    chance: float | None

    @property
    def is_usual(self) -> bool:
        """Chance gives this; dice too few to tell count as usual."""
        return self.chance is None or self.chance >= UNUSUAL

    @property
    def sentence(self) -> str:
        """Say it to a player."""
        match self.measure:
            case Measure.FACES:
                far = f"chi-square {self.distance:.1f}"
            case _:
                way = "more" if self.distance > 0 else "fewer"
                far = f"{abs(self.distance):.1f} {way} than due"
        name = f"{self.measure.value.capitalize()}: {far}"
        if self.chance is None:
            return f"{name}; too few dice to tell."
        of_100 = round(100 * self.chance)
        if not self.is_usual:
            how_often = f"less than once in {_rarity(self.chance)}"
        else:
            how_often = "once in 100" if of_100 == 1 else f"{of_100} times in 100"
        return f"{name}; fair dice stray this far {how_often}."


def _rarity(chance: float) -> int:
    """Return the greatest power of ten of which a chance stays below one part."""
    parts = round(1 / UNUSUAL)
    while chance * parts * 10 < 1 and parts < 1_000_000:
        parts *= 10
    return parts


def findings(of: Tally) -> tuple[Finding, Finding, Finding]:
    """Hold the faces, the doubles and the pips of a side against what was due."""
    chi_square = _chi_square(of.faces)
    enough = of.dice >= FEWEST_DICE
    enough_rolls = 2 * (of.rolls + of.contest_rolls) >= FEWEST_DICE
    doubles = sum(of.doubles)
    pips = of.pips - of.pips_due
    variance = of.rolls * _ROLL.variance + of.contest_rolls * _CONTEST_ROLL.variance
    pips_chance = erfc(abs(pips) / sqrt(2 * variance)) if enough_rolls else None
    return (
        Finding(Measure.FACES, chi_square, _chi_square_chance(chi_square) if enough else None),
        Finding(
            Measure.DOUBLES,
            doubles - of.rolls / 6,
            _doubles_chance(doubles, of.rolls) if enough_rolls else None,
        ),
        Finding(Measure.PIPS, pips, pips_chance),
    )


def answer(of: Tally) -> str:
    """Say in one sentence whether a side's dice are within what chance gives."""
    found = findings(of)
    if all(finding.chance is None for finding in found):
        return "Within what chance gives: too few dice to tell."
    odd = [finding.measure.value for finding in found if not finding.is_usual]
    return f"Within what chance gives: {'no, ' + ' and '.join(odd) if odd else 'yes'}."


def _chi_square(counts: Sequence[int]) -> float:
    due = sum(counts) / len(counts)
    return sum((count - due) ** 2 for count in counts) / due if due else 0.0


def _chi_square_chance(value: float) -> float:
    """Return how often chance exceeds a chi-square with five degrees of freedom."""
    return erfc(sqrt(value / 2)) + sqrt(2 * value / pi) * exp(-value / 2) * (1 + value / 3)


def _doubles_chance(doubles: int, rolls: int) -> float:
    """Return how often chance strays this far from a sixth of the rolls: twice the binomial tail.

    It is summed from its greatest term on, until the terms no longer count.
    """
    way = -1 if doubles * 6 < rolls else 1
    term = exp(
        lgamma(rolls + 1)
        - lgamma(doubles + 1)
        - lgamma(rolls - doubles + 1)
        + doubles * log(1 / 6)
        + (rolls - doubles) * log(5 / 6)
    )
    tail, at = 0.0, doubles
    while term > tail * 1e-12 and 0 <= at <= rolls:
        tail += term
        term *= (rolls - at) / (at + 1) / 5 if way > 0 else at / (rolls - at + 1) * 5
        at += way
    return min(1.0, 2 * tail)


class Row(NamedTuple):
    """A line of a table for one side: what is counted, how much came, how much was due."""

    label: str
    came: int
    due: float | None = None


def result_rows(of: Tally) -> list[Row]:
    """Return what a side did; the matches only where there are several."""
    matches = [
        Row("matches", of.matches),
        Row("matches over", of.matches_over),
        Row("matches won", of.matches_won),
    ]
    return [
        *(matches if of.matches > 1 else []),
        Row("games", of.games),
        Row("games won", of.games_won),
        Row("games drawn", of.games_drawn),
        Row("points", of.points),
        Row("mars", of.mars),
        Row("turns", of.turns),
        Row("passes", of.passes),
        Row("pips played", of.pips_played),
    ]


def dice_rows(of: Tally) -> list[Row]:
    """Return what a side threw, beside what was due."""
    faces = zip(FACES, of.faces, strict=True)
    doubles = zip(FACES, of.doubles, strict=True)
    return [
        Row("pips rolled", of.pips, of.pips_due),
        *(Row(f"each {face}", count, of.face_due) for face, count in faces),
        *(Row(f"{face}{face}", count, of.double_due) for face, count in doubles),
        Row("all doubles", sum(of.doubles), of.rolls / 6),
    ]


_LABEL, _COUNT = 14, 12


def report(columns: Sequence[tuple[str, Tally]]) -> list[str]:
    """Return the numbers of some sides beside each other, and the answer of their dice, as text.

    Headings begin with `#`, lines of a table with a blank. Names are cut to their column.
    """
    names, tallies = zip(*columns, strict=True)
    width = 2 * _COUNT
    heads = "".join(right(f" {name}", width) for name in names)
    lines = ["# Played", "", f" {'':<{_LABEL}}{heads}"]
    for rows in zip(*map(result_rows, tallies), strict=True):
        lines.append(
            f" {rows[0].label:<{_LABEL}}" + "".join(f"{row.came:>{width}}" for row in rows)
        )
    lines += ["", "# Dice", "", f" {'':<{_LABEL}}{heads}"]
    lines.append(f" {'':<{_LABEL}}" + f"{'came':>{_COUNT}}{'due':>{_COUNT}}" * len(tallies))
    for rows in zip(*map(dice_rows, tallies), strict=True):
        counts = "".join(f"{row.came:>{_COUNT}}{row.due or 0:>{_COUNT}.1f}" for row in rows)
        lines.append(f" {rows[0].label:<{_LABEL}}{counts}")
    for name, of in columns:
        lines += ["", f"# The dice of {name}", "", answer(of)]
        lines += [f"- {finding.sentence}" for finding in findings(of)]
    return lines
