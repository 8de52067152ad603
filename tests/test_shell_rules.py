"""The commands about the rules: their answers, their refusals, and where they are used."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from brute_force import RULES
from lines import answered, differences, met_in_play, set_up
from positions import ROLLS

from fevga_tui.cli import COMMANDS, main
from fevga_tui.rules.ruleset import RULESETS

START = "24x15 12x15 w"
CASES = Path(__file__).parent / "cases"

CALLS = [
    ["plays", START, "65"],
    ["plays", START, "65", "--json"],
    ["plays", "--lines"],
    ["why", START, "65", "24/20"],
    ["show", START],
    ["show", START, "--svg", "-"],
    ["rules"],
    ["rules", "reach"],
    ["perft", START, "2"],
]
"""Every command as it answers without a warning."""


class Done(NamedTuple):
    """What a command came to."""

    code: int
    output: str
    errors: str


Fevga = Callable[..., Done]


@pytest.fixture
def fevga(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Fevga:
    """Run a command in this process, with lines on standard input."""
    monkeypatch.setenv("TERM", "xterm-256color")

    def run(*arguments: str, lines: str = "") -> Done:
        stdin = io.TextIOWrapper(io.BytesIO(lines.encode("utf-8", "surrogateescape")))
        monkeypatch.setattr(sys, "stdin", stdin)
        try:
            code = main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
        return Done(code, *capsys.readouterr())

    return run


def shell(arguments: Sequence[str], **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command as a shell does, between pipes."""
    command = [sys.executable, "-m", "fevga_tui", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


# Plays.


def test_plays_are_listed_one_a_line(fevga: Fevga) -> None:
    done = fevga("plays", "24x14,20 12x15 w", "55")
    assert done == (0, "20/15/10 24/19(2)\n20/15/10 24/19/14\n20/15/10 24/19 10/5\n", "")


@pytest.mark.parametrize("words", [[START, "65"], [*START.split(), "5-6"], [f"{START} 65"]])
def test_a_position_may_be_quoted_or_not(fevga: Fevga, words: list[str]) -> None:
    assert fevga("plays", *words) == (0, "24/19/13\n", "")


@pytest.mark.parametrize("words", [["--json", START, "65"], [START, "--json", "65"]])
def test_options_stand_anywhere(fevga: Fevga, words: list[str]) -> None:
    assert json.loads(fevga("plays", *words).output)["count"] == 1


def test_a_side_with_none_on_the_board_is_no_option(fevga: Fevga) -> None:
    done = fevga("plays", "- 13 b", "65")
    assert done.output == "13/off\n"
    assert "White has borne off all fifteen, so the game is over" in done.errors


def test_a_pass_says_so_and_why(fevga: Fevga) -> None:
    done = fevga("plays", "24x15 18,17,16,15,14,12x10 w", "66")
    assert (done.code, done.output) == (0, "pass. No 6 can be played: Black holds 18.\n")


def test_the_ruleset_is_chosen_by_name(fevga: Fevga) -> None:
    position = "24x14,18 12x15 w"
    assert fevga("plays", position, "61").output == "18/17/11\n"
    found = json.loads(fevga("plays", position, "61", "--json", "--rules", "reach").output)
    assert (found["rules"], found["count"]) == ("reach", 1)


def test_json_has_the_fields_of_the_cases(fevga: Fevga) -> None:
    done = fevga("plays", START, "65", "--json")
    assert json.loads(done.output) == {
        "rules": "fevga",
        "position": START,
        "roll": "65",
        "dice_used": 2,
        "count": 1,
        "results": ["24x14,13 12x15"],
        "first_moves": ["24/18:6", "24/19:5"],
    }


def test_a_set_up_position_is_answered_with_a_warning(fevga: Fevga) -> None:
    done = fevga("plays", "24x13,20,18 12x15 w", "21")
    assert done.code == 0
    assert done.output
    assert done.errors.startswith("fevga: warning: White has more than one checker off the start")


# Lines.


def cases(rules: str) -> list[dict[str, Any]]:
    """Return all shared cases of a ruleset."""
    rows = [
        json.loads(line)
        for name in ("plays.jsonl", "worked.jsonl")
        for line in (CASES / name).read_text(encoding="utf-8").splitlines()
    ]
    return [row for row in rows if row["rules"] == rules]


FIELDS = ("rules", "position", "roll", "dice_used", "count", "results", "first_moves")
IMPOSSIBLE = {"fevga": 9, "no-start-walls": 2, "reach": 1, "moultezim": 2}
"""The cases that have a point held by both sides."""


@pytest.mark.parametrize("rules", RULESETS)
def test_lines_answer_the_shared_cases_field_by_field(rules: str) -> None:
    rows = cases(rules)
    refused = 0
    answers = answered(rules, [(row["position"], row["roll"]) for row in rows])
    for number, (row, answer) in enumerate(zip(rows, answers, strict=True), 1):
        if "error" in answer:
            refused += 1
            assert answer == {"error": answer["error"], "line": number}
            assert "is held by both sides in" in answer["error"]
            continue
        assert tuple(answer) == FIELDS
        assert answer == answer | {field: row[field] for field in FIELDS if field in row}
        assert answer["count"] == len(answer["results"])
    assert refused == IMPOSSIBLE[rules]


@pytest.mark.parametrize("rules", RULES)
def test_lines_answer_fresh_positions_as_the_brute_force_does(rules: str) -> None:
    seed = list(RULES).index(rules)
    rng = random.Random(seed)
    positions = [*met_in_play(seed, 250, rules), *set_up(seed, 250)]
    assert len(positions) == 500
    assert not list(differences(rules, [(text, rng.choice(ROLLS)) for text in positions]))


def test_a_bad_line_is_answered_and_the_rest_go_on(fevga: Fevga) -> None:
    lines = f"{START}\t65\nrubbish\n\n{START}\t70\n{'x' * 10_000}\n\udcff\n{START}\t65"
    done = fevga("plays", "--lines", lines=lines)
    answers = [json.loads(line) for line in done.output.splitlines()]
    assert done.code == 1
    assert [answer.get("line", 0) for answer in answers] == [0, 2, 3, 4, 5, 6, 0]
    assert "a position is White's checkers" in answers[1]["error"]
    assert answers[3]["error"] == "a roll is two dice of 1-6, like 65, not '70'"
    assert all(len(answer["error"]) < 200 for answer in answers if "error" in answer)


def test_lines_are_warned_of_once(fevga: Fevga) -> None:
    done = fevga("plays", "--lines", lines="24x13,20,18 12x15 w\t21\n" * 2 + f"{START}\t65\n")
    assert (done.code, done.output.count("\n")) == (0, 3)
    assert done.errors == "fevga: warning: no game leads to 2 of the positions\n"


def test_no_lines_have_no_answers(fevga: Fevga) -> None:
    assert fevga("plays", "--lines") == (0, "", "")


def test_each_line_is_answered_before_the_next_is_read() -> None:
    command = [sys.executable, "-m", "fevga_tui", "plays", "--lines"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, bufsize=1, **pipes) as process:  # type: ignore[call-overload]
        for roll in ROLLS[:3]:
            process.stdin.write(f"{START}\t{roll}\n")
            assert json.loads(process.stdout.readline())["roll"] == roll
        process.stdin.close()
        assert process.wait(10) == 0


def test_the_progress_of_many_lines_stays_out_of_the_answers(tmp_path: Path) -> None:
    asked, answers = tmp_path / "asked", tmp_path / "answers"
    asked.write_text(f"{START}\t65\n" * 300, encoding="utf-8")
    master, slave = pty.openpty()
    with asked.open() as lines, answers.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "fevga_tui", "plays", "--lines"],
            stdin=lines,
            stdout=output,
            stderr=slave,
            env=os.environ | {"TERM": "xterm-256color"},
        )
    os.close(slave)
    shown = b""
    # At its end a pseudo-terminal raises an error instead of giving nothing.
    with contextlib.suppress(OSError):
        while part := os.read(master, 65536):
            shown += part
    os.close(master)
    assert process.wait(10) == 0
    assert b"answering" in shown
    assert b"300" in shown
    assert b"results" not in shown
    assert answers.read_text(encoding="utf-8").count('"count": 1,') == 300


