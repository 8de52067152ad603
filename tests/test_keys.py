"""Which key was meant, on any keyboard, and which keys come too soon to act."""

from __future__ import annotations

import string

import pytest
from textual.events import Key

from fevga_tui.ui.keys import Guard, meant

PAUSE = 0.15


def _typed(character: str) -> Key:
    """Return the event of a printable key, named as the framework names it."""
    return Key(character if character.isalnum() else f"sign_{ord(character)}", character)


def test_small_latin_letters_digits_and_signs_mean_themselves() -> None:
    for character in string.ascii_lowercase + string.digits + "?/-+*.,()[]{}'\"!@#$%^&_=<>|\\`~":
        assert meant(_typed(character)) == character


def test_capitals_act_as_small_letters() -> None:
    for character in string.ascii_uppercase:
        assert meant(_typed(character)) == character.lower()


GREEK = {
    **dict(zip("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm", strict=True)),
    "σ": "s",
    ";": "q",
    ":": "q",
}
CYRILLIC = {
    **dict(zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True)),
    "і": "s",
}


@pytest.mark.parametrize("layout", [GREEK, CYRILLIC], ids=["Greek", "Cyrillic"])
def test_letters_of_other_layouts_mean_the_latin_key_in_their_place(
    layout: dict[str, str],
) -> None:
    assert set(layout.values()) == set(string.ascii_lowercase)
    for character, key in layout.items():
        assert meant(_typed(character)) == key
        if character != "ς":  # which has no capital of its own
            assert meant(_typed(character.upper())) == key


@pytest.mark.parametrize(
    ("character", "key"),
    [
        ("ı", "i"),
        ("İ", "i"),
        ("I", "i"),
        ("ά", "a"),
        ("Ά", "a"),
        ("ή", "h"),
        ("ώ", "v"),
        ("ϊ", "i"),
        ("ΐ", "i"),
        ("ü", "u"),
        ("Ö", "o"),
        ("ş", "s"),
        ("ğ", "g"),
        ("ç", "c"),
        ("é", "e"),
        ("ñ", "n"),
        ("Å", "a"),
    ],
)
def test_accents_and_dots_are_left_out(character: str, key: str) -> None:
    assert meant(_typed(character)) == key


@pytest.mark.parametrize(
    "character", ["ß", "æ", "漢", "あ", "😀", "٣", "²", "½", "€", "№", "\u0301", "\u200b"]
)
def test_other_characters_mean_no_key_of_the_game(character: str) -> None:
    assert meant(_typed(character)) not in {*string.ascii_lowercase, *string.digits, "?"}


@pytest.mark.parametrize(
    ("name", "character", "key"),
    [
        ("enter", "\r", "enter"),
        ("ctrl+j", "\n", "enter"),
        ("ctrl+m", "\r", "enter"),
        ("backspace", "\x7f", "backspace"),
        ("ctrl+h", "\x08", "backspace"),
        ("delete", "\x7f", "backspace"),
        ("tab", "\t", "tab"),
        ("ctrl+i", "\t", "tab"),
        ("shift+tab", None, "shift+tab"),
        ("backtab", None, "shift+tab"),
        ("escape", "\x1b", "escape"),
        ("space", " ", "space"),
        ("up", None, "up"),
        ("pagedown", None, "pagedown"),
        ("ctrl+c", "\x03", "ctrl+c"),
        ("ctrl+q", "\x11", "ctrl+q"),
        ("f1", None, "f1"),
        ("home", None, "home"),
    ],
)
def test_keys_without_a_letter_have_names(name: str, character: str | None, key: str) -> None:
    assert meant(Key(name, character)) == key


# -- keys that come too soon


def _passed(*sent: float, raised: float | None = 0.0) -> list[bool]:
    guard = Guard(PAUSE)
    if raised is not None:
        guard.raise_(raised)
    return [guard.lets_pass(at) for at in sent]


def test_without_reason_every_key_passes() -> None:
    assert _passed(0, 0, 0.01, 0.02, raised=None) == [True] * 4


@pytest.mark.parametrize(
    ("sent", "passed"),
    [
        # What was sent before, or just then.
        ([-5.0, -0.2, 0.0], [False, False, False]),
        # A key after a pause, and then every key.
        ([0.2, 0.2, 0.21], [True, True, True]),
        # A key held down from before, at different rates.
        ([0.03 * n for n in range(40)], [False] * 40),
        ([0.14 * n for n in range(20)], [False] * 20),
        # Held, let go, and pressed again.
        ([0.03, 0.06, 0.09, 0.30], [False, False, False, True]),
        # Each early key puts the pause off.
        ([0.1, 0.2, 0.3, 0.44, 0.6], [False, False, False, False, True]),
        # Late delivery of an early key does not put it off further.
        ([0.1, 0.05, 0.26], [False, False, True]),
    ],
)
def test_a_key_passes_once_keys_have_paused(sent: list[float], passed: list[bool]) -> None:
    assert _passed(*sent) == passed


def test_raising_again_holds_back_again() -> None:
    guard = Guard(PAUSE)
    guard.raise_(0.0)
    assert guard.lets_pass(1.0)
    assert guard.lets_pass(1.01)
    guard.raise_(2.0)
    assert not guard.lets_pass(1.9)
    assert not guard.lets_pass(2.1)
    assert guard.lets_pass(2.3)


def test_without_a_pause_only_what_was_sent_before_is_held_back() -> None:
    guard = Guard(0.0)
    guard.raise_(1.0)
    assert not guard.lets_pass(0.9)
    assert guard.lets_pass(1.0)
