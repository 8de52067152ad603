"""Questions, results, settings, help, the form, the start screen; keys that come too soon."""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from app_pilot import Game, opened, playing, started
from rich.cells import cell_len, set_cell_size
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Input

from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceFrom,
    DrawAgreed,
    MatchStarted,
    NextGameStarted,
    PlayStopped,
    Resigned,
    clean_names,
)
from fevga_tui.rules.match import Phase, replay
from fevga_tui.rules.play import Roll
from fevga_tui.rules.position import STARTING, Position, Side
from fevga_tui.rules.ruleset import RULESETS
from fevga_tui.session import Session
from fevga_tui.store import Store
from fevga_tui.ui.screens.base import FevgaDialog
from fevga_tui.ui.screens.new_match import NewMatchScreen
from fevga_tui.ui.screens.question import QuestionScreen
from fevga_tui.ui.screens.reading import ReadingScreen
from fevga_tui.ui.screens.result import ResultScreen
from fevga_tui.ui.screens.settings import SettingsScreen
from fevga_tui.ui.screens.start import StartScreen
from fevga_tui.ui.screens.table import TableScreen
from fevga_tui.ui.settings import NOTES
from fevga_tui.ui.widgets.choice import Choice
from fevga_tui.words import HOW_TO_PLAY

W, B = Side.WHITE, Side.BLACK
PAUSE = 0.15


# -- resigning


async def test_resigning_asks_who_resigns_and_says_what_it_costs() -> None:
    async with playing(roll="65") as game:
        await game.press("x")
        assert "Anna (White): resign this game?" in game.dialog
        assert "Bob (Black) gets 2 points, a mars: no checker is borne off." in game.dialog
        assert "> n Play on" in game.dialog, "the harmless answer is chosen"
        assert "y Anna (White) resigns" in game.dialog


async def test_resigning_costs_one_point_once_a_checker_is_off() -> None:
    async with playing("6x7,5x7 18x7,17x7 b") as game:
        await game.press("x")
        assert "Bob (Black): resign this game? Anna (White) gets 1 point." in game.dialog
        await game.press("y")
        assert game.match.score == {W: 1, B: 0}


@pytest.mark.parametrize("key", ["n", "enter", "escape"])
async def test_the_harmless_answer_does_not_resign(key: str) -> None:
    async with playing(roll="65") as game:
        before = game.state
        await game.press("x", key)
        assert game.is_at_table
        assert game.state == before


@pytest.mark.parametrize("roll", ["", "65"], ids=["to roll", "to play"])
async def test_a_yes_resigns(roll: str) -> None:
    async with playing(roll=roll) as game:
        await game.press("x", "y")
        assert game.events[-1] == Resigned()
        assert game.match.score == {W: 0, B: 2}


async def test_the_moves_of_an_unfinished_turn_do_not_count_when_resigning() -> None:
    async with playing("1,6x13 18x14,17 w", "61") as game:
        await game.enter("6/off")
        await game.press("x")
        assert "gets 1 point" in game.dialog, "one was off before"
        await game.press("y")
        assert game.events[-1] == Resigned()


async def test_a_click_on_the_hint_asks_as_well() -> None:
    async with playing(roll="65", size=(120, 40)) as game:
        before = game.state
        await game.click_text("x resign")
        assert isinstance(game.app.screen, QuestionScreen)
        await game.click_text("Play on")
        assert game.is_at_table
        assert game.state == before
        await game.click_text("x resign")
        await game.click_text("Anna (White) resigns")
        assert game.events[-1] == Resigned()


# -- a draw


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("x", "up/down choose  Enter answer  Esc play on"),
        ("d", "up/down choose  Enter answer  Esc play on"),
        ("xy", "up/down choose  Enter go on  Esc leave"),
    ],
)
async def test_a_dialog_shows_its_own_keys_and_not_those_behind_it(keys: str, shown: str) -> None:
    async with playing(roll="65") as game:
        await game.press(*keys)
        assert game.lines[-1].strip() == shown
        await game.click_text("Esc")
        assert not isinstance(game.app.screen, FevgaDialog)


async def test_a_draw_is_put_to_the_other_player_by_name() -> None:
    async with playing(roll="65") as game:
        await game.press("d")
        assert "Bob (Black): Anna (White) offers a draw. Do you agree?" in game.dialog
        assert "> n Play on" in game.dialog
        await game.press("y")
        assert game.events[-1] == DrawAgreed()
        assert game.match.score == {W: 0, B: 0}
        assert "A draw was agreed: nobody scores." in game.dialog
        assert "After a draw a contest decides who opens the next game." in game.dialog
        await game.press("n")
        assert game.phase is Phase.CONTEST
        assert game.match.position == STARTING


async def test_black_offers_a_draw_to_white() -> None:
    async with playing("24x15 12x15 b") as game:
        await game.press("d")
        assert "Anna (White): Bob (Black) offers a draw." in game.dialog


@pytest.mark.parametrize("key", ["n", "enter", "escape"])
async def test_a_declined_draw_changes_nothing_and_is_said(key: str) -> None:
    async with playing(roll="65") as game:
        before = game.state
        await game.press("d", key)
        assert game.state == before
        assert game.message == "Bob (Black) declines the draw."


@pytest.mark.parametrize("key", ["d", "x"])
async def test_nothing_ends_a_game_in_the_contest(key: str) -> None:
    async with opened(start=started(), dice="54") as game:
        for _ in range(2):
            before = game.state
            await game.press(key)
            assert game.is_at_table
            assert game.state == before
            assert "once the game has begun" in game.message
            assert key not in [hint.split()[0] for hint in game.keys.split("  ")]
            await game.press("r")


