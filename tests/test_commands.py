"""The text commands: what they print, what they refuse, and that nothing is lost by them."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from bench.damage_files import check, prepare
from stores import CASES, OPENING, STARTED, Clock, fill, keep, private_space, resigned

from fevga_tui.cli import main
from fevga_tui.rules.cells import cells, cut, left, right
from fevga_tui.rules.events import DiceFrom, MatchStarted
from fevga_tui.rules.matchfile import read_events, write_events
from fevga_tui.rules.ruleset import FEVGA
from fevga_tui.store import Store

pytestmark = pytest.mark.usefixtures("folder")

MATCH_FILE = CASES / "match-v1.jsonl"


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Give a folder on a quick disk: keeping is durable, and pytest's own may be on a slow one."""
    with tempfile.TemporaryDirectory(dir=private_space()) as folder:
        yield Path(folder)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a data folder with three matches: 1 over, 2 in the middle of a turn, 3 just begun."""
    folder = tmp_path / "data"
    store = Store.open(folder, clock=Clock())
    fill(store)
    store.close()
    monkeypatch.setenv("FEVGA_DATA", str(folder))
    monkeypatch.setenv("TZ", "UTC")
    return folder


class Fevga:
    """Runs text commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> str:
        """Run one that succeeds; return what it printed."""
        code, output, errors = self.done(*arguments)
        assert (code, errors) == (0, "")
        return output

    def fails(self, *arguments: str | Path, code: int = 1) -> str:
        """Run one that fails; return its one sentence."""
        found, output, errors = self.done(*arguments)
        assert (found, output) == (code, "")
        assert re.fullmatch(r"fevga: .+\n", errors)
        return errors.removeprefix("fevga: ").rstrip("\n")

    def done(self, *arguments: str | Path) -> tuple[int, str, str]:
        self._capsys.readouterr()
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            code = int(ended.code or 0)
        return code, *self._capsys.readouterr()


@pytest.fixture
def fevga(capsys: pytest.CaptureFixture[str]) -> Fevga:
    return Fevga(capsys)


# The list


def test_matches_are_listed_with_unfinished_ones_first(folder: Path, fevga: Fevga) -> None:
    assert fevga("matches", "--data", folder).splitlines() == [
        "number  White    Black  score  length     rules      last played  state",
        "     3  A        B      0-0    unlimited  reach      2026-03-25   unfinished",
        "     2  Γιώργος  Ελένη  0-0    to 3       fevga      2026-03-25   unfinished",
        "     1  Μαρία    Νίκος  0-2    to 2       moultezim  2026-03-25   over",
    ]


def test_wide_and_long_names_do_not_break_the_columns(folder: Path, fevga: Fevga) -> None:
    store = Store.open(folder)
    started = replace(STARTED, white="日本 太郎", black="x" * 200)
    keep(store.new_match(), [started]).release()
    store.close()
    lines = fevga("matches").splitlines()
    assert {cells(line[: line.index("to ")]) for line in lines if "to " in line} == {68}
    assert f"日本 太郎  {'x' * 38}..  0-0" in lines[1]


@pytest.mark.parametrize(
    ("player", "numbers"),
    [("ελένη", [2]), ("  Νίκος ", [1]), ("A", [3]), ("Γ", []), ("", [])],
)
def test_matches_of_a_player(player: str, numbers: list[int], fevga: Fevga) -> None:
    output = fevga("matches", "--player", player)
    assert [int(line.split()[0]) for line in output.splitlines()[1:]] == numbers
    if not numbers:
        assert output == "No matches of this player.\n"


def test_without_matches_that_is_said(tmp_path: Path, fevga: Fevga) -> None:
    assert fevga("matches", "--data", tmp_path / "new") == "No matches yet.\n"


def test_a_match_in_use_is_listed_as_such(folder: Path, fevga: Fevga) -> None:
    store = Store.open(folder)
    held = store.take_up(2).keeper
    lines = fevga("matches").splitlines()
    held.release()
    store.close()
    assert [line.endswith("unfinished, in use") for line in lines] == [False, False, True, False]


