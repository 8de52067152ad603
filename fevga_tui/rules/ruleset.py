"""The rulesets: each dimension in which descriptions of the game part, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from fevga_tui.rules.errors import RulesetError


class Release(Enum):
    """Where the first checker releases the others (section 3.2)."""

    PASSED = "passed"
    REACHED = "reached"

    @property
    def point(self) -> int:
        """The own point at or below which a checker counts as the released first one."""
        return 11 if self is Release.PASSED else 12


class OpeningRoll(Enum):
    """What the opener of a game plays first (section 2)."""

    FRESH = "fresh"
    CONTEST = "contest"


class NextOpener(Enum):
    """Who opens the next game after a won one (section 2)."""

    WINNER = "winner"
    CONTEST = "contest"


class Wall(Enum):
    """Six own points that a ruleset may forbid to hold all at once (sections 3.3 and 8)."""

    OWN_QUADRANT = "own-quadrant"
    START_QUADRANT = "start-quadrant"
    START_BRIDGE = "start-bridge"

    @property
    def points(self) -> range:
        """The six own points, lowest first."""
        return _WALL_POINTS[self]


_WALL_POINTS = {
    Wall.OWN_QUADRANT: range(19, 25),
    Wall.START_QUADRANT: range(7, 13),
    Wall.START_BRIDGE: range(6, 12),
}


class TrappedFifteen(Enum):
    """Whether a prime ahead of fifteen trapped checkers must be opened (section 5)."""

    MUST_OPEN = "must-open"
    FREE = "free"


class ShutOut(Enum):
    """Whether a six-point wall may leave the opponent no legal die at all (section 8)."""

    ALLOWED = "allowed"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to play, dimension by dimension (section 8); the defaults are `fevga`."""

    name: str
    release: Release = Release.PASSED
    opening_roll: OpeningRoll = OpeningRoll.FRESH
    next_opener: NextOpener = NextOpener.WINNER
    forbidden_walls: frozenset[Wall] = frozenset({Wall.OWN_QUADRANT})
    trapped_fifteen: TrappedFifteen = TrappedFifteen.MUST_OPEN
    shut_out: ShutOut = ShutOut.ALLOWED

    def data(self) -> dict[str, str | list[str]]:
        """Return the ruleset as plain data, every dimension by name."""
        return {
            "name": self.name,
            "release": self.release.value,
            "opening_roll": self.opening_roll.value,
            "next_opener": self.next_opener.value,
            "forbidden_walls": sorted(wall.value for wall in self.forbidden_walls),
            "trapped_fifteen": self.trapped_fifteen.value,
            "shut_out": self.shut_out.value,
        }

    @classmethod
    def from_data(cls, data: object) -> Ruleset:
        """Read what `data()` writes. Raises RulesetError for a missing or unknown dimension."""
        names = set(cls.__dataclass_fields__)
        if not isinstance(data, Mapping) or set(data) != names:
            raise RulesetError(f"a ruleset names {', '.join(sorted(names))}, not {data!r}")
        walls = data["forbidden_walls"]
        if not isinstance(data["name"], str) or not isinstance(walls, list):
            raise RulesetError(f"a ruleset has a name and a list of walls, not {data!r}")
        try:
            return cls(
                name=data["name"],
                release=Release(data["release"]),
                opening_roll=OpeningRoll(data["opening_roll"]),
                next_opener=NextOpener(data["next_opener"]),
                forbidden_walls=frozenset(Wall(wall) for wall in walls),
                trapped_fifteen=TrappedFifteen(data["trapped_fifteen"]),
                shut_out=ShutOut(data["shut_out"]),
            )
        except ValueError as error:
            raise RulesetError(f"{error} in a ruleset: {data!r}") from None


FEVGA = Ruleset("fevga")

RULESETS: dict[str, Ruleset] = {
    ruleset.name: ruleset
    for ruleset in (
        FEVGA,
        Ruleset(
            "no-start-walls",
            forbidden_walls=frozenset({Wall.OWN_QUADRANT, Wall.START_QUADRANT}),
        ),
        Ruleset(
            "reach",
            release=Release.REACHED,
            opening_roll=OpeningRoll.CONTEST,
            next_opener=NextOpener.CONTEST,
            forbidden_walls=frozenset({Wall.OWN_QUADRANT, Wall.START_BRIDGE}),
            trapped_fifteen=TrappedFifteen.FREE,
            shut_out=ShutOut.ILLEGAL,
        ),
        Ruleset(
            "moultezim",
            next_opener=NextOpener.CONTEST,
            forbidden_walls=frozenset(),
            trapped_fifteen=TrappedFifteen.FREE,
        ),
    )
}
"""The named rulesets of section 8, the default first."""


def named(name: str) -> Ruleset:
    """Return the ruleset called `name`. Raises RulesetError, which lists those there are."""
    try:
        return RULESETS[name]
    except KeyError:
        raise RulesetError(f"no ruleset {name!r}; there are {', '.join(RULESETS)}") from None
