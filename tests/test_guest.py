"""What a guest of a host may do and may not, without the SSH in between."""

from __future__ import annotations

import fcntl
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from real_table import (
    PAUSE,
    SIZE,
    State,
    begun,
    half_played,
    kept_state,
    prepare,
    press_until,
    seen,
    sight_of,
    speech,
    wait_for_start,
)
from stores import Clock, played, resigned
from terminal import Terminal

from fevga_tui import faults
from fevga_tui.guest import LIMITS, SEATS, GuestError, admit, clean
from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceFrom,
    DiceRolled,
    Event,
    MatchStarted,
    NextGameStarted,
    PlayMade,
    RollWithdrawn,
)
from fevga_tui.rules.match import Phase
from fevga_tui.rules.play import Move, Roll
from fevga_tui.rules.position import Side
from fevga_tui.session import Session
from fevga_tui.store import FullError, FullMatchError, Limits, Store
from fevga_tui.store.verdict import to_text
from fevga_tui.ui.driver import LONGEST_PASTE, LONGEST_SEQUENCE, Keyboard

GUEST = [sys.executable, "-I", "-m", "fevga_tui", "--ascii", "--guest", "anna"]
FULL = 64 << 20


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def place(data: Path, name: str = "anna") -> Path:
    return data / "guests" / name


@contextmanager
def guest(data: Path, *arguments: str, **how: Any) -> Iterator[Terminal]:
    """A guest at the start screen, or where the arguments lead."""
    with Terminal([*GUEST, "--data", str(data), *arguments], size=SIZE, **how) as terminal:
        yield terminal


def without_terminal(*arguments: str, sent: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        arguments, input=sent, capture_output=True, text=True, timeout=30, check=False
    )


# Who is let in


@pytest.mark.parametrize(
    "name",
    ["", "Anna", "a/b", "..", ".", "/etc", "a b", "anna\n", "a_b", "α", "x" * 33, "--\0"],
)
def test_only_a_plain_name_is_a_guests(name: str, data: Path) -> None:
    with pytest.raises(GuestError, match="is no guest's name: it is 1-32 of a-z, 0-9 and -"):
        admit(name, str(data))
    assert not data.exists()


@pytest.mark.parametrize("folder", [None, "", "data", "../data", "~/data"])
def test_a_guest_needs_the_hosts_folder(folder: str | None) -> None:
    with pytest.raises(GuestError, match="--data with an absolute path"):
        admit("anna", folder)


def test_a_guest_is_let_in_only_where_python_heeds_no_environment(data: Path) -> None:
    done = without_terminal(
        sys.executable, "-m", "fevga_tui", "--guest", "anna", "--data", str(data)
    )
    assert done.returncode == 2
    assert "python -I -m fevga_tui --guest NAME" in done.stderr
    assert not data.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["matches", "--guest", "anna"],
        ["export", "1", "--guest=anna"],
        ["--guest", "anna", "matches"],
        ["--guest", "Anna"],
        ["--guest"],
    ],
)
def test_what_is_wrong_with_a_guest_gets_one_sentence_and_no_command_runs(
    words: list[str], data: Path
) -> None:
    done = without_terminal(sys.executable, "-I", "-m", "fevga_tui", *words, "--data", str(data))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("fevga: ")
    assert done.stderr.count("\n") == 1
    assert not data.exists()


def test_a_guest_is_connected_four_times_at_most(data: Path) -> None:
    place(data).mkdir(parents=True)
    with (place(data) / "seats").open("wb") as seats:
        fcntl.lockf(seats, fcntl.LOCK_EX, SEATS - 1, 1)
        command = [*GUEST, "--data", str(data), "--plain"]
        assert without_terminal(*command, sent="quit\n").returncode == 0
        fcntl.lockf(seats, fcntl.LOCK_EX, 1, 0)
        done = without_terminal(*command, sent="quit\n")
    assert done.returncode == 2
    assert "you are connected 4 times already" in done.stderr


# The environment


def test_of_the_environment_only_the_terminal_and_the_language_are_left() -> None:
    kept = {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "el_GR.UTF-8",
        "LC_CTYPE": "C.UTF-8",
        "NO_COLOR": "",
        "SSH_CONNECTION": "fe80::1%eth0 50000 fe80::2%eth0 22",
    }
    gone = {
        **dict.fromkeys(("HOME", "PATH", "PYTHONPATH", "XDG_DATA_HOME", "FEVGA_DATA"), "/x"),
        **dict.fromkeys(("TEXTUAL_DRIVER", "TERMINFO", "TERMINFO_DIRS", "LANGUAGE"), "x"),
        **dict.fromkeys(("SSH_ORIGINAL_COMMAND", "SSH_AUTH_SOCK", "SQLITE_TMPDIR", "TZ"), "x"),
        "LC_ALL": "/tmp/x",
        "LC_MESSAGES": "x",
    }
    environ = kept | gone
    clean(environ)
    assert environ == kept
    for value in ("xterm/../x", "x" * 200, "xterm\n", "\x1b[31m", "ξ"):
        environ = {"TERM": value}
        clean(environ)
        assert environ == {}


