"""The kept matches: the list of them, a match looked back at, a match in numbers."""

from __future__ import annotations

import re
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from app_pilot import Game, opened, playing, started
from real_table import PAUSE, press_last, press_until
from rich.console import RenderableType
from stores import CASES, PROJECT, Clock, chance, keep, play_on, played, private_space, resigned
from terminal import Terminal
from textual.screen import Screen

from fevga_tui.rules.cells import cells
from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceFrom,
    DiceRolled,
    DrawAgreed,
    Event,
    MatchStarted,
    PlayMade,
    PlayStopped,
    Resigned,
)
from fevga_tui.rules.match import Match, Phase, steps
from fevga_tui.rules.notation import play_text, roll_text
from fevga_tui.rules.position import Side
from fevga_tui.rules.record import retold
from fevga_tui.rules.ruleset import FEVGA, RULESETS
from fevga_tui.rules.statistics import tally
from fevga_tui.session import Session
from fevga_tui.store import Store, Summary
from fevga_tui.ui.app import FevgaApp
from fevga_tui.ui.screens.history import HistoryScreen
from fevga_tui.ui.screens.past import PastScreen
from fevga_tui.ui.screens.question import QuestionScreen
from fevga_tui.ui.screens.reading import ReadingScreen
from fevga_tui.ui.screens.start import StartScreen
from fevga_tui.ui.screens.table import TableScreen
from fevga_tui.ui.widgets.board import BoardView
from fevga_tui.ui.widgets.matches import MatchList, summary_line
from fevga_tui.ui.widgets.speech import SpeechView

W, B = Side.WHITE, Side.BLACK


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give a data folder on a quick disk."""
    with tempfile.TemporaryDirectory(dir=private_space()) as folder:
        yield Path(folder)


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    store = Store.open(folder, clock=Clock())
    yield store
    store.close()


def match(
    white: str = "Anna",
    black: str = "Bob",
    target: int | None = 3,
    rules: str = "fevga",
    *,
    own: bool = False,
) -> MatchStarted:
    return started(white, black, target, RULESETS[rules], own=own)


def add(store: Store, events: Sequence[Event]) -> int:
    return store.add(events, [datetime(2026, 3, 25, tzinfo=UTC)] * len(events))


def damage(folder: Path, number: int) -> None:
    """Let an event of a match be one that cannot have happened."""
    with sqlite3.connect(folder / "fevga.db") as connection:
        connection.execute(
            'UPDATE events SET event = \'{"event":"dice-rolled","dice":[7,1]}\''
            " WHERE match = ? AND number = 4",
            (number,),
        )
    connection.close()


def several_games() -> list[Event]:
    """Return a stopped match of three games: resigned, drawn and resigned."""
    session = Session.start(match(target=None), die=chance(3))
    play_on(session, 12)
    session.resign()
    session.next_game()
    play_on(session, 8)
    session.agree_draw()
    session.next_game()
    play_on(session, 5)
    session.resign()
    session.stop()
    return session.events


def listed(game: Game) -> list[str]:
    """Return the lines of the list below its heads, the blanks at their ends cut off."""
    _, *lines = game.part(game.app.screen.query_one(MatchList).region)
    return [line.strip() for line in lines if line.strip()]


async def choose(game: Game, number: int) -> None:
    """Bring the cursor of the list to a match."""
    for _ in listed(game):
        [chosen] = [line for line in listed(game) if line.startswith(">")]
        if chosen.split()[1] == str(number):
            return
        await game.press("down" if chosen != listed(game)[-1] else "pageup")
    raise AssertionError(f"match {number} is not listed")


def said(game: Game) -> str:
    """Return what is said below the list."""
    return " ".join(" ".join(game.part(game.app.screen.query_one("#said").region)).split())


def speech(game: Game) -> tuple[str, str]:
    """Return where a look back is, and the message below it."""
    lines = game.part(game.app.screen.query_one(SpeechView).region)
    return lines[0].strip(), " ".join(" ".join(lines[1:]).split())


def place(game: Game) -> str:
    return speech(game)[0]


def on_board(game: Game) -> dict[Side, tuple[int, ...]]:
    """Return the checkers on the board, each side's in its own numbers, those off first."""
    face = game.app.screen.query_one(BoardView).face
    counts = {side: [face.trays[side].checkers] + [0] * 24 for side in Side}
    for point in face.points.values():
        if point.side:
            counts[point.side][point.side.own(point.printed)] = point.checkers
    return {side: tuple(counts[side]) for side in Side}


