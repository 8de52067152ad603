"""The board: four quadrants, two trays and the dice between the halves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from rich.segment import Segment
from textual.app import ComposeResult
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget

from fevga_tui.rules.position import Side
from fevga_tui.ui.geometry import QUADRANTS, TOP, TRAYS, Geometry, Spot, spots, tray_spot
from fevga_tui.ui.widgets.dice import DiceFace, DiceView
from fevga_tui.ui.widgets.drawing import PAINTED, Glyphs, Paint, PointFace, Setting, TrayFace
from fevga_tui.ui.widgets.quadrant import QuadrantView
from fevga_tui.ui.widgets.rows import Rows
from fevga_tui.ui.widgets.tray import TrayView


class BoardFace(NamedTuple):
    """Everything that the board shows, by printed number and side, drawn for a seat."""

    seat: Side = Side.WHITE
    points: Mapping[int, PointFace] = MappingProxyType({})
    trays: Mapping[Side, TrayFace] = MappingProxyType({})
    dice: DiceFace = DiceFace()


class _BoardLayout(Layout):
    """Places the board's parts by the geometry of its screen."""

    name = "board"

    def arrange(
        self,
        parent: Widget,
        children: list[Widget],
        size: Size,  # noqa: ARG002 (the geometry knows it)
        greedy: bool = True,  # noqa: ARG002, FBT001, FBT002 (as the framework calls it)
    ) -> ArrangeResult:
        assert isinstance(parent, BoardView)
        parent.pre_layout(self)
        places = parent.places()
        return [
            WidgetPlacement(places[child], NULL_OFFSET, NULL_SPACING, child) for child in children
        ]


class BoardView(Widget):
    """Draws a position for a seat; it knows no rules and is told what is marked."""

    COMPONENT_CLASSES = PAINTED

    face: var[BoardFace] = var(BoardFace, init=False)

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="board")
        self.geometry = Geometry.of(Size(80, 24), 1)
        self._layout = _BoardLayout()
        self._glyphs = glyphs
        self._paint: Paint | None = None
        self._quadrants = {spot: QuadrantView(partial(self._setting, spot)) for spot in QUADRANTS}
        self._trays = {spot: TrayView(partial(self._setting, spot)) for spot in TRAYS}
        self._dice = DiceView(partial(self._setting, TRAYS[0]))
        self.parts: tuple[Rows, ...] = (
            *self._quadrants.values(),
            *self._trays.values(),
            self._dice,
        )

    def compose(self) -> ComposeResult:
        """Yield the quadrants, the trays and the dice."""
        yield from self.parts

    @property
    def layout(self) -> Layout:
        """How the parts are placed."""
        return self._layout

    @property
    def paint(self) -> Paint:
        """The colours of the theme in force."""
        if self._paint is None:
            self._paint = Paint.of(self, self._glyphs)
        return self._paint

    def notify_style_update(self) -> None:
        """Read the colours again when the theme has changed."""
        super().notify_style_update()
        self._paint = None

    def take_glyphs(self, glyphs: Glyphs) -> None:
        """Draw with other glyphs from now on."""
        self._glyphs, self._paint = glyphs, None
        self.refresh()
        self.redraw()

    def _setting(self, spot: Spot) -> Setting:
        return Setting(self.geometry, self.paint, is_top=spot[0] == TOP)

    def places(self) -> dict[Widget, Region]:
        """Return where each part lies, from the board's corner."""
        geometry = self.geometry
        return {
            **{part: geometry.quadrant(spot) for spot, part in self._quadrants.items()},
            **{part: geometry.spot(spot) for spot, part in self._trays.items()},
            self._dice: geometry.middle,
        }

    def watch_face(self, face: BoardFace) -> None:
        """Show every part as it is now."""
        at = {spot: printed for printed, spot in spots(face.seat).items()}
        for (row, first), quadrant in self._quadrants.items():
            drawn = range(first, first + 6)
            quadrant.face = tuple(face.points[at[row, column]] for column in drawn)
        for side, tray in face.trays.items():
            self._trays[tray_spot(side, face.seat)].face = tray
        self._dice.face = face.dice

    def roll(self) -> None:
        """Let the dice roll for a moment."""
        self._dice.roll()

    def land(self) -> None:
        """Let the dice lie at once."""
        self._dice.land()

    def redraw(self) -> None:
        """Draw every part anew: the rim or the glyphs have changed."""
        for part in self.parts:
            part.redraw()

    def render_line(self, y: int) -> Strip:
        """Return a row of the wood that the parts leave free: the bar and the empty corners.

        In the rims the bar shows the way that both sides run, from whichever seat.
        """
        width, paint = self.size.width, self.paint
        strip = Strip([Segment(" " * width, paint.wood)], width)
        over, under, hinge = "<>|" if paint.glyphs is Glyphs.SIGNS else "◂▸│"
        ways = {0: over, self.size.height - 1: under}
        for bar in self.geometry.bars:
            if bar.y <= y < bar.bottom:
                sign = ways.get(y, hinge).center(bar.width)
                return Strip(
                    [
                        *strip.crop(0, bar.x),
                        Segment(sign, paint.wood),
                        *strip.crop(bar.right, width),
                    ],
                    width,
                )
        return strip
