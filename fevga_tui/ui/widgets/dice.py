"""The dice on the felt between the halves, and the faces to click for the players' own dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from textual.events import Click
from textual.message import Message

from fevga_tui.ui.widgets.drawing import Glyphs, Paint, Setting
from fevga_tui.ui.widgets.rows import Face, Row, Rows, fitted

_PIPS = {
    1: ("     ", "  o  ", "     "),
    2: ("o    ", "     ", "    o"),
    3: ("o    ", "  o  ", "    o"),
    4: ("o   o", "     ", "o   o"),
    5: ("o   o", "  o  ", "o   o"),
    6: ("o   o", "o   o", "o   o"),
}
"""A die's face in three rows; `o` stands for a pip."""

_NARROW = 5
"""The cells of a face without an edge."""

FALLS, FALL = 3, 0.08
"""How often dice that roll show other faces, and for how many seconds each time."""


class Die(NamedTuple):
    """A die as it lies: its value, and whether it is used up or cannot be played."""

    value: int
    is_used: bool = False


class DiceFace(NamedTuple):
    """What lies on the felt, left and right of the bar, each with a caption before it.

    Where faces are offered they lie on the right, and the left has no dice.
    """

    left_caption: str = ""
    left: tuple[Die, ...] = ()
    right_caption: str = ""
    right: tuple[Die, ...] = ()
    offers_faces: bool = False


class DiceView(Rows):
    """The strip between the halves: dice that lie there; with one's own dice, faces to click."""

    face = Face[DiceFace](DiceFace())

    class FaceChosen(Message):
        """The face of this value was clicked, to say what the players' own die shows."""

        def __init__(self, value: int) -> None:
            super().__init__()
            self.value = value

    class Clicked(Message):
        """The felt or a die was clicked."""

    def __init__(self, setting: Callable[[], Setting]) -> None:
        super().__init__(id="dice")
        self._setting = setting
        self._offered: dict[range, int] = {}
        self._falls = 0

    def roll(self) -> None:
        """Let the dice that lie here roll for a moment; what they show is known before."""
        self._falls = FALLS + 1
        self._fall()

    def _fall(self) -> None:
        self._falls = max(0, self._falls - 1)
        self.redraw()
        if self._falls:
            self.set_timer(FALL, self._fall)

    def land(self) -> None:
        """Let the dice lie at once."""
        if self._falls:
            self._falls = 0
            self.redraw()

    def _seen(self) -> DiceFace:
        """Return what the eye sees: dice that roll show any face but the one that was thrown."""
        if not self._falls:
            return self.face
        left, right = (
            tuple(Die((die.value + self._falls) % 6 + 1) for die in dice)
            for dice in (self.face.left, self.face.right)
        )
        return self.face._replace(left=left, right=right)

    def rows(self, width: int, height: int) -> list[Row]:
        """Return the strip."""
        geometry, paint = self._setting().geometry, self._setting().paint
        half = (width - geometry.bar_width) // 2
        face = self._seen()
        bar = Segment(" " * geometry.bar_width, paint.wood)
        rows = []
        for y in range(height):
            if not face.offers_faces:
                left = _half(face.left_caption, face.left, half, y, height, paint)
                right = _half(face.right_caption, face.right, half, y, height, paint)
                segments = [*left, bar, *right]
            elif y == height // 2:
                # Without a word before them they would look like the numbers of points.
                caption = f"{face.left_caption}  dice:".rjust(half)
                faces = self._faces(half + geometry.bar_width, paint)
                segments = [Segment(caption, paint.felt), bar, *faces]
            else:
                segments = [Segment(" " * half, paint.felt), bar]
            rows.append(fitted(segments, width, paint.felt))
        return rows

    def _faces(self, left: int, paint: Paint) -> list[Segment]:
        """Return the six faces to click, and remember where they lie."""
        segments = [Segment(" ", paint.felt)]
        self._offered = {}
        at = left + 1
        for value in range(1, 7):
            self._offered[range(at, at + 3)] = value
            segments += [Segment(f"[{value}]", paint.die), Segment(" ", paint.felt)]
            at += 4
        return segments

    def on_click(self, event: Click) -> None:
        """Tell which face was clicked, or that the felt was."""
        event.stop()
        if self.face.offers_faces:
            for cells, value in self._offered.items():
                if event.x in cells:
                    self.post_message(self.FaceChosen(value))
                    return
        self.post_message(self.Clicked())


@lru_cache(maxsize=256)  # a move changes one die
def _half(
    caption: str, dice: tuple[Die, ...], width: int, y: int, height: int, paint: Paint
) -> Row:
    text = f"{caption} " if caption else ""
    is_middle = y == height // 2
    segments = [Segment(" " + (text if is_middle else " " * len(text)), paint.felt)]
    room = (width - len(text)) // max(1, len(dice)) - 1
    has_pips = height >= 3 and room >= _NARROW + 2 * (paint.glyphs is Glyphs.SIGNS)
    for die in dice:
        style = paint.used if die.is_used else paint.die
        if has_pips:
            segments.append(Segment(_pips(die, y, room, paint), style))
        elif is_middle:
            segments.append(Segment(_number(die, paint), style))
        else:
            segments.append(Segment("   ", paint.felt))
        segments.append(Segment(" ", paint.felt))
    before = max(0, (width - Segment.get_line_length(segments)) // 2)
    return fitted([Segment(" " * before, paint.felt), *segments], width, paint.felt)


def _number(die: Die, paint: Paint) -> str:
    """Return a die in one row: its number, a used one bracketed."""
    if die.is_used:
        return f"({die.value})"
    return f"[{die.value}]" if paint.glyphs is Glyphs.SIGNS else f" {die.value} "


def _pips(die: Die, y: int, room: int, paint: Paint) -> str:
    """Return one of three rows of a die: its pips, and an edge where there is room for it."""
    pip = "o" if paint.glyphs is Glyphs.SIGNS else "◦" if die.is_used else "●"
    inside = _PIPS[die.value][y].replace("o", pip)
    edge = ("(", ")") if die.is_used else ("[", "]") if paint.glyphs is Glyphs.SIGNS else (" ", " ")
    return f"{edge[0]}{inside}{edge[1]}" if room >= _NARROW + 2 else inside
