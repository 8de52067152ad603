"""Dice that roll for a moment: for the eye alone, and only where that is wanted."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from app_pilot import Game, opened, started
from hands import fevga, keep_opening

from fevga_tui.rules.match import Phase
from fevga_tui.terminal import is_remote
from fevga_tui.ui.widgets import dice
from fevga_tui.ui.widgets.dice import FALL, FALLS, DiceView

ALL = FALL * FALLS


@asynccontextmanager
async def to_roll() -> AsyncIterator[Game]:
    """A table where White is to roll 65."""
    async with opened(start=started(), dice="53 65 43", may_move=True) as game:
        await game.press("r", "r")
        game.clock.wait()
        assert game.match.phase is Phase.TO_ROLL
        yield game


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> float:
    """Let dice roll so slowly that a loaded machine sees each face; return how long they do."""
    monkeypatch.setattr(dice, "FALL", 0.5)
    return 0.5 * FALLS


def lying(game: Game) -> list[str]:
    """Return the dice that are seen."""
    [row] = game.part(game.table.query_one(DiceView).region)
    return re.findall(r"\d", row)


async def test_dice_roll_for_a_moment_and_then_show_what_was_thrown(slowly: float) -> None:
    async with to_roll() as game:
        await game.press("r")
        assert game.match.turn is not None
        assert game.match.turn.roll.dice == (6, 5), "what was thrown stands before anything moves"
        assert game.prompt.startswith("Anna (White) to play 65")
        assert lying(game) == ["4", "3"]
        assert ALL <= 0.3
        await asyncio.sleep(slowly + 0.2)
        await game.settle()
        assert lying(game) == ["6", "5"]


@pytest.mark.usefixtures("slowly")
@pytest.mark.parametrize("key", ["right", "tab", "enter", "j", "2", "f", "?"])
async def test_any_key_ends_it_and_acts(key: str) -> None:
    async with to_roll() as game:
        await game.press("r")
        assert lying(game) == ["4", "3"]
        before = game.text
        await game.press(key)
        assert game.text != before
        if key == "?":
            await game.press("escape")
        assert lying(game) == ["6", "5"]


@pytest.mark.usefixtures("slowly")
async def test_a_click_ends_it_and_acts() -> None:
    async with to_roll() as game:
        await game.press("r")
        await game.click_place(24)
        assert game.hand.chosen == 24
        assert lying(game) == ["6", "5"]


async def test_by_setting_nothing_moves() -> None:
    async with to_roll() as game:
        game.app.change_setting("motion", "off")
        await game.press("r")
        assert lying(game) == ["6", "5"]


async def test_by_the_setting_of_textual_nothing_moves() -> None:
    async with to_roll() as game:
        game.app.animation_level = "none"
        await game.press("r")
        assert lying(game) == ["6", "5"]


@pytest.mark.parametrize(
    ("environ", "remote"),
    [
        ({}, False),
        ({"SSH_TTY": ""}, False),
        ({"SSH_AUTH_SOCK": "/run/ssh.sock"}, False),
        ({"SSH_TTY": "/dev/pts/3"}, True),
        ({"SSH_CONNECTION": "10.0.0.2 50000 10.0.0.1 22"}, True),
        ({"SSH_CLIENT": "10.0.0.2 50000 22"}, True),
    ],
)
def test_a_line_is_known_by_what_ssh_sets(environ: dict[str, str], remote: bool) -> None:
    assert is_remote(environ) is remote


@pytest.mark.parametrize(
    ("environ", "moves"),
    [
        ({"TEXTUAL_ANIMATIONS": None}, True),
        ({"TEXTUAL_ANIMATIONS": None, "SSH_TTY": "/dev/pts/3"}, False),
        ({"TEXTUAL_ANIMATIONS": "none"}, False),
    ],
    ids=["here", "over SSH", "forbidden"],
)
def test_in_a_terminal_dice_roll_where_they_may(
    environ: dict[str, str | None], moves: bool, tmp_path: Path
) -> None:
    keep_opening(tmp_path, roll=None)
    with fevga(tmp_path, "--resume", env=environ) as terminal:
        terminal.wait_for("to roll")
        terminal.read_for(0.3)
        terminal.press("r")
        terminal.wait_for("to play|Enter passes")
        mark = terminal.mark()
        terminal.read_for(ALL + 0.3)
        assert bool(terminal.bytes_since(mark)) is moves
