"""What each widget of the table shows, from the match and from what is in the player's hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from fevga_tui.rules.cells import cut
from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceFrom,
    DiceRolled,
    DrawAgreed,
    Resigned,
)
from fevga_tui.rules.match import Ending, Match, Phase
from fevga_tui.rules.notation import play_text, point_text, roll_text
from fevga_tui.rules.play import Play, Roll, Turn
from fevga_tui.rules.position import OFF, START, Side
from fevga_tui.rules.record import GameRecord
from fevga_tui.session import Session
from fevga_tui.ui.geometry import TOP, spots
from fevga_tui.ui.widgets.board import BoardFace
from fevga_tui.ui.widgets.dice import DiceFace, Die
from fevga_tui.ui.widgets.drawing import PointFace, TrayFace
from fevga_tui.ui.widgets.keybar import KeyHint
from fevga_tui.ui.widgets.legend import LegendFace
from fevga_tui.ui.widgets.log import LogLine
from fevga_tui.ui.widgets.players import PlayerFace
from fevga_tui.ui.widgets.title import TitleFace
from fevga_tui.words import NAME, left_text, player, what_is_due

Place = int | Side
"""A place on the board: a printed point 1–24, or a side's tray."""


class Moment(NamedTuple):
    """What is on the table: the match, the turn as far as it is played, the game's record."""

    match: Match
    turn: Turn | None
    game: GameRecord

    @classmethod
    def of(cls, session: Session) -> Moment:
        """Return the moment at which a session is."""
        return cls(session.match, session.turn, session.record.game)


class Hand(NamedTuple):
    """What the player at the keyboard is about: no part of the match.

    `chosen` is the own point of the chosen checker, `typed` the text of the open line;
    `hides_marks` leaves out what may move and where to.
    """

    seat: Side = Side.WHITE
    cursor: Place | None = None
    chosen: int | None = None
    typed: str | None = None
    shows_own_numbers: bool = False
    hides_marks: bool = False


def board_face(moment: Moment, hand: Hand) -> BoardFace:
    """Return the board as it stands, with the marks of the moment."""
    match, turn = moment.match, moment.turn
    side = match.on_roll
    position = turn.position if turn else match.position
    sources: set[int] = set()
    targets: Mapping[int, Play] = {}
    if hand.hides_marks:
        pass
    elif turn and hand.chosen is not None:
        targets = turn.targets(hand.chosen)
    elif turn:
        sources = set(turn.sources)
    landings = {own: _dice_of(moves) for own, moves in targets.items()}
    left, came = _trail(moment.game)
    points = {}
    for printed, own, theirs, is_dark in _numbers(side, hand.seat):
        mine, others = position.mine[own], position.theirs[theirs]
        points[printed] = PointFace(
            printed,
            own if hand.shows_own_numbers else 0,
            is_dark,
            side if mine else side.other if others else None,
            mine or others,
            is_source=own in sources,
            is_chosen=own == hand.chosen,
            has_cursor=printed == hand.cursor,
            landing=landings.get(own, ""),
            left=printed in left,
            came=printed in came,
        )
    trays = {
        owner: TrayFace(
            owner,
            checkers=(position if owner is side else position.turned()).off,
            has_cursor=hand.cursor is owner,
            landing=landings.get(OFF, "") if owner is side else "",
        )
        for owner in Side
    }
    return BoardFace(hand.seat, points, trays, _dice_face(moment, hand))


@lru_cache(maxsize=4)
def _numbers(side: Side, seat: Side) -> tuple[tuple[int, int, int, bool], ...]:
    """Return of each point the printed number, those of a side and of the other, and its shade."""
    return tuple(
        (printed, side.own(printed), side.other.own(printed), (column + (row == TOP)) % 2 == 1)
        for printed, (row, column) in spots(seat).items()
    )


def _dice_of(moves: Play) -> str:
    # Two dice run together would look like a number of checkers.
    return ("+" if len(moves) == 2 else "").join(str(move.die) for move in moves)


