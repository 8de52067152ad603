"""Every hand: keyboards, mice, pastes and lines as they are, at the real program in a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hands import (
    LONG,
    PAUSE,
    SIZE,
    Point,
    at_table,
    caret,
    cells_of,
    do,
    fevga,
    keep_opening,
    leave,
    place_of,
    points,
    prompt,
    rest,
    rim,
    send,
)
from real_table import kept_state
from stores import chance, play_on
from terminal import Terminal

from fevga_tui.rules.events import DiceFrom, MatchStarted
from fevga_tui.rules.match import Phase
from fevga_tui.rules.ruleset import FEVGA
from fevga_tui.session import Session
from fevga_tui.store import Store
from fevga_tui.ui.driver import FLOOD_END, SEQUENCE_PATIENCE

START = r"[>c] +c +Continue"
PLAYED = {24: Point("W", 14), 13: Point("W", 1), 12: Point("B", 15)}
"""The board after 24/13, but for the marks."""


def checkers(terminal: Terminal) -> dict[int, Point]:
    """Return whose checkers stand where, and how many."""
    return {at: point._replace(sign="") for at, point in points(terminal).items() if point.side}


def lines(terminal: Terminal) -> list[str]:
    return [terminal.line(y) for y in range(SIZE[1])]


@contextmanager
def to_roll(folder: Path, *arguments: str, own: bool = False) -> Iterator[Terminal]:
    """The table before White's first roll."""
    keep_opening(folder, None, own=own)
    with fevga(folder, "--resume", *arguments) as terminal:
        terminal.wait_for("Anna .* to roll", LONG)
        yield terminal


# -- keyboards


def test_the_keypad_types_dice_and_moves(tmp_path: Path) -> None:
    with to_roll(tmp_path, own=True) as terminal:
        do(terminal, b"\x1bOv\x1bOu", "Dice: 65_")
        do(terminal, b"\x1bOM", "to play 65")
        do(terminal, b"\x1bOr\x1bOt\x1bOo\x1bOq\x1bOs", "Move: 24/13_")
        do(terminal, b"\x1bOM", "Enter ends the turn")
        assert checkers(terminal) == PLAYED
        do(terminal, b"\x1bOM", "Bob .* to roll")


