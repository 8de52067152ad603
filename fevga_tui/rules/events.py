"""The facts of which a match is made, and their plain form for files."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from fevga_tui.rules.errors import FevgaError, IllegalEventError
from fevga_tui.rules.play import Move, Play, Roll
from fevga_tui.rules.position import START, Side
from fevga_tui.rules.ruleset import Ruleset

LONGEST_NAME = 200
HIGHEST_TARGET = 999
_CONTROLS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


class DiceFrom(Enum):
    """Where the dice of a match come from."""

    PROGRAM = "program"
    PLAYERS = "own"


def clean_name(name: str) -> str:
    """Return a player's name as one plain line: no control or format characters, blanks joined."""
    plain = "".join(
        " " if letter.isspace() else letter
        for letter in name
        if letter.isspace() or unicodedata.category(letter) not in _CONTROLS
    )
    # Composed last: a mark may come to stand beside its letter only now.
    return unicodedata.normalize("NFC", " ".join(plain.split()))[:LONGEST_NAME].strip()


def clean_names(white: str, black: str) -> tuple[str, str]:
    """Return both players' names, cleaned: empty ones get a default, equal ones are told apart."""
    white, black = clean_name(white) or "White", clean_name(black) or "Black"
    if white.casefold() == black.casefold():
        twin = black
        black = f"{twin[: LONGEST_NAME - 8].rstrip()} (Black)"
        if white.casefold() == black.casefold():
            black = f"{twin[: LONGEST_NAME - 4].rstrip()} (2)"
    return white, black


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match began: who plays, to how many points (None: unlimited), by which rules and dice."""

    white: str
    black: str
    target: int | None
    ruleset: Ruleset
    dice: DiceFrom

    def __post_init__(self) -> None:
        if clean_names(self.white, self.black) != (self.white, self.black):
            raise IllegalEventError(f"not two plain names: {self.white!r} and {self.black!r}")
        if self.target is not None and not 1 <= self.target <= HIGHEST_TARGET:
            raise IllegalEventError(f"a match goes to 1-{HIGHEST_TARGET} points, not {self.target}")


@dataclass(frozen=True, slots=True)
class ContestDieRolled:
    """A side rolled its one die of the opening contest (section 2)."""

    side: Side
    die: int

    def __post_init__(self) -> None:
        Roll(self.die, self.die)


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The side on roll rolled its dice."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class RollWithdrawn:
    """A roll of the players' own dice, typed in wrongly, was taken back before any move."""


@dataclass(frozen=True, slots=True)
class PlayMade:
    """The side on roll made its play; no moves are a pass."""

    moves: Play


@dataclass(frozen=True, slots=True)
class Resigned:
    """The side on roll gave the game up (section 6)."""


@dataclass(frozen=True, slots=True)
class DrawAgreed:
    """The side on roll offered a draw and the other agreed (section 6)."""


@dataclass(frozen=True, slots=True)
class NextGameStarted:
    """The players went on to the next game of the match."""


@dataclass(frozen=True, slots=True)
class PlayStopped:
    """The players of an unlimited match stopped between games (section 7)."""


Event = (
    MatchStarted
    | ContestDieRolled
    | DiceRolled
    | RollWithdrawn
    | PlayMade
    | Resigned
    | DrawAgreed
    | NextGameStarted
    | PlayStopped
)

_BARE: dict[str, Event] = {
    "roll-withdrawn": RollWithdrawn(),
    "resigned": Resigned(),
    "draw-agreed": DrawAgreed(),
    "next-game-started": NextGameStarted(),
    "play-stopped": PlayStopped(),
}
_BARE_NAMES = {event: name for name, event in _BARE.items()}

Data = dict[str, object]
"""An event, or another value, as plain data that JSON can hold."""


def moves_to_data(moves: Play) -> list[list[int]]:
    """Return moves as pairs of own source and die."""
    return [[move.source, move.die] for move in moves]


