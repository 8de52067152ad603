"""What a match's kept events amount to: a verdict for lists, or why they are damaged."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any
from zlib import crc32

from fevga_tui.rules.errors import FevgaError
from fevga_tui.rules.events import Event, PlayMade, clean_name, from_data, to_data
from fevga_tui.rules.match import Match, Phase, replay
from fevga_tui.rules.position import Side

RULES = 1
"""Raised when a change of the rules lets kept events amount to something else."""

LONGEST_REASON = 240

Row = tuple[str, str]
"""When an event was kept, and its text."""


class DamageError(Exception):
    """Events that cannot be read, or do not replay; says why."""


def to_text(event: Event) -> str:
    """Return an event as the file holds it."""
    return json.dumps(to_data(event), ensure_ascii=False, separators=(",", ":"))


def read_events(rows: Iterable[Row]) -> list[Event]:
    """Return the events of rows, not replayed. Raises DamageError."""
    events = []
    for number, (_, text) in enumerate(rows, 1):
        try:
            events.append(from_data(json.loads(text)))
        # Deeply nested text exhausts the reader, or whoever quotes it.
        except (ValueError, RecursionError) as error:
            raise DamageError(_plain(f"event {number}: {error}")) from None
    return events


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a replay showed; where `damage` says why there was none, the rest is empty."""

    white: str = ""
    black: str = ""
    score: tuple[int, int] = (0, 0)
    target: int | None = None
    ruleset: str = ""
    games: int = 0
    turns: int = 0
    is_over: bool = False
    damage: str | None = None

    @classmethod
    def of(cls, match: Match, turns: int) -> Verdict:
        """Return the verdict on a match that replays."""
        score = match.score
        return cls(
            white=match.started.white,
            black=match.started.black,
            score=(score[Side.WHITE], score[Side.BLACK]),
            target=match.target,
            ruleset=clean_name(match.started.ruleset.name),
            games=match.game,
            turns=turns,
            is_over=match.phase is Phase.MATCH_OVER,
        )

    @classmethod
    def after_replay(cls, rows: Sequence[Row]) -> Verdict:
        """Return the verdict on rows; never raises."""
        try:
            events = read_events(rows)
            match = replay(events)
        except (DamageError, FevgaError, RecursionError) as error:
            return cls(damage=_plain(str(error)))
        return cls.of(match, sum(isinstance(event, PlayMade) for event in events))

    def data(self) -> dict[str, Any]:
        """Return the verdict's fields by name."""
        return {field.name: getattr(self, field.name) for field in fields(Verdict)}

    def to_text(self) -> str:
        """Return the verdict as the file holds it."""
        return json.dumps(self.data(), ensure_ascii=False)

    @classmethod
    def from_text(cls, text: str) -> Verdict:
        """Read what `to_text` writes. Raises ValueError, KeyError or TypeError for other text."""
        data = json.loads(text)
        white, black = data.pop("score")
        return cls(score=(white, black), **data)


class Digest:
    """Grows with the texts of a match's events; sealed with a verdict, it vouches for both.

    It is to notice damage and hands, not forgers, who could seal anew: no change of up to four
    bytes in a row passes a CRC-32. What is better against forgers loads OpenSSL at every start.
    """

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._sum = crc32(f"{RULES}".encode())
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> None:
        """Take in the next event."""
        text = row[1].encode("utf-8", "surrogateescape")
        self._sum = crc32(b"%d:" % len(text) + text, self._sum)

    def sealed(self, shown: str) -> str:
        """Return the digest of the events so far and of a verdict's text."""
        return f"{crc32(b'=' + shown.encode('utf-8', 'surrogateescape'), self._sum):08x}"


def recall(rows: Sequence[Row], digest: object, shown: object) -> Verdict | None:
    """Return the verdict kept for rows; None if they, or it, are not as when it was sealed."""
    if not isinstance(shown, str) or Digest(rows).sealed(shown) != digest:
        return None
    try:
        return Verdict.from_text(shown)
    except (ValueError, KeyError, TypeError):
        return None


def _plain(text: str) -> str:
    line = " ".join(text.split())
    plain = "".join(letter if letter.isprintable() else "?" for letter in line)
    return plain if len(plain) <= LONGEST_REASON else plain[: LONGEST_REASON - 1] + "…"
