"""Matches as text for files: the record that people read, and the events that programs read.

Both are text without I/O; in files they are UTF-8, lines end with a line feed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, NoReturn

from fevga_tui.rules.cells import cells, cut, left
from fevga_tui.rules.errors import FevgaError, IllegalEventError
from fevga_tui.rules.events import (
    Event,
    MatchStarted,
    PlayMade,
    clean_name,
    from_data,
    to_data,
)
from fevga_tui.rules.match import Ending, Match, Outcome, Phase, steps
from fevga_tui.rules.notation import play_text, roll_text, sentence
from fevga_tui.rules.position import Side
from fevga_tui.rules.record import GameRecord, retold
from fevga_tui.rules.ruleset import RULESETS

VERSION = 1
"""The version of the event file, which its first line names."""

LONGEST_LINE = 10_000
"""The most characters, or bytes, of a line of an event file; names make the longest ones."""

MOST_EVENTS = 1_000_000
"""The most events of a file: several times what a match to 999 points takes."""

_LONGEST_REASON = 240
_LONGEST_TIME = 40
_MOST_DIGITS = 20
_MOST_BRACKETS = 20
_NAME = 40
_RIGHT_COLUMN = 34
"""Where the right column of the text record begins, unless the left one needs more room."""


# A text without an end is taken for one, so that a line is gone through once.
_STRING = re.compile(r'"(?:[^"\\]|\\.)*\\?(?:"|$)')


class MatchFileError(FevgaError):
    """An event file that is refused: the number of its first wrong line, and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        plain = "".join(letter if letter.isprintable() else "?" for letter in reason)
        if len(plain) > _LONGEST_REASON:
            plain = plain[: _LONGEST_REASON - 2] + ".."
        super().__init__(f"line {line}: {plain}")
        self.line = line
        self.reason = plain


class EventFile(NamedTuple):
    """What an event file holds: the events of a match, and when each happened, if it is known."""

    events: list[Event]
    times: list[datetime | None]


# The event file


def write_events(events: Sequence[Event], times: Sequence[datetime | None] = ()) -> str:
    """Write an event file, version 1: JSON Lines, one object a line.

    The first line is the header: `{"fevga": 1, "events": N}`, where N tells a file that was cut.
    Each other line is an event as `events.to_data` gives it, with `at`, the time in UTC, where it
    is known. Points are own numbers, so that a move is the same for both sides.
    """
    lines: list[dict[str, object]] = [{"fevga": VERSION, "events": len(events)}]
    for number, event in enumerate(events):
        at = _time_text(times[number] if number < len(times) else None)
        lines.append(to_data(event) | ({"at": at} if at else {}))
    written = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
    return "".join(f"{line}\n" for line in written)


def read_events(text: str | Iterable[str | bytes]) -> EventFile:
    """Read an event file, as text or line by line, and replay every event by the rules.

    Lines may end with their line feed; more than LONGEST_LINE of one is not needed to refuse it.
    Raises MatchFileError for the first wrong line.
    """
    # Not splitlines: a text of JSON may hold other line ends than the line feed.
    if isinstance(text, str):
        text = text.removesuffix("\n").split("\n") if text else []
    lines = _lines(text)
    promised = _read_header(next(lines, None))
    events: list[Event] = []
    times: list[datetime | None] = []

    def told() -> Iterator[Event]:
        for number, line in enumerate(lines, 2):
            if len(events) == MOST_EVENTS:
                raise MatchFileError(number, f"a match has at most {MOST_EVENTS} events")
            event, time = _read_event(number, line)
            events.append(event)
            times.append(time)
            yield event

    match = None
    try:
        for match in steps(told()):  # noqa: B007 (the last one says what the next may be)
            pass
    except IllegalEventError as error:
        raise MatchFileError(len(events) + 1, _why(match, events[-1], error)) from None
    if not events:
        raise MatchFileError(2, "the file holds no event")
    if promised not in (None, len(events)):
        reason = f"the file ends after {len(events)} events; its first line says {promised}"
        raise MatchFileError(len(events) + 2, reason)
    return EventFile(events, times)


def _lines(lines: Iterable[str | bytes]) -> Iterator[str]:
    """Yield the lines as text without line feeds. Raises MatchFileError for what is no line."""
    for number, raw in enumerate(lines, 1):
        if len(raw) > LONGEST_LINE + 1:
            raise MatchFileError(number, f"it is longer than {LONGEST_LINE} characters")
        line = raw if isinstance(raw, str) else _decoded(number, raw)
        line = line.removesuffix("\n")
        if number == 1 and line.startswith("\ufeff"):
            raise MatchFileError(1, "it begins with a byte order mark: save the file without one")
        if line.endswith("\r"):
            raise MatchFileError(number, "it ends with a carriage return: save with line feeds")
        if not line:
            raise MatchFileError(number, "it is empty")
        yield line


