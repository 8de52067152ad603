"""Where chance comes from: the operating system's generator."""

from __future__ import annotations

from collections.abc import Callable

Die = Callable[[], int]
"""Throws one die: returns 1–6."""


def throw() -> int:
    """Throw one fair die."""
    # Not at the top: it takes milliseconds of every start, and memory, before anybody rolls.
    import secrets

    return secrets.randbelow(6) + 1
