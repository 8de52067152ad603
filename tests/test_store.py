import contextlib
import json
import os
import resource
import signal
import sqlite3
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from stores import (
    AS_NOBODY,
    CASES,
    NOBODY,
    OPENING,
    STARTED,
    Clock,
    chance,
    fill,
    keep,
    kept,
    play_on,
    played,
    private_space,
    resigned,
    run,
    started,
)

from fevga_tui.rules.errors import IllegalEventError
from fevga_tui.rules.events import PlayMade, Resigned
from fevga_tui.rules.match import Match, replay, steps
from fevga_tui.rules.play import Move
from fevga_tui.session import Keeper, Session
from fevga_tui.store import (
    DamagedMatchError,
    MatchInUseError,
    NoSuchMatchError,
    NotKeptError,
    Store,
    data_folder,
)
from fevga_tui.store.schema import APPLICATION, TABLES, make_current, version_of

DRAFT = (Move(24, 6),)
"""A move of the roll on the table in OPENING."""

PLAY = (*DRAFT, Move(18, 5))

IS_ROOT = os.geteuid() == 0


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Return a new folder in memory, where to sync costs nothing."""
    with tempfile.TemporaryDirectory(prefix="fevga-", dir=private_space()) as folder:
        yield Path(folder)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "data", clock=Clock())
    yield store
    store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def file_of(store: Store) -> Path:
    assert store.path
    return store.path


def sql(store: Store, statement: str, *values: object) -> list[tuple[object, ...]]:
    """Do what somebody with a database tool does to the file."""
    with contextlib.closing(sqlite3.connect(file_of(store))) as connection, connection:
        return connection.execute(statement, values).fetchall()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# A match from its first event to its last


def test_a_kept_match_is_taken_up_as_it_was_with_its_draft(store: Store) -> None:
    keeper = keep(store.new_match(), OPENING, DRAFT)
    keeper.release()
    events, draft, _ = store.take_up(1)
    assert events == OPENING
    assert draft == DRAFT


def test_a_keeper_is_what_a_session_asks_for(store: Store) -> None:
    keeper: Keeper = store.new_match()
    session = Session.start(STARTED, keeper=keeper, die=chance(1))
    play_on(session, 6)
    assert store.look_at(1).events == session.events


def test_every_event_is_on_the_disk_when_the_call_returns(store: Store, folder: Path) -> None:
    keeper = store.new_match()
    for number, (event, after) in enumerate(zip(OPENING, steps(OPENING), strict=True), 1):
        keeper.keep_event(event, after)
        assert kept(folder, 1) == OPENING[:number]


def test_every_draft_is_on_the_disk_when_the_call_returns(store: Store, folder: Path) -> None:
    keeper = keep(store.new_match(), OPENING)
    for draft in (DRAFT, PLAY, DRAFT, ()):
        keeper.keep_draft(draft)
        other = Store.open(folder)
        assert other.look_at(1).draft == draft
        other.close()


def test_the_play_takes_its_draft_away(store: Store) -> None:
    keep(keep(store.new_match(), OPENING, DRAFT), [*OPENING, PlayMade(PLAY)])
    assert store.look_at(1).draft == ()
    assert sql(store, "SELECT * FROM drafts") == []


@pytest.mark.parametrize("moves", ["[[3,6]]", "[[24,5],[24,5]]", "nonsense", "[[24,99]]", "{}"])
def test_a_draft_that_does_not_fit_is_dropped(store: Store, moves: str) -> None:
    keep(store.new_match(), OPENING, DRAFT).release()
    sql(store, "UPDATE drafts SET moves = ?", moves)
    assert store.look_at(1) == (OPENING, ())
    taken = store.take_up(1)
    assert (taken.events, taken.draft) == (OPENING, ())


def test_a_match_without_events_leaves_nothing(store: Store) -> None:
    store.new_match().release()
    assert store.numbers() == []
    assert store.new_match().number is None


def test_numbers_are_never_given_out_twice(store: Store) -> None:
    keep(store.new_match(), OPENING).release()
    store.delete(1)
    assert keep(store.new_match(), OPENING).number == 2


def test_a_match_is_over_in_the_file_with_the_event_that_ends_it(store: Store) -> None:
    events = resigned(replace(STARTED, target=2))
    keeper = keep(store.new_match(), events[:-1])
    assert sql(store, "SELECT ended_at FROM matches") == [(None,)]
    keep(keeper, events)
    [(ended_at, changed_at)] = sql(store, "SELECT ended_at, changed_at FROM matches")
    assert ended_at == changed_at
    assert ended_at


# The lists


def test_the_newest_unfinished_match_is_the_last_one_played(store: Store) -> None:
    assert store.newest_unfinished() is None
    first = keep(store.new_match(), OPENING[:2])
    keep(store.new_match(), OPENING[:2]).release()
    keep(first, OPENING[:3])
    first.release()
    keep(store.new_match(), resigned(replace(STARTED, target=1))).release()
    assert store.newest_unfinished() == 1
    assert store.numbers() == [1, 2, 3]


def test_the_newest_unfinished_match_is_none_that_is_damaged_or_in_use(store: Store) -> None:
    for target in (3, 3, 2, 3):
        keep(store.new_match(), [replace(STARTED, target=target), *OPENING[1:]]).release()
    sql(store, "UPDATE events SET event = '[]' WHERE match = 4 AND number = 2")
    sql(store, "UPDATE events SET event = ? WHERE match = 3 AND number = 4", '{"event":"resigned"}')
    store.take_up(2)
    assert store.newest_unfinished() == 1


def test_a_summary_says_what_a_list_shows(store: Store) -> None:
    keep(store.new_match(), played(3, turns=9))
    summary = store.summary(1)
    assert (summary.white, summary.black) == ("Γιώργος", "Ελένη")
    assert (summary.target, summary.ruleset, summary.score) == (3, "fevga", (0, 0))
    assert (summary.games, summary.turns, summary.is_over) == (1, 9, False)
    assert summary.damage is None
    assert summary.is_in_use
    assert summary.started_at == datetime(2026, 3, 25, 12, 0, 1, tzinfo=UTC)
    assert summary.changed_at == datetime(2026, 3, 25, 12, 0, len(store.look_at(1).events), 0, UTC)


def test_a_summary_agrees_with_a_replay(store: Store) -> None:
    events = played(5, turns=400)
    keep(store.new_match(), events).release()
    first = store.summary(1)
    sql(store, "DELETE FROM verdicts")
    assert store.summary(1) == first
    match = replay(events)
    assert list(first.score) == list(match.score.values())
    assert first.games == match.game


@pytest.mark.parametrize(
    ("player", "numbers"),
    [("ΕΛΈΝΗ", [2]), (" ελένη ", [2]), ("Μαρία", [1]), ("A", [3]), ("Nobody", [])],
)
def test_summaries_are_those_of_a_player(store: Store, player: str, numbers: list[int]) -> None:
    fill(store)
    assert [summary.number for summary in store.summaries(player)] == numbers
    assert [summary.number for summary in store.summaries()] == [3, 2, 1]


def test_the_first_event_cannot_be_read_by_the_filter_and_nothing_else_happens(
    store: Store,
) -> None:
    fill(store)
    sql(store, "UPDATE events SET event = ? WHERE match = 2 AND number = 1", "[" * 100_000)
    assert [summary.number for summary in store.summaries("a")] == [3]
    assert "event 1" in str(store.summary(2).damage)


# The verdicts are a cache, which never lies


def test_a_verdict_is_kept_with_each_event_and_after_a_replay(store: Store) -> None:
    keep(store.new_match(), OPENING).release()
    before = sql(store, "SELECT * FROM verdicts")
    sql(store, "DELETE FROM verdicts")
    store.summary(1)
    store.close()
    assert sql(store, "SELECT * FROM verdicts") == before


def test_an_event_altered_by_hand_shows_although_there_was_a_verdict(store: Store) -> None:
    keep(store.new_match(), OPENING).release()
    assert store.summary(1).white == "Γιώργος"
    sql(store, "UPDATE events SET event = replace(event, 'Γιώργος', 'Πέτρος') WHERE number = 1")
    assert store.summary(1).white == "Πέτρος"
    sql(
        store,
        "UPDATE events SET event = ? WHERE number = 4",
        '{"event":"dice-rolled","dice":[7,5]}',
    )
    assert "not 7" in str(store.summary(1).damage)
    with pytest.raises(DamagedMatchError, match=r"^Match 1 is damaged: event 4: .* not 7"):
        store.take_up(1)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE verdicts SET shown = replace(shown, 'Γιώργος', 'Nobody')",
        "UPDATE verdicts SET shown = '{}'",
        "UPDATE verdicts SET shown = x'00ff', digest = 3",
        "UPDATE verdicts SET digest = ''",
    ],
)
def test_a_verdict_altered_by_hand_is_not_believed(store: Store, change: str) -> None:
    keep(store.new_match(), OPENING).release()
    before = store.summary(1)
    sql(store, change)
    assert store.summary(1) == before


# Damaged matches are listed with the reason, and the others are unaffected

DAMAGE = [
    ('{"event":"dice-rolled","dice":[7,5]}', "not 7"),
    ('{"event":"dice-rolled","dice":[5,6]}', "higher die first"),
    ('{"event":"dice-rolled","dice":[6,true]}', "not a whole number: True"),
    ('{"event":"dice-rolled","dice":[6,NaN]}', "not a whole number: nan"),
    ('{"event":"play-made","moves":[[25,6]]}', "point 1"),
    ('{"event":"contest-die-rolled","side":"w","die":3}', "cannot happen"),
    ('{"event":"no-such"}', "no event 'no-such'"),
    ('{"event":"resigned","by":"w"}', "no event 'resigned'"),
    ('\ufeff{"event":"resigned"}', "BOM"),
    ("", "Expecting value"),
    ("null", "not None"),
    ("[" * 100_000, "event 4"),
    ('{"event":' + "9" * 10_000 + "}", "event 4"),
    ('{"event":"dice-rolled","dice":' + "[" * 900 + "]" * 900 + "}", "event 4"),
    (b"\xff\xfe", "event 4 is no text"),
    (7, "event 4"),
]


@pytest.mark.parametrize(("event", "reason"), DAMAGE)
def test_a_match_that_does_not_replay_is_damaged(store: Store, event: object, reason: str) -> None:
    keep(store.new_match(), OPENING).release()
    keep(store.new_match(), OPENING).release()
    sql(store, "UPDATE events SET event = ? WHERE match = 1 AND number = 4", event)
    damage = store.summary(1).damage
    assert damage is not None
    assert reason in damage
    assert "\n" not in damage
    with pytest.raises(DamagedMatchError):
        store.take_up(1)
    with pytest.raises(DamagedMatchError):
        store.look_at(1)
    assert not store.is_in_use(1)
    assert store.newest_unfinished() == 2
    assert store.take_up(2).events == OPENING


def test_bytes_that_are_no_text_are_damage_too(store: Store) -> None:
    keep(store.new_match(), OPENING).release()
    sql(store, "UPDATE events SET event = CAST(x'7b22ff' AS TEXT), at = CAST(x'ff' AS TEXT)")
    sql(store, "UPDATE matches SET started_at = CAST(x'ff' AS TEXT), changed_at = 12.5")
    summary = store.summary(1)
    assert summary.damage
    assert (summary.started_at, summary.changed_at) == (None, None)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("DELETE FROM events WHERE number = 3", "event 3 is missing"),
        ("DELETE FROM events WHERE number = 4", "it has 3 events, not 4"),
        ("INSERT INTO events VALUES(1, 5, '', '{}')", "it has 5 events, not 4"),
        ("DELETE FROM events", "it has 0 events, not 4"),
        ("UPDATE matches SET length = 'x'", "not an unknown number"),
        ("UPDATE events SET number = -1 WHERE number = 1", "event 1 is missing"),
        ("UPDATE events SET number = 9223372036854775807 WHERE number = 2", "event 2 is missing"),
    ],
)
def test_a_match_that_lacks_an_event_is_damaged(store: Store, change: str, reason: str) -> None:
    keep(store.new_match(), OPENING).release()
    sql(store, change)
    assert reason in str(store.summary(1).damage)


def test_absurd_numbers_of_matches_are_left_alone(store: Store) -> None:
    keep(store.new_match(), OPENING).release()
    for number in (-5, 0, 2**63 - 1):
        sql(store, "INSERT INTO matches VALUES(?, '', '', NULL, 0)", number)
    assert store.numbers() == [1]
    assert keep(store.new_match(), OPENING).number == 2
    for number in (-5, 0, 3, 2**63 - 1, 10**30):
        with pytest.raises(NoSuchMatchError):
            store.take_up(number)
        with pytest.raises(NoSuchMatchError):
            store.summary(number)
        assert not store.is_in_use(number)


# Deleting, adding, settings


def test_a_deleted_match_is_gone_with_all_its_rows(store: Store) -> None:
    keep(store.new_match(), OPENING, DRAFT).release()
    store.delete(1)
    assert store.numbers() == []
    for table in ("matches", "events", "drafts", "verdicts"):
        assert sql(store, f"SELECT * FROM {table}") == []
    with pytest.raises(NoSuchMatchError, match="There is no match 1"):
        store.delete(1)


def test_of_a_deleted_match_nothing_is_left_in_any_file(store: Store, folder: Path) -> None:
    match = keep(store.new_match(), OPENING, DRAFT)
    match.release()
    name = match.verdict.white.encode()
    assert name in b"".join(path.read_bytes() for path in folder.iterdir())
    store.delete(1)
    assert name not in b"".join(path.read_bytes() for path in folder.iterdir())


def test_a_match_in_use_is_not_deleted(store: Store, folder: Path) -> None:
    keeper = keep(store.new_match(), OPENING)
    other = Store.open(folder)
    for either in (store, other):
        with pytest.raises(MatchInUseError):
            either.delete(1)
    keeper.release()
    other.delete(1)
    other.close()
    assert store.numbers() == []


def test_a_damaged_match_can_be_deleted(store: Store) -> None:
    keep(store.new_match(), OPENING).release()
    sql(store, "UPDATE events SET event = 'x'")
    store.delete(1)
    assert store.numbers() == []


def test_an_added_match_keeps_its_times(store: Store) -> None:
    at = [datetime(2001, 1, 1, 0, 0, second, tzinfo=UTC) for second in range(len(OPENING))]
    number = store.add(OPENING, at)
    assert store.look_at(number) == (OPENING, ())
    assert store.times(number) == at
    assert store.summary(number).started_at == at[0]
    assert not store.is_in_use(number)


def test_a_match_that_does_not_replay_is_not_added(store: Store) -> None:
    with pytest.raises(IllegalEventError, match=r"^event 5: "):
        store.add([*OPENING, OPENING[-1]], [datetime(2001, 1, 1, tzinfo=UTC)] * 5)
    assert store.numbers() == []


def test_settings_stay(store: Store, folder: Path) -> None:
    assert store.setting("theme") is None
    store.set_setting("theme", "night")
    store.set_setting("theme", "ημέρα")
    other = Store.open(folder)
    assert other.setting("theme") == "ημέρα"
    other.close()


@pytest.mark.parametrize("value", [7, b"\xff", b"\x00" * 9, "CAST(x'ff' AS TEXT)"])
def test_a_damaged_setting_is_none(store: Store, value: object) -> None:
    store.set_setting("theme", "night")
    store.set_setting("motion", "off")
    if isinstance(value, str):
        sql(store, f"UPDATE settings SET value = {value} WHERE key = 'theme'")
    else:
        sql(store, "UPDATE settings SET value = ? WHERE key = 'theme'", value)
    assert store.setting("theme") in (None, "7")
    assert store.setting("motion") == "off"


# The file: private, ours, of this version


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_the_folder_and_its_files_are_private_whatever_the_umask(
    tmp_path: Path, umask: int
) -> None:
    run(
        "import os, sys; from pathlib import Path; from stores import *\n"
        f"os.umask({umask})\n"
        "store = Store.open(Path(sys.argv[1])); keep(store.new_match(), OPENING)\n"
        "assert store.trouble is None",
        tmp_path / "one" / "two" / "three",
    )
    for made in (tmp_path / "one", tmp_path / "one/two", tmp_path / "one/two/three"):
        assert mode(made) == 0o700
    for file in (tmp_path / "one/two/three").iterdir():
        assert mode(file) == 0o600


def test_a_folder_that_exists_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    Store.open(tmp_path).close()
    assert mode(tmp_path) == 0o755


def test_the_file_is_marked_as_ours_and_stands_alone(store: Store, folder: Path) -> None:
    keep(store.new_match(), OPENING)
    header = file_of(store).read_bytes()[:100]
    assert int.from_bytes(header[68:72], "big") == APPLICATION
    assert int.from_bytes(header[60:64], "big") == 1
    # Between two commits nothing in the journal counts.
    assert (folder / "fevga.db-journal").read_bytes()[:28] == bytes(28)
    store.close()
    assert sorted(path.name for path in folder.iterdir()) == ["fevga.db", "fevga.lock"]


def test_the_file_of_schema_1_is_read(folder: Path) -> None:
    folder.mkdir()
    (folder / "fevga.db").write_bytes((CASES / "store-v1.db").read_bytes())
    store = Store.open(folder)
    assert (store.trouble, store.notices) == (None, [])
    assert store.numbers() == [3, 2, 1]
    over, mid_turn, fresh = (store.summary(number) for number in (1, 2, 3))
    assert (over.white, over.score, over.is_over, over.ruleset) == (
        "Μαρία",
        over.score,
        True,
        "moultezim",
    )
    assert sum(over.score) == 2
    assert (mid_turn.black, mid_turn.turns, mid_turn.damage) == ("Ελένη", 30, None)
    assert (fresh.target, fresh.ruleset) == (None, "reach")
    assert len(store.look_at(2).draft) == 1
    assert store.setting("theme") == "night"
    keeper = store.take_up(3).keeper
    assert keeper.number == 3
    store.close()


def test_older_files_are_brought_up_to_date_all_or_nothing(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "old.db", isolation_level=None)
    make_current(connection)

    def works(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE drafts ADD COLUMN at TEXT")

    def fails(connection: sqlite3.Connection) -> None:
        connection.execute("SELECT nonsense")

    with pytest.raises(sqlite3.OperationalError):
        make_current(connection, {1: works, 2: fails}, target=3)
    assert version_of(connection) == 1
    assert connection.execute("SELECT * FROM drafts").description[-1][0] == "moves"
    make_current(connection, {1: works}, target=2)
    assert version_of(connection) == 2
    assert connection.execute("SELECT * FROM drafts").description[-1][0] == "at"
    connection.close()


def with_header(file: Path, offset: int, value: int) -> bytes:
    data = bytearray((CASES / "store-v1.db").read_bytes())
    data[offset : offset + 4] = value.to_bytes(4, "big", signed=True)
    file.write_bytes(data)
    return bytes(data)


@pytest.mark.parametrize("with_journal", [False, True])
@pytest.mark.parametrize(
    ("offset", "value", "why"),
    [
        (60, 2, "newer fevga"),
        (60, 2**31 - 1, "newer fevga"),
        (60, 0, "format 0"),
        (60, -1, "format -1"),
        (68, 0, "another program"),
        (68, 0x12345678, "another program"),
    ],
)
def test_a_file_of_another_version_or_program_is_refused_and_left_as_it_is(
    tmp_path: Path, offset: int, value: int, why: str, with_journal: bool
) -> None:
    file, journal = tmp_path / "fevga.db", tmp_path / "fevga.db-journal"
    before = with_header(file, offset, value)
    hot = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504)
    if with_journal:
        journal.write_bytes(hot)
    stamp = file.stat().st_mtime_ns
    store = Store.open(tmp_path)
    assert why in str(store.trouble)
    assert str(file) in str(store.trouble)
    keeper = keep(store.new_match(), OPENING, DRAFT)
    store.set_setting("theme", "night")
    assert why in str(store.trouble)
    assert keeper.number is None
    store.close()
    assert file.read_bytes() == before
    assert file.stat().st_mtime_ns == stamp
    assert not with_journal or journal.read_bytes() == hot
    assert not list(tmp_path.glob("*damaged*"))


def test_the_file_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "fevga.db"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes(name)")
        connection.commit()
    before = file.read_bytes()
    store = Store.open(tmp_path)
    assert "another program" in str(store.trouble)
    store.close()
    assert file.read_bytes() == before


def test_a_file_brought_to_a_newer_version_meanwhile_is_not_written_again(store: Store) -> None:
    keeper = keep(store.new_match(), OPENING[:2])
    sql(store, "PRAGMA user_version = 2")
    before = file_of(store).read_bytes()
    keep(keeper, OPENING)
    assert "newer fevga" in str(store.trouble)
    assert file_of(store).read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"x",
        b"null",
        b"[]",
        b"\x00" * 4096,
        b"\xef\xbb\xbf{}",
        b"SQLite format 3\x00",
        b"SQLite format 3\x00" + b"\xff" * 4080,
        bytes(range(256)) * 64,
        (CASES / "store-v1.db").read_bytes()[:20000],
        (CASES / "store-v1.db").read_bytes()[1:],
    ],
)
def test_a_file_that_is_no_readable_database_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "fevga.db").write_bytes(content)
    store = Store.open(tmp_path, clock=Clock())
    if store.trouble:
        # With a whole header that is not ours it is taken for somebody else's.
        assert "another program" in store.trouble
        assert (tmp_path / "fevga.db").read_bytes() == content
        return
    aside = tmp_path / "fevga.db.damaged-20260325-120001"
    assert aside.read_bytes() == content
    assert str(aside) in store.notices[0]
    keeper = keep(store.new_match(), OPENING)
    assert store.trouble is None
    keeper.release()
    store.close()
    assert kept(tmp_path, keeper.number or 0) == OPENING


def test_processes_that_find_a_damaged_file_at_once_set_it_aside_once(tmp_path: Path) -> None:
    code = """