def _decoded(number: int, raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MatchFileError(number, f"it is not UTF-8 from byte {error.start + 1} on") from None


def _parsed(number: int, line: str) -> dict[str, Any]:
    """Return the object of a line. Raises MatchFileError for anything else."""
    # Deep nesting would exhaust the reader, or whoever quotes what was read.
    if sum(map(_STRING.sub("", line).count, "[{")) > _MOST_BRACKETS:
        raise MatchFileError(number, "it has more lists and objects than an event")
    try:
        data = _DECODER.decode(line)
    except json.JSONDecodeError as error:
        reason = f"it is no JSON: {error.msg} at character {error.pos + 1}"
        raise MatchFileError(number, reason) from None
    except ValueError as error:
        raise MatchFileError(number, str(error)) from None
    if not isinstance(data, dict):
        raise MatchFileError(number, "it is no JSON object")
    return data


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"it has {twice!r} twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"it has a number of {len(digits)} digits")
    return int(digits)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_whole
)


def _read_header(line: str | None) -> int | None:
    """Return how many events the first line promises; None where it does not say."""
    if line is None:
        raise MatchFileError(1, "the file is empty")
    data = _parsed(1, line)
    version = data.get("fevga")
    if isinstance(version, bool) or not isinstance(version, int):
        raise MatchFileError(1, f'an event file of fevga begins with {{"fevga": {VERSION}}}')
    if version != VERSION:
        who = "a newer fevga" if version > VERSION else "no fevga"
        reason = f"the file is of {who}, with format {version} where this one knows {VERSION}"
        raise MatchFileError(1, reason)
    promised = data.get("events")
    unknown = sorted(data.keys() - {"fevga", "events"})
    if unknown:
        raise MatchFileError(1, f"format {VERSION} has no {unknown[0]!r}")
    if "events" not in data:
        return None
    if isinstance(promised, bool) or not isinstance(promised, int):
        raise MatchFileError(1, "'events' is the number of events")
    return promised


def _read_event(number: int, line: str) -> tuple[Event, datetime | None]:
    data = _parsed(number, line)
    time = _read_time(number, data.pop("at")) if "at" in data else None
    try:
        event = from_data(data)
    except FevgaError as error:
        raise MatchFileError(number, str(error)) from None
    if isinstance(event, MatchStarted):
        name = event.ruleset.name
        # It is shown on screens and kept in files, which the names of players are fit for.
        if not name or clean_name(name) != name:
            raise MatchFileError(number, f"not a plain name of a ruleset: {name!r}")
    return event, time


def _read_time(number: int, text: object) -> datetime:
    """Return a time in UTC. Raises MatchFileError for what is none."""
    time = None
    if isinstance(text, str) and len(text) <= _LONGEST_TIME:
        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            pass
        else:
            time = _in_utc(time)
    if time is None:
        reason = "'at' is a time with its zone, like 2026-03-25T12:00:00.000+00:00"
        raise MatchFileError(number, reason)
    return time


def _in_utc(time: datetime) -> datetime | None:
    """Return a time in UTC; None without a zone, or where the calendar ends on the way."""
    try:
        return time.astimezone(UTC) if time.utcoffset() is not None else None
    except OverflowError:
        return None


def _time_text(time: datetime | None) -> str | None:
    known = time and _in_utc(time)
    return known.isoformat(timespec="milliseconds") if known else None


def _why(match: Match | None, event: Event, error: IllegalEventError) -> str:
    """Say to a reader why an event cannot follow; `match` is what came before, if anything."""
    name = to_data(event)["event"]
    if match is None:
        return f"a match begins with match-started, not with {name}"
    if not match.allows(type(event)):
        phase = match.phase.name.lower().replace("_", " ")
        return f"{name} cannot follow: the match is in the phase '{phase}'"
    if not isinstance(event, PlayMade) or match.turn is None:
        return str(error.__cause__ or error)
    turn, side = match.turn, match.on_roll
    played = f"{side.word} cannot play {play_text(event.moves, side)} with {roll_text(turn.roll)}"
    for move in event.moves:
        refusal = turn.refusal(move.source, move.target)
        if refusal:
            return f"{played}: {sentence(refusal, side)}"
        if move not in turn.legal_moves:
            return f"{played}: the die {move.die} cannot be used so"
        turn = turn.push(move)
    return f"{played}: {play_text(turn.completion, side)} has to be played too"


# The text record


