"""The table at every size of the terminal: what lies where, what a click hits, what is shown."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest
from app_pilot import Game, Place, opened, playing, started
from textual.widgets import Static

from fevga_tui.rules.match import Phase
from fevga_tui.rules.position import Side
from fevga_tui.rules.ruleset import RULESETS
from fevga_tui.ui.faces import legend_face
from fevga_tui.ui.screens.base import FevgaScreen
from fevga_tui.ui.screens.new_match import DESCRIPTIONS
from fevga_tui.ui.screens.question import QuestionScreen
from fevga_tui.ui.screens.start import StartScreen
from fevga_tui.ui.widgets.board import BoardFace, BoardView
from fevga_tui.ui.widgets.choice import Choice
from fevga_tui.ui.widgets.dice import DiceView
from fevga_tui.ui.widgets.drawing import PointFace
from fevga_tui.ui.widgets.legend import LegendView
from fevga_tui.ui.widgets.menu import Menu
from fevga_tui.ui.widgets.quadrant import QuadrantView
from fevga_tui.ui.widgets.tray import TrayView

W, B = Side.WHITE, Side.BLACK

Size = tuple[int, int]
SIZES: list[Size] = [
    (60, 20),
    (79, 24),
    (80, 23),
    (80, 24),
    (100, 30),
    (120, 40),
    (140, 45),
    (200, 60),
]
TOO_SMALL: list[Size] = [(59, 20), (60, 19), (40, 10), (20, 5), (1, 1)]
PLACES: list[Place] = [*range(1, 25), W, B]
SPREAD = "24x9,20,15,10,5,4,3 12x9,8,7,2,23,19,18 w"
WIDE = "漢" * 60


def _size(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


at_every_size = pytest.mark.parametrize("size", SIZES, ids=_size)


def _board(game: Game) -> list[str]:
    return game.part(game.table.query_one(BoardView).region)


# -- what lies where


@at_every_size
async def test_every_point_has_its_number_its_checkers_and_nothing_else(size: Size) -> None:
    async with playing(SPREAD, size=size) as game:
        for point in range(1, 25):
            rows = game.drawn(point)
            rim = rows[0] if point > 12 else rows[-1]
            assert rim.strip("[] ") == str(point)
            white = game.match.seen_by(W).mine[point]
            black = game.match.seen_by(B).mine[B.own(point)]
            body = "".join(rows)
            drawn = sum("▁▁" in row for row in rows) + sum("──" in row for row in rows)
            if white or black:
                assert ("▁▁" in body, "──" in body) == (bool(white), bool(black)) or (
                    white + black == 1
                )
                if drawn < white + black:
                    assert str(white + black) in body or "◂▸" in body
            else:
                assert drawn == 0


@at_every_size
async def test_the_places_lie_in_columns_within_the_board_and_apart(size: Size) -> None:
    async with playing(size=size) as game:
        board = game.table.query_one(BoardView).region
        assert game.app.screen.region.contains_region(board)
        regions = {place: game.region(place) for place in PLACES}
        for place, region in regions.items():
            assert board.contains_region(region)
            assert region.area > 0
            for other, another in regions.items():
                assert place == other or not region.overlaps(another)
        for upper in range(13, 25):
            lower = 25 - upper
            assert regions[upper].x == regions[lower].x
            assert regions[upper].size == regions[lower].size
            assert regions[upper].y < regions[lower].y
        assert regions[W].right == board.right
        assert regions[W].bottom == board.bottom
        assert regions[B].offset == board.offset


@at_every_size
async def test_nothing_is_written_beyond_the_edge(size: Size) -> None:
    width, height = size
    for names in ((WIDE, "가" * 60), ("x" * 200, "👩‍👩‍👧" * 30)):
        async with opened(start=started(*names), dice="44 61 65", size=size) as game:
            for keys in (["r"], ["r"], ["r", "r"], ["r", "enter"], ["d"], ["n", "x"], ["y"]):
                await game.press(*keys)
                rows = game.cells()
                assert len(rows) == height
                assert {len(row) for row in rows} == {width}


@at_every_size
@pytest.mark.parametrize(("side", "signs"), [("w", False), ("b", True)], ids=["blocks", "signs"])
async def test_all_four_dice_of_a_double_lie_on_the_felt(
    size: Size, side: str, signs: bool
) -> None:
    async with opened(size=size, start=started(), needs_signs=signs) as game:
        await game.put(f"24x14,11 12x14,23 {side}", "44")
        strip = "".join(game.part(game.table.query_one(DiceView).region))
        numbers = strip.count("[4]" if signs else " 4 ")
        pips = strip.count("o" if signs else "●")
        assert (numbers, pips) in ((4, 0), (0, 16))


@at_every_size
async def test_names_of_any_width_do_not_move_the_board(size: Size) -> None:
    seen = []
    for names in (("Anna", "Bob"), (WIDE, "가" * 60)):
        async with playing(SPREAD, "65", match=started(*names), size=size) as game:
            seen.append(_board(game))
            assert "0 - 0" in game.lines[0]
            if size[0] >= 80:
                assert "pips" in game.player(W)
                assert "off 0" in game.player(B)
            else:
                pips = game.match.seen_by(W).pips
                assert f"{pips}/0" in game.lines[0]
    assert seen[0] == seen[1]


async def test_a_larger_terminal_has_a_larger_board() -> None:
    async with playing() as game:
        measures = []
        for size in SIZES[3:]:
            await game.resize(*size)
            geometry = game.geometry
            board = game.table.query_one(BoardView).region
            measures.append((geometry.point_width, geometry.rows))
            assert board.height >= size[1] - 6
        assert measures == sorted(measures)
        assert measures[0] < measures[2] < measures[-1]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)], ids=_size)
async def test_fifteen_checkers_can_be_counted(size: Size) -> None:
    async with playing(size=size) as game:
        rows = game.drawn(24)
        drawn = sum("▁▁" in row for row in rows)
        assert drawn == 15 or any("15" in row for row in rows)


@at_every_size
async def test_signs_alone_are_drawn_in_seven_bits(size: Size) -> None:
    async with playing(SPREAD, "65", size=size, needs_signs=True) as game:
        await game.click_place(10)
        assert game.text.isascii()
        for point in (24, 20, 15):
            assert "O" in "".join(game.drawn(point))
        assert "X" in "".join(game.drawn(8))
        assert "<" in "".join(game.drawn(4)) or "6" in "".join(game.drawn(4))


# -- what a click hits


@at_every_size
async def test_a_click_chooses_just_the_place_under_it(size: Size) -> None:
    async with playing(size=size) as game:
        for seat in (W, B):
            assert game.hand.seat is seat
            for place in PLACES:
                await game.click_place(place)
                assert game.hand.cursor == place
            await game.press("f")


async def test_every_cell_of_a_place_is_that_place() -> None:
    async with playing() as game:
        for place in PLACES:
            region = game.region(place)
            for x, y in product(region.column_range, region.line_range):
                assert _place_at(game, x, y) == place
        for size in SIZES:
            await game.resize(*size)
            for place in PLACES:
                region = game.region(place)
                for x in (region.x, region.right - 1):
                    for y in (region.y, region.bottom - 1):
                        assert _place_at(game, x, y) == place


@at_every_size
async def test_a_click_on_the_bar_or_between_the_points_chooses_nothing(size: Size) -> None:
    async with playing(roll="65", size=size) as game:
        board = game.table.query_one(BoardView).region
        places = [game.region(place) for place in PLACES]
        wood = [
            (x, y)
            for x, y in product(board.column_range, board.line_range)
            if not any(place.contains(x, y) for place in places)
        ]
        middle = {x for x, y in wood if y == game.region(1).y + 1}
        assert middle, "the bar lies between the points"
        before, hand = game.state, game.hand
        for x, y in wood:
            assert _place_at(game, x, y) is None
        for x, y in wood[:: len(wood) // 20]:
            await game.click(x, y)
            assert (game.state, game.hand) == (before, hand)


def _place_at(game: Game, x: int, y: int) -> Place | None:
    """Return the place that a click on a cell goes to."""
    widget, region = game.app.get_widget_at(x, y)
    if isinstance(widget, TrayView):
        return widget.face.side
    if isinstance(widget, QuadrantView):
        return widget.face[(x - region.x) * 6 // region.width].printed
    return None


async def test_the_corners_of_every_place_are_clicked() -> None:
    async with playing() as game:
        for place in PLACES:
            region = game.region(place)
            for x, y in (region.offset, (region.right - 1, region.bottom - 1)):
                await game.press("left")
                await game.click(x, y)
                assert game.hand.cursor == place


async def test_a_click_right_after_a_resize_hits_what_is_drawn() -> None:
    async with playing() as game:
        for size in ((100, 30), (80, 24), (200, 60), (60, 20)):
            await game.resize(*size)
            for place in (24, 13, 12, 1, W, B):
                await game.click_place(place)
                assert game.hand.cursor == place


@at_every_size
async def test_every_face_is_clicked_on_all_its_cells_and_on_no_others(size: Size) -> None:
    async with opened(start=started(own=True), size=size) as game:
        x, y = game.find("[1]")
        for face in range(1, 7):
            at, row = game.find(f"[{face}]")
            assert row == y
            assert at == x + 4 * (face - 1)
            for cell in range(at, at + 3):
                await game.click(cell, row)
                assert game.hand.typed == str(face)
        await game.press("escape")
        await game.click(x - 1, y)
        await game.click(x + 3, y)
        assert game.hand.typed is None


KEYS = {"Enter": "enter", "Tab": "tab", "0-9": "digits", "1-6": "digits", "Esc": "escape"}


def _hints(game: Game) -> list[tuple[str, int, int]]:
    """Return the hints that are shown: the key, the first column and the last."""
    x, y = game.widget("#keys").region.offset
    line = game.lines[y]
    found = []
    for words in line.strip().split("  "):
        if words.strip():
            at = line.index(f" {words}") + 1
            key = words.split()[0]
            found.append((KEYS.get(key, key), x + at, x + at + len(words) - 1))
    return found


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (200, 60)], ids=_size)
async def test_every_key_hint_is_clicked_on_all_its_cells_and_on_no_others(size: Size) -> None:
    pressed: list[str] = []
    async with opened(start=started(), size=size, pressed=pressed) as game:
        await game.put("24x12,10,8,5 12x13,1,20 w", "42")
        await game.enter("10/6")
        row = game.widget("#keys").region.y
        hints = [hint for hint in _hints(game) if hint[0] not in ("u", "enter")]
        assert {"tab", "digits", "?", "q"} <= {key for key, _, _ in hints}
        owners = {x: key for key, first, last in hints for x in range(first, last + 1)}
        taken = {x for _, first, last in _hints(game) for x in range(first, last + 1)}
        ends = {x for _, first, last in hints for x in (first - 1, first, last, last + 1)}
        for x in range(size[0]):
            if (x in taken and x not in owners) or (size != (80, 24) and x not in ends):
                continue
            pressed.clear()
            await game.click(x, row)
            assert pressed == ([owners[x]] if x in owners else [])
            if isinstance(game.app.screen, StartScreen):
                return  # the last one, which leaves
            await game.press(*["escape"] * (not game.is_at_table or game.hand.typed is not None))


@at_every_size
async def test_every_answer_is_clicked_on_all_its_cells_and_on_no_others(size: Size) -> None:
    async with playing(roll="65", size=size) as game:
        before = game.state
        await game.press("x")
        menu = game.app.screen.query_one(Menu).region
        frame = game.app.screen.query_one(".dialog").region
        ends = (menu.x, menu.x + menu.width // 2, menu.right - 1)
        for x in (frame.x, menu.x - 1, menu.right, frame.right - 1):
            await game.click(x, menu.y + 1)
        for x in ends:
            await game.click(x, menu.y - 1)
            await game.click(x, menu.bottom)
        assert isinstance(game.app.screen, QuestionScreen), "beside the answers is none"
        for x in menu.column_range if size == (80, 24) else ends:
            await game.click(x, menu.y)
            assert game.is_at_table, "the harmless answer"
            assert game.state == before
            await game.press("x")
        await game.click(menu.right - 1, menu.y + 1)
        assert game.phase is Phase.GAME_OVER


# -- what always shows


async def _states(game: Game) -> list[tuple[str, str]]:
    """Go through the phases of a turn; return what the table asks for and the keys it shows."""
    seen = []
    for keys in ([], ["r"], ["r"], ["r"], ["enter"], ["escape", "a"], ["enter"]):
        await game.press(*keys)
        seen.append((game.prompt, game.keys))
    await game.put("24x12,10,8,5 12x13,1,20 w", "42")
    await game.enter("10/6")
    seen.append((game.prompt, game.keys))
    await game.put("24x14,18 17,16,15,14,13,12x10 w", "65")
    seen.append((game.prompt, game.keys))
    return seen


@at_every_size
async def test_help_and_leave_are_always_among_the_keys(size: Size) -> None:
    async with opened(start=started(), dice="53 65", size=size) as game:
        for prompt, keys in await _states(game):
            assert "? help" in keys, prompt
            assert keys.endswith("q leave"), prompt


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=_size)
async def test_the_keys_that_a_turn_needs_are_shown(size: Size) -> None:
    async with opened(start=started(), dice="53 65", size=size) as game:
        shown = [keys for _, keys in await _states(game)]
        for keys in (*shown[:3], shown[6]):
            assert "r roll" in keys
        assert "Enter choose" in shown[3]
        assert "Tab next" in shown[3]
        assert "Enter let go" in shown[4], "the cursor is on the chosen checker"
        assert "Enter end turn" in shown[5]
        assert "u undo" in shown[5]
        assert "Enter choose" in shown[7]
        assert "u undo" in shown[7] or size[0] < 80
        assert "Enter pass" in shown[8]


async def test_the_keys_of_own_dice_are_shown() -> None:
    async with opened(start=started(own=True)) as game:
        assert "1-6 dice" in game.keys
        await game.enter("6")
        await game.enter("1")
        await game.enter("65")
        assert "u other dice" in game.keys
        await game.press("enter")
        assert "Enter let go  Tab where to" in game.keys
        await game.press("tab")
        assert "Enter play" in game.keys
        await game.press("enter")
        assert "u undo" in game.keys


@at_every_size
async def test_every_screen_shows_how_to_leave_it(size: Size) -> None:
    async with opened(size=size) as game:
        assert "q Leave" in game.words
        for key in ("n", "?", "s"):
            await game.press(key)
            assert "Esc" in game.lines[-1]
            await game.press("escape")
        await game.press("h")
        assert "q back" in game.lines[-1]


@at_every_size
@pytest.mark.parametrize("seat", [W, B], ids=["White's seat", "Black's seat"])
async def test_trays_say_whose_they_are_and_the_rims_which_way_both_run(
    seat: Side, size: Size
) -> None:
    async with playing(SPREAD, size=size) as game:
        if seat is B:
            await game.press("f")
        board = _board(game)
        for side, rows in ((W, game.drawn(W)), (B, game.drawn(B))):
            rim = rows[-1] if side is seat else rows[0]
            assert rim.strip() == f"{side.word[0]} off"
        assert (board[0].count("◂"), board[-1].count("▸")) == (1, 1)
        # Towards lower numbers on either rim, from either seat.
        for row, sign in ((board[0], "◂"), (board[-1], "▸")):
            left, right = (int(re.findall(r"\d+", part)[0]) for part in row.split(sign))
            assert (left < right) is (sign == "◂")


def _legend(game: Game) -> list[str]:
    return [line for line in game.shown("#legend") if line]


async def test_beside_the_board_its_marks_are_explained_as_long_as_they_are_there() -> None:
    async with playing("24x15 12x15 w", "65") as game:
        assert _legend(game) == ["▴▾ may move"]
        await game.press("enter")
        assert _legend(game) == ["6  with this die"], "one as it is marked"
        await game.press("tab", "enter")
        assert _legend(game) == ["▴▾ may move"]
        await game.press("a", "enter")
        assert _legend(game) == ["last play ◦ to ◂▸"]
        await game.put("24x14,1 13x15 w", "65")
        await game.press("m")
        assert _legend(game) == ["this play ◦ to ◂▸"]


async def test_a_landing_of_several_dice_is_explained_where_there_is_no_other() -> None:
    async with playing() as game:
        both, one = PointFace(landing="4+3"), PointFace(landing="4")
        for points, said in (([both], "4+3 with these dice"), ([both, one], "4  with this die")):
            face = legend_face(BoardFace(points=dict(enumerate(points))), "last play")
            game.table.query_one(LegendView).face = face
            await game.settle()
            assert _legend(game) == [said]


async def test_marks_are_explained_as_they_are_drawn() -> None:
    async with playing("24x15 12x15 w", "65", needs_signs=True) as game:
        assert _legend(game) == ["^v may move"]
        await game.press("a", "enter")
        assert _legend(game) == ["last play . to <>"]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (140, 45)], ids=_size)
async def test_a_dialog_hides_all_that_stands_beside_the_board_or_nothing(size: Size) -> None:
    async with playing(SPREAD, roll="65", size=size) as game:
        panel = game.table.query_one("#log").region
        for key in ("x", "d", "s"):
            await game.press(key)
            assert game.app.screen.query_one(".dialog").region.right <= panel.x
            await game.press("escape")
        await game.press("x", "y")
        dialog = game.app.screen.query_one(".dialog").region
        assert dialog.right <= panel.x or (dialog.x, dialog.right) == (0, size[0])


@at_every_size
async def test_dialogs_are_whole(size: Size) -> None:
    async with playing(roll="65", size=size) as game:
        for key, words in (("x", "Anna (White) resigns"), ("d", "Agree to the draw")):
            await game.press(key)
            assert "Play on" in game.dialog
            assert words in game.dialog
            region = game.app.screen.query_one(".dialog").region
            assert game.app.screen.region.contains_region(region)
            await game.press("escape")
        await game.press("x", "y")
        assert "Next game" in game.dialog
        assert "Leave to the start screen" in game.dialog
        region = game.app.screen.query_one(".dialog").region
        assert game.app.screen.region.contains_region(region)


@at_every_size
async def test_own_numbers_stand_right_below_the_printed_ones(size: Size) -> None:
    async with playing(size=size) as game:
        await game.press("n")
        for point in range(1, 25):
            rows = game.drawn(point)
            outer, inner = (rows[0], rows[1]) if point > 12 else (rows[-1], rows[-2])
            assert outer.replace("[", " ").replace("]", " ") == inner


@at_every_size
async def test_what_is_said_of_the_rules_is_whole(size: Size) -> None:
    async with opened(size=size) as game:
        await game.press("n")
        choice = game.app.screen.query_one("#rules", Choice)
        for name in RULESETS:
            choice.taken = list(RULESETS).index(name)
            await game.settle()
            note = game.app.screen.query_one("#rules-note").region
            assert " ".join(" ".join(game.part(note)).split()) == DESCRIPTIONS[name]


# -- too small, and back


@pytest.mark.parametrize("size", TOO_SMALL, ids=_size)
async def test_too_small_a_terminal_says_so_and_everything_comes_back(size: Size) -> None:
    async with playing(roll="65") as game:
        await game.enter("24/18")
        await game.click_place(18)
        text, state, hand = game.text, game.state, game.hand
        assert hand.chosen == 18
        await game.resize(*size)
        if size[0] >= 20:
            said = " ".join(game.text.split())
            assert "Fevga needs 60x20" in said
            assert f"{size[0]}x{size[1]}" in said
            assert "press q to leave" in said
        for key in ("enter", "u", "r", "x", "24", "tab", "f", "?", "escape"):
            await game.press(*key)
        await game.click(0, 0)
        assert (game.state, game.hand) == (state, hand), "keys and clicks do nothing unseen"
        await game.resize(80, 24)
        assert game.text == text


@pytest.mark.parametrize("size", TOO_SMALL, ids=_size)
async def test_a_dialog_comes_back_too(size: Size) -> None:
    async with playing(roll="65") as game:
        await game.press("x")
        text, state = game.text, game.state
        await game.resize(*size)
        if size[0] >= 20:
            assert "Fevga needs 60x20" in " ".join(game.text.split())
        for key in ("y", "enter", "n"):
            await game.press(key)
        assert isinstance(game.app.screen, QuestionScreen)
        assert game.state == state
        await game.resize(80, 24)
        assert game.text == text
        await game.press("y")
        assert game.phase is Phase.GAME_OVER


@pytest.mark.parametrize(
    "keys",
    [
        *([], ["n"], ["n", "down", "down", "right"], ["n", "A", "n", "left"], ["s"], ["s", "down"]),
        *(["t"], ["h"], ["?", "space", "down"], ["?", "/", "m"]),
    ],
    ids=" ".join,
)
async def test_every_screen_comes_back_with_what_was_chosen_and_typed(keys: list[str]) -> None:
    async with opened() as game:
        await game.press(*keys)
        text, caret = game.text, _caret(game)
        for width, height in ((1, 1), (200, 60), (60, 20), (59, 19), (80, 24)):
            await game.resize(width, height)
        assert game.text == text
        assert _caret(game) == caret
        for width, height in ((1, 1), (80, 24), (59, 19), (2, 2), (80, 24)):
            game.send_size(width, height)
        await game.settle()
        await game.resize(80, 24)
        assert game.text == text
        assert _caret(game) == caret


def _caret(game: Game) -> tuple[int, int]:
    screen = game.app.screen
    assert isinstance(screen, FevgaScreen)
    return screen.caret


async def test_a_name_half_written_is_gone_on_with_after_a_small_terminal() -> None:
    async with opened() as game:
        await game.press("n")
        await game.type("Ana")
        await game.press("left")
        await game.resize(1, 1)
        await game.type("xyz")
        await game.resize(80, 24)
        await game.type("n")
        await game.press("enter", "enter")
        assert game.match.started.white == "Anna"


async def test_a_terminal_that_starts_too_small_can_grow_or_be_left() -> None:
    async with opened(start=started(), size=(1, 1)) as game:
        await game.resize(40, 10)
        assert "Fevga needs 60x20" in " ".join(game.text.split())
        await game.resize(80, 24)
        assert game.prompt == "Anna (White) rolls one die to open: press r"
        await game.resize(40, 10)
        await game.press("q")
        assert isinstance(game.app.screen, StartScreen)


async def test_the_start_is_left_in_too_small_a_terminal() -> None:
    async with opened(size=(20, 5)) as game:
        await game.press("q")
        assert game.app._exit


async def test_a_notice_is_plain_text() -> None:
    async with opened(size=(40, 10)) as game:
        notice = game.app.screen.query_one("#too-small", Static)
        assert notice.region.size == (40, 10)


async def test_any_number_of_resizes_in_the_middle_of_a_turn_changes_nothing() -> None:
    chance = random.Random(7)
    async with playing("24x12,10,8,5 12x13,1,20 w", "42") as game:
        roll = game.turn.roll
        for _ in range(20):
            width, height = chance.randint(1, 200), chance.randint(1, 60)
            game.send_size(width, height)
            await game.press(*chance.choice((["u"], ["tab", "enter"], ["f"], ["n"], ["escape"])))
        await game.resize(80, 24)
        assert game.is_at_table
        assert game.turn.roll == roll
        assert len(game.events) == 4
        assert game.lines[0].startswith(" FEVGA")


# -- the start


@pytest.mark.parametrize("size", [(78, 24), (80, 24), (100, 32), (200, 60)], ids=_size)
async def test_above_the_start_lies_the_edge_of_a_board(size: Size) -> None:
    async with opened(size=size) as game:
        frieze = game.app.screen.query_one("#frieze").region
        assert (frieze.y, frieze.width) == (0, size[0])
        assert not frieze.overlaps(game.app.screen.query_one("#start").region)
        before = game.part(frieze)
        assert "▁▁" in before[0]
        assert "──" in before[0]
        game.app.change_setting("glyphs", "signs")
        await game.settle()
        assert game.text.isascii()
        assert "(OO" in game.text


@pytest.mark.parametrize("size", [(60, 20), (77, 24), (80, 23)], ids=_size)
async def test_where_there_is_no_room_the_start_is_its_menu(size: Size) -> None:
    async with opened(size=size) as game:
        assert not game.app.screen.query_one("#frieze").display
        assert game.app.screen.query_one("#start").region.bottom <= size[1]