import sys; from pathlib import Path; from stores import *
from fevga_tui.store import *
sys.stdin.readline()
store = Store.open(Path(sys.argv[1]))
keeper = keep(store.new_match(), OPENING)
assert store.trouble is None, store.trouble
print(keeper.number)
"""
    (tmp_path / "fevga.db").write_bytes(b"garbage")
    processes = [started(code, tmp_path) for _ in range(4)]
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    numbers = [process.communicate(timeout=60) for process in processes]
    assert sorted(numbers) == [(f"{number}\n", "") for number in (1, 2, 3, 4)]
    [aside] = tmp_path.glob("fevga.db.damaged-*")
    assert aside.read_bytes() == b"garbage"
    assert all(kept(tmp_path, number) == OPENING for number in (1, 2, 3, 4))


def test_files_set_aside_never_replace_each_other(tmp_path: Path) -> None:
    def still() -> datetime:
        return datetime(2026, 3, 25, tzinfo=UTC)

    # A single byte, as SQLite would begin such a file anew and delete its journal.
    for content in (b"1", b"2", b"3"):
        (tmp_path / "fevga.db").write_bytes(content)
        (tmp_path / "fevga.db-journal").write_bytes(content * 2)
        Store.open(tmp_path, clock=still).close()
    asides = sorted(tmp_path.glob("fevga.db.damaged-*"))
    assert {path.name.removeprefix("fevga.db.damaged-20260325-000000") for path in asides} == {
        *("", "-2", "-3", "-journal", "-2-journal", "-3-journal")
    }
    assert {path.read_bytes() for path in asides} == {*(b"1", b"2", b"3", b"11", b"22", b"33")}


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    (tmp_path / "fevga.db").touch()
    store = Store.open(tmp_path)
    assert (store.trouble, store.notices) == (None, [])
    assert keep(store.new_match(), OPENING).number == 1
    store.close()


@pytest.mark.parametrize("table", TABLES)
def test_what_is_left_of_a_file_without_one_of_its_tables_is_carried_over(
    tmp_path: Path, table: str
) -> None:
    file = tmp_path / "fevga.db"
    file.write_bytes((CASES / "store-v1.db").read_bytes())
    with contextlib.closing(sqlite3.connect(file)) as connection:
        kind = "INDEX" if table == "unfinished" else "TABLE"
        connection.execute(f"DROP {kind} {table}")
        connection.commit()
    store = Store.open(tmp_path, clock=Clock())
    assert "damaged" in store.notices[0]
    if table == "events":
        assert store.numbers() == []
    else:
        assert sorted(store.numbers()) == [1, 2, 3]
        assert store.newest_unfinished() == 3
        assert [store.summary(number).is_over for number in (1, 2, 3)] == [True, False, False]
        assert "3 matches" in store.notices[1]
        assert len(store.look_at(2).draft) == (0 if table == "drafts" else 1)
    assert store.setting("theme") == (None if table == "settings" else "night")
    store.close()


def test_a_file_that_breaks_while_it_is_used_loses_neither_match(tmp_path: Path) -> None:
    store = Store.open(tmp_path, clock=Clock())
    keep(store.new_match(), played(1, turns=60)).release()
    keeper = keep(store.new_match(), OPENING)
    with contextlib.closing(sqlite3.connect(tmp_path / "fevga.db")) as connection:
        [(page,)] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'verdicts'")
    store.close()
    with (tmp_path / "fevga.db").open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xaa" * 4096)
    store = Store.open(tmp_path, clock=Clock())
    assert store.notices == []
    keeper = store.take_up(2).keeper
    keep(keeper, [*OPENING, Resigned()])
    assert store.trouble is None
    assert keeper.number == 2
    assert len(list(tmp_path.glob("fevga.db.damaged-*"))) == 1
    store.close()
    assert kept(tmp_path, 1) == played(1, turns=60)
    assert kept(tmp_path, 2) == [*OPENING, Resigned()]


def test_a_broken_page_of_events_concerns_its_match_alone(tmp_path: Path) -> None:
    store = Store.open(tmp_path, clock=Clock())
    keep(store.new_match(), played(1, turns=150)).release()
    keep(store.new_match(), OPENING).release()
    store.close()
    data = bytearray((tmp_path / "fevga.db").read_bytes())
    pages = [n for n in range(len(data) // 4096) if data[n * 4096 :].startswith(b"\x0a")]
    page = next(n for n in pages if b'"play-made"' in data[n * 4096 : n * 4096 + 4096])
    data[page * 4096 : page * 4096 + 100] = b"\x55" * 100
    (tmp_path / "fevga.db").write_bytes(data)
    store = Store.open(tmp_path, clock=Clock())
    assert store.numbers() == [2, 1]
    assert store.summary(1).damage == "the file is broken where this match stands"
    with pytest.raises(DamagedMatchError):
        store.take_up(1)
    assert store.take_up(2).events == OPENING
    assert (store.trouble, store.notices) == (None, [])
    store.close()


# One writer a match

HOLD = """
import sys; from pathlib import Path; from stores import *
from fevga_tui.store import *
store = Store.open(Path(sys.argv[1]))
try:
    taken = store.take_up(int(sys.argv[2]))
