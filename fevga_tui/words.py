"""The sentences about a match, as every way to play says them to its players."""

from __future__ import annotations

from collections.abc import Iterable

from fevga_tui.handbook import differences, paragraph
from fevga_tui.rules.cells import cut
from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceFrom,
    DiceRolled,
    DrawAgreed,
    Event,
    MatchStarted,
    NextGameStarted,
    PlayMade,
    PlayStopped,
    Resigned,
    RollWithdrawn,
)
from fevga_tui.rules.match import Ending, Match, Outcome, Phase
from fevga_tui.rules.notation import play_text, point_text, roll_text, sentence, why_stuck
from fevga_tui.rules.play import Refusal, Turn
from fevga_tui.rules.position import OFF, START, Position, Side
from fevga_tui.rules.record import GameRecord, TurnPlayed, dice_thrown

_MOST_PLAYS = 12
"""How many plays an explanation lists."""

NAME = 18
"""The cells that a name may take in a sentence."""

HOW_TO_PLAY = "The higher die opens the game. Keys and clicks do the same; ? explains all."
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


def left_text(turn: Turn) -> str:
    """Return the dice not used yet, the higher first as in a roll."""
    return "".join(map(str, reversed(turn.dice_left)))


def what_is_due(match: Match, turn: Turn | None) -> str:
    """Say whose turn it is and what is to be done, without how."""
    who = player(match, match.contest_side if match.phase is Phase.CONTEST else match.on_roll)
    match match.phase:
        case Phase.CONTEST:
            return f"{who} rolls one die to open"
        case Phase.TO_ROLL:
            return f"{who} to roll"
        case Phase.TO_PLAY if turn:
            no_move = f"{who}: no legal move with {roll_text(turn.roll)}"
            return no_move if turn.is_pass else f"{who} to play {roll_text(turn.roll)}"
        case Phase.GAME_OVER:
            return "The game is over"
    return "The match is over"


def what_happened(before: Match, event: Event, after: Match) -> list[str]:
    """Tell an event, and what follows from it: who opens, a pass, a result and its reasons."""
    who = player(before, before.on_roll)
    match event:
        case MatchStarted():
            return [score_line(after), conditions(after)]
        case ContestDieRolled():
            return [f"{player(before, event.side)} rolled {event.die}.", *_after_contest(after)]
        case DiceRolled() if after.turn:
            return [f"{who} rolled {roll_text(event.roll)}.", about_roll(after, after.turn)]
        case RollWithdrawn():
            return ["The roll is taken back."]
        case PlayMade() if before.turn:
            roll = roll_text(before.turn.roll)
            play = f"played {play_text(event.moves, before.on_roll)} with {roll}"
            told = [f"{who} {play if event.moves else f'passed with {roll}'}."]
            return told if after.on_roll is not before.on_roll else [*told, *result(after)]
        case Resigned() | DrawAgreed():
            return result(after)
        case NextGameStarted():
            return [f"Game {after.game} begins.", why_opens(after) if after.opener else ""]
        case PlayStopped():
            return [what_next(after)]
    return []


def _after_contest(match: Match) -> list[str]:
    if match.phase is Phase.CONTEST:
        return [contest_tied(match)]
    if match.turn is None:
        return [why_opens(match)]
    first = f"The two dice of the contest are the first roll: {roll_text(match.turn.roll)}."
    return [why_opens(match), first, about_roll(match, match.turn)]


def result(match: Match) -> list[str]:
    """Say what the last game came to, what comes next and the score."""
    return [why_points(match, match.outcomes[-1]), what_next(match), score_line(match)]


def conditions(match: Match) -> str:
    """Say which game of the match it is, by which rules, and whose dice are thrown."""
    is_own = match.started.dice is DiceFrom.PLAYERS
    dice = "the players' own dice" if is_own else "dice thrown by the program"
    return f"Game {match.game}, rules {match.started.ruleset.name}, {dice}."


def position_lines(match: Match, turn: Turn | None) -> list[str]:
    """Say where both sides stand, White first, moves of the unfinished turn counted."""
    position = turn.position if turn else match.position
    seen = {match.on_roll: position, match.on_roll.other: position.turned()}
    return [f"{player(match, side)} has {standing(seen[side], side)}." for side in Side]