def of_match(match: Match) -> dict[Side, tuple[int, ...]]:
    return {side: match.seen_by(side).mine for side in Side}


# -- the list


async def test_the_list_has_unfinished_matches_first_and_tells_of_each(store: Store) -> None:
    keep(store.new_match(), resigned(match("Μαρία", "Νίκος", 2, "moultezim"))).release()
    keep(store.new_match(), played(7, 30, match("Γιώργος", "Ελένη", None))).release()
    keep(store.new_match(), resigned(match("Anna", "Νίκος", 1))).release()
    keep(store.new_match(), played(8, 4, match("A", "B", 7, "reach"))).release()
    async with opened(store=store) as game:
        await game.press("h")
        assert isinstance(game.app.screen, HistoryScreen)
        assert game.lines[0].strip() == "Matches: 4"
        assert [" ".join(line.split()) for line in listed(game)] == [
            "> 4 A 0-0 B to 7 2026-03-25 unfinished reach",
            "2 Γιώργος 0-0 Ελένη unlimited 2026-03-25 unfinished fevga",
            "3 Anna 0-2 Νίκος to 1 2026-03-25 over fevga",
            "1 Μαρία 0-2 Νίκος to 2 2026-03-25 over moultezim",
        ]
        await game.press("q")
        assert isinstance(game.app.screen, StartScreen)


def summary(number: int, white: str, black: str, rules: str, target: int | None) -> Summary:
    return Summary(
        white=white,
        black=black,
        score=(number % 12, 3 * number % 12),
        target=target,
        ruleset=rules,
        number=number,
        started_at=None,
        changed_at=datetime(2026, 3, 25, tzinfo=UTC) + timedelta(days=number)
        if number % 5
        else None,
        is_in_use=number % 3 == 0,
        is_over=number % 2 == 0,
    )


@pytest.mark.parametrize("width", [58, 69, 70, 78, 84, 85, 98, 138, 198])
def test_the_columns_of_the_list_stand_below_each_other_at_every_width(width: int) -> None:
    names = ["A", "Γιώργος Παπαδόπουλος", "日本 太郎", "x" * 200, "é" * 9]
    lines = [
        summary_line(summary(number, white, black, rules, target), width)
        for number, (white, black, rules, target) in enumerate(
            (
                (white, black, rules, target)
                for white in names
                for black in names
                for rules in (*RULESETS, "a ruleset of one's own")
                for target in (None, 1, 999)
            ),
            start=1,
        )
    ]
    assert {cells(line) for line in lines} <= {width, width - 1}, "the names share what is left"
    for word in ("-", "20", "over", "unfinished", "in use"):
        if word == "-":
            found = {cells(re.split(r" +\d+-\d", line)[0]) for line in lines if "日" not in line}
            assert found
        else:
            columns = {cells(line[: line.rindex(word)]) for line in lines if f"  {word}" in line}
            assert len(columns) == 1 or word == "20", (word, columns)
    assert all("Γι" in line for line in lines if line[7:].startswith("Γ"))


@pytest.mark.parametrize(("width", "told"), [(58, 10), (78, 9), (98, 16)])
def test_names_are_told_apart_also_in_a_narrow_list(width: int, told: int) -> None:
    line = summary_line(summary(7, "x" * 40, "y" * 40, "no-start-walls", None), width)
    assert f"{'x' * (told - 2)}.." in line
    assert f"{'y' * (told - 2)}.." in line
    assert "2026-04-01" in line
    assert ("no-start-walls" in line) == (width >= 98)