def text_record(events: Iterable[Event], *, day: date | None = None) -> str:
    """Write a match as people read it, after the match files of the field (JellyFish, .mat).

    First come lines `; [Key "value"]`, then the length and each game: the score before it, who
    opened after which contest, the turns in two columns, White's left and Black's right, numbered
    by rows, the result in the winner's column. `65: 24/18/13` is a roll and its play in printed
    numbers (section 9), a roll without a play stands for itself. Lines that begin with `;` are
    remarks. Raises IllegalEventError for events that do not replay.
    """
    match, record = retold(events)
    lines = [*_heading(match, day), "", f" {_length(match)}"]
    blocks = [_game_rows(game) for game in record.games]
    digits = max(3, *(len(str(len(rows))) for rows in blocks))
    widest = max((cells(row[0]) for rows in blocks for row in rows), default=0)
    names = [cut(match.name(side), _NAME) for side in Side]
    at = max(_RIGHT_COLUMN, digits + 2 + widest + 2, cells(names[0]) + 9)
    for number, (game, rows) in enumerate(zip(record.games, blocks, strict=True), 1):
        white, black = (
            f"{name} : {game.score[side]}" for name, side in zip(names, Side, strict=True)
        )
        lines += ["", f" Game {number}", left(f" {white}", at) + black, *_opening(match, game)]
        for row, (mine, theirs) in enumerate(rows, 1):
            lines.append((left(f"{row:>{digits}}) {mine}", at) + theirs).rstrip())
        if game.outcome:
            is_last = number == len(record.games)
            wins_match = is_last and match.phase is Phase.MATCH_OVER and bool(match.target)
            lines.append(_result(game.outcome, at, digits + 3, wins_match=wins_match))
    return "".join(f"{line}\n" for line in [*lines, "", _ending(match)])


def _heading(match: Match, day: date | None) -> list[str]:
    started, ruleset = match.started, match.started.ruleset
    values = {
        "Variation": "Fevga",
        "Ruleset": clean_name(ruleset.name),
        "Dice": started.dice.value,
        "White": started.white,
        "Black": started.black,
    }
    if day:
        values["EventDate"] = f"{day:%Y.%m.%d}"
    # The name alone says what the rules are only where it is one of those that everybody has.
    if RULESETS.get(ruleset.name) != ruleset:
        values |= {key: str(value) for key, value in ruleset.data().items() if key != "name"}
    return [
        *(f'; [{key} "{_quoted(value)}"]' for key, value in values.items()),
        "; Points have printed numbers: White runs from 24 to 1, Black from 12 to 1 and 24 to 13.",
    ]


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _length(match: Match) -> str:
    return f"{match.target} point match" if match.target else "Unlimited match"


def _game_rows(game: GameRecord) -> list[tuple[str, str]]:
    """Return what stands in the two columns, row by row."""
    entries = [
        (turn.side, f"{roll_text(turn.roll)}: {play_text(turn.play, turn.side)}")
        for turn in game.turns
    ]
    last = {Ending.RESIGNED: "Resigns", Ending.DRAWN: "Offers a draw"}.get(
        game.outcome.ending if game.outcome else Ending.BORNE_OFF, ""
    )
    if game.unplayed:
        side, roll = game.unplayed
        entries.append((side, f"{roll_text(roll)}: {last}".rstrip()))
    elif last:
        side = game.turns[-1].side.other if game.turns else game.opener or Side.WHITE
        entries.append((side, last))
    rows: list[tuple[str, str]] = []
    for side, text in entries:
        if side is Side.WHITE:
            rows.append((text, ""))
        elif rows and not rows[-1][1]:
            rows[-1] = (rows[-1][0], text)
        else:
            rows.append(("", text))
    return rows


def _opening(match: Match, game: GameRecord) -> list[str]:
    """Return the remark on the contest, as far as it got, and who opened."""
    thrown = [f"{white}-{black}" for white, black in game.contests]
    if match.phase is Phase.CONTEST and game.outcome is None:
        white, black = match.contest
        if white is not None and black is None:
            thrown.append(f"{white}-")
    parts = [f"Contest: {', '.join(thrown)}"] if thrown else []
    if game.opener:
        first = " with these dice" if game.opens_with_contest else ""
        parts.append(f"{cut(match.name(game.opener), _NAME)} opens{first}")
    return [f"; {'. '.join(parts)}"] if parts else []


def _result(outcome: Outcome, at: int, indent: int, *, wins_match: bool) -> str:
    """Return the line of a game's result, in the winner's column."""
    if outcome.winner is None:
        return f"{'':{indent}}Draw agreed"
    points = "1 point" if outcome.points == 1 else f"{outcome.points} points (mars)"
    column = indent if outcome.winner is Side.WHITE else at
    return f"{'':{column}}Wins {points}{' and the match' if wins_match else ''}"


def _ending(match: Match) -> str:
    score = ", ".join(f"{cut(match.name(side), _NAME)} {match.score[side]}" for side in Side)
    if match.phase is not Phase.MATCH_OVER:
        return f"; Unfinished: {score}"
    return f"; {'Final score' if match.target else 'Play stopped'}: {score}"
