"""The smallest app on the hardened base: what the tests of the driver run in a terminal."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import threading
import time
from pathlib import Path
from typing import ClassVar

from fevga_tui import terminal

if (trouble := terminal.refusal(os.environ)) is not None:
    sys.exit(f"fevga: {trouble}")
terminal.prepare(os.environ)

with terminal.importing():
    from textual import events, work
    from textual.app import ComposeResult
    from textual.binding import Binding, BindingType
    from textual.widgets import Static

    from fevga_tui.ui import hardened
    from fevga_tui.ui.hardened import HardenedApp, run


class Pad(Static):
    def on_click(self) -> None:
        self.app.query_one(Log).add("click")


class Log(Static):
    """Names the keys that came, the newest last."""

    def on_mount(self) -> None:
        self.said: list[str] = []

    def add(self, word: str) -> None:
        self.said = [*self.said, word][-8:]
        self.update(" ".join(["log:", *self.said]))


class HereApp(HardenedApp[None]):
    CSS = """
    Pad { width: 10; height: 3; background: red; color: ansi_bright_yellow; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "quit")]

    def compose(self) -> ComposeResult:
        yield Static("here ●")
        yield Pad("pad")
        yield Log("log:", markup=False)

    def on_key(self, event: events.Key) -> None:
        match event.key:
            case "h":
                raise ValueError("in a handler")
            case "t":
                self.set_timer(0.01, self.fail)
            case "w":
                self.work_and_fail()
            case "d":
                threading.Thread(target=self.fail).start()
            case "l":
                asyncio.get_running_loop().call_soon(self.fail)
            case "s":
                time.sleep(30)  # without letting the loop run
            case "r":
                re.match("(a|a)*c", "a" * 60)  # for years, without letting another thread run
            case "k":
                self.run_worker(lambda: time.sleep(30), thread=True)
            case "f":
                for _ in range(200):  # more than fits into any buffer
                    self.repaint_all()
                    self.screen._on_timer_update()
        self.query_one(Log).add(event.key)

    def on_paste(self, event: events.Paste) -> None:
        self.query_one(Log).add(f"paste:{len(event.text)}:{event.text[:20]!r}")

    def fail(self) -> None:
        raise ValueError("in a callback")

    @work
    async def work_and_fail(self) -> None:
        raise ValueError("in a worker")


if __name__ == "__main__":
    hardened.PATIENCE = float(os.environ.get("PATIENCE", hardened.PATIENCE))  # type: ignore[misc]
    app = HereApp(Path(os.environ["FAULTS"]), terminal.colours(os.environ))
    sys.exit(run(app, mouse="--no-mouse" not in sys.argv))
