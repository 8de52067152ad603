"""Plain text measured in cells."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size


def cut(text: str, width: int) -> str:
    """Return the text, shortened with two dots where it is wider than `width` cells."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 2)).rstrip() + ".."[:width]


def filled(text: str, width: int) -> str:
    """Return the text cut or filled with blanks to just `width` cells."""
    return set_cell_size(cut(text, width), width)


def wrapped(text: str, width: int, lines: int) -> list[str]:
    """Return the text broken at blanks into at most `lines` lines; what is left over is cut."""
    rows: list[str] = []
    for word in text.split():
        if rows and cell_len(rows[-1]) + 1 + cell_len(word) <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    if len(rows) > lines:
        rows[lines - 1 :] = [" ".join(rows[lines - 1 :])]
    return [cut(row, width) for row in rows]


def columns(left: str, right: str, width: int) -> str:
    """Return a line of `width` cells with one text at each end; the left one gives way."""
    return filled(left, max(0, width - len(right) - 1)) + " " + right if right else left
