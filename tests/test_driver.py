"""The driver and the app on it, in a real pseudo-terminal; and what is read from its bytes."""

from __future__ import annotations

import inspect
import random
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import textual
from hypothesis import given, settings
from hypothesis import strategies as st
from terminal import Terminal
from textual import events
from textual._compositor import Compositor
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

from fevga_tui.ui.driver import FLOOD, PASTE_PATIENCE, Keyboard

HERE = Path(__file__).parent
APP = [sys.executable, str(HERE / "hardened_app.py")]
SOON = 2.0
MOUSE = re.compile(rb"\?(9|100[0-3]|1005|1006|1015|1016)[hl]")


@contextmanager
def shown(folder: Path, *arguments: str, **options: Any) -> Iterator[Terminal]:
    """The small app in a terminal, drawn and waiting."""
    environ = {"FAULTS": str(folder), "PYTHONPATH": str(HERE.parent), **options.pop("env", {})}
    with Terminal([*APP, *arguments], env=environ, **options) as terminal:
        terminal.wait_for("here")
        terminal.settle()
        yield terminal


def leave(terminal: Terminal) -> None:
    terminal.press("q")
    assert terminal.wait_exit() == 0
    assert terminal.restored() == []


# -- ways out


@pytest.mark.parametrize(
    ("name", "profile"),
    [
        ("SIGHUP", "xterm"),
        ("SIGINT", "kitty"),
        ("SIGQUIT", "xterm"),
        ("SIGTERM", "kitty"),
        ("SIGTERM", "xterm"),
    ],
)
def test_a_signal_ends_it_and_the_terminal_is_restored(
    name: str, profile: str, tmp_path: Path
) -> None:
    signum = getattr(signal, name)
    with shown(tmp_path, profile=profile) as terminal:
        terminal.signal(signum)
        assert terminal.wait_exit(SOON) == 128 + signum
        assert terminal.restored() == []


@pytest.mark.parametrize("ignored", [False, True])
def test_a_terminal_that_is_gone_ends_it(ignored: bool, tmp_path: Path) -> None:
    with shown(tmp_path, ignore_hangup=ignored) as terminal:
        if ignored:  # and stays so, as nohup(1) means it
            terminal.signal(signal.SIGHUP)
            terminal.press("x")
            terminal.wait_for("log: x")
        terminal.hang_up()
        assert terminal.wait_exit(SOON) == 129


@pytest.mark.parametrize(
    ("key", "what", "patience"),
    [
        ("f", "writing to what nobody reads", "1.5"),
        ("s", "with the main thread asleep", "0.3"),
        ("r", "with the main thread in a loop of C", "0.3"),
    ],
)
def test_a_signal_ends_it_when_it_is_stuck(
    key: str, what: str, patience: str, tmp_path: Path
) -> None:
    with shown(tmp_path, env={"PATIENCE": patience}) as terminal:
        if key == "f":
            terminal.freeze()
        terminal.press(key)
        terminal.read_for(0.4)
        terminal.signal(signal.SIGTERM)
        assert terminal.wait_exit(SOON) == 143, what
        terminal.thaw()
        terminal.read_for(0.1)
        assert terminal.restored() == [], what


def test_output_that_is_stuck_and_a_terminal_that_is_gone_end_it(tmp_path: Path) -> None:
    with shown(tmp_path, ignore_hangup=True) as terminal:
        terminal.freeze()
        terminal.press("f")
        terminal.read_for(0.5)
        terminal.hang_up()
        assert terminal.wait_exit(SOON) == 129


@pytest.mark.parametrize("mouse", [[], ["--no-mouse"]], ids=["mouse", "no mouse"])
def test_leaving_waits_for_no_thread(mouse: list[str], tmp_path: Path) -> None:
    with shown(tmp_path, *mouse, env={"PATIENCE": "0.3"}) as terminal:
        terminal.press("k")
        terminal.settle()
        terminal.press("q")
        assert terminal.wait_exit(SOON) == 0
        assert terminal.restored() == []
        assert bool(mouse) is not bool(MOUSE.search(terminal.received))


