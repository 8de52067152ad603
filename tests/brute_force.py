"""Every legal play of Fevga, found the slow and obvious way.

The fast engine is tested against this file, so it shares nothing with it: it imports only the
standard library, keeps the checkers in dictionaries of printed points, and follows the explicit
path of each side. All dice sequences are played out; which of them are legal plays is judged
afterwards. The section numbers are those of the rules of the game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

Checkers = dict[int, int]
"""How many checkers of one side stand on which printed point; points without one are absent."""

Side = Literal["w", "b"]

CHECKERS = 15

# Section 1: the twenty-four points in the order in which each side travels them.
WHITE_PATH = (24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
BLACK_PATH = (12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13)
PATHS: dict[Side, tuple[int, ...]] = {"w": WHITE_PATH, "b": BLACK_PATH}
OPPONENT: dict[Side, Side] = {"w": "b", "b": "w"}

# Stretches of a path. A path begins with own 24, so own 12 is at index 12 and own 1 at index 23.
START = 0
STARTING_QUADRANT = slice(0, 6)  # own 24 to 19
FROM_OPPONENTS_START = slice(12, 24)  # own 12 to 1
PAST_OPPONENTS_START = slice(13, 24)  # own 11 to 1
OPPONENTS_QUADRANT = slice(12, 18)  # own 12 to 7
BEFORE_OPPONENTS_START = slice(13, 19)  # own 11 to 6
HOME = slice(18, 24)  # own 6 to 1


@dataclass(frozen=True)
class Rules:
    """The dimensions of section 8 that say which plays are legal."""

    name: str
    release: Literal["passed", "reached"] = "passed"
    """Whether the first checker must pass own 12 or only reach it."""
    own_quadrant_banned: bool = True
    """Whether holding all of own 19-24 is illegal."""
    start_quadrant_banned: bool = False
    """Whether holding all of own 7-12, the opponent's starting quadrant, is illegal."""
    bridge_banned: bool = False
    """Whether holding all of own 6-11 is illegal."""
    trapped_must_open: bool = True
    """Whether section 5 applies."""
    smothering_banned: bool = False
    """Whether a six-point wall that leaves the opponent without a legal die is illegal."""


RULES: dict[str, Rules] = {
    "fevga": Rules("fevga"),
    "no-start-walls": Rules("no-start-walls", start_quadrant_banned=True),
    "reach": Rules(
        "reach",
        release="reached",
        bridge_banned=True,
        trapped_must_open=False,
        smothering_banned=True,
    ),
    "moultezim": Rules("moultezim", own_quadrant_banned=False, trapped_must_open=False),
}


@dataclass(frozen=True)
class Move:
    """One die played by one checker, in printed numbers; the target None is off the board."""

    source: int
    target: int | None
    die: int

    def __str__(self) -> str:
        target = "off" if self.target is None else self.target
        return f"{self.source}/{target}:{self.die}"


@dataclass(frozen=True)
class Sequence:
    """One or more dice legally played one after the other, and the mover's checkers after them."""

    moves: tuple[Move, ...]
    after: Checkers


@dataclass(frozen=True)
class Answer:
    """What a roll allows: all empty, and no die used, for a pass."""

    dice_used: int
    results: frozenset[str]
    """The final positions, without the side to move."""
    first_moves: frozenset[str]
    """Every single move that begins a legal play, such as `24/18:6` or `6/off:6`."""


# Section 9: notation.


def parse(text: str) -> tuple[Checkers, Checkers, Side]:
    """Read a position such as `24x15 12x15 w`; a ValueError says what is impossible in it."""
    fields = text.split()
    if len(fields) != 3:
        raise ValueError(f"not three fields: {text!r}")
    white, black = _parse_checkers(fields[0]), _parse_checkers(fields[1])
    for point in white:
        if point in black:
            raise ValueError(f"held by both: {point}")
    if fields[2] == "w":
        return white, black, "w"
    if fields[2] == "b":
        return white, black, "b"
    raise ValueError(f"neither w nor b: {fields[2]!r}")


def _parse_checkers(field: str) -> Checkers:
    checkers: Checkers = {}
    if field == "-":
        return checkers
    for item in field.split(","):
        point_text, cross, number_text = item.partition("x")
        point = int(point_text)
        number = int(number_text) if cross else 1
        if not 1 <= point <= 24:
            raise ValueError(f"no such point: {point}")
        if number < 1:
            raise ValueError(f"no such number of checkers: {number}")
        if point in checkers:
            raise ValueError(f"named twice: {point}")
        checkers[point] = number
    if sum(checkers.values()) > CHECKERS:
        raise ValueError(f"over fifteen checkers: {field}")
    return checkers