@pytest.mark.parametrize("number", [7, 99_999, 100_000, 999_999_999])
def test_a_long_number_takes_room_from_the_names(number: int) -> None:
    match = replace(summary(7, "x" * 40, "y" * 40, "fevga", 3), number=number)
    line = summary_line(match, 78)
    assert re.match(rf" *{number}  xx+\.\. +\d", line)
    assert "  2026" in line
    assert line.rstrip().endswith("  fevga")


async def test_without_matches_that_is_said(store: Store) -> None:
    async with opened(store=store) as game:
        await game.press("h")
        assert listed(game) == ["No match is kept here yet."]
        before = game.text
        await game.press("enter", "c", "i", "x", "down", "up", "space", "b")
        assert game.text == before


async def test_the_matches_of_a_player_are_found_in_any_letters(store: Store) -> None:
    keep(store.new_match(), resigned(match("Μαρία", "Νίκος", 2))).release()
    keep(store.new_match(), played(7, 3, match("Γιώργος", "Ελένη"))).release()
    keep(store.new_match(), played(8, 3, match("Νίκος", "Çelik İpek"))).release()
    async with opened(store=store) as game:
        await game.press("h", "p")
        await game.type("νίκος")
        assert "Player, as written; empty for all: νίκος_" in game.lines[0]
        await game.press("enter")
        assert game.lines[0].strip() == "Matches of νίκος: 2"
        assert [line.split()[0] for line in listed(game)] == [">", "1"]
        await game.press("p")
        await game.type("qxh? p")
        assert "qxh? p_" in game.lines[0], "letters are no keys here"
        await game.press(*["backspace"] * 9)
        await game.enter("Çelik İpek")
        [line] = listed(game)
        assert line.split()[:3] == [">", "3", "Νίκος"]
        await game.press("p", "escape")
        assert game.lines[0].strip() == "Matches of Çelik İpek: 1", "Esc leaves it as it was"
        await game.press("p")
        await game.enter("nobody")
        assert game.lines[0].strip() == "Matches of nobody: 0"
        assert listed(game) == ["No match of this player."]
        await game.press("enter", "i", "x", "c")
        assert isinstance(game.app.screen, HistoryScreen)
        await game.press("p", "enter")
        assert game.lines[0].strip() == "Matches: 3"


async def test_a_damaged_match_is_listed_with_the_reason_and_not_opened(
    store: Store, folder: Path
) -> None:
    keep(store.new_match(), played(7, 3)).release()
    keep(store.new_match(), played(8, 3)).release()
    damage(folder, 2)
    async with opened(store=store) as game:
        await game.press("h")
        await choose(game, 2)
        [line] = [line for line in listed(game) if "damaged" in line]
        assert re.match(r"> +2  damaged: event 4: .*not 7", line)
        for key in ("enter", "i"):
            await game.press(key)
            assert isinstance(game.app.screen, HistoryScreen)
            assert said(game).startswith("Match 2 is damaged: event 4:")
        await game.press("c")
        assert said(game).startswith("Only an unfinished match can be gone on with")
        await choose(game, 1)
        await game.press("enter")
        assert isinstance(game.app.screen, PastScreen), "the others are unaffected"


async def test_a_damaged_match_can_be_deleted(store: Store, folder: Path) -> None:
    keep(store.new_match(), played(7, 3)).release()
    damage(folder, 1)
    async with opened(store=store) as game:
        await game.press("h", "x")
        assert "Delete match 1 for good?" in game.dialog
        await game.press("y")
        assert listed(game) == ["No match is kept here yet."]
    assert store.numbers() == []


async def test_deleting_asks_for_the_match_by_name_and_keeps_it_unless_told(store: Store) -> None:
    keep(store.new_match(), played(7, 3, match("Μαρία", "x" * 60))).release()
    keep(store.new_match(), played(8, 3)).release()
    async with opened(store=store) as game:
        await game.press("h", "down")
        for answer in ("enter", "escape", "n"):
            await game.press("x")
            assert isinstance(game.app.screen, QuestionScreen)
            assert f"Delete match 1 between Μαρία and {'x' * 16}.. for good?" in game.dialog
            assert "> n Keep it" in game.dialog, "the harmless answer is chosen"
            await game.press(answer)
            assert store.numbers() == [2, 1]
        await game.press("x", "y")
        assert store.numbers() == [2]
        assert len(listed(game)) == 1
        await game.click_text("x delete")
        await game.click_text("y  Delete match 2")
        assert store.numbers() == []