def test_variables_that_do_arrive_load_write_and_press_nothing(data: Path, tmp_path: Path) -> None:
    mark, evil = tmp_path / "mark", tmp_path / "evil"
    evil.mkdir()
    for name in ("evil", "sitecustomize", "usercustomize", "textual", "fevga_tui", "secrets"):
        (evil / f"{name}.py").write_text(f"open({str(mark)!r}, 'w')\n")
    before = sorted(evil.rglob("*"))
    hostile = {
        **dict.fromkeys(("PYTHONPATH", "PYTHONUSERBASE", "HOME", "TERMINFO"), str(evil)),
        **dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "FEVGA_DATA", "LC_ALL"), str(evil)),
        **dict.fromkeys(("TEXTUAL_LOG", "TEXTUAL_SCREENSHOT_LOCATION"), str(mark)),
        "PYTHONSTARTUP": str(evil / "evil.py"),
        "PYTHONINSPECT": "1",
        "PYTHONPYCACHEPREFIX": str(evil),
        "TEXTUAL": "devtools,debug",
        "TEXTUAL_DRIVER": "evil:Driver",
        "TEXTUAL_PRESS": "q",
        "TEXTUAL_SCREENSHOT": "0.1",
        "COLUMNS": "20",
    }
    with guest(data, env=hostile, cwd=evil) as terminal:
        wait_for_start(terminal)
        press_until(terminal, "n", lambda: "Points" in terminal.text(), "the form")
    assert not mark.exists()
    assert sorted(evil.rglob("*")) == before
    assert [path.name for path in data.iterdir()] == ["guests"]


@pytest.mark.parametrize("is_guest", [False, True])
def test_a_guest_brings_no_description_of_a_terminal(
    is_guest: bool, data: Path, tmp_path: Path
) -> None:
    described = [Path(place, "x", "xterm") for place in ("/lib/terminfo", "/usr/share/terminfo")]
    source = next((path for path in described if path.exists()), None)
    if source is None:
        pytest.skip("no terminal is described here")
    (tmp_path / "z").mkdir()
    shutil.copy(source, tmp_path / "z" / "zzz")
    command = GUEST if is_guest else GUEST[:-2]
    environ = {"TERMINFO": str(tmp_path)}
    with Terminal([*command, "--data", str(data)], size=SIZE, term="zzz", env=environ) as terminal:
        if is_guest:
            terminal.wait_for("TERM=zzz is the name of no known terminal")
            assert terminal.wait_exit() == 2
        else:
            wait_for_start(terminal)


# What the process may do

ATTEMPTS = {
    "a shell": "os.system('true')",
    "a program": "subprocess.run(['true'])",
    "a child": "os.fork()",
    "a program in a terminal": "pty.spawn(['true'])",
    "a program in its place": "os.execv('/bin/true', ['true'])",
    "a spawned program": "os.posix_spawn('/bin/true', ['true'], {})",
    "a browser": "webbrowser.BackgroundBrowser('true').open('x')",
    "a connection": "socket.create_connection(('127.0.0.1', 9))",
    "a server": "socket.create_server(('127.0.0.1', 0))",
    "a file elsewhere": "open(elsewhere, 'w')",
    "an empty file elsewhere": "os.close(os.open(elsewhere, os.O_CREAT | os.O_WRONLY))",
    "a file above": "(place / '..' / 'x').write_text('x')",
    "a file of a neighbour": "Path(str(place) + 'b').write_text('x')",
}
ALLOWED = {
    "a file of its own": "(place / 'fault.txt').write_text('x')",
    "what it is made of": "Path(os.__file__).read_text()",
    "nowhere": "open(os.devnull, 'w').close()",
    "dice": "secrets.randbelow(6)",
}
TRY = """
import os, pty, secrets, socket, subprocess, sys, webbrowser
from pathlib import Path
from fevga_tui.guest import admit
place = admit("anna", sys.argv[1]).folder
elsewhere = Path(sys.argv[1], "elsewhere")
for attempt in sys.argv[2:]:
    try:
        exec(attempt)
    except PermissionError as error:
        print("refused")
    else:
        print("done")
"""


