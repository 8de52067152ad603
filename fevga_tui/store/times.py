"""Points in time: where they come from, and as text that sorts by time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Tells the time, with its zone."""


def now() -> datetime:
    """Return the time of the machine's clock."""
    return datetime.now(UTC)


def to_text(time: datetime) -> str:
    """Return a time as text of a fixed width, in UTC."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


def from_text(text: object) -> datetime | None:
    """Read what `to_text` writes; None for anything else."""
    if not isinstance(text, str):
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo else None