async def test_a_match_in_use_is_said_to_be_and_is_only_looked_on_at(
    store: Store, folder: Path
) -> None:
    other = Store.open(folder, clock=Clock())
    session = Session.start(match(), keeper=(keeper := other.new_match()), die=chance(1))
    play_on(session, 3)
    async with opened(store=store) as game:
        assert "Look on at Anna 0 - 0 Bob" in game.text
        await game.press("h")
        assert listed(game)[0].split()[-2:] == ["use", "fevga"]
        await game.press("c")
        assert said(game) == "Match 1 is being played by another fevga. Enter looks on."
        await game.press("x", "y")
        assert said(game) == "Match 1 is being played."
        await game.press("enter")
        assert isinstance(game.app.screen, PastScreen)
        assert speech(game)[1] == "Match 1 is being played: r looks again."
        before = place(game)
        assert before.startswith("Step 5 of 5, game 1:")
        play_on(session, 2)
        assert place(game) == before, "until one looks again"
        await game.press("r")
        assert place(game).startswith("Step 7 of 7, game 1:")
        last = session.record.game.turns[-1]
        assert place(game).endswith(f"{roll_text(last.roll)}: {play_text(last.play, last.side)}")
        await game.click_text("r look again")
        assert place(game).startswith("Step 7 of 7")
        await game.press("b", "q")
        assert isinstance(game.app.screen, HistoryScreen)
        keeper.release()
        await game.press("enter")
        assert speech(game)[1] == ""
        assert "look again" not in game.lines[-1], "nobody plays it any more"
        await game.press("q", "c")
        assert isinstance(game.app.screen, TableScreen)
        assert game.events == session.events
    other.close()


async def test_the_start_looks_on_at_a_match_that_is_played_elsewhere(
    store: Store, folder: Path
) -> None:
    other = Store.open(folder, clock=Clock())
    session = Session.start(match(), keeper=other.new_match(), die=chance(1))
    play_on(session, 1)
    async with opened(store=store) as game:
        await game.press("l")
        assert place(game).startswith("Step 3 of 3, game 1:")
        kept = list(session.events)
        for key in ("x", "d", "u", "a", "s", "tab", "w", "m"):
            await game.press(key)
            assert isinstance(game.app.screen, PastScreen)
        other.close()
        assert store.look_at(1).events == kept
        await game.press("q")
        assert isinstance(game.app.screen, StartScreen)


async def test_two_hundred_matches_scroll_and_only_those_in_sight_are_looked_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(200):
        add(store, [match(f"Άλφα {number}", "Beta")])
    asked: list[int] = []
    looked_up = store.summary

    def look_up(number: int) -> Summary:
        asked.append(number)
        return looked_up(number)

    monkeypatch.setattr(store, "summary", look_up)
    async with opened(store=store) as game:
        asked.clear()
        await game.press("h")
        assert game.lines[0].strip() == "Matches: 200"
        assert len(set(asked)) <= 19, "as many as there are lines"
        assert listed(game)[0].startswith(">   200  Άλφα 199")
        for number in range(200, 1, -1):
            if number % 20 == 0:
                [chosen] = [line for line in listed(game) if line.startswith(">")]
                assert chosen.split()[1] == str(number)
            assert game.app.screen.query_one(MatchList).number == number
            await game.press("down")
        await game.press("down", "space")
        assert listed(game)[-1].startswith(">     1  Άλφα 0")
        await game.press("pageup")
        assert listed(game)[0].startswith(">    19"), "a page is a line less than there are"
        for _ in range(12):
            await game.press("b")
        assert listed(game)[0].startswith(">   200")
        await game.press("space")
        assert any(line.startswith(">   182") for line in listed(game))
        await game.click(30, 5)
        assert isinstance(game.app.screen, PastScreen), "a click looks back at the match"
        assert game.lines[0].count("Άλφα 1") == 1
        await game.press("q")
        assert isinstance(game.app.screen, HistoryScreen)
        assert listed(game)[3].startswith(">"), "where it was"