def test_a_guests_process_starts_and_connects_to_nothing_and_writes_only_its_own(
    data: Path,
) -> None:
    attempts = {**ATTEMPTS, **ALLOWED}
    done = without_terminal(sys.executable, "-I", "-c", TRY, str(data), *attempts.values())
    assert done.returncode == 0, done.stderr
    answers = dict(zip(attempts, done.stdout.split(), strict=True))
    assert answers == dict.fromkeys(ATTEMPTS, "refused") | dict.fromkeys(ALLOWED, "done")
    assert sorted(path.name for path in data.rglob("*")) == ["anna", "fault.txt", "guests", "seats"]


def test_a_guests_process_leaves_no_core_and_no_file_beyond_a_size(data: Path) -> None:
    with guest(data) as terminal:
        wait_for_start(terminal)
        limits = Path(f"/proc/{terminal.pid}/limits").read_text()
    sizes = {line[:25].strip(): line.split()[-3:-1] for line in limits.splitlines()}
    assert sizes["Max core file size"] == ["0", "0"]
    assert sizes["Max file size"] == [f"{FULL}", f"{FULL}"]


@pytest.mark.parametrize("how", [[], ["--plain"]])
def test_nothing_suspends_a_guests_process(how: list[str], data: Path) -> None:
    prepare(place(data), begun(), 6, then=half_played)
    with guest(data, "--resume", *how) as terminal:
        terminal.wait_for("Bob")
        for _ in range(2):
            terminal.press("ctrl+z")
            terminal.read_for(0.1)
            terminal.signal(signal.SIGTSTP)
            terminal.read_for(0.1)
        status = Path(f"/proc/{terminal.pid}/stat").read_text()
        assert status.rpartition(")")[2].split()[0] != "T"
        if how:
            terminal.type("pips\r")
            terminal.wait_for("Anna .White. has 340 pips")
        else:
            press_until(terminal, "!", lambda: "The key !" in speech(terminal), "an answer")


# Whose matches


def test_each_guest_has_a_folder_and_sees_no_other_match(data: Path) -> None:
    state = prepare(place(data, "nikos"), begun(), 6, then=half_played)
    with guest(data) as terminal:
        wait_for_start(terminal)
        assert "Continue" not in terminal.text()
        press_until(terminal, "h", lambda: "No match is kept" in terminal.text(), "the history")
    assert place(data).stat().st_mode & 0o777 == 0o700
    assert kept_state(place(data, "nikos")) == state


# How much is kept


def matches_of(folder: Path, count: int) -> None:
    """Keep so many finished matches."""
    store, clock = Store.open(folder), Clock()
    short = MatchStarted("A", "B", 2, begun().ruleset, DiceFrom.PROGRAM)
    events = resigned(short)
    for _ in range(count):
        store.add(events, [clock() for _ in events])
    store.close()


def test_a_full_store_refuses_a_match_names_one_to_delete_and_then_takes_it(tmp_path: Path) -> None:
    matches_of(tmp_path, 3)
    store = Store.open(tmp_path, limits=Limits(matches=3, events=100, game=10))
    with pytest.raises(FullError, match=r"3 matches are kept .* by delete 1") as refused:
        store.new_match()
    assert str(refused.value).endswith(".")
    assert store.numbers() == [3, 2, 1]
    store.delete(1)
    Session.start(begun(), keeper=store.new_match())
    with pytest.raises(FullError, match="by delete 2"):
        store.new_match()
    store.close()


def test_a_full_match_takes_no_event_and_stands_as_it_did(tmp_path: Path) -> None:
    store = Store.open(tmp_path, limits=Limits(matches=3, events=4, game=1))
    session = Session.start(begun(own=True), keeper=store.new_match())
    session.enter_contest_die(6)
    session.enter_contest_die(1)
    session.enter_roll(Roll(6, 5))
    before, turn = list(session.events), session.turn
    with pytest.raises(FullMatchError, match="has all the 4 events that one may have here"):
        session.withdraw_roll()
    assert (session.events, session.turn) == (before, turn)
    session.play_forced()
    with pytest.raises(FullMatchError):
        session.end_turn()
    assert store.look_at(1).events == before
    store.close()


def test_a_game_begins_only_where_it_has_room(tmp_path: Path) -> None:
    events = [*resigned(begun(own=True)), NextGameStarted()]
    for most, is_refused in ((len(events) + 8, True), (len(events) + 9, False)):
        store = Store.open(tmp_path / f"{most}", limits=Limits(matches=3, events=most, game=10))
        session = Session.start(begun(own=True), keeper=store.new_match())
        for event in events[1:-1]:
            session.commit(event)
        assert session.match.phase is Phase.GAME_OVER
        if is_refused:
            with pytest.raises(FullMatchError, match=r"has 5 of the .* too few for another game"):
                session.next_game()
        else:
            session.next_game()
        assert len(store.look_at(1).events) == len(session.events) == len(events) - is_refused
        store.close()


