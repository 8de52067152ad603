"""A kept match as one line of a list."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from fevga_tui.store.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary(Verdict):
    """What a list shows of a match; the names are empty where `damage` says what is wrong.

    A number below zero belongs to a match that the disk has not taken yet.
    """

    number: int
    started_at: datetime | None
    changed_at: datetime | None
    is_in_use: bool