except StoreError as error:
    print(type(error).__name__, flush=True)
else:
    print("held", flush=True)
    sys.stdin.readline()
    store.close()
    print("let go", flush=True)
"""


@contextlib.contextmanager
def holder(folder: Path, number: int) -> Iterator[subprocess.Popen[str]]:
    with started(HOLD, folder, number) as process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_match_that_another_process_plays_can_only_be_looked_at(
    store: Store, folder: Path
) -> None:
    for _ in range(2):
        keep(store.new_match(), OPENING, DRAFT).release()
    with holder(folder, 1) as process:
        with pytest.raises(MatchInUseError, match="Match 1 is being played"):
            store.take_up(1)
        assert store.is_in_use(1)
        assert not store.is_in_use(2)
        assert store.summary(1).is_in_use
        assert store.newest_unfinished() == 2
        assert store.look_at(1) == (OPENING, DRAFT)
        store.take_up(2).keeper.release()
        process.communicate("\n", timeout=30)
        assert store.take_up(1).events == OPENING


def test_a_lock_dies_with_its_holder(store: Store, folder: Path) -> None:
    keep(store.new_match(), OPENING).release()
    with holder(folder, 1) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert store.take_up(1).events == OPENING


def test_another_process_does_not_get_what_is_played_here(store: Store, folder: Path) -> None:
    keep(store.new_match(), OPENING)
    assert run(HOLD, folder, 1) == "MatchInUseError\n"


def test_stores_of_one_process_lock_each_other_out(store: Store, folder: Path) -> None:
    keeper = keep(store.new_match(), OPENING)
    with pytest.raises(MatchInUseError):
        store.take_up(1)
    other = Store.open(folder)
    with pytest.raises(MatchInUseError):
        other.take_up(1)
    assert other.is_in_use(1)
    other.close()
    # Closing the other store's descriptors has dropped none of the locks.
    assert run(HOLD, folder, 1) == "MatchInUseError\n"
    keeper.release()
    other = Store.open(folder)
    assert other.take_up(1).events == OPENING
    other.close()


def test_two_matches_at_once_in_two_processes_do_not_mix(store: Store, folder: Path) -> None:
    code = """
