"""Every hand: keyboards, mice, pastes and lines as they are, at the real program in a terminal."""

from __future__ import annotations

import random
import re
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from app_pilot import playing
from hands import (
    FEVGA_COMMAND,
    LONG,
    PAUSE,
    PROMPT,
    SHORT,
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
    said,
    send,
)
from real_table import kept_state
from stores import PROJECT, chance, play_on
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
        rest(terminal)
        assert caret(terminal)[0] in cells_of(24)[0]
        send(terminal, b"\x1bOD\x1bOD\x1bOB")
        terminal.wait_until(lambda: rim(lines(terminal), 3) == "[ 3]", "the cursor on 3", LONG)
        before = terminal.snapshot()
        send(terminal, b"\x1bOE\x1b[E\x1bOH\x1bOF\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[5~\x1b[6~\x1b[2~")
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
        for ctrl_c in (b"\x1b[99;133u", b"\x1b[968;5u", b"\x1b[1089;5u"):
            do(terminal, ctrl_c, "Leave Fevga")
            send(terminal, b"\x1b[27;129u")
            terminal.wait_until(lambda: "Leave Fevga" not in terminal.text(), "it closed", LONG)


@pytest.mark.parametrize(
    ("letters", "encoding"),
    [
        ("rfnuxnxyq", "utf-8"),
        ("RFNUXNXYQ", "utf-8"),
        ("ρΦνΘχΝΧυ:", "utf-8"),
        ("ρφνθχνχύ;", "iso8859-7"),
        ("кАтгЧТчНй", "utf-8"),
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
        do(terminal, turn, r"^W off +1 +2 +3 ")
        do(terminal, turn, r"^B off +13 +14 ")
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
        do(terminal, b"\x1bf", r"^W off +1 +2 +3 ")
        do(terminal, b"\x1bf", r"^B off +13 +14 ")
        do(terminal, "24", "Move: 24_")
        do(terminal, b"\x1bx", "Play on")
        do(terminal, b"\x1b\x1b", "Tab next")
        # The second escape is told from a sequence only later, and holds back what follows at once.
        do(terminal, "24", "Move: 24_", seconds=2 * PAUSE)
        do(terminal, b"\x1bq", START)
        do(terminal, "c", "to play 65")
        assert len(kept_events(tmp_path)) == 4


@pytest.mark.parametrize(("enter", "backspace"), [(b"\r", b"\x08"), (b"\n", b"\x7f")])
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


@pytest.mark.parametrize("times", [1, 20])
def test_a_short_raw_paste_resigns_and_rolls_nothing(times: int, tmp_path: Path) -> None:
    text = "24/18\n18/13\nq\ny\nr\nq\ny\nx\ny\n"
    with at_table(tmp_path) as terminal:
        rest(terminal)
        for _ in range(times):
            terminal.type(text)
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
    choose = "Anna (White) to play 65: choose a checker"
    answers = [choose, *(f"Move: {'24/13'[:n]}_" for n in range(1, 6))]
    answers += ["Anna (White): Enter ends the turn, u takes a move back", choose]
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
        assert prompt(terminal) == choose
        # In order, though not every answer was sent before the next one took its place.
        order = iter(answers)
        assert all(line in order for line in seen if line in answers), seen
        assert len(terminal.bytes_since(mark)) < 3000, "a frame for each key at most"


def test_frames_that_nobody_can_read_in_time_are_left_out(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        rest(terminal)
        mark = terminal.mark()
        terminal.press("f")
        terminal.wait_for(r"^W off +1 +2 +3 ", LONG)
        rest(terminal)
        frame = len(terminal.bytes_since(mark))
        terminal.freeze()
        mark = terminal.mark()
        for _ in range(61):
            terminal.press("f")
            terminal.read_for(0.03)
        terminal.thaw()
        terminal.wait_for(r"^B off +13 +14 ", LONG)
        rest(terminal)
        assert "13" in terminal.line(1)
        # What the kernel keeps for a terminal is out of reach.
        assert len(terminal.bytes_since(mark)) < 22_000 + 3 * frame < 61 * frame


# -- suspended, repainted, asked


@contextmanager
def in_a_shell(folder: Path) -> Iterator[Terminal]:
    """The table, started from a shell with job control."""
    keep_opening(folder)
    env = {"PYTHONPATH": str(PROJECT), "PS1": "prompt> "}
    with Terminal(["bash", "--norc", "--noprofile", "-i"], size=SIZE, env=env) as terminal:
        terminal.wait_for("^prompt>$", LONG)
        words = [*FEVGA_COMMAND, "--data", str(folder), "--resume"]
        terminal.type(f"clear; {' '.join(words)}\r")
        terminal.wait_for("Anna .* to play 65", LONG)
        yield terminal


def at_prompt(terminal: Terminal, command: str, expected: str) -> None:
    """Give the shell a command, and wait for its prompt again."""
    terminal.wait_for("^prompt>$", LONG)
    terminal.type(f"clear; {command}\r")
    terminal.wait_for(expected, LONG)
    terminal.wait_for("^prompt>$", LONG)


def game_in(terminal: Terminal) -> int:
    """Return the number of the process that the shell has started."""
    children = Path(f"/proc/{terminal.pid}/task/{terminal.pid}/children").read_text().split()
    return int(children[-1])


def test_ctrl_z_gives_the_shell_back_and_fg_the_question_that_was_open(tmp_path: Path) -> None:
    with in_a_shell(tmp_path) as terminal:
        pid = game_in(terminal)
        do(terminal, "enter", "24 is chosen", pid)
        do(terminal, "x", "Play on", pid)
        rest(terminal, pid=pid)
        before = terminal.snapshot()
        terminal.press("ctrl+z")
        terminal.wait_for("Stopped", LONG)
        assert not terminal.modes & {1000, 1002, 1003, 1006, 1049}
        assert {7, 25} <= terminal.modes
        at_prompt(terminal, "echo a$((1 + 1))", "^a2$")
        at_prompt(terminal, "stty -a", r" icanon .* echo ")
        terminal.resize(100, 30)
        at_prompt(terminal, "stty size", "^30 100$")
        terminal.resize(*SIZE)
        at_prompt(terminal, "stty size", "^24 80$")
        terminal.type("fg\r")
        terminal.wait_until(lambda: terminal.snapshot().rows == before.rows, "all as it was", LONG)
        do(terminal, "n", "24 is chosen", pid)
        do(terminal, "q", START, pid)
        send(terminal, "q", pid)
        at_prompt(terminal, "echo status $?", "^status 0$")
        at_prompt(terminal, "stty -a", r" icanon .* echo ")
    assert len(kept_events(tmp_path)) == 4


def test_ctrl_l_repaints_what_others_wrote_over_it(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        for keys, expected in (("enter", "24 is chosen"), ("x", "Play on")):
            do(terminal, keys, expected)
            rest(terminal)
            before = terminal.snapshot()
            message = "\x1b[3;5H\x1b[0mBroadcast message\r\nfrom somebody\x1b[20;1H\x1b[J"
            Path(f"/proc/{terminal.pid}/fd/1").write_bytes(message.encode())
            terminal.wait_for("Broadcast", LONG)
            send(terminal, "ctrl+l")
            terminal.wait_until(
                lambda: terminal.snapshot().rows == before.rows,  # noqa: B023
                "all as it was",
                LONG,
            )


def test_ctrl_c_asks_at_the_table_at_the_start_and_in_a_form(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        for keys, expected in (("", "to play 65"), ("q", START), ("n", "New match")):
            if keys:
                do(terminal, keys, expected)
            do(terminal, "ctrl+c", "Leave Fevga")
            send(terminal, "ctrl+c")
            terminal.wait_until(lambda: "Leave Fevga" not in terminal.text(), "it closed", LONG)
            assert re.search(expected, terminal.text())
            do(terminal, "ctrl+c", "Leave Fevga")
            send(terminal, "enter")
            terminal.wait_until(lambda: "Leave Fevga" not in terminal.text(), "it closed", LONG)
        do(terminal, "ctrl+c", "Leave Fevga")
        send(terminal, "y")
        assert terminal.wait_exit(LONG) == 0
        assert terminal.restored() == []


# -- nothing to do


def test_ten_idle_seconds_cost_nothing(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        do(terminal, "enter", "24 is chosen")
        rest(terminal, 0.5)
        before, mark = terminal.usage(), terminal.mark()
        terminal.read_for(10)
        after = terminal.usage()
        assert terminal.bytes_since(mark) == b""
        assert after.switches == before.switches
        assert after.cpu - before.cpu < 0.005


@pytest.mark.parametrize(("keys", "expected"), [("q", START), ("x", "Play on"), ("24", "Move: 24")])
def test_other_screens_are_as_quiet(keys: str, expected: str, tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        do(terminal, keys, expected)
        rest(terminal, 0.5)
        before, mark = terminal.usage(), terminal.mark()
        terminal.read_for(2)
        assert terminal.bytes_since(mark) == b""
        assert terminal.usage().switches == before.switches


def test_focus_reports_repaint_nothing(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        rest(terminal)
        assert 1004 not in terminal.modes
        mark = terminal.mark()
        for report in (b"\x1b[O", b"\x1b[I", b"\x1b[O\x1b[I"):
            send(terminal, report)
        rest(terminal)
        assert terminal.bytes_since(mark) == b""


# -- for those who do not see the board


def word_at_caret(terminal: Terminal) -> str:
    """Return the word under the text cursor."""
    x, y = caret(terminal)
    line = terminal.line(y)
    begin, end = x, x
    while begin > 0 and line[begin - 1] not in " [_":
        begin -= 1
    while end < len(line) and line[end] not in " ]_":
        end += 1
    return line[begin:end]


def test_the_text_cursor_goes_where_the_keys_act(tmp_path: Path) -> None:
    def at(word: str) -> None:
        terminal.wait_until(lambda: word_at_caret(terminal) == word, f"the cursor at {word}", LONG)

    with at_table(tmp_path) as terminal:
        at("24")
        for key, word in (("left", "23"), ("down", "2"), ("right", "1"), ("right", "off")):
            send(terminal, key)
            at(word)
        do(terminal, "24/1", "Move: 24/1_")
        at("24/1")
        assert terminal.line(PROMPT)[: caret(terminal)[0]].endswith("Move: 24/1")
        do(terminal, "escape", "to play 65")
        at("off")
        do(terminal, "x", "Play on")
        at("n")
        send(terminal, "down")
        at("y")
        do(terminal, "escape", "to play 65")
        at("off")
        do(terminal, "s", "> Colours")
        at("walnut")
        send(terminal, "down")
        at("stays")
        do(terminal, "escape", "to play 65")
        do(terminal, "q", START)
        at("c")
        send(terminal, "down")
        at("n")
        do(terminal, "enter", "New match(?s:.*)Points")
        at("a")  # the first word of what the empty field asks for
        do(terminal, "Anna", "White +Anna$")
        rest(terminal)
        assert terminal.line(caret(terminal)[1])[: caret(terminal)[0]].endswith("Anna")
        send(terminal, "enter")
        at("a")
        send(terminal, "down")
        at("3")
        do(terminal, "escape", START)
        do(terminal, "h", "Matches: 1")
        rest(terminal)
        assert terminal.line(caret(terminal)[1]).lstrip("> ").startswith("1 ")
        do(terminal, "?", "The game")
        rest(terminal)
        assert "The game" in terminal.line(caret(terminal)[1])


def test_all_that_is_shown_is_also_said_in_lines_of_text(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        rest(terminal)
        assert prompt(terminal) == "Anna (White) to play 65: choose a checker"
        do(terminal, "24/14", "Move: 24/14_")
        do(terminal, "enter", "not legal")
        assert said(terminal).startswith("! 24/14 is not legal: that is 10 pips")
        do(terminal, "escape", "choose a checker")
        do(terminal, "24/13", "Move: 24/13_")
        do(terminal, "enter", "Enter ends the turn")
        do(terminal, "enter", r"^ Bob \(Black\) to roll: press r")
        text = terminal.text()
        for line in (
            r"match to 3, game 1, Anna opened +Anna 0 - 0 Bob$",
            r" Anna$",
            r" pips 349, off 0$",
            r"[►>] \S+ Bob$",
            r" pips 360, off 0$",
            r" 1 W 65 24/18/13$",
        ):
            assert re.search(line, text, re.MULTILINE), line


# -- sizes


ODD_SIZES = [(40, 10), (1, 1), (200, 60), (1, 60), (200, 1), (80, 0), (0, 0), (59, 24), (60, 19)]


def resize(terminal: Terminal, width: int, height: int) -> None:
    """Change the size, also to none, of which only the program hears."""
    if width and height:
        terminal.resize(width, height)
    else:
        assert terminal._master is not None
        termios.tcsetwinsize(terminal._master, (height, width))


def test_clicks_hit_what_is_drawn_right_after_a_new_size(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        for width, height in ((100, 30), (200, 60), SIZE):
            rest(terminal, SHORT)
            terminal.resize(width, height)
            hints = height - 1
            terminal.wait_until(lambda: "q leave" in terminal.line(hints), "the keys", LONG)  # noqa: B023
            for printed in (13, 1, 24):
                row = 1 if printed > 12 else height - 5
                found = re.search(rf"(?<!\d){printed}(?!\d)", terminal.line(row)[: -width // 5])
                assert found is not None, terminal.text()
                terminal.click(found.start(), row + (3 if printed > 12 else -3))
                chosen = rf"\[ ?{printed}\]"
                terminal.wait_until(lambda: re.search(chosen, terminal.line(row)), chosen, LONG)  # noqa: B023
            terminal.click_text("q leave")
            terminal.wait_for(START, LONG)
            rest(terminal)
            terminal.click_text("Continue")
            terminal.wait_for("to play 65: choose", LONG)


@pytest.mark.parametrize("size", [(80, 23), (79, 24), (20, 5), (1, 1)])
def test_it_starts_at_any_size_and_grows(size: tuple[int, int], tmp_path: Path) -> None:
    keep_opening(tmp_path)
    with fevga(tmp_path, "--resume", size=size) as terminal:
        if size[0] >= 60:
            terminal.wait_for("to play 65", LONG)
        else:
            terminal.wait_until(lambda: 25 not in terminal.modes, "a screen of its own", LONG)
        rest(terminal)
        if size == (20, 5):
            assert "Fevga needs 60x20" in " ".join(terminal.text().split())
        terminal.resize(*SIZE)
        terminal.wait_for("to play 65", LONG)
        rest(terminal, SHORT)
        assert checkers(terminal) == {24: Point("W", 15), 12: Point("B", 15)}


def test_no_size_loses_anything_with_a_question_open(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        do(terminal, "enter", "24 is chosen")
        do(terminal, "tab", r"\[18\]|\[19\]")
        for keys in ("", "x"):
            if keys:
                do(terminal, keys, "Play on")
            rest(terminal)
            before = terminal.snapshot()
            for width, height in ODD_SIZES:
                resize(terminal, width, height)
                rest(terminal, 0.1)
                assert terminal.exit_code is None
            assert "Fevga needs 60x20; this terminal is 60x19" in " ".join(terminal.text().split())
            terminal.resize(*SIZE)
            terminal.wait_until(
                lambda: terminal.snapshot().rows == before.rows,  # noqa: B023
                "all as it was",
                LONG,
            )
        do(terminal, "escape", "24 is chosen")
        do(terminal, "enter", "choose a checker|Enter ends")


def test_a_storm_of_sizes_while_moving_and_undoing_ends_right(tmp_path: Path) -> None:
    dice = random.Random(7)
    with at_table(tmp_path) as terminal:
        for _ in range(200):
            terminal.resize(dice.randint(1, 220), dice.randint(1, 70))
            terminal.press(dice.choice(["enter", "tab", "left", "u", "f", "escape", "m", "w"]))
            terminal.read_for(0.01)
        terminal.resize(*SIZE)
        rest(terminal)
        assert terminal.exit_code is None
        back_to_start(terminal)
        do(terminal, "c", "Anna|Bob")
        rest(terminal)
        state = kept_state(tmp_path)
        assert state is not None
        match, turn = state.session().match, state.session().turn
        assert sum(p.checkers for p in points(terminal).values() if p.side == "W") == 15
        assert turn is None or match.on_roll.word in prompt(terminal)


def test_stale_sizes_in_the_environment_are_not_believed(tmp_path: Path) -> None:
    with at_table(tmp_path, env={"COLUMNS": "200", "LINES": "60"}) as terminal:
        assert points(terminal)[24].side == "W"
        assert terminal.line(23).strip(), "the keys stand in the last line"
        terminal.resize(60, 20)
        terminal.wait_until(
            lambda: "q leave" in terminal.line(19), "the keys in the last line", LONG
        )
        terminal.resize(*SIZE)
        terminal.wait_until(
            lambda: "q leave" in terminal.line(23), "the keys in the last line", LONG
        )


# -- the move line

NEAR = ["24/18 18/13", "24-13", "24 13", " 24 / 13 ", "24/18/13", "24 18 18 13", "13", "24–13"]


def test_a_near_miss_is_read_where_the_meaning_is_plain(tmp_path: Path) -> None:
    with at_table(tmp_path) as terminal:
        for typed in NEAR:
            do(terminal, "2", "Move: 2_")
            do(terminal, "backspace", "Move: _")
            send(terminal, typed)
            do(terminal, "enter", "Enter ends the turn")
            rest(terminal)
            assert checkers(terminal) == PLAYED, typed
            send(terminal, "u")
            do(terminal, "u", "pips 360(?s:.*)to play 65: choose a checker")


async def test_a_destination_alone_is_played_if_one_checker_can_go_there() -> None:
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        await game.enter("8")
        assert game.played == "10/8", game.message
        await game.press("u")
        before = game.state
        await game.enter("6")
        assert game.state == before
        assert "2 checkers can go to 6: write 10/6 or 8/6" in game.message


@pytest.mark.parametrize("text", ["24/x", "24//18", "x", "6-", "0/0", "24/18/", "2418", "99"])
async def test_a_line_that_means_nothing_is_answered_by_a_right_example(text: str) -> None:
    async with playing(roll="65") as game:
        before = game.state
        await game.press("1", "backspace")
        await game.enter(text)
        assert game.state == before
        assert any(example in game.message for example in ("24/18", "1-24")), game.message