def damage(folder: Path, number: int) -> None:
    with contextlib.closing(sqlite3.connect(folder / "fevga.db")) as connection, connection:
        connection.execute(
            "UPDATE events SET event = ? WHERE match = ? AND number = 3",
            ('{"event":"dice-rolled","dice":[7,\t"\x1b[2J"]}', number),
        )


def test_a_damaged_match_is_listed_with_the_reason_and_not_opened(
    folder: Path, fevga: Fevga
) -> None:
    damage(folder, 2)
    lines = fevga("matches").splitlines()
    assert lines[2].startswith("     2  damaged: event 3: ")
    assert all(line.isprintable() for line in lines)
    assert fevga.fails("export", "2").startswith("Match 2 is damaged: event 3: ")
    assert fevga.fails("stats", "2").startswith("Match 2 is damaged: event 3: ")
    code, output, errors = fevga.done("stats")
    assert (code, errors.count("\n")) == (0, 1)
    assert errors.startswith("fevga: not counted: Match 2 is damaged: ")
    assert " matches                              2" in output


# Statistics


def test_a_match_in_numbers(fevga: Fevga) -> None:
    lines = fevga("stats", "2").splitlines()
    assert lines[0] == "Match 2, 2026-03-25"
    assert re.fullmatch(r" +Γιώργος +Ελένη", lines[4])
    assert "The dice of Γιώργος" in lines
    assert any(line.startswith("Within what chance gives: yes") for line in lines)


def test_a_player_in_numbers_beside_the_opponents(fevga: Fevga) -> None:
    fevga("import", MATCH_FILE)
    lines = fevga("stats", "--player", "μαρία").splitlines()
    assert lines[0] == "All matches of Μαρία"
    rows = {line[:15].strip(): line[15:].split() for line in lines if line.startswith(" ")}
    assert rows["matches"] == ["2", "2"]
    assert rows["points"] == ["4", "4"]
    assert rows["mars"] == ["2", "2"]
    assert rows[""] == ["came", "due", "came", "due"]


def test_all_matches_in_numbers(fevga: Fevga) -> None:
    lines = fevga("stats").splitlines()
    assert lines[0] == "All matches"
    assert re.fullmatch(r" +White +Black", lines[4])


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["stats", "9"], 1, "There is no match 9."),
        (["stats", "--player", "Nobody\x1b"], 1, "no matches of 'Nobody' to count"),
        (["stats", "2", "--player", "A"], 2, "a match or a player, not both"),
        (["export", "9"], 1, "There is no match 9."),
        (["export", "2", "--force"], 2, "--force goes with -o FILE"),
        (["export", "x"], 2, "argument MATCH: 'x' is no number of a match"),
        (["export", "0"], 2, "argument MATCH: '0' is no number of a match"),
        (["export", "²"], 2, "argument MATCH: '²' is no number of a match"),
        (["export", "9" * 5_000], 2, "argument MATCH: '9999999"),
        (["export"], 2, "the following arguments are required: MATCH"),
        (["import"], 2, "the following arguments are required: FILE"),
        (["import", "/no/such/file"], 1, "/no/such/file: no such file or directory"),
        (["import", "/"], 1, "/: is a directory"),
        (["import", "/dev/null"], 1, "/dev/null, line 1: the file is empty"),
        (["import", "/dev/zero"], 1, "/dev/zero, line 1: it is longer than 10000 characters"),
        (["import", "a\0b"], 1, "there can be no file of this name"),
        (["export", "2", "-o", "a\0b"], 1, "there can be no file of this name"),
        (["export", "2", "-o", "/no/such/file"], 1, "/no/such/file: no such file or directory"),
        (["export", "2", "-o", "/"], 1, "/ exists; --force replaces it"),
        (["export", "2", "-o", "/", "--force"], 1, "/: is a directory"),
        (["matches", "all"], 2, "unrecognized arguments: all"),
    ],
)
def test_what_is_wrong_gets_one_sentence_and_its_code(
    arguments: list[str], code: int, sentence: str, fevga: Fevga
) -> None:
    assert sentence in fevga.fails(*arguments, code=code)
    assert fevga("matches").count("\n") == 4


