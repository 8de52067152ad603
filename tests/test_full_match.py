"""Whole matches in a real terminal, by keys alone and by the mouse alone, from the first screen on.

The players throw their own dice, so that a script can decide everything. The script is the one that
the plain mode reads, and what is kept at the end is the same events, whichever hand played it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from terminal import Terminal

from fevga_tui import words
from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceFrom,
    DrawAgreed,
    Event,
    MatchStarted,
    NextGameStarted,
    PlayMade,
    Resigned,
)
from fevga_tui.rules.match import Ending, Phase
from fevga_tui.rules.matchfile import read_events
from fevga_tui.rules.notation import read_play
from fevga_tui.rules.play import Refusal
from fevga_tui.rules.position import Side
from fevga_tui.rules.ruleset import FEVGA
from fevga_tui.session import Session
from fevga_tui.store import Store

FEVGA_COMMAND = [sys.executable, "-m", "fevga_tui"]
PAUSE = 0.2
"""Seconds without a key after which the next one counts for whoever's turn it is now."""

LOOK = 0.3
"""Seconds for which something that came up is looked at before it is answered."""

CHOSEN = "is chosen; choose where it goes"

SLOW = 3.0
"""Seconds after which an answer is taken never to come."""

Step = tuple[str, str]
"""What is done, and with what: a die, a roll, one move."""

CASES = Path(__file__).with_name("cases")
EVENTS = read_events((CASES / "match-to-3.jsonl").read_text(encoding="utf-8")).events
"""What the script amounts to, whichever hand plays it."""


def script() -> Iterator[Step]:
    """Yield the steps of the script that the plain mode reads, answers to questions left out."""
    for line in (CASES / "match-to-3.txt").read_text(encoding="utf-8").splitlines():
        said = line.split()
        if not said or said[0] in ("#", "yes"):
            continue
        if line.isdigit():
            yield "die" if len(line) == 1 else "roll", line
        elif line in ("end", "resign", "draw", "next"):
            yield line, ""
        else:
            yield from (("move", word) for word in said)
    yield "leave", ""


def act(session: Session, step: Step) -> None:
    """Do in a session what a step says."""
    what, text = step
    match what:
        case "die" | "roll":
            session.enter_dice(text)
        case "move":
            assert session.turn is not None
            moves = read_play(text, session.turn, session.match.on_roll)
            assert not isinstance(moves, Refusal), f"{text} is not legal"
            session.push(moves)
        case "end":
            session.end_turn()
        case "resign":
            session.resign()
        case "draw":
            session.agree_draw()
        case "next":
            session.next_game()


# -- the hands