# -- keys that come too soon


async def test_keys_sent_before_a_question_is_shown_are_dropped() -> None:
    for key in ("d", "x"):
        async with playing(roll="65", pause=PAUSE) as game:
            before = game.state
            await game.burst(key, "y", "enter", "space", "y", "enter", "escape", "n")
            assert isinstance(game.app.screen, QuestionScreen), "it is still asked"
            assert game.state == before
            game.clock.wait()
            await game.press("n")
            assert game.is_at_table


async def test_a_question_is_answered_once_keys_have_paused() -> None:
    async with playing(roll="65", pause=PAUSE) as game:
        await game.press("x")
        game.clock.wait(0.1)
        await game.press("y")
        game.clock.wait(0.1)
        await game.press("y")
        assert isinstance(game.app.screen, QuestionScreen), "no pause yet"
        game.clock.wait(0.2)
        await game.press("y")
        assert game.events[-1] == Resigned()


async def test_a_stream_of_keys_does_not_close_a_result() -> None:
    async with playing("1 13x15 w", "21", pause=PAUSE) as game:
        await game.burst(*"1/off", "enter", "enter", "space", "n", "enter", "q", "s")
        assert isinstance(game.app.screen, ResultScreen)
        assert game.phase is Phase.GAME_OVER


@pytest.mark.parametrize("key", ["enter", "r", "space"])
async def test_the_burst_that_ends_a_turn_does_not_roll_for_the_other_side(key: str) -> None:
    async with playing(roll="65", dice="43", pause=PAUSE) as game:
        await game.burst(*"24/13", "enter", "enter", key, key, "r")
        assert game.match.on_roll is B
        assert game.phase is Phase.TO_ROLL
        game.clock.wait(0.05)
        await game.burst("r", "r")
        assert game.session.turn is None
        game.clock.wait(0.2)
        await game.press("r")
        assert game.turn.roll == Roll(4, 3)


async def test_a_held_key_never_plays_for_the_other_side() -> None:
    for key in ("enter", "space", "r"):
        async with playing(roll="65", dice="43", pause=PAUSE) as game:
            await game.enter("24/13")
            game.clock.wait()
            await game.press("enter")
            await game.hold(key, seconds=1)
            assert game.session.turn is None
            assert game.match.on_roll is B
            game.clock.wait(0.2)
            await game.press("r")
            assert game.turn.roll == Roll(4, 3)


async def test_a_held_key_rolls_one_die_of_the_contest() -> None:
    async with opened(start=started(), dice="44 5", pause=PAUSE) as game:
        await game.hold("r", seconds=1)
        assert game.events[1:] == [ContestDieRolled(W, 4)]
        game.clock.wait()
        await game.hold("space", seconds=1)
        assert game.events[2:] == [ContestDieRolled(B, 4)]
        game.clock.wait()
        await game.hold("r", seconds=1)
        assert game.events[3:] == [ContestDieRolled(W, 5)]


async def test_pasted_dice_are_those_of_one_side() -> None:
    async with opened(start=started(own=True), pause=PAUSE) as game:
        await game.burst("6", "enter", "1", "enter", "6", "5", "enter")
        assert game.events[1:] == [ContestDieRolled(W, 6)]


RAW = "24/18\n18/13\nq\ny\nr\n"


def _raw(text: str, newline: str) -> list[str]:
    return [newline if letter == "\n" else letter for letter in text]


@pytest.mark.parametrize("newline", ["enter", "ctrl+j"])
async def test_raw_text_pasted_on_the_board_does_not_leave_resign_or_roll(newline: str) -> None:
    async with opened(start=started(), dice="53 65", pause=PAUSE) as game:
        for _ in range(3):
            await game.press("r")
            game.clock.wait()
        session = game.session
        await game.burst(*_raw(RAW, newline))
        assert game.app.is_running
        assert len(session.events) == 4
        assert session.turn is not None
        assert session.turn.is_complete, "both lines were plays"
        game.clock.wait()
        if not game.is_at_table:
            assert isinstance(game.app.screen, StartScreen)
            assert "> c Continue Anna 0 - 0 Bob" in game.words
            await game.press("enter")
        assert game.session.turn == session.turn
        assert game.events == session.events


async def test_raw_text_pasted_in_a_name_field_leaves_and_rolls_nothing() -> None:
    async with opened(pause=PAUSE) as game:
        await game.press("n")
        game.clock.wait()
        await game.burst(*_raw(RAW, "enter"))
        assert game.app.is_running
        assert isinstance(game.app.screen, NewMatchScreen)
        assert game.app.screen.query_one("#white", Input).value == RAW.replace("\n", "")


async def test_raw_line_feeds_in_a_name_field_do_nothing() -> None:
    async with opened(pause=PAUSE) as game:
        await game.press("n")
        game.clock.wait()
        await game.burst(*_raw(RAW, "ctrl+j"))
        assert isinstance(game.app.screen, NewMatchScreen)
        assert game.app.screen.query_one("#white", Input).value == RAW.replace("\n", "")


# -- dialogs and what is below


OPENS = {
    "resign": ("x", ["n", "enter", "escape", "ctrl+c"]),
    "draw": ("d", ["n", "enter", "escape", "ctrl+c"]),
    "help": ("?", ["escape", "q", "?", "ctrl+c"]),
    "settings": ("s", ["escape", "enter", "q", "s", "ctrl+c"]),
    "leave": ("ctrl+c", ["n", "enter", "escape", "ctrl+c"]),
}
"""The key that opens each dialog over the table, and the keys that close it."""