def test_statistics_without_matches_are_none(tmp_path: Path, fevga: Fevga) -> None:
    assert fevga.fails("stats", "--data", tmp_path) == "no matches to count"


# Export


def test_a_match_is_exported_as_text_and_as_events(fevga: Fevga) -> None:
    number = re.match(r"Match (\d+): ", fevga("import", MATCH_FILE))
    assert number
    assert fevga("export", number[1]) == MATCH_FILE.with_suffix(".txt").read_text("utf-8")
    assert fevga("export", number[1], "--json") == MATCH_FILE.read_text("utf-8")


def test_a_match_goes_into_a_file_in_utf_8(fevga: Fevga, tmp_path: Path) -> None:
    file = tmp_path / "Ελένη.jsonl"
    assert fevga("export", "2", "--json", "-o", file) == ""
    assert '"white":"Γιώργος"' in file.read_bytes().decode()
    assert fevga("export", "2", "--json", "-o", "-").encode() == file.read_bytes()


@pytest.mark.parametrize("name", ["file", "link", "dangling"])
def test_no_file_is_replaced_unless_that_is_asked_for(
    name: str, fevga: Fevga, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("precious")
    (tmp_path / "file").chmod(0o640)
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "dangling").symlink_to("nowhere")
    file = tmp_path / name
    assert fevga.fails("export", "2", "-o", file) == f"{file} exists; --force replaces it"
    assert (tmp_path / "file").read_text() == "precious"
    assert fevga("export", "2", "-o", file, "--force") == ""
    assert file.read_text("utf-8").startswith("; [Variation")
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640
    assert file.is_symlink() == (name != "file")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("options", [[], ["--force"]], ids=["", "--force"])
def test_exports_at_once_into_one_file_leave_one_whole(
    options: list[str], fevga: Fevga, tmp_path: Path
) -> None:
    file = tmp_path / "record"
    if options:
        file.write_text("old")
    command = [sys.executable, "-m", "fevga_tui", "export"]
    both = [
        subprocess.Popen([*command, number, "-o", file, *options], stderr=subprocess.DEVNULL)
        for number in ("1", "2") * 2
    ]
    codes = [process.wait(60) for process in both]
    assert sorted(codes) == ([0] * 4 if options else [0, 1, 1, 1])
    assert file.read_text("utf-8") in (fevga("export", "1"), fevga("export", "2"))
    assert [path for path in tmp_path.iterdir() if path.is_file()] == [file]


def test_a_disk_that_fills_up_leaves_the_old_file_and_no_half_of_the_new(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("precious")
    limited = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "from fevga_tui.cli import main;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500)); sys.exit(main(sys.argv[1:]))"
    )
    for more in (["new"], ["old", "--force"]):
        command = [sys.executable, "-c", limited, "export", "2", "-o", *more]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert re.fullmatch(r"fevga: (new|old): file too large\n", done.stderr)
    assert {path.name for path in tmp_path.iterdir()} == {"old", "data"}
    assert (tmp_path / "old").read_text() == "precious"


def test_a_match_in_use_can_be_exported(folder: Path, fevga: Fevga) -> None:
    store = Store.open(folder)
    held = store.take_up(2).keeper
    assert fevga("export", "2").startswith("; [Variation")
    held.release()
    store.close()


# Import


def test_an_imported_match_is_the_exported_one_under_a_new_number(
    fevga: Fevga, tmp_path: Path
) -> None:
    file = tmp_path / "match.jsonl"
    fevga("export", "2", "--json", "-o", file)
    before = file.read_bytes()
    assert fevga("import", file) == "Match 4: Γιώργος - Ελένη, 0-0, unfinished\n"
    assert fevga("import", file) == "Match 5: Γιώργος - Ελένη, 0-0, unfinished\n"
    assert fevga("export", "5", "--json").encode() == before == file.read_bytes()


def test_times_that_are_not_known_are_those_before(fevga: Fevga, tmp_path: Path) -> None:
    clock = Clock()
    file = tmp_path / "match.jsonl"
    file.write_text(write_events(OPENING, [None, clock(), None, clock()]), "utf-8")
    fevga("import", file)
    _, times = read_events(fevga("export", "4", "--json"))
    assert [time and time.second for time in times] == [1, 1, 1, 2]
    file.write_text(write_events(OPENING), "utf-8")
    fevga("import", file)
    assert None not in read_events(fevga("export", "5", "--json")).times


