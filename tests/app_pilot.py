"""Plays the app as people do, by keys, clicks and typed text, and reads what they see.

    async with playing(roll="65") as game:
        await game.type("24/18")
        await game.press("enter")
        assert "choose a checker" in game.prompt

Time stands still unless a test lets it pass, so that keys are never too early by chance; what is
sent carries the time at which it was sent, as it does in a terminal.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Key, MouseDown, MouseUp, Paste, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.pilot import Pilot
from textual.widget import Widget

from fevga_tui.rules.events import DiceFrom, Event, MatchStarted, clean_names
from fevga_tui.rules.match import Match, Phase
from fevga_tui.rules.notation import play_text, read_roll
from fevga_tui.rules.play import Turn
from fevga_tui.rules.position import Position, Side
from fevga_tui.rules.ruleset import FEVGA, Ruleset
from fevga_tui.session import Keeper, Session
from fevga_tui.store import Store
from fevga_tui.ui.app import FevgaApp
from fevga_tui.ui.faces import Hand
from fevga_tui.ui.geometry import TOP, Geometry, Spot, spots, tray_spot
from fevga_tui.ui.screens.table import TableScreen
from fevga_tui.ui.widgets.board import BoardView
from fevga_tui.ui.widgets.keybar import KeyBar

NOWHERE = Path("/nonexistent/fevga")
"""Where reports of faults would go; in tests faults fail the test instead."""

WINS_CONTEST = {Side.WHITE: (5, 3), Side.BLACK: (3, 5)}
"""White's and Black's die of a contest that a side wins."""

Place = int | Side
"""A printed point, or a side's tray."""

_SIGNS = {
    " ": "space",
    "/": "slash",
    "?": "question_mark",
    ";": "semicolon",
}


class Cell(NamedTuple):
    """What stands in one cell of the screen; after a wide character the text is empty."""

    text: str
    style: Style


@dataclass
class Clock:
    """A clock that stands still unless it is told to go on."""

    time: float = 100.0

    def __call__(self) -> float:
        return self.time

    def wait(self, seconds: float = 1.0) -> None:
        self.time += seconds


def dice_of(text: str) -> Callable[[], int]:
    """Return a die that falls as the digits of a text say; the blanks do not count."""
    faces = [int(digit) for digit in text if digit != " "]

    def die() -> int:
        assert faces, f"more dice were thrown than {text!r}"
        return faces.pop(0)

    return die


def started(
    white: str = "Anna",
    black: str = "Bob",
    target: int | None = 3,
    rules: Ruleset = FEVGA,
    *,
    own: bool = False,
) -> MatchStarted:
    """Return the beginning of a match; the names are cleaned as everywhere."""
    dice = DiceFrom.PLAYERS if own else DiceFrom.PROGRAM
    return MatchStarted(*clean_names(white, black), target, rules, dice)


def session_at(
    position: str = "24x15 12x15 w",
    roll: str = "",
    *,
    match: MatchStarted | None = None,
    dice: str = "",
    keeper: Keeper | None = None,
) -> Session:
    """Return a session whose game stands at a position, after the opening contest.

    Only the match at its end knows of the position: its events do not lead there.
    """
    start, side = Position.from_text(position)
    session = Session.start(match or started(), keeper=keeper, die=dice_of(dice))
    for die in WINS_CONTEST[side]:
        session.enter_contest_die(die)
    session.matches[-1] = replace(session.match, position=start)
    if roll:
        session.enter_roll(read_roll(roll))
    return session


