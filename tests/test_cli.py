"""The `fevga` command: what it says before any screen is drawn."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import fevga_tui


def fevga(
    *arguments: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "fevga_tui", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=env,
        timeout=30,
        check=False,
    )


def test_the_version_is_told() -> None:
    done = fevga("--version")
    assert (done.returncode, done.stdout) == (0, f"fevga {fevga_tui.__version__}\n")


def test_the_help_fits_one_screen_and_names_every_option() -> None:
    done = fevga("--help", env={"COLUMNS": "80"})
    assert done.returncode == 0
    for option in ("--white", "--black", "--to", "--rules", "--dice", "--resume", "--data"):
        assert option in done.stdout
    for option in ("--plain", "--theme", "--ascii", "--no-mouse", "--guest"):
        assert option in done.stdout
    assert done.stdout.count("\n") <= 23, "and the prompt below it"
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--to", "0"], "'0' is neither 1-999 nor unlimited"),
        (["--to", "x"], "'x' is neither 1-999 nor unlimited"),
        (["--to", "-1"], "--to"),
        (["--to", "9" * 5000], "is neither 1-999 nor unlimited"),
        (["--rules", "acey"], "no ruleset 'acey'; there are fevga, no-start-walls"),
        (["--theme", "pink"], "invalid choice: 'pink' (choose from 'walnut', 'night', 'paper'"),
        (["--dice", "loaded"], "'loaded' is neither program nor own"),
        (["--white"], "--white"),
        (["--colour"], "--colour"),
        (["play"], "play"),
    ],
)
def test_what_is_wrong_gets_one_sentence_and_code_two(arguments: list[str], said: str) -> None:
    done = fevga(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.startswith("fevga: ")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "arguments",
    [
        ["--to", "Γ"],
        ["why", "Γ", "65", "24/19"],
        ["rules", "Ωμ"],
        ["export", "Γ"],
        ["export", "1", "Ω"],
    ],
    ids=" ".join,
)
def test_what_is_wrong_is_told_in_any_encoding(arguments: list[str], env: dict[str, str]) -> None:
    done = fevga(*arguments, env={**os.environ, **env})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fevga: ")
    assert done.stderr.count("\n") == 1
    assert "?" in done.stderr, "for each letter that is lacking"
    assert "\\" not in done.stderr, "no escape is written out"


def test_without_a_terminal_it_says_so_and_draws_nothing() -> None:
    done = fevga()
    assert done.returncode == 2
    assert done.stdout == ""
    assert "standard input is no terminal" in done.stderr
    assert "\x1b" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_help_and_version_import_no_framework(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom fevga_tui.cli import main\n"
        "try: main([sys.argv[1]])\nexcept SystemExit: pass\n"
        "print(any(name.split('.')[0] == 'textual' for name in sys.modules), file=sys.stderr)"
    )
    for option in ("--help", "--version"):
        done = subprocess.run(
            [sys.executable, "-c", script, option],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=True,
        )
        assert done.stderr.strip() == "False"