import sys; from pathlib import Path; from stores import *
from fevga_tui.store import *
store = Store.open(Path(sys.argv[1]))
keeper = store.new_match()
keep(keeper, played(int(sys.argv[2]), turns=12))
print(keeper.number, store.trouble, store.notices)
"""
    processes = [started(code, folder, seed) for seed in (1, 2)]
    found = set()
    for seed, process in enumerate(processes, 1):
        output, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
        number, rest = output.split(maxsplit=1)
        assert rest == "None []\n"
        assert store.look_at(int(number)).events == played(seed, turns=12)
        found.add(number)
    assert found == {"1", "2"}


def test_where_locks_are_not_possible_records_part_and_never_mix(tmp_path: Path) -> None:
    # A folder in place of the lock file stands for a disk that cannot lock.
    (tmp_path / "fevga.lock").mkdir()
    one, two = (Store.open(tmp_path, clock=Clock()) for _ in range(2))
    first = keep(one.new_match(), OPENING)
    assert "cannot be locked" in one.notices[0]
    second = two.take_up(1).keeper
    one_way, other_way = [*OPENING, PlayMade(PLAY)], [*OPENING, Resigned()]
    keep(first, one_way)
    keep(second, other_way)
    assert (first.number, second.number) == (1, 2)
    assert "goes on, whole, as match 2" in two.notices[-1]
    assert kept(tmp_path, 1) == one_way
    assert kept(tmp_path, 2) == other_way
    assert (one.trouble, two.trouble) == (None, None)
    one.close()
    two.close()


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM matches",
        "DELETE FROM events WHERE number > 2",
        "UPDATE events SET event = 'x' WHERE number = 2",
        "INSERT INTO events VALUES(1, 5, '', '{}')",
        "UPDATE events SET match = 9",
    ],
)
def test_a_match_changed_behind_its_player_goes_on_whole(store: Store, change: str) -> None:
    keeper = keep(store.new_match(), OPENING)
    sql(store, change)
    keep(keeper, [*OPENING, Resigned()])
    assert store.trouble is None
    assert keeper.number
    keeper.release()
    assert store.take_up(keeper.number).events == [*OPENING, Resigned()]


# Killed at any moment

WRITER = """
import os, sys; from pathlib import Path; from stores import *
from fevga_tui.store import *
store = Store.open(Path(sys.argv[1]))
keeper = store.new_match()
events = played(4, turns=150)
for number, (event, after) in enumerate(zip(events, steps(events)), 1):
    keeper.keep_event(event, after)
    os.write(1, b"%d\\n" % number)