def unparse(white: Checkers, black: Checkers) -> str:
    """Write a position without the side to move, such as `24x15 12x15`."""
    return f"{_unparse_checkers(white)} {_unparse_checkers(black)}"


def _unparse_checkers(checkers: Checkers) -> str:
    if not checkers:
        return "-"
    return ",".join(
        str(point) if checkers[point] == 1 else f"{point}x{checkers[point]}"
        for point in sorted(checkers, reverse=True)
    )


def parse_roll(roll: str) -> tuple[int, int]:
    """Read a roll such as `65`; the higher die comes first in the answer."""
    if len(roll) != 2 or any(digit not in "123456" for digit in roll):
        raise ValueError(f"not a roll: {roll!r}")
    return max(int(roll[0]), int(roll[1])), min(int(roll[0]), int(roll[1]))


# Section 3: one die.


def holds_all(checkers: Checkers, points: tuple[int, ...]) -> bool:
    """Whether a checker stands on every one of the points."""
    return all(point in checkers for point in points)


def is_released(rules: Rules, mine: Checkers, side: Side) -> bool:
    """3.2: whether some checker is off, or past (or on) the opponent's start."""
    if sum(mine.values()) < CHECKERS:
        return True
    far = PAST_OPPONENTS_START if rules.release == "passed" else FROM_OPPONENTS_START
    return any(point in mine for point in PATHS[side][far])


def movable_points(rules: Rules, mine: Checkers, side: Side) -> list[int]:
    """3.2: the points whose checkers may move; all of them after the release.

    Before it only a checker off the start may (all such, in a set-up with several), and one from
    the start while none has left.
    """
    if is_released(rules, mine, side):
        return list(mine)
    start = PATHS[side][START]
    return [point for point in mine if point != start] or [start]


def may_bear_off(mine: Checkers, side: Side, source: int, die: int) -> bool:
    """3.4: whether the die takes a checker from the source off the board."""
    path = PATHS[side]
    if any(point not in path[HOME] for point in mine):
        return False
    to_go = len(path) - path.index(source)
    if die == to_go:
        return True
    farther = path[: path.index(source)]
    return die > to_go and not any(point in mine for point in farther)


def has_six_in_a_row(checkers: Checkers) -> bool:
    """Whether the checkers hold six consecutive points of the ring, where 1 and 24 adjoin."""
    ring = [*range(1, 25), *range(1, 6)]
    return any(holds_all(checkers, tuple(ring[i : i + 6])) for i in range(24))


def may_stand(rules: Rules, mine: Checkers, theirs: Checkers, side: Side) -> bool:
    """3.3 and section 8: whether the mover's checkers may stand like this after a die."""
    path = PATHS[side]
    if rules.own_quadrant_banned and holds_all(mine, path[STARTING_QUADRANT]):
        return False
    if rules.start_quadrant_banned and holds_all(mine, path[OPPONENTS_QUADRANT]):
        return False
    if rules.bridge_banned and holds_all(mine, path[BEFORE_OPPONENTS_START]):
        return False
    if rules.smothering_banned and has_six_in_a_row(mine):
        without = replace(rules, smothering_banned=False)
        return any(
            next(one_die(without, theirs, mine, OPPONENT[side], die), None) is not None
            for die in range(1, 7)
        )
    return True


def one_die(
    rules: Rules, mine: Checkers, theirs: Checkers, side: Side, die: int
) -> Iterator[tuple[Move, Checkers]]:
    """Yield every legal move of one die, and the mover's checkers after it."""
    path = PATHS[side]
    for source in movable_points(rules, mine, side):
        place = path.index(source) + die
        target = path[place] if place < len(path) else None
        if target is None:
            if not may_bear_off(mine, side, source, die):
                continue
        elif target in theirs:
            continue
        after = dict(mine)
        after[source] -= 1
        if after[source] == 0:
            del after[source]
        if target is not None:
            after[target] = after.get(target, 0) + 1
        if may_stand(rules, after, theirs, side):
            yield Move(source, target, die), after


# Section 4: a turn.


