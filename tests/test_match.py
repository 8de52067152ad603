"""The match: stories of games, the table of what each phase allows, and events as data."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fevga_tui.rules.errors import DiceError, IllegalEventError
from fevga_tui.rules.events import (
    HIGHEST_TARGET,
    LONGEST_NAME,
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
    clean_name,
    clean_names,
    from_data,
    moves_from_data,
    to_data,
)
from fevga_tui.rules.match import ALLOWED, Ending, Match, Outcome, Phase, replay, steps
from fevga_tui.rules.play import Move, Play, Roll
from fevga_tui.rules.position import STARTING, Position, Side
from fevga_tui.rules.ruleset import (
    FEVGA,
    RULESETS,
    NextOpener,
    OpeningRoll,
    Release,
    Ruleset,
    ShutOut,
    TrappedFifteen,
    Wall,
)

WHITE, BLACK = Side
DEFAULT = MatchStarted("Anna", "Babis", 5, FEVGA, DiceFrom.PROGRAM)


def started(
    rules: str = "fevga", target: int | None = 5, dice: DiceFrom = DiceFrom.PROGRAM
) -> Match:
    return Match.begin(replace(DEFAULT, ruleset=RULESETS[rules], target=target, dice=dice))


def after(match: Match, *events: Event) -> Match:
    for event in events:
        match = match.apply(event)
    return match


def contest(white: int, black: int) -> tuple[Event, Event]:
    return ContestDieRolled(WHITE, white), ContestDieRolled(BLACK, black)


WHITE_OPENS, BLACK_OPENS = contest(6, 1), contest(1, 6)


def roll_and_play(high: int, low: int, *moves: tuple[int, int]) -> tuple[Event, Event]:
    return DiceRolled(Roll(high, low)), PlayMade(own(*moves))


def own(*moves: tuple[int, int]) -> Play:
    return tuple(Move(source, die) for source, die in moves)


def set_up(match: Match, text: str) -> Match:
    """Put a position on the table, its side to roll."""
    position, side = Position.from_text(text)
    return replace(match, phase=Phase.TO_ROLL, position=position, on_roll=side, turn=None)


# The opening contest.

CONTESTS = [(3, 5, BLACK), (5, 6, BLACK), (6, 1, WHITE), (2, 1, WHITE)]


def test_white_rolls_its_die_first_then_black() -> None:
    match = started()
    assert match.contest_side is WHITE
    match = match.apply(ContestDieRolled(WHITE, 3))
    assert match.contest_side is BLACK
    assert match.contest == (3, None)


@pytest.mark.parametrize(("white", "black", "opener"), CONTESTS)
def test_the_higher_roller_opens_with_fresh_dice(white: int, black: int, opener: Side) -> None:
    match = after(started(), *contest(white, black))
    assert match.opener is match.on_roll is opener
    assert match.phase is Phase.TO_ROLL
    assert match.turn is None
    assert match.position == STARTING
    assert match.contest == (white, black)


def test_a_tie_is_shown_and_rolled_again() -> None:
    tied = after(started(), *contest(4, 4))
    assert tied.phase is Phase.CONTEST
    assert tied.contest == (4, 4)
    assert tied.contest_side is WHITE
    assert after(tied, *contest(2, 2), *contest(6, 1)).opener is WHITE


@pytest.mark.parametrize("side", Side)
def test_no_side_rolls_out_of_turn(side: Side) -> None:
    match = started() if side is BLACK else started().apply(ContestDieRolled(WHITE, 3))
    with pytest.raises(IllegalEventError, match=f"{side.other.word} rolls next"):
        match.apply(ContestDieRolled(side, 3))


@pytest.mark.parametrize(("white", "black", "opener"), CONTESTS)
def test_in_reach_the_contest_is_the_first_roll(white: int, black: int, opener: Side) -> None:
    match = after(started("reach"), *contest(white, black))
    assert match.phase is Phase.TO_PLAY
    assert match.on_roll is opener
    assert match.turn is not None
    assert match.turn.roll == Roll.of(white, black)


# From game to game.

DRAW = DrawAgreed()
NEXT = NextGameStarted()


def test_the_winner_opens_the_next_game() -> None:
    match = after(started(), *WHITE_OPENS, Resigned(), NEXT)
    assert match.opener is match.on_roll is BLACK
    assert match.phase is Phase.TO_ROLL
    assert match.position == STARTING
    assert match.contest == (None, None)
    assert match.game == 2


@pytest.mark.parametrize("rules", ["reach", "moultezim"])
def test_some_rulesets_open_every_game_with_a_contest(rules: str) -> None:
    match = after(started(rules), *WHITE_OPENS, Resigned())
    assert match.next_opener is None
    match = match.apply(NEXT)
    assert match.phase is Phase.CONTEST
    assert match.opener is None


@pytest.mark.parametrize("rules", RULESETS)
def test_after_a_draw_there_is_a_contest_and_no_points(rules: str) -> None:
    match = after(started(rules), *WHITE_OPENS, DRAW)
    assert match.outcomes == (Outcome(None, 0, Ending.DRAWN, 0),)
    assert match.score == {WHITE: 0, BLACK: 0}
    assert match.next_opener is None
    assert match.apply(NEXT).phase is Phase.CONTEST


def test_points_stay_with_the_player_who_made_them() -> None:
    match = after(started(target=7), *WHITE_OPENS, Resigned(), NEXT, Resigned(), NEXT, Resigned())
    assert [outcome.winner for outcome in match.outcomes] == [BLACK, WHITE, BLACK]
    assert match.score == {WHITE: 2, BLACK: 4}
    assert (match.name(WHITE), match.name(BLACK)) == ("Anna", "Babis")


def test_a_rematch_starts_at_nothing_with_a_contest() -> None:
    over = after(started(target=1), *WHITE_OPENS, Resigned())
    assert over.winner is BLACK
    rematch = Match.begin(over.started)
    assert rematch.score == {WHITE: 0, BLACK: 0}
    assert rematch.phase is Phase.CONTEST
    assert rematch.winner is None


# The end of a game.


@pytest.mark.parametrize(("loser_off", "points"), [(0, 2), (1, 1), (14, 1)])
@pytest.mark.parametrize("winner", Side)
def test_bearing_off_all_wins_one_point_or_mars(winner: Side, loser_off: int, points: int) -> None:
    home = {WHITE: f"1 13x{15 - loser_off} w", BLACK: f"1x{15 - loser_off} 13 b"}
    match = set_up(after(started(), *WHITE_OPENS), home[winner])
    match = after(match, *roll_and_play(6, 5, (1, 6)))
    assert match.outcomes == (Outcome(winner, points, Ending.BORNE_OFF, loser_off),)
    assert match.score == {winner: points, winner.other: 0}
    assert match.phase is Phase.GAME_OVER
    assert match.next_opener is winner
    assert match.seen_by(winner).off == 15
    assert match.seen_by(winner.other).off == loser_off


@pytest.mark.parametrize(("off", "points"), [(0, 2), (1, 1), (14, 1)])
@pytest.mark.parametrize("is_rolled", [False, True])
def test_resigning_gives_one_point_or_two(off: int, points: int, is_rolled: bool) -> None:
    match = set_up(after(started(), *WHITE_OPENS), f"1x{15 - off} 13x15 w")
    assert match.points_at_stake(WHITE) == points
    match = after(match, *([DiceRolled(Roll(2, 1))] if is_rolled else []), Resigned())
    assert match.outcomes == (Outcome(BLACK, points, Ending.RESIGNED, off),)
    assert match.turn is None


def test_moves_of_the_unfinished_turn_do_not_count_in_resigning() -> None:
    """The draft bears the first checker off, the match knows nothing of it."""
    rolled = set_up(after(started(), *WHITE_OPENS), "1x15 13x15 w").apply(DiceRolled(Roll(2, 1)))
    assert rolled.turn is not None
    assert rolled.turn.push(Move(1, 1)).position.off == 1
    assert rolled.apply(Resigned()).outcomes[-1].points == 2


def test_the_game_is_not_decided_before_the_last_checker_is_off() -> None:
    match = set_up(after(started(), *WHITE_OPENS), "1 12x15 b")
    match = after(match, *roll_and_play(6, 4, (24, 6), (18, 4)))
    assert match.phase is Phase.TO_ROLL
    assert match.on_roll is WHITE
    assert match.outcomes == ()


def test_both_may_pass_for_long_and_then_agree_to_draw() -> None:
    match = set_up(after(started(), *WHITE_OPENS), "24x14,18 12x14,6 w")
    for _ in range(2_000):
        match = after(match, *roll_and_play(6, 6))
    assert match.position.text(match.on_roll) == "24x14,18 12x14,6 w"
    assert match.apply(DRAW).phase is Phase.GAME_OVER


# The end of a match.


def test_the_match_is_over_when_the_target_is_reached() -> None:
    match = after(started(target=2), *WHITE_OPENS, Resigned())
    assert match.score == {WHITE: 0, BLACK: 2}
    assert match.phase is Phase.MATCH_OVER
    assert match.winner is BLACK
    assert match.game == 1


def test_nobody_has_won_the_match_while_it_goes_on() -> None:
    match = after(started(target=5), *WHITE_OPENS, Resigned())
    assert match.score == {WHITE: 0, BLACK: 2}
    assert match.winner is None


def test_points_over_the_target_count() -> None:
    match = after(started(target=3), *WHITE_OPENS, Resigned(), NEXT)
    match = after(match, *roll_and_play(6, 6, (24, 6)), Resigned())
    assert match.score == {WHITE: 0, BLACK: 4}
    assert match.winner is BLACK


def test_unlimited_play_goes_on_until_it_is_stopped() -> None:
    match = after(started(target=None), *WHITE_OPENS)
    for _ in range(10):
        match = after(match, Resigned(), NEXT)
    assert match.phase is Phase.TO_ROLL
    match = after(match, Resigned(), PlayStopped())
    assert match.phase is Phase.MATCH_OVER
    assert match.game == 11


@pytest.mark.parametrize(
    ("games", "winner"), [([Resigned()], BLACK), ([DRAW], None), ([Resigned(), Resigned()], None)]
)
def test_stopped_play_is_won_by_the_higher_score(games: list[Event], winner: Side | None) -> None:
    match = after(started(target=None), *WHITE_OPENS)
    for number, event in enumerate(games):
        match = after(match, *([NEXT] if number else []), event)
    assert match.apply(PlayStopped()).winner is winner


def test_a_match_with_a_target_is_not_stopped() -> None:
    match = after(started(target=5), *WHITE_OPENS, Resigned())
    assert not match.allows(PlayStopped)
    with pytest.raises(IllegalEventError):
        match.apply(PlayStopped())


# The board of a match.


def test_pip_counts_and_checkers_off_belong_to_their_sides() -> None:
    match = after(started(), *WHITE_OPENS)
    pips = [(match.seen_by(WHITE).pips, match.seen_by(BLACK).pips)]
    for turn in (
        roll_and_play(6, 5, (24, 6), (18, 5)),
        roll_and_play(3, 2, (24, 3), (21, 2)),
    ):
        match = after(match, *turn)
        pips.append((match.seen_by(WHITE).pips, match.seen_by(BLACK).pips))
    assert pips == [(360, 360), (349, 360), (349, 355)]
    match = set_up(match, "1x14 13x12 w")
    assert (match.seen_by(WHITE).off, match.seen_by(BLACK).off) == (1, 3)


def test_half_a_play_does_not_end_the_turn() -> None:
    match = after(started(), *WHITE_OPENS, DiceRolled(Roll(6, 5)))
    with pytest.raises(IllegalEventError, match="not a whole play"):
        match.apply(PlayMade(own((24, 6))))
    with pytest.raises(IllegalEventError, match="not a whole play"):
        match.apply(PlayMade(()))


@pytest.mark.parametrize("moves", [[(3, 5)], [(24, 6), (24, 5)], [(24, 6), (18, 5), (13, 1)]])
def test_an_illegal_play_is_an_illegal_event(moves: list[tuple[int, int]]) -> None:
    match = after(started(), *WHITE_OPENS, DiceRolled(Roll(6, 5)))
    with pytest.raises(IllegalEventError):
        match.apply(PlayMade(own(*moves)))


# What each phase allows.

EVENTS: dict[type[Event], Event] = {
    MatchStarted: DEFAULT,
    ContestDieRolled: ContestDieRolled(WHITE, 4),
    DiceRolled: DiceRolled(Roll(6, 6)),
    RollWithdrawn: RollWithdrawn(),
    PlayMade: PlayMade(own((24, 6))),
    Resigned: Resigned(),
    DrawAgreed: DRAW,
    NextGameStarted: NEXT,
    PlayStopped: PlayStopped(),
}

EXPECTED: dict[Phase, set[type[Event]]] = {
    Phase.CONTEST: {ContestDieRolled},
    Phase.TO_ROLL: {DiceRolled, Resigned, DrawAgreed},
    Phase.TO_PLAY: {PlayMade, RollWithdrawn, Resigned, DrawAgreed},
    Phase.GAME_OVER: {NextGameStarted, PlayStopped},
    Phase.MATCH_OVER: set(),
}


def in_phase(phase: Phase, target: int | None, dice: DiceFrom) -> Match:
    match = started(target=target, dice=dice)
    way: dict[Phase, tuple[Event, ...]] = {
        Phase.CONTEST: (),
        Phase.TO_ROLL: WHITE_OPENS,
        Phase.TO_PLAY: (*WHITE_OPENS, DiceRolled(Roll(6, 6))),
        Phase.GAME_OVER: (*WHITE_OPENS, DRAW),
        Phase.MATCH_OVER: (*WHITE_OPENS, Resigned()),
    }
    if phase is Phase.MATCH_OVER and target is None:
        return after(match, *way[phase], PlayStopped())
    return after(match, *way[phase])


@pytest.mark.parametrize("target", [1, None])
@pytest.mark.parametrize("dice", DiceFrom)
@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("kind", EVENTS)
def test_each_phase_allows_its_events_and_no_others(
    phase: Phase, kind: type[Event], target: int | None, dice: DiceFrom
) -> None:
    match = in_phase(phase, target, dice)
    before = replace(match)
    allowed = kind in EXPECTED[phase]
    if kind is RollWithdrawn:
        allowed &= dice is DiceFrom.PLAYERS
    if kind is PlayStopped:
        allowed &= target is None
    assert match.phase is phase
    assert match.allows(kind) is allowed
    if allowed:
        assert match.apply(EVENTS[kind]) != before
    else:
        with pytest.raises(IllegalEventError, match=phase.name):
            match.apply(EVENTS[kind])
    assert match == before


def test_the_table_names_every_phase_and_no_beginning() -> None:
    assert {phase: set(kinds) for phase, kinds in ALLOWED.items()} == EXPECTED


def test_a_match_begins_once_and_with_its_beginning() -> None:
    with pytest.raises(IllegalEventError, match="begins with MatchStarted"):
        Match.begin(Resigned())


# The players' own dice.


def test_a_roll_typed_wrongly_is_taken_back() -> None:
    match = after(started(dice=DiceFrom.PLAYERS), *WHITE_OPENS)
    assert after(match, DiceRolled(Roll(6, 5)), RollWithdrawn()) == match


def test_the_contest_is_not_taken_back_as_a_first_roll() -> None:
    match = after(started("reach", dice=DiceFrom.PLAYERS), *contest(6, 5))
    with pytest.raises(IllegalEventError, match="contest's dice"):
        match.apply(RollWithdrawn())
    match = after(match, PlayMade(own((24, 6), (18, 5))), DiceRolled(Roll(2, 1)))
    assert match.apply(RollWithdrawn()).phase is Phase.TO_ROLL


# Names.


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria\n", "Anna Maria"),
        ("An\x1b[31mna\x00", "An[31mna"),
        ("[/b]", "[/b]"),
        ("[@click=app.quit]x[/]", "[@click=app.quit]x[/]"),
        ("q? Ru3 end", "q? Ru3 end"),
        ("A\u200dn\u200bn\u2060a", "Anna"),
        ("\u202eannA", "annA"),
        ("Γιάννης", "Γιάννης"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Zoe\u200d\u0308", "Zo\u00eb"),
        ("🎲 🎲", "🎲 🎲"),
        ("\ud800x", "x"),
        ("\u2028\u00a0", ""),
        ("", ""),
        ("x" * 60, "x" * 60),
        ("x" * 1_000, "x" * LONGEST_NAME),
    ],
    ids=lambda text: ascii(text)[:30],
)
def test_a_name_is_one_plain_line(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("white", "black", "kept"),
    [
        ("", " ", ("White", "Black")),
        ("Anna", "Anna", ("Anna", "Anna (Black)")),
        ("Anna", "ANNA", ("Anna", "ANNA (Black)")),
        ("Black", "", ("Black", "Black (Black)")),
        ("Zo\u00eb", "Zoe\u0308", ("Zo\u00eb", "Zo\u00eb (Black)")),
        ("Anna", "Babis", ("Anna", "Babis")),
    ],
)
def test_empty_names_get_a_default_and_twins_are_told_apart(
    white: str, black: str, kept: tuple[str, str]
) -> None:
    assert clean_names(white, black) == kept


NAMES = st.text() | st.text(
    alphabet=st.sampled_from("aeA \u0301\u0308\u200d\u00e9\t(Black)"), max_size=250
)


@given(white=NAMES, black=NAMES)
@example("e\u200d\u0301", "x")
@example("a" * 191 + " " + "b" * 8, "a" * 191 + " " + "b" * 8)
@example("a" * 192 + " (Black)", "a" * 192 + " (Black)")
@example("\u00df" * 200, "s" * 400)
def test_cleaned_names_always_begin_a_match(white: str, black: str) -> None:
    names = clean_names(white, black)
    assert names == clean_names(*names)
    assert len({name.casefold() for name in names}) == 2
    assert all(name and len(name) <= LONGEST_NAME and name.isprintable() for name in names)
    MatchStarted(*names, None, FEVGA, DiceFrom.PROGRAM)


@pytest.mark.parametrize(
    ("white", "black"), [("", "x"), ("x", "x"), ("x", "X"), (" x", "y"), ("a\nb", "c")]
)
def test_a_match_does_not_begin_with_names_that_are_not_plain(white: str, black: str) -> None:
    with pytest.raises(IllegalEventError, match="not two plain names"):
        replace(DEFAULT, white=white, black=black)


@pytest.mark.parametrize("target", [0, -1, HIGHEST_TARGET + 1])
def test_a_match_goes_to_a_positive_number_of_points(target: int) -> None:
    with pytest.raises(IllegalEventError, match=f"not {target}"):
        replace(DEFAULT, target=target)


@pytest.mark.parametrize("die", [0, 7, -1, True])
def test_a_contest_die_shows_one_to_six(die: int) -> None:
    with pytest.raises(DiceError):
        ContestDieRolled(WHITE, die)


# Events as data.

RULESET = st.builds(
    Ruleset,
    name=st.text(),
    release=st.sampled_from(Release),
    opening_roll=st.sampled_from(OpeningRoll),
    next_opener=st.sampled_from(NextOpener),
    forbidden_walls=st.frozensets(st.sampled_from(Wall)),
    trapped_fifteen=st.sampled_from(TrappedFifteen),
    shut_out=st.sampled_from(ShutOut),
)
ROLL = st.builds(Roll.of, st.integers(1, 6), st.integers(1, 6))
MOVE = st.builds(Move, st.integers(1, 24), st.integers(1, 6))
BEGINNING = st.builds(
    lambda names, *rest: MatchStarted(*names, *rest),
    st.sampled_from([("Anna", "Babis"), ("[/b]", "Γιάννης"), ("🎲", "x" * LONGEST_NAME)]),
    st.none() | st.integers(1, HIGHEST_TARGET),
    RULESET,
    st.sampled_from(DiceFrom),
)
EVENT: st.SearchStrategy[Event] = (
    BEGINNING
    | st.builds(ContestDieRolled, st.sampled_from(Side), st.integers(1, 6))
    | st.builds(DiceRolled, ROLL)
    | st.builds(PlayMade, st.lists(MOVE, max_size=4).map(tuple))
    | st.sampled_from([RollWithdrawn(), Resigned(), DRAW, NEXT, PlayStopped()])
)


@given(EVENT)
def test_an_event_is_read_back_from_its_data(event: Event) -> None:
    assert from_data(json.loads(json.dumps(to_data(event)))) == event


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["w", "b", "own", "event", "dice-rolled", "resigned", 7, [6, 5], [[24, 6]]]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


@st.composite
def damaged_data(draw: st.DrawFn) -> Any:
    """Draw an event's data with one value replaced, added or taken away, at any depth."""
    data: Any = to_data(draw(EVENT))
    place = data
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if isinstance(place, dict):
            keys.append(draw(st.text()))
        if not keys:
            place.append(draw(JSON))
            return data
        key = draw(st.sampled_from(keys))
        is_there = isinstance(place, list) or key in place
        if is_there and isinstance(place[key], dict | list) and draw(st.booleans()):
            place = place[key]
            continue
        if is_there and draw(st.booleans()):
            del place[key]
        else:
            place[key] = draw(JSON)
        return data


