"""Positions and rolls for the tests: met in random play, or set up to be awkward."""

import random
from collections.abc import Callable, Iterator

from brute_force import (
    CHECKERS,
    OPPONENT,
    PATHS,
    RULES,
    Checkers,
    Side,
    enumerate_plays,
    unparse,
)
from hypothesis import strategies as st

ROLLS = tuple(f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls, the higher die first."""

FACES = (1, 2, 3, 4, 5, 6)
SIDES: tuple[Side, Side] = ("w", "b")
RING = tuple(range(1, 25))


def random_play_positions(seed: int, count: int, rules_name: str) -> Iterator[str]:
    """Yield positions as a side is about to roll, from games of uniformly random plays.

    Consecutive ones come from one game; after its end the next begins. Either side may open.
    """
    rules = RULES[rules_name]
    rng = random.Random(seed)
    board, side = "", SIDES[0]
    for _ in range(count):
        if not board:
            board, side = "24x15 12x15", rng.choice(SIDES)
        yield f"{board} {side}"
        dice = sorted((rng.choice(FACES), rng.choice(FACES)), reverse=True)
        answer = enumerate_plays(rules, f"{board} {side}", f"{dice[0]}{dice[1]}")
        if answer.results:
            board = rng.choice(sorted(answer.results))
        if "-" in board.split():
            board = ""
        side = OPPONENT[side]


def rolls() -> st.SearchStrategy[str]:
    """Draw one of the 21 rolls, the higher die first."""
    return st.sampled_from(ROLLS)


# Shapes of one side. Each draws the checkers of a side, at least one and at most fifteen; places
# are indices into the side's own path, so 0 is its start and 18 to 23 its home.

Draw = st.DrawFn


def _stand(side: Side, places: list[int]) -> Checkers:
    checkers: Checkers = {}
    for place in places:
        point = PATHS[side][place % 24]
        checkers[point] = checkers.get(point, 0) + 1
    return checkers


def _places(draw: Draw, first: int, last: int, number: int) -> list[int]:
    place = st.integers(first, last)
    return draw(st.lists(place, min_size=number, max_size=number))


@st.composite
def _anywhere(draw: Draw, side: Side) -> Checkers:
    return _stand(side, _places(draw, 0, 23, draw(st.integers(1, CHECKERS))))


@st.composite
def _stacks(draw: Draw, side: Side) -> Checkers:
    """Fifteen checkers on few points."""
    points = draw(st.lists(st.integers(0, 23), min_size=2, max_size=5, unique=True))
    spread = draw(st.lists(st.sampled_from(points), min_size=10, max_size=10))
    return _stand(side, [*points, *spread, *points[:1] * 5][:CHECKERS])


@st.composite
def _wall(draw: Draw, side: Side) -> Checkers:
    """Five, six or seven points in a row, perhaps with a gap; often where a ruleset bans them."""
    length = draw(st.sampled_from((5, 6, 6, 6, 7)))
    first = draw(st.sampled_from((0, 0, 12, 13)) | st.integers(0, 23))
    wall = list(range(first, first + length))
    if draw(st.booleans()):
        wall.remove(draw(st.sampled_from(wall)))
    rest = CHECKERS - len(wall)
    where = draw(st.sampled_from(("start", "behind", "on it", "anywhere", "anywhere")))
    if where == "start":
        return _stand(side, wall + [0] * (rest - 1) + _places(draw, 0, 23, 1))
    if where == "behind":
        return _stand(side, wall + _places(draw, max(0, first % 24 - 6), first % 24, rest))
    if where == "on it":
        on_it = draw(st.lists(st.sampled_from(wall), min_size=rest, max_size=rest))
        return _stand(side, wall + on_it)
    return _stand(side, wall + _places(draw, 0, 23, rest))


@st.composite
def _runner(draw: Draw, side: Side) -> Checkers:
    """All on the start but one, mostly near own 12."""
    place = draw(st.integers(9, 14) | st.integers(0, 23))
    return _stand(side, [0] * (CHECKERS - 1) + [place])


@st.composite
def _several_runners(draw: Draw, side: Side) -> Checkers:
    """Two to four off the start and none past own 12, which play cannot bring about."""
    number = draw(st.integers(2, 4))
    return _stand(side, [0] * (CHECKERS - number) + _places(draw, 1, 12, number))


@st.composite
def _home(draw: Draw, side: Side) -> Checkers:
    """All at home, often few left."""
    number = draw(st.integers(1, CHECKERS) | st.integers(1, 4))
    return _stand(side, _places(draw, 18, 23, number))


@st.composite
def _nearly_home(draw: Draw, side: Side) -> Checkers:
    """At home but for one or two stragglers."""
    stragglers = draw(st.integers(1, 2))
    outside = _places(draw, 13, 17, stragglers)
    return _stand(side, outside + _places(draw, 18, 23, CHECKERS - stragglers))


@st.composite
def _one_point(draw: Draw, side: Side) -> Checkers:
    return _stand(side, [draw(st.integers(0, 23))] * CHECKERS)


@st.composite
def _singles(draw: Draw, side: Side) -> Checkers:
    """Fifteen single checkers."""
    places = draw(st.lists(st.integers(0, 23), min_size=15, max_size=15, unique=True))
    return _stand(side, places)


SHAPES: tuple[Callable[[Side], st.SearchStrategy[Checkers]], ...] = (
    _anywhere,
    _stacks,
    _wall,
    _wall,
    _runner,
    _several_runners,
    _home,
    _nearly_home,
    _one_point,
    _singles,
)


def _any_shape(side: Side) -> st.SearchStrategy[Checkers]:
    return st.one_of([shape(side) for shape in SHAPES])


def _make_way(held: Checkers, moving: Checkers, side: Side) -> Checkers:
    """Move whoever stands on a held point on to the next free point of the ring."""
    path = PATHS[side]
    result: Checkers = {}
    for point, number in moving.items():
        place = path.index(point)
        while path[place % 24] in held:
            place += 1
        free = path[place % 24]
        result[free] = result.get(free, 0) + number
    return result


@st.composite
def _two_shapes(draw: Draw, side: Side) -> tuple[Checkers, Checkers]:
    """Two shapes drawn apart, the second side making way."""
    first = draw(_any_shape(side))
    return first, _make_way(first, draw(_any_shape(OPPONENT[side])), OPPONENT[side])


@st.composite
def _facing_a_wall(draw: Draw, side: Side) -> tuple[Checkers, Checkers]:
    """All or nearly all opponents on one point, before a wall of the side or of almost one.

    The rest of the side mostly stands where it has little to play, so that the wall must break.
    """
    other = OPPONENT[side]
    path = PATHS[other]
    trapped = draw(st.integers(0, 17) | st.integers(0, 23))
    length = draw(st.sampled_from((5, 6, 6, 6, 6, 7, 8)))
    distance = draw(st.sampled_from((1, 1, 1, 1, 1, 1, 2)))
    wall = [path[(trapped + distance + i) % 24] for i in range(length)]
    rest = CHECKERS - len(wall)
    where = draw(st.sampled_from(("start", "on it", "low", "one stack", "anywhere")))
    if where == "start":
        points = [PATHS[side][0]] * rest
    elif where == "on it":
        points = draw(st.lists(st.sampled_from(wall), min_size=rest, max_size=rest))
    elif where == "low":
        low = st.sampled_from(PATHS[side][20:])
        points = draw(st.lists(low, min_size=rest, max_size=rest))
    elif where == "one stack":
        points = [draw(st.sampled_from(RING))] * rest
    else:
        points = draw(st.lists(st.sampled_from(RING), min_size=rest, max_size=rest))
    mine = _stand(side, [PATHS[side].index(point) for point in wall + points])
    theirs = {path[trapped]: CHECKERS}
    strays = draw(st.sampled_from((0, 0, 0, 0, 1, 2)))
    for place in _places(draw, 0, 23, strays):
        theirs[path[trapped]] -= 1
        theirs[path[place]] = theirs.get(path[place], 0) + 1
    return _make_way(theirs, mine, side), theirs


@st.composite
def _closed_home(draw: Draw, side: Side) -> tuple[Checkers, Checkers]:
    """All opponents before the closed home of the side, which has one stack or two besides.

    Here opening may cost a die: the stack may have no other move, or only one that closes again.
    """
    stack = st.integers(11, 12) | st.integers(0, 18)
    number = draw(st.integers(0, 9) | st.just(9))
    places = [draw(stack)] * number + [draw(stack)] * (9 - number)
    theirs = {PATHS[OPPONENT[side]][5]: CHECKERS}
    return _make_way(theirs, _stand(side, [*range(18, 24), *places]), side), theirs


def _take_off(draw: Draw, checkers: Checkers, least: int) -> Checkers:
    """Take some checkers off the board in some examples, leaving at least so many."""
    left = dict(checkers)
    if draw(st.sampled_from((False, False, False, True))):
        for _ in range(draw(st.integers(1, 15))):
            if sum(left.values()) <= least:
                break
            point = draw(st.sampled_from(sorted(left)))
            left[point] -= 1
            if left[point] == 0:
                del left[point]
    return left


@st.composite
def setup_positions(draw: Draw, *, may_be_over: bool = False) -> str:
    """Draw the text of a position that may be set up, though it need not arise in play.

    Each side has one to fifteen checkers on the board; with `may_be_over` one side may have none.
    """
    shaper: Side = draw(st.sampled_from(SIDES))
    first, second = draw(
        st.one_of(
            _two_shapes(shaper),
            _two_shapes(shaper),
            _two_shapes(shaper),
            _facing_a_wall(shaper),
            _facing_a_wall(shaper),
            _closed_home(shaper),
        )
    )
    first = _take_off(draw, first, 0 if may_be_over else 1)
    second = _take_off(draw, second, 0 if may_be_over and first else 1)
    white, black = (first, second) if shaper == "w" else (second, first)
    # The side with the wall is to move more often than not.
    side = draw(st.sampled_from((shaper, shaper, OPPONENT[shaper])))
    return f"{unparse(white, black)} {side}"
