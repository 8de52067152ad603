"""What may be typed, in words: the prompts, the help, a new match."""

from __future__ import annotations

import re

from fevga_tui.beginning import begin, read_dice, read_length
from fevga_tui.rules.errors import NotationError
from fevga_tui.rules.events import DiceFrom, MatchStarted
from fevga_tui.rules.match import Match, Phase
from fevga_tui.rules.notation import play_text, roll_text
from fevga_tui.rules.play import Turn
from fevga_tui.rules.ruleset import FEVGA, named
from fevga_tui.words import player, what_is_due

HELP = """\
roll: throw the dice, in the contest one die.
65: your own dice as they fell; in the contest 5.
24/18 13/12: play moves; also 24/18/13, 24/13, 6/off and 8/5(2).
moves: list what is legal, numbered; then a number plays it.
forced: play what is forced.
why 24/19: say whether a move is legal, and why not.
undo: take the last move of the turn back; before it your own dice.
end: end the turn, or pass.
position: say where the checkers stand. board: draw it.
pips, score, last: the race, the score, the last play.
log: all turns of the game, log 1 those of game 1. dice: what was thrown.
draw: offer a draw; the other player answers yes or no.
resign: give the game up, after a question.
next: begin the next game. stop: end unlimited play.
rematch: after a match, the same again.
new: begin a match, like new white Anna black Bob to 5 rules fevga dice own.
resume: go on with the unfinished match, resume 3 with match 3.
matches: list the kept matches. delete 3: delete match 3, after a question.
help: these words. help rules: the rules of the game.
quit: leave; the match is kept. A line that begins with # is not read."""


def prompt(match: Match, turn: Turn | None) -> str:
    """Say whose turn it is, the roll, and what may be typed."""
    due = what_is_due(match, turn)
    is_own = match.started.dice is DiceFrom.PLAYERS
    match match.phase:
        case Phase.CONTEST:
            return f"{due}: type {'it, like 5' if is_own else 'roll'}."
        case Phase.TO_ROLL:
            return f"{due}: type {'both dice, like 65' if is_own else 'roll'}."
        case Phase.TO_PLAY if turn:
            return _play_prompt(match, turn, due)
        case Phase.GAME_OVER:
            stop = ", stop ends the match" if match.target is None else ""
            return f"{due}: next goes on{stop}, quit leaves."
    return f"{due}: rematch plays the same again, quit leaves."


def _play_prompt(match: Match, turn: Turn, due: str) -> str:
    if turn.is_pass:
        return f"{due}: end passes."
    side = match.on_roll
    moves = f"type moves, like {play_text(turn.legal_moves[:1], side)}" if turn.legal_moves else ""
    if not turn.moves:
        return f"{due}: {moves}; moves lists them all."
    played = play_text(turn.moves, side)
    if turn.is_complete:
        of = f"{player(match, side)} has played {played} with {roll_text(turn.roll)}"
        return f"{of}: end ends the turn, undo takes a move back."
    return f"{due}, {played} is played and {dice_left(turn)} left: {moves}, or undo."


def dice_left(turn: Turn) -> str:
    """Name the dice that are not played yet, the highest first."""
    return " and ".join(str(die) for die in reversed(turn.dice_left)) + (
        " is" if len(turn.dice_left) == 1 else " are"
    )


_OPTIONS = ("white", "black", "to", "rules", "dice")


def read_new(words: str) -> MatchStarted:
    """Read what a new match is to be: `white Anna black Bob to 5 rules fevga dice own`.

    Raises FevgaError for what is none of these.
    """
    before, *parts = re.split(rf"(?:^|\s)({'|'.join(_OPTIONS)})\s", f"{words} ", flags=re.I)
    given = {
        name.lower(): value.strip() for name, value in zip(parts[::2], parts[1::2], strict=True)
    }
    if before.strip() or "" in given.values() or len(parts) != 2 * len(given):
        raise NotationError(
            "a new match is begun like this: new white Anna black Bob to 5 rules fevga dice own"
        )
    return begin(
        given.get("white", ""),
        given.get("black", ""),
        read_length(given.get("to", "3").lower()),
        named(given.get("rules", FEVGA.name).lower()),
        read_dice(given.get("dice", "program").lower()),
    )