# -- faults


@pytest.mark.parametrize(
    ("key", "where"),
    [
        ("h", "in a handler"),
        ("kh", "in a handler"),  # while a thread goes on
        ("t", "in a callback"),  # of a timer
        ("w", "in a worker"),
        ("d", "in a callback"),  # in a thread
        ("l", "in a callback"),  # of the loop
    ],
)
def test_a_fault_is_told_in_a_sentence_and_reported(key: str, where: str, tmp_path: Path) -> None:
    folder = tmp_path / "not there yet"
    with shown(folder, size=(200, 24), env={"PATIENCE": "0.3"}) as terminal:
        terminal.press(*key)
        assert terminal.wait_exit() == 1
        assert terminal.restored() == []
        (report,) = folder.iterdir()
        assert terminal.text().strip() == (
            f"fevga: a fault ended the game; the report of it is {report}"
        )
    text = report.read_text(encoding="utf-8")
    assert text.endswith(f"ValueError: {where}\n")
    assert f"textual {textual.__version__}" in text
    assert "locals" not in text
    assert folder.stat().st_mode & 0o777 == 0o700
    assert report.stat().st_mode & 0o777 == 0o600


def test_a_fault_gives_a_modern_terminal_its_modes_back(tmp_path: Path) -> None:
    with shown(tmp_path, profile="kitty") as terminal:
        terminal.press("h")
        assert terminal.wait_exit() == 1
        assert terminal.restored() == []


def test_a_fault_without_a_report_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.touch()
    with shown(folder, size=(200, 24)) as terminal:
        terminal.press("h")
        assert terminal.wait_exit() == 1
        assert terminal.restored() == []
        assert terminal.text().strip() == (
            "fevga: a fault ended the game (ValueError); no report could be written to"
            f" {folder}: File exists"
        )


# -- suspension


class Shell:
    """A shell with job control that runs the small app."""

    def __init__(self, terminal: Terminal, command: str) -> None:
        self.terminal = terminal
        self.command = command

    def start(self) -> str:
        self.prompt()
        self.terminal.type(f"clear; {self.command}\r")
        self.terminal.wait_for("here")
        self.terminal.settle()
        return self.terminal.text()

    def prompt(self) -> None:
        self.terminal.wait_for("^prompt>$")

    def say(self, command: str, answer: str) -> None:
        self.prompt()
        self.terminal.type(f"clear; {command}\r")
        self.terminal.wait_for(answer)
        self.prompt()


@pytest.fixture(params=["{}", "sh -c '{}; exit 0'"], ids=["alone", "within a script"])
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shell]:
    environ = {"FAULTS": str(tmp_path), "PYTHONPATH": str(HERE.parent), "PS1": "prompt> "}
    with Terminal(["bash", "--norc", "--noprofile", "-i"], env=environ) as terminal:
        yield Shell(terminal, request.param.format(" ".join(map(str, APP))))


def test_ctrl_z_gives_the_shell_back_and_fg_the_app(shell: Shell) -> None:
    terminal = shell.terminal
    before = shell.start()
    terminal.press("ctrl+z")
    terminal.wait_for("Stopped")
    shell.prompt()
    assert not terminal.modes & {1000, 1002, 1003, 1006, 1049}
    assert {7, 25} <= terminal.modes
    shell.say("echo a$((1 + 1))", "^a2$")
    shell.say("stty -a", r" icanon .* echo ")
    shell.prompt()
    terminal.type("bg\r")  # only stops again: it has nothing to do there
    terminal.read_for(0.3)
    shell.say("jobs", "Stopped")
    terminal.type("fg\r")
    terminal.wait_until(lambda: terminal.text() == before, "the app as it was")
    terminal.press("x")
    terminal.wait_for("log: x$")
    terminal.press("q")
    shell.say("echo status $?", "^status 0$")
    assert not terminal.modes & {1000, 1002, 1003, 1006, 1049}
    shell.say("stty -a", r" icanon .* echo ")


