"""What holds at every step of a session, in random games with random undo."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from engine import at, mirrored
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from positions import rolls, setup_positions

from fevga_tui.rules.errors import IllegalEventError, IllegalMoveError
from fevga_tui.rules.events import (
    DiceFrom,
    DiceRolled,
    Event,
    MatchStarted,
    PlayMade,
    from_data,
    to_data,
)
from fevga_tui.rules.match import Match, Phase, replay
from fevga_tui.rules.play import Move, Play, Roll, Turn
from fevga_tui.rules.position import CHECKERS, across
from fevga_tui.rules.ruleset import RULESETS
from fevga_tui.session import Session

LONGEST_GAME = 2_000


@dataclass
class Kept:
    """A keeper in memory, which fails while `is_full`."""

    events: list[Event] = field(default_factory=list)
    draft: Play = ()
    is_full: bool = False

    def keep_event(self, event: Event, after: Match) -> None:
        self._fail()
        assert isinstance(after, Match)
        self.events.append(event)
        self.draft = ()

    def keep_draft(self, moves: Play) -> None:
        self._fail()
        self.draft = moves

    def _fail(self) -> None:
        if self.is_full:
            raise OSError("no space left")


def begin(rules: str, seed: int = 0, dice: DiceFrom = DiceFrom.PROGRAM) -> tuple[Session, Kept]:
    kept = Kept()
    beginning = MatchStarted("Anna", "Babis", 1, RULESETS[rules], dice)
    rng = random.Random(seed)
    return Session.start(beginning, keeper=kept, die=lambda: rng.randint(1, 6)), kept


def next_step(session: Session, rng: random.Random) -> Callable[[], None]:
    """Choose what happens next: a roll, a legal move, a move taken back, the end of the turn."""
    turn = session.turn
    if turn is None:
        return session.roll
    if turn.moves and rng.random() < 0.2:
        return session.pop
    if turn.is_complete:
        return session.end_turn
    move = rng.choice(turn.legal_moves)
    return lambda: session.push((move,))


def walk(rules: str, seed: int) -> Iterator[tuple[Session, Kept]]:
    """Play a game and yield the session after every step."""
    session, kept = begin(rules, seed)
    rng = random.Random(seed)
    yield session, kept
    while session.match.phase is not Phase.MATCH_OVER:
        next_step(session, rng)()
        yield session, kept


games = pytest.mark.parametrize(
    ("rules", "seed"), [(rules, seed) for rules in RULESETS for seed in range(2)]
)


@games
def test_each_side_has_fifteen_checkers_on_points_of_its_own(rules: str, seed: int) -> None:
    for session, _ in walk(rules, seed):
        position = session.turn.position if session.turn else session.match.position
        for counts in (position.mine, position.theirs):
            assert sum(counts) == CHECKERS
            assert min(counts) >= 0
        assert not any(position.mine[own] and position.theirs[across(own)] for own in range(1, 25))


@games
def test_pips_only_grow_by_undo_and_back_to_what_they_were(rules: str, seed: int) -> None:
    before: list[int] = []
    for session, _ in walk(rules, seed):
        turn = session.turn
        if turn is None:
            continue
        del before[len(turn.moves) :]
        pips = turn.position.pips
        assert all(pips < earlier for earlier in before)
        assert pips >= turn.start.pips - sum(move.die for move in turn.moves)
        before.append(pips)


@games
def test_every_prefix_of_a_turn_can_be_completed(rules: str, seed: int) -> None:
    for session, _ in walk(rules, seed):
        if session.turn:
            whole = session.turn.push(*session.turn.completion)
            assert whole.is_complete
            assert not whole.legal_moves


@games
def test_undo_gives_back_the_very_turn_that_was(rules: str, seed: int) -> None:
    earlier: list[Turn] = []
    for session, _ in walk(rules, seed):
        turn = session.turn
        if turn is None:
            earlier = []
            continue
        if len(turn.moves) < len(earlier):
            assert turn == earlier[len(turn.moves)]
            assert turn.legal_moves == earlier[len(turn.moves)].legal_moves
        earlier[len(turn.moves) :] = [turn]


@games
def test_the_replay_of_what_is_kept_is_the_live_match(rules: str, seed: int) -> None:
    for session, kept in walk(rules, seed):
        assert len(kept.events) == len(session.events)
    assert kept.events == session.events
    stored = json.dumps([to_data(event) for event in kept.events])
    assert replay(map(from_data, json.loads(stored))) == session.match


@games
def test_a_session_taken_up_again_is_the_same(rules: str, seed: int) -> None:
    for number, (session, kept) in enumerate(walk(rules, seed)):
        if number % 37 == 0:
            again = Session(kept.events, kept.draft)
            assert again.match == session.match
            assert again.turn == session.turn
            assert again.record.games == session.record.games


@games
def test_a_game_ends(rules: str, seed: int) -> None:
    for session, _ in walk(rules, seed):
        assert len(session.record.game.turns) < LONGEST_GAME
    assert session.match.winner
    turns = session.record.game.turns
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    assert all(turn.side is not following.side for turn, following in pairwise(turns))


@games
def test_a_keeper_that_fails_leaves_everything_as_it_was(rules: str, seed: int) -> None:
    session, kept = begin(rules, seed)
    rng = random.Random(seed)

    def state() -> tuple[Match, Turn | None, int, int, Play]:
        turns = len(session.record.game.turns)
        return session.match, session.turn, len(session.events), turns, kept.draft

    while session.match.phase is not Phase.MATCH_OVER:
        before = state()
        step = next_step(session, rng)
        kept.is_full = True
        with pytest.raises(OSError, match="no space"):
            step()
        assert state() == before
        kept.is_full = False
        step()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(position=setup_positions(), roll=rolls(), rules=st.sampled_from(sorted(RULESETS)))
def test_with_the_colours_exchanged_everything_is_mirrored(
    position: str, roll: str, rules: str
) -> None:
    table, mirror = at(position, roll, rules=rules), at(mirrored(position), roll, rules=rules)
    boards = {mirrored(f"{board} w")[:-2] for board in mirror.answer.results}
    assert boards == table.answer.results
    assert mirror.answer.dice_used == table.answer.dice_used
    assert mirror.turn.legal_moves == table.turn.legal_moves


# Sessions.


def rolled(*dice: int, rules: str = "fevga") -> tuple[Session, Kept]:
    """Begin a match whose dice fall like this, and roll until they are thrown."""
    kept = Kept()
    thrown = iter(dice)
    beginning = MatchStarted("Anna", "Babis", 1, RULESETS[rules], DiceFrom.PLAYERS)
    session = Session.start(beginning, keeper=kept, die=lambda: next(thrown))
    while session.turn is None:
        session.roll()
    return session, kept


def test_a_match_that_cannot_be_kept_does_not_begin() -> None:
    with pytest.raises(OSError, match="no space"):
        Session.start(
            MatchStarted("Anna", "Babis", 1, RULESETS["fevga"], DiceFrom.PROGRAM),
            keeper=Kept(is_full=True),
        )


def test_a_fact_is_kept_before_it_shows() -> None:
    seen: list[object] = []

    class Watching(Kept):
        def keep_event(self, event: Event, after: Match) -> None:
            seen.append((type(event), session.match == after, session.turn))

        def keep_draft(self, moves: Play) -> None:
            seen.append((moves, session.turn and session.turn.moves))

    session = Session(rolled(6, 1, 6, 6)[0].events[:3], keeper=Watching())
    session.enter_roll(Roll(6, 6))
    session.push((Move(24, 6),))
    session.pop()
    session.push((Move(24, 6),))
    turn = session.turn
    session.end_turn()
    move = (Move(24, 6),)
    assert seen == [
        (DiceRolled, False, None),
        (move, ()),
        ((), move),
        (move, ()),
        (PlayMade, False, turn),
    ]


def test_the_dice_stay_through_undo_and_further_rolls() -> None:
    session, _ = rolled(6, 1, 6, 5, 3, 3)
    session.push((Move(24, 6),))
    with pytest.raises(IllegalEventError):
        session.roll()
    session.pop()
    assert session.turn is not None
    assert session.turn.roll == Roll(6, 5)


def test_the_turn_waits_for_its_end_and_leaves_no_dice_to_the_other() -> None:
    session, _ = rolled(6, 1, 6, 5)
    session.push((Move(24, 6), Move(18, 5)))
    assert session.turn is not None
    assert session.turn.is_complete
    session.end_turn()
    assert session.turn is None
    assert session.match.turn is None
    assert len(session.record.game.turns) == 1


def test_half_a_play_cannot_be_ended() -> None:
    session, _ = rolled(6, 1, 6, 5)
    session.push((Move(24, 6),))
    with pytest.raises(IllegalEventError, match="not a whole play"):
        session.end_turn()
    assert session.turn is not None
    assert session.turn.moves == (Move(24, 6),)


def test_illegal_moves_change_nothing() -> None:
    session, kept = rolled(6, 1, 6, 5)
    before = session.turn
    with pytest.raises(IllegalMoveError):
        session.push((Move(24, 6), Move(18, 6)))
    assert session.turn == before
    assert kept.draft == ()


def test_bearing_off_the_last_checker_ends_the_game_without_being_asked() -> None:
    drafts: list[Play] = []
    for session, _ in walk("fevga", 3):
        drafts.append(session.turn.moves if session.turn else ())
    last = session.events[-1]
    assert isinstance(last, PlayMade)
    assert drafts[-2] == last.moves[:-1]
    assert session.turn is None


def test_a_roll_is_withdrawn_only_before_a_checker_has_moved() -> None:
    session, _ = rolled(6, 1, 6, 5)
    session.push((Move(24, 6),))
    with pytest.raises(IllegalEventError, match="once a checker has moved"):
        session.withdraw_roll()
    session.pop()
    session.withdraw_roll()
    assert session.match.phase is Phase.TO_ROLL


@pytest.mark.parametrize("act", ["pop", "end_turn", "withdraw_roll", "next_game", "stop"])
def test_without_a_roll_nothing_is_played(act: str) -> None:
    session, kept = begin("fevga")
    with pytest.raises(IllegalEventError):
        getattr(session, act)()
    assert session.events == kept.events
    assert len(session.events) == 1


def test_a_draft_that_is_not_legal_is_refused() -> None:
    session, _ = rolled(6, 1, 6, 5)
    with pytest.raises(IllegalMoveError):
        Session(session.events, [Move(24, 4)])


def test_a_match_without_events_is_refused() -> None:
    with pytest.raises(IllegalEventError, match="without events"):
        Session([])
