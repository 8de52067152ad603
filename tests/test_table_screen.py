"""The table as it is played: moves, undo, refusals, the move line, the cursor, what is shown."""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from app_pilot import Game, Place, opened, playing, started
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from fevga_tui.rules.events import ContestDieRolled, DiceRolled, PlayMade, RollWithdrawn
from fevga_tui.rules.match import Phase, replay
from fevga_tui.rules.notation import play_text
from fevga_tui.rules.play import Roll
from fevga_tui.rules.position import STARTING, Side
from fevga_tui.ui.faces import log_lines
from fevga_tui.ui.widgets.rows import Rows

Renderer = Callable[[Any, Region], list[Strip]]

W, B = Side.WHITE, Side.BLACK

# -- one action, three ways


@dataclass(frozen=True)
class Way:
    """One play: where it is played, and the hops as a player chooses them."""

    name: str
    position: str
    roll: str
    hops: tuple[tuple[int, Place], ...]
    play: str


WAYS = [
    Way("single moves", "24x15 12x15 w", "65", ((24, 18), (18, 13)), "24/18/13"),
    Way("a compound move", "24x15 12x15 w", "65", ((24, 13),), "24/18/13"),
    Way("Black's single moves", "24x15 12x15 b", "65", ((12, 6), (6, 1)), "12/6/1"),
    Way("Black's compound move over 1", "24x14,13 12x14,2 b", "31", ((2, 22),), "2/23/22"),
    Way("a double", "24x15 12x15 w", "55", ((24, 14), (14, 9), (24, 19)), "24/19/14/9 24/19"),
    Way("two checkers", "24x12,10,8,5 12x13,1,20 w", "42", ((10, 6), (8, 6)), "10/6 8/6"),
    Way("bearing off", "7,6x4,5x5,4x5 12x14,13 w", "61", ((7, 6), (6, W)), "7/6/off"),
    Way("Black's bearing off", "24x14,5 18x10,13x5 b", "65", ((18, B), (18, 13)), "18/off 18/13"),
    Way("bearing off by two dice", "4,2,1 13x9 w", "31", ((4, W),), "4/1/off"),
]


async def _by_mouse(game: Game, way: Way) -> None:
    for hop in way.hops:
        for place in hop:
            await game.click_place(place)


async def _by_arrows(game: Game, way: Way) -> None:
    for hop in way.hops:
        for place in hop:
            await game.go_to(place)
            await game.press("enter")


async def _by_tab(game: Game, way: Way) -> None:
    for hop in way.hops:
        for place in hop:
            await game.tab_to(place)
            await game.press("enter")


async def _by_typing(game: Game, way: Way) -> None:
    for source, target in way.hops:
        await game.enter(f"{source}/{'off' if isinstance(target, Side) else target}")


async def _by_one_line(game: Game, way: Way) -> None:
    hops = [
        f"{source}/{'0' if isinstance(target, Side) else target}" for source, target in way.hops
    ]
    await game.enter(" ".join(hops))


BY = {
    "mouse": _by_mouse,
    "arrows": _by_arrows,
    "tab": _by_tab,
    "typing": _by_typing,
    "one line": _by_one_line,
}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
async def test_a_play_is_the_same_however_it_is_made(way: Way) -> None:
    async with playing(way.position, way.roll) as game:
        for name, by in BY.items():
            await game.put(way.position, way.roll)
            before, side = game.events, game.match.on_roll
            await by(game, way)
            assert game.turn.is_complete, name
            assert game.events == before, "a turn waits for its end"
            await game.press("enter")
            [played] = game.events[len(before) :]
            assert isinstance(played, PlayMade)
            assert play_text(played.moves, side) == way.play, name


async def test_a_checker_typed_off_takes_one_die_as_a_clicked_one_does() -> None:
    async with playing("4,3,2 13x9 w", "41") as game:
        await game.click_place(4)
        await game.click_place(W)
        assert game.played == "4/off"
        await game.press("u")
        await game.enter("4/off")
        assert game.played == "4/off"


async def test_the_turned_table_is_played_by_mouse_as_well() -> None:
    async with playing("24x15 12x15 b", "65") as game:
        await game.press("f")
        await game.click_place(12)
        await game.click_place(1)
        assert game.played == "12/6/1"


async def test_a_turn_ends_by_a_click_on_the_line_that_says_so() -> None:
    async with playing(roll="65") as game:
        await game.enter("24/13")
        await game.click_text("Enter ends the turn")
        assert game.phase is Phase.TO_ROLL
        assert game.match.on_roll is B


async def test_a_turn_ends_by_a_click_on_the_key_hint() -> None:
    async with playing(roll="65") as game:
        await game.enter("24/13")
        await game.click_text("Enter end turn")
        assert game.match.on_roll is B


# -- choosing


async def test_choosing_marks_the_checker_and_its_targets_with_their_dice() -> None:
    async with playing(roll="65") as game:
        assert "▴▴" in "".join(game.drawn(24)), "a source is marked"
        await game.click_place(24)
        assert game.hand.chosen == 24
        assert "▾▾" in "".join(game.drawn(24)), "the chosen checker is lifted"
        marked = {
            point: rows.split()
            for point in range(1, 25)
            if (rows := "".join(row for row in game.drawn(point)[1:]).strip(" ▌▐─▁"))
        }
        assert marked[18] == ["6"]
        assert marked[19] == ["5"]
        assert marked[13] == ["6+5"]
        assert "24 is chosen" in game.prompt


