"""Which key was meant, whatever the keyboard's layout, and which keys come too soon."""

from __future__ import annotations

import unicodedata

from textual.events import Key

_LATIN = "qwertyuiopasdfghjklzxcvbnm"
_GREEK = ";ςερτυθιοπασδφγηξκλζχψωβνμ"
_CYRILLIC = "йцукенгшщзфывапролдячсмить"

_IN_PLACE = (
    dict(zip(_GREEK, _LATIN, strict=True))
    | dict(zip(_CYRILLIC, _LATIN, strict=True))
    | {"σ": "s", "і": "s", "ı": "i", ":": "q"}
)
"""The Latin key in the place of a letter of the Greek and Cyrillic layouts."""

_NAMES = {
    "ctrl+j": "enter",
    "ctrl+m": "enter",
    "ctrl+h": "backspace",
    "ctrl+i": "tab",
    "delete": "backspace",
    "backtab": "shift+tab",
}


def meant(event: Key) -> str:
    """Return the name of the key that was meant: one small Latin letter, a sign or a key's name."""
    if not event.is_printable or event.character is None:
        return _NAMES.get(event.key, event.key)
    character = event.character
    if character == " ":
        return "space"
    # Capitals act as small letters; accents and dots above are left out (ά is a, İ is i), but
    # not from letters of their own (й).
    small = character.lower()
    plain = unicodedata.normalize("NFD", character)[0].lower()
    return _IN_PLACE.get(small) or _IN_PLACE.get(plain, plain)


def with_latin(name: str) -> str:
    """Return the name of a key that was pressed with Ctrl, its letter as on a Latin layout.

    Modern terminals name the letter of the layout: ctrl+ψ is ctrl+c.
    """
    held, ctrl, letter = name.rpartition("ctrl+")
    return f"{held}{ctrl}{_IN_PLACE.get(letter, letter)}" if ctrl else name


class Guard:
    """Keeps keys that are held, pasted or typed ahead from acting on what they were not meant for.

    After `raise_()` no key passes until none has come for `pause` seconds: a key repeats faster
    than that, and so does a paste.
    """

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._last: float | None = None

    def raise_(self, now: float) -> None:
        """Hold back what comes from now on without a pause, or was sent before now."""
        self._last = now

    def lets_pass(self, sent: float) -> bool:
        """Say whether a key sent at this time may act."""
        if self._last is None:
            return True
        if sent - self._last < self._pause:
            self._last = max(sent, self._last)
            return False
        self._last = None
        return True
