"""Standard input, line by line: what is no line of plain text is refused, ctrl+c is noticed."""

from __future__ import annotations

import os
import select
import signal
import unicodedata
from contextlib import suppress
from types import FrameType
from typing import Self

LONGEST = 500
"""The bytes of the longest line: a whole play takes 60, a new match with two names more."""

_BLOCK = 65536


class LineError(Exception):
    """A line that is no plain text, or too long; says so in a sentence."""


class InterruptedLineError(Exception):
    """Ctrl+C was pressed while a line was waited for."""


class Lines:
    """Reads lines as they come; never holds more than one block beyond a line.

    Where somebody types, ctrl+c is noticed between lines: whatever is being kept is kept first. A
    second one, when the program does not even come to read, ends it at once.
    """

    def __init__(self, file: int, *, is_typed: bool) -> None:
        """Read from a file descriptor, at which somebody types or does not."""
        self._file = file
        self._is_typed = is_typed
        self._held = bytearray()
        self._is_first = True
        self._is_skipping = False
        self._is_over = False
        self._was_interrupted = False
        self._bell: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        # Who started us with the signal ignored, as a shell does in the background, means it.
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            return self
        if not self._is_typed:
            # Nobody could answer; each event is safe before it shows, so there is nothing to do.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            return self
        self._bell = os.pipe()
        for end in self._bell:
            os.set_blocking(end, False)
        # A signal that comes just before the wait begins must end it too.
        signal.set_wakeup_fd(self._bell[1], warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        if self._bell:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.set_wakeup_fd(-1)
            for end in self._bell:
                os.close(end)

    def _interrupt(self, signum: int, _: FrameType | None) -> None:
        if self._was_interrupted:
            os._exit(128 + signum)
        self._was_interrupted = True

    def read(self) -> str | None:
        """Return the next line; None when the input is at its end.

        Raises LineError for what is no line of plain text, InterruptedLineError at ctrl+c, and
        OSError where there is nothing that can be read.
        """
        if self._was_interrupted:
            self._hear()
        raw = self._raw()
        if raw is None:
            return None
        if self._is_first:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
            self._is_first = False
        if len(raw) > LONGEST:
            raise LineError(_TOO_LONG)
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise LineError("This line is no UTF-8 text.") from None
        blank = text.removesuffix("\r").replace("\t", " ")
        plain = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in blank)
        if not plain.isprintable():
            raise LineError(
                "This line has control characters in it, as arrow keys send them: type it again."
            )
        return plain.strip()

    def _raw(self) -> bytes | None:
        """Return the bytes of the next line, at most so many that it is seen to be too long."""
        searched = 0
        while (end := self._held.find(b"\n", searched)) < 0:
            if len(self._held) > LONGEST:
                self._is_skipping = True
                self._held.clear()
            if self._is_over:
                if not self._held and not self._is_skipping:
                    return None
                end = len(self._held)
                break
            searched = len(self._held)
            self._wait()
        line = bytes(self._held[:end])
        del self._held[: end + 1]
        if self._is_skipping:
            self._is_skipping = False
            raise LineError(_TOO_LONG)
        return line

    def _hear(self) -> None:
        self._was_interrupted = False
        if self._bell:
            with suppress(BlockingIOError):
                os.read(self._bell[0], _BLOCK)
        raise InterruptedLineError

    def _wait(self) -> None:
        """Wait for more to read, or for ctrl+c."""
        if self._bell:
            select.select([self._file, self._bell[0]], [], [])
            if self._was_interrupted:
                self._hear()
        try:
            block = os.read(self._file, _BLOCK)
        except BlockingIOError:
            select.select([self._file], [], [])
            return
        self._held += block
        self._is_over = not block


_TOO_LONG = f"This line is longer than {LONGEST} characters: no line of this game is."
