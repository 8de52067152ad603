"""What is decided of a terminal before the game is drawn on it."""

from __future__ import annotations

import gc
import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from fevga_tui import terminal
from fevga_tui.terminal import Colours

ROOT = Path(__file__).parents[1]
OTHERWISE = (
    "run fevga in a terminal, over ssh with ssh -t, or play in lines of text with fevga --plain"
)


@pytest.fixture
def tty() -> Iterator[TextIO]:
    """A stream that is a terminal."""
    master, slave = pty.openpty()
    with os.fdopen(slave, "r+b", buffering=0) as raw, io.TextIOWrapper(raw) as stream:
        yield stream
    os.close(master)


@pytest.mark.parametrize(
    "term",
    [
        *("xterm", "xterm-256color", "xterm-16color", "xterm-direct", "XTERM-256COLOR"),
        *("xterm-kitty", "xterm-ghostty", "kitty", "foot", "foot-extra", "wezterm", "alacritty"),
        *("tmux-256color", "screen", "screen.xterm-256color", "rxvt-unicode-256color", "linux"),
        *("vt100", "vt220", "konsole-256color", "ghostty", "st", "st-256color", "putty", "vte"),
    ],
)
def test_known_terminals_are_taken_also_without_terminfo(term: str, tty: TextIO) -> None:
    assert terminal.refusal({"TERM": term}, (tty, tty, tty)) is None


@pytest.mark.parametrize(
    ("environ", "reason"),
    [
        ({}, "TERM is not set"),
        ({"TERM": ""}, "TERM is not set"),
        ({"TERM": "dumb"}, "TERM=dumb means that this terminal can only print lines"),
        ({"TERM": "unknown"}, "TERM=unknown means"),
        ({"TERM": "nonesuch"}, "TERM=nonesuch is the name of no known terminal"),
        ({"TERM": "../../etc/passwd"}, "TERM=../../etc/passwd is the name of no known"),
        ({"TERM": "\x1b]0;x\x07"}, "TERM=?]0;x? is the name of no known terminal"),
        ({"TERM": "x" * 500}, f"TERM={'x' * 32} is the name"),
        ({"TERM": "stranger"}, "TERM=stranger is the name"),
        ({"TERM": "vt52"}, "TERM=vt52 "),  # its sequences are others
    ],
)
def test_other_terminals_are_refused_in_a_sentence(
    environ: dict[str, str], reason: str, tty: TextIO
) -> None:
    said = terminal.refusal(environ, (tty, tty, tty))
    assert said is not None
    assert said.startswith(reason)
    assert said.isprintable()
    assert "TERM=xterm-256color" in said  # what to do


@pytest.mark.parametrize(
    ("place", "name"), [(0, "standard input"), (1, "standard output"), (2, "standard error")]
)
def test_what_is_no_terminal_is_refused(place: int, name: str, tty: TextIO) -> None:
    streams: list[TextIO | None] = [tty, tty, tty]
    with Path(os.devnull).open() as null:
        streams[place] = null
        assert terminal.refusal({"TERM": "xterm"}, streams) == f"{name} is no terminal: {OTHERWISE}"
    for closed in (None, null, io.StringIO()):
        streams[place] = closed
        said = terminal.refusal({"TERM": "xterm"}, streams)
        assert said == f"{name} is closed: {OTHERWISE}"