def test_lines_are_not_mixed_with_a_typed_position(fevga: Fevga) -> None:
    done = fevga("plays", "--lines", START, "65")
    assert (done.code, done.output) == (2, "")


# Why.


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["65", "24/13"], 0, "legal"),
        (["65", "24/18/13"], 0, "legal"),
        (["65", "24/18", "18/13"], 0, "legal"),
        (["65", "24/20"], 1, "24/20 is not legal: that is 4 pips, and the dice left are 6 and 5."),
        (["65", "pass"], 1, "pass is not legal: 24/18/13 can be played."),
        (["66", "24/12"], 1, "24/12 is not legal: Black holds point 12."),
    ],
)
def test_why_judges_moves(fevga: Fevga, words: list[str], code: int, said: str) -> None:
    assert fevga("why", START, *words) == (code, f"{said}\n", "")


def test_a_pass_is_legal_where_nothing_can_be_played(fevga: Fevga) -> None:
    assert fevga("why", "24x15 18,12x14 w", "66", "pass") == (0, "legal\n", "")


def test_a_beginning_is_legal_and_told_to_be_one(fevga: Fevga) -> None:
    done = fevga("why", START, "65", "24/18")
    assert (done.code, done.output) == (0, "legal\n")
    assert done.errors == "fevga: legal, but not yet the whole play: 18/13 would complete it\n"


