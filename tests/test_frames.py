"""What is sent of a frame leads to the same screen as the whole frame."""

from __future__ import annotations

import asyncio
import io
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pyte
import pytest
from app_pilot import opened, playing, started
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import CompositorUpdate, LayoutUpdate
from textual._context import visible_screen_stack
from textual.events import Key
from textual.geometry import Region, Size
from textual.strip import Strip

from fevga_tui.ui.app import FevgaApp
from fevga_tui.ui.frames import Patch, Patches, Shown, split
from fevga_tui.ui.widgets.rows import Rows

WIDTH, HEIGHT = 24, 3
LOOKS = ["red on blue", "bold", "red on blue", "bold red on blue", "bold underline #aabbcc on blue"]
LOOKS += ["red", "on blue", "reverse", "underline reverse strike", "italic green on #112233"]
STYLES = [None, *map(Style.parse, LOOKS)]
CONSOLE = Console(file=io.StringIO(), force_terminal=True, color_system="256")


@st.composite
def films(draw: st.DrawFn) -> list[CompositorUpdate]:
    """Draw frames as the compositor makes them: whole, or parts of what widgets show."""
    cuts = st.sets(st.integers(1, WIDTH - 1), max_size=3).map(lambda at: [0, *sorted(at), WIDTH])
    # A wide character is never cut in two: all frames have the same widgets then.
    wide = draw(st.booleans())
    texts = st.text("ab ●語" if wide else "ab ●█", max_size=12)
    lines = st.lists(st.tuples(texts, st.sampled_from(STYLES)), max_size=6)
    at = draw(cuts)
    frames: list[CompositorUpdate] = []
    for _ in range(draw(st.integers(1, 6))):
        at = at if wide else draw(cuts)
        pieces = []
        for _ in range(HEIGHT):
            line = Strip([Segment(*piece) for piece in draw(lines)]).adjust_cell_length(WIDTH)
            pieces.append([line.crop(x, end) for x, end in pairwise(at)])
        if draw(st.booleans()):
            frames.append(LayoutUpdate(list(pieces), Region(0, 0, WIDTH, HEIGHT)))
            continue
        columns = at if wide else range(WIDTH + 1)
        parts = [(x, end) for x in columns for end in columns if x < end]
        patches = []
        for _ in range(draw(st.integers(1, 4))):
            y, piece = draw(st.integers(0, HEIGHT - 1)), draw(st.integers(0, len(at) - 2))
            first, end = draw(st.sampled_from(parts))
            first, end = max(first, at[piece]), min(end, at[piece + 1])
            if first < end:
                patches.append(Patch(at[piece], y, pieces[y][piece], first, end))
        frames.append(Patches(patches))
    return frames


def drawn_plainly(frame: CompositorUpdate) -> Iterator[CompositorUpdate]:
    """Yield the patches of a frame as frames of Textual's own, in their order."""
    if not isinstance(frame, Patches):
        yield frame
        return
    for x, y, strip, first, end in frame.patches:
        yield LayoutUpdate([[strip.crop(first - x, end - x)]], Region(first, y, end - first, 1))


class Emulator:
    def __init__(self) -> None:
        self.screen: Any = pyte.Screen(WIDTH, HEIGHT)
        self.screen.reset_mode(7, private=True)
        self.stream: Any = pyte.Stream(self.screen)

    def show(self, update: CompositorUpdate) -> str:
        sent = update.render_segments(CONSOLE)
        self.stream.feed(sent.replace("\n", ""))
        return sent

    def cells(self) -> list[list[object]]:
        rows = (self.screen.buffer[y] for y in range(HEIGHT))
        return [[row[x] for x in range(WIDTH)] for row in rows]


@settings(deadline=None, max_examples=50)
@given(films())
def test_the_screen_is_the_same(frames: list[CompositorUpdate]) -> None:
    whole, ours, shown, size = Emulator(), Emulator(), Shown(), Size(WIDTH, HEIGHT)
    for frame in frames:
        for part in drawn_plainly(frame):
            whole.show(part)
        ours.show(shown.change(frame, size))
        assert ours.cells() == whole.cells()
        assert ours.show(shown.change(frame, size)) == ""


def layout(*lines: str) -> LayoutUpdate:
    strips = [[Strip([Segment(line.ljust(WIDTH))])] for line in lines]
    return LayoutUpdate(list(strips), Region(0, 0, WIDTH, len(lines)))