async def test_going_on_from_the_list_plays_the_match(store: Store) -> None:
    keep(store.new_match(), events := played(7, 6)).release()
    keep(store.new_match(), resigned(match(target=1))).release()
    async with opened(store=store) as game:
        await game.press("h", "c")
        assert isinstance(game.app.screen, TableScreen)
        assert game.events == events
        await game.press("q", "h", "down", "c")
        assert isinstance(game.app.screen, HistoryScreen)
        assert said(game).startswith("Only an unfinished match can be gone on with; Enter looks")


# -- looking back


def expected_stops(events: Sequence[Event]) -> list[tuple[Event, Match, str]]:
    """Return where a look back is to stop: each contest decided, each turn, each end.

    With the match as it is then, and how what was played is written.
    """
    found: list[tuple[Event, Match, str]] = []
    told = ""
    for event, after in zip(events, steps(events), strict=True):
        if isinstance(event, DiceRolled):
            told = f"{after.name(after.on_roll)} ({after.on_roll.word}) {roll_text(event.roll)}: "
            side = after.on_roll
        if isinstance(event, PlayMade):
            found.append((event, after, told + play_text(event.moves, side)))
        elif isinstance(event, MatchStarted | Resigned | DrawAgreed | PlayStopped) or (
            isinstance(event, ContestDieRolled) and after.phase is not Phase.CONTEST
        ):
            found.append((event, after, ""))
    return found


async def test_a_match_is_stepped_through_turn_by_turn_there_and_back(store: Store) -> None:
    events = several_games()
    keep(store.new_match(), events).release()
    stops = expected_stops(events)
    async with opened(store=store) as game:
        await game.press("h", "enter")
        assert place(game).startswith(f"Step {len(stops)} of {len(stops)}, game 3:"), (
            "at its end first"
        )
        await game.press("b")
        for forth in (True, False):
            for at in range(len(stops)) if forth else reversed(range(len(stops))):
                _, after, told = stops[at]
                where = place(game)
                assert where.startswith(f"Step {at + 1} of {len(stops)}, game {after.game}: ")
                assert where.endswith(told)
                assert on_board(game) == of_match(after)
                await game.press("right" if forth else "left")
        assert place(game).startswith("Step 1 of "), "and no farther"
        await game.press("e")
        assert place(game).startswith(f"Step {len(stops)} of {len(stops)}")
        await game.press("right", "space", "enter")
        assert place(game).startswith(f"Step {len(stops)} of {len(stops)}"), "and no farther"
    assert store.look_at(1).events == events


async def test_the_ends_of_games_and_of_the_match_are_told(store: Store) -> None:
    events = several_games()
    keep(store.new_match(), events).release()
    keep(store.new_match(), resigned(match("Μαρία", "Νίκος", 2))).release()
    async with opened(store=store) as game:
        await game.press("h", "down", "enter")
        where, told = speech(game)
        assert where.endswith("game 3: the match is over")
        assert re.fullmatch(
            r"\w+ \(\w+\) wins the match after 3 games\.|Play stopped level.*", told
        )
        await game.press("left")
        where, told = speech(game)
        assert where.endswith("game 3: the game is over")
        assert re.search(r"wins the game\. .* resigned\. .* mars, 2 points\.", told)
        await game.press("2")
        await game.press("enter", "3", "enter", "left")
        where, told = speech(game)
        assert where.endswith("game 2: the game is over")
        assert told == "A draw was agreed: nobody scores."
        await game.press("left")
        assert speech(game)[1] == "", "only of an end"
        await game.press("q", "down", "up", "up", "enter")
        where, told = speech(game)
        assert where == "Step 3 of 3, game 1: the match is over"
        assert told == (
            "Νίκος (Black) wins the game. Μαρία (White) resigned. Μαρία (White) has borne off none:"
            " mars, 2 points. Νίκος (Black) wins the match after 1 game."
        )