@pytest.mark.parametrize("name", OPENS)
async def test_the_key_that_closes_a_dialog_does_nothing_below(name: str) -> None:
    key, closing = OPENS[name]
    async with playing(roll="65", pause=PAUSE) as game:
        await game.press("enter")
        before, hand = game.state, game.hand
        assert hand.chosen == 24
        for closes in closing:
            game.clock.wait()
            await game.press(key)
            assert isinstance(game.app.screen, FevgaDialog)
            game.clock.wait()
            await game.burst(closes, closes)
            assert game.is_at_table, f"{closes} closes, and opens nothing"
            assert (game.state, game.hand) == (before, hand)


@pytest.mark.parametrize("name", OPENS)
async def test_a_dialog_is_closed_by_a_click_which_does_nothing_below(name: str) -> None:
    key, _ = OPENS[name]
    words = {"help": "Esc close", "settings": "Esc close", "leave": "Stay"}.get(name, "Play on")
    async with playing(roll="65") as game:
        before, hand = game.state, game.hand
        await game.press(key)
        await game.click_text(words)
        assert game.is_at_table
        assert (game.state, game.hand) == (before, hand)


@pytest.mark.parametrize("name", OPENS)
async def test_the_keys_of_the_table_are_dead_under_a_dialog(name: str) -> None:
    key, closing = OPENS[name]
    async with playing(roll="65") as game:
        before, hand = game.state, game.hand
        await game.press(key)
        screen = game.app.screen
        for other in [*"raufndxshmw1246y", "space", "backspace", "right", "tab", "r"]:
            if other in closing or other in ("y", "backspace") or len(game.app.screen_stack) < 3:
                continue
            await game.press(other)
            assert game.app.screen is screen, other
            assert (game.state, game.hand) == (before, hand), other


async def test_clicks_beside_a_dialog_do_nothing() -> None:
    async with playing(roll="65") as game:
        before, hand = game.state, game.hand
        region, keys = game.region(24), game.widget("#keys").region
        await game.press("x")
        await game.click(region.x + 1, region.y + 1)
        await game.click(keys.x + 2, keys.y)
        assert isinstance(game.app.screen, QuestionScreen)
        assert (game.state, game.hand) == (before, hand)


async def test_pasted_text_does_not_answer_a_question() -> None:
    async with playing(roll="65") as game:
        before = game.state
        await game.press("x")
        await game.paste("y\n")
        assert isinstance(game.app.screen, QuestionScreen)
        assert game.state == before


@pytest.mark.parametrize("key", ["x", "d"])
async def test_the_board_behind_a_question_shows_the_last_move(key: str) -> None:
    async with playing(roll="65") as game:
        top = [game.region(point) for point in (18, 13)]
        await game.burst(*"24/18", "enter", key)
        assert isinstance(game.app.screen, QuestionScreen)
        assert "▌▁▁▐" in "".join(game.part(top[0])), "the checker stands where it went"
        await game.press("n")
        await game.burst(*"18/13", "enter", "enter", key)
        assert isinstance(game.app.screen, QuestionScreen)
        assert "◂▸" in "".join(game.part(top[1]))
        assert "1 W 65 24/18/13" in game.words


@pytest.mark.parametrize("name", [name for name in OPENS if name not in ("help", "settings")])
async def test_the_space_bar_answers_no_question(name: str) -> None:
    async with playing(roll="65") as game:
        before = game.state
        await game.press(OPENS[name][0], "space", "space")
        assert isinstance(game.app.screen, QuestionScreen)
        assert game.state == before


@pytest.mark.parametrize("key", ["enter", "n", "escape", "q"])
async def test_the_key_that_closes_a_result_does_nothing_below(key: str) -> None:
    async with opened(start=started(), dice="53", pause=PAUSE) as game:
        for opens in ("r", "r", "x", "y"):
            await game.press(opens)
            game.clock.wait()
        assert isinstance(game.app.screen, ResultScreen)
        await game.press("space")
        assert isinstance(game.app.screen, ResultScreen)
        await game.burst(key, key, key, "space")
        if key in ("enter", "n"):
            assert game.is_at_table
            assert game.events[-1] == NextGameStarted()
        else:
            assert isinstance(game.app.screen, StartScreen)
            assert game.app.is_running
            assert not game.app._exit


@pytest.mark.parametrize(
    ("keys", "closing"), [(["m"], ["escape", "q"]), (["h"], ["escape", "q"]), (["w", "w"], ["q"])]
)
async def test_what_is_looked_at_is_closed_by_a_key_that_does_nothing_below(
    keys: list[str], closing: list[str]
) -> None:
    async with playing(roll="65", pause=PAUSE) as game:
        await game.enter("24/14")
        game.clock.wait()
        await game.press("escape")
        before, hand = game.state, game.hand
        for closes in closing:
            for key in keys:
                game.clock.wait()
                await game.press(key)
            assert not game.is_at_table
            game.clock.wait()
            await game.burst(closes, closes)
            assert game.is_at_table
            assert (game.state, game.hand) == (before, hand)


# -- the end of a game


ENDS = [
    (W, 0, 2, "Bob (Black) has borne off none: mars, 2 points."),
    (W, 1, 1, "Bob (Black) has borne off 1, so 1 point."),
    (W, 14, 1, "Bob (Black) has borne off 14, so 1 point."),
    (B, 0, 2, "Anna (White) has borne off none: mars, 2 points."),
    (B, 1, 1, "Anna (White) has borne off 1, so 1 point."),
    (B, 14, 1, "Anna (White) has borne off 14, so 1 point."),
]