def test_the_keypad_without_numlock_has_arrows_and_no_more(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        assert caret(terminal)[0] in cells_of(24)[0]
        send(terminal, b"\x1bOD\x1bOD\x1bOB")
        terminal.wait_until(lambda: rim(lines(terminal), 3) == "[ 3]", "the cursor on 3", LONG)
        before = terminal.snapshot()
        send(terminal, b"\x1bOE\x1b[E\x1bOw\x1bOH\x1b[1~\x1b[4~\x1b[5~\x1b[6~\x1b[2~"[:6])
        rest(terminal)
        assert terminal.snapshot() == before


def test_a_modern_keyboard_reports_its_keypad_too(tmp_path: Path) -> None:
    keep_opening(tmp_path, None, own=True)
    with fevga(tmp_path, "--resume", profile="kitty") as terminal:
        terminal.wait_for("Anna .* to roll", LONG)
        do(terminal, b"\x1b[57405;129;54u\x1b[57404;129;53u", "Dice: 65_")
        do(terminal, b"\x1b[57414u", "to play 65")
        do(terminal, b"\x1b[50;;50u\x1b[52;;52u\x1b[57410;;47u\x1b[49;;49u\x1b[51;;51u", "24/13_")
        do(terminal, b"\x1b[13u", "Enter ends the turn")


@pytest.mark.parametrize(
    ("letters", "encoding"),
    [
        ("rfnuxnxyq", "utf-8"),
        ("RFNUXNXYQ", "utf-8"),
        ("ρφνθχνχυ;", "utf-8"),
        ("ΡΦΝΘΧΝΧΥ:", "utf-8"),
        ("ρφνθχνχύ;", "iso8859-7"),
        ("катгчтчнй", "utf-8"),
        ("КАТГЧТЧНЙ", "utf-8"),
        ("катгчтчнй", "koi8-r"),
    ],
)
def test_letters_mean_the_key_in_their_place(letters: str, encoding: str, tmp_path: Path) -> None:
    keep_opening(tmp_path, None)
    with fevga(tmp_path, "--resume", "--ascii", env={"PYTHONIOENCODING": encoding}) as terminal:
        terminal.wait_for("Anna .* to roll", LONG)
        roll, turn, numbers, undo, resign, no, again, yes, out = (
            letter.encode(encoding) for letter in letters
        )
        do(terminal, roll, "Anna .* to play")
        do(terminal, turn, r"^ off +1 +2 +3 ")
        do(terminal, turn, r"^ off +13 +14 ")
        do(terminal, numbers, "own")
        do(terminal, undo, "nothing to take back")
        do(terminal, resign, "Play on")
        send(terminal, no)
        terminal.wait_until(lambda: "Play on" not in terminal.text(), "the question closed", LONG)
        do(terminal, again, "Play on")
        do(terminal, yes, "Game 1 is over")
        do(terminal, out, START)
        send(terminal, out)
        assert terminal.wait_exit(LONG) == 0


def test_escape_glued_to_a_letter_is_escape_and_the_letter(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        do(terminal, "enter", "24 is chosen")
        do(terminal, b"\x1br", "dice stay|Dice stay|The dice")
        assert "choose a checker" in prompt(terminal), "escape let go of the checker"
        do(terminal, b"\x1bf", r"^ off +1 +2 +3 ")
        do(terminal, b"\x1bf", r"^ off +13 +14 ")
        do(terminal, "24", "Move: 24_")
        do(terminal, b"\x1bx", "Play on")
        do(terminal, b"\x1b\x1b", "to play 65")
        do(terminal, "24", "Move: 24_")
        do(terminal, b"\x1bq", START)
        do(terminal, "c", "to play 65")
        assert len(kept_events(tmp_path)) == 4


@pytest.mark.parametrize("enter", [b"\r", b"\n"], ids=["return", "line feed"])
@pytest.mark.parametrize("backspace", [b"\x7f", b"\x08"], ids=["delete", "backspace"])
def test_enter_and_backspace_have_two_codes_each(
    enter: bytes, backspace: bytes, tmp_path: Path
) -> None:
    with fevga(tmp_path) as terminal:
        terminal.wait_for("> n +New match", LONG)
        do(terminal, enter, "New match(?s:.*)Points")
        do(terminal, b"Annax", "White +Annax$")
        do(terminal, backspace, "White +Anna$")
        send(terminal, enter)
        do(terminal, b"Bob", "Black +Bob$")
        do(terminal, enter, "Anna .* rolls one die")
    keep_opening(tmp_path / "data")
    with at_table(tmp_path / "data") as terminal:
        do(terminal, b"24/133", "Move: 24/133_")
        do(terminal, backspace, "Move: 24/13_")
        do(terminal, enter, "Enter ends the turn")
        do(terminal, backspace, "to play 65")
        do(terminal, backspace * 2, "nothing to take back")
        do(terminal, enter, "no checker on 18")


def test_a_match_is_begun_played_and_left_by_plain_keys(tmp_path: Path) -> None:
    with fevga(tmp_path) as terminal:
        terminal.wait_for("> n +New match", LONG)
        do(terminal, "enter", "New match(?s:.*)Points")
        do(terminal, "Anna", "White +Anna$")
        send(terminal, "enter")
        do(terminal, "Bob", "Black +Bob$")
        do(terminal, "down", "> Points")
        do(terminal, "left", r"\[1\]")
        do(terminal, "enter", "Anna .* rolls one die")
        while re.search("rolls one die", prompt(terminal)):
            before = terminal.text()
            send(terminal, "space")
            terminal.wait_until(lambda: terminal.text() != before, "a die", LONG)  # noqa: B023
        do(terminal, "space", "to play|Enter passes")
        for _ in range(3):
            rest(terminal)
            if re.search("Enter (ends|passes)", prompt(terminal)):
                break
            do(terminal, "tab", r"\[")
            do(terminal, "enter", "is chosen")
            do(terminal, "tab", "is chosen")
            do(terminal, "enter", "choose a checker|Enter ends")
        do(terminal, "backspace", "to play")
        do(terminal, "m", "Play 1 of")
        do(terminal, "enter", "Enter ends the turn")
        do(terminal, "enter", "to roll")
        do(terminal, "x", "Play on")
        do(terminal, "up", "> y|>  y")
        do(terminal, "enter", "The match is over")
        do(terminal, "escape", "New match")
        send(terminal, "q")
        assert terminal.wait_exit(LONG) == 0


def test_a_game_is_won_by_letters_and_enter(tmp_path: Path) -> None:
    started = MatchStarted("Anna", "Bob", 1, FEVGA, DiceFrom.PROGRAM)
    whole = Session.start(started, die=chance(5))
    play_on(whole, 500)
    assert whole.match.phase is Phase.MATCH_OVER
    store = Store.open(tmp_path)
    session = Session.start(started, keeper=(keeper := store.new_match()), die=chance(5))
    play_on(session, len(whole.record.game.turns) - 3)
    keeper.release()
    store.close()
    with fevga(tmp_path, "--resume") as terminal:
        terminal.wait_for("to roll", LONG)
        for _ in range(99):
            do(terminal, "r", "to play|Enter passes|Enter ends")
            if "to play" in prompt(terminal):
                do(terminal, "m", "Play 1 of")
                do(terminal, "enter", "Enter ends|is over")
            if "is over" in terminal.text():
                break
            do(terminal, "enter", "to roll")
        assert re.search(r"(Anna|Bob) \((White|Black)\) wins|won", terminal.text())


def kept_events(folder: Path) -> tuple[object, ...]:
    """Return the events of the match that is kept."""
    state = kept_state(folder)
    assert state is not None
    return state.events


# -- mice

MOUSE = re.compile(rb"\x1b\[\?(9|100[0-3]|1005|1006|1015|1016)[hl]")


def test_without_the_mouse_nothing_is_said_to_it_and_a_turn_is_played(tmp_path: Path) -> None:
    with at_table(tmp_path, "--no-mouse") as terminal:
        do(terminal, "24/13", "Move: 24/13_")
        do(terminal, "enter", "Enter ends the turn")
        do(terminal, "enter", "Bob .* to roll")
        leave(terminal)
        assert not MOUSE.search(terminal.received)


def test_the_wheel_moves_nothing_on_the_board(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        do(terminal, "enter", "24 is chosen")
        rest(terminal)
        before, mark = terminal.snapshot(), terminal.mark()
        for x in range(0, SIZE[0], 7):
            for y in range(0, SIZE[1], 2):
                terminal.wheel(x, y, "up" if (x + y) % 4 else "down")
        rest(terminal)
        assert terminal.bytes_since(mark) == b""
        assert terminal.snapshot() == before


BROKEN = [
    b"\x1b[M \xc0\x40",
    b"\x1b[M\x20\xc3\xa9",
    b"\x1b[M\xff\xff\xff",
    b"\x1b[M  \x80",
    b"\x1b[M !!",
    b"\x1b[M#!!",
    b"\x1b[M\n\r\x1b",
    b"\x1b[<0;60M",
    b"\x1b[<0;;M",
    b"\x1b[<;60;3M",
    b"\x1b[<0;-1;3M\x1b[<0;-1;3m",
    b"\x1b[<0;999;3M\x1b[<0;999;3m",
    b"\x1b[<0;60;99M\x1b[<0;60;99m",
    b"\x1b[<99999999999;60;3M",
    b"\x1b[<0;60;3;4M",
    b"\x1b[<128;51;3M\x1b[<128;51;3m",
    b"\x1b[32;51;3M",
    b"\x1b[32;51;3m",
    bytes(range(0x80, 0x100)),
]
CUT_SHORT = [b"\x1b[<0;60;3", b"\x1b[<0;", b"\x1b[<", b"\x1b[M", b"\x1b[M\x20", b"\x1b[M\x20\xff"]
"""Reports of a mouse that are old, impossible or not whole."""


def test_broken_reports_of_the_mouse_do_nothing(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        rest(terminal)
        before, mark = terminal.snapshot(), terminal.mark()
        for report in BROKEN:
            terminal.write(report)
        for report in CUT_SHORT:
            rest(terminal)
            terminal.write(report)
            rest(terminal, SEQUENCE_PATIENCE + PAUSE)
        assert terminal.snapshot() == before
        assert terminal.bytes_since(mark) == b""
        for report in CUT_SHORT[:3]:
            terminal.write(report)
            terminal.click(*place_of(12))  # ends what is cut short
            terminal.click(*place_of(24))
            terminal.wait_for("24 is chosen", LONG)
            do(terminal, "escape", "choose a checker")
        assert len(kept_events(tmp_path)) == 4


def test_a_click_costs_no_repaint_of_the_whole_screen(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        for printed in [24, 18, 12, *range(1, 25)]:
            rest(terminal, 0.1)
            mark = terminal.mark()
            terminal.click(*place_of(printed))
            rest(terminal, 0.1)
            answer = terminal.bytes_since(mark)
            assert len(answer) < 1500, printed
            assert rim(lines(terminal), printed).strip("[] ") == str(printed)
            assert answer, f"{printed} is answered"
        assert len(kept_events(tmp_path)) == 4


# -- pastes

MEGABYTE = 1_000_000
HARM = "q\ny\nx\ny\n24/18\nr\n\x03y\r\x1b\x7f\x00\x9b31m\x07 "


def test_a_megabyte_between_brackets_goes_nowhere_but_into_a_field(tmp_path: Path) -> None:
    text = (HARM * (MEGABYTE // len(HARM) + 1)).replace("\x1b", "\x1b[31m")
    with at_table(tmp_path) as terminal:
        rest(terminal)
        terminal.paste(text)
        terminal.wait_for("type a digit to open it", LONG)
        do(terminal, "2", "Move: 2_")
        rest(terminal)
        terminal.paste("4/13\n" + text)
        terminal.wait_for("Move: 24/13_", LONG)
        do(terminal, "enter", "Enter ends the turn")
        do(terminal, "x", "Play on")
        rest(terminal)
        terminal.paste(text)
        rest(terminal)
        assert "Play on" in terminal.text(), "a paste answers no question"
        do(terminal, "escape", "Enter ends the turn")
        do(terminal, "q", START)
        rest(terminal)
        terminal.paste(text)
        rest(terminal)
        assert re.search(START, terminal.text())
        do(terminal, "n", "New match")
        rest(terminal)
        terminal.paste("Anna\n" + text)
        terminal.wait_for("White +Anna", LONG)
        assert len(kept_events(tmp_path)) == 4


def test_a_paste_that_is_never_closed_ends(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        rest(terminal)
        terminal.write(b"\x1b[200~" + HARM.encode() * 3000)
        terminal.wait_for("type a digit to open it", LONG)
        do(terminal, "enter", "24 is chosen")
        assert len(kept_events(tmp_path)) == 4


@pytest.mark.parametrize("newline", ["\n", "\r"], ids=["line feeds", "returns"])
def test_a_megabyte_pasted_raw_ends_nothing_and_loses_nothing(newline: str, tmp_path: Path) -> None:
    text = HARM.replace("\n", newline)
    with at_table(tmp_path) as terminal:
        rest(terminal)
        terminal.type(text * (MEGABYTE // len(text.encode())))
        rest(terminal, FLOOD_END + PAUSE)
        assert terminal.exit_code is None
        back_to_start(terminal)
        do(terminal, "c", "to play 65")
        assert len(kept_events(tmp_path)) == 4


@pytest.mark.parametrize("pieces", [1, 20])
def test_a_short_raw_paste_leaves_resigns_and_rolls_nothing(pieces: int, tmp_path: Path) -> None:
    text = "24/18\n18/13\nq\ny\nr\nq\ny\nx\ny\n"
    with at_table(tmp_path) as terminal:
        rest(terminal)
        for at in range(pieces):
            terminal.type(text[at::pieces] if pieces == 1 else text * 2)
        rest(terminal, FLOOD_END + PAUSE)
        assert terminal.exit_code is None
        back_to_start(terminal)
        do(terminal, "c", "Anna")
        assert len(kept_events(tmp_path)) == 4


def back_to_start(terminal: Terminal) -> None:
    """Close whatever is open, up to the start screen."""
    for _ in range(9):
        rest(terminal)
        if re.search(START, terminal.text()):
            return
        send(terminal, "escape")
        rest(terminal)
        if "(White)" in prompt(terminal) or "(Black)" in prompt(terminal):
            do(terminal, "q", START)
    raise AssertionError(f"no way back\n{terminal.text()}")


# -- slow lines


def test_at_9600_bits_a_second_ten_keys_are_answered_in_order(tmp_path: Path) -> None:
    keys = ["left", "left", *"24/13", "\r", "u", "u"]
    answers = ["choose a checker", *(f"Move: {'24/13'[:n]}_" for n in range(1, 6))]
    answers += ["Enter ends the turn", "choose a checker"]
    with at_table(tmp_path) as terminal:
        rest(terminal)
        terminal.rate = 960
        mark, seen = terminal.mark(), [prompt(terminal)]

        def watch() -> bool:
            if prompt(terminal) != seen[-1]:
                seen.append(prompt(terminal))
            return rim(lines(terminal), 18) == "[18]" and "pips 360" in terminal.line(2)

        for key in keys:
            terminal.press(key)
            terminal.read_for(0.03)
            watch()
        terminal.wait_until(watch, "the move taken back", LONG)
        rest(terminal)
        assert checkers(terminal)[24].checkers == 15
        assert re.search("choose a checker", prompt(terminal))
        # In order, though of answers that were overtaken not each has been sent.
        order = iter(answers)
        whole = [line for line in seen if any(answer in line for answer in answers)]
        assert all(any(answer in line for answer in order) for line in whole), seen
        assert len(terminal.bytes_since(mark)) < 3000, "a frame for each key at most"


def test_frames_that_nobody_can_read_in_time_are_left_out(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        rest(terminal)
        mark = terminal.mark()
        terminal.press("f")
        terminal.wait_for(r"^ off +1 +2 +3 ", LONG)
        rest(terminal)
        frame = len(terminal.bytes_since(mark))
        terminal.freeze()
        mark = terminal.mark()
        for _ in range(61):
            terminal.press("f")
            terminal.read_for(0.03)
        terminal.thaw()
        terminal.wait_for(r"^ off +13 +14 ", LONG)
        rest(terminal)
        assert "13" in terminal.line(1)
        # What the kernel keeps for a terminal is out of reach.
        assert len(terminal.bytes_since(mark)) < 22_000 + 3 * frame < 61 * frame