@pytest.mark.parametrize("redirection", ["<&-", ">&-", "</dev/null", ">/dev/null", "2>/dev/null"])
def test_a_refusal_writes_no_escapes_and_imports_no_textual(redirection: str) -> None:
    script = (
        "import os, sys; from fevga_tui import terminal; why = terminal.refusal(os.environ);"
        "assert not {'textual', 'rich', 'curses'} & set(sys.modules); print(why, file=sys.stderr);"
        "sys.exit(2 if why else 0)"
    )
    ended = subprocess.run(
        ["sh", "-c", f'exec "$0" -c "$1" {redirection}', sys.executable, script],
        env={"TERM": "xterm", "PYTHONPATH": str(ROOT), "PATH": os.defpath},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 2
    assert b"\x1b" not in ended.stdout + ended.stderr
    assert ended.stderr.count(b"\n") <= 1


TERMINFO = {
    # From `tic`, cut down: magic, sizes of names, flags, numbers (14), strings (11), table.
    "eight": (8, b"\x1b[%i%p1%d;%p2%dH"),
    "manifold": (256, b"\x1b[%i%p1%d;%p2%dH"),
    "grey": (-1, b"\x1b[%i%p1%d;%p2%dH"),
    "wyse": (8, b"\x1b=%p1%' '%+%c%p2%' '%+%c"),
    "printer": (-1, None),
}


@pytest.fixture(params=["<h", "<i"], ids=["old format", "new format"])
def terminfo(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder of terminal descriptions, two of them in folders as macOS names them."""
    form = request.param
    magic = {"<h": 0o432, "<i": 0o1036}[form]

    def pack(form: str, *numbers: int) -> bytes:
        size = {"<h": 2, "<i": 4}[form]
        return b"".join(number.to_bytes(size, "little", signed=True) for number in numbers)

    for name, (count, cup) in TERMINFO.items():
        names = f"{name}|made up".encode() + b"\0"
        table = b"" if cup is None else b"\x07\0" + cup + b"\0"
        sizes = pack("<h", magic, len(names), 3, 14, 11, len(table))
        flags = b"\0" * (3 + (len(names) + 3) % 2)
        numbers = pack(form, *[-1] * 13, count)
        strings = pack("<h", *[-1] * 10, -1 if cup is None else 2)
        letter = f"{ord(name[0]):x}" if name in {"eight", "grey"} else name[0]
        path = tmp_path / letter / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(sizes + names + flags + numbers + strings + table)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "broken").write_bytes(b"\x1a\x01\x10\0")
    return tmp_path


@pytest.mark.parametrize(
    ("term", "refused", "colours"),
    [
        ("eight", None, Colours.EIGHT),
        ("manifold", None, Colours.MANY),
        ("grey", None, Colours.NONE),
        ("wyse", "knows no ANSI sequences", Colours.EIGHT),
        ("printer", "knows no ANSI sequences", Colours.NONE),
        ("broken", "no known terminal", Colours.EIGHT),
        ("nonesuch", "no known terminal", Colours.EIGHT),
    ],
)
@pytest.mark.parametrize("variable", ["TERMINFO", "TERMINFO_DIRS"])
def test_terminfo_is_asked_about_others(
    terminfo: Path, variable: str, term: str, refused: str | None, colours: Colours, tty: TextIO
) -> None:
    where = str(terminfo) if variable == "TERMINFO" else f":/nonesuch:{terminfo}"
    environ = {"TERM": term, variable: where}
    said = terminal.refusal(environ, (tty, tty, tty))
    assert (said is None) if refused is None else refused in (said or "")
    assert terminal.colours(environ) is colours


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ("TERM=xterm-256color COLORTERM=truecolor", Colours.TRUE),
        ("TERM=xterm COLORTERM=24bit", Colours.TRUE),
        ("TERM=xterm-direct", Colours.TRUE),
        ("TERM=xterm-256color", Colours.MANY),
        ("TERM=xterm-256color COLORTERM=1", Colours.MANY),
        ("TERM=screen.xterm-256color COLORTERM=truecolor", Colours.MANY),
        ("TERM=screen-256color COLORTERM=truecolor", Colours.MANY),
        ("TERM=tmux-256color", Colours.MANY),
        ("TERM=xterm-kitty", Colours.MANY),
        ("TERM=foot", Colours.MANY),
        ("TERM=alacritty", Colours.MANY),
        ("TERM=wezterm", Colours.MANY),
        ("TERM=xterm-ghostty", Colours.MANY),
        ("TERM=xterm-16color", Colours.SIXTEEN),
        ("TERM=linux-16color", Colours.SIXTEEN),
        ("TERM=xterm", Colours.EIGHT),
        ("TERM=linux", Colours.EIGHT),
        ("TERM=linux COLORTERM=truecolor", Colours.EIGHT),
        ("TERM=screen", Colours.EIGHT),
        ("TERM=putty", Colours.EIGHT),
        ("TERM=vt100", Colours.NONE),
        ("TERM=vt220", Colours.NONE),
        ("TERM=vt220 COLORTERM=truecolor", Colours.NONE),
        ("TERM=xterm-mono", Colours.NONE),
        ("TERM=xterm-256color COLORTERM=truecolor NO_COLOR=1", Colours.NONE),
        ("TERM=xterm-256color NO_COLOR=", Colours.NONE),
    ],
)
def test_no_more_colours_than_the_terminal_has(environ: str, expected: Colours) -> None:
    assert terminal.colours(dict(word.split("=", 1) for word in environ.split())) is expected


@pytest.mark.parametrize(
    ("environ", "encoding", "expected"),
    [
        ({"LANG": "C.UTF-8"}, "utf-8", False),
        ({"LANG": "el_GR.utf8"}, "UTF8", False),
        ({"LANG": "el_GR"}, "utf-8", False),
        ({"LANG": "C", "LC_CTYPE": "el_GR.UTF-8@euro"}, "utf-8", False),
        ({"LANG": "C", "PYTHONUTF8": "1"}, "utf-8", False),
        ({"LANG": "C", "PYTHONIOENCODING": "utf-8"}, "utf-8", False),
        ({"LANG": "C.UTF-8", "FEVGA_ASCII": ""}, "utf-8", False),
        ({"LANG": "C.UTF-8", "FEVGA_ASCII": "1"}, "utf-8", True),
        ({"LANG": "C.UTF-8", "FEVGA_ASCII": "Yes"}, "utf-8", True),
        ({"LANG": "C.UTF-8", "TERM": "linux"}, "utf-8", True),
        ({"LANG": "C.UTF-8", "TERM": "linux-16color"}, "utf-8", True),
        ({"TERM": "linux", "FEVGA_ASCII": "0"}, "utf-8", False),
        ({"LANG": "C", "FEVGA_ASCII": "No"}, "utf-8", False),
        ({"LANG": "C.UTF-8", "FEVGA_ASCII": "0"}, "ascii", True),
        # Python writes UTF-8 in these locales, but the terminal may not read it.
        ({}, "utf-8", True),
        ({"LANG": "C"}, "utf-8", True),
        ({"LANG": "el_GR.UTF-8", "LC_ALL": "POSIX"}, "utf-8", True),
        ({"LANG": "en_US.ISO-8859-1"}, "utf-8", True),
        ({"LANG": "C.UTF-8"}, "ascii", True),
        ({"LANG": "C.UTF-8"}, "ANSI_X3.4-1968", True),
        ({"LANG": "C.UTF-8"}, "iso8859-1", True),
        ({"LANG": "C.UTF-8"}, "iso8859-7", True),
        ({"LANG": "C.UTF-8"}, "no such encoding", True),
        ({"LANG": "C.UTF-8"}, None, True),
    ],
)
def test_ascii_where_nothing_else_can_be_drawn(
    environ: dict[str, str], encoding: str | None, expected: bool
) -> None:
    assert terminal.needs_ascii(environ, encoding) is expected


def test_what_would_mislead_textual_is_taken_away() -> None:
    environ = {
        "TERM": "xterm-256color",
        "COLUMNS": "200",
        "LINES": "60",
        "TEXTUAL": "debug,devtools",
        "TEXTUAL_ALLOW_SIGNALS": "1",
        "TEXTUAL_ANIMATIONS": "none",
        "TEXTUAL_COLOR_SYSTEM": "nonesuch",
        "TEXTUAL_DEBUG": "1",
        "TEXTUAL_DRIVER": "evil:Driver",
        "TEXTUAL_LOG": "/tmp/log",
        "TEXTUAL_PRESS": "q",
        "TEXTUAL_SCREENSHOT": "1",
        "TEXTUAL_SCREENSHOT_LOCATION": "/tmp",
        "TEXTUAL_SHOW_RETURN": "1",
        "TEXTUAL_THEME": "dracula",
    }
    terminal.prepare(environ, ())
    assert environ == {
        "TERM": "xterm-256color",
        "TEXTUAL_ANIMATIONS": "none",
        "TEXTUAL_COLOR_SYSTEM": "256",
        "TEXTUAL_SPEEDUPS": "0",
    }


def test_every_variable_of_textual_is_known_here() -> None:
    # A later version may read others; those that do no harm may be left to it.
    source = "".join(path.read_text(encoding="utf-8") for path in _textual_folder().rglob("*.py"))
    found = set(re.findall(r"[\"'](TEXTUAL(?:_[A-Z_]+)?)[\"']", source))
    assert (
        found - terminal._LEFT_TO_TEXTUAL
        == {
            *("TEXTUAL", "TEXTUAL_ALLOW_SIGNALS", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_DEBUG"),
            *("TEXTUAL_DEVTOOLS_HOST", "TEXTUAL_DEVTOOLS_PORT", "TEXTUAL_DIM_FACTOR"),
            *("TEXTUAL_DRIVER", "TEXTUAL_FILTERS", "TEXTUAL_LOG", "TEXTUAL_PRESS"),
            *("TEXTUAL_SCREENSHOT", "TEXTUAL_SCREENSHOT_FILENAME", "TEXTUAL_SCREENSHOT_LOCATION"),
            *("TEXTUAL_SHOW_RETURN", "TEXTUAL_SMOOTH_SCROLL", "TEXTUAL_SPEEDUPS", "TEXTUAL_THEME"),
            "TEXTUAL_ANIMATIONS",  # in a docstring, too
        }
        - terminal._LEFT_TO_TEXTUAL
    )


def _textual_folder() -> Path:
    import textual

    return Path(textual.__path__[0])


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("vt220", {"TEXTUAL_COLOR_SYSTEM": "standard", "NO_COLOR": "1"}),
        ("linux", {"TEXTUAL_COLOR_SYSTEM": "standard"}),
        ("xterm", {"TEXTUAL_COLOR_SYSTEM": "standard"}),
        ("xterm-direct", {"TEXTUAL_COLOR_SYSTEM": "truecolor"}),
    ],
)
def test_textual_is_told_what_the_terminal_can_do(term: str, expected: dict[str, str]) -> None:
    environ = {"TERM": term}
    terminal.prepare(environ, ())
    assert environ.pop("TEXTUAL_DISABLE_KITTY_KEY", "0") == ("1" if term in "vt220 linux" else "0")
    assert environ == {"TERM": term, "TEXTUAL_SPEEDUPS": "0", **expected}


def test_what_cannot_be_encoded_keeps_its_width() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", errors="backslashreplace")
    terminal.prepare({"TERM": "xterm"}, (stream, None))
    stream.write("a●b")
    stream.flush()
    assert raw.getvalue() == b"a?b"


def test_garbage_is_collected_again_after_importing() -> None:
    with terminal.importing():
        assert not gc.isenabled()
    assert gc.isenabled()
    gc.unfreeze()
