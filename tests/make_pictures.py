"""Makes the README's pictures from the real program: `python tests/make_pictures.py`.

Each picture is a real terminal's screen after some keys; the dice are typed in, so that a picture
comes out the same each time. With a folder, every screen is drawn there in three sizes and two
themes, to be looked at.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from shutil import copytree

from picture import play, svg
from terminal import Terminal

ASSETS = Path(__file__).parent.parent / "assets"
FEVGA = [sys.executable, "-m", "fevga_tui"]
MATCH = ["--white", "Eleni", "--black", "Nikos", "--to", "3", "--dice", "own"]

CONTEST = [
    "text:4\r",
    "for:Nikos.*rolls one die",
    "wait:0.3",
    "text:2\r",
    "for:to roll",
    "wait:0.3",
]
TURNS = [
    ("65", "24/13"),
    ("43", "12/5"),
    ("54", "13/4"),
    ("62", "5/21"),
    ("66", "24/18(4)"),
    ("51", "12/7 12/11"),
    ("31", "18/15 18/17"),
    ("44", "12/8(3) 7/3"),
]
"""Rolls and plays that lead to a position worth a picture."""


def turns() -> list[str]:
    """Return the steps that play TURNS."""
    steps: list[str] = []
    for roll, moves in TURNS:
        steps += [f"text:{roll}\r", "for:to play", "wait:0.2", f"text:{moves}\r"]
        steps += ["for:Enter ends the turn", "wait:0.2", "enter", "for:to roll", "wait:0.3"]
    return steps


TABLE = [*CONTEST, *turns(), "text:52\r", "for:to play", "wait:0.2"]

OVER = ["x", "for:resign this game", "wait:0.4", "y", "for:is over", "wait:0.4"]

REFUSAL = [*CONTEST, "text:65\r", "for:to play", "wait:0.2", "text:24/18\r", "wait:0.3"]
REFUSAL += ["text:24/19\r"]

PLAIN = ["text:4\r", "text:2\r", "text:65\r", "text:24/18\r", "text:24/19\r", "text:18/13\r"]
PLAIN += ["text:end\r", "for:Nikos.*to roll"]

PICTURES: dict[str, tuple[tuple[int, int], list[str]]] = {
    "table": ((80, 24), [*TABLE, "tab", "wait:0.2", "enter", "for:is chosen", "wait:0.2"]),
    "refusal": ((80, 24), [*REFUSAL, "for:not legal", "wait:0.2"]),
    "large": ((140, 45), TABLE),
    "result": ((80, 24), [*TABLE, *OVER]),
    "plain": ((80, 24), PLAIN),
}
"""Each picture: the terminal's size, and the steps from the opening contest on."""


ROLLED = [*CONTEST, "text:65\r", "for:to play", "wait:0.2"]
START = ["q", "for:F E V G A", "wait:0.3"]

OPENING: dict[str, list[str]] = {
    "contest": [],
    "to-roll": CONTEST,
    "rolled": ROLLED,
    "typed": [*ROLLED, "text:24/1"],
    "refused": [*REFUSAL, "for:not legal"],
    "why": [*REFUSAL, "for:not legal", "wait:0.2", "w"],
}
RESUMED: dict[str, list[str]] = {
    "chosen": ["tab", "wait:0.2", "enter", "for:is chosen"],
    "plays": ["m"],
    "resign": ["x"],
    "draw": ["d"],
    "result": OVER,
    "past": ["h"],
    "rules": ["?"],
    "settings": ["s"],
    "start": START,
    "form": [*START, "text:n"],
    "history": [*START, "text:h"],
    "lessons": [*START, "text:t"],
    "lesson": [*START, "text:t", "wait:0.3", "enter"],
}
"""Every screen, by the steps that lead there from the opening contest and from a game resumed."""

Size = tuple[int, int]
SIZES: tuple[Size, ...] = ((80, 24), (100, 32), (140, 45))
THEMES = ("walnut", "paper")


def picture(path: Path, data: Path | str, size: Size, options: list[str], steps: list[str]) -> None:
    """Make one picture: the program's screen after some steps."""
    env = {"COLORTERM": "truecolor"}
    with Terminal([*FEVGA, "--data", data, *options], size=size, env=env) as terminal:
        play(terminal, ["for:rolls one die|to play", "wait:0.4", *steps])
        terminal.settle()
        path.write_text(svg(terminal.snapshot(), "fevga"), encoding="utf-8")
        print(path.name, path.stat().st_size, "bytes", flush=True)


def gallery(folder: Path) -> None:
    """Draw every screen, in each size and theme."""
    folder.mkdir(parents=True, exist_ok=True)
    looks = [(size, theme) for size in SIZES for theme in THEMES]
    with tempfile.TemporaryDirectory() as kept:
        picture(folder / "table.svg", kept, SIZES[0], MATCH, TABLE)
        for screens, options in ((OPENING, MATCH), (RESUMED, ["--resume"])):
            for (name, steps), (size, theme) in product(screens.items(), looks):
                path = folder / f"{name}-{size[0]}x{size[1]}-{theme}.svg"
                with tempfile.TemporaryDirectory() as data:
                    if screens is RESUMED:
                        copytree(kept, data, dirs_exist_ok=True)
                    picture(path, data, size, [*options, "--theme", theme], steps)


def main(folders: Sequence[str]) -> None:
    """Make every picture anew, or every screen's in a folder."""
    for folder in folders:
        gallery(Path(folder))
    for name, (size, steps) in PICTURES.items() if not folders else ():
        with tempfile.TemporaryDirectory() as data:
            options = ["--plain"] if name == "plain" else []
            picture(ASSETS / f"{name}.svg", data, size, [*MATCH, *options], steps)


if __name__ == "__main__":
    main(sys.argv[1:])