@pytest.mark.parametrize(("winner", "off", "points", "why"), ENDS)
async def test_the_result_says_who_won_and_why_so_many_points(
    winner: Side, off: int, points: int, why: str
) -> None:
    position = f"1 13x{15 - off} w" if winner is W else f"1x{15 - off} 13 b"
    name = "Anna (White)" if winner is W else "Bob (Black)"
    async with playing(position, "21") as game:
        await game.enter("1/off" if winner is W else "13/off")
        assert isinstance(game.app.screen, ResultScreen)
        assert game.match.score[winner] == points
        assert game.match.score[winner.other] == 0
        assert f"{name} wins the game. All fifteen are off. {why}" in game.dialog
        assert f"{name} won and so opens the next game." in game.dialog
        score = (points, 0) if winner is W else (0, points)
        assert f"Anna (White) {score[0]} - {score[1]} Bob (Black) (match to 3)" in game.dialog
        await game.press("n")
        assert game.phase is Phase.TO_ROLL
        assert game.match.on_roll is winner
        assert game.prompt == f"{name} to roll: press r"
        assert game.message == f"{name} won the last game and opens this one."


async def test_a_win_with_dice_left_over_ends_at_once() -> None:
    async with playing("3,2 12x15 w", "66") as game:
        await game.enter("3/off")
        assert game.message == ""
        await game.enter("2/off")
        assert isinstance(game.app.screen, ResultScreen)
        assert "no legal move" not in game.words.lower()
        assert game.match.outcomes[-1].points == 2


@pytest.mark.parametrize("position", ["1 12x15 w", "24x15 13 b"])
async def test_a_last_checker_needs_one_die_of_any_roll(position: str) -> None:
    for roll in ("66", "61", "54", "11"):
        async with playing(position, roll) as game:
            await game.press("a")
            assert isinstance(game.app.screen, ResultScreen)


async def test_the_last_checker_is_borne_off_by_mouse_and_by_cursor() -> None:
    async with playing("1 13x15 w", "21") as game:
        await game.click_place(1)
        await game.click_place(W)
        assert isinstance(game.app.screen, ResultScreen)
        await game.press("escape")
    async with playing("1 13x15 w", "21") as game:
        await game.tab_to(1)
        await game.press("enter")
        await game.tab_to(W)
        await game.press("enter")
        assert isinstance(game.app.screen, ResultScreen)


async def test_a_resigned_game_says_so() -> None:
    async with playing(roll="65") as game:
        await game.press("x", "y")
        assert "Bob (Black) wins the game. Anna (White) resigned." in game.dialog
        assert "Anna (White) has borne off none: mars, 2 points." in game.dialog
        await game.press("n")
        assert game.events[-1] == NextGameStarted()
        assert game.match.on_roll is B


@pytest.mark.parametrize("rules", ["reach", "moultezim"])
async def test_rules_with_a_contest_each_game_say_so(rules: str) -> None:
    async with playing(match=started(rules=RULESETS[rules])) as game:
        await game.press("x", "y")
        assert "By these rules a contest decides who opens the next game." in game.dialog
        await game.press("n")
        assert game.phase is Phase.CONTEST


async def test_a_result_is_left_for_the_start_screen_and_comes_back() -> None:
    async with opened(start=started(), dice="53") as game:
        await game.press("r", "r", "x", "y", "escape")
        assert isinstance(game.app.screen, StartScreen)
        assert "Continue Anna 0 - 2 Bob" in game.words
        await game.press("c")
        assert isinstance(game.app.screen, ResultScreen)
        await game.press("n")
        assert game.match.on_roll is B


async def test_a_match_is_over_just_when_its_target_is_reached() -> None:
    async with playing() as game:
        await game.press("x", "y")
        assert "Game 1 is over" in game.dialog
        assert game.match.score == {W: 0, B: 2}
        await game.press("n")
        position = Position.from_text("6x7,5x7 18x7,17x7 w").position
        game.session.matches[-1] = replace(game.match, position=position, on_roll=W)
        await game.press("x", "y")
        assert game.match.score == {W: 0, B: 3}
        assert game.phase is Phase.MATCH_OVER
        assert "The match is over" in game.dialog
        assert "Bob (Black) wins the match after 2 games." in game.dialog
        assert "Next game" not in game.dialog


async def test_points_over_the_target_count() -> None:
    async with playing(match=started(target=1)) as game:
        await game.press("x", "y")
        assert game.phase is Phase.MATCH_OVER
        assert "Anna (White) 0 - 2 Bob (Black) (match to 1)" in game.dialog


async def test_a_rematch_is_the_same_again_from_nothing() -> None:
    async with opened(start=started("Zoë", "Li", target=1), dice="53 44 61") as game:
        await game.press("r", "r", "x", "y")
        first = game.session
        assert "> r Rematch" in game.dialog
        await game.press("r")
        assert game.session is not first
        assert game.events == [first.events[0]]
        assert game.phase is Phase.CONTEST
        assert "Zoë 0 - 0 Li" in game.lines[0]
        await game.press("r", "r", "r", "r")
        assert game.match.on_roll is W


async def test_points_stay_with_the_player_who_won_them() -> None:
    async with playing(match=started(target=None)) as game:
        for loser, score in ((W, (0, 2)), (B, (2, 2)), (W, (2, 4))):
            position = STARTING
            game.session.matches[-1] = replace(game.match, position=position, on_roll=loser)
            await game.press("x", "y", "n")
            assert (game.match.score[W], game.match.score[B]) == score
            assert f"Anna {score[0]} - {score[1]} Bob" in game.lines[0]


