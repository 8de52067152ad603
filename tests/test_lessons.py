"""The lessons and puzzles: what they say is true of their positions, and they are played."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from app_pilot import Game, opened
from brute_force import RULES, enumerate_plays
from engine import Table, at
from real_table import PAUSE, press_last, press_until
from stores import PROJECT, private_space
from terminal import Terminal

from fevga_tui.lessons import LESSONS, PUZZLES, Lesson, Practice
from fevga_tui.rules.cells import cells, wrapped
from fevga_tui.rules.notation import doubts, play_text, point_text, sentence
from fevga_tui.rules.play import Rule
from fevga_tui.rules.position import HOME, Side
from fevga_tui.rules.ruleset import FEVGA
from fevga_tui.store import Store
from fevga_tui.ui.screens.lesson import LessonScreen, learned
from fevga_tui.ui.screens.reading import ReadingScreen
from fevga_tui.ui.screens.start import StartScreen

ALL = (*LESSONS, *PUZZLES)
NAMES = [lesson.title for lesson in LESSONS] + [f"puzzle {at}" for at in range(1, 21)]
PUZZLE_NAMES = NAMES[len(LESSONS) :]


@dataclass(frozen=True)
class Taught:
    """What a lesson is about: a play, a move to try before it, and which rule refuses that."""

    title: str
    play: str
    tried: str
    rule: Rule


TAUGHT = (
    Taught("The first checker", "20/13", "24/21", Rule.FIRST_CHECKER),
    Taught("Closed points", "18/17/15", "18/16", Rule.CLOSED_POINT),
    Taught("Both dice", "10/7/3", "8/5", Rule.WASTES_A_DIE),
    Taught("The higher die", "16/10", "16/11", Rule.HIGHER_DIE),
    Taught("Doubles", "13/7 24/18(3)", "24/18", Rule.FIRST_CHECKER),
    Taught("Your starting quadrant", "20/19 24/19", "24/19", Rule.OWN_QUADRANT),
    Taught("The trapped fifteen", "24/23 8/6", "13/10", Rule.MUST_OPEN),
    Taught("Bearing off", "7/6/off", "6/off", Rule.NOT_HOME),
    Taught("A larger die", "3/1 4/off", "3/off", Rule.NOT_FARTHEST),
    # That the 3 alone may not take it off has a test of its own: 3/off is read as 3/2/off.
    Taught("The last checker's small step", "3/2/off", "3/1", Rule.NO_SUCH_DIE),
)
TITLES = [taught.title for taught in TAUGHT]


def table_of(lesson: Lesson) -> Table:
    return at(lesson.position, lesson.roll)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give a data folder on a quick disk."""
    with tempfile.TemporaryDirectory(dir=private_space()) as folder:
        yield Path(folder)


# -- the positions


def test_there_are_ten_lessons_and_twenty_puzzles() -> None:
    assert [lesson.title for lesson in LESSONS] == TITLES
    assert len(PUZZLES) == 20
    assert len({(puzzle.position, puzzle.roll) for puzzle in PUZZLES}) == 20


@pytest.mark.parametrize("lesson", ALL, ids=NAMES)
def test_a_position_can_arise_in_play(lesson: Lesson) -> None:
    table = table_of(lesson)
    assert doubts(table.turn.start, table.side, FEVGA) == []
    assert not table.turn.is_pass


@pytest.mark.parametrize("lesson", ALL, ids=NAMES)
def test_what_is_said_fits_two_lines_of_the_smallest_terminal(lesson: Lesson) -> None:
    for said in (lesson.task, lesson.done):
        assert len(wrapped(said, 58, 99)) <= 2, said
    assert cells(f" FEVGA  Puzzle 20 of 20: {lesson.title}  30 of 30 done ") <= 80


@pytest.mark.parametrize(("lesson", "taught"), list(zip(LESSONS, TAUGHT, strict=True)), ids=TITLES)
def test_the_rule_of_a_lesson_refuses_what_is_tried(lesson: Lesson, taught: Taught) -> None:
    table = table_of(lesson)
    assert table.refusal(taught.tried).rule is taught.rule
    assert table.play(taught.play).turn.is_complete