def test_a_refused_file_is_told_with_its_line_and_adds_nothing(
    fevga: Fevga, tmp_path: Path
) -> None:
    lines = MATCH_FILE.read_text("utf-8").split("\n")
    lines[6] = lines[6].replace("[5,1]", "[5,2]")
    file = tmp_path / "wrong\x1b.jsonl"
    file.write_text("\n".join(lines), "utf-8")
    listed = fevga("matches")
    assert fevga.fails("import", file) == (
        f"{tmp_path}/wrong?.jsonl, line 8: White cannot play 24/19/18 with 52: 19/18 is not legal:"
        " that is 1 pip, and the die left is 2."
    )
    assert fevga("matches") == listed


def test_what_cannot_be_kept_is_refused(folder: Path, fevga: Fevga) -> None:
    folder = folder.parent / "blocked"
    folder.write_text("a file")
    for arguments in (["import", MATCH_FILE], ["matches"], ["stats"], ["export", "1"]):
        sentence = fevga.fails(*arguments, "--data", folder)
        assert sentence.startswith("the matches cannot be read: a file stands where a folder sh")
        assert "Each move" not in sentence
    assert folder.read_text() == "a file"


def test_a_store_of_a_newer_version_is_left_as_it_is(folder: Path, fevga: Fevga) -> None:
    file = folder / "fevga.db"
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")
    before = file.read_bytes()
    for arguments in (["import", MATCH_FILE], ["matches"]):
        assert "the file is of a newer fevga" in fevga.fails(*arguments)
    assert file.read_bytes() == before


def test_a_damaged_database_is_set_aside_and_that_is_told(folder: Path, fevga: Fevga) -> None:
    (folder / "fevga.db").write_bytes(b"no database" * 99)
    code, output, errors = fevga.done("matches")
    assert (code, output) == (0, "No matches yet.\n")
    assert re.fullmatch(r"fevga: .*fevga\.db was damaged\. It is kept as .*\n", errors)


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_damaged_files_are_refused_or_sound_and_harm_nothing(first: int, tmp_path: Path) -> None:
    prepare(tmp_path)
    outcomes = {check(seed, tmp_path)[1] for seed in range(first, first + 15)}
    assert "refused" in outcomes


# Locales, pipes, closed and full streams