def test_all_that_a_guest_may_keep_fits_under_the_size_of_a_file(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.add(events := played(1, 4), [Clock()() for _ in events])
    store.close()
    longest = PlayMade((Move(24, 6), Move(18, 6), Move(12, 6), Move(11, 6)))
    texts = [to_text(DiceRolled(Roll(6, 6))), to_text(longest)]
    with closing(sqlite3.connect(tmp_path / "fevga.db")) as file:
        file.execute("DELETE FROM events")
        (at,) = file.execute("SELECT changed_at FROM matches").fetchone()
        rows = ((1, number, at, texts[number % 2]) for number in range(LIMITS.events))
        file.executemany("INSERT INTO events VALUES(?, ?, ?, ?)", rows)
        file.commit()
    assert (tmp_path / "fevga.db").stat().st_size * LIMITS.matches < FULL * 0.9


def test_a_guest_with_all_matches_that_may_be_reads_why_and_can_delete_one(data: Path) -> None:
    matches_of(place(data), LIMITS.matches)
    with guest(data, "--white", "Anna") as terminal:
        said = "50 matches are kept here, and no more: delete one in the history first, or in"
        terminal.wait_until(lambda: said in " ".join(terminal.text().split()), said)
        terminal.read_for(PAUSE)
        press_until(terminal, "h", lambda: "Matches: 50" in terminal.text(), "the history")
        terminal.read_for(PAUSE)
        press_until(terminal, "x", lambda: "for good?" in terminal.text(), "a question")
        terminal.read_for(PAUSE)
        press_until(terminal, "y", lambda: "Matches: 49" in terminal.text(), "one less")
    command = [*GUEST, "--data", str(data), "--plain"]
    done = without_terminal(*command, sent="new\nquit\n")
    assert done.returncode == 0, done.stdout
    done = without_terminal(*command, sent="new\nquit\n")
    assert done.returncode == 3
    assert "50 matches are kept here" in done.stdout
    done = without_terminal(*command, sent="delete 1\nyes\nnew\nquit\n")
    assert done.returncode == 0, done.stdout


def test_a_guest_in_a_match_without_room_reads_why(data: Path) -> None:
    events: list[Event] = [
        begun(own=True),
        ContestDieRolled(Side.WHITE, 6),
        ContestDieRolled(Side.BLACK, 1),
    ]
    while len(events) < LIMITS.events:
        events += [DiceRolled(Roll(6, 5)), RollWithdrawn()]
    del events[LIMITS.events :]
    store, clock = Store.open(place(data)), Clock()
    store.add(events, [clock() for _ in events])
    store.close()
    state = State(tuple(events))
    expected = sight_of(state)
    with guest(data, "--resume") as terminal:
        terminal.wait_until(lambda: seen(terminal) == expected, "the table", timeout=20)
        terminal.read_for(PAUSE)
        press_until(
            terminal,
            "u",
            lambda: "10000 events that one may have here" in speech(terminal),
            "a refusal",
        )
        assert "This match has all the" in speech(terminal)
        assert seen(terminal) == expected
    assert kept_state(place(data)) == state


def test_faults_leave_a_bounded_number_of_reports(tmp_path: Path) -> None:
    for number in range(faults.MOST - 1):
        (tmp_path / f"fault-{number}.txt").touch()
    assert "the report of it is" in faults.report(ValueError("one"), tmp_path, "a test")
    told = faults.report(ValueError("two"), tmp_path, "a test")
    assert f"holds {faults.MOST} reports already" in told
    assert len(list(tmp_path.iterdir())) == faults.MOST


# What comes over the line


def test_a_paste_without_an_end_is_kept_only_so_far() -> None:
    keyboard = Keyboard()
    keyboard.feed(b"\x1b[200~")
    for _ in range(3 * LONGEST_PASTE // 65_536):
        assert keyboard.feed(b"x" * 65_536) == []
    for half in (b"\x1b[20", b"1~"):
        found = keyboard.feed(half)
    (paste,) = found
    assert LONGEST_PASTE <= len(getattr(paste, "text", "")) < LONGEST_PASTE + 16


def test_a_sequence_that_is_longer_than_any_is_kept_only_so_far_and_types_nothing() -> None:
    keyboard = Keyboard()
    keyboard.feed(b"\x1b[")
    for size in (1, 4096, 100, 10_000, 4096, 4096, 5):
        assert keyboard.feed(b"1" * size) == []
        assert len(keyboard._held) <= LONGEST_SEQUENCE
    assert [getattr(message, "key", "") for message in keyboard.feed(b"ur")] == ["r"]