"""


@pytest.mark.parametrize("acknowledged", [1, 2, 17, 40])
def test_what_was_acknowledged_is_there_after_kill_9(folder: Path, acknowledged: int) -> None:
    with started(WRITER, folder) as process:
        assert process.stdout
        for _ in range(acknowledged):
            process.stdout.readline()
        process.kill()
        shown = acknowledged + len(process.stdout.readlines())
    events = kept(folder, 1)
    assert shown <= len(events) <= shown + 1
    assert events == played(4, turns=150)[: len(events)]
    store = Store.open(folder)
    assert store.take_up(1).events == events
    assert store.trouble is None
    store.close()


# A disk that refuses


def assert_kept_in_memory(store: Store, why: str) -> None:
    """Check that play goes on, and is told why it is not kept."""
    assert store.trouble
    assert why in store.trouble
    assert "\n" not in store.trouble
    keeper = keep(store.new_match(), OPENING, DRAFT)
    assert why in str(store.trouble)
    assert keeper.number is None
    keeper.release()
    number = store.newest_unfinished()
    assert number is not None
    assert number < 0
    assert number in store.numbers()
    assert store.summary(number).white == "Γιώργος"
    assert store.look_at(number) == (OPENING, DRAFT)
    taken = store.take_up(number)
    assert (taken.events, taken.draft) == (OPENING, DRAFT)
    store.set_setting("theme", "night")
    assert store.setting("theme") == "night"
    with pytest.raises(NotKeptError):
        store.add(OPENING, [datetime(2001, 1, 1, tzinfo=UTC)] * len(OPENING))
    store.close()


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("mine")
    for folder in (tmp_path / "data", tmp_path / "data" / "one" / "two"):
        store = Store.open(folder)
        assert str(tmp_path / "data") in str(store.trouble)
        assert_kept_in_memory(store, "a file stands where a folder should be")
    assert (tmp_path / "data").read_text() == "mine"


def test_a_folder_where_the_file_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "fevga.db").mkdir()
    assert_kept_in_memory(Store.open(tmp_path), "a folder stands where the file should be")


def test_a_pipe_where_the_file_should_be_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fevga.db")
    assert_kept_in_memory(Store.open(tmp_path), "what stands there is no file")


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        ("~/.local/share/fevga", "no home folder is known"),
        ("", "no home folder is known"),
        ("/tmp/a\0b", "there can be no such path"),
        ("/tmp/" + "x" * 300, "the path is too long"),
        ("/proc/fevga", ""),
        ("/dev/null/fevga", "a file stands where a folder should be"),
    ],
)
def test_a_silly_folder_is_told(folder: str, why: str) -> None:
    assert_kept_in_memory(Store.open(Path(folder)), why)


def test_links_that_lead_in_a_circle_are_told(tmp_path: Path) -> None:
    (tmp_path / "fevga.db").symlink_to("fevga.db")
    assert_kept_in_memory(Store.open(tmp_path), "its links lead in a circle")


def test_a_path_that_is_no_text_is_shown_as_text(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"\xff\x1b[31m")
    store = Store.open(folder)
    assert store.trouble is None
    assert keep(store.new_match(), OPENING).number == 1
    store.close()
    (folder / "fevga.db").write_bytes(b"garbage")
    store = Store.open(folder)
    assert store.notices[0].isprintable()
    store.close()


REFUSED = """
store = Store.open(folder)
assert "Nothing new is kept" in store.trouble and str(folder) in store.trouble, store.trouble
keeper = keep(store.new_match(), OPENING)
assert "Nothing new is kept" in store.trouble
keeper.release()
assert store.take_up(store.newest_unfinished()).events == OPENING
print(store.trouble)
"""


@pytest.fixture
def anybodys(tmp_path: Path) -> Iterator[Path]:
    """Return a folder of the one whom a process without root is."""
    folder = tmp_path / "anybodys"
    folder.mkdir()
    if IS_ROOT:
        tmp_path.chmod(0o711)
        os.chown(folder, NOBODY, NOBODY)
    yield folder
    folder.chmod(0o700)


def test_a_folder_that_cannot_be_written_is_told_and_read(anybodys: Path) -> None:
    setup = "store = Store.open(folder); keep(store.new_match(), OPENING[:2]); store.close()\n"
    run(AS_NOBODY + setup, anybodys)
    before = (anybodys / "fevga.db").read_bytes()
    anybodys.chmod(0o500)
    read = """
