"""The sentences about a match, as every way to play says them to its players."""

from __future__ import annotations

from fevga_tui.rules.match import Ending, Match, Outcome, Phase
from fevga_tui.rules.notation import roll_text, why_stuck
from fevga_tui.rules.play import Turn
from fevga_tui.rules.position import Side
from fevga_tui.text import cut

NAME = 18
"""The cells that a name may take in a sentence."""


DICE_STAY = "The dice are rolled and stay until the turn ends."
NO_DRAW_NOW = "A draw can be offered by the side on roll, once the game has begun."
NO_RESIGNING_NOW = "The side on roll can resign, once the game has begun."


def as_sentence(error: Exception) -> str:
    """Return an error's text as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


def player(match: Match, side: Side) -> str:
    """Return a player's name for a sentence, with the side where the name does not say it."""
    name = match.name(side)
    return name if name == side.word else f"{cut(name, NAME)} ({side.word})"


def why_points(match: Match, outcome: Outcome) -> str:
    """Say who won a game, how, and why it is 1 point or 2."""
    if outcome.winner is None:
        return "A draw was agreed: nobody scores."
    winner, loser = player(match, outcome.winner), player(match, outcome.winner.other)
    how = f"{loser} resigned" if outcome.ending is Ending.RESIGNED else "All fifteen are off"
    if outcome.points == 2:
        why = f"{loser} has borne off none: mars, 2 points"
    else:
        why = f"{loser} has borne off {outcome.loser_off}, so 1 point"
    return f"{winner} wins the game. {how}. {why}."


def what_next(match: Match) -> str:
    """Say who opens the next game and why, or who won the match."""
    if match.phase is Phase.MATCH_OVER:
        games = f"{len(match.outcomes)} game{'s' * (len(match.outcomes) > 1)}"
        if match.winner is None:
            return f"Play stopped level after {games}."
        return f"{player(match, match.winner)} wins the match after {games}."
    opener = match.next_opener
    if opener is None:
        last = match.outcomes[-1].winner
        why = "after a draw" if last is None else "in these rules after every game"
        return f"A contest decides who opens the next game, as {why}."
    return f"{player(match, opener)} won and so opens the next game."


def score_line(match: Match) -> str:
    """Return the score with the names, and what it is played to."""
    score = match.score
    length = f"match to {match.target}" if match.target else "unlimited play"
    white, black = player(match, Side.WHITE), player(match, Side.BLACK)
    return f"{white} {score[Side.WHITE]} - {score[Side.BLACK]} {black}   ({length})"


def contest_tied(match: Match) -> str:
    """Say that the contest's dice are equal, so that both are rolled again; else nothing."""
    white, black = match.contest
    return f"Both rolled {white}: a tie, so both roll again." if white and white == black else ""


def why_opens(match: Match) -> str:
    """Say who opens the game that is about to begin, and why."""
    white, black = match.contest
    opener = player(match, match.on_roll)
    if white and black:
        return f"White rolled {white}, Black {black}: {opener} opens the game."
    return f"{opener} won the last game and opens this one."


def about_roll(match: Match, turn: Turn) -> str:
    """Say what is special about a roll: that nothing can be played, or that a wall must open."""
    if turn.is_pass:
        return why_stuck(turn, match.on_roll)
    if turn.must_open:
        return (
            f"All fifteen {match.on_roll.other.word} checkers are shut in: with"
            f" {roll_text(turn.roll)} you must open one of the six points before them."
        )
    return ""


def draw_question(match: Match) -> str:
    """Ask the other player, by name, whether a draw is agreed to."""
    offers, other = player(match, match.on_roll), player(match, match.on_roll.other)
    return (
        f"{other}: {offers} offers a draw. Do you agree? Nobody scores, and a new contest"
        " opens the next game."
    )


def draw_declined(match: Match) -> str:
    """Say that the other player did not agree to a draw."""
    return f"{player(match, match.on_roll.other)} declines the draw."


def resign_question(match: Match) -> str:
    """Ask whether the side on roll resigns, and say what that costs."""
    loser, winner = player(match, match.on_roll), player(match, match.on_roll.other)
    points = match.points_at_stake(match.on_roll)
    why = "2 points, a mars: no checker is borne off" if points == 2 else "1 point"
    return f"{loser}: resign this game? {winner} gets {why}."