def test_only_what_differs_is_sent() -> None:
    shown, size = Shown(), Size(WIDTH, HEIGHT)
    assert shown.change(layout("one", "two", "three"), size).render_segments(CONSOLE)
    changed = shown.change(layout("one", "tWo", "three       more"), size)
    assert changed.render_segments(CONSOLE) == "\x1b[2;2H\x1b[0mW\x1b[3;13Hmore"


def test_of_a_style_only_what_changes_is_sent() -> None:
    texts = ["a", "b", "c", "d", "e"]
    looks = ["red on blue", "bold red on blue", "green on blue", "green", "underline"]
    line = Strip([Segment(*piece) for piece in zip(texts, map(Style.parse, looks), strict=True)])
    frame = LayoutUpdate([[line]], Region(0, 0, 5, 1))
    sent = Shown().change(frame, Size(5, 1)).render_segments(CONSOLE)
    assert sent == ("\x1b[1;1H\x1b[0;31;44ma\x1b[1mb\x1b[22;32mc\x1b[0;32md\x1b[0;4me\x1b[0m")


@pytest.mark.parametrize("how", ["forget", "resized", "other size"])
def test_all_is_sent_where_nothing_is_known(how: str) -> None:
    shown, size = Shown(), Size(WIDTH, HEIGHT)
    first = shown.change(layout("one", "two", "three"), size).render_segments(CONSOLE)
    if how == "forget":
        shown.forget()
    elif how == "resized":
        shown.resized(Size(WIDTH + 1, HEIGHT))
    else:
        shown.change(layout("one"), Size(WIDTH, 1)).render_segments(CONSOLE)
    again = shown.change(layout("one", "two", "three"), size)
    assert again.render_segments(CONSOLE) == first


def test_an_update_that_is_dropped_counts_for_nothing() -> None:
    shown, size = Shown(), Size(WIDTH, HEIGHT)
    shown.change(layout("one", "two", "three"), size)
    assert "one" in shown.change(layout("one", "two", "three"), size).render_segments(CONSOLE)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("ab", ("a", "b")),
        ("●b", ("●", "b")),
        ("語b", ("語", "", "b")),
        ("a\u0301b", ("a\u0301", "b")),
        ("語\u0301b", ("語\u0301", "", "b")),
        ("\u0301b", ("b",)),
        ("a\x1b[2Jb\x9b\u202ec", ("a", "[", "2", "J", "b", "c")),
        ("a\n\t\x7fb", ("a", "b")),
        ("👩\u200d👦b", ("👩", "", "👦")),  # one, to the layout; what matters is where things end
    ],
)
def test_a_text_is_split_by_columns(text: str, columns: tuple[str, ...]) -> None:
    assert split(text) == columns


@pytest.mark.parametrize("seed", range(4))
async def test_what_is_drawn_piece_by_piece_is_the_whole_screen(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng = random.Random(seed)
    size = rng.choice([(60, 20), (80, 24), (200, 60)])
    keys = [*"rr65uafnmw?sdxhQ", *("enter tab " * 2 + "left right up down escape").split()]
    film = Shown()

    def shown(app: FevgaApp, _: object, update: object) -> None:
        if isinstance(update, CompositorUpdate) and not app._batch_count:
            film.change(update, app.size).render_segments(CONSOLE)

    monkeypatch.setattr(FevgaApp, "_display", shown)
    async with opened(start=started(), dice="53 " + "65 " * 40, size=size) as game:
        for _ in range(60):
            await game.press(rng.choice(keys))
            screen = game.app.screen
            for part in screen.query(Rows):
                width = part.outer_size.width
                assert {Segment.get_line_length([*row]) for row in part._rows} <= {width}, part
            visible_screen_stack.set(game.app._background_screens)
            strips = [[strip] for strip in screen._compositor.render_strips()]
            whole = Shown()
            whole.change(LayoutUpdate([*strips], screen.region), game.app.size).render_segments(
                CONSOLE
            )
            assert film._rows == whole._rows


async def test_a_key_that_comes_while_its_screen_closes_is_no_fault() -> None:
    async with playing(roll="65") as game:
        screen = game.app.screen
        key = Key("left", None)
        key.time = game.clock()
        screen.post_message(key)
        screen._closing = True
        screen._message_queue.put_nowait(None)
        for _ in range(20):
            await asyncio.sleep(0)
        assert game.hand.cursor != 24, "the key came"
        assert game.app._exception is None
