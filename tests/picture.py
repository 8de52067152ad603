"""Draw a terminal's screen as SVG, for the README and for looking at a screen.

    python tests/picture.py OUT.svg --size 80x24 --keys "r wait:0.3 enter" -- COMMAND ...
    rsvg-convert -z 1.5 OUT.svg -o OUT.png

Lines, blocks and shades are drawn as shapes, so that neighbours join without seams whatever the
font; all else is text, word by word at its exact place.
"""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from terminal import Cell, Snapshot, Terminal

WIDTH, HEIGHT = 10, 20  # of a cell
FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"
FONT_SIZE = WIDTH / (1233 / 2048)  # 1233: the advance of DejaVu Sans Mono (and of Menlo)
BASELINE = 15.5
LIGHT, HEAVY, GAP = 1.3, 2.6, 2  # of lines; with the middle a little aside, their edges
MIDDLE_X, MIDDLE_Y = 5.05, 10.05  # round to the same whole pixels in every cell at 1.5 times
PADDING, BAR, RADIUS = 10, 30, 9
FRAME, RIM, CAPTION = "#2b2d31", "#45484e", "#b9bcc2"
BUTTONS = ("#ff5f57", "#febc2e", "#28c840")

DEFAULT = {"fg": "#d8d8d8", "bg": "#101214"}
PALETTE = {
    "black": "#1c1f22",
    "red": "#cd3131",
    "green": "#0dbc79",
    "yellow": "#d7ba2d",
    "blue": "#2472c8",
    "magenta": "#bc3fbc",
    "cyan": "#11a8cd",
    "white": "#d0d0d0",
    "brightblack": "#767676",
    "brightred": "#f14c4c",
    "brightgreen": "#23d18b",
    "brightyellow": "#f5f543",
    "brightblue": "#3b8eea",
    "brightmagenta": "#d670d6",
    "brightcyan": "#29b8db",
    "brightwhite": "#ffffff",
}


class _Paint(NamedTuple):
    """How a cell is painted: colours as #rrggbb, and what else matters for its text."""

    fg: str
    bg: str
    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False


def _colour(name: str, ground: str) -> str:
    return DEFAULT[ground] if name == "default" else PALETTE.get(name, f"#{name}")


def _mix(colour: str, other: str) -> str:
    parts = [(int(colour[i : i + 2], 16) * 2 + int(other[i : i + 2], 16)) // 3 for i in (1, 3, 5)]
    return "#{:02x}{:02x}{:02x}".format(*parts)


def _paint(cell: Cell, *, cursor: bool = False) -> _Paint:
    fg, bg = _colour(cell.fg, "fg"), _colour(cell.bg, "bg")
    if cell.reverse != cursor:
        fg, bg = bg, fg
    if cell.dim:
        fg = _mix(fg, bg)
    return _Paint(fg, bg, cell.bold, cell.italic, cell.underline, cell.strike)


# --------------------------------------------------------------------------------------------
# Shapes: every function gives path data for a cell whose corner is at x, y.
# --------------------------------------------------------------------------------------------


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _rect(x: float, y: float, width: float, height: float) -> str:
    a, b, w, h = (_number(v) for v in (x, y, width, height))
    return f"M{a} {b}h{w}v{h}h-{w}z"


def _block(char: str) -> list[tuple[float, float, float, float]] | None:
    """Give the rectangles of a block element, as fractions of the cell."""
    code = ord(char)
    if char == "▀":
        return [(0, 0, 1, 1 / 2)]
    if 0x2581 <= code <= 0x2588:  # lower eighths up to the full block
        part = (code - 0x2580) / 8
        return [(0, 1 - part, 1, part)]
    if 0x2589 <= code <= 0x258F:  # left eighths, from seven down to one
        return [(0, 0, (0x2590 - code) / 8, 1)]
    if char in "▐▔▕":
        return [{"▐": (1 / 2, 0, 1 / 2, 1), "▔": (0, 0, 1, 1 / 8), "▕": (7 / 8, 0, 1 / 8, 1)}[char]]
    if 0x2596 <= code <= 0x259F:
        corners = {"UPPER LEFT": (0, 0), "UPPER RIGHT": (1, 0)}
        corners |= {"LOWER LEFT": (0, 1), "LOWER RIGHT": (1, 1)}
        name = unicodedata.name(char)
        return [(a / 2, b / 2, 1 / 2, 1 / 2) for key, (a, b) in corners.items() if key in name]
    if 0x1FB82 <= code <= 0x1FB8B:  # upper, then right: 1/4, 3/8, 5/8, 3/4, 7/8
        part = (2, 3, 5, 6, 7)[(code - 0x1FB82) % 5] / 8
        return [(0, 0, 1, part) if code < 0x1FB87 else (1 - part, 0, part, 1)]
    return None


def _arms(char: str) -> dict[str, str]:
    """Read the name of a box-drawing character: the weight of each of its arms."""
    words = re.sub(r"(TRIPLE|QUADRUPLE|DOUBLE) DASH|ARC", "", unicodedata.name(char))
    arms: dict[str, str] = {}
    weights: list[str] = []
    for part in words.removeprefix("BOX DRAWINGS").split(" AND "):
        weights += [w for w in part.split() if w in {"LIGHT", "HEAVY", "SINGLE", "DOUBLE"}][:1]
        for word in part.split():
            sides = {"HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN")}.get(word, (word,))
            arms |= {s: weights[-1] for s in sides if s in {"UP", "DOWN", "LEFT", "RIGHT"}}
    return arms