@dataclass
class Game:
    """An app in a terminal that is only thought, with everything to play it and to look at it."""

    app: FevgaApp
    pilot: Pilot[None]
    clock: Clock

    # Sending

    async def settle(self) -> None:
        """Wait until everything that was sent has been answered and painted."""
        await self._answered()
        if self.app.is_running and not self.app._exit:
            self.app.screen._on_timer_update()
            await self._answered()

    async def _answered(self) -> None:
        """Wait until no message is left, and nothing that was started by one goes on."""
        quiet = 0
        while quiet < 20 and self.app._exception is None:
            await asyncio.sleep(0)
            nodes = (self.app, *self.app._registry)
            quiet = quiet + 1 if all(node._message_queue.empty() for node in nodes) else 0

    def send(self, key: str) -> None:
        """Send a key, by its name or as a character, without waiting for the answer."""
        if len(key) == 1:
            name = key if key.isalnum() else _SIGNS.get(key, f"sign-{ord(key):x}")
            event = Key(name, key)
        elif key == "space":
            event = Key("space", " ")
        else:
            event = Key(key, {"enter": "\r", "tab": "\t", "escape": "\x1b"}.get(key))
        event.time = self.clock()
        self.app.post_message(event)

    async def press(self, *keys: str) -> None:
        """Press keys, each when the last one is answered."""
        for key in keys:
            self.send(key)
            await self.settle()

    async def burst(self, *keys: str) -> None:
        """Send keys all at once, as a key held down or a terminal that pastes raw does."""
        for key in keys:
            self.send(key)
        await self.settle()

    async def hold(self, key: str, seconds: float, every: float = 0.03) -> None:
        """Hold a key down: it is sent again and again."""
        for _ in range(round(seconds / every)):
            await self.press(key)
            self.clock.wait(every)

    async def type(self, text: str) -> None:
        """Type a text in one burst."""
        await self.burst(*text)

    async def enter(self, text: str) -> None:
        """Type a text and press Enter."""
        await self.burst(*text, "enter")

    async def paste(self, text: str) -> None:
        """Paste a text between brackets."""
        self.app.post_message(Paste(text))
        await self.settle()

    async def click(self, x: int, y: int) -> None:
        """Press and release the left button over a cell of the screen."""
        for kind in (MouseDown, MouseUp):
            event = kind(None, x, y, 0, 0, 1, False, False, False, x, y)
            event.time = self.clock()
            self.app.post_message(event)
        await self.settle()

    async def click_text(self, text: str) -> None:
        """Click on the middle of a text on the screen."""
        x, y = self.find(text)
        await self.click(x + cell_len(text) // 2, y)

    async def click_place(self, place: Place) -> None:
        """Click on the middle of a point or a tray."""
        region = self.region(place)
        await self.click(region.x + region.width // 2, region.y + region.height // 2)

    def send_size(self, width: int, height: int) -> None:
        """Change the size of the terminal, without waiting for the answer."""
        size = Size(width, height)
        assert isinstance(self.app._driver, HeadlessDriver)
        self.app._driver._size = size
        self.app.post_message(Resize(size, size))

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the terminal."""
        self.send_size(width, height)
        await self.pilot.pause()
        await self.settle()

    async def put(self, position: str, roll: str = "", *, dice: str = "") -> None:
        """Put another game on the table, which stands at a position."""
        table = self.table
        session = session_at(position, roll, match=self.match.started, dice=dice)
        table.session = self.app.session = session
        table.message = ""
        table._come_to_turn()
        await self.settle()

    # Going to places by keys

    async def go_to(self, place: Place) -> None:
        """Bring the cursor to a place by the arrows."""
        row, column = self.spot(place)
        if self.hand.cursor is None:
            await self.press("right")
        for _ in range(30):
            assert self.hand.cursor is not None
            here, at = self.spot(self.hand.cursor)
            if (here, at) == (row, column):
                return
            if at != column and not (here != row and abs(at - column) == 1 and column in (-1, 12)):
                await self.press("right" if at < column else "left")
            else:
                await self.press("up" if row == TOP else "down")
        raise AssertionError(f"no way to {place} by the arrows")

    async def tab_to(self, place: Place) -> None:
        """Bring the cursor to a place by Tab."""
        for _ in range(26):
            if self.hand.cursor == place:
                return
            await self.press("tab")
        raise AssertionError(f"Tab does not come to {place}")

    # Looking

    def cells(self) -> list[list[Cell]]:
        """Return the screen as rows of cells."""
        rows = []
        for strip in self.app.screen._compositor.render_strips():
            row: list[Cell] = []
            for segment in strip:
                for character in segment.text:
                    width = cell_len(character)
                    if not width and row:
                        row[-1] = Cell(row[-1].text + character, row[-1].style)
                        continue
                    style = segment.style or Style()
                    row += [Cell(character, style), *[Cell("", style)] * (width - 1)]
            rows.append(row)
        return rows

    @property
    def lines(self) -> list[str]:
        """The rows of the screen."""
        return ["".join(cell.text for cell in row) for row in self.cells()]

    @property
    def text(self) -> str:
        """The screen as text."""
        return "\n".join(self.lines)

    @property
    def words(self) -> str:
        """The words of the screen in one line, however they are broken."""
        return " ".join(self.text.replace("│", " ").split())

    def find(self, text: str) -> tuple[int, int]:
        """Return the column and the row where a text begins on the screen."""
        for y, row in enumerate(self.cells()):
            line = "".join(cell.text for cell in row)
            if (at := line.find(text)) >= 0:
                return cell_len(line[:at]), y
        raise AssertionError(f"not on the screen: {text!r}\n{self.text}")

    def part(self, region: Region) -> list[str]:
        """Return the text within a region, row by row."""
        return [
            "".join(cell.text for cell in row[region.x : region.right])
            for row in self.cells()[region.y : region.bottom]
        ]

    def widget(self, selector: str) -> Widget:
        """Return a widget of the table."""
        return self.table.query_one(selector)

    def shown(self, selector: str) -> list[str]:
        """Return the rows that a widget of the table shows, without the blanks at their ends."""
        return [line.strip() for line in self.part(self.widget(selector).region)]

    @property
    def prompt(self) -> str:
        """The line that says what to do now."""
        return self.shown("#speech")[0]

    @property
    def message(self) -> str:
        """The last message, its lines joined."""
        return " ".join(self.shown("#speech")[1:]).strip()

    @property
    def dialog(self) -> str:
        """The words of the dialog, in one line however they are broken."""
        region = self.app.screen.query_one(".dialog").region.shrink((1, 1, 1, 1))
        return " ".join(" ".join(self.part(region)).split())

    @property
    def keys(self) -> str:
        """The line of key hints."""
        return self.shown("#keys")[0]

    def player(self, side: Side) -> str:
        """Return what the panel says of a player: the two lines beside its checker."""
        first = 4 * (side is Side.BLACK)
        return " ".join(self.shown("#players")[first : first + 2])

    @property
    def log(self) -> list[str]:
        """The log of the game, the lines that belong to one turn joined."""
        turns: list[str] = []
        for line in self.shown("#log"):
            if line[:1].isdigit() and line.split()[1:2] in (["W"], ["B"]):
                turns.append(" ".join(line.split()))
            elif line:
                turns[-1] += f" {line}"
        return turns

    # The board

    @property
    def table(self) -> TableScreen:
        """The table, which may lie under a dialog."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    @property
    def is_at_table(self) -> bool:
        """The table lies open, with nothing over it."""
        return isinstance(self.app.screen, TableScreen)

    @property
    def geometry(self) -> Geometry:
        """The measures of the board."""
        return self.table.query_one(BoardView).geometry

    def spot(self, place: Place) -> Spot:
        """Return where a place is drawn."""
        seat = self.hand.seat
        return tray_spot(place, seat) if isinstance(place, Side) else spots(seat)[place]

    def region(self, place: Place) -> Region:
        """Return where a place lies on the screen."""
        board = self.table.query_one(BoardView)
        return self.geometry.spot(self.spot(place)).translate(board.region.offset)

    def drawn(self, place: Place) -> list[str]:
        """Return the rows of a place as drawn."""
        return self.part(self.region(place))

    # The match

    @property
    def hand(self) -> Hand:
        """What is chosen, typed and under the cursor."""
        return self.table.hand

    @property
    def session(self) -> Session:
        """The session on the table."""
        return self.table.session

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self.session.match

    @property
    def phase(self) -> Phase:
        """The phase of the match."""
        return self.match.phase

    @property
    def turn(self) -> Turn:
        """The turn being played."""
        assert self.session.turn is not None, "no roll is being played"
        return self.session.turn

    @property
    def events(self) -> list[Event]:
        """The events of the match so far."""
        return list(self.session.events)

    @property
    def played(self) -> str:
        """The moves of the turn so far, written."""
        return play_text(self.turn.moves, self.match.on_roll)

    @property
    def state(self) -> tuple[list[Event], Match, Turn | None]:
        """All that a refusal may not change."""
        return self.events, self.match, self.session.turn


@asynccontextmanager
async def opened(
    *,
    size: tuple[int, int] = (80, 24),
    store: Store | None = None,
    start: MatchStarted | None = None,
    resumes: bool = False,
    dice: str = "",
    pause: float = 0.0,
    needs_signs: bool = False,
    may_move: bool = False,
    pressed: list[str] | None = None,
) -> AsyncIterator[Game]:
    """Open the app on its start screen, or on a match that starts or goes on.

    `pressed` takes the keys of the hints that are clicked.
    """
    clock = Clock()
    noted: list[Message] = []

    def note(message: Message) -> None:
        # It is seen again at each parent that it comes to.
        is_new = all(message is not other for other in noted)
        if pressed is not None and isinstance(message, KeyBar.Pressed) and is_new:
            noted.append(message)
            pressed.append(message.key)

    app = FevgaApp(
        store or Store.open(None),
        NOWHERE,
        start=start,
        resumes=resumes,
        die=dice_of(dice),
        now=clock,
        pause=pause,
        needs_signs=needs_signs,
        may_move=may_move,
    )
    async with app.run_test(size=size, message_hook=note) as pilot:
        game = Game(app, pilot, clock)
        await game.settle()
        clock.wait()
        yield game


@asynccontextmanager
async def playing(
    position: str = "24x15 12x15 w",
    roll: str = "",
    *,
    match: MatchStarted | None = None,
    dice: str = "",
    size: tuple[int, int] = (80, 24),
    pause: float = 0.0,
    needs_signs: bool = False,
) -> AsyncIterator[Game]:
    """Open the app on a game that stands at a position, with a roll to play or none."""
    start = match or started()
    async with opened(size=size, start=start, pause=pause, needs_signs=needs_signs) as game:
        await game.put(position, roll, dice=dice)
        yield game
