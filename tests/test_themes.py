"""Contrast of every theme, as people with full and with deficient colour vision see it."""

from pathlib import Path

import pytest

from fevga_tui import screen
from fevga_tui.store import Store
from fevga_tui.ui.app import FevgaApp
from fevga_tui.ui.settings import VALUES
from fevga_tui.ui.themes import THEMES

TEXT, MARK = 4.5, 3.0
"""The least ratio of text to its ground, and of checkers and marks to theirs (WCAG 2)."""

PAIRS = [
    ("ink", "room", TEXT),
    ("quiet", "room", TEXT),
    ("number", "wood", TEXT),
    ("mark", "wood", TEXT),
    ("accent", "room", TEXT),
    ("on-felt", "felt", TEXT),
    ("on-felt", "used", TEXT),
    ("on-cursor", "cursor", TEXT),
    ("on-cursor", "mark", TEXT),
    ("refusal", "room", TEXT),
    ("pips", "die", TEXT),
    ("white-edge", "white", TEXT),
    ("black-edge", "black", TEXT),
    ("mark", "felt", MARK),
    ("trail", "felt", MARK),
    *((side, ground, MARK) for side in ("white", "black") for ground in ("felt", "pale-point")),
    *((side, "deep-point", MARK) for side in ("white", "black")),
    ("white", "black", MARK),
    ("die", "felt", MARK),
]
"""What lies on what, and the ratio that it needs."""

VISIONS = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""Linear RGB as seen with each kind of colour vision (Machado, Oliveira and Fernandes, 2009)."""


def luminance(colour: str, vision: str) -> float:
    """Return the relative luminance of `#rrggbb` seen with a kind of colour vision."""
    levels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels
    ]
    seen = [
        min(1.0, max(0.0, sum(part * level for part, level in zip(row, linear, strict=True))))
        for row in VISIONS[vision]
    ]
    return 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]


def contrast(one: str, other: str, vision: str) -> float:
    """Return the contrast ratio of two colours, 1 … 21."""
    lighter, darker = sorted((luminance(one, vision), luminance(other, vision)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_the_ratio_of_black_and_white_is_twenty_one() -> None:
    assert contrast("#000000", "#ffffff", "full") == pytest.approx(21)
    assert contrast("#777777", "#777777", "deutan") == 1


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("name", [name for name in THEMES if name != "terminal"])
def test_everything_stands_out_from_its_ground(name: str, vision: str) -> None:
    colours = THEMES[name].variables
    too_weak = {
        f"{one} on {other}": round(contrast(colours[one], colours[other], vision), 2)
        for one, other, least in PAIRS
        if contrast(colours[one], colours[other], vision) < least
    }
    assert too_weak == {}


def test_all_themes_name_the_same_colours() -> None:
    names = {name: set(theme.variables) for name, theme in THEMES.items()}
    assert all(found == names["walnut"] for found in names.values())


def test_the_command_line_knows_every_theme() -> None:
    assert list(THEMES) == list(screen.THEMES) == list(VALUES["theme"])


def test_a_theme_asked_for_is_taken_for_once_and_another_may_be_set(tmp_path: Path) -> None:
    app = FevgaApp(Store.open(tmp_path), tmp_path, theme="paper")
    assert app.theme == "fevga-paper"
    assert app.settings.theme == "paper"
    assert app.store.setting("theme") is None
    app.change_setting("theme", "night")
    assert app.theme == "fevga-night"
    app.store.close()
    kept = Store.open(tmp_path)
    assert FevgaApp(kept, tmp_path).theme == "fevga-night"
    assert FevgaApp(kept, tmp_path, theme="walnut").theme == "fevga-walnut"
    kept.close()


def test_the_terminal_theme_has_the_terminal_s_own_colours_alone() -> None:
    assert all(colour.startswith("ansi_") for colour in THEMES["terminal"].variables.values())
