"""How many cells of a line a plain text takes, measured with the standard library alone."""

from __future__ import annotations

import unicodedata

_NO_WIDTH = {"Mn", "Me", "Cf"}
_JOINING_JAMO = range(0x1160, 0x1200)
"""Vowels and final consonants of Hangul, which share the cells of the consonant before them."""


def letter_cells(letter: str) -> int:
    """Return the cells of one character: none for a mark on the one before, two for a wide one."""
    if unicodedata.category(letter) in _NO_WIDTH or ord(letter) in _JOINING_JAMO:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "FW" else 1


def cells(text: str) -> int:
    """Return the cells that a text takes."""
    return len(text) if text.isascii() else sum(map(letter_cells, text))


def cut(text: str, width: int) -> str:
    """Return the text, shortened with two dots where it takes more than `width` cells."""
    if cells(text) <= width:
        return text
    taken, room = "", width - 2
    for letter in text:
        room -= letter_cells(letter)
        if room < 0:
            break
        taken += letter
    return taken.rstrip() + ".."


def left(text: str, width: int) -> str:
    """Return the text cut, or filled with blanks on its right, to just `width` cells."""
    text = cut(text, width)
    return text + " " * (width - cells(text))


def right(text: str, width: int) -> str:
    """Return the text cut, or filled with blanks on its left, to just `width` cells."""
    text = cut(text, width)
    return " " * (width - cells(text)) + text


def wrapped(text: str, width: int, lines: int) -> list[str]:
    """Return the text broken at blanks into at most `lines` lines; what is left over is cut."""
    rows: list[str] = []
    for word in text.split():
        if rows and cells(rows[-1]) + 1 + cells(word) <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    if len(rows) > lines:
        rows[lines - 1 :] = [" ".join(rows[lines - 1 :])]
    return [cut(row, width) for row in rows]


def ends(one: str, other: str, width: int) -> str:
    """Return a line of `width` cells with a text at each end; the first one gives way."""
    return f"{left(one, max(0, width - cells(other) - 1))} {other}"