def _start(v: float, beside: Sequence[str | None], *, double: bool, through: bool) -> float:
    """Say how far from the middle a stroke begins, v being its distance from the arm's axis."""
    near, far = GAP - LIGHT / 2, GAP + LIGHT / 2
    if double and beside[v > 0] == "DOUBLE":
        return near  # it turns into the near line of its neighbour
    if through:
        return 0
    if not double and beside[0] == beside[1] == "DOUBLE":
        return near  # it ends at the near one of two lines
    half = {None: 0, "LIGHT": LIGHT / 2, "SINGLE": LIGHT / 2, "HEAVY": HEAVY / 2, "DOUBLE": far}
    return -max(half[weight] for weight in beside)  # it fills the corner


def _line(char: str, x: float, y: float) -> str:
    """Draw the straight arms of a box-drawing character, from its middle to the edges."""
    arms = _arms(char)
    path = []
    for side, weight in arms.items():
        upright = side in {"UP", "DOWN"}
        beside = [arms.get(s) for s in (("LEFT", "RIGHT") if upright else ("UP", "DOWN"))]
        through = arms.keys() >= ({"UP", "DOWN"} if upright else {"LEFT", "RIGHT"})
        length, middle = (HEIGHT, MIDDLE_Y) if upright else (WIDTH, MIDDLE_X)
        double = weight == "DOUBLE"
        thick = HEAVY if weight == "HEAVY" else LIGHT
        for v in (-GAP, GAP) if double else (0,):
            start = _start(v, beside, double=double, through=through)
            first, last = (
                (middle + start, length) if side in {"DOWN", "RIGHT"} else (0, middle - start)
            )
            if upright:
                path.append(_rect(x + MIDDLE_X + v - thick / 2, y + first, thick, last - first))
            else:
                path.append(_rect(x + first, y + MIDDLE_Y + v - thick / 2, last - first, thick))
    return "".join(path)


def _dashes(char: str, x: float, y: float) -> str:
    name = unicodedata.name(char)
    count = 4 if "QUADRUPLE" in name else 3 if "TRIPLE" in name else 2
    thick = HEAVY if "HEAVY" in name else LIGHT
    path = []
    for i in range(count):
        if name.endswith("VERTICAL"):
            step = HEIGHT / count
            path.append(_rect(x + MIDDLE_X - thick / 2, y + (i + 0.2) * step, thick, 0.6 * step))
        else:
            step = WIDTH / count
            path.append(_rect(x + (i + 0.2) * step, y + MIDDLE_Y - thick / 2, 0.6 * step, thick))
    return "".join(path)


def _arc(char: str, x: float, y: float) -> str:
    """Draw a rounded corner, as a path to stroke."""
    down, right = char in "╭╮", char in "╭╰"
    mid_x, mid_y = x + MIDDLE_X, y + MIDDLE_Y
    turn = 1 if down else -1
    start = f"M{_number(mid_x)} {_number(y + HEIGHT if down else y)}"
    upright = f"V{_number(mid_y + turn * WIDTH / 2)}"
    end = f"{_number(x + WIDTH if right else x)} {_number(mid_y)}"
    return f"{start}{upright}Q{_number(mid_x)} {_number(mid_y)} {end}"


