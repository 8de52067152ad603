"""Terminals, encodings and numbers of colours: what is drawn, and that it can be played."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import pytest
from hands import (
    FEVGA_COMMAND,
    LONG,
    SHORT,
    SIZE,
    Point,
    at_table,
    do,
    fevga,
    keep_opening,
    leave,
    points,
    rest,
    rim,
    send,
    styles,
)
from picture import PALETTE
from stores import PROJECT
from terminal import Terminal
from test_themes import contrast

from fevga_tui.store import Store

# -- the matrix

# By the name of a terminal: the colours that it has, as far as sequences may name them.
BASIC, BRIGHT, MANY = r"[34][0-79]", r"[34][0-79]|9[0-7]|10[0-7]", r"[34]8;5;\d+"
TRUE = rf"{MANY}|[34]8;2;\d+;\d+;\d+"
TERMINALS = {
    "xterm-256color": MANY,
    "xterm-16color": BRIGHT,
    "linux": BASIC,
    "screen-256color": MANY,
    "tmux-256color": MANY,
    "vt220": "",
    "xterm": BASIC,
    "screen": BASIC,
}
TAKES_TRUE = {"xterm-256color", "xterm-16color", "tmux-256color", "xterm"}
"""Those that are believed when COLORTERM says that they have all colours."""

ENCODINGS = {
    "UTF-8": {"LANG": "C.UTF-8"},
    "C": {"LANG": "C"},
    "ascii": {"LANG": "C.UTF-8", "PYTHONIOENCODING": "ascii"},
    "latin-1": {"LANG": "C.UTF-8", "PYTHONIOENCODING": "latin-1"},
    "POSIX": {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "ISO-8859-1": {"LANG": "en_US.ISO-8859-1"},
}
COLOURS = {
    "colour": {},
    "NO_COLOR": {"NO_COLOR": "1"},
    "COLORTERM": {"COLORTERM": "truecolor"},
}

MATRIX = [
    *product(list(TERMINALS)[:6], ["UTF-8", "C", "ascii"], ["colour", "NO_COLOR"]),
    *product(["xterm-256color", "linux", "screen-256color", "vt220"], ["UTF-8"], ["COLORTERM"]),
    *product(["xterm", "screen"], ["UTF-8"], ["colour"]),
    *product(["xterm-256color"], ["latin-1", "POSIX", "ISO-8859-1"], ["colour"]),
    ("tmux-256color", "latin-1", "COLORTERM"),
]

STYLE = r"[0-579]|2[1-579]"
"""Parameters that are no colour: bold, underlined, reversed and so on, and their ends."""


def allowed(term: str, colours: str) -> str:
    """Return the pattern of what a sequence may set in a terminal."""
    if colours == "NO_COLOR":
        return STYLE
    found = TRUE if colours == "COLORTERM" and term in TAKES_TRUE else TERMINALS[term]
    return f"{STYLE}|{found}" if found else STYLE


def beyond(output: bytes, pattern: str) -> set[str]:
    """Return what an output sets that is not allowed."""
    return {
        found
        for found in styles(output)
        if found and not re.fullmatch(rf"(?:{pattern})(?:;(?:{pattern}))*", found)
    }


def odd_signs(output: bytes) -> dict[str, str]:
    """Return the characters of an output that another terminal may draw two columns wide."""
    text = output.decode("utf-8", "replace")
    found = {}
    for sign in set(text) - {chr(code) for code in range(128)}:
        width = unicodedata.east_asian_width(sign)
        name = unicodedata.name(sign, "?")
        is_plain = re.match(r"BOX DRAWINGS|(LOWER|UPPER|LEFT|RIGHT|FULL|DARK|MEDIUM|LIGHT) ", name)
        if width in "FW" or (width == "A" and not is_plain and "CIRCLE" not in name):
            found[sign] = f"{name}, {width}"
    return found


@contextmanager
def in_tmux(
    folder: Path, scratch: Path, env: dict[str, str]
) -> Iterator[tuple[Terminal, int, Path]]:
    """The table within a real tmux; with it the program's number, and a file of what it writes."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed (Debian: apt install tmux)")
    written, setup = scratch / "written", scratch / "tmux.conf"
    setup.write_text(
        "set -g default-terminal tmux-256color\nset -g status off\nset -s escape-time 0\n"
    )
    tmux = ["tmux", "-S", str(scratch / "socket"), "-f", str(setup), "-u"]
    words = ["env", *(f"{name}={value}" for name, value in env.items()), *FEVGA_COMMAND]
    words += ["--data", str(folder), "--resume"]
    # Nothing is written before somebody listens.
    command = f"read go; exec {shlex.join(words)}"
    environ = {"PYTHONPATH": str(PROJECT), "SHELL": "/bin/sh", "COLORTERM": env.get("COLORTERM")}
    session = [*tmux, "new-session", "-x", str(SIZE[0]), "-y", str(SIZE[1]), command]
    try:
        with Terminal(session, size=SIZE, env=environ) as terminal:
            terminal.wait_until((scratch / "socket").exists, "the server of tmux", LONG)
            _until(terminal, [*tmux, "pipe-pane", f"cat > {shlex.quote(str(written))}"])
            _until(terminal, [*tmux, "send-keys", "Enter"])
            terminal.wait_for("Anna .* to play 65", LONG)
            shown = [*tmux, "display-message", "-p", "#{pane_pid}"]
            pid = subprocess.run(shown, capture_output=True, check=True).stdout
            yield terminal, int(pid), written
    finally:
        subprocess.run([*tmux, "kill-server"], capture_output=True, check=False)


