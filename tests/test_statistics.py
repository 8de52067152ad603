"""Matches in numbers, and what is said of the dice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from random_matches import matches
from stores import STARTED, played

from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceFrom,
    DiceRolled,
    DrawAgreed,
    Event,
    NextGameStarted,
    PlayMade,
    Resigned,
    RollWithdrawn,
)
from fevga_tui.rules.match import replay, steps
from fevga_tui.rules.play import Move, Roll
from fevga_tui.rules.position import Side
from fevga_tui.rules.record import dice_thrown, retold
from fevga_tui.rules.ruleset import RULESETS, OpeningRoll
from fevga_tui.rules.statistics import (
    FACES,
    ROLLS,
    Finding,
    Measure,
    Tally,
    answer,
    dice_rows,
    findings,
    report,
    result_rows,
    tally,
    total,
)

WHITE, BLACK = Side.WHITE, Side.BLACK


def contest(white: int, black: int) -> list[Event]:
    return [ContestDieRolled(WHITE, white), ContestDieRolled(BLACK, black)]


def play(*moves: tuple[int, int]) -> PlayMade:
    return PlayMade(tuple(Move(source, die) for source, die in moves))


def sides(events: Iterable[Event]) -> tuple[Tally, Tally]:
    match, record = retold(events)
    return tally(match, record, WHITE), tally(match, record, BLACK)


STORY: list[Event] = [
    STARTED,
    *contest(4, 4),
    *contest(6, 1),
    DiceRolled(Roll(5, 1)),
    play((24, 5), (19, 1)),
    DiceRolled(Roll(6, 5)),
    play((24, 6), (18, 5)),
    DiceRolled(Roll(6, 6)),
    play(),
    DiceRolled(Roll(2, 1)),
    Resigned(),
]
"""White waits on 18 and cannot pass with a double six; Black gives up with 21 on the table."""


def test_a_story_is_counted() -> None:
    white, black = sides(STORY)
    assert white == Tally(
        matches=1,
        games=1,
        games_won=1,
        points=2,
        mars=1,
        turns=2,
        passes=1,
        rolls=2,
        pips=6 + 24,
        pips_played=6,
        faces=(1, 0, 0, 1, 1, 3),
        doubles=(0, 0, 0, 0, 0, 1),
    )
    assert black == Tally(
        matches=1,
        games=1,
        turns=1,
        rolls=2,
        pips=11 + 3,
        pips_played=11,
        faces=(2, 1, 0, 1, 1, 1),
    )


def test_what_is_due_follows_from_what_was_thrown() -> None:
    white, _ = sides(STORY)
    assert white.dice == 6
    assert white.face_due == 1
    assert white.double_due == 2 / 36
    assert white.pips_due == pytest.approx(2 * 49 / 6)


def test_a_drawn_game_is_nobodys() -> None:
    events = [STARTED, *contest(6, 1), DrawAgreed()]
    for side in sides(events):
        assert (side.games, side.games_won, side.games_drawn, side.games_lost) == (1, 0, 1, 0)
        assert (side.points, side.matches_over, side.matches_won) == (0, 0, 0)


def test_the_winner_of_the_match_is_counted() -> None:
    events = [*STORY, NextGameStarted(), DiceRolled(Roll(2, 1)), play((24, 2), (22, 1))]
    white, black = sides([*events, Resigned()])
    assert (white.matches_over, white.matches_won, white.points) == (1, 1, 4)
    assert (black.matches_over, black.matches_won, black.games_lost) == (1, 0, 2)


def test_a_roll_taken_back_as_typed_in_wrongly_does_not_count() -> None:
    own = replace(STARTED, dice=DiceFrom.PLAYERS)
    wrong: list[Event] = [own, *contest(6, 1), DiceRolled(Roll(6, 6)), RollWithdrawn()]
    assert sides(wrong)[0].faces == (0, 0, 0, 0, 0, 1)
    assert sides([*wrong, DiceRolled(Roll(2, 1))])[0].rolls == 1


def test_a_contests_dice_that_are_the_first_roll_count_once_for_whoever_threw_them() -> None:
    reach = replace(STARTED, ruleset=RULESETS["reach"])
    white, black = sides([reach, *contest(5, 5), *contest(6, 1)])
    assert white.faces == (0, 0, 0, 0, 1, 1)
    assert black.faces == (1, 0, 0, 0, 1, 0)
    assert (white.rolls, white.contest_rolls, white.pips) == (0, 1, 7)
    assert (black.rolls, black.contest_rolls, black.pips) == (0, 0, 0)
    assert white.pips_due == 7


def test_without_a_contest_the_first_roll_counts_although_others_were_the_contests() -> None:
    mixed = replace(RULESETS["fevga"], name="mixed", opening_roll=OpeningRoll.CONTEST)
    events: list[Event] = [replace(STARTED, ruleset=mixed), *contest(6, 1), Resigned()]
    events += [NextGameStarted(), DiceRolled(Roll(3, 3))]
    white, black = sides(events)
    assert (white.rolls, white.contest_rolls, white.pips) == (0, 1, 7)
    assert (black.rolls, black.contest_rolls, black.pips) == (1, 0, 12)
    assert black.faces == (1, 0, 2, 0, 0, 0)


@settings(deadline=None, max_examples=20)
@given(matches())
def test_every_die_counts_once_for_the_side_that_threw_it(events: list[Event]) -> None:
    thrown: dict[Side, Counter[int]] = {side: Counter() for side in Side}
    last: tuple[Side, Roll] | None = None
    for event, match in zip(events, steps(events), strict=True):
        if isinstance(event, ContestDieRolled):
            thrown[event.side][event.die] += 1
            is_whole = event.side is BLACK
        elif isinstance(event, DiceRolled):
            last = (match.on_roll, event.roll)
            thrown[last[0]].update((event.roll.high, event.roll.low))
        elif isinstance(event, RollWithdrawn):
            assert last
            thrown[last[0]].subtract((last[1].high, last[1].low))
    if isinstance(events[-1], ContestDieRolled) and not is_whole:
        # A contest is told when both have thrown.
        thrown[WHITE][events[-1].die] -= 1
    _, record = retold(events)
    for side, of in zip(Side, sides(events), strict=True):
        assert of.faces == tuple(thrown[side][face] for face in FACES)
        assert dice_thrown(record.games, side) == +thrown[side]


@settings(deadline=None, max_examples=20)
@given(matches())
def test_the_numbers_agree_with_each_other(events: list[Event]) -> None:
    match = replay(events)
    white, black = sides(events)
    assert white.points == match.score[WHITE]
    assert black.points == match.score[BLACK]
    assert white.games == black.games == len(match.outcomes)
    assert white.games_won == black.games_lost
    assert white.turns + black.turns == sum(isinstance(event, PlayMade) for event in events)
    for side in (white, black):
        assert 0 <= side.pips_played <= side.pips
        assert side.turns <= side.rolls + side.contest_rolls <= side.turns + side.games + 1
        assert sum(side.doubles) <= side.rolls


def test_tallies_add_up() -> None:
    white, black = sides(STORY)
    both = total([white, black])
    assert both.faces == (3, 1, 0, 2, 2, 4)
    assert (both.matches, both.turns, both.pips) == (2, 3, 44)
    assert total([]) == Tally()


# The measures


@pytest.mark.parametrize(
    ("chi_square", "chance"),
    [(1.1455, 0.95), (4.3515, 0.5), (9.2364, 0.1), (11.0705, 0.05), (15.0863, 0.01), (0, 1)],
)
def test_the_chi_square_has_the_chances_of_the_tables(chi_square: float, chance: float) -> None:
    # Two faces stray by the same, one way each, which gives just this chi-square.
    dice = 6_000_000
    stray = (chi_square * dice / 6 / 2) ** 0.5
    counts = [dice // 6] * 6
    counts[0] += round(stray)
    counts[5] -= round(stray)
    found = findings(Tally(faces=tuple(counts)))[0]
    assert found.distance == pytest.approx(chi_square, abs=1e-2)
    assert found.chance == pytest.approx(chance, abs=1e-3)


@pytest.mark.parametrize("rolls", [15, 47, 100])
def test_the_chance_of_doubles_is_twice_the_tail_of_the_binomial(rolls: int) -> None:
    for doubles in range(rolls + 1):
        tails = [
            sum(Fraction(comb(rolls, k) * 5 ** (rolls - k), 6**rolls) for k in ks)
            for ks in (range(doubles + 1), range(doubles, rolls + 1))
        ]
        of = Tally(rolls=rolls, faces=(rolls,) * 2 + (0,) * 4, doubles=(doubles, 0, 0, 0, 0, 0))
        found = findings(of)[1]
        assert found.chance == pytest.approx(min(1, 2 * float(min(tails))), rel=1e-9)


def test_the_chance_of_doubles_is_quick_and_finite_for_any_number_of_rolls() -> None:
    of = Tally(rolls=10**7, faces=(10**7, 0, 0, 0, 0, 10**7), doubles=(10**7, 0, 0, 0, 0, 0))
    assert findings(of)[1].chance == 0


def test_the_pips_of_a_roll_are_due_as_the_36_rolls_give_them() -> None:
    pips = [sum(roll.dice) for roll in ROLLS]
    assert sum(pips) == 294
    of = Tally(rolls=100, pips=100 * 294 // 36 + 50, faces=(34, 34, 33, 33, 33, 33))
    found = findings(of)[2]
    # One deviation of 100 rolls: ten times that of one, sqrt(18.47).
    variance = sum(value**2 for value in pips) / 36 - (294 / 36) ** 2
    assert variance**0.5 == pytest.approx(4.2979, abs=1e-4)
    assert found.distance == pytest.approx(49.33, abs=0.01)
    assert found.chance == pytest.approx(0.251, abs=0.001)


def fair(seed: int, rolls: int, dice: tuple[int, ...] = tuple(FACES)) -> Tally:
    """Return what a side would have thrown."""
    rng = random.Random(seed)
    thrown = [Roll.of(rng.choice(dice), rng.choice(dice)) for _ in range(rolls)]
    faces = Counter(die for roll in thrown for die in (roll.high, roll.low))
    doubles = Counter(roll.high for roll in thrown if roll.is_double)
    return Tally(
        rolls=rolls,
        pips=sum(sum(roll.dice) for roll in thrown),
        faces=tuple(faces[face] for face in FACES),
        doubles=tuple(doubles[face] for face in FACES),
    )


def test_fair_dice_are_rarely_suspected() -> None:
    suspected = sum("no" in answer(fair(seed, 50)) for seed in range(1_000))
    assert 5 <= suspected <= 40


def test_loaded_dice_are_found() -> None:
    loaded = fair(1, 300, (1, 2, 3, 4, 5, 6, 6))
    faces, doubles, pips = findings(loaded)
    assert not faces.is_usual
    assert not pips.is_usual
    assert doubles.is_usual
    assert answer(loaded) == "Within what chance gives: no, faces and pips."


def test_too_few_dice_tell_nothing() -> None:
    for few in (Tally(), fair(1, 14)):
        assert answer(few) == "Within what chance gives: too few dice to tell."
        assert all(finding.is_usual for finding in findings(few))
        assert all("too few dice to tell" in finding.sentence for finding in findings(few))
    # Nothing but ties of a contest: enough faces, but no roll.
    ties = findings(Tally(faces=(40, 0, 0, 0, 0, 0)))
    assert [finding.is_usual for finding in ties] == [False, True, True]


@pytest.mark.parametrize(
    ("finding", "sentence"),
    [
        (Finding(Measure.FACES, 4.26, 0.512), "Faces: chi-square 4.3; fair dice stray this far 51"),
        (Finding(Measure.FACES, 4.26, 0.512), "far 51 times in 100."),
        (Finding(Measure.DOUBLES, -4.8, 0.01), "Doubles: 4.8 fewer than due; fair dice stray"),
        (Finding(Measure.DOUBLES, -4.8, 0.01), "this far once in 100."),
        (Finding(Measure.PIPS, 91.3, 0.0099), "Pips: 91.3 more than due; fair dice stray"),
        (Finding(Measure.PIPS, 91.3, 0.0099), "this far less than once in 100."),
        (Finding(Measure.PIPS, 91.3, 0.0009), "this far less than once in 1000."),
        (Finding(Measure.PIPS, 91.3, 0.0), "this far less than once in 1000000."),
    ],
)
def test_a_finding_is_a_sentence(finding: Finding, sentence: str) -> None:
    assert sentence in finding.sentence


# The report


def test_rows_say_what_came_and_what_was_due() -> None:
    white, _ = sides(STORY)
    assert ("mars", 1, None) in result_rows(white)
    assert "matches" not in {row.label for row in result_rows(white)}
    assert ("matches", 2, None) in result_rows(white + white)
    assert ("each 6", 3, 1.0) in dice_rows(white)
    assert ("66", 1, 2 / 36) in dice_rows(white)


def test_a_report_has_both_sides_beside_each_other_in_72_columns() -> None:
    match, record = retold(played(5, 200))
    names = ["日本 太郎" * 9, "Ελένη"]
    columns = [(name, tally(match, record, side)) for name, side in zip(names, Side, strict=True)]
    lines = report(columns)
    assert [line for line in lines if line.startswith("# ")] == [
        "# Played",
        "# Dice",
        f"# The dice of {names[0]}",
        "# The dice of Ελένη",
    ]
    table = [line for line in lines if line.startswith(" ") and not line.isspace()]
    assert all(len(line) <= 72 for line in table)
    assert sum(line.startswith("Within what chance gives: ") for line in lines) == 2
