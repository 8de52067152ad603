"""Stores and matches for the tests: played by chance that is always the same.

Run as a program it writes a store as this version leaves it. One such file stays in
`tests/cases` for each released version of the schema, `store-v1.db` for the first; those files
are never written again, so that later versions are tested against what players really have:

    PYTHONPATH=tests python -m stores tests/cases/store-v2.db
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceFrom,
    DiceRolled,
    Event,
    MatchStarted,
    Resigned,
)
from fevga_tui.rules.match import Phase, steps
from fevga_tui.rules.play import Play, Roll
from fevga_tui.rules.position import Side
from fevga_tui.rules.ruleset import FEVGA, RULESETS
from fevga_tui.session import Session
from fevga_tui.store import KeptMatch, Store

CASES = Path(__file__).parent / "cases"
PROJECT = Path(__file__).parent.parent
NOBODY = 65534

STARTED = MatchStarted("Γιώργος", "Ελένη", 3, FEVGA, DiceFrom.PROGRAM)
OPENING: list[Event] = [
    STARTED,
    ContestDieRolled(Side.WHITE, 6),
    ContestDieRolled(Side.BLACK, 1),
    DiceRolled(Roll(6, 5)),
]
"""A match with one roll on the table and nothing played."""


@dataclass
class Clock:
    """A clock that is one second later whenever somebody looks."""

    time: datetime = datetime(2026, 3, 25, 12, tzinfo=UTC)
    seconds: int = field(default=0)

    def __call__(self) -> datetime:
        self.seconds += 1
        return self.time + timedelta(seconds=self.seconds)


def chance(seed: int) -> Callable[[], int]:
    """Return a die that falls the same way every time."""
    rng = random.Random(seed)
    return lambda: rng.randint(1, 6)


def play_on(session: Session, turns: int) -> None:
    """Play so many turns, each the first legal way; stop where the match is over."""
    while turns and session.match.phase is not Phase.MATCH_OVER:
        if session.match.phase is Phase.GAME_OVER:
            session.next_game()
        elif session.turn is None:
            session.roll()
        elif session.turn.is_complete:
            session.end_turn()
            turns -= 1
        else:
            session.push(session.turn.legal_moves[:1])


def played(seed: int, turns: int, started: MatchStarted = STARTED) -> list[Event]:
    """Return the events of a match after so many turns."""
    session = Session.start(started, die=chance(seed))
    play_on(session, turns)
    return session.events


def resigned(started: MatchStarted) -> list[Event]:
    """Return the events of the shortest match to two points that there is."""
    return [started, *OPENING[1:], Resigned()]


def keep(keeper: KeptMatch, events: Iterable[Event], draft: Play = ()) -> KeptMatch:
    """Keep the events of a match, and a draft."""
    events = list(events)
    known = len(keeper.rows)
    for event, after in list(zip(events, steps(events), strict=True))[known:]:
        keeper.keep_event(event, after)
    if draft:
        keeper.keep_draft(draft)
    return keeper


def kept(folder: Path, number: int) -> list[Event]:
    """Return what a fresh store reads of a match."""
    store = Store.open(folder)
    try:
        return store.look_at(number).events
    finally:
        store.close()


def private_space() -> Path:
    """Return a folder on a disk that is in memory, where there is one: quick, whatever syncs."""
    memory = Path("/dev/shm")
    return memory if os.access(memory, os.W_OK) else Path(tempfile.gettempdir())


def run(code: str, *arguments: object, check: bool = True) -> str:
    """Run Python code in a process of its own; return what it printed."""
    with started(code, *arguments) as process:
        output, errors = process.communicate(timeout=60)
    if check:
        assert process.returncode == 0, errors
    return output


def started(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Start a process with Python code, which finds this module and the program."""
    path = [str(PROJECT), str(PROJECT / "tests"), os.environ.get("PYTHONPATH", "")]
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path), "PYTHONUTF8": "1"},
    )


AS_NOBODY = f"""
import os, sys, traceback, platformdirs, sqlite3
from pathlib import Path
from stores import *
from fevga_tui.store import *
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
folder = Path(sys.argv[1])
"""
"""What a process begins with that is to have no special rights; it imports before it drops root,
whose files it may not be allowed to read afterwards."""


def fill(store: Store) -> None:
    """Fill a store with a match that is over, one in the middle of a turn, and a fresh one."""
    short = MatchStarted("Μαρία", "Νίκος", 2, RULESETS["moultezim"], DiceFrom.PROGRAM)
    keep(store.new_match(), resigned(short)).release()
    session = Session.start(STARTED, keeper=(keeper := store.new_match()), die=chance(7))
    play_on(session, 30)
    session.roll()
    assert session.turn
    session.push(session.turn.legal_moves[:1])
    keeper.release()
    own = MatchStarted("A", "B", None, RULESETS["reach"], DiceFrom.PLAYERS)
    keep(store.new_match(), [own]).release()
    store.set_setting("theme", "night")


def main() -> None:
    """Write a store as this version leaves it."""
    target = Path(sys.argv[1])
    assert not target.exists(), "what players have is not written again"
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder), clock=Clock())
        fill(store)
        store.close()
        target.write_bytes((Path(folder) / "fevga.db").read_bytes())


if __name__ == "__main__":
    main()