@pytest.mark.parametrize(("lesson", "taught"), list(zip(LESSONS, TAUGHT, strict=True)), ids=TITLES)
def test_a_move_that_a_task_tells_to_try_is_the_refused_one(lesson: Lesson, taught: Taught) -> None:
    told = re.findall(r"\d+/(?:\d+|off)\b", lesson.task)
    assert set(told) <= {taught.tried}
    if "Try 24 all the same" in lesson.task:
        told = ["24/21"]
    if re.search(r"\b[Tt]ry\b", lesson.task):
        assert told == [taught.tried]


# What is said at the end of a lesson must be so whichever legal play was made: what it comes to is
# quoted, so that nobody changes one without the other.


def told(title: str, words: str) -> bool:
    return words in LESSONS[TITLES.index(title)].done


def finals(title: str) -> list[Table]:
    """Return where every order of every legal play of a lesson ends, each way told apart."""
    start = table_of(LESSONS[TITLES.index(title)])
    ways, ended = [start], []
    while ways:
        table = ways.pop()
        if table.turn.is_complete:
            ended.append(table)
        ways += [Table(table.turn.push(move), table.side) for move in table.turn.legal_moves]
    return ended


def plays(title: str) -> set[str]:
    return {play_text(table.turn.moves, table.side) for table in finals(title)}


def test_the_first_checker_ends_on_13_and_has_passed_when_beyond_12() -> None:
    assert told("The first checker", "It stands on 13 now. Once it is beyond 12, all")
    assert {table.board.split()[0] for table in finals("The first checker")} == {"24x14,13"}
    assert table_of(LESSONS[0]).turn.legal_moves[0].source == 20
    assert at("24x14,13 12x15 b", "21").turn.legal_moves, "the other side goes on"
    assert "24/23:1" not in at("24x14,13 12x15 w", "11").legal, "13 is not beyond 12"
    assert "24/23:1" in at("24x14,13 12x15 w", "21", "13/11").legal


def test_the_closed_point_is_closed_by_one_checker_and_passed_over() -> None:
    assert told("Closed points", "The 1 first, then the 2 from there: each landing counts")
    table = table_of(LESSONS[1])
    assert table.turn.start.theirs[Side.BLACK.own(16)] == 1
    assert plays("Closed points") == {"18/17/15"}, "the 1 first, then the 2 over 16"


def test_both_dice_are_used_by_one_play_alone() -> None:
    assert told("Both dice", "10/7/3 uses both dice, so no move that wastes one was legal.")
    assert plays("Both dice") == {"10/7/3"}
    assert not at("10,5,2x13 18,12x11,6,4,1 w", "44").legal, "after 8/5 no 4 is left to play"


def test_either_die_could_be_the_one_and_it_is_the_higher() -> None:
    assert told("The higher die", "If either die could be the one, it is the higher.")
    assert plays("The higher die") == {"16/10"}
    assert at("16,2x14 18,12x13,5 w", "55").legal == {"16/11:5"}


def test_four_sixes_are_played_of_which_the_first_frees_the_others() -> None:
    lesson = LESSONS[4]
    assert told(lesson.title, "Four sixes: your first checker passed 12, and from then on every")
    assert table_of(lesson).legal == {"13/7:6"}
    assert {len(table.turn.moves) for table in finals(lesson.title)} == {4}
    assert table_of(lesson).play("13/7").turn.sources == (24, 7)


def test_a_point_of_the_quadrant_is_open_after_each_die() -> None:
    assert told("Your starting quadrant", "One of the six was open after each of your dice")
    for table in finals("Your starting quadrant"):
        turn = table.turn
        assert len(turn.moves) == 2, "both are played"
        while turn.moves:
            assert not all(turn.position.mine[19:]), play_text(table.turn.moves, table.side)
            turn = turn.pop()
    assert "20/19 24/19" in plays("Your starting quadrant"), "what was refused first is legal then"


def test_the_wall_is_open_after_every_play() -> None:
    lesson = LESSONS[6]
    assert told(lesson.title, "The wall is open.")
    table = table_of(lesson)
    assert table.turn.must_open
    assert table.turn.start.theirs[Side.BLACK.own(12)] == 15
    assert all(table.turn.start.mine[6:12]), "the wall of six, 6 to 11"
    assert not any(all(ended.turn.position.mine[6:12]) for ended in finals(lesson.title))


def test_a_checker_is_taken_off_only_when_the_last_one_is_home() -> None:
    assert told("Bearing off", "Once the last checker is home, the next die may bear one off")
    taken_off = 0
    for table in finals("Bearing off"):
        turn = table.turn
        while turn.moves:
            last, turn = turn.moves[-1], turn.pop()
            if last.target == 0:
                taken_off += 1
                assert not any(turn.position.mine[HOME.stop :])
    assert taken_off, "in the same turn"


