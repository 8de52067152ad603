"""A real OpenSSH server on the loopback address, and the lines that the README has for hosts.

Started with its own keys on a free port, by whoever runs the tests, who is also the one that logs
in; it is gone after the tests.
"""

from __future__ import annotations

import getpass
import grp
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
HOST = "127.0.0.1"
NAME = "host"
"""What the client's configuration calls the server."""

_ELSEWHERE = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"])
_PATIENCE = 10.0

# What Debian's own sshd_config says beside what is included first. The temporary folder is
# everybody's, and there are no accounts to ask PAM about.
_REST = """
KbdInteractiveAuthentication no
X11Forwarding yes
PrintMotd no
AcceptEnv LANG LC_*
Subsystem sftp internal-sftp
StrictModes no
UsePAM no
"""


def needed(program: str, package: str) -> str:
    """Return the path of a program; skip the test where it is missing, but fail in CI."""
    found = shutil.which(program, path=_ELSEWHERE)
    if found is None:
        reason = f"there is no {program} here (Debian's {package})"
        (pytest.fail if "CI" in os.environ else pytest.skip)(reason)
    return found


def _readme() -> str:
    return README.read_text("utf-8")


def readme_lines(kind: str) -> str:
    """Return the README's block of lines of a kind."""
    found = re.findall(rf"^```{kind}\n(.*?)^```$", _readme(), re.M | re.S)
    assert len(found) == 1, f"the README has {len(found)} blocks of {kind}"
    return str(found[0])


def readme_commands(word: str) -> list[list[str]]:
    """Return the README's commands over ssh with this word in them, as lists of words."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", _readme(), re.M | re.S)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("ssh ")]
    return [shlex.split(line) for line in lines if word in line.split()]


class Server:
    """A server with a key for each of its users; `folder` holds all that is theirs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self._sshd: subprocess.Popen[bytes] | None = None

    def place(self, name: str) -> Path:
        """Return the place of a file of the server's."""
        return self.folder / name

    def make_key(self, name: str) -> str:
        """Make a key, or return the one there is: what a line of authorized keys ends with."""
        path = self.place(name)
        if not path.exists():
            command = [needed("ssh-keygen", "openssh-client"), "-qt", "ed25519", "-N", ""]
            subprocess.run([*command, "-C", name, "-f", str(path)], check=True)
        return self.place(f"{name}.pub").read_text().strip()

    @contextmanager
    def running(self, included: str = "") -> Iterator[Server]:
        """Run the server, its configuration beginning with what is included."""
        sshd = needed("sshd", "openssh-server")
        needed("ssh", "openssh-client")
        if os.geteuid() == 0:
            # Where it keeps nothing; a distribution makes it when it starts the server.
            Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        elif not _gives_terminals():
            pytest.skip(
                "only root's sshd can give out terminals here: they are not the group tty's"
            )
        host_key = self.make_key("host-key")
        self.place("known").write_text(f"[{HOST}]:{self.port} {host_key}\n")
        self.place("included").write_text(included)
        self.place("sshd_config").write_text(
            f"Include {self.place('included')}\n"
            f"ListenAddress {HOST}:{self.port}\nHostKey {self.place('host-key')}\n"
            f"AuthorizedKeysFile {self.place('keys')}\nPidFile none\n{_REST}"
        )
        self.place("client").write_text(
            f"Host {NAME}\nHostName {HOST}\nPort {self.port}\nUser {getpass.getuser()}\n"
            f"UserKnownHostsFile {self.place('known')}\nGlobalKnownHostsFile /dev/null\n"
            "StrictHostKeyChecking yes\nIdentitiesOnly yes\nIdentityAgent none\nBatchMode yes\n"
        )
        with self.place("log").open("wb") as log:
            command = [sshd, "-D", "-e", "-f", str(self.place("sshd_config"))]
            self._sshd = subprocess.Popen(command, stderr=log, stdin=subprocess.DEVNULL)
        try:
            self._wait()
            yield self
        finally:
            for pid in descendants(self._sshd.pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._sshd.terminate()
            self._sshd.wait()

    def _wait(self) -> None:
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            with suppress(OSError), socket.create_connection((HOST, self.port), 1) as line:
                line.settimeout(_PATIENCE)
                if line.recv(4) == b"SSH-":
                    return
            assert self._sshd is not None
            if self._sshd.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"no server: {self.place('log').read_text()}")

    def client(self, key: str, *words: str, program: str = "ssh") -> list[str]:
        """Return the command of a client that comes with a key."""
        path = needed(program, "openssh-client")
        return [path, "-F", str(self.place("client")), "-i", str(self.place(key)), *words]

    def games(self) -> list[int]:
        """Return the processes of Python that serve connections, in the order of their numbers."""
        assert self._sshd is not None
        python = Path(sys.executable).resolve()
        return sorted(pid for pid in descendants(self._sshd.pid) if _program(pid) == python)

    def cut(self) -> None:
        """Cut all lines on the side of the server, which has no time to say goodbye."""
        assert self._sshd is not None
        for pid in descendants(self._sshd.pid):
            if _stat(pid)[0].startswith("sshd"):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def descendants(pid: int) -> list[int]:
    """Return the processes that come from one."""
    found = []
    for child in children(pid):
        found += [child, *descendants(child)]
    return found


def children(pid: int) -> list[int]:
    """Return the processes that any thread of one has started and not waited for."""
    numbers: list[str] = []
    for path in Path("/proc", str(pid)).glob("task/*/children"):
        with suppress(OSError):
            numbers += path.read_text().split()
    return [int(number) for number in numbers]


def is_running(pid: int) -> bool:
    """Say whether there is such a process, not stopped and not dead."""
    return state(pid) not in ("", "T", "Z")


def state(pid: int) -> str:
    """Return the letter for what a process does; nothing where there is none."""
    return _stat(pid)[1]


def environment(pid: int) -> dict[str, str]:
    """Return the environment that a process was started with."""
    pairs = Path("/proc", str(pid), "environ").read_bytes().decode(errors="replace").split("\0")
    return dict(pair.split("=", 1) for pair in pairs if "=" in pair)


def kilobytes(pid: int) -> int:
    """Return the peak of a process's memory."""
    found = re.search(r"VmHWM:\s+(\d+)", Path("/proc", str(pid), "status").read_text())
    return int(found[1]) if found else 0


def replaced(text: str, places: Sequence[tuple[str, str]]) -> str:
    """Return a text with other places in it, each of which it must name."""
    for old, new in places:
        assert old in text, f"{old} is not in the lines"
        text = text.replace(old, new)
    return text


def _program(pid: int) -> Path | None:
    try:
        return Path("/proc", str(pid), "exe").readlink()
    except OSError:
        return None


def _stat(pid: int) -> tuple[str, str]:
    """Return a process's name and the letter for its state; nothing where there is none."""
    try:
        name, _, rest = Path("/proc", str(pid), "stat").read_text().rpartition(")")
    except OSError:
        return "", ""
    return name.partition("(")[2], rest.split()[0]


def _gives_terminals() -> bool:
    """Say whether a terminal belongs already to the group that sshd gives it to."""
    try:
        wanted = grp.getgrnam("tty").gr_gid
    except KeyError:
        return True
    master, slave = os.openpty()
    try:
        return os.fstat(slave).st_gid == wanted
    finally:
        os.close(master)
        os.close(slave)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