class KeysHand:
    """Plays by keys alone: typed moves and the cursor in turn."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._moves = 0

    def start(self) -> None:
        """Start from the command line, which asks for nothing more."""

    def enter(self, text: str) -> None:
        self.terminal.type(f"{text}\r")

    def move(self, text: str, _: Side) -> None:
        self._moves += 1
        if self._moves % 2:
            self.enter(text)
            return
        for place in text.split("/"):
            self._tab_to(place)
            self.terminal.press("enter")
            if place == text.split("/")[0]:
                self.terminal.wait_for(CHOSEN)

    def _tab_to(self, place: str) -> None:
        for _ in range(26):
            at = self._cursor()
            if at == place:
                return
            self.terminal.press("tab")
            self.terminal.wait_until(partial(self._is_elsewhere, at), "another place")
        raise AssertionError(f"Tab does not come to {place}\n{self.terminal.text()}")

    def _is_elsewhere(self, place: str | None) -> bool:
        return self._cursor() not in (None, place)

    def _cursor(self) -> str | None:
        found = re.search(r"\[ ?(\d+|off)\]", f"{_rim(self.terminal, 0)} {_rim(self.terminal, 1)}")
        return found[1] if found else None

    def end(self) -> None:
        self.terminal.press("enter")

    def ask(self, what: str) -> None:
        self.terminal.press({"resign": "x", "draw": "d"}[what])

    def agree(self, _: str) -> None:
        self.terminal.press("y")

    def next(self) -> None:
        self.terminal.press("enter")

    def leave_result(self) -> None:
        self.terminal.press("q")

    def leave_start(self) -> None:
        self.terminal.press("q")


class MouseHand:
    """Plays by the mouse alone."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def start(self) -> None:
        """Start by the menu and the form."""
        self._click("New match")
        self._click("your own")
        self.terminal.wait_for(r"\[your own\]")
        self._click("Enter start the match")

    def _click(self, words: str) -> None:
        self.terminal.wait_for(words)
        self.terminal.click_text(words)

    def enter(self, text: str) -> None:
        for at, face in enumerate(text):
            self._click(rf"\[{face}\]")
            self.terminal.wait_for(f"Dice: {text[: at + 1]}_")
        self._click("Enter takes them")

    def move(self, text: str, side: Side) -> None:
        source, target = text.split("/")
        self._click_place(source, side)
        self.terminal.wait_for(CHOSEN)
        self._click_place(target, side)

    def _click_place(self, place: str, side: Side) -> None:
        """Click on a point two rows inwards from its number on the rim, or on the side's tray."""
        row = 0 if (place == "off" and side is Side.BLACK) or place in _UPPER else 1
        found = re.search(rf"(?<!\d){place}(?!\d)", _rim(self.terminal, row))
        assert found is not None, f"no {place} on the rim"
        self.terminal.click(found.start(), RIMS[row] + (2 if row == 0 else -2))

    def end(self) -> None:
        self._click("Enter (ends the turn|passes)")

    def ask(self, what: str) -> None:
        self._click({"resign": "x resign", "draw": "d draw"}[what])

    def agree(self, words: str) -> None:
        self._click(words)

    def next(self) -> None:
        self._click("Next game")

    def leave_result(self) -> None:
        self._click("Leave to the start screen")

    def leave_start(self) -> None:
        self._click("q  Leave")


Hand = KeysHand | MouseHand
HANDS: dict[str, Callable[[Terminal], Hand]] = {"keys": KeysHand, "mouse": MouseHand}

RIMS = (1, 19)
"""The rows of the numbers, in a terminal of 80x24."""

_UPPER = {str(point) for point in range(13, 25)}


def _rim(terminal: Terminal, row: int) -> str:
    """Return the numbers of the upper or the lower points."""
    return terminal.line(RIMS[row])[:59]


# -- playing


def play(hand: Hand, session: Session, steps: Sequence[Step]) -> None:
    """Play the steps, each when the screen shows that the last one happened."""
    terminal = hand.terminal
    for step in steps:
        what, text = step
        if what == "leave":
            _until(terminal, hand.leave_result, "F E V G A", LOOK)
            _until(terminal, hand.leave_start, None, LOOK)
            return
        on_roll = session.match.on_roll
        name, before = player(session, on_roll), session.match.game
        act(session, step)
        shows = _shown(session)
        match what:
            case "die" | "roll":
                _until(terminal, partial(hand.enter, text), shows)
            case "move":
                hand.move(text, on_roll)
                if session.turn:
                    terminal.wait_for(_counts(session, on_roll))
                terminal.wait_for(shows)
            case "end":
                _until(terminal, hand.end, shows)
            case "resign":
                _until(terminal, partial(hand.ask, "resign"), f"{name}: resign this game")
                _until(terminal, partial(hand.agree, f"{name} resigns"), shows, LOOK)
            case "draw":
                _until(terminal, partial(hand.ask, "draw"), f"{name} offers a draw")
                _until(terminal, partial(hand.agree, "Agree to the draw"), shows, LOOK)
            case "next":
                assert session.match.game == before + 1
                _until(terminal, hand.next, shows, LOOK)


def _until(
    terminal: Terminal, send: Callable[[], None], shows: str | None, pause: float = PAUSE
) -> None:
    """Do something that the screen answers, or that ends the program; again if it came too soon."""
    for tries in range(3):
        terminal.read_for(pause * (tries + 1))
        send()
        try:
            if shows is None:
                assert terminal.wait_exit(SLOW) == 0
            else:
                terminal.wait_for(shows, SLOW)
        except AssertionError:
            if tries == 2:
                raise
        else:
            return