def test_the_larger_die_takes_from_the_farthest_point() -> None:
    assert told("A larger die", "The 6 took a checker off your farthest point")
    sixes = 0
    for table in finals("A larger die"):
        turn = table.turn
        while turn.moves:
            last, turn = turn.moves[-1], turn.pop()
            if last.die == 6:
                sixes += 1
                assert last.target == 0
                assert not any(turn.position.mine[last.source + 1 :])
    assert sixes == len(finals("A larger die")), "the 6 is always played"


def test_the_last_checker_uses_both_dice() -> None:
    assert told("The last checker's small step", "3/2 and off: as many dice as possible")
    table = table_of(LESSONS[9])
    assert table.legal == {"3/2:1"}, "the 3 at once is not legal"
    assert at("3 13x8,14x7 w", "33").legal == {"3/off:3"}, "though it would take it off"
    assert plays("The last checker's small step") == {"3/2/off"}


@pytest.mark.parametrize("puzzle", PUZZLES, ids=PUZZLE_NAMES)
def test_a_puzzle_has_one_answer_that_uses_both_dice(puzzle: Lesson) -> None:
    assert puzzle.done == "That is it: no other play uses both dice."
    answer = enumerate_plays(RULES["fevga"], puzzle.position, puzzle.roll)
    assert len(answer.results) == 1
    assert answer.dice_used == 2
    [play] = table_of(puzzle).turn.plays
    assert len(play) == 2
    assert table_of(puzzle).turn.push(*play).is_complete


def tempting(table: Table) -> list[str]:
    """Return the first moves that no rule but that of the whole play refuses."""
    return [
        f"{point_text(source, table.side)}/{point_text(target, table.side)}"
        for source in range(24, 0, -1)
        for target in {max(0, source - die) for die in table.turn.dice_left}
        if (refusal := table.turn.refusal(source, target))
        and refusal.rule in (Rule.WASTES_A_DIE, Rule.HIGHER_DIE)
    ]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=PUZZLE_NAMES)
def test_a_puzzle_has_other_first_moves_that_look_possible(puzzle: Lesson) -> None:
    assert tempting(table_of(puzzle))


def test_a_practice_is_one_turn_and_is_kept_nowhere() -> None:
    practice = Practice(LESSONS[2])
    assert not practice.is_done
    practice.enter_play("10/7/3")
    assert not practice.is_done, "until Enter"
    practice.end_turn()
    assert practice.is_done


# -- played


def lesson_screen(game: Game) -> LessonScreen:
    screen = game.app.screen
    assert isinstance(screen, LessonScreen)
    return screen


async def at_lesson(game: Game, number: int) -> None:
    """Go to a lesson, or after the lessons to a puzzle, by skipping."""
    name = f"Lesson {number + 1} of" if number < 10 else f"Puzzle {number - 9} of"
    for _ in ALL:
        if name in game.lines[0]:
            return
        await game.press("s")
    raise AssertionError(f"no way to {name} by s")


async def test_each_lesson_is_tried_wrong_and_then_played() -> None:
    store = Store.open(None)
    async with opened(store=store) as game:
        await game.press("t")
        for number, (lesson, taught) in enumerate(zip(LESSONS, TAUGHT, strict=True)):
            assert game.lines[0].split("  ")[1] == f"Lesson {number + 1} of 10: {lesson.title}"
            assert f"{number} of 30 done" in game.lines[0]
            assert game.message == lesson.task
            await game.enter(taught.tried)
            refusal = table_of(lesson).refusal(taught.tried)
            assert game.message == f"! {sentence(refusal, Side.WHITE)}"
            assert game.turn.moves == ()
            await game.press("escape", "w")
            assert isinstance(game.app.screen, ReadingScreen), "why? is answered in a lesson"
            await game.press("escape")
            await game.enter(taught.play)
            assert "Enter ends the turn" in game.prompt or "Well done" in game.prompt
            if "Well done" not in game.prompt:
                await game.press("enter")
            assert game.prompt == "Well done. Enter goes on to the next"
            assert game.message == lesson.done
            assert store.setting("learned") == ",".join(map(str, range(number + 1)))
            await game.press("enter")
        assert "Puzzle 1 of 20" in game.lines[0]