def every_sequence(rules: Rules, position: str, roll: str) -> Iterator[Sequence]:
    """Yield every sequence of one or more legal dice, unfinished ones too.

    Not each is a legal play: the turn is judged in `enumerate_plays`.
    """
    white, black, side = parse(position)
    mine, theirs = (white, black) if side == "w" else (black, white)
    high, low = parse_roll(roll)

    def play_on(so_far: Sequence, dice: tuple[int, ...]) -> Iterator[Sequence]:
        if not dice:
            return
        for move, after in one_die(rules, so_far.after, theirs, side, dice[0]):
            longer = Sequence((*so_far.moves, move), after)
            yield longer
            yield from play_on(longer, dice[1:])

    nothing_played = Sequence((), mine)
    if high == low:
        yield from play_on(nothing_played, (high,) * 4)
    else:
        yield from play_on(nothing_played, (high, low))
        yield from play_on(nothing_played, (low, high))


@dataclass(frozen=True)
class _Outcome:
    """What one or several sequences come to that differ only in a way of no account here."""

    dice: tuple[int, ...]
    first_moves: frozenset[Move]
    after: Checkers


def _outcomes(rules: Rules, position: str, roll: str) -> list[_Outcome]:
    return [
        _Outcome(tuple(move.die for move in s.moves), frozenset(s.moves[:1]), s.after)
        for s in every_sequence(rules, position, roll)
    ]


def _outcomes_of_double(rules: Rules, position: str, roll: str) -> list[_Outcome]:
    """Return the outcomes of a double, each arrangement of checkers once per number of dice.

    What can follow depends on the arrangement alone, so sequences that have led to the same one
    with equally many dice are continued together; only their first moves are all kept.
    """
    white, black, side = parse(position)
    mine, theirs = (white, black) if side == "w" else (black, white)
    die, _ = parse_roll(roll)
    outcomes: list[_Outcome] = []
    layer = [_Outcome((), frozenset(), mine)]
    for _ in range(4):
        arrangements: dict[str, Checkers] = {}
        first_moves: dict[str, set[Move]] = {}
        for outcome in layer:
            for move, after in one_die(rules, outcome.after, theirs, side, die):
                key = _unparse_checkers(after)
                arrangements[key] = after
                first_moves.setdefault(key, set()).update(outcome.first_moves or {move})
        dice = (*layer[0].dice, die) if layer else ()
        layer = [
            _Outcome(dice, frozenset(first_moves[key]), after)
            for key, after in arrangements.items()
        ]
        outcomes.extend(layer)
    return outcomes


def points_to_open(rules: Rules, mine: Checkers, theirs: Checkers, side: Side) -> tuple[int, ...]:
    """Section 5: the six points of which one must be opened, or none without the obligation."""
    if not rules.trapped_must_open or len(theirs) != 1 or sum(theirs.values()) != CHECKERS:
        return ()
    (trapped,) = theirs
    path = PATHS[OPPONENT[side]]
    if trapped in path[HOME]:
        return ()
    place = path.index(trapped)
    six_ahead = path[place + 1 : place + 7]
    return six_ahead if holds_all(mine, six_ahead) else ()


def _judge(rules: Rules, position: str, roll: str, outcomes: list[_Outcome]) -> Answer:
    """Sections 4 and 5: keep the outcomes that are whole legal plays."""
    white, black, side = parse(position)
    mine, theirs = (white, black) if side == "w" else (black, white)
    wall = points_to_open(rules, mine, theirs, side)
    if wall:
        opening = [outcome for outcome in outcomes if not holds_all(outcome.after, wall)]
        outcomes = opening or outcomes
    most = max((len(outcome.dice) for outcome in outcomes), default=0)
    plays = [outcome for outcome in outcomes if len(outcome.dice) == most]
    high, low = parse_roll(roll)
    if high != low and most == 1:
        plays = [play for play in plays if play.dice == (high,)] or plays
    return Answer(
        dice_used=most,
        results=frozenset(
            unparse(play.after, black) if side == "w" else unparse(white, play.after)
            for play in plays
        ),
        first_moves=frozenset(str(move) for play in plays for move in play.first_moves),
    )


def enumerate_plays(rules: Rules, position: str, roll: str) -> Answer:
    """Return every final position that a legal play reaches, and every move that begins one."""
    high, low = parse_roll(roll)
    outcomes = _outcomes_of_double if high == low else _outcomes
    return _judge(rules, position, roll, outcomes(rules, position, roll))


def enumerate_one_by_one(rules: Rules, position: str, roll: str) -> Answer:
    """Return the same as `enumerate_plays`, also for doubles with every sequence on its own."""
    return _judge(rules, position, roll, _outcomes(rules, position, roll))
