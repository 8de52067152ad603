"""What the players may set, and how it is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

NOTES: dict[str, dict[str, str]] = {
    "theme": {
        "walnut": "Warm wood and green felt.",
        "night": "Dark and quiet.",
        "paper": "Light, for a light room.",
        "contrast": "As much contrast as there is.",
        "terminal": "The colours that the terminal itself is set to.",
    },
    "turning": {
        "stays": "The table stays as it is; f turns it.",
        "by itself": "The table turns to the side whose turn it is.",
    },
    "numbers": {
        "printed": "The points have the numbers of the rim, the same for both sides.",
        "both": "The own numbers of the side whose turn it is stand there too.",
    },
    "motion": {
        "on": "The dice roll for a moment; any key ends it. Never over SSH.",
        "off": "Nothing moves.",
    },
    "glyphs": {
        "auto": "Coloured blocks; letters where the terminal has no colours.",
        "blocks": "Coloured blocks.",
        "signs": "Letters, (OO) for White and [XX] for Black.",
    },
}
"""Every setting, its values, the default first, and what each means."""

VALUES = {name: tuple(notes) for name, notes in NOTES.items()}

CAPTIONS = {
    "theme": "Colours",
    "turning": "Table",
    "numbers": "Numbers",
    "motion": "Motion",
    "glyphs": "Drawing",
}


class Settings(NamedTuple):
    """The settings in force."""

    theme: str = VALUES["theme"][0]
    turning: str = VALUES["turning"][0]
    numbers: str = VALUES["numbers"][0]
    motion: str = VALUES["motion"][0]
    glyphs: str = VALUES["glyphs"][0]

    @classmethod
    def read(cls, kept: Callable[[str], str | None]) -> Settings:
        """Read the settings; what is missing or unknown takes its default."""
        found = {name: kept(name) for name in cls._fields}
        return cls(**{name: value for name, value in found.items() if value in VALUES[name]})