def _trail(game: GameRecord) -> tuple[set[int], set[int]]:
    """Return the printed points that the last play left, and those where it ended."""
    if not game.turns:
        return set(), set()
    last = game.turns[-1]
    before, after = last.start.mine, last.end.mine
    changes = {last.side.printed(own): after[own] - before[own] for own in range(1, START + 1)}
    return (
        {printed for printed, change in changes.items() if change < 0},
        {printed for printed, change in changes.items() if change > 0},
    )


def _dice_face(moment: Moment, hand: Hand) -> DiceFace:
    """Return the dice on the felt: those of a side lie in its own half.

    Before a roll they are those of the last turn, used up, or those of the contest.
    """
    match, turn, game = moment.match, moment.turn, moment.game
    is_own = match.started.dice is DiceFrom.PLAYERS
    if is_own and (match.allows(DiceRolled) or match.allows(ContestDieRolled)):
        thrown = zip(Side, match.contest, strict=True)
        fallen = [(side, die) for side, die in thrown if die and not game.turns]
        room = 12 if len(fallen) == 1 else 5  # in half of the narrowest board
        dice = ", ".join(f"{cut(match.name(side), room)} {die}" for side, die in fallen)
        return DiceFace(left_caption=dice, offers_faces=True)
    if turn:
        left = Counter(turn.dice_left)
        lying = []
        for value in turn.roll.dice:
            lying.append(Die(value, is_used=left[value] == 0))
            left[value] -= 1 if left[value] else 0
        return _in_half(match.on_roll, hand, tuple(lying))
    if game.turns:
        last = game.turns[-1]
        return _in_half(last.side, hand, tuple(Die(die, is_used=True) for die in last.roll.dice))
    if match.opener and match.contest == (None, None):
        return DiceFace()
    white, black = (() if die is None else (Die(die),) for die in match.contest)
    mine, theirs = (white, black) if hand.seat is Side.WHITE else (black, white)
    return DiceFace(
        cut(match.name(hand.seat.other), 12), theirs, cut(match.name(hand.seat), 12), mine
    )


def _in_half(side: Side, hand: Hand, dice: tuple[Die, ...]) -> DiceFace:
    return DiceFace(right=dice) if side is hand.seat else DiceFace(left=dice)


def title_face(moment: Moment, *, is_narrow: bool) -> TitleFace:
    """Return the first line: in a narrow terminal it has the players' counts as well."""
    match = moment.match
    length = f"match to {match.target}" if match.target else "unlimited play"
    score = match.score
    points = f"{score[Side.WHITE]} - {score[Side.BLACK]}"
    if is_narrow:
        left, right = (
            f"{'>' if face.is_on_roll else ' '}{cut(face.name, 10)} {face.pips}/{face.off}"
            for face in player_faces(moment)
        )
        return TitleFace(left, f"{points}  {right}")
    white, black = (cut(match.name(side), NAME) for side in Side)
    opened = f", {cut(match.name(match.opener), NAME)} opened" if match.opener else ""
    return TitleFace(f"{length}, game {match.game}{opened}", f"{white} {points} {black}")


def player_faces(moment: Moment) -> tuple[PlayerFace, ...]:
    """Return what is said of the players, moves of the unfinished turn counted."""
    match, turn = moment.match, moment.turn
    now = {side: match.seen_by(side) for side in Side}
    if turn:
        now[match.on_roll] = turn.position
    acts = match.contest_side if match.phase is Phase.CONTEST else match.on_roll
    is_over = match.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
    return tuple(
        PlayerFace(
            match.name(side),
            side,
            now[side].pips,
            now[side].off,
            is_on_roll=side is acts and not is_over,
            ahead=max(0, now[side.other].pips - now[side].pips),
        )
        for side in Side
    )


def legend_face(board: BoardFace, trail: str) -> LegendFace:
    """Return which kinds of marks a board has; `trail` is what its trail is of."""
    points = board.points.values()
    landings = [face.landing for face in points if face.landing]
    landings += [face.landing for face in board.trays.values() if face.landing]
    return LegendFace(
        sources=any(point.is_source for point in points),
        landing=min(landings, key=len, default=""),
        trail=trail if any(point.left or point.came for point in points) else "",
    )