def test_why_knows_the_rulesets(fevga: Fevga) -> None:
    words = ("24x14,12 13x15 w", "21", "24/23", "24/22")
    assert fevga("why", *words).code == 1
    assert fevga("why", *words, "--rules", "reach").code == 0


# Show.


def test_the_board_is_drawn_with_its_numbers(fevga: Fevga) -> None:
    done = fevga("show", "24x9,13 12x14 b", "--ascii")
    lines = done.output.splitlines()
    assert done.code == 0
    assert done.output.isascii()
    assert lines[0].split() == [str(point) for point in range(13, 25)]
    assert lines[2].count("(OO)") == 2
    assert lines[6].count("( 9)") == 1
    assert lines[8].count("[14]") == 1
    assert lines[-2:] == [
        "White (OO) pip count 229, borne off 5",
        "Black [XX] pip count 336, borne off 1, on roll",
    ]
    assert all(len(line) <= 65 for line in lines)


def test_the_board_is_turned_for_black(fevga: Fevga) -> None:
    lines = fevga("show", START, "--flip").output.splitlines()
    assert lines[0].split() == [str(point) for point in range(1, 13)]
    assert lines[2].endswith("[XX] │")


def test_the_picture_is_svg_with_every_checker(fevga: Fevga, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    done = fevga("show", "24x3,6 12x15 w", "--svg", str(path))
    assert (done.code, done.output) == (0, "")
    picture = ElementTree.parse(path).getroot()
    name = "{http://www.w3.org/2000/svg}"
    assert picture.findtext(f"{name}title") == "Fevga: 24x3,6 12x15 w"
    # Four White ones with a ring inside each, and five for the fifteen of Black.
    assert len(picture.findall(f"{name}circle")) == 2 * 4 + 5
    texts = [text.text for text in picture.findall(f"{name}text")]
    assert {"15", "11", "White: pip count 78, borne off 11, on roll"} <= set(texts)


def test_the_picture_goes_through_a_pipe() -> None:
    assert ElementTree.fromstring(shell(["show", START, "--svg", "-"]).stdout).tag.endswith("svg")


def test_a_picture_that_cannot_be_written_is_told(fevga: Fevga, tmp_path: Path) -> None:
    done = fevga("show", START, "--svg", str(tmp_path / "none" / "board.svg"))
    assert (done.code, done.output) == (1, "")
    assert "cannot be written: no such file or directory" in done.errors


# Rules and perft.


def test_the_rules_are_those_of_the_game(fevga: Fevga) -> None:
    told = fevga("rules").output
    assert "The first checker: the one that leaves your start first" in told
    assert "no-start-walls: you may not hold" in told
    assert "Enter" not in told
    assert all(len(line) <= 80 for line in told.splitlines())


@pytest.mark.parametrize("name", RULESETS)
def test_the_rules_of_a_ruleset_are_its_own(fevga: Fevga, name: str) -> None:
    told = fevga("rules", name).output
    assert ("played like fevga, except" in told) == (name != "fevga")
    assert told.startswith("The game" if name == "fevga" else f"{name} is played")
    assert "Other rules" not in told


def test_perft_counts_every_depth(fevga: Fevga) -> None:
    assert fevga("perft", START, "3") == (0, "1 22\n2 479\n3 21893\n", "")


# What is wrong.


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["plays"], "not ''"),
        (["plays", START], "a position is followed by a roll, two dice of 1-6, like 65"),
        (["plays", "25x15 12x15 w", "65"], "point 25 is outside 1-24 in '25x15 12x15 w'"),
        (["plays", "24x16 12x15 w", "65"], "White has 16 checkers, over fifteen, in"),
        (["plays", "12x15 12x15 w", "65"], "point 12 is held by both sides in"),
        (["plays", "24x15 12x15 x", "65"], "the side to move, like '24x15 12x15 w'"),
        (["plays", "24xä 12x15 w", "65"], "is no point like '24' or '24x15'"),
        (["plays", "9" * 5000], "is too long for a position"),
        (["plays", START, "67"], "a roll is two dice of 1-6, like 65, not '67'"),
        (["plays", START, "65", "24/18"], "a roll is two dice"),
        (["why", START, "65"], "a roll is followed by moves"),
        (["why", START, "65", "foo"], "'foo' is no move; write it like 24/18"),
        (["show", START, "65"], "nothing follows a position, but here '65'"),
        (["perft", START], "a depth is a number of turns, 1-9, not ''"),
        (["perft", START, "x"], "a depth is a number of turns, 1-9, not 'x'"),
    ],
)
def test_impossible_text_is_refused_with_an_example(
    fevga: Fevga, arguments: list[str], said: str
) -> None:
    done = fevga(*arguments)
    assert (done.code, done.output) == (2, "")
    assert said in done.errors
    assert f"; for instance: fevga {arguments[0]} '24x15 12x15 w'" in done.errors
    assert done.errors.count("\n") == 1