def test_a_modern_terminal_has_its_modes_back_while_the_app_is_suspended(tmp_path: Path) -> None:
    environ = {"FAULTS": str(tmp_path), "PYTHONPATH": str(HERE.parent), "PS1": "prompt> "}
    command = ["bash", "--norc", "--noprofile", "-i"]
    with Terminal(command, env=environ, profile="kitty") as terminal:
        shell = Shell(terminal, " ".join(map(str, APP)))
        shell.prompt()
        before = terminal._interpret().left_behind()
        shell.start()
        assert "kitty keyboard" in terminal._interpret().left_behind()
        for _ in range(2):
            terminal.press("ctrl+z")
            terminal.wait_for("Stopped")
            shell.prompt()
            assert terminal._interpret().left_behind() == before
            terminal.type("clear; fg\r")
            terminal.wait_for("here")
            terminal.settle()
        terminal.press("q")
        terminal.wait_for("^prompt>$")
        assert terminal._interpret().left_behind() == before


def test_a_suspended_app_can_be_killed(shell: Shell) -> None:
    shell.start()
    shell.terminal.press("ctrl+z")
    shell.terminal.wait_for("Stopped")
    # It takes a moment to go, and for a job that was stopped wait does not wait.
    gone = 'while [ -n "$(jobs -s)" ]; do sleep 0.05; done'
    shell.say(f"kill %1; {gone}; wait; jobs; echo none", "^none$")
    shell.say("jobs; echo still none", "^still none$")
    assert "Stopped" not in shell.terminal.text()


def test_ctrl_z_changes_nothing_where_nobody_could_continue_it(tmp_path: Path) -> None:
    script = f"import pty; pty.spawn({list(map(str, APP))!r})"  # as ssh starts a forced command
    environ = {"FAULTS": str(tmp_path), "PYTHONPATH": str(HERE.parent)}
    with Terminal([sys.executable, "-c", script], env=environ) as terminal:
        terminal.wait_for("here")
        terminal.press("ctrl+z")
        terminal.read_for(0.2)
        terminal.press("x")
        terminal.wait_for("here")
        terminal.wait_for("log: x$")
        terminal.press("q")
        assert terminal.wait_exit() == 0


def test_stopped_and_continued_from_outside_it_is_whole(tmp_path: Path) -> None:
    with shown(tmp_path) as terminal:
        before = terminal.text()
        for _ in range(2):
            terminal.signal(signal.SIGSTOP)
            time.sleep(0.05)
            terminal.signal(signal.SIGCONT)
            terminal.settle()
        assert terminal.text() == before
        mark = terminal.mark()
        terminal.signal(signal.SIGCONT)  # without reason
        # What was typed for whoever had the terminal before is not for the app.
        terminal.wait_until(lambda: len(terminal.bytes_since(mark)) > 0, "a repaint")
        terminal.settle()
        terminal.press("x")
        terminal.wait_for("log: x$")
        leave(terminal)


# -- quiet


def test_idle_costs_nothing(tmp_path: Path) -> None:
    with shown(tmp_path) as terminal:
        terminal.press("x")
        terminal.wait_for("log: x")
        terminal.read_for(0.5)
        before, mark = terminal.usage(), terminal.mark()
        terminal.read_for(3)
        after = terminal.usage()
        assert terminal.bytes_since(mark) == b""
        assert after.switches - before.switches == 0
        assert after.cpu - before.cpu < 0.005


def test_focus_is_neither_asked_for_nor_answered(tmp_path: Path) -> None:
    with shown(tmp_path) as terminal:
        assert 1004 not in terminal.modes
        mark = terminal.mark()
        terminal.write(b"\x1b[O")
        terminal.read_for(0.2)
        terminal.write(b"\x1b[I")
        terminal.read_for(0.2)
        assert terminal.bytes_since(mark) == b""
        leave(terminal)