async def test_unlimited_play_stops_between_games() -> None:
    async with playing(match=started(target=None)) as game:
        await game.press("x", "y")
        assert "s Stop here" in game.dialog
        await game.press("s")
        assert game.events[-1] == PlayStopped()
        assert "The match is over" in game.dialog
        assert "Bob (Black) wins the match after 1 game." in game.dialog


async def test_unlimited_play_may_stop_level() -> None:
    async with playing(match=started(target=None)) as game:
        await game.press("d", "y", "s")
        assert "Play stopped level after 1 game." in game.dialog


async def test_a_match_to_a_target_does_not_offer_to_stop() -> None:
    async with playing() as game:
        await game.press("d", "y")
        assert "Stop here" not in game.dialog
        await game.press("s")
        assert game.phase is Phase.GAME_OVER


async def test_a_game_goes_on_until_it_ends() -> None:
    async with playing("1 12x15 b", dice="54 43 21") as game:
        for keys in (["r", "a", "enter"], ["tab"], ["f"]):
            await game.press(*keys)
        assert game.phase is Phase.TO_ROLL
        assert game.match.outcomes == ()


# -- the help


async def test_the_help_opens_scrolls_and_closes() -> None:
    async with playing(roll="65") as game:
        await game.press("?")
        assert isinstance(game.app.screen, ReadingScreen)
        assert "The game" in game.lines[0]
        first = game.text
        await game.press("down", "down")
        assert game.text != first
        await game.press("up", "up")
        assert game.text == first
        pages = [first]
        while len(pages) < 99 and game.text not in pages[:-1]:
            await game.press("space")
            pages.append(game.text)
        seen = " ".join("".join(pages).split())
        for words in (
            "Who opens",
            "The trapped fifteen",
            "The keys",
            "reset",
            "--no-mouse",
            "Shift",
            "Ctrl+C",
        ):
            assert words in seen
        assert all(cell_len(line) <= 80 for page in pages for line in page.splitlines())
        await game.press(*["b"] * len(pages))
        assert game.text == first
        await game.click_text("Space page")
        assert game.text != first
        await game.press("escape")
        assert game.is_at_table


async def test_the_help_opens_from_every_screen() -> None:
    async with opened() as game:
        await game.press("?")
        assert isinstance(game.app.screen, ReadingScreen)
        await game.press("q")
        assert isinstance(game.app.screen, StartScreen)
        await game.press("n", "down", "down", "?")
        assert isinstance(game.app.screen, ReadingScreen)
        await game.press("?")
        assert isinstance(game.app.screen, NewMatchScreen)


# -- the settings


async def _line(game: Game, is_it: Callable[[Choice], bool]) -> Choice:
    """Go to a line by the arrows."""
    for _ in range(9):
        focused = game.app.focused
        if isinstance(focused, Choice) and is_it(focused):
            return focused
        await game.press("down")
    raise AssertionError("no such line")


async def _take(game: Game, choice: Choice, value: str) -> None:
    """Take a value by the arrows."""
    for _ in choice.values:
        if choice.value == value:
            return
        await game.press("right")
        assert game.app.focused is choice
    raise AssertionError(f"no {value} among {choice.values}")


async def _set(game: Game, line: str, value: str) -> None:
    """Take a value of a setting, by the arrows."""
    await game.press("s")
    assert isinstance(game.app.screen, SettingsScreen)
    choice = await _line(game, lambda choice: choice.caption == line)
    await _take(game, choice, value)


async def test_colours_change_at_once() -> None:
    async with playing(roll="65") as game:
        before = [cell.style for cell in game.cells()[1]]
        await game.press("s", "right")
        await game.press("escape")
        assert [cell.style for cell in game.cells()[1]] != before
        assert game.turn.moves == ()


async def test_own_numbers_are_set_at_once() -> None:
    async with playing(roll="65") as game:
        await _set(game, "Numbers", "both")
        await game.press("escape")
        assert game.drawn(1)[-2].strip() == "1"
        assert game.drawn(18)[1].strip() == "18"
        await _set(game, "Numbers", "printed")
        await game.press("escape")
        assert game.drawn(18)[1].strip() != "18"


async def test_signs_are_drawn_at_once() -> None:
    async with playing(roll="65") as game:
        await _set(game, "Drawing", "signs")
        await game.press("escape")
        await game.enter("24/13")
        assert game.text.isascii()
        assert "(OO)" in game.text
        assert "[XX]" in game.text
        await _set(game, "Drawing", "blocks")
        await game.press("escape")
        assert "▁▁" in game.text


async def test_the_table_turns_by_itself_from_now_on() -> None:
    async with playing("24x15 12x15 b", "65", dice="43") as game:
        assert game.hand.seat is W
        await _set(game, "Table", "by itself")
        await game.press("escape")
        assert game.hand.seat is B
        await game.enter("12/1")
        await game.press("enter")
        assert game.hand.seat is W