async def test_a_target_of_a_double_says_how_many_dice_it_takes() -> None:
    async with playing(roll="22") as game:
        await game.click_place(24)
        landings = ["".join(game.drawn(point)[1:]) for point in (22, 20, 18, 16)]
        dice = [text.strip(" ▌▐").replace("+", "") for text in landings]
        assert dice == ["2", "22", "222", "2222"]


async def test_the_same_point_again_lets_go() -> None:
    async with playing(roll="65") as game:
        await game.click_place(24)
        await game.click_place(24)
        assert game.hand.chosen is None
        assert game.turn.moves == ()


async def test_escape_lets_go() -> None:
    async with playing(roll="65") as game:
        await game.press("enter")
        assert game.hand.chosen == 24
        await game.press("escape")
        assert game.hand.chosen is None
        assert game.turn.moves == ()


async def test_another_source_is_chosen_instead() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        await game.click_place(10)
        await game.click_place(5)
        assert game.hand.chosen == 5
        assert game.turn.moves == ()


async def test_a_source_that_is_a_target_is_played_to() -> None:
    async with playing("24x12,10,8,6 12x13,1,20 w", "42") as game:
        await game.click_place(10)
        await game.click_place(8)
        assert game.played == "10/8"


async def test_a_refused_target_leaves_the_checker_chosen() -> None:
    async with playing(roll="65") as game:
        await game.click_place(24)
        before = game.state
        await game.click_place(17)
        assert game.state == before
        assert game.hand.chosen == 24
        assert game.message == (
            "! 24/17 is not legal: that is 7 pips, and the dice left are 6 and 5."
        )


async def test_a_tray_is_no_source() -> None:
    async with playing(roll="65") as game:
        await game.click_place(W)
        assert game.message == "! Choose a checker first, then where it goes."


async def test_the_other_sides_tray_is_no_target() -> None:
    async with playing(roll="65") as game:
        await game.click_place(24)
        await game.click_place(B)
        assert game.message == "! That is Black's tray; White is on roll."
        assert game.hand.chosen == 24


async def test_clicks_before_the_roll_say_what_to_do() -> None:
    async with playing() as game:
        before = game.state
        await game.click_place(24)
        assert game.message == "! Anna (White) to roll: press r."
        assert game.state == before