def log_lines(game: GameRecord) -> tuple[LogLine, ...]:
    """Return the turns of the game, oldest first, and how it ended if not on the board.

    A turn is its number, the side's letter, the roll and the play.
    """
    lines = [_log_line(turn.number, turn.side, turn.roll, turn.play) for turn in game.turns]
    if game.outcome and game.outcome.ending is Ending.DRAWN:
        lines.append(LogLine("", "a draw, agreed"))
    elif game.outcome and game.outcome.winner and game.outcome.ending is Ending.RESIGNED:
        lines.append(LogLine("", f"{game.outcome.winner.other.word} resigned"))
    return tuple(lines)


@lru_cache(maxsize=512)
def _log_line(number: int, side: Side, roll: Roll, play: Play) -> LogLine:
    return LogLine(f"{number:>2} {side.word[0]} {roll_text(roll)}", play_text(play, side))


def prompt(moment: Moment, hand: Hand) -> str:
    """Return what to do now, in words."""
    match, turn = moment.match, moment.turn
    is_own = match.started.dice is DiceFrom.PLAYERS
    if hand.typed is not None:
        return "Move:" if match.phase is Phase.TO_PLAY else "Dice:"
    due = what_is_due(match, turn)
    match match.phase:
        case Phase.CONTEST:
            return f"{due}: {'type it, then Enter' if is_own else 'press r'}"
        case Phase.TO_ROLL:
            return f"{due}: {'type both dice, then Enter' if is_own else 'press r'}"
        case Phase.TO_PLAY if turn:
            return _play_prompt(match, turn, hand)
    return due


def _play_prompt(match: Match, turn: Turn, hand: Hand) -> str:
    who, due = player(match, match.on_roll), what_is_due(match, turn)
    if turn.is_pass:
        return f"{due}: Enter passes"
    if turn.is_complete:
        return f"{who}: Enter ends the turn, u takes a move back"
    if hand.chosen is not None:
        return f"{who}: {point_text(hand.chosen, match.on_roll)} is chosen; choose where it goes"
    left = f", {left_text(turn)} left" if turn.moves else ""
    return f"{due}{left}: choose a checker"


def key_hints(moment: Moment, hand: Hand) -> tuple[KeyHint, ...]:
    """Return the keys that do something now, the most wanted first, help and leaving last."""
    match, turn = moment.match, moment.turn
    hints = []
    if hand.typed is not None:
        return (
            KeyHint("enter", "Enter", "plays" if turn else "takes them"),
            KeyHint("escape", "Esc", "closes the line"),
        )
    if match.phase in (Phase.CONTEST, Phase.TO_ROLL):
        if match.started.dice is DiceFrom.PROGRAM:
            hints.append(KeyHint("r", "r", "roll"))
        else:
            hints.append(KeyHint("digits", "1-6", "dice"))
    if turn:
        if turn.is_complete:
            hints.append(KeyHint("enter", "Enter", "pass" if turn.is_pass else "end turn"))
        else:
            is_on_it = hand.chosen is not None and hand.cursor == match.on_roll.printed(hand.chosen)
            does = "choose" if hand.chosen is None else "let go" if is_on_it else "play"
            hints += [
                KeyHint("enter", "Enter", does),
                KeyHint("tab", "Tab", "next" if hand.chosen is None else "where to"),
                KeyHint("digits", "0-9", "type"),
                KeyHint("m", "m", "plays"),
            ]
            if hand.chosen is not None and not is_on_it:
                hints.append(KeyHint("escape", "Esc", "let go"))
        if turn.moves or match.started.dice is DiceFrom.PLAYERS:
            hints.append(KeyHint("u", "u", "undo" if turn.moves else "other dice"))
        if turn.forced:
            hints.append(KeyHint("a", "a", "forced"))
    if match.allows(DrawAgreed):
        hints.append(KeyHint("d", "d", "draw"))
    if match.allows(Resigned):
        hints.append(KeyHint("x", "x", "resign"))
    hints += [
        KeyHint("f", "f", "turn table"),
        KeyHint("h", "h", "history"),
        KeyHint("n", "n", "numbers"),
        KeyHint("s", "s", "settings"),
        KeyHint("?", "?", "help"),
        KeyHint("q", "q", "leave"),
    ]
    return tuple(hints)
