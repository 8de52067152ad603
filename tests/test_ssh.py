"""The game over a real SSH server: for its owner, for two at one table, for guests who want out."""

from __future__ import annotations

import contextlib
import getpass
import os
import re
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from real_table import (
    FEVGA_ASCII,
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
    state_of,
    wait_for_sight,
    wait_for_start,
)
from ssh import (
    HOST,
    NAME,
    Server,
    children,
    environment,
    is_running,
    kilobytes,
    needed,
    readme_commands,
    readme_lines,
    replaced,
)
from stores import PROJECT
from terminal import Terminal
from textual.geometry import Size

from fevga_tui import terminal as abilities
from fevga_tui.rules.notation import play_text, read_roll
from fevga_tui.rules.play import Move
from fevga_tui.rules.position import OFF, Side
from fevga_tui.session import Session
from fevga_tui.store import Store
from fevga_tui.ui.geometry import Geometry, spots

PLAYER = "player"
SOON = 5.0
GUESTS = ("anna", "nikos")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of the kind that most hosts have."""
    place = Server(tmp_path_factory.mktemp("ssh"))
    place.place("keys").write_text(place.make_key(PLAYER) + "\n")
    with place.running() as running:
        yield running


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the README's lines for guests; its places alone are others."""
    place = Server(tmp_path_factory.mktemp("guests"))
    match = replaced(
        readme_lines("sshd_config"),
        [
            ("Match User fevga", f"Match User {getpass.getuser()}"),
            ("/etc/ssh/fevga_guests", str(place.place("fevga_guests"))),
        ],
    )
    keys = readme_lines("authorized_keys")
    place.place("fevga_guests").write_text(
        replaced(
            keys,
            [
                ("/opt/fevga/bin/python", sys.executable),
                ("/srv/fevga", str(place.place("data"))),
                *((f"ssh-ed25519 AAAA... {name}", place.make_key(name)) for name in GUESTS),
            ],
        )
    )
    with place.running(match) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


# A match over SSH


def opened(session: Session) -> None:
    """Let Anna win the contest."""
    session.enter_contest_die(6)
    session.enter_contest_die(1)


def rolled(session: Session) -> None:
    opened(session)
    session.enter_roll(read_roll("65"))


def game(folder: Path) -> str:
    """Return the command that goes on with a match, for a shell."""
    words = ["env", f"PYTHONPATH={PROJECT}", *FEVGA_ASCII, "--data", str(folder), "--resume"]
    return shlex.join(words)


def plainly(folder: Path) -> str:
    return game(folder)


def in_tmux(folder: Path) -> str:
    config = folder.with_name("tmux.conf")
    config.write_text("set -g status off\n")
    tmux = [needed("tmux", "tmux"), "-S", str(folder.with_name("tmux")), "-f", str(config)]
    return shlex.join([*tmux, "new-session", "-A", "-s", "fevga", game(folder)])


def in_screen(folder: Path) -> str:
    config, sockets = folder.with_name("screenrc"), folder.with_name("screens")
    config.write_text("startup_message off\n")
    sockets.mkdir(mode=0o700, exist_ok=True)
    screen = [needed("screen", "screen"), "-c", str(config), "-D", "-RR", "-S", "fevga"]
    return f"SCREENDIR={shlex.quote(str(sockets))} {shlex.join(screen)} {game(folder)}"


def stop_tmux(folder: Path) -> None:
    tmux = [needed("tmux", "tmux"), "-S", str(folder.with_name("tmux")), "kill-server"]
    subprocess.run(tmux, capture_output=True, check=False)


def stop_screen(folder: Path) -> None:
    subprocess.run(
        [needed("screen", "screen"), "-S", "fevga", "-X", "quit"],
        env={**os.environ, "SCREENDIR": str(folder.with_name("screens"))},
        capture_output=True,
        check=False,
    )


