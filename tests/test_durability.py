"""Whatever happens to the program, its terminal or its disk: the players come back to their table.

All with the real program in a real terminal; the full count of kills is in `bench/kill.py`.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench.kill import Chain
from real_table import (
    FEVGA_ASCII,
    PAUSE,
    State,
    begun,
    fevga,
    half_played,
    kept_state,
    prepare,
    press_last,
    press_until,
    seen,
    sight_of,
    speech,
    state_of,
    wait_for_sight,
    wait_for_start,
)
from stores import NOBODY, PROJECT
from terminal import Terminal

from fevga_tui.rules.events import DiceRolled
from fevga_tui.rules.match import Phase
from fevga_tui.rules.notation import read_play, read_roll
from fevga_tui.rules.play import Refusal
from fevga_tui.session import Session

SOON = 2.0
IS_ROOT = os.geteuid() == 0

WITHOUT_PRIVILEGES = [
    sys.executable,
    "-c",
    "import ctypes, os, sys\n"
    "for capability in range(4):\n"  # those with which root passes over permissions
    "    ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)\n"
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])",
    *FEVGA_ASCII[1:],
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


# What players do


def opening(session: Session) -> None:
    """Let Anna win the contest."""
    session.enter_contest_die(6)
    session.enter_contest_die(1)


def settled(terminal: Terminal, session: Session) -> None:
    wait_for_sight(terminal, state_of(session))
    terminal.read_for(PAUSE)


def throw(terminal: Terminal, session: Session, dice: str) -> None:
    """Type the players' own dice, in the terminal and in the session that goes along."""
    press_until(terminal, dice[0], lambda: f"Dice: {dice[0]}_" in terminal.text(), "the line")
    terminal.press(*dice[1:], "enter")
    if session.match.phase is Phase.CONTEST:
        session.enter_contest_die(int(dice))
    else:
        session.enter_roll(read_roll(dice))
    settled(terminal, session)


def move(terminal: Terminal, session: Session, text: str) -> None:
    """Type a move in both."""
    press_until(terminal, text[0], lambda: f"Move: {text[0]}_" in terminal.text(), "the line")
    terminal.type(text[1:])
    terminal.wait_for(rf"Move: {re.escape(text)}_")
    terminal.press("enter")
    assert session.turn
    moves = read_play(text, session.turn, session.match.on_roll)
    assert not isinstance(moves, Refusal)
    session.push(moves)
    settled(terminal, session)


def do(terminal: Terminal, session: Session, key: str, does: Callable[[Session], None]) -> None:
    """Press a key in one, and do the same in the other."""
    does(session)
    expected = sight_of(state_of(session))
    press_until(terminal, key, lambda: seen(terminal) == expected, f"what {key} does")
    terminal.read_for(PAUSE)


def answer(terminal: Terminal, key: str, regex: str) -> None:
    """Press a key that opens something, and wait for it."""
    press_until(terminal, key, lambda: re.search(regex, words(terminal)), regex)
    terminal.read_for(PAUSE)


def begin(terminal: Terminal) -> None:
    """Begin a match from the start screen, with everything as it is proposed."""
    answer(terminal, "n", "start the match")
    starts = "White rolls one die"
    press_until(terminal, "enter", lambda: starts in terminal.text(), starts, patience=0.3)
    terminal.read_for(PAUSE)


def words(terminal: Terminal) -> str:
    """Return the words of the screen in one line, without frames."""
    return " ".join(re.sub(r"[│|]", " ", terminal.text()).split())


def unwrapped(terminal: Terminal) -> str:
    """Return what was written without regard to the width of the screen."""
    return "".join(terminal.line(y) for y in range(terminal.size[1])).strip()


def leave(terminal: Terminal) -> None:
    """Leave from the table by way of the start screen."""
    answer(terminal, "q", "New match")
    assert press_last(terminal, "q") == 0
    assert terminal.restored() == []


def kill(terminal: Terminal) -> None:
    terminal.signal(signal.SIGKILL)
    assert terminal.wait_exit() == -signal.SIGKILL


def assert_resumed(folder: Path, state: State) -> None:
    """Check that a match comes back as it was, and stays so."""
    assert kept_state(folder) == state
    with fevga(folder, "--resume") as terminal:
        wait_for_sight(terminal, state)
        kill(terminal)
    assert kept_state(folder) == state


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# Killed


