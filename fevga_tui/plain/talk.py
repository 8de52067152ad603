"""The talk about one match after the other: each line is answered, what happens is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fevga_tui.commands import rules
from fevga_tui.commands.asked import Asked
from fevga_tui.holder import Holder, in_few_words
from fevga_tui.plain import facts
from fevga_tui.plain.facts import RefusedError, read_number
from fevga_tui.plain.paper import Paper
from fevga_tui.plain.telling import HELP, dice_left, prompt, read_new
from fevga_tui.rules.errors import FevgaError
from fevga_tui.rules.events import (
    DiceFrom,
    DrawAgreed,
    MatchStarted,
    NextGameStarted,
    PlayStopped,
    Resigned,
)
from fevga_tui.rules.match import Match, Phase
from fevga_tui.rules.notation import move_text, play_text, sentence, why_stuck
from fevga_tui.rules.play import Play, Turn
from fevga_tui.rules.ruleset import RULESETS
from fevga_tui.session import Session
from fevga_tui.store import StoreError
from fevga_tui.words import (
    DICE_STAY,
    NO_DRAW_NOW,
    NO_RESIGNING_NOW,
    as_sentence,
    draw_declined,
    draw_question,
    position_lines,
    resign_question,
    what_happened,
)

_NO_ROLL = "There is no roll to play now."
_USUAL_WIDTH = 80


class _Question(NamedTuple):
    """A question that is answered by yes or no."""

    text: str
    yes: Callable[[], None]
    no: Callable[[], None]


class Talk:
    """Answers lines. Nothing that may be typed raises anything but RefusedError."""

    def __init__(self, holder: Holder, paper: Paper) -> None:
        self.session: Session | None = None
        self.has_left = False
        self._holder = holder
        self._paper = paper
        self._told = 0
        self._question: _Question | None = None
        self._list: tuple[Turn | None, tuple[Play, ...]] = (None, ())
        self._trouble = ""

    # What is said without being asked

    @property
    def prompt(self) -> str:
        """What to do now and what may be typed; a question that is open."""
        if self._question:
            return f"{self._question.text} Answer yes or no."
        if self.session:
            return prompt(self.session.match, self.session.turn)
        unfinished, _ = self._holder.unfinished()
        going_on = f"resume goes on with {unfinished}, " if unfinished else ""
        return f"No match is open: new begins one, {going_on}quit leaves."

    def begin(self, started: MatchStarted) -> None:
        """Begin a match."""
        self.take(self._holder.start(started), told=0)
        self._tell_events()

    def resume(self, number: int | None = None, *, older: bool = True) -> None:
        """Go on with a match, by default the newest unfinished one. Raises StoreError.

        If that is played elsewhere, go on with an `older` one, which the prompt names.
        """
        holder = self._holder
        session = holder.resume(older=older) if number is None else holder.take_up(number)
        self.take(session, told=len(session.events))
        which = f"Match {holder.number}" if holder.number else "The match"
        self._paper.say(f"{which} goes on.", *facts.whole(session))

    def take(self, session: Session, told: int) -> None:
        """Talk about a session from now on, of whose events so many are told."""
        self.session, self._told = session, told

    def _tell_events(self) -> None:
        """Tell what has happened since it was told, and where the checkers stand in a new turn."""
        session = self._open
        before = self._told
        for at in range(before, len(session.events)):
            match = session.matches[at]
            earlier = session.matches[at - 1] if at else match
            self._paper.say(*what_happened(earlier, session.events[at], match))
        self._told = len(session.events)
        if self._told > before and session.match.phase is Phase.TO_ROLL:
            self._paper.say(*position_lines(session.match, None))

    def tell_store(self) -> None:
        """Tell what is new about the store: notices, trouble, and its end."""
        store = self._holder.store
        self._paper.say(*store.notices)
        store.notices.clear()
        trouble = store.trouble or ""
        if trouble != self._trouble:
            self._paper.say(trouble or "Everything is kept again.")
        self._trouble = trouble

    @property
    def farewell(self) -> str:
        """The last sentence: what becomes of the match."""
        if self.session is None or self.session.match.phase is Phase.MATCH_OVER:
            return ""
        if self._holder.would_lose():
            return "Not all of this match is kept."
        return "The match is kept: fevga --plain --resume goes on with it, and so does fevga."

    # Answers

    def answer(self, line: str) -> None:
        """Do what a line asks for. Raises RefusedError, and then nothing has changed."""
        try:
            self._answer(line)
            if self.session:
                self._tell_events()
        except FevgaError as error:
            raise RefusedError(as_sentence(error)) from None
        except StoreError as error:
            raise RefusedError(str(error)) from None

    def _answer(self, line: str) -> None:
        first, _, rest = line.partition(" ")
        word, rest = first.lower(), rest.strip()
        if self._question and word not in ("quit", "exit"):
            self._answer_question(line.lower())
        elif word[0] in "0123456789":
            self._take(line)
        elif word not in _WORDS.keys() | _FACTS.keys():
            raise RefusedError(f"'{first[:20]}' is no word here; help lists them, like moves.")
        elif rest and word not in _WITH_MORE:
            raise RefusedError(f"{word} stands alone: type {word} and nothing behind it.")
        elif word in _FACTS:
            self._paper.say(*_FACTS[word](self._open))
        else:
            _WORDS[word](self, rest)

    def _ask(self, text: str, yes: Callable[[], None], no: Callable[[], None]) -> None:
        self._question = _Question(text, yes, no)

    def _answer_question(self, text: str) -> None:
        if text not in ("yes", "y", "no", "n"):
            raise RefusedError("That is no answer: type yes or no.")
        question, self._question = self._question, None
        if question:
            (question.yes if text[0] == "y" else question.no)()

    @property
    def _open(self) -> Session:
        if self.session is None:
            raise RefusedError("No match is open: type new or resume first.")
        return self.session

    @property
    def _match(self) -> Match:
        return self._open.match

    @property
    def _turn(self) -> Turn:
        """The turn being played."""
        if self._open.turn is None:
            raise RefusedError(_NO_ROLL)
        return self._open.turn

    # Dice and moves

    def _roll(self, dice: str) -> None:
        match = self._match
        if match.phase is Phase.TO_PLAY:
            raise RefusedError(DICE_STAY)
        if dice:
            self._take(dice)
        elif match.phase not in (Phase.CONTEST, Phase.TO_ROLL):
            raise RefusedError("There is nothing to roll for now.")
        elif match.started.dice is DiceFrom.PLAYERS:
            raise RefusedError("These are your own dice: type what they show.")
        else:
            self._open.roll()

    def _take(self, text: str) -> None:
        """Take text that begins with a digit: dice, moves, or a number of the list of plays."""
        match = self._match
        if match.phase is Phase.TO_PLAY:
            if text.isdecimal():
                self._play_number(text)
            else:
                self._enter(text)
        elif match.phase not in (Phase.CONTEST, Phase.TO_ROLL) or "/" in text:
            raise RefusedError(_NO_ROLL)
        elif match.started.dice is DiceFrom.PROGRAM:
            raise RefusedError("The program throws the dice: type roll.")
        else:
            self._open.enter_dice(text)

    def _enter(self, text: str) -> None:
        made = len(self._turn.moves)
        refusal = self._open.enter_play(text)
        if refusal is not None:
            raise RefusedError(sentence(refusal, self._match.on_roll))
        self._tell_moves(made)

    def _play_number(self, text: str) -> None:
        turn, (listed, plays) = self._turn, self._list
        if turn.is_complete:
            raise RefusedError("There is nothing left to play.")
        if turn is not listed:
            raise RefusedError(
                "A number alone is one of the list: type moves first. A move is typed like"
                f" {play_text(turn.legal_moves[:1], self._match.on_roll)}."
            )
        number = read_number(text)
        if not 1 <= number <= len(plays):
            raise RefusedError(f"The list has the numbers 1-{len(plays)}, not {text[:20]}.")
        self._open.push(plays[number - 1])
        self._tell_moves(len(turn.moves))

    def _forced(self, _: str) -> None:
        made = len(self._turn.moves)
        self._open.play_forced()
        self._tell_moves(made)

    def _tell_moves(self, made: int) -> None:
        """Tell the moves beyond the first `made`, and why dice are left over."""
        turn, side = self._open.turn, self._match.on_roll
        if turn:
            left = "" if turn.is_complete else f" {dice_left(turn).capitalize()} left to play."
            self._paper.say(f"{play_text(turn.moves[made:], side)} is played.{left}")
            self._paper.say(why_stuck(turn, side))

    def _undo(self, _: str) -> None:
        before, side = self._open.turn, self._match.on_roll
        self._open.undo()
        if before and before.moves:
            self._paper.say(f"{move_text(before.moves[-1], side)} is taken back.")

    def _end(self, _: str) -> None:
        turn = self._turn
        if not turn.is_complete:
            raise RefusedError(f"The turn is not over: {dice_left(turn)} left.")
        self._open.end_turn()

    # Questions

    def _moves(self, _: str) -> None:
        turn = self._turn
        plays = turn.continuations
        self._list = (turn, plays)
        self._paper.say(*facts.moves(turn, self._match.on_roll, plays))

    def _why(self, text: str) -> None:
        self._paper.say(*facts.why(self._open, self._turn, text))

    def _board(self, _: str) -> None:
        session = self._open
        self._paper.draw(Asked(facts.position_of(session), session.match.on_roll, []))
        self._paper.say("White is OO, Black is XX.", *position_lines(session.match, session.turn))

    def _log(self, number: str) -> None:
        self._paper.say(*facts.log(self._open, number))

    def _help(self, what: str) -> None:
        if what.lower() == "rules":
            name = self.session.match.started.ruleset.name if self.session else ""
            width = (self._paper.width or _USUAL_WIDTH) - 1
            text = rules.text(name if name in RULESETS else None, width)
            self._paper.say(*text.splitlines())
        elif what:
            raise RefusedError("help stands alone, or as help rules.")
        else:
            self._paper.say(*HELP.splitlines())

    # Ending a game, and what comes after

    def _draw(self, _: str) -> None:
        match, session = self._match, self._open
        if not match.allows(DrawAgreed):
            raise RefusedError(NO_DRAW_NOW)
        declined = draw_declined(match)
        self._ask(draw_question(match), session.agree_draw, lambda: self._paper.say(declined))

    def _resign(self, _: str) -> None:
        match, session = self._match, self._open
        if not match.allows(Resigned):
            raise RefusedError(NO_RESIGNING_NOW)
        self._ask(
            resign_question(match), session.resign, lambda: self._paper.say("The game goes on.")
        )

    def _next(self, _: str) -> None:
        if not self._match.allows(NextGameStarted):
            raise RefusedError("There is no next game now.")
        self._open.next_game()

    def _stop(self, _: str) -> None:
        match = self._match
        if not match.allows(PlayStopped):
            why = "Unlimited play is stopped between games"
            if match.target is not None:
                why = f"A match to {match.target} ends by its points"
            raise RefusedError(f"{why}; quit leaves the match kept.")
        self._open.stop()

    def _rematch(self, _: str) -> None:
        if self._match.phase is not Phase.MATCH_OVER:
            raise RefusedError("A rematch comes after the match.")
        self.begin(self._match.started)

    def _new(self, words: str) -> None:
        self._need_no_match()
        self.begin(read_new(words))

    def _resume(self, number: str) -> None:
        self._need_no_match()
        if number and not read_number(number):
            raise RefusedError("A match is named by its number, like resume 3.")
        self.resume(read_number(number) or None)

    def _matches(self, _: str) -> None:
        found = self._holder.store.summaries()
        listed = [f"Match {match.number}: {in_few_words(match)}." for match in found]
        self._paper.say(*listed or ["No match is kept."])

    def _delete(self, number: str) -> None:
        store, wanted = self._holder.store, read_number(number)
        if wanted not in store.numbers():
            raise RefusedError(
                "A match is deleted by its number, like delete 3; matches lists them."
            )
        if wanted == self._holder.number:
            raise RefusedError(f"Match {wanted} is the one that is open here.")

        def delete() -> None:
            store.delete(wanted)
            self._paper.say(f"Match {wanted} is deleted.")

        which = in_few_words(store.summary(wanted))
        kept = f"Match {wanted} is kept."
        self._ask(
            f"Delete match {wanted}, {which}, for good?", delete, lambda: self._paper.say(kept)
        )

    def _need_no_match(self) -> None:
        if self.session and self.session.match.phase is not Phase.MATCH_OVER:
            raise RefusedError("A match is open: quit leaves it kept, then begin another.")

    # Leaving

    def _quit(self, _: str) -> None:
        if self._holder.would_lose() and self._paper.is_typed and not self._question:
            self.ask_to_leave()
        else:
            self._leave()

    def ask_to_leave(self) -> None:
        """Ask whether to leave; a question that is open is dropped."""
        lost = self._holder.would_lose()
        kept = "What is not kept on the disk would be lost." if lost else "The match is kept."
        self._ask(f"Leave Fevga? {kept if self.session else ''}".strip(), self._leave, lambda: None)

    @property
    def is_asked_to_leave(self) -> bool:
        """The question that is open is whether to leave."""
        return self._question is not None and self._question.yes == self._leave

    def _leave(self) -> None:
        self.has_left = True


_WORDS: dict[str, Callable[[Talk, str], None]] = {
    "roll": Talk._roll,
    "moves": Talk._moves,
    "forced": Talk._forced,
    "why": Talk._why,
    "undo": Talk._undo,
    "end": Talk._end,
    "pass": Talk._end,
    "board": Talk._board,
    "log": Talk._log,
    "draw": Talk._draw,
    "resign": Talk._resign,
    "next": Talk._next,
    "stop": Talk._stop,
    "rematch": Talk._rematch,
    "new": Talk._new,
    "resume": Talk._resume,
    "matches": Talk._matches,
    "delete": Talk._delete,
    "help": Talk._help,
    "?": Talk._help,
    "quit": Talk._quit,
    "exit": Talk._quit,
}

_FACTS: dict[str, Callable[[Session], list[str]]] = {
    "position": facts.position,
    "pips": facts.pips,
    "score": facts.score,
    "last": facts.last,
    "dice": facts.dice,
}

_WITH_MORE = {"roll", "why", "log", "new", "resume", "delete", "help", "?"}
"""The words that may have something behind them."""
