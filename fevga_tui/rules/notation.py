"""Text for rolls, moves and plays, both ways, and the sentence of a refusal.

Everything here is in printed numbers, as players see them (section 9).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from fevga_tui.rules.errors import DiceError, NotationError
from fevga_tui.rules.play import Move, Play, Refusal, Roll, Rule, Turn
from fevga_tui.rules.position import OFF, START, Position, Side
from fevga_tui.rules.ruleset import Release, Ruleset, Wall

Hop = tuple[int, int]
"""A checker's way as written: own source and own target, landings between them not named."""

_LONGEST_TEXT = 60
_MOST_DICE = 4
_EXAMPLE = "like 24/18, 24/18/13, 24/18 13/12 or 6/off"


def roll_text(roll: Roll) -> str:
    """Write a roll as its two digits, the higher first: `65`."""
    return f"{roll.high}{roll.low}"


def read_roll(text: str) -> Roll:
    """Read two digits 1–6 in either order, with or without something between: `65`, `5-6`.

    Raises NotationError with a right example.
    """
    plain = text.strip() if len(text) <= _LONGEST_TEXT else ""
    digits = re.fullmatch(r"(\d)\s*[-/,: ]?\s*(\d)", plain, re.ASCII)
    try:
        if digits is not None:
            return Roll.of(int(digits[1]), int(digits[2]))
    except DiceError:
        pass
    raise NotationError(f"a roll is two dice of 1-6, like 65, not '{_shortened(text)}'")


def read_die(text: str) -> int:
    """Read one digit 1–6: `5`. Raises NotationError with a right example."""
    plain = text.strip()
    if plain in ("1", "2", "3", "4", "5", "6"):
        return int(plain)
    raise NotationError(f"a die shows 1-6, like 5, not '{_shortened(text)}'")


def point_text(own: int, side: Side) -> str:
    """Write a point of `side` by its printed number, or `off`."""
    return f"{side.printed(own)}" if own else "off"


def play_text(play: Play, side: Side) -> str:
    """Write moves, every landing named and repeats together: `24/18/13 8/5(2)`, or `pass`."""
    ways: list[list[int]] = []
    for move in play:
        if ways and ways[-1][-1] == move.source:
            ways[-1].append(move.target)
        else:
            ways.append([move.source, move.target])
    times = Counter("/".join(point_text(own, side) for own in way) for way in ways)
    return " ".join(f"{way}({n})" if n > 1 else way for way, n in times.items()) or "pass"


def move_text(move: Move, side: Side) -> str:
    """Write a single move: `24/18`."""
    return play_text((move,), side)


def read_play(text: str, turn: Turn, side: Side) -> Play | Refusal:
    """Return the moves that a text asks for in this turn, or why they are not legal.

    The moves of one text are taken in any order in which they are legal, all or nothing; landings
    between two points may be left out where the dice allow a path; a destination alone is read
    where one checker only can go there. Raises NotationError, with a right example, for text that
    is no play.
    """
    hops = _hops(text, turn, side)
    played = _played(turn, hops)
    if played is not None:
        return played.moves[len(turn.moves) :]
    for source, target in hops:
        refusal = turn.refusal(source, target)
        if refusal is not None:
            return refusal
        turn = turn.push(*turn.targets(source)[target])
    raise AssertionError(f"{text!r} is legal move by move, but not as a play")


def _played(turn: Turn, hops: Sequence[Hop]) -> Turn | None:
    """Return the turn after all hops in some legal order, the written order first."""
    if not hops:
        return turn
    for at, (source, target) in enumerate(hops):
        if (source, target) in hops[:at]:
            continue
        # One die that goes all the way before two that do.
        for move in sorted(turn.legal_moves, key=lambda move: move.target != target):
            if move.source != source or move.target < target:
                continue
            onward = [] if move.target == target else [(move.target, target)]
            played = _played(turn.push(move), [*hops[:at], *onward, *hops[at + 1 :]])
            if played is not None:
                return played
    return None