async def test_settings_are_kept(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    async with opened(store=store) as game:
        for line, value in (("Numbers", "both"), ("Table", "by itself"), ("Drawing", "signs")):
            await _set(game, line, value)
            await game.press("escape")
        await game.press("s", "right", "escape")
        theme = game.app.theme
    store.close()
    store = Store.open(tmp_path)
    async with opened(store=store, start=started(), dice="35") as game:
        assert game.app.theme == theme
        assert game.text.isascii()
        await game.press("r")
        assert game.hand.seat is B
        assert game.hand.shows_own_numbers
    store.close()


async def test_a_dialog_that_is_closed_may_hear_of_a_new_size() -> None:
    async with playing(roll="65") as game:
        await game.press("x")
        dialog = game.app.screen
        assert isinstance(dialog, QuestionScreen)
        dialog.dismiss(result=False)
        dialog.post_message(Resize(Size(100, 30), Size(100, 30)))
        await game.settle()
        assert game.is_at_table


async def test_every_value_of_a_setting_is_explained() -> None:
    async with opened() as game:
        await game.press("s")
        for name, notes in NOTES.items():
            choice = await _line(game, lambda choice, name=name: choice.id == name)  # type: ignore[misc]
            for value, note in notes.items():
                await _take(game, choice, value)
                assert note in game.dialog
        assert len({note for notes in NOTES.values() for note in notes.values()}) >= 14


async def test_settings_are_changed_by_clicks() -> None:
    async with opened() as game:
        await game.click_text("Settings")
        await game.click_text("by itself")
        await game.click_text("Esc close")
        assert isinstance(game.app.screen, StartScreen)
        assert game.app.settings.turning == "by itself"


# -- leaving


async def test_ctrl_c_asks_on_every_screen() -> None:
    async with opened() as game:
        for keys in ([], ["n"], ["enter", "enter"], ["r"]):
            await game.press(*keys)
            screen = game.app.screen
            await game.press("ctrl+c")
            assert isinstance(game.app.screen, QuestionScreen)
            assert "Leave Fevga?" in game.dialog
            assert "> n Stay" in game.dialog
            await game.press("enter")
            assert game.app.screen is screen
            if keys == ["enter", "enter"]:
                game.session._die = lambda: 4


@pytest.mark.parametrize("keys", [["t"], ["h"], ["n", "A", "shift+left"], ["n", "A", "ctrl+a"]])
async def test_ctrl_c_asks_and_again_stays_where_one_reads_or_writes(keys: list[str]) -> None:
    async with opened() as game:
        await game.press(*keys)
        screen, text = game.app.screen, game.text
        for closes in ("ctrl+c", "n", "escape"):
            await game.press("ctrl+c")
            assert "Leave Fevga?" in game.dialog
            await game.press(closes)
            assert game.app.screen is screen
            assert game.text == text
        assert game.app.is_running


@pytest.mark.parametrize("key", ["m", "h"])
async def test_ctrl_c_asks_over_the_plays_and_the_past(key: str) -> None:
    async with playing(roll="65") as game:
        before = game.state
        await game.press(key)
        screen = game.app.screen
        await game.press("ctrl+c")
        assert "Leave Fevga?" in game.dialog
        await game.press("ctrl+c")
        assert game.app.screen is screen
        assert game.state == before


async def test_ctrl_c_leaves_a_result_for_the_start_screen_and_then_asks() -> None:
    async with opened(start=started(), dice="53") as game:
        await game.press("r", "r", "x", "y", "ctrl+c")
        assert isinstance(game.app.screen, StartScreen)
        assert "Continue Anna 0 - 2 Bob" in game.words
        await game.press("ctrl+c")
        assert "Leave Fevga?" in game.dialog


async def test_ctrl_c_in_a_dialog_takes_its_harmless_answer() -> None:
    async with playing(roll="65") as game:
        before = game.state
        for key in ("x", "d", "?", "s"):
            await game.press(key, "ctrl+c")
            assert game.is_at_table
            assert game.state == before
        await game.press("ctrl+c", "ctrl+c", "ctrl+c")
        assert isinstance(game.app.screen, QuestionScreen)
        assert game.app.is_running


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
async def test_a_yes_to_ctrl_c_leaves(key: str) -> None:
    async with playing(roll="65") as game:
        await game.press(key, "y")
        assert game.app._exit


BUILT_IN = [
    *(f"ctrl+{letter}" for letter in string.ascii_lowercase if letter not in "chijlmqz"),
    *("ctrl+backslash", "ctrl+underscore", "ctrl+at", "f1", "f5", "f12", "insert"),
]


async def test_no_key_of_the_framework_opens_writes_or_leaves_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    async with opened() as game:
        for keys in ([], ["s"], ["escape", "?"], ["escape", "n", "A"]):
            await game.press(*keys)
            screen, stack = game.app.screen, list(game.app.screen_stack)
            for key in BUILT_IN:
                if not (keys[-1:] == ["A"] and key in ("ctrl+v", "ctrl+x")):
                    await game.press(key)
                assert game.app.screen is screen, key
            assert game.app.screen_stack == stack
            assert not game.app._exit
    async with playing(roll="65") as game:
        before = game.state
        await game.press(*BUILT_IN)
        assert game.is_at_table
        assert game.state == before
        assert {key for key, *_ in game.app._bindings} == {"ctrl+c", "ctrl+l", "ctrl+z"}
        assert not game.app.ENABLE_COMMAND_PALETTE
    assert list(tmp_path.iterdir()) == []


async def test_leaving_the_table_asks_nothing_as_the_match_goes_on_from_the_start() -> None:
    async with opened(start=started(), dice="53 65") as game:
        await game.press("r", "r", "r")
        await game.enter("24/18")
        before = game.state
        await game.press("q")
        assert isinstance(game.app.screen, StartScreen)
        assert "> c Continue Anna 0 - 0 Bob, match to 3" in game.words
        await game.press("enter")
        assert game.state == before
        assert game.played == "24/18"


async def test_leaving_the_program_asks_if_a_match_would_be_lost() -> None:
    async with opened(start=started()) as game:
        await game.press("q", "q")
        assert isinstance(game.app.screen, QuestionScreen)
        assert "lost" in game.words
        await game.press("enter")
        assert isinstance(game.app.screen, StartScreen)
        await game.press("q", "y")
        assert game.app._exit


async def test_leaving_the_program_asks_nothing_if_the_match_is_kept(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    async with opened(store=store, start=started()) as game:
        await game.press("q", "q")
        assert game.app._exit
    store.close()


async def test_leaving_the_program_asks_nothing_where_nothing_was_played() -> None:
    async with opened() as game:
        await game.press("q")
        assert game.app._exit


async def test_a_new_match_loses_none(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    async with opened(store=store, start=started(), dice="53") as game:
        await game.press("r", "r", "q", "n", "escape")
        assert "Continue Anna 0 - 0 Bob" in game.words
        await game.press("n", "enter", "enter")
        assert game.match.started.white == "White"
        await game.press("q")
    assert len(store.numbers()) == 2
    store.close()


# -- names


HOSTILE = [
    ("[red]", "[/]"),
    ("[true, false]", "a[b"),
    ("[@click=app.quit]x[/]", "[/b]"),
    ("$name {0} %s", "\\x1b[31m"),
    ("x" * 60, "y" * 60),
    ("漢" * 30, "한" * 30),
    ("😀😀", "👩‍👩‍👧"),
    ("e\u0301\u0323\u0307", "a" + "\u0301" * 40),
    ("שלום", "مرحبا"),
    ("a\u200bb\u200f", "tab\there"),
    ("\x1b[31mred\x1b[0m", "two\nlines\r\n"),
    ("", "   "),
    ("same", "SAME"),
    ("Γιώργος", "Ελένη"),
]


@pytest.mark.parametrize(("white", "black"), HOSTILE)
async def test_any_names_are_shown_letter_for_letter_all_the_way(white: str, black: str) -> None:
    names = clean_names(white, black)
    match = MatchStarted(*names, 3, started().ruleset, DiceFrom.PROGRAM)
    # A name may be cut, and wrapped at its blanks; what stays of it is itself.
    begins = [set_cell_size(name, 8).strip().split(" ")[0] for name in names]
    async with opened(start=match, dice="53 65") as game:
        board = [line[:59] for line in game.lines[1:10]]
        seen = []
        for keys in ([], ["r"], ["r"], ["r"], ["d"], ["n"], ["x"], ["y"]):
            await game.press(*keys)
            seen.append(game.text)
            rows = game.cells()
            assert len(rows) == 24
            assert all(len(row) == 80 for row in rows)
        for begin in begins:
            assert all(begin in text for text in (seen[0], seen[3], seen[5], seen[7]))
        assert begins[1] in seen[4]
        assert begins[0] in seen[6]
        assert [line[:59] for line in seen[0].splitlines()[1:10]] == board
        await game.press("escape")
        assert isinstance(game.app.screen, StartScreen)
        assert f"Continue {begins[0]}" in game.text
        assert "\x1b" not in game.text
        await game.press("c")
        assert game.match.started == match
        assert replay(game.events) == game.match


@pytest.mark.parametrize(("white", "black"), [HOSTILE[at] for at in (0, 2, 5, 10)])
async def test_any_names_are_only_text_in_the_list_of_matches(
    white: str, black: str, tmp_path: Path
) -> None:
    names = clean_names(white, black)
    store = Store.open(tmp_path)
    keeper = store.new_match()
    Session.start(MatchStarted(*names, 3, started().ruleset, DiceFrom.PROGRAM), keeper=keeper)
    keeper.release()
    async with opened(store=store) as game:
        for keys in (["h"], ["i"], ["escape", "x"]):
            await game.press(*keys)
            assert {len(row) for row in game.cells()} == {80}
            # Columns are narrow.
            assert all(set_cell_size(name, 4).strip() in game.text for name in names)
    store.close()


async def test_names_like_the_sides_are_not_said_twice() -> None:
    async with opened(start=started("White", "Black")) as game:
        assert game.prompt == "White rolls one die to open: press r"


# -- the form


async def test_three_times_enter_reach_the_contest() -> None:
    async with opened(dice="4") as game:
        await game.press("enter", "enter", "enter")
        assert game.phase is Phase.CONTEST
        assert game.match.started == started("White", "Black")
        await game.press("r")
        assert game.events[1:] == [ContestDieRolled(W, 4)]


async def test_names_are_written_in_any_letters() -> None:
    async with opened() as game:
        await game.press("n")
        await game.type("Γιώργος")
        await game.press("enter")
        await game.type("Ελένη [/b]")
        await game.press("enter")
        assert game.match.started.white == "Γιώργος"
        assert game.match.started.black == "Ελένη [/b]"


async def test_letters_in_a_name_are_no_keys() -> None:
    async with opened() as game:
        await game.press("n")
        await game.type("q? Ru3 end")
        assert isinstance(game.app.screen, NewMatchScreen)
        await game.press("enter")
        await game.type("xdhmwsfn y/; :q")
        await game.press("enter")
        assert game.match.started.white == "q? Ru3 end"
        assert game.match.started.black == "xdhmwsfn y/; :q"


async def test_names_are_pasted_as_one_line() -> None:
    async with opened() as game:
        await game.press("n")
        await game.paste("Maria\nq\ny\n")
        assert isinstance(game.app.screen, NewMatchScreen)
        await game.press("enter", "enter")
        assert game.match.started.white == "Maria"


async def _choose(game: Game, name: str, value: str) -> None:
    """Go to a line of the form by the arrows and take a value."""
    await _take(game, await _line(game, lambda choice: choice.id == name), value)


@pytest.mark.parametrize(("length", "target"), [("1", 1), ("5", 5), ("7", 7), ("unlimited", None)])
async def test_a_length_is_chosen(length: str, target: int | None) -> None:
    async with opened() as game:
        await game.press("n")
        await _choose(game, "points", length)
        await game.press("enter")
        assert game.match.target == target


async def test_another_length_is_typed() -> None:
    async with opened() as game:
        await game.press("n")
        await _choose(game, "points", "other")
        await game.press("1", "5", "enter")
        assert game.match.target == 15


@pytest.mark.parametrize("text", ["", "0", "1000", "-1", "1.5", "x", "²", "9" * 5000])
async def test_a_length_that_is_none_is_refused(text: str) -> None:
    async with opened() as game:
        await game.press("n")
        await _choose(game, "points", "other")
        await game.press("down")
        await game.paste(text)
        await game.press("enter")
        assert isinstance(game.app.screen, NewMatchScreen)
        assert "A match goes to 1-999 points" in game.words
        field = game.app.screen.query_one("#other", Input)
        assert game.app.focused is field
        field.value = ""
        await game.type("4")
        await game.press("enter")
        assert game.match.target == 4


async def test_rules_and_dice_are_chosen_with_a_sentence_about_them() -> None:
    async with opened() as game:
        await game.press("n")
        for name in RULESETS:
            await _choose(game, "rules", name)
            note = game.app.screen.query_one("#rules-note").region
            assert len(" ".join(" ".join(game.part(note)).split())) > 40
        await _choose(game, "rules", "reach")
        await _choose(game, "dice-from", "your own")
        await game.press("enter")
        assert game.match.started.ruleset == RULESETS["reach"]
        assert game.match.started.dice is DiceFrom.PLAYERS


async def test_a_match_is_begun_by_clicks_alone() -> None:
    async with opened() as game:
        await game.click_text("New match")
        await game.click_text("unlimited")
        await game.click_text("moultezim")
        await game.click_text("your own")
        await game.click_text("Enter start")
        assert game.match.target is None
        assert game.match.started.ruleset == RULESETS["moultezim"]
        assert game.match.started.dice is DiceFrom.PLAYERS


async def test_the_form_is_left_without_a_match() -> None:
    async with opened() as game:
        await game.press("n")
        await game.type("Anna")
        await game.press("escape")
        assert isinstance(game.app.screen, StartScreen)
        assert "Continue" not in game.words
        await game.press("n", "down", "down", "q")
        assert isinstance(game.app.screen, StartScreen)


async def test_the_menu_is_walked_by_the_arrows() -> None:
    async with opened() as game:
        await game.press("up")
        assert "> q Leave" in game.words
        await game.press("down", "down")
        assert "> n New match" not in game.words
        await game.press("up", "enter")
        assert isinstance(game.app.screen, NewMatchScreen)


async def test_without_a_match_to_go_on_with_the_start_says_so() -> None:
    async with opened(resumes=True) as game:
        assert isinstance(game.app.screen, StartScreen)
        assert "no unfinished match" in game.words


async def test_the_table_is_a_screen_of_its_own() -> None:
    async with opened(start=started()) as game:
        assert isinstance(game.app.screen, TableScreen)
        assert len(game.app.screen_stack) == 2
        await game.press("q", "c", "q", "c")
        assert len(game.app.screen_stack) == 2


# -- double clicks


async def _double_click(game: Game, words: str) -> None:
    x, y = game.find(words)
    await game.click(x + 1, y)
    game.clock.wait(0.2)
    await game.click(x + 1, y)
    game.clock.wait()


@pytest.mark.parametrize("words", ["Enter ends the turn", "Enter end turn"])
async def test_a_double_click_that_ends_a_turn_does_not_roll_for_the_other_side(
    words: str,
) -> None:
    async with playing(roll="65", dice="43") as game:
        await game.enter("24/13")
        await _double_click(game, words)
        assert game.session.turn is None
        assert game.match.on_roll is B
        await game.click_text("r roll")
        assert game.turn.roll == Roll(4, 3)


async def test_a_double_click_on_an_answer_does_nothing_below() -> None:
    async with playing(roll="65") as game:
        before, hand = game.state, game.hand
        for key, words in (("x", "Play on"), ("s", "Esc close"), ("?", "Esc close")):
            await game.press(key)
            await _double_click(game, words)
            assert game.is_at_table
            assert (game.state, game.hand, game.message) == (before, hand, "")


async def test_a_double_click_on_an_offer_does_not_answer_what_comes_up() -> None:
    async with playing(roll="65") as game:
        await game.press("d")
        await _double_click(game, "Agree to the draw")
        assert isinstance(game.app.screen, ResultScreen)
        await _double_click(game, "Next game")
        assert game.phase is Phase.CONTEST
        assert game.message == HOW_TO_PLAY


async def test_a_double_click_on_what_stays_counts_twice() -> None:
    async with opened(start=started(own=True)) as game:
        for die in ("6", "1"):
            await game.enter(die)
        game.clock.wait()
        x, y = game.find("[6]")
        for _ in range(2):
            await game.click(x + 1, y)
            game.clock.wait(0.2)
        assert game.prompt == "Dice: 66_"