def player(session: Session, side: Side) -> str:
    """Return what finds a player's name, with the side where the screen says it."""
    return re.escape(words.player(session.match, side))


def _shown(session: Session) -> str:
    """Return what the screen shows once a session is where it is."""
    match, turn = session.match, session.turn
    name = player(session, match.on_roll)
    if match.phase is Phase.CONTEST:
        return f"{player(session, match.contest_side)} rolls one die"
    if match.phase is Phase.TO_ROLL:
        return f"^ {name} to roll"
    if match.phase is Phase.MATCH_OVER:
        return "The match is over"
    if turn is None:
        return f"Game {match.game} is over"
    if turn.is_pass:
        return f"{name}: no legal move"
    return f"{name}: Enter ends the turn" if turn.is_complete else f"{name} to play"


def _counts(session: Session, side: Side) -> str:
    """Return what the panel says of a side, the moves of its turn counted."""
    position = session.turn.position if session.turn else session.match.seen_by(side)
    return f"pips {position.pips}, off {position.off}"


def kept(folder: Path) -> list[Event]:
    """Return the events of the one match in a folder."""
    store = Store.open(folder)
    [number] = store.numbers()
    events = list(store.look_at(number).events)
    store.close()
    return events


@pytest.mark.parametrize("name", HANDS)
def test_a_whole_match_is_played_in_a_real_terminal(name: str, tmp_path: Path) -> None:
    names = ("Anna", "Bob") if name == "keys" else ("White", "Black")
    asked = ["--white", "Anna", "--black", "Bob", "--to", "3", "--dice", "own"]
    arguments = asked if name == "keys" else []
    session = Session([MatchStarted(*names, 3, FEVGA, DiceFrom.PLAYERS)])
    with Terminal([*FEVGA_COMMAND, *arguments, "--data", tmp_path]) as terminal:
        hand = HANDS[name](terminal)
        hand.start()
        terminal.wait_for("rolls one die")
        play(hand, session, list(script()))
        assert terminal.restored() == []
    assert kept(tmp_path) == [session.events[0], *EVENTS[1:]]


def test_text_pasted_raw_into_a_real_terminal_ends_nothing(tmp_path: Path) -> None:
    session = Session([MatchStarted("White", "Black", 3, FEVGA, DiceFrom.PLAYERS)])
    steps = [("die", "6"), ("die", "1"), ("roll", "65")]
    with Terminal([*FEVGA_COMMAND, "--dice", "own", "--data", tmp_path]) as terminal:
        terminal.wait_for("White rolls one die")
        play(KeysHand(terminal), session, steps)
        for text in ("24/18\r18/13\rq\ry\rr\r", "x\ry\r", "d\ry\ry\r"):
            terminal.read_for(LOOK)
            terminal.type(text)
            terminal.settle()
            assert terminal.exit_code is None
        terminal.press("escape")
        terminal.settle()
        assert terminal.exit_code is None
    assert kept(tmp_path) == session.events


def test_the_script_of_the_match_has_everything_in_it() -> None:
    session = Session(EVENTS)
    kinds = {type(event) for event in session.events}
    assert {ContestDieRolled, PlayMade, Resigned, DrawAgreed, NextGameStarted} <= kinds
    assert session.record.games[0].contests == [(5, 5), (6, 3)]
    turns = [turn for game in session.record.games for turn in game.turns]
    assert any(turn.play == () for turn in turns)
    assert any(turn.roll.is_double and len(turn.play) == 4 for turn in turns)
    endings = [(outcome.ending, outcome.points) for outcome in session.match.outcomes]
    assert endings == [(Ending.RESIGNED, 2), (Ending.DRAWN, 0), (Ending.BORNE_OFF, 2)]
    openers = [game.opener for game in session.record.games]
    assert openers == [Side.WHITE, Side.BLACK, Side.BLACK]
    assert [len(game.contests) for game in session.record.games] == [2, 0, 1]
    assert session.match.phase is Phase.MATCH_OVER
    assert session.match.score == {Side.WHITE: 0, Side.BLACK: 4}
