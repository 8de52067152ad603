"""The driver for real terminals, tried on tiny programs, and the pictures made with it."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import picture
import pytest
from terminal import Terminal

# Shows its argument, then waits for a line.
SHOW = "import sys; sys.stdout.write(sys.argv[1]); sys.stdout.flush(); input()"

# Switches modes on, then names on a line of its own what every read brings; q ends it.
ECHO = r"""
import os, sys, termios, tty
before = termios.tcgetattr(0)
tty.setraw(0)
sys.stdout.write(sys.argv[1] + "ready\r\n")
sys.stdout.flush()
while True:
    data = os.read(0, 4096)
    if data == b"q":
        break
    print(repr(data.decode()), end="\r\n", flush=True)
termios.tcsetattr(0, termios.TCSADRAIN, before)
sys.stdout.write(sys.argv[2])
"""

# A Textual application with a counter, a button, and the size of the screen.
COUNTER = """
from textual.app import App, ComposeResult
from textual.events import Resize
from textual.widgets import Button, Label

class Counter(App[None]):
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [("right", "add(1)"), ("escape", "add(10)"), ("q", "quit")]
    count = 0

    def compose(self) -> ComposeResult:
        yield Label("count 0", id="count")
        yield Label("", id="size")
        yield Button("Hundred")

    def on_resize(self, event: Resize) -> None:
        self.query_one("#size", Label).update(f"{event.size.width} by {event.size.height}")

    def on_button_pressed(self) -> None:
        self.action_add(100)

    def action_add(self, more: int) -> None:
        self.count += more
        self.query_one("#count", Label).update(f"count {self.count}")

