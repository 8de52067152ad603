"""The lessons and puzzles, played on the board like any turn."""

from __future__ import annotations

from textual.events import Key

from fevga_tui.lessons import LESSONS, PUZZLES, Practice
from fevga_tui.rules.play import Refusal
from fevga_tui.rules.position import START
from fevga_tui.ui.faces import Moment, Place
from fevga_tui.ui.screens.table import TableScreen
from fevga_tui.ui.widgets.keybar import KeyHint
from fevga_tui.ui.widgets.speech import SpeechFace
from fevga_tui.ui.widgets.title import TitleFace

_ALL = (*LESSONS, *PUZZLES)
_SETTING = "learned"
_NOT_HERE = {"r", "space", "d", "x", "h", "s", "a", "m"}
_PUZZLE_KEEPS = {"tab", "shift+tab", "w"}
"""Keys that would give a puzzle away."""


class LessonScreen(TableScreen):
    """Shows a lesson; the player moves and is told why or why not; what is done is kept."""

    def __init__(self, learned: frozenset[int]) -> None:
        """Begin at the first lesson that is not in `learned`, numbers from 0."""
        self._learned = learned
        self._at = next((at for at in range(len(_ALL)) if at not in learned), 0)
        self._practice = Practice(_ALL[self._at])
        super().__init__(self._practice)

    @property
    def _is_puzzle(self) -> bool:
        return self._at >= len(LESSONS)

    def heading(self, moment: Moment) -> TitleFace:  # noqa: ARG002
        """Return which lesson this is, and how many are done."""
        lesson = _ALL[self._at]
        number, of = self._at + 1, len(LESSONS)
        kind = "Lesson"
        if self._is_puzzle:
            number, of, kind = self._at + 1 - len(LESSONS), len(PUZZLES), "Puzzle"
        done = f"{len(self._learned)} of {len(_ALL)} done"
        return TitleFace(f"{kind} {number} of {of}: {lesson.title}", done)

    def show(self) -> None:
        """Show the position, the task, and what was said last."""
        self.hand = self.hand._replace(hides_marks=self._is_puzzle)
        if not self._practice.is_done:
            # The task is there again whenever nothing else is said.
            self.message = self.message or _ALL[self._at].task
            super().show()
            return
        moment = Moment.of(self.session)
        speech = SpeechFace("Well done. Enter goes on to the next", message=self.message)
        hints = (
            KeyHint("enter", "Enter", "next"),
            KeyHint("again", "u", "try it again"),
            KeyHint("q", "q", "leave"),
        )
        self.show_moment(moment, speech, hints)

    def hints(self, moment: Moment) -> tuple[KeyHint, ...]:
        """Return the keys that do something in a lesson."""
        hints = super().hints(moment)
        if self.hand.typed is not None:
            return tuple(hints)
        useless = _NOT_HERE | (_PUZZLE_KEEPS if self._is_puzzle else set())
        kept = [hint for hint in hints if hint.key not in useless]
        at = next(at for at, hint in enumerate(kept) if hint.key == "f")
        return (*kept[:at], KeyHint("s", "s", "skip"), KeyHint("b", "b", "back"), *kept[at:])

    def act(self, key: str, event: Key) -> None:
        """Answer a key as at the table, but for what a lesson has no use for."""
        if self.hand.typed is not None:
            super().act(key, event)
        elif key in ("s", "b"):
            self._go(1 if key == "s" else -1)
        elif self._practice.is_done:
            if key in ("enter", "space", "right"):
                self._go(1)
            elif key in ("u", "backspace", "again"):
                self._go(0)
            elif key in ("?", "f", "n", "q"):
                super().act(key, event)
        elif key in _NOT_HERE or (self._is_puzzle and key in _PUZZLE_KEEPS):
            self.refuse("Here the play is yours to find, without that key; ? shows the rules.")
        else:
            super().act(key, event)

    def refuse(self, message: str, refusal: Refusal | None = None) -> None:
        """Say why something is not possible, in a puzzle without the play that solves it."""
        if self._is_puzzle and refusal is not None and refusal.better:
            message = f"{message.rpartition(': ')[0]}."
        super().refuse(message, refusal)

    def choose(self, place: Place) -> None:
        """Choose a checker, or where it goes; after the lesson there is nothing to choose."""
        if not self._practice.is_done:
            super().choose(place)

    def _do_next(self) -> None:
        """Do what is due; after the lesson that is to go on."""
        if self._practice.is_done:
            self._go(1)
        else:
            super()._do_next()

    def _first_legal(self) -> Place:
        """Return where the cursor begins, in a puzzle where it tells nothing."""
        return self._acting.printed(START) if self._is_puzzle else super()._first_legal()

    def _go(self, by: int) -> None:
        """Go to another lesson, or begin this one again."""
        self._at = (self._at + by) % len(_ALL)
        self._practice = Practice(_ALL[self._at])
        self.session = self._practice
        self._come_to_turn()
        self.hold_keys()

    def _come_to_turn(self) -> None:
        """Set the task; when the turn is played, say what there was to learn, and keep it."""
        super()._come_to_turn()
        if self._practice.is_done:
            self._learned |= {self._at}
            kept = ",".join(map(str, sorted(self._learned)))
            self.fevga.store.set_setting(_SETTING, kept)
            self.say(_ALL[self._at].done)
        else:
            if self._is_puzzle:
                self.hand = self.hand._replace(cursor=None)
            self.say(_ALL[self._at].task)

    def _show_result(self) -> None:
        """Leave out the result of a game: the lesson has its own last word."""


def learned(kept: str | None) -> frozenset[int]:
    """Read which lessons are done; what cannot be read counts as none."""
    numbers = [text for text in (kept or "").split(",") if text.isascii() and text.isdecimal()]
    return frozenset(int(text) for text in numbers if len(text) < 4 and int(text) < len(_ALL))
