"""The settings: texts by key."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from fevga_tui.store.trouble import is_damage


def read(connection: sqlite3.Connection, key: str) -> str | None:
    """Return a setting; None if there is none, or none that is text."""
    try:
        row = connection.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
    except sqlite3.DatabaseError as error:
        # A look at a setting is no reason to set the matches aside with it.
        if not is_damage(error):
            raise
        return None
    if row is None or not isinstance(row[0], str):
        return None
    value: str = row[0]
    return None if any("\ud800" <= letter <= "\udfff" for letter in value) else value


def put(connection: sqlite3.Connection, values: Mapping[str, str]) -> None:
    """Write settings, within a transaction."""
    connection.executemany("INSERT OR REPLACE INTO settings VALUES(?, ?)", values.items())
