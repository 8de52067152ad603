"""What the store refuses; the text of each is a sentence for players."""

from __future__ import annotations

from fevga_tui.rules.errors import IllegalEventError


class StoreError(Exception):
    """What every exception is that leaves the store."""


class NoSuchMatchError(StoreError):
    """No match has this number."""


class MatchInUseError(StoreError):
    """The match is being played, here or by another process."""


class DamagedMatchError(StoreError):
    """What is kept of the match does not replay."""


class FullError(StoreError):
    """The store takes no more matches."""


class FullMatchError(StoreError, IllegalEventError):
    """The match takes no more events, or no more games; worded as the rules' errors are."""


class NotKeptError(StoreError):
    """The disk does not allow now what was asked for."""