def _diagonal(char: str, x: float, y: float) -> str:
    path = f"M{x} {y + HEIGHT}L{x + WIDTH} {y}" if char in "\u2571\u2573" else ""
    return path + (f"M{x} {y}L{x + WIDTH} {y + HEIGHT}" if char in "\u2572\u2573" else "")


def _shape(char: str, x: float, y: float) -> tuple[str, str] | None:
    """Give path data and the attributes to paint it with, or None for a character of the font."""
    if len(char) != 1:
        return None
    if char in "░▒▓":
        return _rect(x, y, WIDTH, HEIGHT), f'fill-opacity="{" ░▒▓".index(char) / 4}"'
    if (parts := _block(char)) is not None:
        return "".join(
            _rect(x + a * WIDTH, y + b * HEIGHT, w * WIDTH, h * HEIGHT) for a, b, w, h in parts
        ), ""
    if not "\u2500" <= char <= "\u257f":
        return None
    if char in "╭╮╯╰":
        return _arc(char, x, y), "stroke"
    if char in "\u2571\u2572\u2573":
        return _diagonal(char, x, y), "stroke"
    if "DASH" in unicodedata.name(char):
        return _dashes(char, x, y), ""
    return _line(char, x, y), ""


# --------------------------------------------------------------------------------------------
# The picture
# --------------------------------------------------------------------------------------------


def _backgrounds(rows: Sequence[Sequence[_Paint]], ground: str) -> Iterator[str]:
    """Merge cells of one colour into runs, and equal runs below one another into rectangles."""
    growing: dict[tuple[int, int, str], int] = {}  # run -> its first row
    for y, row in enumerate([*rows, []]):
        runs: dict[tuple[int, int, str], None] = {}  # in their order, so that pictures compare
        for colour, group in groupby(enumerate(row), lambda item: item[1].bg):
            columns = [x for x, _ in group]
            if colour != ground:
                runs[columns[0], len(columns), colour] = None
        for run in [run for run in growing if run not in runs]:
            x, length, colour = run
            top = growing.pop(run)
            path = _rect(x * WIDTH, top * HEIGHT, length * WIDTH, (y - top) * HEIGHT)
            yield f'<path fill="{colour}" d="{path}"/>'
        for run in runs:
            growing.setdefault(run, y)


def _decorations(y: int, paints: Sequence[_Paint]) -> Iterator[str]:
    for (fg, under, strike), group in groupby(
        enumerate(paints), lambda item: (item[1].fg, item[1].underline, item[1].strike)
    ):
        columns = [x for x, _ in group]
        for wanted, height in ((under, 17.5), (strike, 10)):
            if wanted:
                path = _rect(columns[0] * WIDTH, y * HEIGHT + height, len(columns) * WIDTH, 1)
                yield f'<path fill="{fg}" d="{path}"/>'


def _words(y: int, cells: Sequence[Cell], paints: Sequence[_Paint]) -> Iterator[str]:
    """Place the text of a row. ASCII in words; each other character in the middle of its cell."""

    def kind(x: int) -> tuple[_Paint, int]:
        char = cells[x].char
        apart = not char.isascii() or not char.strip()
        return paints[x]._replace(bg="", underline=False, strike=False), x if apart else -1

    for (paint, alone), group in groupby(range(len(cells)), kind):
        columns = list(group)
        text = "".join(cells[x].char for x in columns)
        if not text.strip() or _shape(text, 0, 0):
            continue
        style = f'fill="{paint.fg}"' + ' font-weight="bold"' * paint.bold
        style += ' font-style="italic"' * paint.italic
        if alone < 0:
            x, width = columns[0] * WIDTH, len(columns) * WIDTH
            place = f'x="{x}" textLength="{width}" lengthAdjust="spacingAndGlyphs"'
        else:
            wide = alone + 1 < len(cells) and not cells[alone + 1].char
            place = f'x="{alone * WIDTH + WIDTH * (1 + wide) / 2:g}" text-anchor="middle"'
        yield f'<text {place} y="{y * HEIGHT + BASELINE:g}" {style}>{escape(text)}</text>'


