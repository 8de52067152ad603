"""The engine as the tests speak of it: positions, rolls and moves as text, in printed numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from brute_force import Answer, Checkers, Rules, unparse

from fevga_tui.rules.legal import Search, pack, unpack
from fevga_tui.rules.notation import move_text, play_text, read_play, read_roll, sentence
from fevga_tui.rules.play import Move, Play, Refusal, Turn
from fevga_tui.rules.position import Position, Side, across
from fevga_tui.rules.ruleset import (
    FEVGA,
    RULESETS,
    Release,
    Ruleset,
    ShutOut,
    TrappedFifteen,
    Wall,
)


@dataclass(frozen=True)
class Table:
    """A roll being played and whose it is."""

    turn: Turn
    side: Side

    def move(self, text: str) -> Move:
        """Read one move with its die: `24/18:6`."""
        way, die = text.split(":")
        return Move(self.side.own(int(way.split("/")[0])), int(die))

    def read(self, text: str) -> Play | Refusal:
        return read_play(text, self.turn, self.side)

    def play(self, text: str) -> Table:
        """Play moves one after the other; a refusal fails the test with its sentence."""
        turn = self.turn
        for word in text.split():
            moves = read_play(word, turn, self.side)
            assert not isinstance(moves, Refusal), sentence(moves, self.side)
            turn = turn.push(*moves)
        return Table(turn, self.side)

    def refusal(self, text: str) -> Refusal:
        """Try a play that must be refused."""
        refusal = self.read(text)
        assert isinstance(refusal, Refusal), f"{text} is legal"
        return refusal

    def says(self, text: str) -> str:
        """Try a play that must be refused, and return the sentence."""
        return sentence(self.refusal(text), self.side)

    @property
    def board(self) -> str:
        """Where the checkers stand now, without the side to move."""
        return self.turn.position.text(self.side)[:-2]

    @property
    def legal(self) -> set[str]:
        """The next legal single moves, each with its die, as the cases write them."""
        return {move_with_die(move, self.side) for move in self.turn.legal_moves}

    @property
    def plays(self) -> set[str]:
        """The legal plays of the roll, one for each final position."""
        return {play_text(play, self.side) for play in self.turn.plays}

    @cached_property
    def answer(self) -> Answer:
        """What the roll allows, as the brute force answers it."""
        start, roll = self.turn.start, self.turn.roll
        search = Search(pack(start.mine), pack(start.theirs), roll.dice, self.turn.ruleset)
        return answer_of(search, pack(start.theirs), self.side)


def at(position: str, roll: str, moves: str = "", rules: str | Ruleset = FEVGA) -> Table:
    """Set up a position and a roll, and play some moves."""
    start, side = Position.from_text(position)
    ruleset = RULESETS[rules] if isinstance(rules, str) else rules
    return Table(Turn.begin(start, read_roll(roll), ruleset), side).play(moves)


def answer_of(search: Search, theirs: int, side: Side) -> Answer:
    """Return what packed counts allow, as the brute force answers it; all empty for a pass."""
    used = len(search.dice) - len(search.rest)
    first_moves = {
        move_with_die(Move(point, die), side)
        for die in set(search.dice)
        for point, after in search.mover.steps(search.mine, die)
        if search.reaches(after, _less(search.dice, die))
    }
    boards = {_board(final, theirs, side) for final in search.finals}
    return Answer(used, frozenset(boards if used else ()), frozenset(first_moves))


def _less(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    left = list(dice)
    left.remove(die)
    return tuple(left)


def _board(mine: int, theirs: int, side: Side) -> str:
    white, black = _checkers(mine, side), _checkers(theirs, side.other)
    return unparse(white, black) if side is Side.WHITE else unparse(black, white)


def _checkers(packed: int, side: Side) -> Checkers:
    return {side.printed(own): count for own, count in enumerate(unpack(packed)) if own and count}


def move_with_die(move: Move, side: Side) -> str:
    """Write a move as the cases do: `24/18:6`."""
    return f"{move_text(move, side)}:{move.die}"


def mirrored(position: str) -> str:
    """Return the text of the same position with the colours exchanged."""
    reading = Position.from_text(position)
    return reading.position.text(reading.side.other)


def mirrored_moves(text: str) -> str:
    """Return the text of the same moves for the other side."""
    return re.sub(r"\d+(?![\d)])", lambda point: str(across(int(point[0]))), text)


def engine_rules(rules: Rules) -> Ruleset:
    """Return the engine's ruleset with the dimensions of the brute force's."""
    walls = {
        Wall.OWN_QUADRANT: rules.own_quadrant_banned,
        Wall.START_QUADRANT: rules.start_quadrant_banned,
        Wall.START_BRIDGE: rules.bridge_banned,
    }
    return Ruleset(
        rules.name,
        release=Release(rules.release),
        forbidden_walls=frozenset(wall for wall, is_banned in walls.items() if is_banned),
        trapped_fifteen=(
            TrappedFifteen.MUST_OPEN if rules.trapped_must_open else TrappedFifteen.FREE
        ),
        shut_out=ShutOut.ILLEGAL if rules.smothering_banned else ShutOut.ALLOWED,
    )
