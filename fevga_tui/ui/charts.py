"""The pictures of a game in rows of text: the race, the walls, the dice."""

from __future__ import annotations

from collections.abc import Sequence

from fevga_tui.rules.position import Side
from fevga_tui.rules.record import GameRecord, dice_thrown
from fevga_tui.rules.ruleset import Release
from fevga_tui.ui.widgets.drawing import Glyphs

_LEVELS = {Glyphs.BLOCKS: " ▁▂▃▄▅▆▇", Glyphs.SIGNS: " ..:==##"}
"""From nothing to the highest bar, which leaves a gap below the row above it."""
_CAPTION = 13


def _columns(turns: int, width: int) -> list[range]:
    """Return which turns each column shows: one, or several where there are more than columns."""
    width = min(width, turns)
    return [range(at * turns // width, (at + 1) * turns // width) for at in range(width)]


def _bars(values: Sequence[int], most: int, columns: list[range], glyphs: Glyphs) -> str:
    """Return a row of bars, each as high as the greatest value of its column."""
    levels = _LEVELS[glyphs]
    heights = [max(max(0, values[turn]) for turn in column) for column in columns]
    # A value above none shows, however small it is.
    top = len(levels) - 1
    return "".join(levels[-(-top * height // most) if height else 0] for height in heights)


def race(game: GameRecord, release: Release, width: int, glyphs: Glyphs) -> list[str]:
    """Draw the lead in pips turn by turn, with passes and the first checkers' release below.

    In the last row `W` and `B` stand where White's and Black's first checker released the others,
    `p` where a side passed.
    """
    if not game.turns:
        return []
    leads = game.leads()
    most = max(1, *(abs(lead) for lead in leads))
    columns = _columns(len(leads), width - _CAPTION - 2)
    marks = [_mark(game, column, release) for column in columns]
    rows = {
        "White ahead": _bars(leads, most, columns, glyphs),
        "Black ahead": _bars([-lead for lead in leads], most, columns, glyphs),
        "past, passes": "".join(marks),
    }
    drawn = [f"{caption:<{_CAPTION}}|{row}|" for caption, row in rows.items()]
    turns = f"{len(leads)} turn{'s' * (len(leads) > 1)}"
    pips = f"{most} pip{'s' * (most > 1)}"
    return [f"The race over {turns}, at most {pips} ahead:", *drawn]


def _mark(game: GameRecord, column: range, release: Release) -> str:
    """Return the sign of what happened in a column's turns: a release before a pass."""
    for turn in (game.turns[at] for at in column):
        before, after = turn.start, turn.end
        if _is_released(after.mine, release) and not _is_released(before.mine, release):
            return turn.side.word[0]
    return "p" if any(not game.turns[at].play for at in column) else " "


def _is_released(mine: Sequence[int], release: Release) -> bool:
    return any(mine[: release.point + 1])


def walls(game: GameRecord, width: int, glyphs: Glyphs) -> list[str]:
    """Draw how many points in a row each side held, turn by turn."""
    if not game.turns:
        return []
    longest: dict[Side, list[int]] = {side: [] for side in Side}
    for turn in game.turns:
        seen = {turn.side: turn.end, turn.side.other: turn.end.turned()}
        for side in Side:
            longest[side].append(seen[side].longest_prime())
    most = max(max(lengths) for lengths in longest.values())
    columns = _columns(len(game.turns), width - _CAPTION - 2)
    return [
        f"{f'{side.word} wall':<{_CAPTION}}|{_bars(longest[side], most, columns, glyphs)}|"
        f" at most {max(longest[side])}"
        for side in Side
    ]


def dice(games: Sequence[GameRecord]) -> list[str]:
    """Count each face for each side, beside the number that was due."""
    lines = [f"{'Dice':<{_CAPTION}}" + "".join(f"{face:>4}" for face in range(1, 7)) + "  each due"]
    for side in Side:
        faces = dice_thrown(games, side)
        counts = "".join(f"{faces[face]:>4}" for face in range(1, 7))
        lines.append(f"{side.word:<{_CAPTION}}{counts}{faces.total() / 6:>10.1f}")
    return lines