def _shapes(rows: Sequence[Sequence[Cell]], paints: Sequence[Sequence[_Paint]]) -> Iterator[str]:
    paths: dict[tuple[str, str], list[str]] = {}
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if shape := _shape(cell.char, x * WIDTH, y * HEIGHT):
                paths.setdefault((paints[y][x].fg, shape[1]), []).append(shape[0])
    for (colour, how), path in paths.items():
        if how == "stroke":
            style = f'fill="none" stroke="{colour}" stroke-width="{_number(LIGHT)}"'
        else:
            style = f'fill="{colour}" shape-rendering="crispEdges" {how}'
        yield f'<path {style} d="{"".join(path)}"/>'


def svg(screen: Snapshot, title: str | None = None) -> str:
    """Draw a screen in a window, with a title or with the program's own."""
    rows = screen.rows
    paints = [
        [_paint(cell, cursor=(x, y) == screen.cursor) for x, cell in enumerate(row)]
        for y, row in enumerate(rows)
    ]
    edge = [*paints[0], *paints[-1], *(row[i] for row in paints for i in (0, -1))]
    ground = Counter(paint.bg for paint in edge).most_common(1)[0][0]
    inner_width, inner_height = len(rows[0]) * WIDTH, len(rows) * HEIGHT
    width, height = inner_width + 2 * PADDING, inner_height + BAR + 2 * PADDING
    caption = escape(screen.title if title is None else title)
    middle = BAR / 2
    bottom = (  # the part below the bar, with the window's lower corners
        f"M.5 {BAR}H{width - 0.5}V{height - RADIUS}q0 {RADIUS - 0.5} -{RADIUS - 0.5} {RADIUS - 0.5}"
        f"H{RADIUS}q-{RADIUS - 0.5} 0 -{RADIUS - 0.5} -{RADIUS - 0.5}z"
    )
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">',
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="{RADIUS}"'
        f' fill="{FRAME}"/>',
        f'<path fill="{ground}" d="{bottom}"/>',
        *(
            f'<circle cx="{18 + 20 * i}" cy="{middle:g}" r="6" fill="{colour}"/>'
            for i, colour in enumerate(BUTTONS)
        ),
        f'<text x="{width / 2:g}" y="{middle + 4.5:g}" text-anchor="middle" fill="{CAPTION}"'
        f' font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="13">{caption}</text>',
        f'<g transform="translate({PADDING} {BAR + PADDING})">',
        '<g shape-rendering="crispEdges">',
        *_backgrounds(paints, ground),
        "</g>",
        *_shapes(rows, paints),
        f'<g font-family="{FONT}" font-size="{FONT_SIZE:.3f}" xml:space="preserve">',
        *(line for y, row in enumerate(rows) for line in _words(y, row, paints[y])),
        "</g>",
        *(line for y, row in enumerate(paints) for line in _decorations(y, row)),
        "</g>",
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="{RADIUS}"'
        f' fill="none" stroke="{RIM}"/>',
        "</svg>",
    ]
    return "\n".join(out) + "\n"


def play(terminal: Terminal, steps: Sequence[str]) -> None:
    """Take steps: a key, wait:SECONDS, for:REGEX, click:X,Y or text:TYPED, all without blanks."""
    for step in steps:
        what, _, rest = step.partition(":")
        if not rest:
            terminal.press(step)
        elif what == "wait":
            terminal.read_for(float(rest))
        elif what == "for":
            terminal.wait_for(rest)
        elif what == "click":
            x, y = rest.split(",")
            terminal.click(int(x), int(y))
        elif what == "text":
            terminal.type(rest)
        else:
            raise SystemExit(f"unknown step: {step}")
        terminal.settle(quiet=0.2)


def main(argv: Sequence[str]) -> None:
    """Run a command, take the steps and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("out", type=Path, help="the SVG file to write")
    parser.add_argument("--size", default="80x24", help="columns x rows (80x24)")
    parser.add_argument("--keys", default="", help=play.__doc__)
    parser.add_argument("--title", help="for the window; else the program's own")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--term", default="xterm-256color")
    parser.add_argument("command", nargs="+", help="after --")
    options = parser.parse_args(argv)
    width, height = (int(n) for n in options.size.split("x"))
    env = {"COLORTERM": "truecolor"} | dict(item.split("=", 1) for item in options.env)
    with Terminal(options.command, (width, height), options.term, env) as terminal:
        terminal.settle(quiet=0.3, timeout=20)
        play(terminal, options.keys.split())
        options.out.write_text(svg(terminal.snapshot(), options.title), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