def _hops(text: str, turn: Turn, side: Side) -> list[Hop]:
    """Read a text as hops in own numbers. Raises NotationError for what is no play."""
    text = text.strip()
    if len(text) > _LONGEST_TEXT:
        raise NotationError(f"'{_shortened(text)}' is no move; write it {_EXAMPLE}")
    plain = re.sub(r"off?\b", "0", text.lower()).replace("o", "0")
    plain = re.sub(r"\s*[-–/]\s*", "/", plain)
    groups = re.split(r"[\s,]+", plain)
    if not all(
        re.fullmatch(r"\d{1,2}(/\d{1,2}(/\d{1,2})*(\([1-4]\))?)?", group, re.ASCII)
        for group in groups
    ):
        raise NotationError(f"'{_shortened(text)}' is no move; write it {_EXAMPLE}")
    if all("/" not in group for group in groups):
        if len(groups) == 1:
            return [_hop_to(_point(groups[0], side, text), turn, side)]
        # Bare numbers are pairs: 24 18 18 13.
        groups = ["/".join(pair) for pair in zip(groups[::2], groups[1::2], strict=False)] + (
            groups[-1:] if len(groups) % 2 else []
        )
    hops: list[Hop] = []
    for group in groups:
        way, _, times = group.rstrip(")").partition("(")
        points = [_point(number, side, text) for number in way.split("/")]
        if len(points) == 1 or OFF in points[:-1]:
            raise NotationError(f"'{_shortened(text)}' is no move; write it {_EXAMPLE}")
        hops += list(pairwise(points)) * int(times or 1)
    if len(hops) > _MOST_DICE:
        raise NotationError(f"'{_shortened(text)}' has {len(hops)} moves; a roll has at most four")
    return hops


def _hop_to(target: int, turn: Turn, side: Side) -> Hop:
    """Return the hop to a destination given alone, where one checker only can go there."""
    sources = [source for source in turn.sources if target in turn.targets(source)]
    if len(sources) == 1:
        return sources[0], target
    where = point_text(target, side)
    if not sources:
        raise NotationError(f"no checker can go to {where} now; write a move {_EXAMPLE}")
    ways = " or ".join(f"{point_text(source, side)}/{where}" for source in sources)
    raise NotationError(f"{len(sources)} checkers can go to {where}: write {ways}")


def _point(number: str, side: Side, text: str) -> int:
    """Return the own number of a printed point, or 0 for off."""
    if int(number) > START:
        raise NotationError(f"there is no point {number} in '{_shortened(text)}': points are 1-24")
    return side.own(int(number)) if int(number) else OFF


def _shortened(text: str) -> str:
    """Return a text short enough, and plain enough, to be quoted in a sentence."""
    plain = "".join(letter for letter in text.strip() if letter.isprintable())
    return plain if len(plain) <= 20 else plain[:18] + ".."


