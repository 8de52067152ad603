"""Matches as text for files: the record that people read, the events that programs read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_matches import matches
from stores import OPENING, STARTED, Clock, played

from fevga_tui.rules.cells import cells
from fevga_tui.rules.errors import IllegalEventError
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
    to_data,
)
from fevga_tui.rules.match import Match, replay
from fevga_tui.rules.matchfile import (
    LONGEST_LINE,
    MatchFileError,
    read_events,
    text_record,
    write_events,
)
from fevga_tui.rules.notation import read_play, read_roll
from fevga_tui.rules.play import Refusal
from fevga_tui.rules.position import Side
from fevga_tui.rules.ruleset import RULESETS, Ruleset

CASES = Path(__file__).parent / "cases"


def told(started: MatchStarted, story: str) -> list[Event]:
    """Read the events of a match, one a line: `contest 6-1`, `65 24/18/13`, `65`, `resigns`, …"""
    events: list[Event] = [started]
    match = Match.begin(started)

    def happen(event: Event) -> None:
        nonlocal match
        match = match.apply(event)
        events.append(event)

    bare: dict[str, Event] = {
        "resigns": Resigned(),
        "draw": DrawAgreed(),
        "next": NextGameStarted(),
        "stop": PlayStopped(),
    }
    for line in story.split("\n"):
        word, _, rest = line.strip().partition(" ")
        if word == "contest":
            for side, die in zip(Side, rest.split("-"), strict=True):
                happen(ContestDieRolled(side, int(die)))
        elif word in bare:
            happen(bare[word])
        elif word:
            if match.turn is None:
                happen(DiceRolled(read_roll(word)))
            assert match.turn
            if rest:
                moves = () if rest == "pass" else read_play(rest, match.turn, match.on_roll)
                assert not isinstance(moves, Refusal)
                happen(PlayMade(moves))
    return events


STORY = """
    contest 4-4
    contest 6-1
    51 24/19/18
    65 12/6/1
    66 pass
    21 1/23 12/11
    43
    resigns
    next
    31 12/9/8
    draw
    next
    contest 2-5
    64 12/6/2
    21 24/22/21
    resigns
    next
    52 24/22/17
    resigns
