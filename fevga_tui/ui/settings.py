"""What the players may set, and how it is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fevga_tui.ui.themes import THEMES

VALUES: dict[str, tuple[str, ...]] = {
    "theme": tuple(THEMES),
    "turning": ("stays", "by itself"),
    "numbers": ("printed", "both"),
    "glyphs": ("auto", "blocks", "signs"),
}
"""Every setting and its values, the default first."""

CAPTIONS = {"theme": "Colours", "turning": "Table", "numbers": "Numbers", "glyphs": "Drawing"}


class Settings(NamedTuple):
    """The settings in force."""

    theme: str = VALUES["theme"][0]
    turning: str = VALUES["turning"][0]
    numbers: str = VALUES["numbers"][0]
    glyphs: str = VALUES["glyphs"][0]

    @classmethod
    def read(cls, kept: Callable[[str], str | None]) -> Settings:
        """Read the settings; what is missing or unknown takes its default."""
        found = {name: kept(name) for name in cls._fields}
        return cls(**{name: value for name, value in found.items() if value in VALUES[name]})