store = Store.open(folder)
assert "there is no permission" in store.trouble, store.trouble
taken = store.take_up(1)
assert taken.events == OPENING[:2]
keep(taken.keeper, OPENING)
assert "Nothing new is kept" in store.trouble, store.trouble
taken.keeper.release()
assert store.take_up(1).events == OPENING
"""
    run(AS_NOBODY + read, anybodys)
    assert (anybodys / "fevga.db").read_bytes() == before
    again = """
store = Store.open(folder)
keeper = store.take_up(1).keeper
keep(keeper, OPENING[:3])
assert store.trouble
os.chmod(folder, 0o700)
keep(keeper, OPENING)
assert store.trouble is None, store.trouble
"""
    run(AS_NOBODY + again, anybodys)
    assert run(AS_NOBODY + "print(kept(folder, 1) == OPENING)", anybodys) == "True\n"


def test_a_new_folder_in_one_that_cannot_be_written_is_told(anybodys: Path) -> None:
    anybodys.chmod(0o500)
    assert "there is no permission" in run(AS_NOBODY + REFUSED, anybodys / "one" / "two")
    assert list(anybodys.iterdir()) == []


@pytest.mark.parametrize("file_mode", [0o400, 0o000])
def test_a_file_without_permission_is_told_and_not_taken_for_none(
    anybodys: Path, file_mode: int
) -> None:
    setup = "store = Store.open(folder); keep(store.new_match(), OPENING[:2]); store.close()\n"
    run(AS_NOBODY + setup, anybodys)
    before = (anybodys / "fevga.db").read_bytes()
    (anybodys / "fevga.db").chmod(file_mode)
    assert "there is no permission" in run(AS_NOBODY + REFUSED, anybodys)
    (anybodys / "fevga.db").chmod(0o600)
    assert (anybodys / "fevga.db").read_bytes() == before


@pytest.mark.skipif(not IS_ROOT, reason="only root can give a folder to somebody else")
@pytest.mark.parametrize("folder_mode", [0o700, 0o755])
def test_a_folder_of_another_user_is_told(anybodys: Path, folder_mode: int) -> None:
    theirs = anybodys / "theirs"
    Store.open(theirs).close()
    theirs.chmod(folder_mode)
    assert "there is no permission" in run(AS_NOBODY + REFUSED, theirs)


def test_a_file_that_another_program_holds_is_told_and_waited_for(store: Store) -> None:
    keeper = keep(store.new_match(), OPENING[:2])
    holding = sqlite3.connect(file_of(store), isolation_level=None)
    holding.execute("BEGIN EXCLUSIVE")
    keep(keeper, OPENING[:3])
    assert "another program holds the file" in str(store.trouble)
    with pytest.raises(NotKeptError, match="Match 7 is not deleted: another program holds"):
        store.delete(7)
    assert store.numbers() == [1]
    keeper.release()
    assert store.newest_unfinished() == 1
    assert store.take_up(1).events == OPENING[:3]
    holding.execute("ROLLBACK")
    holding.close()
    keep(keeper, OPENING)
    assert store.trouble is None
    assert sql(store, "SELECT count(*) FROM events") == [(4,)]


def test_a_file_held_at_the_start_is_told_and_found_later(store: Store, folder: Path) -> None:
    keep(store.new_match(), OPENING).release()
    store.close()
    holding = sqlite3.connect(folder / "fevga.db", isolation_level=None)
    holding.execute("BEGIN EXCLUSIVE")
    late = Store.open(folder)
    assert "another program holds the file" in str(late.trouble)
    assert late.newest_unfinished() is None
    holding.close()
    assert late.newest_unfinished() == 1
    assert keep(late.new_match(), OPENING).number == 2
    assert late.trouble is None
    late.close()


def test_a_match_set_down_for_another_is_kept_again_with_it(store: Store, folder: Path) -> None:
    idle = keep(store.new_match(), OPENING, DRAFT)
    keeper = keep(store.new_match(), OPENING[:2])
    (folder / "fevga.db").unlink()
    keep(keeper, OPENING)
    assert (idle.number, keeper.number) == (1, 2)
    other = Store.open(folder)
    assert other.look_at(1) == (OPENING, DRAFT)
    other.close()


@pytest.mark.parametrize("taken", ["file", "folder"])
def test_a_file_taken_away_is_begun_anew_with_the_match_whole(
    store: Store, folder: Path, tmp_path: Path, taken: str
) -> None:
    keep(store.new_match(), OPENING).release()
    keeper = keep(store.new_match(), OPENING, DRAFT)
    (folder if taken == "folder" else folder / "fevga.db").rename(tmp_path / "away")
    keeper.keep_draft(())
    assert store.trouble is None
    assert "was taken away" in store.notices[0]
    assert keeper.number == 2
    assert kept(folder, 2) == OPENING
    assert mode(folder / "fevga.db") == 0o600


def test_another_file_in_its_place_is_taken_on(store: Store, folder: Path) -> None:
    keeper = keep(store.new_match(), OPENING)
    (folder / "copy").write_bytes((CASES / "store-v1.db").read_bytes())
    (folder / "copy").rename(folder / "fevga.db")
    keep(keeper, [*OPENING, Resigned()])
    assert store.trouble is None
    assert keeper.number == 4
    assert sorted(store.numbers()) == [1, 2, 3, 4]
    assert store.summary(1).white == "Μαρία"
    assert kept(folder, 4) == [*OPENING, Resigned()]


FULL = """
import resource, sys; from pathlib import Path; from stores import *
from fevga_tui.store import *
def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
folder = Path(sys.argv[1])
events = played(4, turns=150)
store = Store.open(folder)
keeper = keep(store.new_match(), events[:10])
limit((folder / "fevga.db").stat().st_size + 4096)
number = 10
while store.trouble is None:
    number += 1
    keep(keeper, events[:number])