def run(
    *arguments: str | Path,
    env: Mapping[str, str] | None = None,
    given: bytes = b"",
    shell: str = "",
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own; `shell` is what to do with its streams."""
    command = [sys.executable, "-m", "fevga_tui", *map(str, arguments)]
    if shell:
        command = ["bash", "-c", f'"$@" {shell}', "bash", *command]
    environment = {**os.environ, **(env or {})}
    return subprocess.run(
        command, env=environment, input=given, capture_output=True, timeout=60, check=False
    )


LOCALES = {
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
}


@pytest.mark.parametrize("locale", LOCALES)
def test_greek_names_survive_any_locale(locale: str) -> None:
    env = LOCALES[locale]
    listed = run("matches", "--player", "Ελένη", env=env)
    assert (listed.returncode, listed.stderr) == (0, b"")
    assert listed.stdout.splitlines()[1].startswith(b"     2  ???????  ?????  0-0")
    exported = run("export", "2", "--json", env=env)
    assert (exported.returncode, exported.stderr) == (0, b"")
    assert '"white":"Γιώργος"'.encode() in exported.stdout
    imported = run("import", "-", env=env, given=exported.stdout)
    assert imported.stdout == b"Match 4: ??????? - ?????, 0-0, unfinished\n"
    assert run("export", "4", "--json", env=env).stdout == exported.stdout


def test_the_other_commands_work_in_any_locale_too() -> None:
    counted = run("stats", "2", env=LOCALES["C"])
    assert (counted.returncode, counted.stderr) == (0, b"")
    refused = run("import", "Ελένη", env=LOCALES["C"])
    assert (refused.returncode, refused.stderr.count(b"\n")) == (1, 1)


@pytest.mark.parametrize("command", ["matches", "stats", "export 1", "export 1 --json"])
def test_a_reader_that_went_away_is_no_matter(command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    full = [sys.executable, "-m", "fevga_tui", *command.split()]
    done = subprocess.run(full, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    ("shell", "sentence"),
    [
        (">&-", "standard output is closed"),
        (">/dev/full", "standard output cannot be written: no space left on device"),
    ],
)
@pytest.mark.parametrize("command", ["matches", "export 1"])
def test_output_that_cannot_be_written_is_told(shell: str, sentence: str, command: str) -> None:
    done = run(*command.split(), shell=shell)
    assert (done.returncode, done.stderr.decode()) == (1, f"fevga: {sentence}\n")


def test_closed_input_and_errors_are_no_matter() -> None:
    done = run("import", "-", shell="<&-")
    assert (done.returncode, done.stderr) == (1, b"fevga: standard input is closed\n")
    assert run("export", "9", shell="2>&-").returncode == 1


def test_an_export_can_go_to_a_device_or_a_pipe() -> None:
    done = run("export", "1", "-o", "/dev/stdout", shell="| cat")
    assert done.stdout.startswith(b"; [Variation")
    assert run("export", "1", "-o", "/dev/null").returncode == 0


def test_progress_is_shown_on_a_terminal_and_nowhere_else(tmp_path: Path) -> None:
    store = Store.open(tmp_path, clock=Clock())
    for event in [replace(STARTED, target=1)] * 200:
        store.add([event], [Clock()()])
    store.close()
    screen, side = pty.openpty()
    command = [sys.executable, "-m", "fevga_tui", "matches", "--data", str(tmp_path)]
    env = {**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "ascii"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=side, env=env) as process:
        os.close(side)
        assert process.stdout
        assert process.stdout.read().count(b"\n") == 201
    shown = b""
    with contextlib.suppress(OSError):
        while part := os.read(screen, 4096):
            shown += part
    os.close(screen)
    assert process.returncode == 0
    assert b"looking at the matches" in shown
    assert b"200/200" in shown
    assert run("matches", "--data", tmp_path).stderr == b""


@pytest.mark.parametrize("command", ["matches", "stats", "export", "import"])
def test_the_help_fits_80_columns_of_ascii_and_tells_the_exit_codes(
    command: str, fevga: Fevga, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = fevga(command, "--help")
    assert shown.isascii()
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert "exit codes: 0 done" in shown
    assert "--data DIR" in shown


# How many cells a text takes


@pytest.mark.parametrize(
    ("text", "width"),
    [
        *(("", 0), ("abc", 3), ("Ελένη", 5), ("日本 太郎", 9), ("e\u0301", 1), ("\u1112\u1161", 2)),
        *(("한", 2), ("ｱ", 1), ("\uff21", 2), ("😀", 2)),
    ],
)
def test_texts_are_measured_in_cells(text: str, width: int) -> None:
    assert cells(text) == width


def test_texts_are_cut_and_filled_to_cells() -> None:
    assert cut("日本 太郎", 9) == "日本 太郎"
    assert cut("日本 太郎", 8) == "日本.."
    assert left("日本 太郎", 7) == "日本.. "
    assert right("日本", 6) == "  日本"
    for width in range(3, 12):
        assert cells(left("日本 太郎", width)) == cells(right("Ελένη 日", width)) == width


def test_hostile_names_are_only_text(fevga: Fevga, tmp_path: Path) -> None:
    started = MatchStarted('[/b] " \\ %s {x}', "; [White", 2, FEVGA, DiceFrom.PROGRAM)
    events = resigned(started)
    file = tmp_path / "match.jsonl"
    file.write_text(write_events(events), "utf-8")
    fevga("import", file)
    assert '[/b] " \\ %s {x}' in fevga("matches")
    assert '; [White "[/b] \\" \\\\ %s {x}"]' in fevga("export", "4")
    assert read_events(fevga("export", "4", "--json")).events == events
    assert json.loads(fevga("export", "4", "--json").split("\n")[1])["white"] == started.white
