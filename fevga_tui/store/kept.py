"""A match at the table as its store keeps it: the whole record in memory, and what is on disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable

from fevga_tui.rules.events import Event, PlayMade
from fevga_tui.rules.match import Match
from fevga_tui.rules.play import Play
from fevga_tui.store.limits import Limits
from fevga_tui.store.times import Clock
from fevga_tui.store.times import to_text as time_to_text
from fevga_tui.store.verdict import Digest, Row, Verdict, to_text

Stamp = tuple[sqlite3.Connection, int]
"""A state of the file: the connection, and SQLite's number for what others wrote meanwhile."""


class KeptMatch:
    """Keeps one match, as its session's keeper.

    Each call returns when its fact is on the disk, or else in memory with the store's `trouble`
    set. The record is whole in memory too, so that it outlives a file that is taken away.
    `handle` names the match within its store: its number, or one below zero while it has none.
    """

    def __init__(
        self,
        handle: int,
        *,
        keep: Callable[[KeptMatch], None],
        let_go: Callable[[KeptMatch], None],
        clock: Clock,
        limits: Limits | None,
    ) -> None:
        self.handle = handle
        self.rows: list[Row] = []
        self.draft: Play = ()
        self.verdict = Verdict()
        self.digest = Digest()
        self.rows_kept = 0
        self.stamp: Stamp | None = None
        self.is_kept = True
        self.is_held = True
        self._keep = keep
        self._let_go = let_go
        self._clock = clock
        self._limits = limits

    @property
    def number(self) -> int | None:
        """The number of the match in the file; None as long as it never got there."""
        return self.handle if self.handle > 0 else None

    def keep_event(self, event: Event, after: Match) -> None:
        """Keep the next event, after which the match is `after`; the draft is gone with it.

        Raises FullMatchError, and nothing is kept.
        """
        if self._limits:
            self._limits.check(len(self.rows), event)
        self.add(event, after, time_to_text(self._clock()))
        self._keep(self)

    def keep_draft(self, moves: Play) -> None:
        """Keep the moves so far of the turn being played."""
        self.draft = moves
        self.is_kept = False
        self._keep(self)

    def release(self) -> None:
        """Let others have the match; what is not kept yet stays with the store."""
        self._let_go(self)

    def is_known_to(self, connection: sqlite3.Connection) -> bool:
        """Say whether a connection has written the match, or seen that it is there."""
        return self.stamp is not None and self.stamp[0] is connection

    def add(self, event: Event, after: Match, at: str) -> None:
        """Take an event into the record in memory."""
        row = (at, to_text(event))
        self.rows.append(row)
        self.digest.add(row)
        self.verdict = Verdict.of(after, self.verdict.turns + isinstance(event, PlayMade))
        self.draft = ()
        self.is_kept = False

    def take_over(self, rows: Iterable[Row], draft: Play, verdict: Verdict) -> None:
        """Begin from a record that is on the disk."""
        self.rows = list(rows)
        self.rows_kept = len(self.rows)
        self.digest = Digest(self.rows)
        self.draft = draft
        self.verdict = verdict