@pytest.mark.parametrize("seed", [30, 33, 34])
def test_killed_at_any_moment_it_comes_back_as_it_was_shown_or_with_the_next_fact(
    seed: int, folder: Path
) -> None:
    chain = Chain(folder, seed)
    for _ in chain.run(3):
        pass
    chain.check_end()


def test_a_contest_keeps_its_dice_however_often_the_program_is_killed(folder: Path) -> None:
    with fevga(folder, "--white", "Anna", "--black", "Bob") as terminal:
        wait_for_sight(terminal, State((begun(),)))
        terminal.read_for(PAUSE)
        press_until(terminal, "r", lambda: "Bob (Black) rolls" in terminal.text(), "a die")
        white = seen(terminal)
        kill(terminal)
    with fevga(folder, "--resume") as terminal:
        terminal.wait_until(lambda: seen(terminal) == white, "White's die", timeout=20)
        kill(terminal)
    with fevga(folder, "--resume") as terminal:
        terminal.wait_until(lambda: seen(terminal) == white, "White's die", timeout=20)
        terminal.read_for(PAUSE)
        press_until(terminal, "r", lambda: seen(terminal) not in (white, None), "Black's die")
        both = seen(terminal)
        kill(terminal)
    with fevga(folder, "--resume") as terminal:
        terminal.wait_until(lambda: seen(terminal) == both, "both dice", timeout=20)


# The terminal is gone, or a signal comes


def hang_up(terminal: Terminal) -> int:
    terminal.hang_up()
    return 128 + signal.SIGHUP


def signal_hang_up(terminal: Terminal) -> int:
    terminal.signal(signal.SIGHUP)
    return 128 + signal.SIGHUP


def terminate(terminal: Terminal) -> int:
    terminal.signal(signal.SIGTERM)
    return 128 + signal.SIGTERM