INSIDE: dict[str, tuple[Callable[[Path], str], Callable[[Path], None]]] = {
    "ssh": (plainly, lambda _: None),
    "tmux": (in_tmux, stop_tmux),
    "screen": (in_screen, stop_screen),
}


def shows(terminal: Terminal, session: Session) -> None:
    """Wait until the table shows a session, and keys act again."""
    wait_for_sight(terminal, state_of(session))
    terminal.read_for(PAUSE)


def click_point(terminal: Terminal, printed: int) -> None:
    """Click on a point, seen from White's side."""
    table = Geometry.of(Size(*SIZE), 1)
    spot = table.spot(spots(Side.WHITE)[printed])
    x, y = table.board.x + spot.x + spot.width // 2, table.board.y + spot.y + spot.height // 2
    terminal.click(x, y)


def play_by_keys(terminal: Terminal, session: Session) -> None:
    """Play a turn with dice and moves typed."""
    press_until(terminal, "6", lambda: "Dice: 6_" in terminal.text(), "the line")
    terminal.type("5\r")
    session.enter_roll(read_roll("65"))
    shows(terminal, session)
    assert session.turn
    moves = session.turn.continuations[0]
    text = play_text(moves, session.match.on_roll)
    press_until(terminal, text[0], lambda: f"Move: {text[0]}_" in terminal.text(), "the line")
    terminal.type(text[1:])
    terminal.wait_for(rf"Move: {re.escape(text)}_")
    terminal.press("enter")
    session.push(moves)
    shows(terminal, session)
    terminal.press("enter")
    session.end_turn()
    shows(terminal, session)


def roll_by_mouse(terminal: Terminal, session: Session) -> None:
    """Click on the faces of the dice, then on what takes them."""
    terminal.click_text(r"\[4\]")
    terminal.wait_for("Dice: 4_")
    terminal.read_for(PAUSE)
    terminal.click_text(r"\[2\]")
    terminal.wait_for("Dice: 42_")
    terminal.read_for(PAUSE)
    terminal.click_text(r"Enter \w+")
    session.enter_roll(read_roll("42"))
    shows(terminal, session)


def move_by_mouse(terminal: Terminal, session: Session) -> None:
    """Click on a checker, then where it goes."""
    turn, side = session.turn, session.match.on_roll
    assert turn
    move: Move = turn.legal_moves[0]
    target = move.source - move.die
    assert target > OFF
    click_point(terminal, side.printed(move.source))
    terminal.wait_for("where")
    terminal.read_for(PAUSE)
    click_point(terminal, side.printed(target))
    session.push((move,))
    shows(terminal, session)


@pytest.mark.parametrize("inside", INSIDE)
def test_a_turn_by_keys_one_by_mouse_a_new_size_and_a_line_cut_in_mid_turn(
    inside: str, server: Server, folder: Path
) -> None:
    command, stop = INSIDE[inside]
    session = prepare(folder, begun(own=True), 0, then=opened).session()
    line = server.client(PLAYER, "-t", NAME, command(folder))
    try:
        with Terminal(line, size=SIZE) as terminal:
            shows(terminal, session)
            play_by_keys(terminal, session)
            terminal.resize(64, 21)
            terminal.wait_for(r"\[1\] +\[2\].*\n(.*\n)+.*\? ")
            terminal.resize(*SIZE)
            shows(terminal, session)
            roll_by_mouse(terminal, session)
            move_by_mouse(terminal, session)
            assert session.turn
            assert not session.turn.is_complete
            terminal.signal(signal.SIGKILL)
            terminal.wait_exit()
        terminal_state = state_of(session)
        if inside == "ssh":
            wait_until_gone(server.games())
        with Terminal(line, size=SIZE) as terminal:
            wait_for_sight(terminal, terminal_state)
            terminal.read_for(PAUSE)
            move_by_mouse(terminal, session)
            terminal.click_text(r"Enter \w+")
            session.end_turn()
            shows(terminal, session)
            assert kept_state(folder) == state_of(session)
    finally:
        stop(folder)