def test_each_frame_is_sent_once(tmp_path: Path) -> None:
    with shown(tmp_path) as terminal:
        assert terminal.received.count(b"here") == 1
        assert not re.search(rb"(\x1b\[\d+;\d+H)(\x1b\[\?2026[hl])*\1", terminal.received)
        mark = terminal.mark()
        terminal.press("x")
        terminal.wait_for("log: x")
        assert len(terminal.bytes_since(mark)) < 60
        leave(terminal)


def test_ctrl_l_repaints_all(tmp_path: Path) -> None:
    with shown(tmp_path) as terminal:
        before = terminal.snapshot()
        for place in ("1;1", "2;5", "20;30"):
            message = f"\x1b[{place}H\x1b[0mwrite: a message to all of you".encode()
            Path(f"/proc/{terminal.pid}/fd/1").write_bytes(message)
        terminal.wait_for("a message")
        terminal.press("ctrl+l")
        terminal.settle()
        assert terminal.snapshot().rows == before.rows
        leave(terminal)


def test_what_the_terminal_does_not_take_at_once_comes_later(tmp_path: Path) -> None:
    with shown(tmp_path) as terminal:
        before, mark = terminal.snapshot(), terminal.mark()
        terminal.freeze()
        terminal.press("f")
        terminal.read_for(0.3)
        assert terminal.bytes_since(mark) == b""
        terminal.thaw()
        terminal.wait_for("log: f")
        terminal.settle()
        assert terminal.bytes_since(mark).decode("utf-8", "strict").count("here ●") > 1
        assert terminal.snapshot().rows[:4] == before.rows[:4]
        leave(terminal)


def test_a_storm_of_sizes_ends_in_the_right_one(tmp_path: Path) -> None:
    chance = random.Random(3)
    with shown(tmp_path) as terminal:
        before = terminal.snapshot()
        for _ in range(60):
            terminal.resize(chance.randint(1, 200), chance.randint(1, 60))
            terminal.read_for(0.004)
        terminal.resize(80, 24)
        terminal.wait_until(lambda: terminal.snapshot().rows == before.rows, "the first screen")
        leave(terminal)


# -- mouse and modes


def test_a_click_arrives_and_motion_is_not_asked_for(tmp_path: Path) -> None:
    with shown(tmp_path) as terminal:
        assert terminal.modes & {1000, 1002, 1003, 1015, 1016} == {1000, 1002}
        terminal.click(9, 3)
        terminal.wait_for("log: click$")
        terminal.click(10, 3)
        terminal.press("x")
        terminal.wait_for("log: click x$")
        leave(terminal)


def test_without_the_mouse_no_word_is_said_about_it(tmp_path: Path) -> None:
    with shown(tmp_path, "--no-mouse") as terminal:
        leave(terminal)
        assert not MOUSE.search(terminal.received)


def test_a_modern_terminal_gets_its_modes_back(tmp_path: Path) -> None:
    with shown(tmp_path, profile="kitty") as terminal:
        assert not terminal.modes & {1016, 2048}
        terminal.press("escape", "ctrl+l")
        terminal.wait_for("log: escape$")
        leave(terminal)


@pytest.mark.parametrize("term", ["linux", "vt220"])
def test_a_plain_terminal_is_sent_nothing_that_it_would_print(term: str, tmp_path: Path) -> None:
    with shown(tmp_path, term=term) as terminal:
        terminal.press("x")
        terminal.wait_for("log: x")
        leave(terminal)
        assert not re.search(rb"\x1b(\[[<>=]|\[[0-?]*[ -/]|[\]P_^])", terminal.received)