Counter().run()
"""

MOUSE = "\x1b[?1000h\x1b[?1006h"


def python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-S", "-c", code, *arguments]


def show(text: str, size: tuple[int, int] = (20, 5)) -> Terminal:
    return Terminal(python(SHOW, text), size)


def echo(start: str = "", end: str = "") -> Terminal:
    return Terminal(python(ECHO, start, end), (60, 12))


@pytest.fixture
def counter(tmp_path: Path) -> list[str]:
    program = tmp_path / "counter.py"
    program.write_text(COUNTER)
    return [sys.executable, str(program)]


# -- reading the screen


def test_text_is_where_the_program_put_it() -> None:
    with show("one\r\n\x1b[3;5Htwo  \x1b]2;A title\x07") as terminal:
        terminal.wait_for("two")
        assert terminal.text() == "one\n\n    two\n\n"
        assert terminal.line(2) == "    two" + " " * 13
        assert terminal.find("t.o") == (4, 2)
        assert terminal.title == "A title"
        assert terminal.snapshot().cursor == (9, 2)


def test_cells_have_colours_and_styles() -> None:
    text = "\x1b[1;33;44ma\x1b[0;7;38;5;208mb\x1b[27;2;48;2;1;2;3mc\x1b[0;95;105;3;4;9md\x1b[0me"
    with show(text) as terminal:
        terminal.wait_for("abcde")
        a, b, c, d, e = (terminal.cell(x, 0) for x in range(5))
        assert (a.char, a.fg, a.bg, a.bold, a.reverse) == ("a", "yellow", "blue", True, False)
        assert (b.fg, b.bg, b.bold, b.reverse, b.dim) == ("ff8700", "default", False, True, False)
        assert (c.fg, c.bg, c.reverse, c.dim) == ("ff8700", "010203", False, True)
        assert (d.fg, d.bg) == ("brightmagenta", "brightmagenta")
        assert (d.italic, d.underline, d.strike) == (True, True, True)
        assert e == ("e", "default", "default", *[False] * 6)


@pytest.mark.parametrize(
    ("output", "first_line"),
    [
        ("ab\x1b[3bc", "abbbbc"),  # repeat
        ("abcdef\x1b[3D\x1b[K", "abc"),
        ("abcdef\x1b[4G\x1b[1K", "    ef"),
        ("abcdef\r\x1b[2Xz", "z cdef"),
        ("\x1b[41mab\x1b[2J\x1b[Hx", "x"),
        ("up\r\nto\x1b[S", "to"),
        ("to\x1b[H\x1b[T\x1b[A\x1b[Lup", "up"),
        ("\x1b[>4;2m\x1b[<u\x1b[=1u\x1b[?u\x1b[>1ux", "x"),  # nothing of these is drawn
        ("\x1bP+q544e\x1b\\\x1b_G\x1b\\x", "x"),
        ("\x1b(0qx\x1b(Bq", "─│q"),
        ("main\x1b[?1049h\x1b[Halt", "alt"),
        ("main\x1b[?1049h\x1b[Halt\x1b[?1049l!", "main!"),
        ("a\u65e5b\u0301\u2764\ufe0fc", "a\u65e5b\u0301\u2764c"),
    ],
)
def test_sequences(output: str, first_line: str) -> None:
    with show(output) as terminal:
        terminal.settle(quiet=0.05)
        assert terminal.line(0).rstrip() == first_line


def test_columns_count_cells_and_not_characters() -> None:
    with show("\u65e5\u672c ok") as terminal:
        terminal.wait_for("ok")
        assert terminal.find("ok") == (5, 0)
        assert terminal.cell(0, 0).char == "\u65e5"
        assert terminal.cell(1, 0).char == ""


def test_erasing_fills_with_the_background() -> None:
    with show("\x1b[44m\x1b[2J\x1b[0;1mx") as terminal:
        terminal.wait_for("x")
        assert terminal.cell(19, 4).bg == "blue"
        assert not terminal.cell(19, 4).bold


def test_what_does_not_come_is_an_error_that_shows_the_screen() -> None:
    with show("something else") as terminal:
        with pytest.raises(AssertionError, match=r"not after 0\.3.*'hello'(.|\n)*something else"):
            terminal.wait_for("hello", timeout=0.3)
        with pytest.raises(AssertionError, match="something else"):
            terminal.find("hello")
        terminal.press("enter")
        begun = time.monotonic()
        with pytest.raises(AssertionError, match=r"ended: 0"):
            terminal.wait_for("hello", timeout=60)
        assert time.monotonic() - begun < 30


# -- acting


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        (["up"], "\x1b[A"),
        (["shift+tab"], "\x1b[Z"),
        (["ctrl+c"], "\x03"),
        (["alt+x"], "\x1bx"),
        (["backspace"], "\x7f"),
        (["delete"], "\x1b[3~"),
        (["+"], "+"),
        (["é"], "é"),
    ],
)
def test_keys(keys: list[str], sent: str) -> None:
    with echo() as terminal:
        terminal.wait_for("ready")
        terminal.press(*keys)
        terminal.wait_until(lambda: repr(sent) in terminal.text(), repr(sent))


def test_keys_after_one_another() -> None:
    with echo("\x1b[?1h") as terminal:
        terminal.wait_for("ready")
        terminal.press("left")
        terminal.wait_for(r"^'\\x1bOD'$")  # the cursor keys of application mode
        terminal.press("escape", "x")
        terminal.wait_for(r"^'\\x1b'\n'x'$")  # and not alt+x
        terminal.type("many at once")
        terminal.wait_for(r"^'many at once'$")
        with pytest.raises(ValueError, match="hyper"):
            terminal.press("hyper+x")


def test_mouse_paste_and_focus() -> None:
    with echo(MOUSE + "\x1b[?2004h\x1b[?1004h") as terminal:
        terminal.wait_for("ready")
        terminal.click(9, 4)
        terminal.wait_for(r"^'\\x1b\[<0;10;5M\\x1b\[<0;10;5m'$")
        terminal.click_text("rea?dy", "right")
        terminal.wait_for(r"^'\\x1b\[<2;3;1M\\x1b\[<2;3;1m'$")
        terminal.wheel(0, 0, "down")
        terminal.wait_for(r"^'\\x1b\[<65;1;1M'$")
        terminal.paste("one\ntwo")
        terminal.wait_for(r"^'\\x1b\[200~one\\ntwo\\x1b\[201~'$")
        terminal.focus("out")
        terminal.wait_for(r"^'\\x1b\[O'$")
        with pytest.raises(AssertionError, match="column 60"):
            terminal.click(60, 0)


def test_what_a_program_did_not_ask_for_is_not_sent() -> None:
    with echo() as terminal:
        terminal.wait_for("ready")
        with pytest.raises(AssertionError, match="mouse"):
            terminal.click(0, 0)
        with pytest.raises(AssertionError, match="focus"):
            terminal.focus("in")
        terminal.paste("plain")
        terminal.wait_for("^'plain'$")


def test_resize() -> None:
    code = """