async def test_a_lesson_is_left_and_the_next_undone_one_comes_first() -> None:
    store = Store.open(None)
    store.set_setting("learned", "0,1,3,29")
    async with opened(store=store) as game:
        await game.press("t")
        assert "Lesson 3 of 10" in game.lines[0]
        assert "4 of 30 done" in game.lines[0]
        await game.enter("10/7/3")
        await game.press("enter")
        assert store.setting("learned") == "0,1,2,3,29"
        await game.press("q")
        assert isinstance(game.app.screen, StartScreen)
        await game.press("t")
        assert "Lesson 5 of 10" in game.lines[0]


async def test_skip_and_back_go_round_and_keep_nothing() -> None:
    store = Store.open(None)
    async with opened(store=store) as game:
        await game.press("t")
        assert "s skip  b back" in game.keys
        await game.press("s", "s")
        assert "Lesson 3 of 10" in game.lines[0]
        await game.press("b")
        assert "Lesson 2 of 10" in game.lines[0]
        await game.press("b", "b")
        assert "Puzzle 20 of 20" in game.lines[0]
        assert "0 of 30 done" in game.lines[0]
        await game.press("s")
        assert "Lesson 1 of 10" in game.lines[0]
        await game.click_text("s skip")
        assert "Lesson 2 of 10" in game.lines[0]
    assert store.setting("learned") is None


async def test_a_half_played_lesson_begins_again_when_come_back_to() -> None:
    async with opened() as game:
        await game.press("t")
        await game.enter("20/16")
        await game.press("s", "b")
        assert game.turn.moves == ()
        assert game.message == LESSONS[0].task


async def test_a_done_lesson_is_played_once_more() -> None:
    async with opened() as game:
        await game.press("t")
        await game.enter("20/13")
        await game.press("enter")
        assert game.keys == "Enter next  u try it again  q leave"
        await game.press("u")
        assert game.turn.moves == ()
        assert game.message == LESSONS[0].task
        assert "1 of 30 done" in game.lines[0]


async def test_after_a_lesson_keys_and_clicks_play_nothing_for_the_other_side() -> None:
    async with opened() as game:
        await game.press("t")
        await game.enter("20/13")
        await game.press("enter")
        done = game.state
        await game.press("r", "a", "d", "x", "h", "m", "w", "6", "escape", "tab", "left")
        assert game.prompt == "Well done. Enter goes on to the next"
        for place in (12, 24, Side.WHITE, Side.BLACK):
            await game.click_place(place)
        assert game.state == done, "no die is rolled"
        assert game.message == LESSONS[0].done
        await game.click_text("Well done")
        assert "Lesson 2 of 10" in game.lines[0], "the line that says so goes on"


async def test_keys_without_a_use_in_a_lesson_say_so() -> None:
    async with opened() as game:
        await game.press("t")
        before = game.state
        for key in ("r", "space", "d", "x", "h", "a", "m"):
            await game.press(key)
            assert (
                game.message
                == "! Here the play is yours to find, without that key; ? shows the rules."
            )
            assert game.state == before


async def test_a_refusal_in_a_lesson_offers_to_say_why() -> None:
    async with opened() as game:
        await game.press("t")
        assert "w why?" not in game.keys
        await game.enter("24/21")
        await game.press("escape")
        assert "w why?" in game.keys
        await game.click_text("w why?")
        assert "Why is 24/21 not legal?" in game.text


async def test_the_marks_of_a_lesson_are_hidden_in_a_puzzle() -> None:
    async with opened() as game:
        await game.press("t")
        assert "▴▴" in game.text, "what may move is marked"
        await at_lesson(game, 10)
        puzzle, table = PUZZLES[0], table_of(PUZZLES[0])
        assert table.plays == {"6/5/23"}
        assert game.message == puzzle.task
        assert game.hand.cursor is None
        assert not set("▴▾") & set(game.text)
        assert "[" not in game.lines[1] + game.lines[19], "no number is marked by a cursor"
        await game.click_place(6)
        assert game.hand.chosen == Side.BLACK.own(6)
        assert not re.search(r"\b[16]\b", "".join(game.drawn(5) + game.drawn(24)[1:]))
        assert "▴▴" in "".join(game.drawn(6)), "but what is chosen is lifted"


@pytest.mark.parametrize("key", ["right", "up", "enter"])
async def test_the_cursor_of_a_puzzle_does_not_begin_on_the_answer(key: str) -> None:
    async with opened() as game:
        await game.press("t")
        for number in (10, 13):
            await at_lesson(game, number)
            side = game.match.on_roll
            await game.press(key)
            assert game.hand.cursor == side.printed(24)
            assert game.hand.chosen is None


