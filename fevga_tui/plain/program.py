"""Plain mode from its first line to its exit code."""

from __future__ import annotations

import errno
import os
import signal
import sys

from fevga_tui import __version__
from fevga_tui.commands.output import FAILED, WRONG_USE, CommandError, complain, mute, why
from fevga_tui.holder import Holder
from fevga_tui.plain.facts import RefusedError
from fevga_tui.plain.lines import InterruptedLineError, LineError, Lines
from fevga_tui.plain.paper import Paper
from fevga_tui.plain.talk import Talk
from fevga_tui.rules.events import MatchStarted
from fevga_tui.store import Limits, Store, StoreError, data_folder

REFUSED = 3
"""The exit code where a line that nobody typed was refused."""


def run(
    data: str | None,
    start: MatchStarted | None,
    *,
    resumes: bool,
    needs_signs: bool,
    limits: Limits | None = None,
) -> int:
    """Play in lines of text to the end of the input; return the exit code.

    It begins the match to `start`, goes on with the unfinished one, or asks which.
    """
    if sys.stdin is None or sys.stdout is None:
        complain(f"standard {'input' if sys.stdin is None else 'output'} is closed")
        return WRONG_USE
    is_typed = sys.stdin.isatty()
    folder = data_folder(data, os.environ)
    store = Store.open(folder, limits=limits)
    paper = Paper(is_typed=is_typed, needs_signs=needs_signs)
    try:
        with Lines(sys.stdin.fileno(), is_typed=is_typed) as lines:
            return _Program(Talk(Holder(store), paper), paper, lines).run(start, resumes=resumes)
    except BrokenPipeError:
        mute()
        return 128 + signal.SIGPIPE
    except CommandError as error:
        complain(str(error))
        return error.code
    except Exception as error:
        # Costly to import, and not needed as a rule.
        from fevga_tui import faults

        complain(faults.report(error, folder, "plain mode").removeprefix("fevga: "))
        return FAILED
    finally:
        store.close()


class _Program:
    """Reads lines and has them answered, until one of both sides is at its end."""

    def __init__(self, talk: Talk, paper: Paper, lines: Lines) -> None:
        self._talk = talk
        self._paper = paper
        self._lines = lines
        self._number = 0
        self._refused: list[int] = []

    def run(self, start: MatchStarted | None, *, resumes: bool) -> int:
        """Talk to the end; return the exit code. Raises CommandError where nothing is read."""
        self._paper.say(f"Fevga {__version__} in lines of text: type help for what may be typed.")
        self._talk.tell_store()
        try:
            if start:
                self._talk.begin(start)
            elif resumes:
                self._talk.resume(older=False)
        except StoreError as error:
            if not self._paper.is_typed:
                # Moves that were meant for that match are not to go into another.
                raise CommandError(str(error), WRONG_USE) from None
            self._paper.say(str(error))
        while not self._talk.has_left:
            self._talk.tell_store()
            self._paper.ask(self._talk.prompt)
            try:
                line = self._next()
            except InterruptedLineError:
                self._paper.end_line()
                if self._talk.is_asked_to_leave:
                    self._paper.say(self._talk.farewell)
                    return 128 + signal.SIGINT
                self._talk.ask_to_leave()
            except LineError as error:
                self._refuse(str(error))
            except OSError as error:
                if error.errno == errno.EIO:  # the terminal is gone
                    return 128 + signal.SIGHUP
                raise CommandError(
                    f"standard input cannot be read: {why(error)}", WRONG_USE
                ) from None
            else:
                if line is None:
                    self._paper.end_line()
                    break
                self._answer(line)
        self._paper.say(self._talk.farewell)
        if not self._refused or self._paper.is_typed:
            return 0
        count = len(self._refused)
        lines = "1 line was refused, it is" if count == 1 else f"{count} lines were refused, first"
        complain(f"{lines} line {self._refused[0]}")
        return REFUSED

    def _next(self) -> str | None:
        """Return the next line that says something; comments do not."""
        while True:
            self._number += 1
            line = self._lines.read()
            if line is None or (line and not line.startswith("#")):
                return line
            self._paper.go_on()

    def _answer(self, line: str) -> None:
        self._paper.repeat(line)
        try:
            self._talk.answer(line)
        except RefusedError as error:
            self._refuse(str(error))

    def _refuse(self, sentence: str) -> None:
        self._refused.append(self._number)
        self._paper.say(f"Refused: {sentence}")
