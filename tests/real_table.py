"""The real program at a real terminal: started, read from its screen, and played.

What the screen shows is read cell by cell into a `Sight`, which knows nothing of how the program
draws; what is kept is read from the file into a `State`. `sight_of` says what a state has to look
like, so that the two can be compared.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from stores import PROJECT, chance, play_on
from terminal import Terminal

from fevga_tui.rules.events import DiceFrom, Event, MatchStarted
from fevga_tui.rules.match import Phase
from fevga_tui.rules.notation import play_text, roll_text
from fevga_tui.rules.play import Play
from fevga_tui.rules.position import START, Side
from fevga_tui.rules.ruleset import FEVGA
from fevga_tui.session import Session
from fevga_tui.store import NoSuchMatchError, Store
from fevga_tui.ui.geometry import LEGEND_ROWS

FEVGA_ASCII = [sys.executable, "-m", "fevga_tui", "--ascii"]
SIZE = (100, 27)
PAUSE = 0.2
"""Seconds after which a key is no longer taken for one held down."""

_TRAY, _POINT, _BAR, _BOARD = 7, 4, 3, 65  # widths, in a terminal of this size
_TOP, _MIDDLE, _BOTTOM = range(2, 11), 11, range(12, 21)  # rows
_RIMS = (1, 21)
_PANEL, _PROMPT, _SAID = 1, 22, slice(22, 26)

WHITE, BLACK = "Anna", "Bob"


def begun(
    target: int | None = 3, *, own: bool = False, white: str = WHITE, black: str = BLACK
) -> MatchStarted:
    """Return the beginning of a match."""
    return MatchStarted(white, black, target, FEVGA, DiceFrom.PLAYERS if own else DiceFrom.PROGRAM)


# What is kept


class State(NamedTuple):
    """A match as it is kept: its events, and the moves so far of the turn being played."""

    events: tuple[Event, ...]
    draft: Play = ()

    def session(self, dice: Sequence[int] = ()) -> Session:
        """Take the match up without keeping it; the dice fall as given."""
        left = list(dice)
        return Session(self.events, self.draft, die=lambda: left.pop(0))


def state_of(session: Session) -> State:
    return State(tuple(session.events), session.turn.moves if session.turn else ())


def read(store: Store, number: int = 1) -> State | None:
    """Read a match of a store; None if there is none."""
    try:
        found = store.look_at(number)
    except NoSuchMatchError:
        return None
    return State(tuple(found.events), found.draft)


def kept_state(folder: Path, number: int = 1) -> State | None:
    """Read a match as a program started now would find it, and leave the folder untouched."""
    if not folder.exists():
        return None
    with tempfile.TemporaryDirectory(dir=folder.parent) as place:
        # A transaction cut short is undone in the copy alone.
        store = Store.open(Path(shutil.copytree(folder, Path(place) / "copy")))
        try:
            return read(store, number)
        finally:
            store.close()


def prepare(
    folder: Path,
    started: MatchStarted,
    turns: int,
    *,
    seed: int = 1,
    then: Callable[[Session], None] = lambda _: None,
    dice: Callable[[], int] | None = None,
) -> State:
    """Keep a match of so many turns, and what is done then; return its state."""
    store = Store.open(folder)
    keeper = store.new_match()
    session = Session.start(started, keeper=keeper, die=dice or chance(seed))
    play_on(session, turns)
    then(session)
    keeper.release()
    store.close()
    return state_of(session)


def half_played(session: Session) -> None:
    """Roll until a turn has a choice, and play the first of its moves."""
    while True:
        if session.turn is None:
            session.roll()
        elif session.turn.is_complete:
            session.end_turn()
        elif len(session.turn.dice_left) > 1 and not session.turn.forced:
            session.push(session.turn.legal_moves[:1])
            assert session.turn
            assert not session.turn.is_complete
            return
        else:
            session.push(session.turn.legal_moves[:1])


# What is shown


class Sight(NamedTuple):
    """What a table shows: all of it but the marks, the message and the key hints.

    `points` are the printed points with whose checkers and how many stand there, `dice` those left
    and those used, `contest` White's and Black's die of the opening contest, `last` the last turn
    of the record.
    """

    title: str
    score: str
    points: tuple[tuple[int, str, int], ...]
    off: tuple[int, int]
    pips: tuple[int, int]
    on_roll: str
    dice: tuple[str, str] = ("", "")
    contest: tuple[str, str] = ("", "")
    last: str = ""


class Result(NamedTuple):
    """What the end of a game or of the match shows."""

    heading: str
    score: str


def sight_of(state: State) -> Sight | Result:
    """Return what a table with this state has to show."""
    session = state.session()
    match, turn, game = session.match, session.turn, session.record.game
    names, score = [match.name(side) for side in Side], [match.score[side] for side in Side]
    if match.phase in (Phase.GAME_OVER, Phase.MATCH_OVER):
        over = match.phase is Phase.MATCH_OVER
        heading = "The match is over" if over else f"Game {match.game} is over"
        return Result(heading, f"{names[0]} (White) {score[0]} - {score[1]} {names[1]} (Black)")
    acts = match.contest_side if match.phase is Phase.CONTEST else match.on_roll
    position = {side: match.seen_by(side) for side in Side}
    if turn:
        position[match.on_roll] = turn.position
        position[match.on_roll.other] = turn.position.turned()
    points = [
        (side.printed(own), side.word[0], position[side].mine[own])
        for side in Side
        for own in range(1, START + 1)
        if position[side].mine[own]
    ]
    is_own = match.started.dice is DiceFrom.PLAYERS
    dice, contest = ("", ""), ("", "")
    if turn:
        left = Counter(turn.dice_left)
        dice = (_faces(left), _faces(Counter(turn.roll.dice) - left))
    elif game.turns and not is_own:
        dice = ("", _faces(Counter(game.turns[-1].roll.dice)))
    elif not game.turns:
        white, black = match.contest
        contest = (str(white or ""), str(black or ""))
    length = f"match to {match.target}" if match.target else "unlimited play"
    opened = f", {match.name(match.opener)} opened" if match.opener else ""
    last = game.turns[-1] if game.turns else None
    return Sight(
        title=f"{length}, game {match.game}{opened}",
        score=f"{names[0]} {score[0]} - {score[1]} {names[1]}",
        points=tuple(sorted(points)),
        off=(position[Side.WHITE].off, position[Side.BLACK].off),
        pips=(position[Side.WHITE].pips, position[Side.BLACK].pips),
        on_roll=match.name(acts),
        dice=dice,
        contest=contest,
        last=f"{last.number} {last.side.word[0]} {roll_text(last.roll)}"
        f" {play_text(last.play, last.side)}"
        if last
        else "",
    )


def _faces(dice: Counter[int]) -> str:
    return "".join(map(str, sorted(dice.elements())))


def seen(terminal: Terminal) -> Sight | Result | None:
    """Read the table, or the result that lies over it; None where there is neither, whole.

    A match that is looked back at is no table.
    """
    lines = [terminal.line(y) for y in range(SIZE[1])]
    if re.match(r" Step \d+ of \d+, game ", lines[_PROMPT]):
        return None
    over = re.search(r"(Game \d+|The match) is over", "\n".join(lines))
    if over:
        score = re.search(r"\S+ \(White\) \d+ - \d+ \S+ \(Black\)", "\n".join(lines))
        return Result(over[0], score[0]) if score else None
    title = re.match(r" FEVGA  (\S.*?) {2,}(\S.*?) *$", lines[0])
    players = _players(lines)
    points = _points(lines)
    if title is None or points is None or len(players) != 2:
        return None
    on_roll = [name for marker, name, _, _ in players if marker]
    return Sight(
        title[1],
        title[2],
        points,
        (players[0][3], players[1][3]),
        (players[0][2], players[1][2]),
        "".join(on_roll),
        *_dice(lines[_MIDDLE][:_BOARD]),
        last=_last_turn(lines),
    )


def _players(lines: list[str]) -> list[tuple[bool, str, int, int]]:
    """Read the panel: who is marked, the name, pips and checkers off, White first."""
    found = []
    for row in (_PANEL, _PANEL + 4):
        head = re.match(r" *(>?) *(?:\(OO\)|\[XX\]) (.*?) *$", lines[row][_BOARD:])
        counts = re.match(r" *pips (\d+), off (\d+) *$", lines[row + 1][_BOARD:])
        if head and counts:
            found.append((bool(head[1]), head[2], int(counts[1]), int(counts[2])))
    return found


def _points(lines: list[str]) -> tuple[tuple[int, str, int], ...] | None:
    """Read the checkers on the board; None where something lies over it."""
    found = []
    for rim, rows in zip(_RIMS, (_TOP, _BOTTOM), strict=True):
        for column in range(12):
            left = _TRAY + column * _POINT + (_BAR if column >= 6 else 0)
            number = re.fullmatch(r"[ \[]*(\d+)[ \]]*", lines[rim][left : left + _POINT])
            if number is None:
                return None
            cells = [lines[row][left : left + _POINT] for row in rows]
            if any(set("│─|-") & set(cell) for cell in cells):
                return None
            checkers = [cell for cell in cells if cell[0] + cell[3] in ("()", "[]")]
            written = [int(cell[1:3]) for cell in checkers if cell[1:3].strip().isdecimal()]
            if checkers:
                side = "W" if checkers[0][0] == "(" else "B"
                found.append((int(number[1]), side, written[0] if written else len(checkers)))
    return tuple(sorted(found))


def _dice(line: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Read the dice: those left and those used, and those of the contest beside the names."""
    own = re.match(rf" *(?:{WHITE} (\d))?(?:, )?(?:{BLACK} (\d))? +dice: +\[1\] +\[2\]", line)
    if own:
        return ("", ""), (own[1] or "", own[2] or "")
    contest = [re.search(rf"\b{name} \[(\d)\]", line) for name in (WHITE, BLACK)]
    if any(contest):
        white, black = ("" if found is None else found[1] for found in contest)
        return ("", ""), (white, black)
    left, used = re.findall(r"\[(\d)\]", line), re.findall(r"\((\d)\)", line)
    return ("".join(sorted(left)), "".join(sorted(used))), ("", "")


