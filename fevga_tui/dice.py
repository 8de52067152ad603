"""Where chance comes from: the operating system's generator."""

from __future__ import annotations

import secrets
from collections.abc import Callable

Die = Callable[[], int]
"""Throws one die: returns 1–6."""


def throw() -> int:
    """Throw one fair die."""
    return secrets.randbelow(6) + 1
