"""Makes the README's pictures from the real program: `python tests/make_pictures.py`.

Each picture is a real terminal's screen after some keys; the dice are typed in, so that a picture
comes out the same each time.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

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

REFUSAL = [*CONTEST, "text:65\r", "for:to play", "wait:0.2", "text:24/18\r", "wait:0.3"]
REFUSAL += ["text:24/19\r"]

PICTURES: dict[str, tuple[tuple[int, int], list[str]]] = {
    "table": ((80, 24), [*TABLE, "tab", "wait:0.2", "enter", "for:is chosen", "wait:0.2"]),
    "refusal": ((80, 24), [*REFUSAL, "for:not legal", "wait:0.2"]),
    "large": ((140, 45), TABLE),
    "result": ((80, 24), [*TABLE, "x", "for:resign this game", "wait:0.4", "y", "for:is over"]),
}
"""Each picture: the terminal's size, and the steps from the opening contest on."""


PLAIN = ["text:4\r", "text:2\r", "text:65\r", "text:24/18\r", "text:24/19\r", "text:18/13\r"]
PLAIN += ["text:end\r", "for:Nikos.*to roll"]


def picture(name: str, size: tuple[int, int], options: list[str], steps: list[str]) -> None:
    """Make one picture: the program's screen after some steps."""
    with (
        tempfile.TemporaryDirectory() as data,
        Terminal(
            [*FEVGA, "--data", data, *MATCH, *options], size=size, env={"COLORTERM": "truecolor"}
        ) as terminal,
    ):
        play(terminal, ["for:rolls one die", "wait:0.4", *steps])
        terminal.settle()
        path = ASSETS / f"{name}.svg"
        path.write_text(svg(terminal.snapshot(), "fevga"), encoding="utf-8")
        print(path.name, path.stat().st_size, "bytes")


def main() -> None:
    """Make every picture anew."""
    for name, (size, steps) in PICTURES.items():
        picture(name, size, [], steps)
    picture("plain", (80, 24), ["--plain"], PLAIN)


if __name__ == "__main__":
    main()
