"""Where chance comes from: the operating system's generator."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom

_CHANCE = SystemRandom()  # what `secrets` takes, which would load OpenSSL as well

Die = Callable[[], int]
"""Throws one die: returns 1–6."""


def throw() -> int:
    """Throw one fair die."""
    return _CHANCE.randint(1, 6)