async def test_games_are_stepped_through_and_jumped_to_by_number(store: Store) -> None:
    keep(store.new_match(), several_games()).release()
    async with opened(store=store) as game:
        await game.press("h", "enter", "b")
        assert "1-9 game" in game.lines[-1], "that it can be done is said"
        await game.press("down")
        assert ", game 2: " in place(game)
        await game.press("down")
        assert ", game 3: before the first turn" in place(game), "there was a contest"
        first_of_3 = place(game)
        await game.press("down")
        assert place(game) == first_of_3
        assert speech(game)[1] == "There is no game 4: this match has 1-3."
        await game.press("right")
        assert speech(game)[1] == ""
        await game.press("up")
        second = place(game)
        assert ", game 2: " in second
        await game.press("up", "up")
        assert place(game).startswith("Step 1 of ")
        await game.press("3")
        assert place(game) == "Game number: 3_"
        await game.press("enter")
        assert place(game) == first_of_3
        await game.enter("02")
        assert place(game) == second
        for wrong in ("0", "4", "9999"):
            await game.enter(wrong)
            assert place(game) == second
            assert speech(game)[1] == f"There is no game {wrong}: this match has 1-3."
        await game.press("1", "2", "backspace")
        assert place(game) == "Game number: 1_"
        await game.press("backspace")
        assert place(game) == second, "an empty line is closed"
        await game.press("3", "escape")
        assert place(game) == second
        await game.press("3", "q", "x", "right")
        assert place(game) == "Game number: 3_", "the line has all keys"
        await game.press("escape")
        await game.click_text("1-9 game")
        assert place(game) == "Game number: _"
        await game.press("enter")
        assert place(game) == second, "nothing was written"
        await game.click_text("1-9 game")
        await game.press("1", "enter")
        assert place(game).startswith("Step 1 of ")


async def test_a_look_back_is_gone_through_by_clicks(store: Store) -> None:
    keep(store.new_match(), played(7, 6)).release()
    async with opened(store=store) as game:
        await game.press("h", "enter")
        assert game.lines[0].startswith(" LOOKING BACK  match to ")
        await game.click_text("b begin")
        assert place(game).startswith("Step 1 of 8")
        await game.click_text("right next")
        assert place(game).startswith("Step 2 of 8")
        await game.click_text("2 of 8")
        assert place(game).startswith("Step 3 of 8"), "the line that says where it is goes on"
        await game.click_text("left back")
        assert place(game).startswith("Step 2 of 8")
        await game.click_text("e end")
        assert place(game).startswith("Step 8 of 8")
        await game.click_text("q leave")
        assert isinstance(game.app.screen, HistoryScreen)


async def test_the_table_turns_and_shows_own_numbers_in_a_look_back(store: Store) -> None:
    keep(store.new_match(), played(7, 6)).release()
    async with opened(store=store) as game:
        await game.press("h", "enter")
        board = on_board(game)
        top = game.lines[1].split()
        await game.press("f")
        assert game.lines[1].split()[2:8] == ["1", "2", "3", "4", "5", "6"]
        assert on_board(game) == board
        await game.press("f", "n")
        assert game.lines[1].split() == top
        assert game.lines[2].split()[:6] != top[:6]
        await game.press("?")
        assert isinstance(game.app.screen, ReadingScreen)
        await game.press("escape")
        assert isinstance(game.app.screen, PastScreen)


async def test_the_past_of_a_live_match_leaves_it_untouched() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        await game.enter("10/6")
        await game.go_to(8)
        before, text = game.state, game.text
        await game.press("h")
        assert isinstance(game.app.screen, PastScreen)
        await game.press("b", "right", "left", "e", "f", "n", "up", "down", "1", "enter")
        await game.press("r", "u", "x", "d", "a", "w", "m", "tab")
        assert isinstance(game.app.screen, PastScreen)
        await game.press("h")
        assert game.is_at_table
        assert game.state == before
        assert game.text == text
        await game.press("h", "escape")
        assert game.text == text
        await game.press("h", "q")
        assert game.text == text