WAYS = {
    "hung up": (hang_up, False),
    "hung up, SIGHUP ignored": (hang_up, True),
    "SIGHUP": (signal_hang_up, False),
    "SIGTERM": (terminate, False),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", ["in a turn", "in a dialog", "on the start screen"])
def test_it_is_gone_soon_quietly_and_comes_back_as_it_was(
    way: str, place: str, folder: Path
) -> None:
    ends, is_ignored = WAYS[way]
    state = prepare(folder, begun(), 8, then=half_played)
    before = content(folder)
    options = [] if place == "on the start screen" else ["--resume"]
    with fevga(folder, *options, ignore_hangup=is_ignored) as terminal:
        if place == "on the start screen":
            wait_for_start(terminal)
        else:
            wait_for_sight(terminal, state)
            terminal.read_for(PAUSE)
        if place == "in a dialog":
            answer(terminal, "x", "resign this game")
        used = terminal.usage().cpu
        code = ends(terminal)
        assert terminal.wait_exit(SOON) == code
        assert terminal.usage().cpu - used < 0.3
        if ends is not hang_up:
            assert terminal.restored() == []
    after = content(folder)
    assert after["fevga.db"] == before["fevga.db"]
    assert after.keys() <= {"fevga.db", "fevga.lock"}
    if place == "in a dialog":
        assert_resumed(folder, state)


@pytest.mark.parametrize(
    ("seconds", "is_ignored"), [(0.02, False), (0.25, False), (0.25, True), (0.6, True)]
)
def test_hung_up_while_it_loads_it_is_gone_and_nothing_is_written(
    seconds: float, is_ignored: bool, folder: Path
) -> None:
    prepare(folder, begun(), 8, then=half_played)
    before = content(folder)
    with fevga(folder, "--resume", ignore_hangup=is_ignored) as terminal:
        terminal.read_for(seconds)
        terminal.hang_up()
        # It has to have loaded before it can notice.
        terminal.wait_exit(SOON + 3)
    after = content(folder)
    assert after["fevga.db"] == before["fevga.db"]
    assert after.keys() <= {"fevga.db", "fevga.lock"}


def test_output_that_nobody_reads_holds_it_up_no_longer(folder: Path) -> None:
    state = prepare(folder, begun(), 8, then=half_played)
    with fevga(folder, "--resume") as terminal:
        wait_for_sight(terminal, state)
        terminal.freeze()
        for _ in range(40):
            terminal.press("ctrl+l")
        terminal.read_for(0.3)
        terminal.signal(signal.SIGTERM)
        assert terminal.wait_exit(SOON) == 128 + signal.SIGTERM
    assert kept_state(folder) == state


# Two at one match


def test_a_second_program_is_told_may_look_on_and_takes_over_when_the_first_is_killed(
    folder: Path,
) -> None:
    session = Session.start(begun(own=True))
    opening(session)
    prepare(folder, begun(own=True), 0, then=opening)
    with contextlib.ExitStack() as both:
        first = both.enter_context(fevga(folder, "--resume"))
        settled(first, session)
        second = both.enter_context(fevga(folder, "--resume"))
        wait_for_start(second, "New match")
        assert "Match 1 is being played by another fevga" in words(second)
        assert "Continue" not in words(second)

        answer(second, "l", "2 of 2, game 1: before the first turn")
        assert "Match 1 is being played: r looks again." in speech(second)
        throw(first, session, "65")
        do(first, session, "a", lambda now: now.push(now.turn.forced if now.turn else ()))
        do(first, session, "enter", Session.end_turn)
        assert "65: 24/18/13" not in words(second)
        answer(second, "r", r"3 of 3, game 1: Anna \(White\) 65: 24/18/13")

        state = kept_state(folder)
        assert state == state_of(session)
        for key in ("a", "u", "x", "d", "enter", "5"):
            second.press(key)
            second.read_for(0.05)
        second.settle()
        assert kept_state(folder) == state
        second.press("escape")
        second.read_for(PAUSE)
        answer(second, "q", "New match")
        answer(second, "h", "Matches: 1")
        assert "in use" in words(second)
        answer(second, "c", "Match 1 is being played by another fevga.* Enter looks on")
        answer(second, "x", "Delete match 1")
        answer(second, "y", "Match 1 is being played")

        kill(first)
        press_until(second, "c", lambda: seen(second) == sight_of(state_of(session)), "the table")
        second.read_for(PAUSE)
        throw(second, session, "21")
        assert kept_state(folder) == state_of(session)


# A disk that refuses


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "tiny"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=128k,mode=0700", "tmpfs", str(place)]
    if not IS_ROOT or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_on_a_full_disk_play_goes_on_and_all_is_kept_when_there_is_space_again(
    tiny_disk: Path,
) -> None:
    session = Session.start(begun(own=True))
    started = ("--white", "Anna", "--black", "Bob", "--dice", "own")
    with fevga(tiny_disk, *started) as terminal:
        settled(terminal, session)
        throw(terminal, session, "6")
        throw(terminal, session, "1")
        assert kept_state(tiny_disk) == (last := state_of(session))
        # What a spent journal takes would do for a few moves more.
        (tiny_disk / "fevga.db-journal").unlink()
        with (tiny_disk / "filler").open("wb", buffering=0) as filler:
            with contextlib.suppress(OSError):
                while filler.write(bytes(1024)):
                    pass
            why = "Nothing new is kept: the disk is full"
            assert why not in speech(terminal)
            throw(terminal, session, "65")
            assert why in speech(terminal)
            move(terminal, session, "24/18")
            assert why in speech(terminal)
            answer(terminal, "?", "The way round")
            do(terminal, session, "q", lambda _: None)
            assert why in speech(terminal)
            answer(terminal, "ctrl+c", "What is not kept on the disk would be lost")
            do(terminal, session, "n", lambda _: None)
            move(terminal, session, "18/13")
            do(terminal, session, "enter", Session.end_turn)
            throw(terminal, session, "43")
            assert why in speech(terminal)
            assert kept_state(tiny_disk) == last
            filler.truncate(0)
        move(terminal, session, "12/8")
        assert "Nothing new is kept" not in speech(terminal)
        assert kept_state(tiny_disk) == state_of(session)
        kill(terminal)
    assert_resumed(tiny_disk, state_of(session))


def read_only(folder: Path) -> Path:
    prepare(folder, begun(own=True), 0, then=opening)
    folder.chmod(0o500)
    return folder


def anothers(folder: Path) -> Path:
    if not IS_ROOT:
        pytest.skip("only root can give a folder to somebody else")
    folder.mkdir(mode=0o700)
    os.chown(folder, NOBODY, NOBODY)
    return folder


def a_file(folder: Path) -> Path:
    folder.write_text("not a folder", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("refuses", "why"),
    [
        (read_only, "there is no permission"),
        (anothers, "there is no permission"),
        (a_file, "a file stands where a folder should be"),
    ],
)
def test_where_nothing_can_be_kept_the_table_says_so_and_why_and_play_goes_on(
    refuses: Callable[[Path], Path], why: str, folder: Path
) -> None:
    refuses(folder)
    is_read_only = refuses is read_only
    before = content(folder) if is_read_only else {}
    session = Session.start(begun(own=True))
    options = ["--white", "Anna", "--black", "Bob", "--dice", "own"]
    if is_read_only:
        options = ["--resume"]
        opening(session)
    with fevga(folder, *options, command=WITHOUT_PRIVILEGES) as terminal:
        settled(terminal, session)
        line = f"Nothing new is kept: {why} ({folder / 'fevga.db'})"
        assert line[:80] in speech(terminal)
        if not is_read_only:
            throw(terminal, session, "6")
            throw(terminal, session, "1")
        throw(terminal, session, "65")
        move(terminal, session, "24/18/13")
        do(terminal, session, "enter", Session.end_turn)
        assert line[:80] in speech(terminal)
        # Within the program it can be gone on with, and leaving asks.
        answer(terminal, "q", f"New match.* Nothing new is kept: {why}")
        do(terminal, session, "c", lambda _: None)
        answer(terminal, "q", "New match")
        answer(terminal, "q", "What is not kept on the disk would be lost")
        assert press_last(terminal, "y") == 0
        assert terminal.restored() == []
    if is_read_only:
        assert content(folder) == before
        folder.chmod(0o700)
    elif folder.is_file():
        assert folder.read_text(encoding="utf-8") == "not a folder"


@pytest.mark.parametrize(
    "environ",
    [
        {"HOME": "/dev/null"},
        {"HOME": None, "XDG_DATA_HOME": "/dev/null/deep/down"},
    ],
    ids=["HOME is no folder", "no HOME"],
)
def test_without_a_home_it_plays_and_says_why_nothing_is_kept(
    environ: dict[str, str | None],
) -> None:
    with fevga(None, env=environ) as terminal:
        wait_for_start(terminal)
        assert "Nothing new is kept: a file stands where a folder should be" in words(terminal)
        begin(terminal)
        assert "Nothing new is kept: a file stands where a folder should be" in speech(terminal)
        press_until(terminal, "r", lambda: "Black rolls one die" in terminal.text(), "a die")


def test_a_file_that_cannot_be_read_is_not_taken_for_an_empty_one(folder: Path) -> None:
    prepare(folder, begun(), 4, then=half_played)
    before = content(folder)
    (folder / "fevga.db").chmod(0)
    with fevga(folder, "--resume", command=WITHOUT_PRIVILEGES) as terminal:
        wait_for_start(terminal)
        assert "What was kept cannot be read: there is no permission" in words(terminal)
        assert "Nothing new is kept: there is no permission" in words(terminal)
        assert "no unfinished match" not in words(terminal)
        answer(terminal, "h", "What was kept cannot be read: there is no permission")
        answer(terminal, "q", "New match")
        terminal.signal(signal.SIGHUP)
        assert terminal.wait_exit(SOON) == 128 + signal.SIGHUP
    (folder / "fevga.db").chmod(0o600)
    assert content(folder) == before


# What was damaged


def test_a_damaged_file_is_set_aside_and_the_start_screen_tells_where(folder: Path) -> None:
    folder.mkdir()
    garbage = b"not a database " * 1000
    (folder / "fevga.db").write_bytes(garbage)
    with fevga(folder, "--resume") as terminal:
        wait_for_start(terminal)
        [aside] = folder.glob("fevga.db.damaged-*")
        told = words(terminal).replace(" ", "")
        assert f"{folder / 'fevga.db'} was damaged. It is kept as {aside}".replace(" ", "") in told
        assert aside.read_bytes() == garbage
        begin(terminal)
        assert kept_state(folder) is not None
        terminal.hang_up()
        terminal.wait_exit(SOON)
    assert aside.read_bytes() == garbage


def test_a_file_damaged_during_play_is_set_aside_and_the_table_tells_where(folder: Path) -> None:
    session = Session.start(begun(own=True))
    with fevga(folder, "--white", "Anna", "--black", "Bob", "--dice", "own") as terminal:
        settled(terminal, session)
        (folder / "fevga.db").write_bytes(b"not a database " * 1000)
        throw(terminal, session, "6")
        [aside] = folder.glob("fevga.db.damaged-*")
        told = speech(terminal).replace(" ", "")
        assert f"{folder / 'fevga.db'} was damaged. It is kept as".replace(" ", "") in told
        assert str(aside)[:60] in told
        throw(terminal, session, "1")
        assert kept_state(folder) == state_of(session)
        answer(terminal, "q", "was damaged. It is kept as")


def test_a_damaged_match_is_listed_with_the_reason_and_the_others_are_played(folder: Path) -> None:
    prepare(folder, begun(), 3)
    state = prepare(folder, begun(white="Maria"), 4, then=half_played)
    with contextlib.closing(sqlite3.connect(folder / "fevga.db")) as connection, connection:
        connection.execute(
            "UPDATE events SET event = replace(event, '\"die\":', '\"die\":1') WHERE match = 1"
        )
    rows = damaged_rows(folder)
    with fevga(folder) as terminal:
        wait_for_start(terminal, "> c +Continue Maria")
        answer(terminal, "h", "Matches: 2")
        assert re.search(r"1 damaged: event 2: .", words(terminal))
        terminal.press("down")
        terminal.wait_for("> +1 ")
        answer(terminal, "c", "Only an unfinished match can be gone on with")
        answer(terminal, "enter", r"Match 1 is damaged: event 2: ")
        terminal.press("up")
        terminal.wait_for("> +2 ")
        press_until(terminal, "c", lambda: seen(terminal) == sight_of(state), "the table")
    assert damaged_rows(folder) == rows


def damaged_rows(folder: Path) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(folder / "fevga.db")) as connection:
        return connection.execute("SELECT * FROM events WHERE match = 1").fetchall()