async def test_keys_that_would_give_a_puzzle_away_do_nothing() -> None:
    async with opened() as game:
        await game.press("t")
        await at_lesson(game, 10)
        before = game.state
        assert "Tab" not in game.keys
        for key in ("tab", "shift+tab", "w", "m", "a"):
            await game.press(key)
            assert (
                game.message
                == "! Here the play is yours to find, without that key; ? shows the rules."
            )
            assert game.hand.cursor is None
            assert game.state == before


async def test_a_puzzle_says_which_rule_and_not_the_answer() -> None:
    async with opened() as game:
        await game.press("t")
        for number, puzzle in enumerate(PUZZLES, 10):
            await at_lesson(game, number)
            table = table_of(puzzle)
            [answer] = table.plays
            wrong = tempting(table)[0]
            await game.enter(wrong)
            assert game.message.startswith(f"! {wrong} is not legal: ")
            assert game.message.endswith(("it wastes a die.", "so it must be the higher."))
            assert answer not in game.text
            await game.press("escape")
            assert "w why?" not in game.keys
            if number in (10, 11, 29):
                await game.enter(answer)
                await game.press("enter")
                assert game.message == puzzle.done
                await game.press("u")


async def test_every_task_is_whole_on_the_smallest_screen() -> None:
    async with opened(size=(60, 20)) as game:
        await game.press("t")
        for number in (*range(10), 10):
            await at_lesson(game, number)
            assert game.message == ALL[number].task
            assert game.keys.endswith("? help  q leave")


# -- what is kept


@pytest.mark.parametrize(
    ("kept", "numbers"),
    [
        (None, ()),
        ("", ()),
        ("0,1,2", (0, 1, 2)),
        ("29,0", (0, 29)),
        ("30", ()),
        ("-1,1.5,x,²,٣,1e1, 2", ()),
        ("9999999999999999999999,4", (4,)),
        ("[0, 1]", ()),
        ("\x00\ufffd,,5,", (5,)),
    ],
)
def test_what_cannot_be_read_counts_as_not_learned(
    kept: str | None, numbers: tuple[int, ...]
) -> None:
    assert learned(kept) == frozenset(numbers)


async def test_with_all_learned_the_lessons_begin_again() -> None:
    store = Store.open(None)
    store.set_setting("learned", ",".join(map(str, range(30))))
    async with opened(store=store) as game:
        await game.press("t")
        assert "Lesson 1 of 10" in game.lines[0]
        assert "30 of 30 done" in game.lines[0]


# -- at the shell


def learn(folder: Path) -> Terminal:
    return Terminal(
        [sys.executable, "-m", "fevga_tui", "learn", "--data", folder],
        env={"PYTHONPATH": str(PROJECT)},
    )


def test_fevga_learn_opens_on_the_first_lesson_not_done_and_keeps_what_is_played(
    folder: Path,
) -> None:
    store = Store.open(folder)
    store.set_setting("learned", "0,1,7")
    store.close()
    with learn(folder) as terminal:
        terminal.wait_for("Lesson 3 of 10: Both dice .* 3 of 30 done", timeout=20)
        terminal.read_for(PAUSE)
        press_until(terminal, "1", lambda: "Move: 1_" in terminal.text(), "the line")
        terminal.type("0/7/3\r")
        terminal.wait_for("Enter ends the turn")
        press_until(terminal, "enter", lambda: "Well done" in terminal.text(), "the end")
        terminal.wait_for("4 of 30 done")
        press_until(terminal, "q", lambda: "New match" in terminal.text(), "the start")
        assert press_last(terminal, "q") == 0
        assert terminal.restored() == []
    store = Store.open(folder)
    assert store.setting("learned") == "0,1,2,7"
    assert store.numbers() == [], "a lesson is no match"
    store.close()
    with learn(folder) as terminal:
        terminal.wait_for("Lesson 4 of 10: The higher die .* 4 of 30 done", timeout=20)


def test_fevga_learn_begins_at_the_first_lesson_where_what_is_kept_is_damaged(
    folder: Path,
) -> None:
    store = Store.open(folder)
    store.set_setting("learned", "0;1\ufffd[/]")
    store.close()
    with learn(folder) as terminal:
        terminal.wait_for("Lesson 1 of 10: The first checker .* 0 of 30 done", timeout=20)
