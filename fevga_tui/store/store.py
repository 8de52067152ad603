"""The store: the matches on the disk, and those that could not get there yet."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple, Self, TypeVar

from fevga_tui.rules.events import Event, clean_name, moves_to_data
from fevga_tui.rules.match import steps
from fevga_tui.rules.play import Play
from fevga_tui.store import matches, settings, times
from fevga_tui.store.errors import (
    DamagedMatchError,
    FullError,
    MatchInUseError,
    NoSuchMatchError,
    NotKeptError,
)
from fevga_tui.store.file import DataFile
from fevga_tui.store.kept import KeptMatch
from fevga_tui.store.limits import Limits
from fevga_tui.store.locks import Locks
from fevga_tui.store.matches import Place, RawMatch
from fevga_tui.store.summary import Summary
from fevga_tui.store.times import Clock, now
from fevga_tui.store.trouble import TROUBLE, reason, sentence
from fevga_tui.store.verdict import Digest, Verdict, read_events, recall

_CHUNK = 50
"""How many matches are asked for their players at once."""

_T = TypeVar("_T")


class LookedAt(NamedTuple):
    """A match as it is kept: its events, and the moves so far of the turn being played."""

    events: list[Event]
    draft: Play


class TakenUp(NamedTuple):
    """A match to play on: its record, and the keeper for what comes."""

    events: list[Event]
    draft: Play
    keeper: KeptMatch


class Store:
    """The matches and settings of a player.

    `trouble` is the sentence to show as long as something could not be kept, or could not be;
    play goes on in memory meanwhile, and each later call tries again. `unread` says why the list
    of matches lacks those in the file. `notices` holds sentences to be told once, by whoever takes
    them out.
    """

    def __init__(self, folder: Path | None, clock: Clock, limits: Limits | None) -> None:
        self.trouble: str | None = None
        self.unread: str | None = None
        self.notices: list[str] = []
        self._clock = clock
        self._limits = limits
        self._locks = Locks(folder) if folder else None
        self._file: DataFile | None = None
        if folder and self._locks:
            self._file = DataFile(folder, self._locks, clock, self.notices.append)
        # By handle: the matches held here, and those released before they could be kept.
        self._live: dict[int, KeptMatch] = {}
        self._last_handle = 0
        self._unkept_settings: dict[str, str] = {}
        self._unkept_verdicts: dict[int, tuple[str, str]] = {}
        self._new_locks: list[int] = []

    @classmethod
    def open(cls, folder: Path | None, *, clock: Clock = now, limits: Limits | None = None) -> Self:
        """Open the store in a folder; None keeps nothing. Never raises for a disk's trouble."""
        store = cls(folder, clock, limits)
        if store._file:
            try:
                store._file.read(lambda _: None)
            except TROUBLE as error:
                store.trouble = sentence(error, store._file.path)
            else:
                if store._file.obstacle:
                    store.trouble = sentence(store._file.obstacle, store._file.path)
        return store

    @property
    def path(self) -> Path | None:
        """Where the file is; None for a store that keeps nothing."""
        return self._file.path if self._file else None

    def close(self) -> None:
        """Try once more to keep what is not kept, and let go of everything."""
        if self._has_unkept or (self._unkept_verdicts and not self.trouble):
            self._flush()
        if self._file and self._locks:
            self._file.close()
            self._locks.close()

    # Playing

    def new_match(self) -> KeptMatch:
        """Return the keeper of a new match, which is there once its first event is.

        Raises FullError where the store has as many matches as it may.
        """
        if self._limits and len(numbers := self.numbers()) >= self._limits.matches:
            raise FullError(
                f"{self._limits.matches} matches are kept here, and no more: delete one in the"
                f" history first, or in plain mode by delete {numbers[-1]}."
            )
        self._last_handle -= 1
        return self._keeper(self._last_handle)

    def take_up(self, number: int) -> TakenUp:
        """Return a match to play on, locked against everyone else until it is released.

        Raises MatchInUseError, DamagedMatchError, NoSuchMatchError or NotKeptError. A draft that
        does not fit the events is dropped.
        """
        live = self._live.get(number)
        if live and live.is_held:
            raise MatchInUseError(f"Match {number} is being played here.")
        if live is None and not self._lock(number):
            raise MatchInUseError(f"Match {number} is being played by another fevga.")
        try:
            raw, verdict = self._judged(number)
            record = _opened(raw, verdict)
        except BaseException:
            if live is None:
                self._unlock(number)
            raise
        match = live or self._keeper(number)
        match.is_held = True
        if live is None:
            match.take_over(raw.rows, record.draft, verdict)
            self._live[number] = match
        return TakenUp(record.events, record.draft, match)

    def look_at(self, number: int) -> LookedAt:
        """Return a match to look at, also one in use. Raises like `take_up`."""
        return _opened(*self._judged(number))

    def times(self, number: int) -> list[datetime | None]:
        """Return when each event of a match was kept. Raises like `take_up`."""
        raw, verdict = self._judged(number)
        if verdict.damage is not None:
            raise _damaged(number, verdict)
        return [times.from_text(at) for at, _ in raw.rows]

    def add(self, events: Sequence[Event], at: Sequence[datetime]) -> int:
        """Add a whole match, or nothing, and return its number; `at` says when each event was.

        Raises IllegalEventError for events that do not replay, NotKeptError if the disk refuses,
        FullError like `new_match`.
        """
        match = self.new_match()
        match.is_held = False
        for event, after, time in zip(events, steps(events), at, strict=True):
            match.add(event, after, times.to_text(time))
        self._live[match.handle] = match
        self._flush()
        if self._file and not match.is_kept:
            del self._live[match.handle]
            raise NotKeptError(self.trouble or "The match could not be kept.")
        return match.handle

    def delete(self, number: int) -> None:
        """Delete a match. Raises MatchInUseError, NoSuchMatchError or NotKeptError."""
        live = self._live.get(number)
        if (live and live.is_held) or (live is None and not self._lock(number)):
            raise MatchInUseError(f"Match {number} is being played.")
        try:
            found = matches.is_number(number) and self._delete(number)
            self._unkept_verdicts.pop(number, None)
            if not self._live.pop(number, None) and not found:
                raise NoSuchMatchError(f"There is no match {number}.")
        finally:
            if number not in self._live:
                self._unlock(number)

    def is_in_use(self, number: int) -> bool:
        """Say whether a match is being played, here or by another process."""
        live = self._live.get(number)
        if live:
            return live.is_held
        if self._locks is None or not matches.is_number(number):
            return False
        try:
            return self._locks.is_taken(number)
        except OSError:
            return False

    # Listing

    def numbers(self) -> list[int]:
        """Return the numbers of all matches: unfinished ones first, then the newest first."""
        return self._unfinished() + self._ended()

    def newest_unfinished(self) -> int | None:
        """Return the match to go on with: the last one played that is neither over nor in use."""
        for number in self._unfinished():
            if self.is_in_use(number):
                continue
            with suppress(NoSuchMatchError):
                summary = self.summary(number)
                if summary.damage is None and not summary.is_over:
                    return number
        return None

    def summary(self, number: int) -> Summary:
        """Return a match as one line of a list. Raises NoSuchMatchError."""
        try:
            raw, verdict = self._judged(number)
        except NotKeptError as error:
            raw, verdict = RawMatch(number), Verdict(damage=str(error))
        return Summary(
            number=number,
            started_at=times.from_text(raw.started_at),
            changed_at=times.from_text(raw.changed_at),
            is_in_use=self.is_in_use(number),
            **verdict.data(),
        )

    def summaries(self, player: str | None = None) -> Iterator[Summary]:
        """Yield the summaries of all matches, or of those of a player, in the order of `numbers`.

        Each is computed when it is asked for.
        """
        for number in self._of_player(self.numbers(), player):
            with suppress(NoSuchMatchError):
                yield self.summary(number)

    def _of_player(self, numbers: list[int], player: str | None) -> Iterator[int]:
        if player is None:
            yield from numbers
            return
        name = clean_name(player).casefold()
        for start in range(0, len(numbers), _CHUNK):
            chunk = numbers[start : start + _CHUNK]
            names = self._names(chunk)
            yield from (n for n in chunk if name in map(str.casefold, names.get(n, ())))

    def _names(self, numbers: list[int]) -> dict[int, tuple[str, ...]]:
        names: dict[int, tuple[str, ...]] = {}
        with suppress(NotKeptError):
            names = self._read(partial(matches.players, numbers=numbers), names)
        for match in self._live.values():
            names[match.handle] = (match.verdict.white, match.verdict.black)
        return names

    def _unfinished(self) -> list[int]:
        here = [m.handle for m in self._live.values() if m.rows and not m.verdict.is_over]
        return _joined(here, self._numbers(matches.UNFINISHED))

    def _ended(self) -> list[int]:
        here = [m.handle for m in self._live.values() if m.verdict.is_over]
        return _joined(here, self._numbers(matches.ENDED))

    def _numbers(self, sql: str) -> list[int]:
        try:
            numbers: list[int] = self._read(partial(matches.numbers, sql=sql), [])
        except NotKeptError as error:
            self.unread = str(error)
            self.trouble = self.trouble or self.unread
            return []
        self.unread = None
        return numbers

    # Settings

    def setting(self, key: str) -> str | None:
        """Return a setting; None if it was never set, or cannot be read."""
        if key in self._unkept_settings:
            return self._unkept_settings[key]
        try:
            return self._read(partial(settings.read, key=key), None)
        except NotKeptError:
            return None

    def set_setting(self, key: str, value: str) -> None:
        """Keep a setting."""
        self._unkept_settings[key] = value
        self._flush()

    # Keeping

    @property
    def _has_unkept(self) -> bool:
        unkept = any(not match.is_kept for match in self._live.values())
        return unkept or bool(self._unkept_settings)

    def _keeper(self, handle: int) -> KeptMatch:
        return KeptMatch(
            handle, keep=self._keep, let_go=self._let_go, clock=self._clock, limits=self._limits
        )

    def _keep(self, match: KeptMatch) -> None:
        self._live[match.handle] = match
        self._flush()

    def _let_go(self, match: KeptMatch) -> None:
        match.is_held = False
        if match.is_kept or not match.rows:
            self._live.pop(match.handle, None)
            self._unlock(match.handle)

    def _flush(self) -> None:
        """Write all that is not kept yet, in one transaction, or say why not."""
        if self._file is None:
            return
        try:
            places = self._file.write(self._put_all)
        except TROUBLE as error:
            self._drop_new_locks()
            self.trouble = sentence(error, self._file.path)
            return
        self.trouble = None
        self._new_locks.clear()
        self._unkept_settings.clear()
        self._unkept_verdicts.clear()
        for place in places:
            self._settle(place)

    def _put_all(self, connection: sqlite3.Connection) -> list[Place]:
        self._drop_new_locks()
        if self._unkept_settings:
            settings.put(connection, self._unkept_settings)
        if self._unkept_verdicts:
            matches.put_verdicts(connection, self._unkept_verdicts)
        # What this connection has not seen may have gone with another file.
        return [
            matches.put(connection, match, partial(self._claim, connection))
            for match in self._live.values()
            if match.rows and not (match.is_kept and match.is_known_to(connection))
        ]

    def _claim(self, connection: sqlite3.Connection) -> int:
        number = matches.new_number(connection)
        while not self._lock(number):
            number += 1
        self._new_locks.append(number)
        return number

    def _drop_new_locks(self) -> None:
        for number in self._new_locks:
            self._unlock(number)
        self._new_locks.clear()

    def _settle(self, place: Place) -> None:
        """Note where a match is, now that it is there."""
        match, before = place.match, place.match.number
        match.is_kept, match.rows_kept, match.stamp = True, place.rows, place.stamp
        if match.handle != place.number:
            del self._live[match.handle]
            self._unlock(match.handle)
            match.handle = place.number
            self._live[match.handle] = match
        if before and before != place.number:
            self.notices.append(
                f"Match {before} in the file is no longer the one that was being played."
                f" That one goes on, whole, as match {place.number}."
            )
        if not match.is_held:
            self._let_go(match)

    def _delete(self, number: int) -> bool:
        """Delete a match from the file; False if there was none. Raises NotKeptError."""
        if self._file is None:
            return False
        try:
            found = self._file.write(partial(matches.delete, number=number))
        except TROUBLE as error:
            what = f"Match {number} is not deleted"
            raise NotKeptError(sentence(error, self._file.path, what)) from error
        self._file.close()  # with its journal, which would keep what was deleted
        return found

    def _read(self, work: Callable[[sqlite3.Connection], _T], nothing: _T) -> _T:
        """Read from the file; `nothing` where there is none. Raises NotKeptError."""
        if self._file is None:
            return nothing
        try:
            return self._file.read(work)
        except TROUBLE as error:
            what = "What was kept cannot be read"
            raise NotKeptError(sentence(error, self._file.path, what)) from error

    def _judged(self, number: int) -> tuple[RawMatch, Verdict]:
        """Return a match as it is kept, and what it amounts to.

        Raises NoSuchMatchError, and NotKeptError where the disk does not let it be read.
        """
        live = self._live.get(number)
        if live and live.rows:
            return _raw(live), live.verdict
        raw = None
        if matches.is_number(number):
            raw = self._read(partial(matches.read, number=number), None)
        if raw is None:
            raise NoSuchMatchError(f"There is no match {number}.")
        if raw.damage:
            return raw, Verdict(damage=raw.damage)
        unkept = self._unkept_verdicts.get(number, ("", None))
        verdict = recall(raw.rows, raw.digest, raw.shown) or recall(raw.rows, *unkept)
        if verdict is None:
            verdict = Verdict.after_replay(raw.rows)
            shown = verdict.to_text()
            self._unkept_verdicts[number] = (Digest(raw.rows).sealed(shown), shown)
        return raw, verdict

    def _lock(self, number: int) -> bool:
        if self._locks is None or not matches.is_number(number):
            return True
        try:
            return self._locks.take(number)
        except OSError as error:
            # Two writers would still not mix: `put` parts them. So play may go on.
            notice = f"Matches cannot be locked here, {reason(error)[0]}: open none of them twice."
            if not self.trouble and notice not in self.notices:
                self.notices.append(notice)
            return True

    def _unlock(self, number: int) -> None:
        if self._locks:
            self._locks.drop(number)


def _joined(here: list[int], there: list[int]) -> list[int]:
    """Return the matches of a list on the disk, before them the newest that it lacks."""
    return [number for number in reversed(here) if number not in there] + there


def _raw(match: KeptMatch) -> RawMatch:
    """Return a match in memory as the file would hold it."""
    draft = json.dumps(moves_to_data(match.draft))
    rows = tuple(match.rows)
    return RawMatch(match.handle, rows[0][0], rows[-1][0], rows, draft)


def _opened(raw: RawMatch, verdict: Verdict) -> LookedAt:
    """Return the record of a match. Raises DamagedMatchError."""
    if verdict.damage is not None:
        raise _damaged(raw.number, verdict)
    events = read_events(raw.rows)
    return LookedAt(events, matches.read_draft(raw.draft, events))


def _damaged(number: int, verdict: Verdict) -> DamagedMatchError:
    return DamagedMatchError(f"Match {number} is damaged: {verdict.damage}.")
