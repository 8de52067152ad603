"""Why not, and what else: `w` explains a refusal, `m` walks through all legal plays."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace

import pytest
from app_pilot import Game, playing, session_at, started
from brute_force import RULES, enumerate_plays
from engine import at

from fevga_tui import handbook
from fevga_tui.rules.notation import play_text, read_play, sentence, why_stuck
from fevga_tui.rules.play import Refusal, Rule, Turn
from fevga_tui.rules.position import Position, Side
from fevga_tui.rules.ruleset import RULESETS, OpeningRoll
from fevga_tui.ui.screens.plays import PlaysScreen
from fevga_tui.ui.screens.reading import ReadingScreen
from fevga_tui.ui.widgets.board import BoardView
from fevga_tui.ui.widgets.log import LogView
from fevga_tui.ui.widgets.speech import SpeechView
from fevga_tui.words import explained, why_not

W, B = Side.WHITE, Side.BLACK
WORST = "24,23,22,21,20,17,16,15,14,11,10,9,8,4,2 18x14,13 w"
"""The double 1 can be played in 26,827 orders here, which end in 1,282 positions."""


# -- why not


@dataclass(frozen=True)
class Refused:
    """A move that a rule refuses after some moves of a turn."""

    rule: Rule
    position: str
    roll: str
    tried: str
    after: str = ""
    rules: str = "fevga"


REFUSED = (
    Refused(Rule.TURN_IS_OVER, "24x15 12x15 w", "65", "13/8", "24/18/13"),
    Refused(Rule.NO_CHECKER, "24x15 12x15 w", "65", "20/14"),
    Refused(Rule.WRONG_DIRECTION, "24x14,20 12x15 w", "43", "20/24"),
    Refused(Rule.NO_SUCH_DIE, "24x15 12x15 b", "65", "12/2"),
    Refused(Rule.FIRST_CHECKER, "24x14,20 12x15 w", "43", "24/21"),
    Refused(Rule.CLOSED_POINT, "24x14,18 16,12x14 w", "21", "18/16"),
    Refused(Rule.NOT_HOME, "7,6x4,5x5,1x5 13x8,14x7 w", "61", "6/off"),
    Refused(Rule.NOT_FARTHEST, "4,3x2,1x3 13x8,14x7 w", "62", "3/off"),
    Refused(Rule.OWN_QUADRANT, "24x3,23,22,21,20,3x8 13,12x14 w", "51", "24/19"),
    Refused(Rule.WASTES_A_DIE, "10,8,2x13 18,12x11,6,4,1 w", "43", "8/5"),
    Refused(Rule.HIGHER_DIE, "16,2x14 18,12x13,5 w", "65", "16/11"),
    Refused(Rule.MUST_OPEN, "24x8,13,11,10,9,8,7,6 12x15 w", "21", "13/11", "11/10"),
    Refused(
        Rule.START_QUADRANT,
        "13,11,10,9,8,7,5x9 1x15 w",
        "21",
        "13/12",
        rules="no-start-walls",
    ),
    Refused(
        Rule.START_BRIDGE,
        "12,11,10,9,8,7,5x9 1x15 w",
        "61",
        "12/6",
        rules="reach",
    ),
    Refused(Rule.SHUT_OUT, "10,9,8x2,7,6,1x9 11x15 w", "31", "8/5", rules="reach"),
)


def test_every_rule_is_explained_here() -> None:
    assert {refused.rule for refused in REFUSED} == set(Rule)


def everything(text: str) -> str:
    """Return all words of a text, without the marks of its form."""
    return " ".join(re.sub(r"(?m)^(# |- )", "", text).split())


async def read_all(game: Game) -> str:
    """Return the words of the text that is open, page by page, and go back to its top."""
    words = ""
    pages: list[str] = []
    while not pages or game.text != pages[-1]:
        pages.append(game.text)
        words += " " + " ".join(" ".join(game.lines[:-1]).split())
        await game.press("space")
    for _ in pages:
        await game.press("b")
    return words


@pytest.mark.parametrize("rules", RULESETS)
async def test_w_after_a_refusal_shows_the_sentence_the_paragraph_and_what_can_be_played(
    rules: str,
) -> None:
    rows = [refused for refused in REFUSED if refused.rules == rules] or [REFUSED[4]]
    if rules == "reach":
        rows.append(Refused(Rule.FIRST_CHECKER, "24x14,20 12x15 w", "43", "24/21"))
    # With fresh dice for the first roll, so that a roll can be set.
    ruleset = replace(RULESETS[rules], opening_roll=OpeningRoll.FRESH)
    async with playing(match=started(rules=ruleset)) as game:
        for refused in rows:
            await game.put(refused.position, refused.roll)
            if refused.after:
                await game.enter(refused.after)
            table = at(refused.position, refused.roll, refused.after, rules)
            if table.turn.is_complete:
                source, target = refused.tried.split("/")
                await game.click_place(int(source))
                await game.click_place(int(target))
            before = game.state
            await game.enter(refused.tried)
            refusal = table.refusal(refused.tried)
            assert refusal.rule is refused.rule
            assert game.message == f"! {sentence(refusal, table.side)}"
            await game.press("escape", "w")
            assert isinstance(game.app.screen, ReadingScreen)
            words = await read_all(game)
            assert f"Why is {refused.tried} not legal?" in words
            assert sentence(refusal, table.side) in words
            assert everything(handbook.paragraph(refused.rule)) in words
            plays = table.turn.continuations
            first = play_text(plays[0], table.side) if plays[0] else "Nothing more: the dice"
            assert first in words.partition("What can be played")[2]
            special = everything(handbook.differences(RULESETS[rules]))
            assert special in words, "what these rules do differently is said as well"
            assert special or "The rules of this match" not in words
            await game.press("escape")
            assert game.is_at_table
            assert game.state == before


@pytest.mark.parametrize("refused", REFUSED, ids=lambda refused: refused.rule.name)
def test_the_plays_of_an_explanation_are_legal_and_all_of_them_or_counted(
    refused: Refused,
) -> None:
    table = at(refused.position, refused.roll, refused.after, refused.rules)
    text = explained(table.turn, table.refusal(refused.tried), table.side)
    plays = [line.strip() for line in text.splitlines() if re.match(r"  \d", line)]
    more = re.search(r"and (\d+) more: m walks", text)
    if table.turn.is_complete:
        assert not plays
        return
    boards = {table.play(play).board for play in plays}
    assert len(boards) == len(plays), "each once"
    assert all(table.play(play).turn.is_complete for play in plays)
    assert len(plays) + int(more[1] if more else 0) == len(table.turn.continuations)
    if refused.rule is Rule.WASTES_A_DIE:
        assert all(len(table.play(play).turn.moves) == 2 for play in plays), "they use more"
    if refused.rule is Rule.MUST_OPEN:
        wall = slice(6, 12)
        assert not any(all(table.play(play).turn.position.mine[wall]) for play in plays)


async def test_g_goes_to_the_paragraph_and_escape_comes_back_step_by_step() -> None:
    async with playing() as game:
        for refused in REFUSED[1:12:2]:
            await game.put(refused.position, refused.roll)
            if refused.after:
                await game.enter(refused.after)
            await game.enter(refused.tried)
            before = game.state
            await game.press("escape", "w")
            explanation = game.text
            assert "g go to the rules" in game.lines[-1]
            await game.press("g")
            paragraph = handbook.paragraph(refused.rule)
            assert game.lines[0].strip().startswith(paragraph[:30])
            await game.press("escape")
            assert game.text == explanation
            await game.press("escape")
            assert game.is_at_table
            assert game.state == before


async def test_g_goes_to_the_paragraph_in_the_smallest_terminal_too() -> None:
    ruleset = replace(RULESETS["reach"], opening_roll=OpeningRoll.FRESH)
    match = started(rules=ruleset)
    async with playing("10,9,8x2,7,6,1x9 11x15 w", "31", match=match, size=(60, 20)) as game:
        await game.enter("8/5")
        await game.press("escape", "w", "g")
        assert game.lines[0].startswith(" - reach: the first checker")
        await game.press("escape")
        await game.click_text("g go to the rules")
        assert game.lines[0].startswith(" - reach: the first checker")


async def test_w_says_why_the_checker_under_the_cursor_may_not_move() -> None:
    async with playing("24x14,20 12x15 w", "43") as game:
        before = game.state
        await game.go_to(24)
        await game.press("w")
        assert "Why is 24/20 not legal?" in game.text
        assert "your first checker, on 20, must pass 12 before others may move" in game.words
        await game.press("escape")
        await game.go_to(12)
        await game.press("w")
        assert "White has no checker on 12" in game.words
        await game.press("escape")
        assert game.state == before


async def test_w_on_a_checker_that_may_move_says_that_it_may() -> None:
    async with playing("24x14,20 12x15 w", "43") as game:
        await game.go_to(20)
        await game.press("w")
        assert game.is_at_table
        assert game.message.startswith("Nothing is refused here")


async def test_w_says_why_the_chosen_checker_may_not_go_to_the_cursor() -> None:
    async with playing("24x14,18 16,12x14 w", "21") as game:
        await game.click_place(18)
        await game.go_to(16)
        await game.press("w")
        assert "18/16 is not legal: Black holds point 16." in game.words
        await game.press("escape")
        assert game.hand.chosen == 18, "it stays chosen"
        await game.go_to(15)
        await game.press("w")
        assert game.is_at_table
        assert game.message.startswith("Nothing is refused here")


async def test_w_on_a_tray_does_not_take_it_for_a_point() -> None:
    async with playing("24x14,20 12x15 w", "43") as game:
        for tray in (W, B):
            await game.go_to(tray)
            await game.press("w")
            assert "off/off" not in game.words
            await game.press("escape")


async def test_w_before_a_roll_says_what_to_do() -> None:
    async with playing() as game:
        before = game.state
        await game.press("w")
        assert game.message == "! Anna (White) to roll: press r."
        await game.press("m")
        assert game.message == "! Anna (White) to roll: press r."
        assert game.state == before


async def test_w_at_a_pass_says_what_is_closed() -> None:
    async with playing("24x14,18 17,16,15,14,13,12x10 w", "65") as game:
        await game.go_to(18)
        await game.press("w")
        assert "18/12 is not legal: Black holds point 12." in game.words
        assert "No 6 or 5 can be played: Black holds 13 and 12" in game.words


async def test_a_refusal_is_explained_by_a_click_and_only_as_long_as_it_is_said() -> None:
    async with playing("24x14,20 12x15 w", "43") as game:
        assert "w why?" not in game.keys
        await game.click_place(24)
        assert "w why?" in game.keys
        await game.click_text("w why?")
        assert "Why is 24/20 not legal?" in game.text
        await game.press("escape")
        await game.enter("20/16")
        assert "w why?" not in game.keys
        await game.press("w")
        assert game.message.startswith("Nothing is refused here"), "the cursor is on 16"


@pytest.mark.parametrize("refused", REFUSED, ids=lambda refused: refused.rule.name)
def test_there_is_an_explanation_for_every_point(refused: Refused) -> None:
    table = at(refused.position, refused.roll, rules=refused.rules)
    turn, side = table.turn, table.side
    for now in (turn, turn.push(turn.legal_moves[0])):
        for chosen in (None, *now.sources[:2]):
            may = now.sources if chosen is None else now.targets(chosen)
            for own in range(1, 25):
                refusal = why_not(now, own, chosen)
                assert (refusal is None) == (own in may)
                if refusal and own % 3 == 0:
                    text = explained(now, refusal, side)
                    assert sentence(refusal, side) in text.splitlines()
                    assert everything(handbook.paragraph(refusal.rule)) in text


# -- all legal plays


def finals(turn: Turn) -> set[Position]:
    """Return every position in which the turn can end, found move by move."""
    ways, ended = {turn.position.mine + turn.dice_left: turn}, set()
    while ways:
        _, turn = ways.popitem()
        if turn.is_complete:
            ended.add(turn.position)
        for move in turn.legal_moves:
            after = turn.push(move)
            ways[after.position.mine + after.dice_left] = after
    return ended


def shown(game: Game, side: Side) -> Position:
    """Return the position on the board of the screen that is open."""
    face = game.app.screen.query_one(BoardView).face
    counts = {owner: [0] * 25 for owner in Side}
    for point in face.points.values():
        if point.side:
            counts[point.side][point.side.own(point.printed)] = point.checkers
    for owner in Side:
        counts[owner][0] = face.trays[owner].checkers
    return Position(tuple(counts[side]), tuple(counts[side.other]))


def named(game: Game) -> tuple[int, int, str]:
    """Return which play is named, of how many, and how it is written."""
    speech = game.app.screen.query_one(SpeechView).region
    found = re.match(r" Play (\d+) of (\d+) with \d\d: (.+?) *$", game.part(speech)[0])
    assert found, game.text
    return int(found[1]), int(found[2]), found[3]


def number(game: Game) -> tuple[int, int]:
    """Return which play is named, of how many."""
    return named(game)[:2]


WALKS = (
    ("the opening", "24x15 12x15 w", "65", ""),
    ("a play of two dice", "24x12,10,8,5 12x13,1,20 w", "42", ""),
    ("half a play", "24x12,10,8,5 12x13,1,20 w", "42", "10/6"),
    ("a double", "24x14,13 12x15 w", "66", ""),
    ("a double half played", "24x13,10,5 12x14,3 w", "22", "10/8 24/22 8/6"),
    ("Black", "24x14,5 12x14,2 b", "31", ""),
    ("Black half played", "24x14,5 12x13,23,2 b", "31", "2/1"),
    ("bearing off", "6x3,4,2x2,1x2 13x15 w", "64", ""),
    ("a wall to open", "24x8,13,11,10,9,8,7,6 12x15 w", "21", ""),
    ("the higher die", "16,2x14 18,12x13,5 w", "65", ""),
)


async def test_m_walks_through_every_position_that_can_be_reached() -> None:
    async with playing(roll="65") as game:
        for name, position, roll, played in WALKS:
            await game.put(position, roll)
            if played:
                await game.enter(played)
            before, side, start = game.state, game.match.on_roll, game.turn
            expected = finals(game.turn)
            await game.press("m")
            assert isinstance(game.app.screen, PlaysScreen), name
            walked = []
            for at_play in range(1, len(expected) + 1):
                *which, told = named(game)
                assert which == [at_play, len(expected)], name
                walked.append(shown(game, side))
                # The play that is named leads to the board that is shown.
                read = read_play(told, start, side)
                assert not isinstance(read, Refusal), name
                assert start.push(*read).position == walked[-1], name
                await game.press("m" if at_play % 2 else "down")
            assert number(game)[0] == 1, "and round again"
            assert len(walked) == len(set(walked)), name
            assert set(walked) == expected, name
            if not played:
                answer = enumerate_plays(RULES["fevga"], position, roll)
                assert {found.text(side)[:-2] for found in walked} == answer.results, name
            await game.press("escape")
            assert game.is_at_table
            assert game.state == before, name


async def test_the_plays_are_walked_back_and_by_tens() -> None:
    async with playing("24x8,13,11,10,9,8,7,6 12x15 w", "21") as game:
        await game.press("m", "up")
        assert number(game) == (44, 44)
        await game.press("right")
        assert number(game)[0] == 1
        await game.press("space")
        assert number(game)[0] == 11
        await game.press(*["space"] * 4, "left", "shift+tab")
        assert number(game)[0] == 5, "51 and back to 7, two back"
        await game.press("tab")
        assert number(game)[0] == 6
        assert re.search(r"> +6 ", game.text), "it is marked in the list"


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
async def test_the_list_of_plays_fills_its_room_and_has_the_one_shown(
    size: tuple[int, int],
) -> None:
    async with playing("24x8,13,11,10,9,8,7,6 12x15 w", "21", size=size) as game:
        await game.press("m")
        assert game.lines[0].startswith(" LEGAL PLAYS  match to ")
        room = game.app.screen.query_one(LogView).size.height
        for step in range(number(game)[1]):
            listed = game.shown("#log")
            assert sum(bool(line) for line in listed) == room
            [marked] = [line for line in listed if line.startswith(">")]
            assert marked.split()[1] == str(step + 1)
            await game.press("down")


async def test_enter_takes_the_play_that_is_shown() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        await game.press("m", "down", "down")
        there, events = shown(game, W), game.events
        await game.press("enter")
        assert game.is_at_table
        assert game.turn.position == there
        assert game.turn.is_complete
        assert game.events == events, "the turn waits for its end"
        await game.press("u", "u")
        assert game.turn.moves == (), "taken back move by move"
        await game.press("m", "up")
        there = shown(game, W)
        await game.click_text("Enter play it")
        assert game.turn.position == there
        await game.press("enter")
        assert len(game.events) == len(events) + 1
        assert game.match.on_roll is B


async def test_enter_goes_on_from_what_was_played() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        await game.enter("10/6")
        await game.press("m", "down")
        there = shown(game, W)
        await game.press("enter")
        assert game.turn.position == there
        assert play_text(game.turn.moves[:1], W) == "10/6"


async def test_the_line_that_names_the_play_takes_it_by_a_click() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        await game.press("m", "down")
        there = shown(game, W)
        await game.click_text("Play 2 of")
        assert game.is_at_table
        assert game.turn.position == there


async def test_a_winning_play_ends_the_game_at_once() -> None:
    async with playing("2,1 13x15 w", "66") as game:
        await game.press("m")
        assert number(game) == (1, 1)
        assert shown(game, W).off == 15
        await game.press("enter")
        assert "Game 1 is over" in game.text


async def test_leaving_the_plays_leaves_all_as_it_was() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        await game.enter("10/6")
        await game.go_to(8)
        before, text = game.state, game.text
        for key in ("escape", "q", "backspace"):
            await game.press("m", "down", "f", "space", "r", "u", "x", "d", "a", "6")
            assert isinstance(game.app.screen, PlaysScreen)
            await game.press(key)
            assert game.state == before
            assert game.text == text


async def test_the_rules_can_be_read_between_the_plays() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        await game.press("m", "down", "?")
        assert isinstance(game.app.screen, ReadingScreen)
        await game.press("escape")
        assert number(game)[0] == 2


async def test_the_table_turns_between_the_plays_and_marks_where_they_end() -> None:
    async with playing("24x15 12x15 w", "65") as game:
        await game.press("m")
        face = game.app.screen.query_one(BoardView).face
        assert [number for number, point in face.points.items() if point.came] == [13]
        assert [number for number, point in face.points.items() if point.left] == [24]
        await game.press("f")
        assert game.app.screen.query_one(BoardView).face.seat is B
        assert shown(game, W) == at("24x15 12x15 w", "65", "24/13").turn.position


@pytest.mark.parametrize(
    ("position", "roll", "played"),
    [
        ("24x14,18 17,16,15,14,13,12x10 w", "65", ""),
        ("6,1 18x14,2 w", "44", ""),
        ("24x15 12x15 w", "66", "24/18"),
    ],
)
async def test_where_nothing_can_be_played_m_says_what_is_in_the_way(
    position: str, roll: str, played: str
) -> None:
    async with playing(position, roll) as game:
        if played:
            await game.enter(played)
        before = game.state
        await game.press("m")
        assert game.is_at_table
        stuck = why_stuck(game.turn, W)
        assert stuck.startswith(f"No {' or '.join(dict.fromkeys(roll))} can be played: ")
        assert game.message == f"! {stuck} Enter ends the turn."
        assert game.state == before


async def test_after_the_last_die_m_says_that_enter_ends_the_turn() -> None:
    async with playing(roll="65") as game:
        await game.enter("24/13")
        await game.press("m")
        assert game.message == "! Enter ends the turn."


async def test_the_worst_roll_opens_soon_and_keys_and_sizes_are_answered_meanwhile() -> None:
    async with playing(WORST, "11") as game:
        begun = time.process_time()
        await game.press("m")
        await game.burst("up", "up", "down", "f")
        assert time.process_time() - begun < 1, "about a tenth of it is usual"
        assert number(game) == (1282, 1282)
        await game.resize(120, 40)
        assert number(game) == (1282, 1282)
        start = session_at(WORST, "11").turn
        assert start
        ends = {start.push(*play).position for play in start.continuations}
        assert len(ends) == 1282
        seen = {shown(game, W)}
        for _ in range(20):
            await game.press("space")
            seen.add(shown(game, W))
        assert seen <= ends
        assert len(seen) == 21
        await game.press("enter")
        assert game.turn.position in seen