def _last_turn(lines: list[str]) -> str:
    turns: list[str] = []
    for line in lines[_PANEL + 7 : _RIMS[1] + 1 - LEGEND_ROWS]:
        text = " ".join(line[_BOARD:].split())
        if re.match(r"\d+ [WB] \d\d ", text):
            turns.append(text)
        elif text and turns:
            turns[-1] += f" {text}"
    return turns[-1] if turns else ""


# Starting and playing


@contextmanager
def fevga(folder: Path | str | None, *arguments: str, **options: Any) -> Iterator[Terminal]:
    """The real program in a terminal, with its data in a folder."""
    env = {"PYTHONPATH": str(PROJECT), **options.pop("env", {})}
    data = [] if folder is None else ["--data", str(folder)]
    command = options.pop("command", FEVGA_ASCII)
    with Terminal(
        [*command, *data, *arguments], env=env, size=options.pop("size", SIZE), **options
    ) as terminal:
        yield terminal


def wait_for_sight(terminal: Terminal, state: State, timeout: float = 20) -> None:
    """Wait until the table shows a state, and nothing else."""
    expected = sight_of(state)
    try:
        terminal.wait_until(lambda: seen(terminal) == expected, "the table as kept", timeout)
    except AssertionError as error:
        raise AssertionError(f"{error}\nread    {seen(terminal)}\nexpected {expected}") from None


def wait_for_start(terminal: Terminal, text: str = r"> n +New match|> c +Continue") -> None:
    terminal.wait_for(text, timeout=20)
    terminal.read_for(PAUSE)


def speech(terminal: Terminal) -> str:
    """Return what the table says below the board, in one line."""
    lines = [terminal.line(y) for y in range(SIZE[1])][_SAID]
    return " ".join(" ".join(lines).split())


def press_until(
    terminal: Terminal, key: str, check: Callable[[], object], what: str, patience: float = 1
) -> None:
    """Press a key until it is answered: one that comes too soon after another is not."""
    for attempt in range(5):
        terminal.press(key)
        try:
            terminal.wait_until(check, what, timeout=patience + attempt)
        except AssertionError:
            if attempt == 4:
                raise
            terminal.read_for(PAUSE)
        else:
            return


def press_last(terminal: Terminal, key: str) -> int:
    """Press the key that ends the program, and return its exit code."""
    press_until(terminal, key, lambda: terminal.exit_code is not None, "the end", patience=5)
    return terminal.wait_exit()