@pytest.mark.parametrize("command", ["plays", "why", "rules", "perft"])
def test_an_unknown_ruleset_is_refused_with_those_there_are(fevga: Fevga, command: str) -> None:
    words = [command, "acey"] if command == "rules" else [command, "--rules", "acey"]
    done = fevga(*words)
    assert done.code == 2
    assert "no ruleset 'acey'; there are fevga, no-start-walls" in done.errors


# Where it is used.


@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_answers_come_without_the_framework(arguments: list[str]) -> None:
    script = (
        "import sys\nfrom fevga_tui.cli import main\nmain(sys.argv[1:])\n"
        "sys.exit(any(name.partition('.')[0] == 'textual' for name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["plays", "why", "perft"])
def test_answers_come_at_once_by_importing_the_rules_alone(command: str) -> None:
    script = (
        f"import sys\nimport fevga_tui.cli\nimport fevga_tui.commands.{command}\n"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    rooms = {name.split(".")[1] for name in done.stdout.split() if name.startswith("fevga_tui.")}
    assert rooms == {"cli", "commands", "rules"}
    assert not {"rich", "sqlite3", "platformdirs", "asyncio"} & set(done.stdout.split())


POOREST = {
    "LC_ALL": "C",
    "PYTHONIOENCODING": "ascii",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
}


@pytest.mark.parametrize("arguments", [*CALLS, ["plays", "24ä"]], ids=" ".join)
def test_it_answers_in_the_poorest_locale(arguments: list[str]) -> None:
    done = shell(arguments, env=os.environ | POOREST, stdin=subprocess.DEVNULL)
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stderr
    assert done.stdout.isascii()


@pytest.mark.parametrize("command", ["plays --lines", "rules", "show '24x15 12x15 w'"])
def test_a_closed_pipe_is_no_fault(command: str) -> None:
    line = f"yes '{START}\t65' | {sys.executable} -m fevga_tui {command} | :"
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, timeout=30, check=False
    )
    assert done.stderr == ""


def test_the_help_of_all_commands_fits_one_screen(
    fevga: Fevga, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = fevga("--help").output.splitlines()
    assert len(lines) < 24
    assert all(len(line) <= 80 for line in lines)
    assert all(any(f"  {name} " in line for line in lines) for name in COMMANDS)


@pytest.mark.parametrize("name", ["plays", "why", "show", "rules", "perft"])
def test_the_help_of_a_command_fits_one_screen(
    fevga: Fevga, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = fevga(name, "--help").output.splitlines()
    assert len(lines) < 24
    assert all(len(line) <= 80 for line in lines)