@pytest.mark.parametrize(
    ("environ", "allowed"),
    [
        ({"TERM": "xterm", "NO_COLOR": "1"}, ""),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, ""),
        ({"TERM": "vt220"}, ""),
        ({"TERM": "linux"}, "[34][0-7]"),
        ({"TERM": "xterm"}, "[34][0-7]"),
        ({"TERM": "xterm-16color"}, "[34][0-7]|9[0-7]|10[0-7]"),
        ({"TERM": "xterm-256color"}, r"[34][0-7]|9[0-7]|10[0-7]|[34]8;5;\d+"),
        (
            {"TERM": "xterm", "COLORTERM": "truecolor"},
            r"[34][0-7]|9[0-7]|10[0-7]|[34]8;[25];[\d;]+",
        ),
    ],
)
def test_no_colours_beyond_those_of_the_terminal(
    environ: dict[str, str], allowed: str, tmp_path: Path
) -> None:
    with shown(tmp_path, env=environ) as terminal:
        leave(terminal)
    sent = set(re.findall(rb"\x1b\[([\d;]*)m", terminal.received))
    style = rf"(?:[012345679]|2[1-9]|[34]9|{allowed or '0'})"
    for parameters in sent:
        assert re.fullmatch(rf"{style}(;{style})*", parameters.decode()), parameters
    assert any(re.search(rf"(?:^|;)(?:{allowed})(?:;|$)", p.decode()) for p in sent) or not allowed


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_what_the_encoding_lacks_is_one_column_wide(encoding: str, tmp_path: Path) -> None:
    with shown(tmp_path, env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}) as terminal:
        assert terminal.line(0).rstrip() == "here ?"
        leave(terminal)


# -- input


def test_broken_bytes_neither_end_it_nor_act(tmp_path: Path) -> None:
    chance = random.Random(5)
    with shown(tmp_path) as terminal:
        for _ in range(20):
            terminal.write(bytes(chance.randint(0x80, 0xBF) for _ in range(200)))
        for old in (b" \xc0@", b" \xc3\xa9", b"\xff\xff\xff", b" \x80\x1b", b"#rr"):
            terminal.write(b"\x1b[M" + old)
        terminal.write(b"\x1b[<0;10")
        terminal.read_for(0.15)
        terminal.write(b"\x1b[<0;999;2M\x1b[<0;0;2M\x1b[<128;3;2M\x1b[<0;-1;2M")
        terminal.write(b"\x1b[48;0;0;0;0t\x1b[99999999999;9u\x1b[?2048;2$y\x1b]11;rgb:7/7/7\x07")
        terminal.press("x")
        terminal.wait_for("log: x$")
        assert not terminal.modes & {1016, 2048}
        terminal.click(3, 2)  # is still where it was
        terminal.wait_for("log: x click$")
        leave(terminal)


def test_a_megabyte_pasted_is_survived(tmp_path: Path) -> None:
    with shown(tmp_path) as terminal:
        terminal.paste("h\r" * 500_000)
        terminal.wait_for("paste:1000000")
        terminal.type("y" * 300_000)  # raw
        terminal.type("\x1b[A" * 1000)  # this is no text, and none is lost
        terminal.read_for(1.1)
        terminal.press("x")
        terminal.wait_for("up up x$", timeout=15)
        leave(terminal)


ESCAPE = "escape"