@pytest.mark.parametrize("selector", ["#title", "#players", "#log"])
async def test_clicks_on_what_is_only_to_be_read_do_nothing(selector: str) -> None:
    async with playing(roll="65") as game:
        before, text = game.state, game.text
        region = game.widget(selector).region
        await game.click(region.x + region.width // 2, region.bottom - 1)
        assert (game.state, game.text) == (before, text)


# -- the end of a turn


async def test_nothing_but_the_end_of_a_turn_ends_it() -> None:
    async with playing(roll="65") as game:
        await game.enter("24/13")
        await game.press("r", "space", "tab", "escape", "a", "left", "f", "n")
        assert game.match.on_roll is W
        assert "Enter ends the turn" in game.prompt
        await game.press("enter")
        assert game.match.on_roll is B


async def test_a_half_played_turn_does_not_end() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        await game.enter("10/6")
        before = game.state
        await game.click_text("choose a checker")
        assert game.state == before


async def test_dice_left_over_do_not_go_to_the_other_side() -> None:
    async with playing(roll="66") as game:
        await game.enter("24/18")
        await game.press("enter")
        assert game.session.turn is None
        assert game.shown("#dice")[0].split() == ["(6)"] * 4, "used up, and where they were"
        assert game.prompt == "Bob (Black) to roll: press r"


PASSED = "24x14,18 17,16,15,14,13,12x10 w"


async def test_a_pass_is_said_and_acknowledged_by_one_key() -> None:
    async with playing(PASSED, "65") as game:
        assert game.prompt == "Anna (White): no legal move with 65: Enter passes"
        assert game.message.startswith("No 6 or 5 can be played: Black holds 13 and 12")
        assert [word for word in game.shown("#dice")[0].split() if word.isdigit()] == ["6", "5"]
        await game.press("enter")
        assert game.prompt == "Bob (Black) to roll: press r"
        assert game.log == ["1 W 65 pass"]


async def test_a_pass_is_acknowledged_by_a_click() -> None:
    async with playing(PASSED, "65") as game:
        await game.click_text("Enter pass")
        assert game.match.on_roll is B


async def test_a_forced_opening_of_sixes_says_why_no_more_can_be_played() -> None:
    async with playing(roll="66") as game:
        await game.enter("24/18")
        assert game.turn.is_complete
        assert game.message == (
            "No 6 can be played: Black holds 12, and the first checker has not passed yet."
        )
        assert sorted(game.shown("#dice")[0].split()) == ["(6)", "6", "6", "6"]


# -- taking back


async def test_taking_back_one_by_one_restores_everything() -> None:
    async with playing("24x14,13 12x15 w", "21") as game:
        rolled, pips = game.state, game.player(W)
        await game.enter("13/11")
        once, shown = game.state, game.text
        await game.enter("24/23")
        await game.press("u")
        assert game.state == once
        assert [line[:59] for line in game.lines[:20]] == [
            line[:59] for line in shown.splitlines()[:20]
        ]
        await game.press("u")
        assert game.state == rolled
        assert game.player(W) == pips
        await game.enter("24/23")
        assert "your first checker, on 13, must pass 12" in game.message
        assert game.state == rolled


async def test_a_double_is_taken_back_move_by_move() -> None:
    async with playing(roll="22") as game:
        await game.enter("24/16")
        seen = [len(game.turn.moves)]
        for _ in range(4):
            await game.press("u")
            seen.append(len(game.turn.moves))
        assert seen == [4, 3, 2, 1, 0]
        assert game.turn.position == STARTING
        before = game.state
        await game.press("u")
        assert game.state == before
        assert "nothing to take back" in game.message


async def test_backspace_takes_back_as_well() -> None:
    async with playing(roll="65") as game:
        await game.enter("24/13")
        await game.press("backspace")
        assert game.played == "24/18"


async def test_the_last_turn_is_not_taken_back() -> None:
    async with playing(roll="65") as game:
        await game.enter("24/13")
        await game.press("enter")
        before = game.state
        await game.press("u")
        assert game.state == before
        assert "so does the last turn" in game.message


async def test_a_turn_can_be_taken_back_until_it_ends() -> None:
    async with playing(roll="65") as game:
        await game.burst(*"24/18", "enter", *"18/13", "enter", "u")
        assert game.played == "24/18"


# -- the dice stay


@pytest.mark.parametrize("key", ["r", "space"])
async def test_rolled_dice_are_not_rolled_again(key: str) -> None:
    async with playing(roll="65") as game:
        await game.enter("24/18")
        before = game.state
        await game.press(key)
        assert game.state == before
        assert game.message == "! The dice are rolled and stay until the turn ends."


async def test_nothing_changes_the_dice() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        await game.enter("10/6")
        turn = game.turn
        for keys in (["u"], ["?", "escape"], ["f"], ["n", "n"], ["s", "escape"], ["h", "escape"]):
            await game.press(*keys)
            assert game.turn.roll == Roll(4, 2)
        await game.resize(100, 30)
        await game.resize(80, 24)
        assert game.turn == turn.pop()
        assert game.is_at_table


# -- a forced play


async def test_a_forced_play_is_played_by_one_key_and_shows() -> None:
    async with playing(roll="65") as game:
        assert "a forced" in game.keys
        await game.press("a")
        assert game.played == "24/18/13"
        assert game.match.on_roll is W
        assert game.player(W).endswith("pips 349, off 0")
        await game.press("u")
        assert game.played == "24/18"


async def test_a_started_play_is_finished_where_the_rest_is_forced() -> None:
    async with playing(roll="65") as game:
        await game.enter("24/19")
        await game.press("a")
        assert game.played == "24/19/13"


async def test_where_several_plays_are_legal_none_is_forced() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        assert "forced" not in game.keys
        before = game.state
        await game.press("a")
        assert game.state == before
        assert game.message == "! No play is forced now."


# -- the players' own dice


async def _open_with_own_dice(game: Game) -> None:
    for die in ("6", "1"):
        await game.enter(die)


async def test_own_dice_are_typed() -> None:
    async with opened(start=started(own=True)) as game:
        await _open_with_own_dice(game)
        await game.enter("56")
        assert game.events[1:] == [
            ContestDieRolled(W, 6),
            ContestDieRolled(B, 1),
            DiceRolled(Roll(6, 5)),
        ]


async def test_own_dice_are_taken_by_clicks() -> None:
    async with opened(start=started(own=True)) as game:
        for die in ("6", "1"):
            await game.click_text(f"[{die}]")
            await game.click_text("Enter takes them")
        await game.click_text("[5]")
        await game.click_text("[6]")
        assert game.prompt == "Dice: 56_"
        await game.click_text("Dice: 56")
        assert game.events[-1] == DiceRolled(Roll(6, 5))


async def test_the_last_clicked_faces_count() -> None:
    async with opened(start=started(own=True)) as game:
        await game.click_text("[2]")
        await game.click_text("[6]")
        assert game.prompt == "Dice: 6_"
        await game.press("enter")
        await game.enter("1")
        for face in (1, 2, 3):
            await game.click_text(f"[{face}]")
        assert game.prompt == "Dice: 23_"


async def test_a_mistyped_roll_is_withdrawn_before_the_first_move() -> None:
    async with opened(start=started(own=True)) as game:
        await _open_with_own_dice(game)
        await game.enter("65")
        await game.press("u")
        assert game.phase is Phase.TO_ROLL
        await game.enter("64")
        assert game.events[-3:] == [DiceRolled(Roll(6, 5)), RollWithdrawn(), DiceRolled(Roll(6, 4))]
        assert replay(game.events) == game.match


async def test_a_roll_of_which_a_move_was_made_is_not_withdrawn() -> None:
    async with opened(start=started(own=True)) as game:
        await _open_with_own_dice(game)
        await game.enter("65")
        await game.enter("24/18")
        await game.press("u")
        assert game.events[-1] == DiceRolled(Roll(6, 5))
        assert game.turn.moves == ()


async def test_a_die_that_is_none_is_refused_with_an_example() -> None:
    async with opened(start=started(own=True)) as game:
        for text in ("7", "0", "55", "5 5", "x", "1x", "5.", "²", "5٣", "+5", "5" * 99):
            await game.press("5", "backspace")
            await game.enter(text)
            assert len(game.events) == 1, text
            assert "A die shows 1-6, like 5" in game.message, text
            assert game.hand.typed == text[:60], "what was typed stays, to be mended"
            await game.press("escape")


async def test_a_roll_that_is_none_is_refused_with_an_example() -> None:
    async with opened(start=started(own=True)) as game:
        await _open_with_own_dice(game)
        for text in ("6", "67", "05", "665", "6 5 4", "six", "6-", "24/18", "٦٥", "6" * 99):
            await game.press("5", "backspace")
            await game.enter(text)
            assert len(game.events) == 3, text
            assert "like 65" in game.message, text
            assert game.hand.typed == text[:60]
            await game.press("escape")


async def test_a_roll_is_read_in_any_plain_spelling() -> None:
    async with opened(start=started(own=True)) as game:
        await _open_with_own_dice(game)
        for text in ("65", "56", "6 5", "6-5", "6/5", "6,5", " 65 "):
            await game.press("5", "backspace")
            await game.enter(text)
            assert game.events[-1] == DiceRolled(Roll(6, 5)), text
            await game.press("u")


@pytest.mark.parametrize("key", ["r", "space"])
async def test_own_dice_are_not_rolled_by_the_program(key: str) -> None:
    async with opened(start=started(own=True)) as game:
        await game.press(key)
        assert len(game.events) == 1
        assert "type your die" in game.message
        await _open_with_own_dice(game)
        await game.press(key)
        assert len(game.events) == 3
        assert "type both dice" in game.message


# -- the opening contest


async def test_the_contest_shows_a_tie_and_is_rolled_again() -> None:
    async with opened(start=started(), dice="44 61 52") as game:
        assert game.prompt == "Anna (White) rolls one die to open: press r"
        await game.press("r")
        assert game.prompt.startswith("Bob (Black) rolls one die")
        await game.press("r")
        assert game.message == "Both rolled 4: a tie, so both roll again."
        assert game.prompt.startswith("Anna (White) rolls one die")
        assert game.shown("#dice")[0].split() == ["Bob", "4", "Anna", "4"]
        await game.press("r", "r")
        assert game.message == "White rolled 6, Black 1: Anna (White) opens the game."
        assert game.prompt == "Anna (White) to roll: press r"
        assert "Anna opened" in game.lines[0]
        await game.press("r")
        assert game.turn.roll == Roll(5, 2)


async def test_the_higher_die_opens_with_fresh_dice() -> None:
    async with opened(start=started(), dice="35 64") as game:
        await game.press("r", "r")
        assert game.match.opener is B
        assert game.session.turn is None
        await game.press("r")
        assert game.turn.roll == Roll(6, 4)


# -- refusals


@dataclass(frozen=True)
class Refused:
    """A move that is not legal, and the words that say why."""

    position: str
    roll: str
    moved: str
    source: int
    target: Place
    words: str


REFUSED = {
    "closed point": Refused(
        "24x14,13 12x14,1 w", "21", "", 13, 12, "13/12 is not legal: Black holds point 12."
    ),
    "closed landing on the way": Refused(
        "24x14,13 12x14,11 w", "21", "", 13, 10, "Black holds points 12 and 11"
    ),
    "first checker": Refused(
        "24x14,20 12x15 w", "21", "", 24, 23, "your first checker, on 20, must pass 12"
    ),
    "first checker on the start": Refused(
        "24x14,15 5,13x14 w", "31", "15/12", 24, 23, "your first checker must go on beyond 12"
    ),
    "own quadrant": Refused(
        "24x3,23,22,21,20,8x8 12x14,13 w",
        "51",
        "",
        24,
        19,
        "it would close all six points 19-24, your starting quadrant",
    ),
    "not home": Refused(
        "7,6x4,5x5,4x5 12x14,13 w", "61", "", 6, W, "bearing off needs all checkers home on 1-6"
    ),
    "not the farthest": Refused(
        "5,2 13x9 w", "43", "", 2, W, "a larger die bears off only from your farthest point, 5"
    ),
    "no such die": Refused("24x15 12x15 w", "65", "", 24, 17, "the dice left are 6 and 5"),
    "wrong direction": Refused(
        "24x12,10,8,5 12x13,1,20 w", "42", "", 8, 9, "White runs from 24 down to 1"
    ),
    "no checker": Refused("24x15 12x15 w", "65", "", 20, 15, "White has no checker on 20"),
    "the opponent's checker": Refused(
        "24x15 12x15 w", "65", "", 12, 6, "White has no checker on 12"
    ),
    "wasted die": Refused("10,8,2x13 18,12x11,6,4,1 w", "43", "", 8, 5, "10/7/3 uses both dice"),
    "higher die": Refused("16,2x14 18,12x13,5 w", "65", "", 16, 11, "it must be the higher: 16/10"),
    "must open": Refused(
        "24x8,13,11,10,9,8,7,6 12x15 w", "21", "11/10", 13, 11, "you must open your wall 6-11"
    ),
    "Black's first checker": Refused(
        "24x15 12x14,8 b", "21", "", 12, 11, "your first checker, on 8, must pass 24"
    ),
    "Black's direction": Refused(
        "24x13,6,5 12x13,20,18 b", "42", "", 18, 19, "Black runs from 12 down to 1"
    ),
}


@pytest.mark.parametrize("refused", REFUSED.values(), ids=REFUSED)
async def test_a_refusal_names_the_rule_and_changes_nothing(refused: Refused) -> None:
    async with playing(refused.position, refused.roll) as game:
        if refused.moved:
            await game.enter(refused.moved)
        before = game.state
        target = "off" if isinstance(refused.target, Side) else refused.target
        await game.enter(f"{refused.source}/{target}")
        assert game.state == before
        assert refused.words in game.message
        assert game.message.startswith(f"! {refused.source}/")
        assert game.message == f"! {game.table.message}", "it fits two lines"

        await game.press("escape", "tab")
        await game.click_place(refused.source)
        is_source = game.hand.chosen is not None
        if is_source:
            await game.click_place(refused.target)
            assert refused.words in game.message
        assert game.state == before
        assert game.message.startswith("! ")


# -- the move line


async def test_a_digit_opens_the_line_and_the_burst_belongs_to_it() -> None:
    async with playing(roll="65") as game:
        before = game.state
        await game.type("24/18 qxdrufnams?hwabk")
        assert game.prompt == "Move: 24/18 qxdrufnams?hwabk_"
        assert game.state == before
        assert game.is_at_table


async def test_enter_plays_the_line_and_closes_it() -> None:
    async with playing(roll="65") as game:
        await game.enter("24/18")
        assert game.hand.typed is None
        assert game.played == "24/18"


async def test_backspace_edits_the_line_and_closes_an_empty_one() -> None:
    async with playing(roll="65") as game:
        await game.enter("24/18")
        await game.type("18")
        await game.press("backspace")
        assert game.prompt == "Move: 1_"
        await game.press("backspace")
        assert game.prompt == "Move: _"
        await game.press("backspace")
        assert game.hand.typed is None
        assert game.played == "24/18", "the line was edited, not the turn"


@pytest.mark.parametrize("keys", [("escape",), ("backspace", "backspace", "enter")])
async def test_the_line_closes_without_playing(keys: tuple[str, ...]) -> None:
    async with playing(roll="65") as game:
        before = game.state
        await game.type("24")
        await game.press(*keys)
        assert game.hand.typed is None
        assert game.state == before
        assert game.prompt == "Anna (White) to play 65: choose a checker"


async def test_a_refused_line_stays_to_be_mended() -> None:
    async with playing(roll="65") as game:
        await game.enter("24/17")
        assert game.prompt == "Move: 24/17_"
        await game.press("backspace", "8", "enter")
        assert game.played == "24/18"


async def test_a_click_on_the_board_closes_the_line() -> None:
    async with playing(roll="65") as game:
        await game.type("24")
        await game.click_place(24)
        assert game.hand.typed is None
        assert game.hand.chosen == 24


async def test_the_line_is_played_and_closed_by_clicks() -> None:
    async with playing(roll="65") as game:
        await game.type("24/18")
        await game.click_text("Enter plays")
        assert game.played == "24/18"
        await game.type("18/13")
        await game.click_text("Esc closes")
        assert game.played == "24/18"
        await game.type("18/13")
        await game.click_text("Move: 18/13")
        assert game.played == "24/18/13"


async def test_a_line_can_be_opened_by_the_mouse() -> None:
    async with playing(roll="65") as game:
        await game.click_text("0-9 type")
        assert game.prompt == "Move: _"


async def test_plain_spellings_of_a_play_are_read() -> None:
    async with playing(roll="65") as game:
        for text in (
            "24/18 18/13",
            "24/18/13",
            "24/13",
            "24-13",
            "24 13",
            "24 18 18 13",
            " 24 / 13 ",
            "24/18, 18/13",
            "18/13 24/18",
            "13",
            "24–13",
        ):
            await game.press("1", "backspace")
            await game.enter(text)
            assert game.played in ("24/18/13", "24/19/13"), f"{text}: {game.message}"
            await game.press("u", "u")


async def test_the_letter_o_is_a_zero() -> None:
    async with playing("24x11,20,12,10,8 13x15 w", "42") as game:
        for text, play in (
            *(("1o/6", "10/6"), ("1O/8", "10/8"), ("12/1o", "12/10"), ("12 1O", "12/10")),
            *(("2ο/16", "20/16"), ("2o-18", "20/18"), ("24/2o", "24/20")),
        ):
            await game.press("1", "backspace")
            await game.enter(text)
            assert game.played == play, f"{text}: {game.message}"
            await game.press("u")


async def test_plain_spellings_of_bearing_off_are_read() -> None:
    async with playing("4,3,2 13x9 w", "44") as game:
        for text in ("4/off", "4/0", "4/OFF", "4 OFF", "4-o", "4/o", "4/of", "4-0", "4/οφφ"):
            await game.enter(text)
            assert game.played == "4/off", f"{text}: {game.message}"
            await game.press("u")


async def test_plain_spellings_of_a_repeated_move_are_read() -> None:
    async with playing("24x12,8x3 12x15 w", "33") as game:
        for text in ("8/5(2)", "8/5 8/5", "8-5(2)", "8 5 8 5"):
            await game.enter(text)
            assert game.played == "8/5(2)", f"{text}: {game.message}"
            await game.press("u", "u")


HOSTILE = [
    ("24/14", "that is 10 pips"),
    ("24/12", "that is 12 pips"),
    ("24/13/8", "13/8 is not legal"),
    ("4/13", "no checker on 4"),
    ("24/-7", "like 24/18"),
    ("24/13x", "like 24/18"),
    ("24/1 3", "like 24/18"),
    ("2 4/13", "like 24/18"),
    ("25/19", "points are 1-24"),
    ("99/98", "points are 1-24"),
    ("24//18", "like 24/18"),
    ("24/18/", "like 24/18"),
    ("24/18(5)", "like 24/18"),
    ("24/18(2)", "not legal"),
    ("0/18", "like 24/18"),
    ("24/24", "24/24 is not legal"),
    ("24/18 24/18 24/18 24/18 24/18", "a roll has at most four"),
    ("24/18[/b]", "like 24/18"),
    ("24/18;drop", "like 24/18"),
    ("1e3", "like 24/18"),
    ("2²", "like 24/18"),
    ("1٢", "like 24/18"),
    ("24/18" * 30, "like 24/18"),
    ("9" * 200, "like 24/18"),
    ("24", "no checker can go to 24"),
]
"""What is typed with 65 on the opening position, and words of the answer."""


async def test_hostile_text_plays_nothing_nearby() -> None:
    async with playing(roll="65") as game:
        before = game.state
        for text, words in HOSTILE:
            await game.enter(text)
            assert game.state == before, text
            assert game.message.startswith("! "), text
            assert words.lower() in game.message.lower(), text
            assert len(game.prompt) <= 78
            await game.press("escape")
            assert game.hand.typed is None
            assert words.lower() in game.message.lower(), text


async def test_pasted_text_goes_into_the_open_line() -> None:
    async with playing(roll="65") as game:
        await game.type("2")
        await game.paste("4/18\n18/13\nq\ny\n")
        assert game.prompt == "Move: 24/18_"
        await game.press("enter")
        assert game.played == "24/18"


async def test_pasted_text_is_plain_and_short() -> None:
    async with playing(roll="65") as game:
        await game.type("2")
        await game.paste("4/18\x1b[31m\x07\u200b[/b]" + "x" * 5000)
        assert game.hand.typed is not None
        assert len(game.hand.typed) <= 60
        assert game.hand.typed.isprintable()
        await game.press("enter")
        assert "like 24/18" in game.message


async def test_pasted_text_without_a_line_does_nothing() -> None:
    async with playing(roll="65") as game:
        before = game.state
        for text in ("24/18\n", "r\n", "q\ny\n", "", "\n" * 50):
            await game.paste(text)
            assert game.state == before
            assert game.is_at_table
            assert "type a digit to open it" in game.message
            await game.press("tab")


async def test_digits_before_the_roll_open_no_line() -> None:
    async with playing() as game:
        await game.type("24/18")
        assert game.hand.typed is None
        assert game.session.turn is None
        assert game.prompt == "Anna (White) to roll: press r"


# -- numbers, and the table turned


@pytest.mark.parametrize("turns", [0, 1], ids=["from White's seat", "from Black's seat"])
@pytest.mark.parametrize("side", "wb")
async def test_the_number_under_the_cursor_is_the_typed_one_and_the_one_in_the_log(
    side: str, turns: int
) -> None:
    source, landing, target = (24, 18, 13) if side == "w" else (12, 6, 1)
    written = f"{source}/{landing}/{target}"
    async with playing(f"24x15 12x15 {side}", "65") as game:
        await game.press(*["f"] * turns)
        for place in (source, target):
            await game.go_to(place)
            [label] = [row for row in game.drawn(place) if "[" in row]
            assert label.strip() == f"[{place:>2}]"
        await game.click_place(source)
        assert game.prompt.endswith(f"{source} is chosen; choose where it goes")
        await game.press("escape")
        await game.enter(f"{source}/{target}")
        await game.press("enter")
        assert game.log == [f"1 {side.upper()} 65 {written}"]


async def test_the_other_sides_numbers_are_no_second_way_to_write_a_move() -> None:
    async with playing("24x15 12x15 b", "65") as game:
        before = game.state
        await game.enter("24/13")
        assert game.state == before
        assert "Black has no checker on 24" in game.message


async def test_a_runner_passes_the_start_by_printed_numbers() -> None:
    async with playing("24x15 12x14,1 b", "21") as game:
        await game.enter("1/23")
        assert game.played == "1/23"


async def test_turning_the_table_moves_every_point_across() -> None:
    async with playing(roll="65") as game:
        before = {point: game.drawn(point) for point in range(1, 25)}
        regions = {point: game.region(point) for point in range(1, 25)}
        await game.press("f")
        for point in range(1, 25):
            opposite = point + 12 if point <= 12 else point - 12
            assert game.region(point) == regions[opposite]
            assert str(point) in "".join(game.drawn(point))
        await game.press("f")
        assert {point: game.drawn(point) for point in range(1, 25)} == before


async def test_turning_the_table_keeps_what_is_chosen() -> None:
    async with playing(roll="65") as game:
        await game.click_place(24)
        before, chosen = game.state, game.hand.chosen
        await game.press("f")
        assert (game.state, game.hand.chosen) == (before, chosen)
        await game.click_place(13)
        assert game.played == "24/18/13"


async def test_own_numbers_are_a_second_rim() -> None:
    async with playing("24x15 12x15 b", "65") as game:
        await game.press("n")
        for printed in range(1, 25):
            rows = game.drawn(printed)
            outer, inner = (rows[0], rows[1]) if printed > 12 else (rows[-1], rows[-2])
            own = printed + 12 if printed <= 12 else printed - 12
            assert outer.strip("[] ") == str(printed)
            assert inner.strip() == str(own)
        assert "Black's own" in game.message
        await game.enter("12/6")
        assert game.played == "12/6", "typed numbers stay the printed ones"
        await game.press("n")
        assert game.drawn(24)[1].strip() != "12"


# -- what is shown


async def test_pips_and_checkers_off_stand_beside_their_names() -> None:
    async with playing(roll="65", dice="32") as game:
        assert game.player(W).endswith("Anna pips 360, off 0")
        assert game.player(B).endswith("Bob pips 360, off 0")
        await game.enter("24/13")
        await game.press("enter")
        assert game.player(W).endswith("Anna pips 349, off 0")
        assert game.player(B).endswith("Bob pips 360, off 0")
        assert [line.strip() for line in game.shown("#players") if "ahead" in line] == ["11 ahead"]
        await game.press("r")
        await game.enter("12/7")
        assert game.player(B).endswith("Bob pips 355, off 0")
        await game.press("enter")
        assert game.player(W).endswith("Anna pips 349, off 0")
        assert game.player(B).endswith("Bob pips 355, off 0")


async def test_checkers_off_are_counted_for_the_side_that_took_them() -> None:
    async with playing("6x7,5x7 18x7,17x7 w", "61", dice="61") as game:
        await game.enter("6/off 6/5")
        assert game.player(W).endswith("off 2")
        assert game.player(B).endswith("off 1")
        assert game.drawn(W)[0].strip() == "2"
        assert game.drawn(B)[-1].strip() == "1"
        await game.press("enter", "r")
        await game.enter("18/off 18/17")
        assert game.player(W).endswith("off 2")
        assert game.player(B).endswith("off 2")


async def test_a_narrow_table_has_the_counts_in_its_title() -> None:
    async with playing(roll="65", size=(60, 20)) as game:
        await game.enter("24/13")
        assert ">Anna 349/0" in game.lines[0]
        assert "Bob 360/0" in game.lines[0]


async def test_the_side_on_roll_is_marked_by_a_sign() -> None:
    async with playing(roll="65") as game:
        assert game.player(W).startswith("►")
        assert not game.player(B).startswith("►")
        await game.enter("24/13")
        await game.press("enter")
        assert not game.player(W).startswith("►")
        assert game.player(B).startswith("►")


async def test_the_last_play_stays_visible_until_the_next_one() -> None:
    async with playing(roll="65", dice="32") as game:
        await game.enter("24/13")
        await game.press("enter")
        for keys in ([], ["r"], ["enter"]):
            await game.press(*keys)
            assert "◦" in "".join(game.drawn(24))
            assert "◂▸" in "".join(game.drawn(13))
        await game.press("escape")
        await game.enter("12/7")
        await game.press("enter")
        assert "◂▸" not in "".join(game.drawn(13))
        assert "◂▸" in "".join(game.drawn(7))


async def test_the_last_play_onto_a_tall_stack_is_visible() -> None:
    async with playing("13,2x14 18,12x13,5 w", "65", dice="32") as game:
        await game.enter("13/2")
        await game.press("enter")
        assert "15" in "".join(game.drawn(2))
        assert "◂▸" in "".join(game.drawn(2))


async def test_the_log_keeps_the_last_turns() -> None:
    async with playing(roll="65", dice="43 11 22") as game:
        await game.enter("24/13")
        await game.press("enter", "r")
        await game.enter("12/5")
        await game.press("enter", "r")
        assert game.log == ["1 W 65 24/18/13", "2 B 43 12/8/5"]


@pytest.mark.parametrize(
    ("key", "last"), [("d", "a draw, agreed"), ("x", "White resigned")], ids=["draw", "resignation"]
)
async def test_the_log_says_how_a_game_ended_that_was_not_played_out(key: str, last: str) -> None:
    async with playing(roll="65") as game:
        await game.press(key, "y")
        [result] = log_lines(game.session.record.game)
        assert (result.label, result.play) == ("", last)


async def test_a_step_of_the_cursor_draws_the_quadrant_that_it_touches_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playing(roll="65", size=(200, 60)) as game:
        await game.go_to(20)
        drawn: list[str] = []
        for kind in (Widget, Rows):

            def noted(
                widget: Widget, crop: Region, render_lines: Renderer = kind.render_lines
            ) -> list[Strip]:
                drawn.append(type(widget).__name__)
                return render_lines(widget, crop)

            monkeypatch.setattr(kind, "render_lines", noted)
        await game.press("right")
        assert drawn == ["QuadrantView"]


async def test_what_to_do_now_is_said_in_one_place() -> None:
    async with opened(start=started(), dice="53 65 66") as game:
        said = [game.prompt]
        for keys in (["r"], ["r"], ["r"], ["enter"], ["escape", "a"], ["enter"]):
            await game.press(*keys)
            said.append(game.prompt)
        assert said == [
            "Anna (White) rolls one die to open: press r",
            "Bob (Black) rolls one die to open: press r",
            "Anna (White) to roll: press r",
            "Anna (White) to play 65: choose a checker",
            "Anna (White): 24 is chosen; choose where it goes",
            "Anna (White): Enter ends the turn, u takes a move back",
            "Bob (Black) to roll: press r",
        ]


# -- the cursor


async def test_tab_visits_the_sources_and_then_the_targets() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        seen = set()
        for _ in range(8):
            await game.press("tab")
            seen.add(game.hand.cursor)
        assert seen == {24, 10, 8, 5}
        await game.tab_to(10)
        await game.press("enter")
        seen = set()
        for _ in range(8):
            await game.press("tab")
            seen.add(game.hand.cursor)
        assert seen == {8, 6, 4}


async def test_tab_goes_back_with_shift() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        await game.press("tab")
        here = game.hand.cursor
        await game.press("tab", "shift+tab")
        assert game.hand.cursor == here


async def test_tab_before_the_roll_says_what_to_do() -> None:
    async with playing() as game:
        await game.press("tab")
        assert game.hand.cursor is None
        assert "press r" in game.message


async def test_tab_reaches_the_tray() -> None:
    async with playing("6x7,5x7 18x7,17x7 w", "61") as game:
        await game.tab_to(6)
        await game.press("enter")
        await game.tab_to(W)
        await game.press("enter")
        assert game.played == "6/off"


@pytest.mark.parametrize("turns", [0, 1], ids=["from White's seat", "from Black's seat"])
async def test_the_arrows_visit_all_points_and_both_trays(turns: int) -> None:
    async with playing(roll="65") as game:
        await game.press(*["f"] * turns)
        seen = []
        for down, across in (("up", "left"), ("down", "right")):
            await game.press(down, *[across] * 14)
            for _ in range(13):
                seen.append(game.hand.cursor)
                await game.press("right" if across == "left" else "left")
        assert len(set(seen)) == 26
        assert set(seen) == {*range(1, 25), W, B}


async def test_up_and_down_go_to_the_opposite_point() -> None:
    async with playing(roll="65") as game:
        await game.go_to(22)
        await game.press("down")
        assert game.hand.cursor == 3
        await game.press("down")
        assert game.hand.cursor == 3
        await game.press("up")
        assert game.hand.cursor == 22


async def test_the_cursor_is_seen_without_colours() -> None:
    async with playing(roll="65") as game:
        for place in (24, 18, W):
            await game.go_to(place)
            brackets = [row for row in game.drawn(place) if "[" in row and "]" in row]
            assert len(brackets) == 1
        assert not any("[" in row for row in game.drawn(18))


# -- keys that do nothing, and what is said


USED = set("raufndxsqhmw?")


@pytest.mark.parametrize("roll", ["", "65"], ids=["to roll", "to play"])
async def test_keys_without_a_use_say_so(roll: str) -> None:
    async with playing(roll=roll) as game:
        before = game.state
        for key in [*sorted(set(string.ascii_lowercase) - USED), *"!#&'*+,-./<>@[]_`{}~\"\\"]:
            await game.press(key)
            assert f"The key {key} does nothing here" in game.message
        assert game.state == before


async def test_signs_in_messages_are_letters_and_no_markup() -> None:
    async with playing(roll="65") as game:
        for key in "[", "\\", "{":
            await game.press(key)
            assert f"The key {key} does nothing here" in game.message


LONG = "Maximilian-Alexander von und zu Hohenstein-Schillingsfürst der Dritte"


@pytest.mark.parametrize("own", [False, True], ids=["program's dice", "own dice"])
async def test_prompts_fit_one_line_with_long_names(own: bool) -> None:
    match = started(LONG, LONG.replace("Max", "Min"), own=own)
    async with opened(start=match, dice="44 61 65") as game:
        for die in ("4", "4", "6", "1", "65", ""):
            assert not game.prompt.endswith(".."), game.prompt
            if die:
                await (game.enter(die) if own else game.press("r"))
        await game.press("enter")
        assert not game.prompt.endswith(".."), game.prompt
        await game.enter("24/13")
        assert not game.prompt.endswith(".."), game.prompt


async def test_the_opening_and_a_declined_draw_fit_two_lines_with_long_names() -> None:
    async with playing(match=started(LONG, LONG.replace("Max", "Min"))) as game:
        for keys in ([], ["d", "n"], ["tab"], ["d", "y", "n"]):
            await game.press(*keys)
            assert game.message.removeprefix("! ") == game.table.message