@settings(max_examples=400, deadline=None)
@given(JSON | damaged_data())
@example({"event": "dice-rolled", "dice": [float("nan"), 1]})
@example({"event": "contest-die-rolled", "side": [], "die": 1})
def test_hostile_data_is_an_event_or_an_illegal_one(data: Any) -> None:
    try:
        event = from_data(data)
    except IllegalEventError:
        return
    assert from_data(to_data(event)) == event


@pytest.mark.parametrize(
    "moves",
    [
        None,
        {},
        [1],
        [[1]],
        [[1, 2, 3]],
        [["1", 2]],
        [[1, 7]],
        [[0, 1]],
        [[25, 1]],
        [[True, 1]],
        [[24, 1]] * 5,
    ],
)
def test_what_is_no_list_of_moves_is_refused(moves: object) -> None:
    with pytest.raises(IllegalEventError):
        moves_from_data(moves)


@pytest.mark.parametrize(
    "change",
    [
        {"event": "match-ended"},
        {"event": None},
        {"by": "w"},
        {"target": True},
        {"target": 2.0},
        {"target": 0},
        {"white": None},
        {"white": "Babis"},
        {"dice": "loaded"},
        {"ruleset": "fevga"},
        {"ruleset": {"name": "fevga"}},
    ],
    ids=str,
)
def test_a_beginning_with_one_thing_wrong_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(IllegalEventError):
        from_data(to_data(DEFAULT) | change)


