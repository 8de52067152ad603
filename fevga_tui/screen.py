"""Opens the app in this terminal, or says why that cannot be; imports it only then."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from fevga_tui import terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fevga_tui.rules.events import Event, MatchStarted
    from fevga_tui.store import Limits

THEMES = ("walnut", "night", "paper", "contrast", "terminal")
"""The names of the themes, known before anything of the app is imported."""

NO_TERMINAL = 2
"""The exit code for what is no terminal that a board can be drawn in."""


def add_options(parser: ArgumentParser) -> None:
    """Add the options that say how the screen is drawn, and where matches are kept."""
    parser.add_argument("--data", metavar="DIR", help="where matches are kept (FEVGA_DATA)")
    parser.add_argument("--ascii", action="store_true", help="draw with 7-bit characters")
    parser.add_argument(
        "--theme", metavar="NAME", choices=THEMES, help=f"its colours: {', '.join(THEMES)}"
    )
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")


def show(
    options: Namespace,
    *,
    start: MatchStarted | None = None,
    resumes: bool = False,
    past: Sequence[Event] = (),
    learns: bool = False,
    limits: Limits | None = None,
) -> int:
    """Run the app to its end; return the exit code: 0, 1 after a fault, 2, 128 + signal.

    It opens on a match to `start`, on the unfinished one, on a `past` one to look back at, on the
    lessons, or on the start screen; `limits` says how much is kept.
    """
    trouble = terminal.refusal(os.environ)
    if trouble:
        print(f"fevga: {trouble}", file=sys.stderr)
        return NO_TERMINAL
    terminal.prepare(os.environ)
    with terminal.importing():
        from fevga_tui.store import Store, data_folder
        from fevga_tui.ui.app import FevgaApp
        from fevga_tui.ui.hardened import run
    folder = data_folder(options.data, os.environ)
    store = Store.open(folder, limits=limits)
    encoding = getattr(sys.__stderr__, "encoding", None)
    try:
        app = FevgaApp(
            store,
            folder,
            terminal.colours(os.environ),
            start=start,
            resumes=resumes,
            past=past,
            learns=learns,
            theme=options.theme,
            needs_signs=options.ascii or terminal.needs_ascii(os.environ, encoding),
            # Guests come over a line as well, and have no environment that says so.
            may_move=limits is None and not terminal.is_remote(os.environ),
        )
        return run(app, mouse=not options.no_mouse)
    finally:
        store.close()
