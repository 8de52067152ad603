"""What is shipped: the wheel and its parts."""

import subprocess
import sys
import zipfile
from pathlib import Path

import fevga_tui

ROOT = Path(fevga_tui.__file__).parent.parent
VISIBLE = {"pyproject.toml", "fevga_tui", "tests", "assets", "README.md"}


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "fevga_tui"
    wanted = {
        str(path.relative_to(ROOT))
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {"fevga_tui/ui/fevga.tcss", "fevga_tui/ui/help.md"} <= wanted
    assert wanted <= names
    (entry,) = [name for name in names if name.endswith("entry_points.txt")]
    assert "fevga = fevga_tui.cli:main" in zipfile.ZipFile(wheel).read(entry).decode()


def test_nothing_else_lies_at_the_top() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    tops = {name.partition("/")[0] for name in tracked}
    assert {top for top in tops if not top.startswith(".")} <= VISIBLE