# A fault


@pytest.fixture
def incomplete(tmp_path: Path) -> Path:
    """Return an installation without the text of the help, which ? reads."""
    place = tmp_path / "installed"
    ignored = shutil.ignore_patterns("help.md", "__pycache__")
    shutil.copytree(PROJECT / "fevga_tui", place / "fevga_tui", ignore=ignored)
    return place


def test_a_fault_restores_the_terminal_tells_of_its_report_and_loses_nothing(
    folder: Path, incomplete: Path
) -> None:
    state = prepare(folder, begun(), 6, then=half_played)
    environ = {"PYTHONPATH": str(incomplete)}
    with fevga(folder, "--resume", env=environ, cwd=incomplete) as terminal:
        wait_for_sight(terminal, state)
        terminal.read_for(PAUSE)
        assert press_last(terminal, "?") == 1
        assert terminal.restored() == []
        [report] = folder.glob("fault-*.txt")
        assert unwrapped(terminal) == (
            f"fevga: a fault ended the game; the report of it is {report}"
        )
    assert "FileNotFoundError" in report.read_text(encoding="utf-8")
    assert_resumed(folder, state)


def test_a_fault_that_cannot_even_be_reported_ends_it_in_the_same_way(
    folder: Path, incomplete: Path
) -> None:
    # The report asks this module for more than that.
    (incomplete / "platform.py").write_text("def system(): return 'Linux'\n", encoding="utf-8")
    state = prepare(folder, begun(), 6, then=half_played)
    environ = {"PYTHONPATH": str(incomplete)}
    with fevga(folder, "--resume", env=environ, cwd=incomplete) as terminal:
        wait_for_sight(terminal, state)
        terminal.read_for(PAUSE)
        assert press_last(terminal, "?") == 1
        assert terminal.restored() == []
        assert unwrapped(terminal) == (
            "fevga: a fault ended the game (FileNotFoundError), and no report of it"
        )
    assert kept_state(folder) == state