assert "full" in store.trouble, store.trouble
assert kept(folder, 1) == events[: number - 1]
keep(keeper, events[: number + 20])
assert store.trouble
assert kept(folder, 1) == events[: number - 1]
second = keep(store.new_match(), OPENING)
assert second.number is None
second.release()
assert len(store.numbers()) == 2
limit(resource.RLIM_INFINITY)
keeper.keep_draft(())
assert store.trouble is None
assert kept(folder, 1) == events[: number + 20]
assert kept(folder, 2) == OPENING
assert sorted(store.numbers()) == [1, 2]
assert store.newest_unfinished() == 2
assert store.take_up(2).events == OPENING
"""


def test_a_file_that_may_not_grow_keeps_all_as_soon_as_it_may(tmp_path: Path) -> None:
    run(FULL, tmp_path)
    assert not list(tmp_path.glob("*damaged*"))


def test_a_file_that_cannot_even_be_begun_is_begun_later(tmp_path: Path) -> None:
    run(
        """
import resource, sys; from pathlib import Path; from stores import *
from fevga_tui.store import *
resource.setrlimit(resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
store = Store.open(Path(sys.argv[1]))
assert "full" in store.trouble, store.trouble
keeper = keep(store.new_match(), OPENING)
assert store.trouble and keeper.number is None
store.set_setting("theme", "night")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
keeper.keep_draft(())
assert store.trouble is None and keeper.number == 1
store.close()
store = Store.open(Path(sys.argv[1]))
assert store.setting("theme") == "night"
assert store.look_at(1).events == OPENING
""",
        tmp_path,
    )


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "tiny"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=96k,mode=0700", "tmpfs", str(place)]
    if not IS_ROOT or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_disk_that_fills_up_keeps_what_it_has_and_the_rest_later(tiny_disk: Path) -> None:
    store = Store.open(tiny_disk, clock=Clock())
    events = played(4, turns=150)
    keeper = keep(store.new_match(), events[:10])
    filler = (tiny_disk / "filler").open("wb", buffering=0)
    with contextlib.suppress(OSError):
        while filler.write(bytes(4096)):
            pass
    # Room enough for a journal, so that the database itself is what cannot grow.
    filler.truncate(max(0, filler.tell() - 5 * 4096))
    number = 10
    while store.trouble is None:
        number += 1
        keep(keeper, events[:number])
    assert "the disk is full" in store.trouble
    assert "Free some space" in store.trouble
    assert kept(tiny_disk, 1) == events[: number - 1]
    keep(keeper, events[: number + 5])
    assert store.trouble
    filler.truncate(0)
    filler.close()
    keep(keeper, events[: number + 6])
    assert store.trouble is None
    assert kept(tiny_disk, 1) == events[: number + 6]
    store.close()


@pytest.mark.parametrize("size", ["4k", "8k", "20k"])
def test_a_disk_too_small_for_any_file_is_told(tmp_path: Path, size: str) -> None:
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(tmp_path)]
    if not IS_ROOT or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        assert_kept_in_memory(Store.open(tmp_path), "the disk is full")
    finally:
        subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def test_a_disk_that_turns_read_only_keeps_what_it_has(tiny_disk: Path) -> None:
    store = Store.open(tiny_disk)
    keeper = keep(store.new_match(), OPENING[:2])
    store.close()
    subprocess.run(["mount", "-o", "remount,ro", str(tiny_disk)], check=True)
    store = Store.open(tiny_disk)
    assert "the disk is read-only" in str(store.trouble)
    assert store.newest_unfinished() == 1
    keeper = store.take_up(1).keeper
    keep(keeper, OPENING)
    assert "the disk is read-only" in str(store.trouble)
    assert store.look_at(1).events == OPENING
    subprocess.run(["mount", "-o", "remount,rw", str(tiny_disk)], check=True)
    keeper.keep_draft(DRAFT)
    assert store.trouble is None
    assert kept(tiny_disk, 1) == OPENING
    store.close()


def test_closing_tries_once_more(store: Store, folder: Path) -> None:
    keeper = keep(store.new_match(), OPENING[:2])
    holding = sqlite3.connect(file_of(store), isolation_level=None)
    holding.execute("BEGIN EXCLUSIVE")
    keep(keeper, OPENING)
    holding.close()
    store.close()
    assert kept(folder, 1) == OPENING


# A store that keeps nothing


def test_a_store_without_a_folder_works_in_memory_and_complains_of_nothing() -> None:
    store = Store.open(None)
    keeper = keep(store.new_match(), OPENING, DRAFT)
    assert (store.trouble, store.path, keeper.number) == (None, None, None)
    assert store.newest_unfinished() is None
    keeper.release()
    [number] = store.numbers()
    assert store.newest_unfinished() == number
    assert [summary.white for summary in store.summaries("γιώργος")] == ["Γιώργος"]
    taken = store.take_up(number)
    assert (taken.events, taken.draft) == (OPENING, DRAFT)
    with pytest.raises(MatchInUseError):
        store.take_up(number)
    taken.keeper.release()
    added = store.add(OPENING, [datetime(2001, 1, 1, tzinfo=UTC)] * 4)
    assert store.look_at(added).events == OPENING
    store.delete(number)
    assert store.numbers() == [added]
    store.set_setting("theme", "night")
    assert store.setting("theme") == "night"
    assert store.setting("motion") is None
    store.close()


# Which folder


def test_the_folder_is_the_option_then_the_variable_then_the_platforms(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder("/one", {"FEVGA_DATA": "/two"}) == Path("/one")
    assert data_folder(None, {"FEVGA_DATA": "/two"}) == Path("/two")
    assert data_folder(None, {}) == tmp_path / "fevga"
    assert data_folder("", {"FEVGA_DATA": ""}) == tmp_path / "fevga"


def test_a_given_folder_is_made_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/somewhere")
    assert data_folder("here", {}) == tmp_path / "here"
    assert data_folder(None, {"FEVGA_DATA": "~/there"}) == Path("/somewhere/there")


def test_silly_homes_are_no_exception(anybodys: Path) -> None:
    code = """
home = str(folder)
os.chdir(home)
for name in "HOME", "XDG_DATA_HOME", "FEVGA_DATA":
    for value in "", "relative", "~nobody-here", "/dev/null", "\\udcff", "x" * 9000, "\\x1b[31m":
        os.environ.update({"HOME": home, "XDG_DATA_HOME": "", "FEVGA_DATA": ""})
        os.environ[name] = value
        store = Store.open(data_folder(None, os.environ))
        keep(store.new_match(), OPENING)
        told = store.trouble or "Nothing new is kept"
        assert "Nothing new is kept" in told and told.isprintable(), told
        store.close()
assert "~" not in os.listdir()
"""
    # Not as root, who could write at the top of the file system.
    run(AS_NOBODY + code, anybodys)


def test_importing_the_store_is_light() -> None:
    loaded = run("import sys, json, fevga_tui.store; print(json.dumps(sorted(sys.modules)))")
    modules = set(json.loads(loaded))
    assert not modules & {"textual", "rich", "platformdirs", "asyncio", "secrets"}


def test_the_limits_of_this_process_are_as_they_were() -> None:
    # The tests above limit the size of files: only ever in processes of their own.
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


def test_matches_begin_with_what_the_rules_say() -> None:
    assert replay(OPENING) == list(steps(OPENING))[-1]
    assert isinstance(replay(OPENING), Match)
