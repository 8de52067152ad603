"""Kill the real program at random moments of play, and compare what comes back with what was seen.

From the project's folder:

    PYTHONPATH=tests python -m bench.kill --count 200

A script plays in a real terminal: with the program's dice or the players' own, through contests,
rolls, half-played turns, moves taken back, dialogs, the look back, games and matches that end. At
a moment taken from the seed the process gets SIGKILL, mostly within the time that one key takes.
Then what was kept is compared with what was shown: it has to be the same, or what the last key
makes of it; nothing of a fact may have been shown that was not kept. The program is started again
with --resume, has to show exactly that, and is played on until it is killed again.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from real_table import (
    BLACK,
    PAUSE,
    SIZE,
    WHITE,
    Sight,
    State,
    begun,
    fevga,
    kept_state,
    prepare,
    press_until,
    read,
    seen,
    sight_of,
    state_of,
    wait_for_sight,
)
from terminal import Terminal

from fevga_tui.rules.errors import FevgaError
from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceFrom,
    DiceRolled,
    Event,
    MatchStarted,
    RollWithdrawn,
)
from fevga_tui.rules.match import Phase
from fevga_tui.rules.notation import move_text
from fevga_tui.rules.play import Play, Roll
from fevga_tui.session import Session
from fevga_tui.store import Store

LONGEST = 0.12
"""Seconds after a key within which the process is killed: by then it has been answered."""

MOST_STEPS = 14
"""Keys that are pressed at most before the one at which the process is killed."""

LENGTHS = (1, 3, None)

BOARD_ROWS = 22

NOT_KEPT, KEPT, SHOWN = "before it was kept", "kept, not yet shown", "kept and shown"
NOTHING = "nothing to keep"


class MomentError(AssertionError):
    """What came back is not what was seen."""


class Step(NamedTuple):
    """One key: what it does to the session (None: nothing), and what is waited for then.

    `answer` is what the screen says then; None: the table as it is kept.
    """

    name: str
    key: str
    does: Callable[[Session], object] | None = None
    answer: str | None = None
    changes_side: bool = False

    @property
    def is_text(self) -> bool:
        """It is no key, but some letters at once."""
        return "/" in self.key


@dataclass
class Moment:
    """Where a process was killed and what became of it."""

    name: str
    outcome: str
    is_cut: bool = False


@dataclass
class Script:
    """Chooses what to press next, from the state of the match and by chance that is fixed."""

    rng: random.Random

    def steps(self, session: Session) -> list[Step]:
        """Return the keys of the next action; none where the match is over."""
        match session.match.phase:
            case Phase.CONTEST:
                return self._contest(session)
            case Phase.TO_ROLL:
                return self._aside() or self._end() or self._roll(session)
            case Phase.TO_PLAY:
                return self._aside() or self._end() or self._turn(session)
            case Phase.GAME_OVER:
                return [Step("next game", "n", Session.next_game, changes_side=True)]
        return []

    def _contest(self, session: Session) -> list[Step]:
        if session.match.started.dice is DiceFrom.PROGRAM:
            return [Step("contest die", "r", Session.roll, changes_side=True)]
        die = self.rng.randint(1, 6)
        return [
            Step("typing", str(die), answer=rf"Dice: {die}_"),
            Step("contest die", "enter", lambda now: now.enter_contest_die(die), changes_side=True),
        ]

    def _roll(self, session: Session) -> list[Step]:
        if session.match.started.dice is DiceFrom.PROGRAM:
            return [Step("roll", self.rng.choice(("r", "space")), Session.roll)]
        roll = Roll.of(self.rng.randint(1, 6), self.rng.randint(1, 6))
        first, second = str(roll.high), str(roll.low)
        return [
            Step("typing", first, answer=rf"Dice: {first}_"),
            Step("typing", second, answer=rf"Dice: {first}{second}_"),
            Step("roll", "enter", lambda now: now.enter_roll(roll)),
        ]

    def _turn(self, session: Session) -> list[Step]:
        turn = session.turn
        assert turn
        if turn.moves and self.rng.random() < 0.25:
            return [Step("take back", self.rng.choice(("u", "backspace")), Session.pop)]
        if not turn.moves and session.match.allows(RollWithdrawn) and self.rng.random() < 0.1:
            return [Step("withdraw", "u", Session.withdraw_roll)]
        if turn.is_complete:
            return [Step("end of turn", "enter", Session.end_turn, changes_side=True)]
        if turn.forced and self.rng.random() < 0.7:
            forced = turn.forced
            return [Step("move", "a", lambda now: now.push(forced))]
        return self._typed(session, (self.rng.choice(turn.legal_moves),))

    def _typed(self, session: Session, moves: Play) -> list[Step]:
        """Type a move, a few letters at a time, and enter it."""
        text = move_text(moves[0], session.match.on_roll)
        typing = [Step("typing", text[0], answer=rf"Move: {text[0]}_")]
        if len(text) > 1:
            typing.append(Step("typing", text[1:], answer=rf"Move: {text}_"))
        return [*typing, Step("move", "enter", lambda now: now.enter_play(text))]

    def _aside(self) -> list[Step]:
        """Do something, now and then, that leaves the match as it is."""
        if self.rng.random() > 0.12:
            return []
        opens, answer, closes = self.rng.choice(
            (
                ("x", "resign this game", "escape"),
                ("x", "resign this game", "enter"),
                ("d", "offers a draw", "n"),
                ("h", "back to where you were|end  ?", "q"),
                ("?", "The way round", "q"),
                ("ctrl+c", "Leave Fevga", "n"),
            )
        )
        return [
            Step("dialog", opens, answer=answer, changes_side=True),
            Step("dialog", closes, changes_side=True),
        ]

    def _end(self) -> list[Step]:
        """Give the game up, or agree to a draw, now and then."""
        if self.rng.random() > 0.04:
            return []
        opens, answer, does = self.rng.choice(
            (
                ("x", "resign this game", Session.resign),
                ("d", "offers a draw", Session.agree_draw),
            )
        )
        return [
            Step("dialog", opens, answer=answer, changes_side=True),
            Step("end of game", "y", does, changes_side=True),
        ]


def follows(before: State, step: Step, after: State) -> bool:
    """Say whether a state is what a step makes of the one before, whatever the dice."""
    if step.does is None:
        return after == before
    new: list[Event] = list(after.events[len(before.events) :])
    dice: list[int] = []
    for event in new:
        if isinstance(event, ContestDieRolled):
            dice.append(event.die)
        elif isinstance(event, DiceRolled):
            dice += (event.roll.high, event.roll.low)
    session = before.session(dice)
    try:
        step.does(session)
    except (FevgaError, IndexError):
        return False
    return state_of(session) == after


@dataclass
class Chain:
    """One match in one folder, played and killed again and again."""

    folder: Path
    seed: int
    moments: list[Moment] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self._script = Script(self.rng)
        self._is_begun = False
        self._state: State | None = None

    @property
    def is_over(self) -> bool:
        """The match came to its end."""
        return self._state is not None and self._session.match.phase is Phase.MATCH_OVER

    @property
    def _session(self) -> Session:
        assert self._state
        return self._state.session()

    def run(self, kills: int) -> Iterator[Moment]:
        """Yield so many moments, fewer where the match ends before."""
        started = begun(self.rng.choice(LENGTHS), own=self.rng.random() < 0.4)
        turns = self.rng.choice((0, 0, self.rng.randint(1, 90), 200))
        if turns:
            # The last turns of a game where so many are not played in one.
            self._state = prepare(
                self.folder, begun(9, own=started.dice is DiceFrom.PLAYERS), min(turns, 84)
            )
        for _ in range(kills):
            if self.is_over:
                return
            moment = self._once(started)
            self.moments.append(moment)
            yield moment

    def _once(self, started: MatchStarted) -> Moment:
        """Start or resume, play on, kill, and compare."""
        options = ["--resume"] if self._state else _options(started)
        with fevga(self.folder, *options) as terminal:
            if self.rng.random() < 0.08:
                return self._kill_at_start(terminal, started)
            self._state = self._state or State((started,))
            wait_for_sight(terminal, self._state)
            terminal.read_for(PAUSE)
            store = Store.open(self.folder)
            try:
                if read(store) != self._state:
                    raise MomentError("what was resumed was not left as it was")
                step = self._play(terminal, store)
            finally:
                store.close()
            return self._kill(terminal, step)

    def _play(self, terminal: Terminal, store: Store) -> Step | None:
        """Play some steps, and return the one that is next."""
        left = self.rng.randint(0, MOST_STEPS)
        while steps := self._script.steps(self._session):
            for step in steps:
                # Most are killed where there is something to keep.
                if left <= 0 and (step.does or self.rng.random() < 0.3):
                    return step
                left -= 1
                self._do(terminal, store, step)
        return None

    def _do(self, terminal: Terminal, store: Store, step: Step) -> None:
        """Press a key, and wait until it is kept and shown."""
        before = self._state
        assert before

        def is_answered() -> bool:
            if step.answer is not None:
                return _says(step.answer, terminal)
            now = read(store)
            if now is None or (step.does is not None and now == before):
                return False
            if not follows(before, step, now):
                raise MomentError(f"{step.name}: not what this key does")
            self._state = now
            return seen(terminal) == sight_of(now)

        if step.is_text:
            terminal.type(step.key)
            terminal.wait_until(is_answered, step.name)
        else:
            press_until(terminal, step.key, is_answered, step.name)
        if step.changes_side:
            terminal.read_for(PAUSE)

    def _kill(self, terminal: Terminal, step: Step | None) -> Moment:
        """Kill the process while it answers a key, or where nothing is left to press."""
        before = self._state
        assert before
        terminal.settle()
        text = terminal.text()
        if step:
            (terminal.type if step.is_text else terminal.press)(step.key)
            terminal.read_for(self.rng.uniform(0, LONGEST))
        _end(terminal)
        name = step.name if step else "match over"
        after = kept_state(self.folder)
        if after is None:
            raise MomentError(f"{name}: the match is gone")
        is_next = after != before
        if is_next and not (step and follows(before, step, after)):
            raise MomentError(f"{name}: less was kept than was shown, or something else")
        is_shown = terminal.text() != text
        if is_shown and step and step.does and not is_next:
            raise MomentError(f"{name}: something was shown that was not kept\n{terminal.text()}")
        self._state = after
        is_cut = self._check_shown(terminal, before, after, text)
        if step is None or step.does is None:
            return Moment(name, NOTHING, is_cut)
        return Moment(name, SHOWN if is_shown else KEPT if is_next else NOT_KEPT, is_cut)

    def _check_shown(self, terminal: Terminal, before: State, after: State, text: str) -> bool:
        """Check that the last screen is one of the two; say whether it was cut in the middle."""
        found = seen(terminal)
        if found is None or found in (sight_of(before), sight_of(after)):
            return False
        if not isinstance(found, Sight):
            raise MomentError(f"another result than that which was kept\n{terminal.text()}")
        # Written in part: each cell is the old one or the new one.
        with fevga(self.folder, "--resume") as resumed:
            wait_for_sight(resumed, after)
            _end(resumed)
            screens = (text, terminal.text(), resumed.text())
            for old, last, new in zip(*map(_board_cells, screens), strict=True):
                if last not in (old, new):
                    raise MomentError(f"shown, and not kept\n{terminal.text()}")
        return True

    def _kill_at_start(self, terminal: Terminal, started: MatchStarted) -> Moment:
        """Kill the process while it starts."""
        terminal.read_for(self.rng.uniform(0, 1.2))
        _end(terminal)
        after = kept_state(self.folder)
        if self._state is None:
            if after not in (None, State((started,))):
                raise MomentError("start: not the match that was asked for")
            self._state = after
            return Moment("start", KEPT if after else NOT_KEPT)
        if after != self._state:
            raise MomentError("start: the match is not as it was")
        return Moment("start", NOTHING)

    def check_end(self) -> None:
        """Resume once more: the table is as it was kept, or the match was over."""
        if self._state is None:
            return
        with fevga(self.folder, "--resume") as terminal:
            if self.is_over:
                terminal.wait_for("There is no unfinished match to go on with", timeout=20)
            else:
                wait_for_sight(terminal, self._state)
            _end(terminal)
        if kept_state(self.folder) != self._state:
            raise MomentError("the match changed by being looked at")


def _board_cells(text: str) -> str:
    return "".join(line.ljust(SIZE[0]) for line in text.split("\n")[:BOARD_ROWS])


def _says(pattern: str, terminal: Terminal) -> bool:
    try:
        terminal.find(pattern)
    except AssertionError:
        return False
    return True


def _options(started: MatchStarted) -> list[str]:
    length = str(started.target or "unlimited")
    return [
        *("--white", WHITE, "--black", BLACK, "--to", length),
        *("--dice", started.dice.value),
    ]


def _end(terminal: Terminal) -> None:
    """Kill the process, and read what it had written."""
    if terminal.exit_code is None:
        os.kill(terminal.pid, signal.SIGKILL)
    if terminal.wait_exit() != -signal.SIGKILL:
        raise MomentError(f"it ended by itself: {terminal.exit_code}\n{terminal.text()}")


def main() -> int:
    """Kill so many times; return 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description="Kill the program in the middle of play.")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kills", type=int, default=10, help="how often one match is killed")
    options = parser.parse_args()
    table: dict[str, Counter[str]] = {}
    cut = done = failures = 0
    seed, began = options.first, time.monotonic()
    while done < options.count:
        with tempfile.TemporaryDirectory(prefix="fevga-") as place:
            chain = Chain(Path(place) / "data", seed)
            before = done
            try:
                for moment in chain.run(min(options.kills, options.count - done)):
                    done += 1
                    cut += moment.is_cut
                    table.setdefault(moment.name, Counter())[moment.outcome] += 1
                chain.check_end()
            except AssertionError as error:
                failures += 1
                done += done == before
                told = str(error) if os.environ.get("VERBOSE") else str(error).partition("\n")[0]
                print(f"seed {seed}, moment {len(chain.moments) + 1}: {told}", file=sys.stderr)
        seed += 1
    columns = (NOT_KEPT, KEPT, SHOWN, NOTHING)
    print(f"{'killed at':<14}" + "".join(f"{column:>22}" for column in columns))
    for name, counts in sorted(table.items()):
        print(f"{name:<14}" + "".join(f"{counts[column]:>22}" for column in columns))
    total = sum(table.values(), Counter())
    print(f"{'':<14}" + "".join(f"{total[column]:>22}" for column in columns))
    print(
        f"{done} kills in {seed - options.first} matches, {time.monotonic() - began:.0f} s;"
        f" {cut} frames cut in the middle; {failures} failures"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