"""
"""A contest with a tie, a pass, a mars by resignation, a draw, a win before the roll, the match."""

MATCH = told(MatchStarted("Μαρία", "日本 太郎", 3, RULESETS["fevga"], DiceFrom.PROGRAM), STORY)


def times(events: Iterable[Event]) -> list[datetime | None]:
    clock = Clock()
    return [clock() for _ in events]


def refused(text: str | Iterable[str | bytes]) -> MatchFileError:
    with pytest.raises(MatchFileError) as caught:
        read_events(text)
    return caught.value


# The event file


def test_the_file_of_version_1_is_read_and_written_as_it_was() -> None:
    file = (CASES / "match-v1.jsonl").read_bytes().decode()
    assert read_events(file) == (MATCH, times(MATCH))
    assert write_events(MATCH, times(MATCH)) == file


@settings(deadline=None, max_examples=15)
@given(matches(most=90), st.data())
def test_what_is_written_is_read_back(events: list[Event], data: st.DataObject) -> None:
    moments = st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=5))]))
    years = st.integers(2, 9990)
    at = data.draw(
        st.lists(st.none() | st.builds(lambda t, y: t.replace(year=y, day=1), moments, years))
    )[: len(events)]
    at = [time and time.replace(microsecond=time.microsecond // 1000 * 1000) for time in at]
    file = write_events(events, at)
    known = at + [None] * (len(events) - len(at))
    assert read_events(file) == (events, known)
    assert read_events(file.splitlines(keepends=True)[:1] + file.split("\n")[1:-1])[0] == events
    assert read_events(line + b"\n" for line in file.encode().split(b"\n")[:-1])[1] == known


def test_every_line_is_an_object_and_the_first_names_the_version() -> None:
    lines = [json.loads(line) for line in write_events(MATCH).split("\n")[:-1]]
    assert lines[0] == {"fevga": 1, "events": len(MATCH)}
    assert lines[1:] == [to_data(event) for event in MATCH]


def test_the_number_of_events_may_be_left_out() -> None:
    file = write_events(MATCH).replace(f',"events":{len(MATCH)}', "", 1)
    assert read_events(file).events == MATCH


def test_the_last_line_feed_may_be_missing() -> None:
    assert read_events(write_events(MATCH).removesuffix("\n")).events == MATCH


def test_brackets_in_names_are_no_lists() -> None:
    events: list[Event] = [replace(STARTED, white="[" * 200, black="\\" * 199 + '"')]
    assert read_events(write_events(events)).events == events


def test_names_are_readable_in_the_file() -> None:
    assert '"white":"Μαρία","black":"日本 太郎"' in write_events(MATCH)


def test_other_line_ends_within_a_text_are_no_line_ends() -> None:
    file = write_events(MATCH).replace("Μαρία", "Μα\u2028ρία")
    assert "line 2: not two plain names" in str(refused(file))


def test_a_time_is_written_in_utc_and_one_that_has_no_such_is_left_out() -> None:
    athens = timezone(timedelta(hours=2))
    at = [
        datetime(2026, 3, 25, 1, tzinfo=athens),
        datetime(1, 1, 1, tzinfo=athens),
        datetime(2026, 1, 1),
        None,
    ]
    lines = write_events(OPENING, at).split("\n")
    assert '"at":"2026-03-24T23:00:00.000+00:00"' in lines[1]
    assert not any('"at"' in line for line in lines[2:])


HEADER = '{"fevga":1}'
FIRST, *OTHERS = (json.dumps(to_data(event)) for event in OPENING)


def with_target(text: str) -> str:
    return FIRST.replace('"target": 3', f'"target": {text}')


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        ([], 1, "the file is empty"),
        ([""], 1, "it is empty"),
        ([FIRST], 1, 'an event file of fevga begins with {"fevga": 1}'),
        (["[]"], 1, "it is no JSON object"),
        (["null"], 1, "it is no JSON object"),
        (["SQLite format 3\0"], 1, "it is no JSON: Expecting value at character 1"),
        (['{"fevga":2,"new":[]}', "?"], 1, "the file is of a newer fevga, with format 2 where"),
        (['{"fevga":0}'], 1, "the file is of no fevga, with format 0"),
        (['{"fevga":true}'], 1, "an event file of fevga begins"),
        (['{"fevga":1.0}'], 1, "an event file of fevga begins"),
        (['{"fevga":"1"}'], 1, "an event file of fevga begins"),
        (['{"fevga":1,"fevga":1}'], 1, "it has 'fevga' twice"),
        (['{"fevga":1,"name":1}'], 1, "format 1 has no 'name'"),
        (['{"fevga":1,"events":null}', FIRST], 1, "'events' is the number of events"),
        (['{"fevga":1,"events":true}', FIRST], 1, "'events' is the number of events"),
        (['{"fevga":1,"events":2}', FIRST], 3, "the file ends after 1 events; its first line says"),
        (['{"fevga":1,"events":1}', FIRST, *OTHERS], 6, "the file ends after 4 events; its first"),
        ([f"\ufeff{HEADER}", FIRST], 1, "it begins with a byte order mark"),
        ([f"{HEADER}\r", f"{FIRST}\r"], 1, "it ends with a carriage return"),
        ([HEADER], 2, "the file holds no event"),
        ([HEADER, ""], 2, "it is empty"),
        ([HEADER, "", FIRST], 2, "it is empty"),
        ([HEADER, FIRST, "", ""], 3, "it is empty"),
        ([HEADER, " "], 2, "it is no JSON"),
        ([HEADER, HEADER], 2, "an event is an object with a name"),
        ([HEADER, OTHERS[0]], 2, "a match begins with match-started, not with contest-die-rolled"),
        ([HEADER, FIRST, FIRST], 3, "match-started cannot follow: the match is in the phase 'cont"),
        ([HEADER, FIRST, OTHERS[1]], 3, "White rolls next, not Black"),
        ([HEADER, FIRST, OTHERS[2]], 3, "dice-rolled cannot follow: the match is in the phase"),
        ([HEADER, FIRST[:-1]], 2, "it is no JSON: Expecting ',' delimiter at character"),
        ([HEADER, FIRST + FIRST], 2, "it is no JSON: Extra data"),
        ([HEADER, f"[{FIRST}]"], 2, "it is no JSON object"),
        ([HEADER, with_target("NaN")], 2, "NaN is no number of JSON"),
        ([HEADER, with_target("-Infinity")], 2, "-Infinity is no number of JSON"),
        ([HEADER, with_target("1e999")], 2, "not a whole number: inf"),
        ([HEADER, with_target("9" * 5_000)], 2, "it has a number of 5000 digits"),
        ([HEADER, with_target("9" * 20)], 2, "a match goes to 1-999 points, not 9999"),
        ([HEADER, with_target("true")], 2, "not a whole number: True"),
        ([HEADER, FIRST.replace('"white"', '"black"', 1)], 2, "it has 'black' twice"),
        ([HEADER, FIRST.replace('"white"', '"White"', 1)], 2, "no event 'match-started' with ['W"),
        ([HEADER, FIRST.replace('"fevga"', '"\\ud800"')], 2, "not a plain name of a ruleset"),
        ([HEADER, FIRST.replace('"fevga"', '"\\u001b[2J"')], 2, "not a plain name of a ruleset"),
        ([HEADER, FIRST.replace('"fevga"', '""')], 2, "not a plain name of a ruleset: ''"),
        ([HEADER, FIRST.replace('"\\u', '"\\u0000\\u', 1)], 2, "not two plain names"),
        ([HEADER, FIRST, OTHERS[0].replace("6", "7")], 3, "a die shows 1-6, not 7"),
        ([HEADER, FIRST, OTHERS[0].replace("6", '"6"')], 3, "not a whole number: '6'"),
        ([HEADER, FIRST, OTHERS[0].replace('"w"', '["w"]')], 3, "a side is 'w' or 'b'"),
        ([HEADER, OTHERS[1].replace("1", "[" * 900 + "]" * 900)], 2, "it has more lists and obj"),
        ([HEADER, "[" * 5_000 + "]" * 5_000], 2, "it has more lists and objects than an event"),
        ([HEADER, '{"a":' * 1_500 + "1" + "}" * 1_500], 2, "it has more lists and objects"),
        ([HEADER, "x" * (LONGEST_LINE + 2)], 2, f"it is longer than {LONGEST_LINE} characters"),
    ],
)
def test_the_first_wrong_line_is_refused(lines: list[str], line: int, reason: str) -> None:
    error = refused("".join(f"{text}\n" for text in lines))
    assert error.line == line
    assert error.reason.startswith(reason)
    assert str(error) == f"line {line}: {error.reason}"
    assert error.reason.isprintable()
    assert len(error.reason) <= 240


@pytest.mark.parametrize(
    "time",
    [
        *('"yesterday"', '"2026-03-25"', '"2026-03-25T12:00:00"', "1", "null", "[]", '""'),
        *('"0001-01-01T00:00:00+14:00"', '"9999-12-31T23:59:59-14:00"', f'"{"2" * 5_000}"'),
    ],
)
def test_a_time_that_is_none_is_refused(time: str) -> None:
    line = f'{FIRST[:-1]},"at":{time}}}'
    error = refused([HEADER, line])
    assert error.line == 2
    assert error.reason == "'at' is a time with its zone, like 2026-03-25T12:00:00.000+00:00"


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ("[[24,5]]", "White cannot play 24/19 with 65: 19/13 has to be played too"),
        ("[]", "White cannot play pass with 65: 24/18/13 has to be played too"),
        ("[[23,6],[24,5]]", "23/17 is not legal: White has no checker on 23."),
        ("[[24,6],[24,5]]", "your first checker, on 18, must pass 12 before others may move."),
        ("[[24,4]]", "24/20 is not legal: that is 4 pips, and the dice left are 6 and 5."),
        ("[[24,6],[18,5],[13,1]]", "13/12 is not legal: no die is left to play."),
        ("[[24,6],[18,6]]", "18/12 is not legal"),
        ("[[25,6]]", "a move has a point 1-24 and a die 1-6, not [25, 6]"),
        ("[[24,6],[18,5],[13,1],[12,1],[11,1]]", "moves are up to four pairs"),
        ("{}", "moves are up to four pairs of point and die, not {}"),
    ],
)
def test_a_play_that_is_not_legal_is_refused_with_the_rule(play: str, reason: str) -> None:
    error = refused([HEADER, FIRST, *OTHERS, f'{{"event":"play-made","moves":{play}}}'])
    assert error.line == 6
    assert reason in error.reason


def test_bytes_that_are_no_utf_8_are_refused_with_their_line() -> None:
    lines = [HEADER.encode(), FIRST.encode(), b'{"event":"\xff"}']
    assert str(refused(lines)) == "line 3: it is not UTF-8 from byte 11 on"


def test_a_file_without_end_is_refused_early() -> None:
    def ties() -> Iterable[str]:
        yield HEADER
        yield FIRST
        while True:
            yield "{}"

    assert refused(ties()).line == 3


def test_nothing_is_read_beyond_the_first_wrong_line() -> None:
    lines = iter([HEADER, FIRST, "wrong", "never"])
    refused(lines)
    assert next(lines) == "never"


# The text record


def test_the_text_record_is_as_it_was() -> None:
    assert text_record(MATCH, day=date(2026, 3, 25)) == (CASES / "match-v1.txt").read_text("utf-8")


def test_the_date_may_be_unknown() -> None:
    assert "EventDate" not in text_record(MATCH)


def test_events_that_do_not_replay_are_no_record() -> None:
    with pytest.raises(IllegalEventError, match="event 2"):
        text_record([STARTED, Resigned()])


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        ([STARTED], ["; Unfinished: Γιώργος 0, Ελένη 0"]),
        (OPENING[:2], ["; Contest: 6-", "; Unfinished: Γιώργος 0, Ελένη 0"]),
        (OPENING[:3], ["; Contest: 6-1. Γιώργος opens"]),
        (OPENING, ["  1) 65:"]),
        ([*OPENING, DrawAgreed()], ["  1) 65: Offers a draw", "      Draw agreed"]),
        ([*OPENING[:3], Resigned()], ["  1) Resigns", f"{'':34}Wins 2 points (mars)"]),
        (
            [replace(STARTED, target=2), *OPENING[1:], Resigned()],
            [f"{'':34}Wins 2 points (mars) and the match", "; Final score: Γιώργος 0, Ελένη 2"],
        ),
        (
            [replace(STARTED, target=None), *OPENING[1:], Resigned(), PlayStopped()],
            [
                " Unlimited match",
                f"{'':34}Wins 2 points (mars)",
                "; Play stopped: Γιώργος 0, Ελένη 2",
            ],
        ),
        (
            [replace(STARTED, ruleset=RULESETS["reach"]), *OPENING[1:3]],
            ["; Contest: 6-1. Γιώργος opens with these dice", "  1) 61:"],
        ),
        (
            told(STARTED, "contest 1-2\n65\nresigns"),
            [f"  1){'':30}65: Resigns", "      Wins 2 points (mars)"],
        ),
    ],
)
def test_what_happened_stands_in_the_record(events: list[Event], lines: list[str]) -> None:
    found = text_record(events).split("\n")
    assert [line for line in lines if line not in found] == []


def test_a_ruleset_that_has_no_name_of_its_own_is_written_out() -> None:
    mine = Ruleset("fevga", forbidden_walls=frozenset())
    found = text_record([replace(STARTED, ruleset=mine)])
    assert '; [Ruleset "fevga"]' in found
    assert '; [forbidden_walls "[]"]' in found
    assert "forbidden_walls" not in text_record([STARTED])


def test_quotes_in_names_do_not_end_them() -> None:
    started = replace(STARTED, white='A "the \\" B')
    assert '; [White "A \\"the \\\\\\" B"]' in text_record([started])


@settings(deadline=None, max_examples=15)
@given(matches(most=80))
def test_the_right_column_begins_in_one_cell_throughout(events: list[Event]) -> None:
    lines = text_record(events).split("\n")
    begins = set()
    for before, line in pairwise(lines):
        if before.startswith(" Game "):
            name = replay(events).name(Side.BLACK)[:9]
            at = line.rindex(f"  {name}") + 2
            begins.add(cells(line[:at]))
        number, _, rest = line.partition(") ")
        if number.strip().isdecimal():
            left, _, right = rest.partition("  ")
            gap = len(right) - len(right.lstrip())
            if right.strip():
                begins.add(cells(f"{number}) {left}  ") + gap)
    assert len(begins) == 1


def test_long_matches_have_numbers_that_stay_in_their_column() -> None:
    lines = text_record(played(5, 400)).split("\n")
    numbered = [line for line in lines if line[:4].strip().rstrip(")").isdecimal()]
    assert len(numbered) > 100
    assert {line[3:5] for line in numbered} == {") "}