import os, signal
def show(*_): os.write(1, b"%d %d\\n" % os.get_terminal_size())
signal.signal(signal.SIGWINCH, show)
show()
while True: signal.pause()
"""
    with Terminal(python(code), (40, 6)) as terminal:
        terminal.wait_for("^40 6$")
        terminal.resize(90, 3)
        terminal.wait_for("^90 3$")
        assert terminal.text() == "40 6\n90 3\n"
        assert len(terminal.line(0)) == 90
        terminal.resize(20, 1)
        terminal.wait_until(lambda: b"20 1" in terminal.received, "the new size")


def test_signals_and_exit_codes() -> None:
    with show("ready") as terminal:
        terminal.wait_for("ready")
        terminal.signal(signal.SIGTERM)
        assert terminal.wait_exit() == -signal.SIGTERM
    with Terminal(python("raise SystemExit(3)")) as terminal:
        assert terminal.wait_exit() == 3
    with Terminal(["no-such-program"]) as terminal:
        assert terminal.wait_exit() == 127
        assert "no-such-program: No such file" in terminal.text()


def test_ctrl_c_reaches_a_program_that_left_signals_on() -> None:
    with show("ready") as terminal:
        terminal.wait_for("ready")
        terminal.press("ctrl+c")
        assert terminal.wait_exit() == -signal.SIGINT


def test_hang_up() -> None:
    with show("ready") as terminal:
        terminal.wait_for("ready")
        terminal.hang_up()
        assert terminal.wait_exit() == -signal.SIGHUP


def test_hang_up_of_a_program_that_ignores_it() -> None:
    code = """
import os
os.write(1, b"ready")
try:
    end = os.read(0, 1) == b""
except OSError:
    end = True
os._exit(5 if end else 6)
"""
    with Terminal(python(code), ignore_hangup=True) as terminal:
        terminal.wait_for("ready")
        terminal.hang_up()
        assert terminal.wait_exit() == 5


def test_freeze_and_thaw() -> None:
    with echo() as terminal:
        terminal.wait_for("ready")
        terminal.freeze()
        terminal.press("x")
        assert terminal.settle(quiet=0.05, grace=0.1).size == 0
        terminal.thaw()
        terminal.wait_for("'x'")


# -- giving the terminal back


def test_a_terminal_given_back() -> None:
    on = "\x1b[?1049h\x1b[?25l\x1b[>1u\x1b[31m" + MOUSE
    off = "\x1b[m\x1b[?1006l\x1b[?1000l\x1b[<u\x1b[?25h\x1b[?1049l"
    with echo(on, off) as terminal:
        terminal.wait_for("ready")
        with pytest.raises(AssertionError, match="still runs"):
            terminal.restored()
        terminal.press("q")
        assert terminal.wait_exit() == 0
        assert terminal.restored() == []


@pytest.mark.parametrize(
    ("left", "name"),
    [
        ("\x1b[?1049h", "alternate screen"),
        *((f"\x1b[?{mode}h", f"mouse {mode}") for mode in (1000, 1002, 1003, 1006, 1015, 1016)),
        ("\x1b[?2004h", "bracketed paste"),
        ("\x1b[?1004h", "focus reports"),
        ("\x1b[?2048h", "in-band resize"),
        ("\x1b[>1u", "kitty keyboard"),
        ("\x1b[?1049h\x1b[>1u\x1b[?1049l", "kitty keyboard"),
        ("\x1b[?25l", "cursor"),
        ("\x1b[?7l", "autowrap"),
        ("\x1b[31m", "pen colour"),
        ("\x1b[2;4r", "scroll region"),
    ],
)
def test_what_was_not_given_back_is_named(left: str, name: str) -> None:
    with Terminal(["printf", "%s", left]) as terminal:
        assert terminal.wait_exit() == 0
        assert terminal.restored() == [name]


def test_a_raw_terminal_is_named() -> None:
    with echo("\x1b[?1049h") as terminal:
        terminal.wait_for("ready")
        terminal.signal(signal.SIGKILL)
        assert terminal.wait_exit() == -signal.SIGKILL
        assert terminal.restored() == ["alternate screen", "termios"]


# -- measuring


def test_a_slow_line() -> None:
    code = "print('.' * 2000, 'end')"
    with Terminal(python(code), rate=5000) as terminal:
        begun = time.monotonic()
        terminal.wait_for("end")
        assert time.monotonic() - begun > 0.35
        assert terminal.wait_exit() == 0


def test_times_and_bytes() -> None:
    code = """
