"""The SQLite file: matches and their events; the only room that touches files."""

from fevga_tui.store.errors import (
    DamagedMatchError,
    FullError,
    FullMatchError,
    MatchInUseError,
    NoSuchMatchError,
    NotKeptError,
    StoreError,
)
from fevga_tui.store.folder import data_folder
from fevga_tui.store.kept import KeptMatch
from fevga_tui.store.limits import Limits
from fevga_tui.store.store import LookedAt, Store, TakenUp
from fevga_tui.store.summary import Summary
from fevga_tui.store.times import Clock, now

__all__ = [
    "Clock",
    "DamagedMatchError",
    "FullError",
    "FullMatchError",
    "KeptMatch",
    "Limits",
    "LookedAt",
    "MatchInUseError",
    "NoSuchMatchError",
    "NotKeptError",
    "Store",
    "StoreError",
    "Summary",
    "TakenUp",
    "data_folder",
    "now",
]
