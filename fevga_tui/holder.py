"""The match at hand and the store that keeps it, the same for every way to play."""

from __future__ import annotations

from fevga_tui.dice import Die, throw
from fevga_tui.rules.cells import cut
from fevga_tui.rules.events import MatchStarted
from fevga_tui.session import Session
from fevga_tui.store import (
    KeptMatch,
    MatchInUseError,
    NoSuchMatchError,
    NotKeptError,
    Store,
    Summary,
)


class Holder:
    """Holds one match at a time, so that nobody else plays it; lets it go before the next."""

    def __init__(self, store: Store, die: Die = throw) -> None:
        self.store = store
        self._die = die
        self._keeper: KeptMatch | None = None

    def start(self, started: MatchStarted) -> Session:
        """Start a match; one that is on the way is kept as it is. Raises FullError."""
        keeper = self.store.new_match()
        self.release()
        self._keeper = keeper
        return Session.start(started, keeper=self._keeper, die=self._die)

    def resume(self, *, older: bool = False) -> Session:
        """Go on with the newest unfinished match. Raises StoreError where there is none.

        If another fevga plays the newest one, go on with an `older` one only where that was named.
        """
        number, in_use = self.store.newest_unfinished(), self.in_use()
        if number is not None and (older or in_use is None):
            return self.take_up(number)
        if in_use is not None:
            raise MatchInUseError(f"Match {in_use} is being played by another fevga.")
        if self.store.unread is not None:
            raise NotKeptError(self.store.unread)
        raise NoSuchMatchError("There is no unfinished match to go on with.")

    def take_up(self, number: int) -> Session:
        """Go on with a match. Raises StoreError where it cannot be played on."""
        if self._keeper is not None and self._keeper.number == number:
            self.release()
        taken = self.store.take_up(number)
        self.release()
        self._keeper = taken.keeper
        return Session(taken.events, taken.draft, keeper=taken.keeper, die=self._die)

    def release(self) -> None:
        """Let go of the match at hand, so that another may take it up."""
        if self._keeper is not None:
            self._keeper.release()
            self._keeper = None

    @property
    def number(self) -> int | None:
        """The number of the match at hand; None where there is none, or none yet on the disk."""
        return self._keeper.number if self._keeper else None

    def in_use(self) -> int | None:
        """Return the newest match, if another fevga plays it."""
        newest = next(iter(self.store.numbers()), None)
        if newest is None or newest == self.number or not self.store.is_in_use(newest):
            return None
        return newest

    def unfinished(self) -> tuple[str | None, str | None]:
        """Say in a few words which match can be gone on with, and which is played elsewhere."""
        number, in_use = self.store.newest_unfinished(), self.in_use()
        return (
            None if number is None else in_few_words(self.store.summary(number)),
            None if in_use is None else in_few_words(self.store.summary(in_use)),
        )

    def notices(self) -> list[str]:
        """Return what is to be told about the store, each once, and what troubles it now."""
        told = [*self.store.notices, self.store.trouble or ""]
        self.store.notices.clear()
        return [notice for notice in told if notice]

    def would_lose(self) -> bool:
        """Say whether leaving the program would lose a match, or a part of one."""
        is_kept = self.store.path is not None and self.store.trouble is None
        return not is_kept and bool(self.store.numbers())


def in_few_words(match: Summary) -> str:
    """Say which match it is: the players, the score, the length."""
    white, black = cut(match.white, 16), cut(match.black, 16)
    length = f"match to {match.target}" if match.target else "unlimited play"
    return f"{white} {match.score[0]} - {match.score[1]} {black}, {length}"