import sys, time
def write(text): sys.stdout.write(text); sys.stdout.flush()
write("\\033[?25l"); time.sleep(0.2); write("first"); time.sleep(0.05); write(" frame")
input(); time.sleep(0.2); write("answer")
"""
    with Terminal(python(code)) as terminal:
        terminal.wait_for("first frame")
        assert terminal.first_paint is not None
        assert terminal.full_frame is not None
        assert 0.2 <= terminal.first_paint <= terminal.full_frame
        mark = terminal.mark()
        terminal.press("enter")
        terminal.wait_for("answer")
        answer = terminal.settle()
        assert terminal.bytes_since(mark) == b"\r\nanswer"
        assert answer.size == 8
        assert answer.first is not None
        assert answer.last is not None
        assert answer.first <= answer.last
        assert answer.last >= 0.2


def test_usage() -> None:
    code = "import time\nwhile time.process_time() < 0.1: pass\nprint('done', flush=True); input()"
    with Terminal(python(code)) as terminal:
        terminal.wait_for("done")
        terminal.settle()
        before = terminal.usage()
        terminal.read_for(0.1)
        after = terminal.usage()
        assert 0.1 <= before.cpu <= after.cpu < before.cpu + 0.01
        assert before.peak_rss > 1000
        assert 1 <= before.switches == after.switches
        terminal.press("enter")
        terminal.wait_exit()
        assert terminal.usage().cpu > after.cpu


def test_the_environment_is_small_and_nothing_is_left_open(tmp_path: Path) -> None:
    def open_files() -> set[str]:
        return {entry.name for entry in Path("/proc/self/fd").iterdir()}

    before = open_files()
    code = "import os; print(*sorted(os.environ), os.environ['HOME'], os.getcwd(), sep='\\n')"
    environment = {"HOME": "/nowhere", "EXTRA": "1", "LANG": None}
    with Terminal(python(code), env=environment, cwd=tmp_path) as terminal:
        assert terminal.wait_exit() == 0
        shown = terminal.text().split("\n")
    assert [name for name in shown if name.isupper() and not name.startswith("LC_")] == [
        "EXTRA",
        "HOME",
        "PATH",
        "TERM",
        "TEXTUAL_ANIMATIONS",
    ]
    assert "/nowhere" in shown
    assert str(tmp_path) in "".join(shown)
    with pytest.raises(FileNotFoundError), Terminal(["true"], cwd=tmp_path / "missing"):
        pass
    assert open_files() == before


# -- a Textual application


def test_a_textual_application(counter: list[str]) -> None:
    with Terminal(counter, (40, 12)) as terminal:
        terminal.wait_for("^count 0")
        terminal.wait_for("^40 by 12")
        terminal.press("right", "right")
        terminal.wait_for("^count 2")
        terminal.press("escape", "right")
        terminal.wait_for("^count 13")
        terminal.click_text("Hundred")
        terminal.wait_for("^count 113")
        terminal.resize(60, 20)
        terminal.wait_for("^60 by 20")
        terminal.press("q")
        assert terminal.wait_exit() == 0
        assert terminal.restored() == []


def test_a_textual_application_on_a_modern_terminal(counter: list[str]) -> None:
    with Terminal(counter, (40, 12), profile="kitty") as terminal:
        terminal.wait_for("^40 by 12")
        terminal.wait_until(lambda: terminal.modes >= {1016, 2048}, "the modes it asked about")
        terminal.press("escape", "right")
        terminal.wait_for("^count 11")
        terminal.click_text("Hundred")  # reported in pixels
        terminal.wait_for("^count 111")
        terminal.resize(60, 20)  # reported in band
        terminal.wait_for("^60 by 20")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0


def test_a_textual_application_that_is_killed(counter: list[str]) -> None:
    with Terminal(counter) as terminal:
        terminal.wait_for("^count 0")
        terminal.signal(signal.SIGKILL)
        terminal.wait_exit()
        assert {"alternate screen", "cursor", "mouse 1003", "termios"} <= set(terminal.restored())


# -- pictures


def test_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    shown = "\x1b[44m  \r\n  \x1b[0m<&> \x1b[1;31mred\x1b[0m ●┌█\x1b]2;Tom & Jerry\x07"
    options = ["--size", "30x4", "--keys", "wait:0.05 x", "--", *python(SHOW, shown)]
    picture.main([str(out), *options])
    root = ElementTree.parse(out).getroot()
    texts = {"".join(e.itertext()): e for e in root.iter("{http://www.w3.org/2000/svg}text")}
    assert set(texts) == {"Tom & Jerry", "<&>", "red", "●", "x"}
    assert texts["red"].get("x") == "60"
    assert texts["red"].get("textLength") == "30"
    assert texts["red"].get("fill") == picture.PALETTE["red"]
    assert texts["red"].get("font-weight") == "bold"
    assert texts["●"].get("x") == "105"
    paths = {e.get("d", ""): e for e in root.iter("{http://www.w3.org/2000/svg}path")}
    assert paths["M0 0h20v40h-20z"].get("fill") == picture.PALETTE["blue"]  # two rows in one
    shapes = next(d for d in paths if "M120 20h10v20h-10z" in d)  # the full block
    assert "M114.4 29.4h5.6v1.3h-5.6z" in shapes  # and the arm of the corner to its right
