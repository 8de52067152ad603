"""How much a store takes from players to whom the disk does not belong."""

from __future__ import annotations

from typing import NamedTuple

from fevga_tui.rules.events import Event, NextGameStarted
from fevga_tui.store.errors import FullMatchError


class Limits(NamedTuple):
    """The most matches of a store and events of a match; a `game` begins with so many left."""

    matches: int
    events: int
    game: int

    def check(self, kept: int, event: Event) -> None:
        """Raise FullMatchError where a match of so many events has no room for another."""
        if kept >= self.events:
            raise FullMatchError(
                f"this match has all the {self.events} events that one may have here: it is kept"
                " as it stands, and another can be started"
            )
        if isinstance(event, NextGameStarted) and self.events - kept < self.game:
            raise FullMatchError(
                f"this match has {kept} of the {self.events} events that one may have here, which"
                " leaves too few for another game: it is kept as it stands, and another match can"
                " be started"
            )
