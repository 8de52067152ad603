"""What players ask about a match, answered in sentences; nothing changes by it."""

from __future__ import annotations

from collections.abc import Sequence

from fevga_tui.rules.match import Phase
from fevga_tui.rules.notation import play_text, read_play, roll_text, sentence, why_stuck
from fevga_tui.rules.play import Play, Refusal, Turn
from fevga_tui.rules.position import Position, Side
from fevga_tui.session import Session
from fevga_tui.words import (
    about_roll,
    conditions,
    dice_line,
    opening_lines,
    pips_line,
    player,
    position_lines,
    result,
    score_line,
    turn_line,
    why_points,
)

_DIGITS = 9
"""The digits of the longest number that is read as one."""


class RefusedError(Exception):
    """A line that changes nothing; the text is a sentence that says why."""


def read_number(text: str) -> int:
    """Read a number as typed; 0 for what is none, and for one of too many digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else 0


def position_of(session: Session) -> Position:
    """Return where the checkers stand now, seen by the side on roll."""
    return session.turn.position if session.turn else session.match.position


def whole(session: Session) -> list[str]:
    """Tell all that is on the table, for players who come back to it."""
    match, turn = session.match, session.turn
    told = [*score(session), *last(session)[: len(session.record.game.turns)]]
    told += position_lines(match, turn)
    if match.phase in (Phase.GAME_OVER, Phase.MATCH_OVER):
        return told + result(match)
    if turn:
        told.append(f"{player(match, match.on_roll)} rolled {roll_text(turn.roll)}.")
        told.append(why_stuck(turn, match.on_roll) if turn.moves else about_roll(match, turn))
    return told


def position(session: Session) -> list[str]:
    """Say where the checkers stand, in sentences and as the rules write it."""
    short = position_of(session).text(session.match.on_roll)
    return [*position_lines(session.match, session.turn), f"In short: {short}"]


def pips(session: Session) -> list[str]:
    """Compare the pip counts."""
    return [pips_line(session.match, session.turn)]


def score(session: Session) -> list[str]:
    """Tell the score, what is played by, and how the game was opened."""
    match = session.match
    return [score_line(match), conditions(match), *opening_lines(match, session.record.game)]


def last(session: Session) -> list[str]:
    """Tell the last play."""
    turns = session.record.game.turns
    return [turn_line(session.match, turns[-1]) if turns else "No turn of this game is over yet."]


def log(session: Session, number: str) -> list[str]:
    """Tell the turns of a game, by default of the one on the table. Raises RefusedError."""
    match, games = session.match, session.record.games
    wanted = read_number(number) if number else len(games)
    if not 1 <= wanted <= len(games):
        raise RefusedError(f"This match has the games 1-{len(games)}, like log {len(games)}.")
    game = games[wanted - 1]
    told = [f"Game {wanted}.", *opening_lines(match, game)]
    told += [turn_line(match, turn) for turn in game.turns]
    return [*told, why_points(match, game.outcome)] if game.outcome else told


def dice(session: Session) -> list[str]:
    """Count what both sides threw in the match."""
    return [dice_line(session.match, session.record.games, side) for side in Side]


def moves(turn: Turn, side: Side, plays: Sequence[Play]) -> list[str]:
    """List the ways to play on, numbered; or say why there is none."""
    if turn.is_complete:
        return [why_stuck(turn, side) or "All dice are played: end ends the turn, or undo."]
    after = f" after {play_text(turn.moves, side)}" if turn.moves else ""
    count = "One play is" if len(plays) == 1 else f"{len(plays)} plays are"
    told = [f"{count} legal with {roll_text(turn.roll)}{after}:"]
    return told + [f"{number}. {play_text(play, side)}" for number, play in enumerate(plays, 1)]


def why(session: Session, turn: Turn, text: str) -> list[str]:
    """Say whether moves are legal, and why not; without any, what is special about the roll.

    Raises NotationError for text that is no play, RefusedError where nothing is to be said.
    """
    side = session.match.on_roll
    if not text:
        told = why_stuck(turn, side) or about_roll(session.match, turn)
        if not told:
            raise RefusedError("Why what? Type a move behind it, like why 24/19.")
        return [told]
    read = read_play(text, turn, side)
    if isinstance(read, Refusal):
        return [sentence(read, side)]
    return [f"{play_text(read, side)} is legal."]
