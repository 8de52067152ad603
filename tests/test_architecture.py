"""The rooms and the direction of imports: each room is imported in a fresh process."""

import subprocess
import sys
from pathlib import Path

import pytest

import fevga_tui

PACKAGE = Path(fevga_tui.__file__).parent
LIGHT_RULES = {
    "rules.errors": (),
    "rules.cells": (),
    "rules.position": ("errors",),
    "rules.ruleset": ("errors",),
    "rules.legal": ("errors", "position", "ruleset"),
    "rules.play": ("errors", "legal", "position", "ruleset"),
    "rules.perft": ("errors", "legal", "play", "position", "ruleset"),
    "rules.notation": ("errors", "legal", "play", "position", "ruleset"),
    "rules.events": ("errors", "legal", "play", "position", "ruleset"),
    "rules.match": ("errors", "events", "legal", "play", "position", "ruleset"),
    "rules.record": ("errors", "events", "legal", "match", "play", "position", "ruleset"),
    "rules.statistics": (
        *("cells", "errors", "events", "legal", "match", "play", "position", "record", "ruleset"),
    ),
    "rules.matchfile": (
        *("cells", "errors", "events", "legal", "match", "notation", "play", "position"),
        *("record", "ruleset"),
    ),
}
"""What each file of the rules room may bring along from its own room."""


def brought_along(module: str) -> set[str]:
    """Return the names of all modules that importing one in a fresh process brings along."""
    script = f"import sys; before = set(sys.modules); import {module}; " + (
        "print('\\n'.join(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def modules(room: str) -> list[str]:
    """Return the modules of a room, a folder or a file of the package."""
    found = [*PACKAGE.glob(f"{room}.py"), *PACKAGE.glob(f"{room}/**/*.py")]
    names = [path.relative_to(PACKAGE.parent).with_suffix("") for path in found]
    return [".".join(name.parts).removesuffix(".__init__") for name in names]


def outside(brought: set[str]) -> set[str]:
    """Return the top-level names that belong neither to the standard library nor to Fevga."""
    tops = {name.partition(".")[0] for name in brought}
    return {top for top in tops if top not in sys.stdlib_module_names} - {"fevga_tui"}


def rooms_of(brought: set[str]) -> set[str]:
    """Return the rooms of Fevga that were brought along."""
    return {name.split(".")[1] for name in brought if name.startswith("fevga_tui.")}


@pytest.mark.parametrize("module", modules("rules"))
def test_the_rules_import_nothing_but_the_rules_and_the_standard_library(module: str) -> None:
    brought = brought_along(module)
    assert outside(brought) == set()
    assert rooms_of(brought) <= {"rules"}
    assert not {"secrets", "random", "sqlite3", "socket"} & brought


def test_every_file_of_the_rules_has_its_place() -> None:
    assert {f"fevga_tui.{name}" for name in LIGHT_RULES} == set(modules("rules")) - {
        "fevga_tui.rules"
    }


@pytest.mark.parametrize(("module", "below"), LIGHT_RULES.items())
def test_files_of_the_rules_import_only_what_stands_below_them(
    module: str, below: tuple[str, ...]
) -> None:
    own = {f"fevga_tui.{module}", "fevga_tui", "fevga_tui.rules"}
    brought = {name for name in brought_along(f"fevga_tui.{module}") if "fevga" in name}
    assert brought - own <= {f"fevga_tui.rules.{name}" for name in below}


def test_chance_has_one_home() -> None:
    chance = {"secrets", "random"}
    users = [path.name for path in PACKAGE.rglob("*.py") if chance & imports_of(path)]
    assert users == ["dice.py"]


def test_the_store_knows_the_rules_alone() -> None:
    for module in modules("store"):
        brought = brought_along(module)
        assert rooms_of(brought) <= {"store", "rules"}
        assert outside(brought) <= {"platformdirs"}


def test_the_session_knows_neither_the_store_nor_the_screen() -> None:
    brought = brought_along("fevga_tui.session")
    assert rooms_of(brought) == {"session", "rules", "dice"}
    assert outside(brought) == set()


def test_widgets_know_neither_screens_nor_the_app() -> None:
    for module in modules("ui/widgets"):
        brought = brought_along(module)
        assert not {name for name in brought if name.startswith("fevga_tui.ui.screens")}
        assert not {"fevga_tui.ui.app", "fevga_tui.session", "fevga_tui.cli"} & brought


def test_screens_do_not_import_the_app() -> None:
    for module in modules("ui/screens"):
        assert not {"fevga_tui.ui.app", "fevga_tui.cli"} & brought_along(module)


@pytest.mark.parametrize("module", ["fevga_tui.cli", "fevga_tui.terminal", *modules("commands")])
def test_the_command_and_its_texts_start_without_the_framework(module: str) -> None:
    assert "textual" not in outside(brought_along(module))


def test_widgets_never_change_a_match() -> None:
    for path in (PACKAGE / "ui" / "widgets").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert ".apply(" not in text
        assert ".commit(" not in text


def imports_of(path: Path) -> set[str]:
    """Return the first words after `import` and `from` in a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line.lstrip().startswith(("import ", "from "))]
    return {line[1].partition(".")[0] for line in words}