async def test_the_past_of_a_live_match_shows_its_turns_up_to_now() -> None:
    async with playing(dice="6543") as game:
        await game.press("r")
        await game.enter("24/13")
        await game.press("enter", "h")
        assert place(game) == "Step 3 of 3, game 1: Anna (White) 65: 24/18/13"
        assert "1 W 65 24/18/13" in game.text
        await game.press("left")
        assert place(game) == "Step 2 of 3, game 1: before the first turn"
        await game.press("left", "left")
        assert place(game) == "Step 1 of 3, game 1: before the first turn"
        await game.press("q", "r", "h")
        assert place(game) == "Step 3 of 3, game 1: Anna (White) 65: 24/18/13", (
            "no roll without a play"
        )


async def test_own_dice_lie_in_a_look_back_as_they_fell(store: Store) -> None:
    session = Session.start(match(own=True), die=chance(2))
    play_on(session, 4)
    keep(store.new_match(), session.events).release()
    last = session.record.game.turns[-1]
    async with opened(store=store, needs_signs=True) as game:
        await game.press("h", "enter")
        assert "[1] [2] [3]" not in game.text, "nobody is asked for dice here"
        dice = re.findall(r"\((\d)\)", game.text)
        assert dice == [str(die) for die in last.roll.dice]


async def test_what_was_played_is_told_whole_in_the_smallest_terminal(store: Store) -> None:
    long = match("Αλέξανδρος Παπαδόπουλος", "日本 太郎 " * 5 + "x", None)
    session = Session.start(long, die=lambda: next(faces))
    faces = iter([5, 3, *[3, 3, 1, 1] * 30])
    play_on(session, 20)
    keep(store.new_match(), session.events).release()
    async with opened(store=store, size=(60, 20)) as game:
        await game.press("h", "enter", "b", "right")
        assert game.lines[-1].split()[-4:] == ["?", "help", "q", "leave"]
        for turn in session.record.game.turns:
            await game.press("right")
            assert place(game).endswith(
                f"{roll_text(turn.roll)}: {play_text(turn.play, turn.side)}"
            )