# Going on, and beginning anew


def test_a_new_match_keeps_the_old_one_which_is_offered_again(folder: Path) -> None:
    state = prepare(folder, begun(), 6, then=half_played)
    with fevga(folder) as terminal:
        wait_for_start(terminal, "> c +Continue Anna 0 - 0 Bob, match to 3")
        answer(terminal, "n", "start the match")
        answer(terminal, "escape", "Continue Anna 0 - 0 Bob")
        begin(terminal)
        answer(terminal, "q", "Continue White 0 - 0 Black")
        assert kept_state(folder) == state
        assert kept_state(folder, 2) == State((begun(white="White", black="Black"),))
        answer(terminal, "h", r"> +2 .* 1 +Anna")
        answer(terminal, "x", "Delete match 2 between White and Black for good")
        answer(terminal, "y", "Matches: 1")
        answer(terminal, "q", "Continue Anna 0 - 0 Bob")
        press_until(terminal, "c", lambda: seen(terminal) == sight_of(state), "the old table")
        leave(terminal)
    assert kept_state(folder) == state


def test_without_an_unfinished_match_resuming_says_so_on_the_start_screen(folder: Path) -> None:
    with fevga(folder, "--resume") as terminal:
        wait_for_start(terminal)
        assert "There is no unfinished match to go on with." in words(terminal)
        assert "Continue" not in words(terminal)