def moves_from_data(data: object) -> Play:
    """Read what `moves_to_data` writes. Raises IllegalEventError for what is no list of moves."""
    if not isinstance(data, list) or len(data) > 4:
        raise IllegalEventError(f"moves are up to four pairs of point and die, not {data!r}")
    moves = []
    for pair in data:
        if not isinstance(pair, list) or len(pair) != 2:
            raise IllegalEventError(f"a move is a pair of point and die, not {pair!r}")
        source, die = _whole(pair[0]), _whole(pair[1])
        if not 1 <= source <= START or not 1 <= die <= 6:
            raise IllegalEventError(f"a move has a point 1-24 and a die 1-6, not {pair!r}")
        moves.append(Move(source, die))
    return tuple(moves)


def to_data(event: Event) -> Data:
    """Return an event as plain data, which `from_data` reads back to an equal value."""
    match event:
        case MatchStarted():
            return {
                "event": "match-started",
                "white": event.white,
                "black": event.black,
                "target": event.target,
                "ruleset": event.ruleset.data(),
                "dice": event.dice.value,
            }
        case ContestDieRolled():
            return {"event": "contest-die-rolled", "side": event.side.value, "die": event.die}
        case DiceRolled():
            return {"event": "dice-rolled", "dice": [event.roll.high, event.roll.low]}
        case PlayMade():
            return {"event": "play-made", "moves": moves_to_data(event.moves)}
        case _:
            return {"event": _BARE_NAMES[event]}


def from_data(data: object) -> Event:
    """Read an event from plain data. Raises IllegalEventError for what is none."""
    if not isinstance(data, Mapping) or not isinstance(data.get("event"), str):
        raise IllegalEventError(f"an event is an object with a name, not {data!r}"[:200])
    rest = {key: value for key, value in data.items() if key != "event"}
    name = data["event"]
    try:
        if name in _BARE and not rest:
            return _BARE[name]
        if name in _READERS and set(rest) == _READERS[name][0]:
            return _READERS[name][1](rest)
    except IllegalEventError:
        raise
    except FevgaError as error:
        raise IllegalEventError(f"{error} in {name}") from None
    raise IllegalEventError(f"no event {name!r} with {sorted(map(str, rest))}"[:200])


def _whole(value: object) -> int:
    """Return a whole number. Raises IllegalEventError for anything else, True included."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise IllegalEventError(f"not a whole number: {value!r}"[:200])
    return value


def _text(value: object) -> str:
    """Return a text. Raises IllegalEventError for anything else."""
    if not isinstance(value, str):
        raise IllegalEventError(f"not a text: {value!r}"[:200])
    return value


def _match_started(data: Data) -> MatchStarted:
    target = None if data["target"] is None else _whole(data["target"])
    try:
        dice = DiceFrom(data["dice"])
    except ValueError:
        raise IllegalEventError(f"dice are 'program' or 'own', not {data['dice']!r}") from None
    ruleset = Ruleset.from_data(data["ruleset"])
    return MatchStarted(_text(data["white"]), _text(data["black"]), target, ruleset, dice)


def _contest_die_rolled(data: Data) -> ContestDieRolled:
    try:
        side = Side(data["side"])
    except ValueError:
        raise IllegalEventError(f"a side is 'w' or 'b', not {data['side']!r}"[:200]) from None
    return ContestDieRolled(side, _whole(data["die"]))


def _dice_rolled(data: Data) -> DiceRolled:
    dice = data["dice"]
    if not isinstance(dice, list) or len(dice) != 2:
        raise IllegalEventError(f"a roll is two dice, not {dice!r}"[:200])
    return DiceRolled(Roll(_whole(dice[0]), _whole(dice[1])))


_READERS: dict[str, tuple[set[str], Callable[[Data], Event]]] = {
    "match-started": ({"white", "black", "target", "ruleset", "dice"}, _match_started),
    "contest-die-rolled": ({"side", "die"}, _contest_die_rolled),
    "dice-rolled": ({"dice"}, _dice_rolled),
    "play-made": ({"moves"}, lambda data: PlayMade(moves_from_data(data["moves"]))),
}