async def test_three_hundred_turns_are_stepped_through_by_a_held_key_each_drawn(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.start(match(target=None), die=chance(11))
    play_on(session, 300)
    keep(store.new_match(), session.events).release()
    stops = expected_stops(session.events)
    assert sum(bool(told) for _, _, told in stops) >= 300
    painted: list[str] = []
    display = FevgaApp._display

    def watched(app: FevgaApp, screen: Screen[Any], frame: RenderableType | None) -> None:
        if frame is not None and isinstance(screen, PastScreen):
            painted.append(screen.query_one(SpeechView).face.prompt)
        display(app, screen, frame)

    async with opened(store=store, pause=0.15) as game:
        await game.press("h")
        game.clock.wait()
        await game.press("enter")
        game.clock.wait()
        await game.press("b")
        monkeypatch.setattr(FevgaApp, "_display", watched)
        for number, (_, after, told) in enumerate(stops, 1):
            if number > 1:
                game.clock.wait(0.03)
                await game.press("right")
                assert painted[-1].startswith(f"Step {number} of {len(stops)}, game {after.game}: ")
                assert painted[-1].endswith(told)
            assert on_board(game) == of_match(after)
            if number % 25 == 0:
                assert place(game) == painted[-1], "what is painted can be read"
        assert len(set(painted)) == len(stops) - 1


async def test_a_match_is_shown_in_numbers_and_pictures(store: Store) -> None:
    events = several_games()
    keep(store.new_match(), events).release()
    now, record = retold(events)
    async with opened(store=store, size=(80, 40)) as game:
        await game.press("h", "i")
        assert isinstance(game.app.screen, ReadingScreen)
        assert game.lines[0].strip() == "Match 1"
        words = ""
        pages: list[str] = []
        while not pages or game.text != pages[-1]:
            pages.append(game.text)
            words += game.text
            await game.press("space")
        for label in ("games won", "points", "mars", "turns", "passes", "pips played"):
            assert re.search(rf"^ +{label} +\d+ +\d+ *$", words, re.MULTILINE), label
        white, black = (tally(now, record, side) for side in Side)
        assert re.search(rf" turns +{white.turns} +{black.turns} *$", words, re.MULTILINE)
        assert re.search(
            rf" each 6 +{white.faces[5]} +{white.face_due:.1f} +{black.faces[5]} ", words
        )
        assert words.count("Within what chance gives:") >= 2
        for number, played_game in enumerate(record.games, 1):
            assert f"Game {number}" in words
            assert f"The race over {len(played_game.turns)} turns" in words
        await game.press("escape")
        assert isinstance(game.app.screen, HistoryScreen)


# -- at the shell


def replay(*arguments: str | Path) -> Terminal:
    return Terminal(
        [sys.executable, "-m", "fevga_tui", "replay", *arguments],
        env={"PYTHONPATH": str(PROJECT)},
    )


def test_fevga_replay_opens_a_file_of_events_and_leaves_to_the_shell(folder: Path) -> None:
    file = CASES / "match-v1.jsonl"
    with replay("--data", folder, file) as terminal:
        found = terminal.wait_for(r"^ Step (\d+) of (\d+), game (\d+): ", timeout=20)
        assert found[1] == found[2]
        terminal.read_for(PAUSE)
        press_until(terminal, "b", lambda: " 1 of " in terminal.text(), "the beginning")
        terminal.wait_for(rf"^ Step 1 of {found[2]}, game 1: before the first turn")
        terminal.press("right")
        terminal.wait_for(rf"^ Step 2 of {found[2]}, game 1: ")
        assert press_last(terminal, "q") == 0
        assert terminal.restored() == []
    kept = Store.open(folder)
    assert kept.numbers() == [], "nothing is kept of it"
    kept.close()


def test_fevga_replay_opens_a_kept_match(folder: Path, store: Store) -> None:
    keep(store.new_match(), played(7, 6)).release()
    store.close()
    with replay("1", "--data", folder) as terminal:
        terminal.wait_for(r"^ Step 8 of 8, game 1: ", timeout=20)
        terminal.read_for(PAUSE)
        assert press_last(terminal, "escape") == 0


def test_fevga_replay_refuses_what_it_cannot_show_in_a_sentence(folder: Path, store: Store) -> None:
    keep(store.new_match(), played(7, 6)).release()
    store.close()
    damage(folder, 1)
    lines = (CASES / "match-v1.jsonl").read_text(encoding="utf-8").splitlines()
    wrong = folder / "wrong.jsonl"
    wrong.write_text("\n".join(lines[:5] + lines[6:]), encoding="utf-8")
    for argument, sentence in (
        ("1", r"fevga: Match 1 is damaged: event 4: .*not 7"),
        ("2", r"fevga: There is no match 2\."),
        (str(wrong), r"fevga: .*wrong\.jsonl, line \d+: "),
        (str(folder / "none.jsonl"), r"fevga: .*none\.jsonl: no such file or directory"),
        (str(folder), r"fevga: .*: is a directory"),
    ):
        with replay(argument, "--data", folder) as terminal:
            assert terminal.wait_exit(timeout=20) == 1
            assert re.search(sentence, terminal.text().replace("\n", "")), terminal.text()
            assert terminal.restored() == []
            assert b"\x1b[?1049h" not in terminal.received, "the screen is not taken"


def test_several_ways_to_end_a_game_are_in_the_match_looked_back_at() -> None:
    events = several_games()
    assert {type(event) for event in events} >= {Resigned, DrawAgreed, PlayStopped}
    assert events[0] == replace(match(target=None), ruleset=FEVGA, dice=DiceFrom.PROGRAM)
