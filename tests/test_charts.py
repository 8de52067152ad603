"""The pictures of a game: they agree with what happened, and fit where they are shown."""

from __future__ import annotations

import random
from dataclasses import replace
from math import ceil

import pytest
from app_pilot import Game, playing, started
from hypothesis import given, settings
from hypothesis import strategies as st
from random_matches import random_events
from stores import chance, play_on

from fevga_tui.rules.cells import cells
from fevga_tui.rules.match import Phase
from fevga_tui.rules.notation import read_roll
from fevga_tui.rules.play import Move, Play, Turn
from fevga_tui.rules.position import STARTING, Position, Side
from fevga_tui.rules.record import GameRecord, TurnPlayed, retold
from fevga_tui.rules.ruleset import RULESETS, Release
from fevga_tui.session import Session
from fevga_tui.ui import charts
from fevga_tui.ui.screens.result import ResultScreen
from fevga_tui.ui.widgets.drawing import Glyphs
from fevga_tui.ui.widgets.menu import Menu

W, B = Side.WHITE, Side.BLACK
PASSED = Release.PASSED
BLOCKS, SIGNS = Glyphs.BLOCKS, Glyphs.SIGNS
CAPTION = 13
TAIL = len(" at most 12")


def games(seed: int, turns: int, target: int | None = None) -> list[GameRecord]:
    """Return the games of a match of so many turns."""
    session = Session.start(started(target=target), die=chance(seed))
    play_on(session, turns)
    return session.record.games


def one_game(seed: int = 3) -> GameRecord:
    """Return a whole game."""
    return games(seed, 400, target=1)[0]