def names(messages: list[Message]) -> list[str]:
    """What the messages are about, in short."""
    found = []
    for message in messages:
        if isinstance(message, events.Key):
            found.append(message.key)
        elif isinstance(message, events.Paste):
            found.append(f"paste:{message.text}")
        elif isinstance(message, events.MouseEvent):
            place = f"{message.x:g},{message.y:g}"
            found.append(f"{type(message).__name__} {message.button} {place}")
        else:
            found.append(type(message).__name__)
    return found


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"a", ["a"]),
        ("ω".encode(), ["ω"]),
        (b"\x1b[A\x1bOB", ["up", "down"]),
        (b"\x1b[[A", ["f1"]),  # of the Linux console
        (b"\x1b[3$r", ["shift+delete", "r"]),  # of rxvt
        (b"\x1bOp\x1bOM", ["0", "enter"]),  # keypad
        (b"\x1b[114;;114u", ["r"]),  # kitty
        (b"\x1b[99;133u\x1b[27;129u\x1b[1;129A", ["ctrl+c", ESCAPE, "up"]),  # with NumLock
        (b"\x1b[968;5u\x1b[1103;5u\x1b[955;133u", ["ctrl+c", "ctrl+z", "ctrl+l"]),  # of any layout
        # Escape, also glued to what follows
        (b"\x1b", [ESCAPE]),
        (b"\x1b\x1b", [ESCAPE, ESCAPE]),
        (b"\x1br", [ESCAPE, "r"]),
        (b"\x1bf", [ESCAPE, "f"]),
        ("\x1bω".encode(), [ESCAPE, "ω"]),
        (b"\x1b\r", [ESCAPE, "enter"]),
        (b"\x1b\x1b[A", [ESCAPE, "up"]),
        (b"\x1bO", [ESCAPE, "O"]),
        (b"\x1b]", [ESCAPE, "right_square_bracket"]),
        # mouse
        (b"\x1b[<0;3;2M", ["MouseDown 1 2,1"]),
        (b"\x1b[<2;3;2m", ["MouseUp 3 2,1"]),
        (b"\x1b[<64;3;2M", ["MouseScrollUp 0 2,1"]),
        (b"\x1b[<128;3;2M", []),  # a button to go back with
        (b"\x1b[<0;-3;2M", []),
        (b"\x1b[<0;3M", []),
        (b"\x1b[<0;3;2;1M", []),
        (b"\x1b[<;;M", []),
        (b"\x1b[32;3;2Mr", ["r"]),  # in the way of urxvt
        (b"\x1b[M !!r", ["r"]),
        (b"\x1b[M\x20\xc3\xa9r", ["r"]),
        (b"\x1b[M\x20\xc0\x40r", ["r"]),
        (b"\x1b[M\x20\x1b\x1br", ["r"]),
        (b"\x1b[M\n\n\nr", ["r"]),
        (b"\x1b[M ", []),
        # what nobody asked for, or nobody knows
        (b"\x1b[I\x1b[Or", ["r"]),
        (b"\x1b[48;24;80;480;800tr", ["r"]),
        (b"\x1b[?2048;2$yr", ["r"]),
        (b"\x1b[24;80Rr", ["r"]),
        (b"\x1b[?62;22cr", ["r"]),
        (b"\x1b[>1;2;3cr", ["r"]),
        (b"\x1b]11;rgb:0000/0000/0000\x07r", ["r"]),
        (b"\x1b]11;rgb:0000/0000/0000\x1b\\r", ["r"]),
        (b"\x1bP>|XTerm(370)\x1b\\r", ["r"]),
        (b"\x1b]11;rgb:00\x1b[A", ["up"]),
        (b"\x1b[1;2;3;4zr", ["r"]),
        (b"\x1b[<0;1\x1b[A", ["up"]),
        (b"\x1b[12\x80\x81r", ["r"]),
        (b"\x1b[99999999999ur", ["r"]),
        (b"\x1b[1114112ur", ["r"]),
        (b"\x1b[?2026;2$y", ["TerminalSupportsSynchronizedOutput"]),
        # broken characters
        (b"\xff\xfe\x80a\xc3(\xe2\x82r", ["a", "left_parenthesis", "r"]),
        (b"\xc3\x1b[Ar", ["up", "r"]),
        # paste
        (b"\x1b[200~a\rq\x1b[201~r", ["paste:a\rq", "r"]),
        (b"\x1b[200~a\x1b[31m\x00\x07\xff\x1b[201~r", ["paste:a[31m", "r"]),
        (b"\x1b[200~\x1b[201~", ["paste:"]),
        (b"\x1b[200~a\rq", ["paste:a\rq"]),
        (b"\x1b[201~r", ["r"]),
        (b"r" * FLOOD, ["r"] * FLOOD),
        (b"r" * (FLOOD + 1) + b"\x1b[A", ["up"]),
    ],
)
def test_bytes_mean_these_keys(sent: bytes, expected: list[str]) -> None:
    keyboard = Keyboard()
    assert names(keyboard.feed(sent) + keyboard.give_up()) == expected
    assert keyboard.patience is None
    assert names(keyboard.feed(b"\x1b[B")) == ["down"]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"a", None),
        (b"\xc3", None),
        (b"\x1b[A", None),
        (b"\x1b", 0.1),
        (b"\x1b[", 0.1),
        (b"\x1b[<0;1", 1),
        (b"\x1b[M!", 1),
        (b"\x1b]11;rgb", 1),
        (b"\x1b[200~abc", PASTE_PATIENCE),
        (b"\x1b[200~\x1b", PASTE_PATIENCE),
    ],
)
def test_only_for_what_is_unfinished_is_waited(sent: bytes, expected: float | None) -> None:
    keyboard = Keyboard()
    keyboard.feed(sent)
    assert keyboard.patience == expected


