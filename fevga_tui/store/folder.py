"""Where the files are: the data folder, made so that nobody else reads it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
NO_HOME = "~/.local/share/fevga"


def data_folder(option: str | None, environ: Mapping[str, str]) -> Path:
    """Return the folder that the option, FEVGA_DATA or the platform names.

    Never raises. A folder that is not absolute means that there is none, which `Store.open` tells.
    """
    given = option or environ.get("FEVGA_DATA")
    if given:
        return _absolute(given)
    # Only the last resort needs it, and it takes longer to import than the rest of this room.
    import platformdirs

    try:
        return Path(platformdirs.user_data_dir("fevga", appauthor=False))
    except (OSError, RuntimeError, ValueError):
        return Path(NO_HOME)


def _absolute(given: str) -> Path:
    path = os.path.expanduser(given)  # noqa: PTH111 (Path's own raises where no home is known)
    try:
        return Path(os.path.abspath(path))  # noqa: PTH100 (resolve would follow links)
    except OSError:
        return Path(path)


def make_private(folder: Path) -> None:
    """Make a folder and what is missing above it, for the user alone. Raises OSError.

    A folder that exists keeps its mode: it may be one that others share on purpose.
    """
    missing: list[Path] = []
    place = folder
    while not place.is_dir() and place != place.parent:
        missing.append(place)
        place = place.parent
    for place in reversed(missing):
        place.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def shown(path: Path) -> str:
    """Return a path as plain text, also one that is no UTF-8 or holds control characters."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(letter if letter.isprintable() else "?" for letter in text)