def sentence(refusal: Refusal, side: Side) -> str:
    """Say to the player on roll why a move is refused: the rule, the point, the way out."""
    source, target = point_text(refusal.source, side), point_text(refusal.target, side)
    points = _listed(point_text(point, side) for point in refusal.points)
    span = _span(refusal.points, side)
    better = play_text(refusal.better, side) if refusal.better else ""
    dice = _listed(dict.fromkeys(str(die) for die in sorted(refusal.dice, reverse=True)))
    opponent = side.other.word
    match refusal.rule:
        case Rule.TURN_IS_OVER:
            why = "no die is left to play"
        case Rule.NO_CHECKER:
            why = f"{side.word} has no checker on {source}"
        case Rule.WRONG_DIRECTION:
            way = "24 down to 1" if side is Side.WHITE else "12 down to 1, then 24 down to 13"
            why = f"{side.word} runs from {way}"
        case Rule.NO_SUCH_DIE:
            pips = refusal.source - refusal.target
            why = f"that is {pips} pip{'s' * (pips > 1)}, and the dice left are {dice}"
            if refusal.dice[1:] == ():
                why = f"that is {pips} pip{'s' * (pips > 1)}, and the die left is {dice}"
        case Rule.CLOSED_POINT:
            several = len(refusal.points) > 1
            why = f"{opponent} holds {'points' if several else 'point'} {points}"
        case Rule.FIRST_CHECKER:
            must = "reach" if refusal.release is Release.REACHED else "pass"
            start = point_text(12, side)
            why = f"your first checker, on {points}, must {must} {start} before others may move"
            if points == start:
                why = f"your first checker must go on beyond {start} before others may move"
        case Rule.NOT_HOME:
            home = _span(tuple(range(6, 0, -1)), side)
            why = f"bearing off needs all checkers home on {home}; not home: {points}"
        case Rule.NOT_FARTHEST:
            why = f"a larger die bears off only from your farthest point, {points}"
        case Rule.OWN_QUADRANT:
            why = f"it would close all six points {span}, your starting quadrant"
        case Rule.START_QUADRANT:
            why = f"it would close all six points {span}, {opponent}'s starting quadrant"
        case Rule.START_BRIDGE:
            why = f"it would close all six points {span} just before {opponent}'s start"
        case Rule.SHUT_OUT:
            why = f"six points in a row would leave {opponent} no move with any die"
        case Rule.WASTES_A_DIE:
            uses = len(refusal.better)
            count = {1: "a die", 2: "both dice"}.get(uses, f"{uses} dice")
            if len(refusal.dice) not in (1, 2):
                count = f"{uses} dice"
            why = f"it wastes a die: {better} uses {count}"
        case Rule.HIGHER_DIE:
            why = f"only one die can be played, so it must be the higher: {better}"
        case Rule.MUST_OPEN:
            wall = f"your wall {span} before {opponent}'s fifteen"
            why = f"you must open {wall}: {better}" if better else f"{wall} must stay open"
    return f"{source}/{target} is not legal: {why}."


def why_stuck(turn: Turn, side: Side) -> str:
    """Say why the dice left cannot be played; empty where none is left or some still can be."""
    refusals = turn.stuck
    if not refusals:
        return ""
    # What stops the checkers that the first-checker rule lets move says more than the rule.
    telling = [refusal for refusal in refusals if refusal.rule is not Rule.FIRST_CHECKER]
    left = sorted(set(turn.dice_left), reverse=True)
    dice = " or ".join(str(die) for die in left)
    if all(refusal.rule is Rule.CLOSED_POINT for refusal in telling):
        closed = sorted({side.printed(refusal.target) for refusal in telling}, reverse=True)
        why = f"{side.other.word} holds {_listed(str(point) for point in closed)}"
    else:
        why = sentence(telling[0], side).partition(": ")[2].rstrip(".")
    if len(telling) < len(refusals):
        why += ", and the first checker has not passed yet"
    return f"No {dice} can be played: {why}."


def doubts(position: Position, side: Side, ruleset: Ruleset) -> list[str]:
    """Say why a position cannot arise in play; it is analysed all the same (section 9)."""
    found = []
    for seen, owner in ((position, side), (position.turned(), side.other)):
        counts = seen.mine
        has_passed = seen.off or any(counts[1 : ruleset.release.point + 1])
        astray = [point for point in range(START - 1, 0, -1) if counts[point]]
        if not has_passed and sum(counts[1:START]) > 1:
            where = _listed(point_text(point, owner) for point in astray)
            found.append(
                f"{owner.word} has more than one checker off the start, on {where}, while none"
                f" has passed {point_text(12, owner)}"
            )
        if Wall.OWN_QUADRANT in ruleset.forbidden_walls and all(counts[19:]):
            found.append(f"{owner.word} holds all six points of its own starting quadrant")
        outside = [point for point in range(START, 6, -1) if counts[point]]
        if seen.off and outside:
            where = _listed(point_text(point, owner) for point in outside)
            found.append(f"{owner.word} has borne off while checkers are outside home, on {where}")
    return found


def _listed(words: Iterable[str]) -> str:
    """Join words as a sentence does: `6, 5 and 4`."""
    *first, last = list(words) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def _span(points: Sequence[int], side: Side) -> str:
    """Write a wall: its first and last point where the numbers run on, else each of them."""
    if not points:
        return ""
    printed = [side.printed(point) for point in points]
    low, high = min(printed), max(printed)
    if high - low == len(printed) - 1:
        return f"{low}-{high}"
    return _listed(str(point) for point in printed)
