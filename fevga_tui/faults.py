"""Reports of faults: a file for who mends them, a sentence for who met them."""

from __future__ import annotations

import os
import sys
import traceback
from datetime import datetime
from pathlib import Path

from fevga_tui import __version__

MOST = 20
"""The reports that are kept: where there are as many, more of them would tell nothing new."""


def report(error: Exception, folder: Path, shown_in: str) -> str:
    """Write the report of a fault into a folder, and give the sentence that tells of it.

    `shown_in` says what the game was shown in.
    """
    # Costly to import, and not needed as a rule.
    import platform
    from importlib.metadata import version

    now = datetime.now()
    path = folder / f"fault-{now:%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    lines = [
        f"fevga {__version__}, textual {version('textual')}, python {sys.version}\n",
        f"{platform.platform()}, TERM={os.environ.get('TERM')}, {shown_in}, {now}\n\n",
        *traceback.format_exception(error),
    ]
    what = f"fevga: a fault ended the game ({type(error).__name__})"
    if len(list(folder.glob("fault-*.txt"))) >= MOST:
        return f"{what}; {folder} holds {MOST} reports already"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8") as file:
            file.write("".join(lines).encode(errors="replace").decode())
    except OSError as trouble:
        return f"{what}; no report could be written to {folder}: {trouble.strerror}"
    return f"fevga: a fault ended the game; the report of it is {path}"