def long_game(turns: int) -> GameRecord:
    """Return a record of so many turns, as no game of random play is long enough for."""
    found = one_game().turns
    return GameRecord({W: 0, B: 0}, turns=[*found * (turns // len(found) + 1)][:turns])


def turn(position: str, roll: str, play: Play | None = None) -> TurnPlayed:
    """Return a turn from a position: the first legal play."""
    start, side = Position.from_text(position)
    if play is None:
        play = Turn.begin(start, read_roll(roll)).plays[0]
    return TurnPlayed(1, side, start, read_roll(roll), play)


def row(lines: list[str], caption: str) -> str:
    """Return what is drawn beside a caption."""
    [found] = [line for line in lines if line.startswith(caption)]
    assert found[CAPTION] == "|"
    return found[CAPTION + 1 : found.rindex("|")]


def levels(drawn: str) -> list[int]:
    """Return how high the bars are, 0 to 7."""
    return [" ▁▂▃▄▅▆▇".index(bar) for bar in drawn]


def highest(values: list[int], columns: int) -> list[int]:
    """Return the greatest value of each column, the values spread over them in order."""
    found = [0] * columns
    for at, value in enumerate(values):
        # The column whose share of the turns this one is in.
        column = next(c for c in range(columns) if at < (c + 1) * len(values) // columns)
        found[column] = max(found[column], value)
    return found


# -- the race


def assert_race(game: GameRecord, width: int) -> None:
    lines = charts.race(game, PASSED, width, BLOCKS)
    leads = game.leads()
    most = max(1, *map(abs, leads))
    columns = min(len(leads), width - CAPTION - 2)
    for caption, sign in (("White ahead", 1), ("Black ahead", -1)):
        bars = levels(row(lines, caption))
        expected = highest([sign * lead for lead in leads], columns)
        assert bars == [ceil(7 * max(0, value) / most) for value in expected]
    assert f"at most {most} pip" in lines[0]
    assert f"over {len(leads)} turn" in lines[0]


def test_the_bars_are_as_high_as_the_lead() -> None:
    game = one_game()
    assert len(game.turns) > 60, "a column a turn, and then several"
    assert_race(game, len(game.turns) + CAPTION + 2)
    assert_race(game, 68)
    assert max(map(abs, game.leads())) == max(
        abs(turn.end.pips - turn.end.turned().pips) for turn in game.turns
    )


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000), st.integers(30, 120))
def test_the_bars_agree_with_any_match(seed: int, width: int) -> None:
    for game in retold(random_events(random.Random(seed), 80))[1].games:
        if game.turns:
            assert_race(game, width)
            assert_walls(game, width)


def test_only_the_side_that_is_ahead_has_a_bar() -> None:
    lines = charts.race(one_game(), PASSED, 200, BLOCKS)
    both = zip(row(lines, "White ahead"), row(lines, "Black ahead"), strict=True)
    assert all(" " in pair for pair in both)


def test_a_lead_however_small_shows() -> None:
    game = GameRecord(
        {W: 0, B: 0},
        turns=[
            turn("24x14,20 13x15 w", "21"),  # Black is 340 pips and more ahead
            turn("24x14,12 13x14,1 b", "21"),
            turn("24x15 12x14,11 w", "11", ()),  # White is 1 behind
        ],
    )
    leads = game.leads()
    assert leads[-1] == -1
    assert levels(row(charts.race(game, PASSED, 60, BLOCKS), "Black ahead"))[-1] == 1


def test_the_lead_is_whites_whoever_played() -> None:
    white, black = turn("24x15 12x15 w", "65"), turn("24x15 12x15 b", "65")
    assert GameRecord({}, turns=[white]).leads() == [11]
    assert GameRecord({}, turns=[black]).leads() == [-11]
    lines = charts.race(GameRecord({}, turns=[white, black]), PASSED, 60, BLOCKS)
    assert (row(lines, "White ahead"), row(lines, "Black ahead")) == ("▇ ", " ▇")


def test_releases_and_passes_stand_where_they_happened() -> None:
    turns = [
        turn("24x15 12x15 w", "65"),
        turn("24x14,13 12x15 b", "66"),
        turn("24x14,13 12x14,6 w", "21"),  # to 10 or beyond: White is free
        turn("24x14,18 17,16,15,14,13,12x10 w", "65"),  # a pass
        turn("24x14,5 12x14,1 b", "21"),  # past 24: Black is free
        turn("24x14,5 12x14,23 b", "21"),  # it was so before
    ]
    assert not turns[3].play
    game = GameRecord({}, turns=turns)
    marks = row(charts.race(game, PASSED, 60, BLOCKS), "past, passes")
    assert marks == "  WpB "


def test_by_other_rules_to_reach_the_other_sides_start_releases() -> None:
    play = (Move(15, 3), Move(24, 1))
    game = GameRecord({}, turns=[turn("24x14,15 13x14,5 w", "31", play)])
    assert row(charts.race(game, Release.REACHED, 60, BLOCKS), "past, passes") == "W"
    assert row(charts.race(game, Release.PASSED, 60, BLOCKS), "past, passes") == " "


def test_in_a_column_of_several_turns_a_release_is_shown_before_a_pass() -> None:
    passed = turn("24x14,18 17,16,15,14,13,12x10 w", "65")
    freed = turn("24x14,13 12x14,6 w", "21")
    for turns in ([passed, freed], [freed, passed]):
        game = GameRecord({}, turns=turns)
        assert row(charts.race(game, PASSED, CAPTION + 3, BLOCKS), "past, passes") == "W"
    game = GameRecord({}, turns=[passed] * 4)
    assert row(charts.race(game, PASSED, CAPTION + 4, BLOCKS), "past, passes") == "pp"


def test_each_side_is_released_once_in_a_game() -> None:
    marks = row(charts.race(one_game(), PASSED, 200, BLOCKS), "past, passes")
    assert (marks.count("W"), marks.count("B")) == (1, 1)
    assert marks.count("p") == sum(not turn.play for turn in one_game().turns)


# -- the walls


def assert_walls(game: GameRecord, width: int) -> None:
    lines = charts.walls(game, width, BLOCKS)
    longest: dict[Side, list[int]] = {W: [], B: []}
    for played in game.turns:
        longest[played.side].append(played.end.longest_prime())
        longest[played.side.other].append(played.end.turned().longest_prime())
    most = max(map(max, longest.values()))
    columns = min(len(game.turns), width - CAPTION - 2)
    for side, lengths in longest.items():
        bars = levels(row(lines, f"{side.word} wall"))
        assert bars == [ceil(7 * value / most) for value in highest(lengths, columns)]
    assert [line.rpartition("| at most ")[2] for line in lines] == [
        str(max(lengths)) for lengths in longest.values()
    ]


def test_the_walls_are_as_long_as_the_points_in_a_row() -> None:
    assert_walls(one_game(), 56)
    assert_walls(one_game(), 200)
    built = GameRecord({}, turns=[turn("24x8,13x2,11,10,9,8,7 12x15 w", "61", ())])
    assert [line.split()[-1] for line in charts.walls(built, 56, BLOCKS)] == ["5", "1"]


# -- the dice


def test_the_dice_are_counted_for_each_side_beside_what_was_due() -> None:
    record = games(5, 90)
    head, *lines = charts.dice(record)
    assert head.split() == ["Dice", "1", "2", "3", "4", "5", "6", "each", "due"]
    for side, line in zip(Side, lines, strict=True):
        word, *counts, due = line.split()
        thrown = [die for game in record for die in game.dice(side)]
        assert word == side.word
        assert [int(count) for count in counts] == [thrown.count(face) for face in range(1, 7)]
        assert due == f"{len(thrown) / 6:.1f}"


def test_without_dice_none_are_counted() -> None:
    _, white, black = charts.dice([GameRecord({})])
    assert white.split() == ["White", *"000000", "0.0"]
    assert black.split() == ["Black", *"000000", "0.0"]
    assert charts.dice([])[1:] == [white, black]


# -- how much room they take


GAMES = {
    "no turn": GameRecord({W: 0, B: 0}),
    "one turn": GameRecord({W: 0, B: 0}, turns=[turn("24x15 12x15 w", "65")]),
    "one game": one_game(),
    "500 turns": long_game(500),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [48, 56, 68, 92])
@pytest.mark.parametrize("glyphs", Glyphs, ids=lambda glyphs: glyphs.value)
def test_no_line_is_wider_than_it_may_be(name: str, width: int, glyphs: Glyphs) -> None:
    game = GAMES[name]
    race = charts.race(game, PASSED, width, glyphs)
    walls = charts.walls(game, width, glyphs)
    assert all(cells(line) <= width for line in race)
    assert all(cells(line) <= width + TAIL for line in walls), "the number stands behind"
    assert all(cells(line) <= 48 for line in charts.dice([game]))
    assert len(race) == (4 if game.turns else 0)
    assert len(walls) == (2 if game.turns else 0)
    if glyphs is SIGNS:
        assert "\n".join([*race, *walls]).isascii()


def test_a_single_turn_is_one_column() -> None:
    lines = charts.race(GAMES["one turn"], PASSED, 68, BLOCKS)
    assert lines == [
        "The race over 1 turn, at most 11 pips ahead:",
        "White ahead  |▇|",
        "Black ahead  | |",
        "past, passes | |",
    ]
    assert charts.walls(GAMES["one turn"], 56, BLOCKS) == [
        "White wall   |▇| at most 1",
        "Black wall   |▇| at most 1",
    ]


def test_five_hundred_turns_are_spread_evenly_and_none_is_left_out() -> None:
    game = GAMES["500 turns"]
    assert_race(game, 68)
    assert_walls(game, 56)
    columns = charts._columns(500, 53)
    assert [at for column in columns for at in column] == list(range(500))
    assert {len(column) for column in columns} == {9, 10}


def test_signs_grow_with_the_bars() -> None:
    blocks = charts.race(GAMES["one game"], PASSED, 68, BLOCKS)
    signs = charts.race(GAMES["one game"], PASSED, 68, SIGNS)
    for caption in ("White ahead", "Black ahead"):
        pairs = sorted(zip(levels(row(blocks, caption)), row(signs, caption), strict=True))
        heights = [" .:=#".index(sign) for _, sign in pairs]
        assert heights == sorted(heights)
        assert {height for (level, _), height in zip(pairs, heights, strict=True) if level} <= {
            *range(1, 5)
        }, "what is above none shows"
    assert row(signs, "past, passes") == row(blocks, "past, passes")


def test_a_position_without_checkers_on_the_board_has_no_wall() -> None:
    won = turn("1 13x15 w", "65")
    assert won.end.off == 15
    assert charts.walls(GameRecord({}, turns=[won]), 56, BLOCKS)[0] == "White wall   | | at most 0"
    level = GameRecord({}, turns=[TurnPlayed(1, W, STARTING, read_roll("66"), ())])
    assert charts.race(level, PASSED, 60, BLOCKS)[0].endswith("at most 1 pip ahead:")


# -- the results that they are shown in


LONG = ("Αλέξανδρος Παπαδόπουλος " * 3).strip(), "日本 太郎 " * 8 + "x"
RESULTS = {
    "a match to 1": started(*LONG, 1),
    "a match to 3": started(*LONG, 3),
    "unlimited, with contests": started(*LONG, None, RULESETS["moultezim"]),
}


def menu_shown(game: Game) -> list[str]:
    region = game.app.screen.query_one(Menu).region
    assert game.app.screen.region.contains_region(region), "all of it is on the screen"
    return [line.strip(" >") for line in game.part(region)]


@pytest.mark.parametrize(
    ("size", "names"),
    [
        ((60, 20), [*RESULTS]),
        ((78, 24), ["unlimited, with contests"]),
        ((80, 24), [*RESULTS]),
        ((100, 30), ["unlimited, with contests"]),
        ((140, 45), ["a match to 3"]),
    ],
    ids=["60x20", "78x24", "80x24", "100x30", "140x45"],
)
async def test_the_menu_of_a_result_is_in_sight_at_every_size(
    size: tuple[int, int], names: list[str]
) -> None:
    for name in names:
        match = RESULTS[name]
        async with playing(match=match, size=size) as game:
            await game.put("6,1 18x14,13 w", "65")
            game.session.record.game.turns[:0] = GAMES["one game"].turns
            await game.enter("6/off 1/off")
            assert isinstance(game.app.screen, ResultScreen)
            over = game.phase is Phase.MATCH_OVER
            assert over == (name == "a match to 1")
            expected = ["q  Leave to the start screen"]
            if over:
                expected.insert(0, "r  Rematch: the same again, from 0 - 0")
            else:
                expected.insert(0, "n  Next game")
            if match.target is None:
                expected.insert(1, "s  Stop here: the match ends")
            assert menu_shown(game) == expected
            assert "mars, 2 points" in game.dialog
            pictured = size[0] >= 78 and size[1] >= 24
            assert ("The race over" in game.dialog) == pictured
            if pictured:
                lines = charts.race(game.session.record.game, PASSED, 68, BLOCKS)
                assert all(line in game.text for line in lines), "whole"
                assert "White wall" in game.dialog
                assert "each due" in game.dialog


async def test_a_result_shows_the_race_of_its_game_and_the_dice_of_the_match_at_its_end() -> None:
    async with playing("6,1 18x14,13 w", "65") as game:
        for number in (1, 2):
            await game.enter("6/off 1/off")
            assert "The race over 1 turn," in game.dialog, "of this game"
            record = game.session.record
            assert len(record.games) == number
            dice = charts.dice(record.games if number == 2 else record.games[-1:])
            assert all(line in game.text for line in dice)
            if number == 1:
                await game.press("n")
                position = Position.from_text("6,1 18x14,13 w").position
                game.session.matches[-1] = replace(game.match, position=position)
                game.session.enter_roll(read_roll("65"))
                game.table._come_to_turn()
                await game.settle()
        assert game.phase is Phase.MATCH_OVER


async def test_a_result_in_signs_is_seven_bit() -> None:
    async with playing(match=started(target=1), needs_signs=True) as game:
        await game.put("6,1 18x14,13 w", "65")
        game.session.record.game.turns[:0] = GAMES["one game"].turns
        await game.enter("6/off 1/off")
        assert "The race over" in game.dialog
        assert game.text.isascii()


async def test_a_game_given_up_before_its_first_turn_has_a_result() -> None:
    async with playing(match=started(target=1)) as game:
        await game.press("x", "y")
        assert isinstance(game.app.screen, ResultScreen)
        assert "The race" not in game.dialog, "there was none"
        assert "each due" in game.dialog
        assert menu_shown(game)[0].startswith("r  Rematch")


def test_the_record_that_is_drawn_stays_as_it_is() -> None:
    game = one_game()
    before = replace(game, turns=list(game.turns))
    charts.race(game, PASSED, 68, BLOCKS)
    charts.walls(game, 56, SIGNS)
    charts.dice([game])
    assert game == before