PIECES = st.sampled_from(
    [b"\x1b", b"[", b"O", b"M", b"<0;1;1M", b"200~", b"201~", b"\x1b[A", b"]1", b"\x07", b"\x1b\\"]
) | st.binary(max_size=4)


@settings(deadline=None)
@given(st.lists(PIECES), st.data())
def test_it_does_not_matter_how_bytes_are_cut(pieces: list[bytes], data: st.DataObject) -> None:
    sent = b"".join(pieces)
    cut = data.draw(st.integers(0, len(sent)))
    whole, parts = Keyboard(), Keyboard()
    once = names(whole.feed(sent) + whole.give_up())
    assert names(parts.feed(sent[:cut]) + parts.feed(sent[cut:]) + parts.give_up()) == once
    assert whole.patience is None


# -- what of Textual is leaned on that it does not promise


def _has(owner: type, name: str) -> Callable[[], bool]:
    return lambda: hasattr(owner, name)


def _sets(owner: type, name: str) -> Callable[[], bool]:
    source = "".join(inspect.getsource(base) for base in owner.__mro__[:2] if base is not object)
    return lambda: bool(re.search(rf"self\.{name}(: .*)? = ", source))


def _writes(text: str) -> Callable[[], bool]:
    return lambda: repr(text).strip("'") in inspect.getsource(LinuxDriver)


LEANED_ON: dict[str, Callable[[], bool]] = {
    **{
        f"{owner.__name__}.{name}": _has(owner, name)
        for owner, own in {
            LinuxDriver: "run_input_thread process_message send_message start_application_mode"
            " stop_application_mode suspend_application_mode resume_application_mode close"
            " disable_input _sigtstp_application _sigcont_application",
            App: "_handle_exception _fatal_error _close_messages_no_wait _display panic exit"
            " on_event get_driver_class get_default_screen _check_bindings",
            Screen: "_compositor_refresh _on_timer_update",
            MessagePump: "_peek_message",
            Compositor: "render_partial_update visible_widgets",
        }.items()
        for name in own.split()
    },
    **{
        f"{owner.__name__}.{name}": _sets(owner, name)
        for owner, own in {
            LinuxDriver: "_file fileno attrs_before exit_event _writer_thread _mouse _loop _app",
            App: "_driver _filters _batch_count",
            Screen: "_compositor _dirty_widgets",
            Widget: "_repaint_regions _repaint_required _layout_required",
            Compositor: "_dirty_regions",
        }.items()
        for name in own.split()
    },
    **{
        f"what LinuxDriver writes: {text!r}": _writes(text)
        for text in ("\x1b[?1003h", "\x1b[?1015h", "\x1b[?1004h", "\x1b[?2048$p", "\x1b[<u")
    },
}


@pytest.mark.parametrize("name", LEANED_ON)
def test_textual_still_has_what_the_driver_leans_on(name: str) -> None:
    assert LEANED_ON[name](), (
        f"textual {textual.__version__} has moved {name};"
        " fevga_tui/ui/driver.py, hardened.py and frames.py were written for 8.2.8"
    )


def test_textual_still_takes_the_lines_of_a_frame_as_they_are_read_here() -> None:
    from textual._compositor import LayoutUpdate

    assert list(inspect.signature(LayoutUpdate).parameters) == ["strips", "region"], (
        f"textual {textual.__version__} has changed LayoutUpdate; see frames.py"
    )