def wait_until_gone(pids: list[int]) -> None:
    """Wait for the end of processes that are not ours."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            descriptor = os.pidfd_open(pid)
            try:
                assert select.select([descriptor], [], [], SOON)[0], f"{pid} goes on"
            finally:
                os.close(descriptor)


def test_over_ssh_nothing_is_animated() -> None:
    environ = {"TERM": "xterm", "SSH_CONNECTION": "::1 1 ::1 22"}
    abilities.prepare(environ, [])
    assert environ["TEXTUAL_ANIMATIONS"] == "none"


def test_two_at_two_machines_share_a_table_by_the_line_of_the_readme(
    server: Server, folder: Path
) -> None:
    (words,) = [words for words in readme_commands("tmux") if "-A" in words]
    assert words[:4] == ["ssh", "-t", "host", "tmux"]
    assert words[-1] == "fevga"
    tmux = [needed("tmux", "tmux"), "-S", str(folder.with_name("tmux")), "-f", "/dev/null"]
    session = prepare(folder, begun(own=True), 0, then=opened).session()
    line = server.client(PLAYER, "-t", NAME, *tmux, *words[4:-1], shlex.quote(game(folder)))
    size = (SIZE[0], SIZE[1] + 1)  # with the line of tmux
    try:
        with Terminal(line, size=size) as first, Terminal(line, size=size) as second:
            shows(first, session)
            shows(second, session)
            play_by_keys(first, session)
            shows(second, session)
            roll_by_mouse(second, session)
            shows(first, session)
    finally:
        stop_tmux(folder)


def test_reset_brings_back_a_terminal_whose_line_was_dropped(server: Server, folder: Path) -> None:
    state = prepare(folder, begun(), 6, then=half_played)
    line = server.client(PLAYER, "-t", NAME, game(folder))
    with Terminal(["sh"], size=SIZE) as terminal:
        terminal.type(f"{shlex.join(line)}\r")
        wait_for_sight(terminal, state)
        server.cut()
        terminal.wait_for("closed by remote host")
        assert {1000, 1002, 1006, 2004} <= terminal.modes
        terminal.type("reset\r")
        terminal.wait_until(lambda: not {1000, 1002, 1006, 2004} & terminal.modes, "a reset")
        terminal.type("exit\r")
        terminal.wait_exit()
        assert set(terminal.restored()) <= {"termios"}  # reset has its own idea of it
    assert kept_state(folder) == state


# Guests who want out


@pytest.fixture
def host(guests: Server) -> Server:
    """The host of guests who have no matches yet."""
    wait_until_gone(guests.games())
    shutil.rmtree(guests.place("data"), ignore_errors=True)
    for name in GUESTS:
        store = Store.open(place_of(guests, name))
        store.set_setting("glyphs", "signs")  # which can be read here
        store.close()
    return guests


@contextlib.contextmanager
def guest(host: Server, name: str, *options: str, **how: Any) -> Iterator[tuple[Terminal, int]]:
    """A guest at the start screen, and the process at the other end."""
    before = host.games()
    with Terminal(host.client(name, "-t", *options, NAME), size=SIZE, **how) as terminal:
        wait_for_start(terminal, "New match")
        (pid,) = set(host.games()) - set(before)
        yield terminal, pid


def place_of(host: Server, name: str) -> Path:
    return host.place("data") / "guests" / name


def resumed(terminal: Terminal, state: State) -> None:
    """Go on with the match that the start screen offers."""
    press_until(terminal, "c", lambda: seen(terminal) == sight_of(state), "the table")
    terminal.read_for(PAUSE)


def without_terminal(
    command: list[str], sent: str = "", **how: Any
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, input=sent, capture_output=True, text=True, timeout=30, check=False, **how
    )


KEYS = [
    *("ctrl+z", "ctrl+\\", "ctrl+p", "ctrl+o", "ctrl+t", "ctrl+x", "ctrl+r", "ctrl+]", "ctrl+^"),
    *("f1", "f2", "f3", "f4", "alt+!", "ctrl+@", "ctrl+s", "ctrl+v", "ctrl+y", "ctrl+b"),
    *("|", "~", "$", "insert", "pageup", "escape", "!"),
]


def test_no_key_leads_a_guest_out_or_stops_the_game(host: Server) -> None:
    state = prepare(place_of(host, "anna"), begun(), 6, then=half_played)
    with guest(host, "anna") as (terminal, pid):
        resumed(terminal, state)
        for number in range(5, 35):
            terminal.type(f"\x1b[{number}~")  # among them the other keys with an F
        for key in KEYS:
            terminal.press(key)
            terminal.read_for(0.03)
            assert is_running(pid)
            assert children(pid) == []
        press_until(terminal, "!", lambda: "The key ! does nothing" in terminal.text(), "the table")
        terminal.read_for(PAUSE)
        press_until(terminal, "ctrl+c", lambda: "Leave Fevga?" in terminal.text(), "a question")
        terminal.read_for(PAUSE)
        press_until(terminal, "escape", lambda: seen(terminal) == sight_of(state), "the table")
        assert host.games() == [pid]
    assert kept_state(place_of(host, "anna")) == state


def test_signals_end_the_game_and_the_line_or_do_nothing(host: Server) -> None:
    for signum in (signal.SIGQUIT, signal.SIGUSR1, signal.SIGKILL):
        with guest(host, "anna") as (terminal, pid):
            os.kill(pid, signal.SIGTSTP)
            press_until(terminal, "?", lambda: "The game" in terminal.text(), "the rules")
            assert is_running(pid)
            os.kill(pid, signum)
            assert terminal.wait_exit() in (255, 128 + signum)
            assert host.games() == []


def test_a_command_of_the_guests_own_is_not_run(host: Server, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    for words in (
        ["sh", "-c", f"'echo out; touch {mark}'"],
        [f"; touch {mark}"],
        [f"$(touch {mark})", "--data", str(tmp_path), "--guest", "nikos"],
    ):
        done = without_terminal(host.client("anna", NAME, *words), f"touch {mark}\n")
        assert done.returncode == 2
        assert done.stdout == ""
        assert "standard input is no terminal" in done.stderr
    with Terminal(host.client("anna", "-t", NAME, "sh"), size=SIZE) as terminal:
        wait_for_start(terminal)
    assert not mark.exists()
    assert sorted(path.name for path in (host.place("data") / "guests").iterdir()) == list(GUESTS)


def test_no_file_is_fetched_or_sent(host: Server, tmp_path: Path) -> None:
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    mine.write_text("mine")
    theirs.write_text("theirs")
    scp = host.client("anna", program="scp")
    for command, sent in (
        (host.client("anna", "-b", "-", NAME, program="sftp"), f"get {theirs} {tmp_path}/got\n"),
        (host.client("anna", "-s", NAME, "sftp"), ""),
        ([*scp, f"{NAME}:{theirs}", f"{tmp_path}/got"], ""),
        ([*scp, "-O", f"{NAME}:{theirs}", f"{tmp_path}/got"], ""),
        ([*scp, str(mine), f"{NAME}:{tmp_path}/sent"], ""),
        ([*scp, "-O", str(mine), f"{NAME}:{tmp_path}/sent"], ""),
    ):
        done = without_terminal(command, sent)
        assert done.returncode != 0
        assert "theirs" not in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "theirs"]


def test_a_variable_that_a_guest_sends_changes_nothing(host: Server, tmp_path: Path) -> None:
    state = prepare(place_of(host, "anna"), begun(), 6, then=half_played)
    evil = tmp_path / "evil"
    evil.mkdir()
    for name in ("evil", "sitecustomize", "usercustomize", "textual", "fevga_tui", "secrets"):
        (evil / f"{name}.py").write_text(f"open({str(tmp_path / 'loaded')!r}, 'w')\n")
    (evil / "rc").write_text(f"touch {tmp_path / 'loaded'}\n")
    sent = {
        **dict.fromkeys(("PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "HOME"), evil),
        **dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "FEVGA_DATA", "TERMINFO"), evil),
        **dict.fromkeys(("ENV", "BASH_ENV", "PYTHONSTARTUP", "LD_PRELOAD"), evil / "rc"),
        **dict.fromkeys(("TEXTUAL_LOG", "TEXTUAL_SCREENSHOT_LOCATION"), tmp_path / "written"),
        "PYTHONINSPECT": "1",
        "PYTHONBREAKPOINT": "os.system",
        "TEXTUAL": "devtools,debug",
        "TEXTUAL_DRIVER": "evil:Driver",
        "TEXTUAL_PRESS": "n,enter,enter,enter",
        "TEXTUAL_SCREENSHOT": "0.1",
        "FEVGA_ASCII": "1",
        "NO_COLOR": "1",
        "COLUMNS": "20",
        "LANG": "C",
        "LC_ALL": evil,
    }
    words = " ".join(f"{name}={value}" for name, value in sent.items())
    with guest(host, "anna", "-o", f"SetEnv {words}") as (terminal, pid):
        came = {name: value for name, value in environment(pid).items() if name in sent}
        # Debian's own server takes these, and the README lets it.
        assert came.pop("LC_ALL") == str(evil)
        assert came == {"HOME": str(Path("~").expanduser()), "LANG": "C.UTF-8"}
        resumed(terminal, state)
        assert host.games() == [pid]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evil"]
    assert len(list(evil.iterdir())) == 7
    assert kept_state(place_of(host, "anna")) == state


def test_a_terminal_that_is_called_like_a_file_is_refused(host: Server) -> None:
    line = host.client("anna", "-t", NAME)
    with Terminal(line, size=SIZE, term="xterm/../../../etc/passwd") as terminal:
        terminal.wait_for("fevga: TERM is not set")
        assert terminal.wait_exit() == 2


@contextlib.contextmanager
def running(command: list[str], **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **how
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def service() -> Iterator[socket.socket]:
    """Something else on the host that listens: to whom did it open?"""
    with socket.create_server((HOST, 0)) as listener:
        listener.settimeout(0)
        yield listener


def was_reached(service: socket.socket) -> bool:
    try:
        service.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def connected(port: int) -> socket.socket:
    """Connect to a port that somebody is about to open."""
    for _ in range(200):
        with contextlib.suppress(ConnectionRefusedError):
            return socket.create_connection((HOST, port), 10)
        time.sleep(0.05)
    raise AssertionError("the client listens to no port")


@pytest.mark.parametrize("who", ["owner", "guest"])
def test_ports_are_forwarded_for_the_owner_and_not_for_a_guest(
    who: str, server: Server, host: Server, service: socket.socket, tmp_path: Path
) -> None:
    place, key = (server, PLAYER) if who == "owner" else (host, "anna")
    target = f"{HOST}:{service.getsockname()[1]}"
    port, back = free_port(), free_port()
    with (
        running(place.client(key, "-N", "-L", f"{port}:{target}", NAME)),
        connected(port) as line,
    ):
        if who == "guest":
            assert line.recv(1) == b""
        else:
            wait_until_reached(service)
    options = ["-N", "-o", "ExitOnForwardFailure yes", "-R"]
    for there in (str(back), str(tmp_path / "socket")):
        with running(place.client(key, *options, f"{there}:{target}", NAME)) as client:
            if who == "guest":
                assert client.wait(SOON) == 255
            elif there.isdecimal():
                connected(back).close()
                wait_until_reached(service)
    if who == "guest":
        done = without_terminal(place.client(key, "-W", target, NAME), "hello")
        assert done.returncode == 255
        assert "prohibited" in done.stderr
        assert not was_reached(service)
        assert not (tmp_path / "socket").exists()


def wait_until_reached(service: socket.socket) -> None:
    assert select.select([service], [], [], SOON)[0]
    assert was_reached(service)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def test_agent_and_windows_are_forwarded_for_the_owner_and_not_for_a_guest(
    server: Server, host: Server, tmp_path: Path
) -> None:
    agent = [needed("ssh-agent", "openssh-client"), "-D", "-a", str(tmp_path / "agent")]
    environ = {**os.environ, "SSH_AUTH_SOCK": str(tmp_path / "agent"), "DISPLAY": ":77"}
    options = ["-o", "IdentityAgent SSH_AUTH_SOCK", "-A", "-X"]
    with running(agent) as process:
        assert process.stdout is not None
        assert b"SSH_AUTH_SOCK" in process.stdout.readline()
        done = without_terminal(server.client(PLAYER, *options, NAME, "env"), env=environ)
        assert "SSH_AUTH_SOCK" in done.stdout
        with guest(host, "anna", *options, env=environ) as (_, pid):
            assert not {"SSH_AUTH_SOCK", "DISPLAY"} & environment(pid).keys()


def test_a_guest_may_paste_a_megabyte_and_claim_any_size(host: Server) -> None:
    state = prepare(place_of(host, "anna"), begun(own=True), 4)
    with guest(host, "anna") as (terminal, pid):
        resumed(terminal, state)
        terminal.paste("h\r" * 500_000)
        terminal.type("\x1b[" + "1" * 300_000)
        terminal.type("%" * 300_000)
        with open(f"/dev/pts/{_pts(terminal.pid)}", "rb") as line:  # noqa: PTH123
            for size in ((65_535, 65_535), (1, 1), (3, 65_535), (65_535, 3), (60_000, 60_000)):
                termios.tcsetwinsize(line, size)
                terminal.read_for(0.1)
            termios.tcsetwinsize(line, SIZE[::-1])
        says = "The key ! does nothing"
        press_until(terminal, "!", lambda: says in terminal.text(), "an answer", patience=2)
        terminal.wait_until(lambda: seen(terminal) == sight_of(state), "the table")
        assert kilobytes(pid) < 150_000
    assert kept_state(place_of(host, "anna")) == state


def test_at_the_same_time_a_guest_looks_on_and_another_sees_nothing(host: Server) -> None:
    state = prepare(place_of(host, "anna"), begun(), 6, then=half_played)
    with (
        guest(host, "anna") as (first, _),
        guest(host, "nikos") as (other, _),
    ):
        resumed(first, state)
        with guest(host, "anna") as (second, _):
            assert re.search("Look on at Anna .*, played elsewhere", second.text())
            assert "Continue" not in second.text()
        assert "played elsewhere" not in other.text()
        press_until(other, "h", lambda: "No match is kept here yet" in other.text(), "the history")
        wait_for_sight(first, state)
    assert not (place_of(host, "nikos") / "fevga.lock").exists()


@pytest.mark.parametrize("side", ["guest", "host"])
def test_a_guest_comes_back_to_the_turn_in_which_the_line_was_cut(side: str, host: Server) -> None:
    state = prepare(place_of(host, "nikos"), begun(), 6, then=half_played)
    with guest(host, "nikos") as (terminal, pid):
        resumed(terminal, state)
        if side == "host":
            host.cut()
        else:
            terminal.signal(signal.SIGKILL)
        terminal.wait_exit()
        wait_until_gone([pid])
    assert kept_state(place_of(host, "nikos")) == state
    with guest(host, "nikos") as (terminal, _):
        resumed(terminal, state)


def _pts(pid: int) -> str:
    return Path(f"/proc/{pid}/fd/0").readlink().name
