"""What the table and the history share: a board with its title, players, record and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

from textual.app import ComposeResult
from textual.events import Resize
from textual.geometry import NULL_OFFSET, NULL_SPACING, Offset, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from fevga_tui.ui.faces import (
    Hand,
    Moment,
    board_face,
    legend_face,
    log_lines,
    player_faces,
    title_face,
)
from fevga_tui.ui.geometry import WITH_PANEL, Geometry
from fevga_tui.ui.screens.base import FevgaScreen
from fevga_tui.ui.widgets.board import BoardView
from fevga_tui.ui.widgets.keybar import KeyBar, KeyHint
from fevga_tui.ui.widgets.legend import LegendView
from fevga_tui.ui.widgets.log import LogLine, LogView
from fevga_tui.ui.widgets.players import PlayersView
from fevga_tui.ui.widgets.rows import Rows
from fevga_tui.ui.widgets.speech import SpeechFace, SpeechView
from fevga_tui.ui.widgets.title import TitleFace, TitleView

PartT = TypeVar("PartT", bound=Widget)


class _BoardScreenLayout(Layout):
    """Places the table's parts by the geometry of the terminal."""

    name = "table"

    def arrange(
        self,
        parent: Widget,
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002, FBT001, FBT002 (as the framework calls it)
    ) -> ArrangeResult:
        assert isinstance(parent, BoardScreen)
        parent.pre_layout(self)
        geometry = parent.measure(size)
        return [
            WidgetPlacement(geometry.part(child.id or ""), NULL_OFFSET, NULL_SPACING, child)
            for child in children
        ]


class BoardScreen(FevgaScreen[None]):
    """A screen with the whole table on it; `hand` is what its player is about."""

    trail = "last play"
    """What the trail on the board is of."""

    def __init__(self) -> None:
        super().__init__()
        self.hand = Hand()
        self._layout = _BoardScreenLayout()
        self._found: dict[type[Widget], Widget] = {}

    @property
    def layout(self) -> Layout:
        """How the parts are placed."""
        return self._layout

    def parts(self) -> ComposeResult:
        """Yield the parts of the table."""
        yield TitleView(id="title")
        board = BoardView(self.fevga.glyphs)
        yield board
        yield PlayersView(lambda: board.paint)
        yield LogView(id="log")
        yield LegendView(lambda: board.paint)
        yield SpeechView(id="speech")
        yield KeyBar(id="keys")

    def part(self, kind: type[PartT]) -> PartT:
        """Return the one part of a kind; to look for it takes as long as to fill it."""
        found = self._found.get(kind)
        if found is None:
            found = self._found[kind] = self.query_one(kind)
        return cast("PartT", found)

    def measure(self, size: Size) -> Geometry:
        """Return the measures for a size, which the board's parts are laid out by as well."""
        geometry = Geometry.of(size, 2 if self.hand.shows_own_numbers else 1)
        self.part(BoardView).geometry = geometry
        return geometry

    @property
    def panel_width(self) -> int:
        """The width of what stands beside the board."""
        return self.part(BoardView).geometry.panel_width

    def drawn_parts(self) -> Sequence[Rows]:
        """Return the parts of the board, where the cursor is."""
        return self.part(BoardView).parts

    @property
    def caret(self) -> Offset:
        """Where the line is typed; else the cursor on the board, if there is one."""
        speech = self.part(SpeechView)
        is_typed = speech.face.typed is not None
        return speech.region.offset + speech.caret if is_typed else super().caret

    def show(self) -> None:
        """Show everything as it is now."""
        raise NotImplementedError

    def show_moment(self, moment: Moment, speech: SpeechFace, hints: Sequence[KeyHint]) -> None:
        """Show what is on the table, what is said and which keys do something."""
        board, face = self.part(BoardView), board_face(moment, self.hand)
        board.face = face
        board.land()
        self.part(LegendView).face = legend_face(face, self.trail)
        self.part(TitleView).face = self.heading(moment)
        self.part(PlayersView).face = player_faces(moment)
        self.part(LogView).face = self.record_lines(moment)
        self.part(SpeechView).face = speech
        self.part(KeyBar).face = hints

    def heading(self, moment: Moment) -> TitleFace:
        """Return what the first line says."""
        return title_face(moment, is_narrow=self.size.width < WITH_PANEL)

    def record_lines(self, moment: Moment) -> Sequence[LogLine]:
        """Return what the list beside the board says: the turns of the game."""
        return log_lines(moment.game)

    def on_resize(self, _: Resize) -> None:
        """Say in the title what a narrow terminal has no panel for."""
        self.show()

    def turn_table(self) -> None:
        """Draw the board for the other seat."""
        self.hand = self.hand._replace(seat=self.hand.seat.other)
        self.show()

    def take_setting(self, name: str) -> None:
        """Show the table as this setting says, from now on."""
        if name == "glyphs":
            self.part(BoardView).take_glyphs(self.fevga.glyphs)
            self.part(PlayersView).redraw()
            self.part(LegendView).redraw()
        elif name == "numbers":
            shows = self.fevga.settings.numbers == "both"
            if self.hand.shows_own_numbers is not shows:
                self.toggle_numbers()
        self.show()

    def toggle_numbers(self) -> bool:
        """Show the own numbers of the side on roll too, or no longer; say which."""
        self.hand = self.hand._replace(shows_own_numbers=not self.hand.shows_own_numbers)
        self.measure(self.size)
        self.part(BoardView).redraw()
        return self.hand.shows_own_numbers