def standing(position: Position, side: Side) -> str:
    """Say where the checkers of the side that sees the position stand, how many are off, pips."""
    stacks = [
        f"{position.mine[own]} on {side.printed(own)}"
        for own in range(START, 0, -1)
        if position.mine[own]
    ]
    return f"{', '.join(stacks) or 'none on the board'}; {position.off} off; {position.pips} pips"


def pips_line(match: Match, turn: Turn | None) -> str:
    """Compare the pip counts, moves of the unfinished turn counted."""
    position = turn.position if turn else match.position
    pips = {match.on_roll: position.pips, match.on_roll.other: position.turned().pips}
    ahead = min(Side, key=lambda side: pips[side])
    lead = pips[ahead.other] - pips[ahead]
    counts = ", ".join(f"{player(match, side)} has {pips[side]} pips" for side in Side)
    return f"{counts}: {f'{player(match, ahead)} is {lead} ahead' if lead else 'level'}."


def turn_line(match: Match, played: TurnPlayed) -> str:
    """Tell a turn: its number, the roll and the play."""
    who, roll = player(match, played.side), roll_text(played.roll)
    play = f"played {play_text(played.play, played.side)}" if played.play else "passed"
    return f"Turn {played.number}: {who} rolled {roll} and {play}."


def opening_lines(match: Match, game: GameRecord) -> list[str]:
    """Tell the contests of a game, ties too, and who opened it."""
    told = [f"Contest: White rolled {white}, Black {black}." for white, black in game.contests]
    if game.opener is None:
        return told
    why = "" if game.contests else ", having won the last one"
    return [*told, f"{player(match, game.opener)} opened the game{why}."]


def dice_line(match: Match, games: Iterable[GameRecord], side: Side) -> str:
    """Count the faces that a side threw, contests included, beside what was due of each."""
    faces = dice_thrown(games, side)
    counts = ", ".join(f"{faces[face]}" for face in range(1, 7))
    due = f"{faces.total() / 6:.1f} of each were due"
    return f"{player(match, side)} threw 1 to 6 so many times: {counts}; {due}."


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
        when = "After a draw" if last is None else "By these rules"
        return f"{when} a contest decides who opens the next game."
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


def why_not(turn: Turn, own: int, chosen: int | None) -> Refusal | None:
    """Return why the checker on `chosen` may not go to `own`, or why the one on `own` may not move.

    Points are own numbers, 0 is off. None where it may.
    """
    if chosen is not None:
        return turn.refusal(chosen, own)
    if own in turn.sources:
        return None
    dice = sorted(set(turn.dice_left), reverse=True) or [turn.roll.high]
    return turn.refusal(own, max(OFF, own - dice[0]))


def explained(turn: Turn, refusal: Refusal, side: Side) -> str:
    """Explain a refusal at length: the sentence, the rule, and what can be played instead.

    The text is a line a paragraph, `#` before a heading, a blank before what stays as it is.
    """
    move = f"{point_text(refusal.source, side)}/{point_text(refusal.target, side)}"
    lines = [f"# Why is {move} not legal?", "", sentence(refusal, side), ""]
    general, special = paragraph(refusal.rule), differences(turn.ruleset)
    lines += ["# What the rules say", "", general.removeprefix("- "), ""]
    if special not in ("", general):
        lines += [f"The rules of this match are {special.removeprefix('- ')}", ""]
    stuck = why_stuck(turn, side)
    if turn.is_complete:
        lines += ["# What can be played", "", stuck or "Nothing more: the dice are played."]
        return "\n".join(lines)
    plays = turn.continuations
    lines += [f"# What can be played with {left_text(turn)}", ""]
    lines += [f"  {play_text(play, side)}" for play in plays[:_MOST_PLAYS]]
    if len(plays) > _MOST_PLAYS:
        lines.append(f"  and {len(plays) - _MOST_PLAYS} more: m walks through all of them")
    return "\n".join(lines)