def test_looking_back_leaves_the_match_and_its_half_played_turn_alone(folder: Path) -> None:
    state = prepare(folder, begun(), 12, then=half_played)
    before = (folder / "fevga.db").read_bytes()
    with fevga(folder, "--resume") as terminal:
        wait_for_sight(terminal, state)
        terminal.read_for(PAUSE)
        answer(terminal, "h", "1[0-9] of 1[0-9], game 1")
        answer(terminal, "b", "1 of 1[0-9], game 1: before the first turn")
        answer(terminal, "right", "2 of 1[0-9], game 1")
        for key in ("x", "u", "d", "r", "a"):
            terminal.press(key)
        terminal.settle()
        assert "2 of 1" in speech(terminal)
        press_until(terminal, "q", lambda: seen(terminal) == sight_of(state), "the live table")
        assert (folder / "fevga.db").read_bytes() == before
        terminal.read_for(PAUSE)
        answer(terminal, "h", "1[0-9] of 1[0-9], game 1")
        answer(terminal, "left", "game 1")
        kill(terminal)
    assert (folder / "fevga.db").read_bytes() == before
    session = state.session()
    with fevga(folder, "--resume") as terminal:
        settled(terminal, session)
        do(terminal, session, "u", Session.pop)
        leave(terminal)
    assert kept_state(folder) == state_of(session)


# A turn left in the middle


def second_game(session: Session) -> None:
    """Begin the second game, Bob ahead, with his runner out of the way, and Anna to roll."""
    opening(session)
    session.enter_roll(read_roll("65"))
    session.resign()
    session.next_game()
    for roll, play in (("65", "12/1"), ("65", "24/13"), ("43", "1/18")):
        session.enter_roll(read_roll(roll))
        session.enter_play(play)
        session.end_turn()


@pytest.mark.parametrize(
    ("dice", "moves"),
    [("21", ["13/11"]), ("22", ["13/11", "24/22"]), ("43", ["13/9"])],
    ids=["the runner's release", "two of a double", "one of two"],
)
def test_a_half_played_turn_is_left_and_comes_back_with_dice_moves_names_and_score(
    dice: str, moves: list[str], folder: Path
) -> None:
    started = begun(5, own=True, white="Μαρία", black="[/b] Νίκος")
    session = prepare(folder, started, 0, then=second_game).session()
    assert session.match.score[session.match.on_roll.other] == 2
    with fevga(folder, "--resume") as terminal:
        settled(terminal, session)
        throw(terminal, session, dice)
        for text in moves:
            move(terminal, session, text)
        leave(terminal)
    half = state_of(session)
    assert session.turn
    assert len(session.turn.dice_left) == len(session.turn.roll.dice) - len(moves)
    assert kept_state(folder) == half
    with fevga(folder, "--resume") as terminal:
        settled(terminal, session)
        assert "Μαρία 0 - 2 [/b] Νίκος" in terminal.text()
        for _ in moves:
            do(terminal, session, "u", Session.pop)
        do(terminal, session, "u", Session.withdraw_roll)
        leave(terminal)
    assert kept_state(folder) == state_of(session)
    assert not any(isinstance(event, DiceRolled) for event in session.events[-1:])