def switches(pid: int) -> int:
    """Return how often the threads of a process were woken."""
    tasks = Path(f"/proc/{pid}/task").glob("*/status")
    found = (re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", task.read_text()) for task in tasks)
    return sum(int(count[1]) for count in found if count)


def _until(terminal: Terminal, command: list[str]) -> None:
    """Run a command until it succeeds."""
    terminal.wait_until(
        lambda: subprocess.run(command, capture_output=True, check=False).returncode == 0,
        f"an answer to {command[-2:]}",
        LONG,
    )


def look(terminal: Terminal) -> str:
    """Say which of the two ways the board is drawn in."""
    return "signs" if "(OO)" in terminal.text() else "blocks"


def sets_colours(output: bytes, term: str, colours: str) -> bool:
    """Say whether an output sets the best of the colours that there are."""
    best = r"[34]8;2;.*" if colours == "COLORTERM" and term in TAKES_TRUE else TERMINALS[term]
    return any(re.search(rf"(?:^|;)(?:{best})(?:;|$)", found) for found in styles(output))


def play_a_turn(terminal: Terminal, pid: int | None = None) -> list[dict[int, Point]]:
    """Play 24/13 by keys; return how the board looked before, with 24 chosen, and after."""
    rest(terminal, pid=pid)
    looks = [points(terminal)]
    assert rim(lines(terminal), 24) == "[24]", "the cursor stands on the first source"
    do(terminal, "enter", "24 is chosen", pid, SHORT)
    looks.append(points(terminal))
    for _ in range(3):
        if rim(lines(terminal), 13) != "[13]":
            before = terminal.line(1)
            send(terminal, "tab", pid, SHORT)
            terminal.wait_until(lambda: terminal.line(1) != before, "another target", LONG)  # noqa: B023
    assert rim(lines(terminal), 13) == "[13]"
    do(terminal, "enter", "Enter ends the turn", pid, SHORT)
    looks.append(points(terminal))
    do(terminal, "enter", r"Bob \(Black\) to roll", pid, SHORT)
    return looks


def lines(terminal: Terminal) -> list[str]:
    return [terminal.line(y) for y in range(SIZE[1])]


def check_what_is_drawn(terminal: Terminal, looks: list[dict[int, Point]]) -> None:
    """See everything told apart by its shape alone."""
    drawn = look(terminal)
    up, down, on_roll = {"signs": ("^^", "vv", ">"), "blocks": ("▴▴", "▾▾", "►")}[drawn]
    before, chosen, after = looks
    assert before == {24: Point("W", 15, up), 12: Point("B", 15)}
    assert chosen == {
        24: Point("W", 15, down),
        12: Point("B", 15),
        18: Point(sign="6"),
        19: Point(sign="5"),
        13: Point(sign="6+5"),
    }
    assert after[13].side == "W"
    assert after[24] == Point("W", 14)
    panel = [line[-20:].split() for line in lines(terminal)[1:6]]
    assert panel[0][-1] == "Anna"
    assert panel[4][0] == on_roll, "the side on roll is marked"
    assert panel[4][-1] == "Bob"


@pytest.mark.parametrize(("term", "encoding", "colours"), MATRIX)
def test_a_turn_is_played_and_told_apart_without_hue(
    term: str, encoding: str, colours: str, tmp_path: Path
) -> None:
    env = {**ENCODINGS[encoding], **COLOURS[colours]}
    folder = tmp_path / "data"
    keep_opening(folder)
    if term == "tmux-256color":
        with in_tmux(folder, tmp_path, env) as (terminal, pid, written):
            check_what_is_drawn(terminal, play_a_turn(terminal, pid))
            drawn = look(terminal)
            rest(terminal, pid=pid)
            before = written.stat().st_size, switches(pid)
            terminal.read_for(0.5)
            assert (written.stat().st_size, switches(pid)) == before, "nothing is done meanwhile"
            do(terminal, "q", r"> c +Continue", pid)
            send(terminal, "q", pid)
            terminal.wait_exit(LONG)
            output = written.read_bytes()
    else:
        with at_table(folder, term=term, env=env) as terminal:
            check_what_is_drawn(terminal, play_a_turn(terminal))
            drawn = look(terminal)
            leave(terminal)
            output = bytes(terminal.received)
    is_plain = encoding != "UTF-8" or term == "linux"
    assert drawn == ("signs" if is_plain or term == "vt220" or colours == "NO_COLOR" else "blocks")
    assert not is_plain or output.isascii()
    assert odd_signs(output) == {}
    assert beyond(output, allowed(term, colours)) == set()
    has_colours = colours != "NO_COLOR" and term != "vt220"
    assert sets_colours(output, term, colours) is has_colours
    assert b"\x1b(" not in output, "another set of characters"
    assert b"\x0e" not in output, "another set of characters"


NO_TERMINALS = ["dumb", "unknown", "", None, "no-such-terminal", "x\x1b[31my"]
REFUSED = [
    *product(NO_TERMINALS[:2], ["UTF-8", "C", "ascii"], ["colour", "NO_COLOR"]),
    *product(NO_TERMINALS[2:], ["UTF-8", "POSIX"], ["COLORTERM"]),
]


@pytest.mark.parametrize(("term", "encoding", "colours"), REFUSED)
def test_what_is_no_terminal_is_refused_in_a_sentence(
    term: str | None, encoding: str, colours: str, tmp_path: Path
) -> None:
    env = {"TERM": term, **ENCODINGS[encoding], **COLOURS[colours]}
    with fevga(tmp_path / "data", env=env) as terminal:
        assert terminal.wait_exit(LONG) == 2
        assert terminal.restored() == []
        output = bytes(terminal.received)
    assert b"\x1b" not in output
    assert output.isascii()
    assert output.startswith(b"fevga: ")
    assert output.count(b"\n") == 1
    assert b"TERM" in output
    assert not (tmp_path / "data").exists()


REDIRECTED = {
    "echo x | {}": "input",
    "{} </dev/null": "input",
    "{} <&-": "input",
    "{} | cat; exit ${{PIPESTATUS[0]}}": "output",
    "{} >out": "output",
    "{} 2>errors; code=$?; cat errors; exit $code": "error",
}


@pytest.mark.parametrize("shell", REDIRECTED)
def test_a_stream_that_is_led_elsewhere_is_named_in_a_sentence(shell: str, tmp_path: Path) -> None:
    command = ["bash", "-c", shell.format(f"{shlex.join(FEVGA_COMMAND)} --data data")]
    with Terminal(command, env={"PYTHONPATH": str(PROJECT)}, cwd=tmp_path) as terminal:
        assert terminal.wait_exit(LONG) == 2
        assert terminal.restored() == []
        said = bytes(terminal.received)
    assert re.match(
        rb"fevga: standard %b is (no terminal|closed): " % REDIRECTED[shell].encode(), said
    )
    assert said.count(b"\n") == 1
    assert b"\x1b" not in said
    assert not (tmp_path / "data").exists()
    assert all(not path.read_bytes() for path in tmp_path.glob("out"))


@pytest.mark.parametrize("term", ["dumb", "", None])
@pytest.mark.parametrize(
    "words",
    [
        *(["--help"], ["--version"], ["matches"], ["rules"], ["show", "24x15 12x15 w"]),
        *(["plays", "24x15 12x15 w", "65"], ["export", "1"], ["stats", "1"]),
    ],
    ids=lambda words: words[0],
)
def test_what_only_prints_works_where_nothing_can_be_drawn(
    words: list[str], term: str | None, tmp_path: Path
) -> None:
    keep_opening(tmp_path)
    environ = {"PYTHONPATH": str(PROJECT), "TERM": term, "FEVGA_DATA": str(tmp_path)}
    shell = f"{shlex.join([*FEVGA_COMMAND, *words])} {'' if term else '</dev/null | cat'}"
    with Terminal(["bash", "-o", "pipefail", "-c", shell], env=environ) as terminal:
        assert terminal.wait_exit(LONG) == 0
        assert terminal.restored() == []
        assert terminal.received.strip()
        assert b"\x1b" not in terminal.received


# -- every screen

NAME = "Anna Anastasopoulou of Nafplio, the first, " * 3
START = r"[>c] +c +Continue"
WALK = [
    ("down", "> n +New match"),
    ("n", "New match(?s:.*)Black"),
    (NAME, "the first"),
    ("enter", "the first"),
    (NAME, "the first"),
    ("down", "> Points"),
    ("right", r"\[5\]"),
    ("right", r"\[7\]"),
    ("right", r"\[other\]"),
    ("0", r"Other +0"),
    ("enter", "A match goes to"),
    ("escape", START),
    ("t", "Lesson 1 of"),
    ("q", START),
    ("?", "The game"),
    ("space", "up/down"),
    ("/", "/|find"),
    ("mars", "mars"),
    ("enter", "mars"),
    ("escape", START),
    ("s", "> Colours"),
    ("escape", START),
    ("h", "Matches: 1"),
    ("i", "Match 1"),
    ("escape", "Matches: 1"),
    ("enter", "of 2|of 1"),
    ("q", "Matches: 1"),
    ("x", "Delete match 1"),
    ("escape", "Matches: 1"),
    ("q", START),
    ("ctrl+c", "Leave Fevga"),
    ("escape", START),
    ("c", "to play 65"),
    ("n", "own"),
    ("24/23", "Move: 24/23_"),
    ("enter", "not legal"),
    ("escape", "to play 65: choose"),
    ("w", "24/23(?s:.*)g go to the rules"),
    ("escape", "to play 65: choose"),
    ("m", "Play 1 of"),
    ("escape", "to play 65: choose"),
    ("24/13", "Move: 24/13_"),
    ("enter", "Enter ends the turn"),
    ("enter", "Bob .* to roll"),
    ("r", "Bob .* to play"),
    ("d", "(?i)draw"),
    ("escape", "declines the draw"),
    ("h", "of [123]"),
    ("q", "Bob .* to play"),
    ("x", "resigns"),
    ("y", "Game 1 is over"),
    ("enter", "Anna .* to roll"),
]
"""Keys from the start screen on, and what is then on the screen: every screen and dialog."""

SIZES = [(100, 30), (60, 20), (59, 19), (30, 5), (200, 60), (80, 24)]

# What terminals show for the sixteen colours: xterm, the console of Linux, and a palette of taste,
# of which the bright ones are greys.
SHOWN_AS = {
    "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
    " 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
    "linux": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa"
    " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "Solarized": "073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5"
    " 002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3",
}
GROUNDS = {"dark": ("cccccc", "000000"), "light": ("111111", "ffffff")}
"""Colour and background where none is set."""

READABLE = 3.0
"""The least contrast of bold or large text (WCAG 2)."""


def dim_words(terminal: Terminal) -> set[str]:
    """Return letters and digits that are lost in some terminal, each with its colours."""
    found = set()
    pairs = {
        (cell.bg, cell.fg) if cell.reverse else (cell.fg, cell.bg)
        for row in terminal.snapshot().rows
        for cell in row
        if cell.char.isalnum()
    }
    for shown in SHOWN_AS.values():
        colours = dict(zip(PALETTE, shown.split(), strict=True))
        for name, (usual, ground) in GROUNDS.items():
            for fg, bg in pairs:
                letter = colours.get(fg, usual if fg == "default" else fg)
                under = colours.get(bg, ground if bg == "default" else bg)
                if contrast(f"#{letter}", f"#{under}", "full") < READABLE:
                    found.add(f"{fg} on {bg}, where the background is {name}")
    return found


@pytest.mark.parametrize(
    ("arguments", "env"),
    [
        ([], {}),
        ([], {"TERM": "xterm-16color"}),
        ([], {"TERM": "linux"}),
        ([], {"NO_COLOR": "1", "LC_ALL": "POSIX"}),
        (["--ascii"], {"COLORTERM": "truecolor"}),
    ],
    ids=["256 colours", "16 colours", "linux", "POSIX without colours", "--ascii"],
)
def test_every_screen_and_dialog_has_only_signs_that_can_be_shown_and_read(
    arguments: list[str], env: dict[str, str], tmp_path: Path
) -> None:
    keep_opening(tmp_path)
    with fevga(tmp_path, *arguments, env=env) as terminal:
        terminal.wait_for(START, LONG)
        for keys, expected in WALK:
            try:
                do(terminal, keys, expected)
            except AssertionError as error:
                raise AssertionError(f"after {keys!r}: {error}") from None
            assert dim_words(terminal) == set(), keys
        for width, height in SIZES:
            rest(terminal)
            terminal.resize(width, height)
            is_small = width < 60 or height < 20
            terminal.wait_for("Fevga needs 60x20" if is_small else "to roll", LONG)
            assert dim_words(terminal) == set(), (width, height)
        output = bytes(terminal.received)
    has_blocks = not arguments and env in ({}, {"TERM": "xterm-16color"})
    assert output.isascii() is not has_blocks
    assert odd_signs(output) == {}
    assert b"\x1b(" not in output
    assert b"\x0e" not in output


# -- letters that a terminal lacks

NAMES = ["Γιώργος", "漢字 Ωμέγα ü", "e\u0301clair", "👩\u200d👩\u200d👧 שלום"]


def columns(terminal: Terminal) -> str:
    """Return the rows with a question mark in every column of what is no ASCII."""
    # After a wide character a cell is empty.
    return "\n".join(
        "".join(cell.char if cell.char and cell.char.isascii() else "?" for cell in row)
        for row in terminal.snapshot().rows
    )


@pytest.mark.parametrize("white", NAMES)
def test_letters_that_the_terminal_lacks_keep_their_width(white: str, tmp_path: Path) -> None:
    shown: dict[str, list[str]] = {"utf-8": [], "ascii": []}
    for encoding, screens in shown.items():
        folder = tmp_path / encoding
        keep_opening(folder, white=white)
        with fevga(folder, "--ascii", env={"PYTHONIOENCODING": encoding}) as terminal:
            terminal.wait_for(START, LONG)
            rest(terminal)
            screens.append(columns(terminal))
            do(terminal, "c", "to play 65")
            rest(terminal)
            screens.append(columns(terminal))
            do(terminal, "q", START)
            do(terminal, "n", "New match")
            send(terminal, white)
            rest(terminal)
            screens.append(columns(terminal))
            assert bytes(terminal.received).isascii() is (encoding == "ascii")
    for whole, replaced in zip(*shown.values(), strict=True):
        # Of a letter with an accent of its own only the accent is lost.
        pairs = zip(whole, replaced, strict=True)
        assert [(one, other) for one, other in pairs if one != other and one != "?"] == []


# -- who decides


@pytest.mark.parametrize(
    ("arguments", "env", "setting", "drawn"),
    [
        (["--ascii"], {"FEVGA_ASCII": "0"}, "blocks", "signs"),
        ([], {"FEVGA_ASCII": "1"}, "blocks", "signs"),
        ([], {"FEVGA_ASCII": "0", "TERM": "linux"}, "auto", "blocks"),
        ([], {"FEVGA_ASCII": "0", "TERM": "linux"}, "signs", "signs"),
        ([], {"FEVGA_ASCII": "0", "PYTHONIOENCODING": "ascii"}, "blocks", "signs"),
        ([], {"TERM": "linux"}, "blocks", "signs"),
        ([], {"NO_COLOR": "1"}, "auto", "signs"),
        ([], {"NO_COLOR": "1"}, "blocks", "blocks"),
        ([], {}, "signs", "signs"),
    ],
)
def test_the_terminal_comes_before_the_option_the_variable_and_the_setting(
    arguments: list[str], env: dict[str, str], setting: str, drawn: str, tmp_path: Path
) -> None:
    keep_opening(tmp_path)
    store = Store.open(tmp_path)
    store.set_setting("glyphs", setting)
    store.close()
    with at_table(tmp_path, *arguments, env=env) as terminal:
        assert look(terminal) == drawn
        assert points(terminal)[24].side == "W"
        do(terminal, "x", "resigns")
        rest(terminal)
        assert terminal.line(0).rstrip().endswith("Anna 0 - 0 Bob"), "the table lies behind it"
        border = "+---" if drawn == "signs" else "┌───"
        assert border in terminal.text()
        assert bytes(terminal.received).isascii() is (drawn == "signs")
