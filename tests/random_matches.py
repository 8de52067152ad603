"""Matches by random legal play for the tests: with draws, resignations, and rolls taken back."""

from __future__ import annotations

import random

from hypothesis import strategies as st

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
from fevga_tui.rules.match import Match, Phase
from fevga_tui.rules.play import Play, Roll, Turn
from fevga_tui.rules.ruleset import RULESETS, OpeningRoll, Ruleset

NAMES = ("Γιώργος", "Ελένη", "日本 太郎", 'B" ob\\', "[/b]", "; x : 3", "é" * 60, "\u2003x"[1:])


def random_events(rng: random.Random, most: int, haste: float = 0.02) -> list[Event]:
    """Return the events of a match, at most so many; `haste` is how often a game is given up."""
    ruleset = rng.choice((*RULESETS.values(), Ruleset("mine", opening_roll=OpeningRoll.CONTEST)))
    white, black = rng.sample(NAMES, 2)
    target = rng.choice((None, 1, 3, 7))
    started = MatchStarted(white, black, target, ruleset, rng.choice(list(DiceFrom)))
    events: list[Event] = [started]
    match = Match.begin(started)
    while match.phase is not Phase.MATCH_OVER and len(events) < most:
        events.append(_next(match, rng, haste))
        match = match.apply(events[-1])
    return events


def _next(match: Match, rng: random.Random, haste: float) -> Event:
    if match.phase is Phase.CONTEST:
        return ContestDieRolled(match.contest_side, rng.randint(1, 6))
    if match.phase is Phase.GAME_OVER:
        return PlayStopped() if not match.target and rng.random() < 0.2 else NextGameStarted()
    if rng.random() < haste:
        return rng.choice((Resigned(), Resigned(), DrawAgreed()))
    if match.turn is None:
        return DiceRolled(Roll.of(rng.randint(1, 6), rng.randint(1, 6)))
    if match.allows(RollWithdrawn) and rng.random() < 0.1:
        try:
            match.apply(RollWithdrawn())
        except ValueError:
            pass
        else:
            return RollWithdrawn()
    return PlayMade(_some_play(match.turn, rng))


def _some_play(turn: Turn, rng: random.Random) -> Play:
    while not turn.is_complete:
        turn = turn.push(rng.choice(turn.legal_moves))
    return turn.moves


def matches(most: int = 120, haste: float = 0.02) -> st.SearchStrategy[list[Event]]:
    """Draw the events of matches."""
    return st.integers(0, 2**32).map(lambda seed: random_events(random.Random(seed), most, haste))