def test_an_event_that_says_more_than_it_should_is_refused() -> None:
    with pytest.raises(IllegalEventError, match="no event 'resigned' with"):
        from_data({"event": "resigned", "by": "w"})


# Replay.


def random_match(seed: int, rules: str) -> list[tuple[Event, Match]]:
    """Play a match of one point at random, and return each event with the match after it."""
    rng = random.Random(seed)
    match = started(rules, target=1)
    told: list[tuple[Event, Match]] = [(match.started, match)]
    while match.phase is not Phase.MATCH_OVER:
        event: Event
        if match.phase is Phase.CONTEST:
            event = ContestDieRolled(match.contest_side, rng.randint(1, 6))
        elif match.turn is None:
            event = DiceRolled(Roll.of(rng.randint(1, 6), rng.randint(1, 6)))
        else:
            event = PlayMade(rng.choice(match.turn.plays))
        match = match.apply(event)
        told.append((event, match))
    return told


@pytest.mark.parametrize("rules", RULESETS)
def test_the_replay_of_the_events_is_the_live_match(rules: str) -> None:
    told = random_match(11, rules)
    events = [event for event, _ in told]
    assert list(steps(events)) == [match for _, match in told]
    stored = json.dumps([to_data(event) for event in events])
    assert replay(from_data(data) for data in json.loads(stored)) == told[-1][1]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([], "without events"),
        ([Resigned()], "event 1: "),
        ([DEFAULT, DEFAULT], "event 2: "),
        ([DEFAULT, *WHITE_OPENS, *roll_and_play(6, 5, (24, 6))], "event 5: "),
        ([DEFAULT, *WHITE_OPENS, *roll_and_play(6, 5, (3, 2))], "event 5: "),
    ],
)
def test_the_replay_names_the_event_that_cannot_be(events: list[Event], said: str) -> None:
    with pytest.raises(IllegalEventError, match=said):
        replay(events)
