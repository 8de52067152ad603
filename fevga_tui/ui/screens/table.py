"""The table: the board, the players, the record, the lines that speak, and how it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.events import Key, Paste

from fevga_tui.handbook import paragraph
from fevga_tui.rules.errors import FevgaError
from fevga_tui.rules.events import DiceFrom, DiceRolled, DrawAgreed, Resigned
from fevga_tui.rules.match import Phase
from fevga_tui.rules.notation import sentence, why_stuck
from fevga_tui.rules.play import Play, Refusal, Turn
from fevga_tui.rules.position import OFF, Side
from fevga_tui.session import Session
from fevga_tui.ui.faces import Moment, Place, key_hints, prompt
from fevga_tui.ui.geometry import BOTTOM, TOP, Spot, spots, tray_spot
from fevga_tui.ui.screens.board import BoardScreen
from fevga_tui.ui.widgets.board import BoardView
from fevga_tui.ui.widgets.dice import DiceView
from fevga_tui.ui.widgets.keybar import KeyHint
from fevga_tui.ui.widgets.quadrant import QuadrantView
from fevga_tui.ui.widgets.speech import SpeechFace, SpeechView
from fevga_tui.ui.widgets.tray import TrayView
from fevga_tui.words import (
    DICE_STAY,
    HOW_TO_PLAY,
    NO_DRAW_NOW,
    NO_RESIGNING_NOW,
    about_roll,
    as_sentence,
    contest_tied,
    draw_declined,
    draw_question,
    explained,
    player,
    resign_question,
    why_not,
    why_opens,
)

_LONGEST_LINE = 60
_ARROWS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


class TableScreen(BoardScreen):
    """Plays the session's match: every key, click and typed move becomes a move or an event."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.message = ""
        self._is_refusal = False
        self._refusal: Refusal | None = None
        self._told = 0

    def on_mount(self) -> None:
        """Show the table as it was left, and the result where a game is over."""
        self.hand = self.hand._replace(
            seat=self._seat(),
            shows_own_numbers=self.fevga.settings.numbers == "both",
        )
        self._come_to_turn()
        self._show_result()

    # What is shown

    def show(self) -> None:
        """Show the match and the hand as they are now."""
        self._take_news()
        moment, hand = Moment.of(self.session), self.hand
        speech = SpeechFace(
            prompt(moment, hand),
            hand.typed,
            self.message,
            self._is_refusal,
            self.fevga.store.trouble or "",
        )
        self.show_moment(moment, speech, self.hints(moment))

    def hints(self, moment: Moment) -> Sequence[KeyHint]:
        """Return the keys that do something now."""
        hints = key_hints(moment, self.hand)
        return (KeyHint("w", "w", "why?"), *hints) if self._refusal is not None else hints

    def _take_news(self) -> None:
        """Say at once what happened to the file; the start screen says it again."""
        news = self.fevga.store.notices[self._told :]
        if news:
            self._told += len(news)
            self.message, self._is_refusal = " ".join(news), False

    def say(self, message: str) -> None:
        """Say something, and show the table."""
        self.message, self._is_refusal, self._refusal = message, False, None
        self.show()

    def refuse(self, message: str, refusal: Refusal | None = None) -> None:
        """Say why something is not possible; nothing else changes."""
        self.message, self._is_refusal, self._refusal = message, True, refusal
        self.show()

    def _seat(self) -> Side:
        """Return the seat to draw for: the side on roll's where the table turns by itself."""
        turns = self.fevga.settings.turning == "by itself"
        return self._acting if turns else self.hand.seat

    def take_setting(self, name: str) -> None:
        """Show the table as this setting says; it may turn."""
        if name == "turning":
            self.hand = self.hand._replace(seat=self._seat())
        super().take_setting(name)

    @property
    def _acting(self) -> Side:
        match = self.session.match
        return match.contest_side if match.phase is Phase.CONTEST else match.on_roll

    # Keys

    def act(self, key: str, event: Key) -> None:
        """Answer a key: dice come to rest; an open line has all keys, else each does its own."""
        self.part(BoardView).land()
        if self.hand.typed is not None:
            self._type(key)
        elif key.isdecimal() or key == "digits":
            self._open_line("" if key == "digits" else key)
        elif key in _ARROWS:
            self._move_cursor(*_ARROWS[key])
        elif key in self._keys:
            self._keys[key](self)
        elif len(key) == 1:
            self.refuse(f"The key {event.character or key} does nothing here; ? shows the keys.")

    def leave(self) -> None:
        """Go back to the start screen, which offers to go on with the match."""
        self.fevga.show_start()

    # Dice

    def _roll(self) -> None:
        match = self.session.match
        if match.phase is Phase.TO_PLAY:
            self.refuse(DICE_STAY)
        elif match.started.dice is DiceFrom.PLAYERS:
            what = "your die, like 5" if match.phase is Phase.CONTEST else "both dice, like 65"
            self.refuse(f"These are your own dice: type {what}, then Enter, or click the faces.")
        else:
            self._commit(self.session.roll)
            if self.fevga.has_motion and self.session.match.phase is Phase.TO_PLAY:
                self.part(BoardView).roll()

    # Moves

    def _enter(self) -> None:
        turn = self.session.turn
        if turn is None:
            self.refuse(f"{prompt(Moment.of(self.session), self.hand)}.")
        elif turn.is_complete:
            self._commit(self.session.end_turn)
        elif self.hand.cursor is None:
            self._move_cursor(0, 0)
        else:
            self.choose(self.hand.cursor)

    def choose(self, place: Place) -> None:
        """Choose a checker, or where the chosen one goes (see the keys)."""
        turn, side = self.session.turn, self.session.match.on_roll
        self.hand = self.hand._replace(cursor=place)
        if turn is None:
            self.refuse(f"{prompt(Moment.of(self.session), self.hand)}.")
            return
        if isinstance(place, Side) and place is not side:
            self.refuse(f"That is {place.word}'s tray; {side.word} is on roll.")
            return
        own = OFF if isinstance(place, Side) else side.own(place)
        if turn.is_complete:
            self.refuse(f"{why_stuck(turn, side)} Enter ends the turn.".strip())
        elif self.hand.chosen is None:
            self._choose_source(turn, own)
        elif own == self.hand.chosen:
            self._let_go()
        elif own in turn.targets(self.hand.chosen):
            moves = turn.targets(self.hand.chosen)[own]
            self._commit(lambda: self.session.push(moves))
        elif own in turn.sources:
            self._choose_source(turn, own)
        else:
            refusal = turn.refusal(self.hand.chosen, own)
            assert refusal is not None, "a target that is not offered is refused"
            self.refuse(sentence(refusal, side), refusal)

    def _choose_source(self, turn: Turn, own: int) -> None:
        side = self.session.match.on_roll
        if own in turn.sources:
            self.hand = self.hand._replace(chosen=own)
            self.say("")
            return
        if own == OFF:
            self.refuse("Choose a checker first, then where it goes.")
            return
        refusal = why_not(turn, own, None)
        assert refusal is not None, "a checker that may not move is refused with every die"
        self.refuse(sentence(refusal, side), refusal)

    def _let_go(self) -> None:
        if self.hand.chosen is not None:
            self.hand = self.hand._replace(chosen=None)
            self.say("")

    def _undo(self) -> None:
        self._commit(self.session.undo)

    def _play_forced(self) -> None:
        self._commit(self.session.play_forced)

    def _list_plays(self) -> None:
        """Walk through all legal plays on the board; with none, say what is in the way."""
        from fevga_tui.ui.screens.plays import PlaysScreen

        turn = self.session.turn
        if turn is None:
            self.refuse(f"{prompt(Moment.of(self.session), self.hand)}.")
        elif turn.is_complete:
            why = why_stuck(turn, self.session.match.on_roll)
            self.refuse(f"{why} Enter ends the turn.".strip())
        else:
            self.app.push_screen(PlaysScreen(self.session, self.hand, self._commit_moves))

    def _explain(self) -> None:
        """Say why the last move was refused, or what the point under the cursor can do."""
        turn, side = self.session.turn, self.session.match.on_roll
        if turn is None:
            self.refuse(f"{prompt(Moment.of(self.session), self.hand)}.")
            return
        refusal = self._refusal
        if refusal is None and self.hand.cursor is not None:
            place = self.hand.cursor
            if isinstance(place, Side) and (place is not side or self.hand.chosen is None):
                self.choose(place)
                return
            own = OFF if isinstance(place, Side) else side.own(place)
            refusal = why_not(turn, own, self.hand.chosen)
        if refusal is None:
            self.say("Nothing is refused here: this may be done.")
            return
        begins = paragraph(refusal.rule)
        self.fevga.show_text(explained(turn, refusal, side), turn.ruleset, begins[:30])

    def _commit_moves(self, moves: Play) -> None:
        self._commit(lambda: self.session.push(moves))

    # The line

    def _open_line(self, text: str) -> None:
        match = self.session.match
        is_own = match.started.dice is DiceFrom.PLAYERS
        if match.phase is Phase.TO_PLAY or (
            is_own and (match.allows(DiceRolled) or match.phase is Phase.CONTEST)
        ):
            self.hand = self.hand._replace(typed=text)
            self.say("")
        else:
            self.refuse(f"{prompt(Moment.of(self.session), self.hand)}.")

    def _close_line(self) -> None:
        self.hand = self.hand._replace(typed=None)

    def _type(self, key: str) -> None:
        typed = self.hand.typed or ""
        if key == "enter" and typed.strip():
            enter = self.session.enter_play if self.session.turn else self.session.enter_dice
            self._commit(lambda: enter(typed))
        elif key in ("enter", "escape") or (key == "backspace" and not typed):
            # What was refused stays said, so that w can explain it.
            self._close_line()
            self.show()
        elif key == "backspace":
            self._edit(typed[:-1])
        elif key == "space":
            self._edit(f"{typed} ")
        elif key == "w" and self._refusal is not None:
            self._explain()
        elif len(key) == 1:
            self._edit(typed + key)

    def _edit(self, text: str) -> None:
        self.hand = self.hand._replace(typed=text[:_LONGEST_LINE])
        # Of another move nobody has said yet why it is refused; w is a letter again.
        self._refusal = None
        self.show()

    def on_paste(self, event: Paste) -> None:
        """Take pasted text into the open line; without one it does nothing."""
        event.stop()
        if self.hand.typed is None:
            self.refuse("Pasted text goes into the move line: type a digit to open it.")
            return
        first = event.text.strip().partition("\n")[0]
        plain = "".join(letter for letter in first[:_LONGEST_LINE] if letter.isprintable())
        self._edit(self.hand.typed + plain)

    # The cursor

    def _spot(self, place: Place) -> Spot:
        seat = self.hand.seat
        return tray_spot(place, seat) if isinstance(place, Side) else spots(seat)[place]

    def _move_cursor(self, down: int, right: int) -> None:
        """Move the cursor one place as drawn; up and down go to the opposite one."""
        places: dict[Spot, Place] = {self._spot(place): place for place in range(1, 25)}
        places |= {self._spot(side): side for side in Side}
        if self.hand.cursor is None:
            cursor = self._first_legal()
        else:
            row, column = self._spot(self.hand.cursor)
            wanted = (row if not down else TOP if down < 0 else BOTTOM, column + right)
            cursor = places.get(wanted, self.hand.cursor)
        self.hand = self.hand._replace(cursor=cursor)
        self.show()

    def _legal_places(self) -> list[Place]:
        """Return what Tab visits: the sources, or the targets of the chosen checker."""
        turn, side = self.session.turn, self.session.match.on_roll
        if turn is None:
            return []
        owns = turn.sources if self.hand.chosen is None else tuple(turn.targets(self.hand.chosen))
        return [side.printed(own) if own else side for own in owns]

    def _first_legal(self) -> Place:
        return next(iter(self._legal_places()), self._acting.printed(24))

    def _next_legal(self, by: int) -> None:
        places = self._legal_places()
        if not places:
            self.refuse(f"{prompt(Moment.of(self.session), self.hand)}.")
            return
        if self.hand.cursor in places:
            cursor = places[(places.index(self.hand.cursor) + by) % len(places)]
        else:
            cursor = places[0 if by > 0 else -1]
        self.hand = self.hand._replace(cursor=cursor)
        self.show()

    # The table

    def _turn_table(self) -> None:
        self.message = "" if self._is_refusal and self._refusal is None else self.message
        self.turn_table()

    def _show_numbers(self) -> None:
        shows = self.toggle_numbers()
        self.say(
            f"The outer numbers are printed; the inner ones are {self._acting.word}'s own."
            if shows
            else ""
        )

    # Ending a game: dialogs that nobody sees at the start are imported when they are shown.

    def _offer_draw(self) -> None:
        from fevga_tui.ui.screens.question import QuestionScreen

        match = self.session.match
        if not match.allows(DrawAgreed):
            self.refuse(NO_DRAW_NOW)
            return

        def answered(yes: bool | None) -> None:  # noqa: FBT001 (a dialog's result)
            if yes:
                self._commit(self.session.agree_draw)
            else:
                self.say(draw_declined(match))

        self.app.push_screen(
            QuestionScreen(draw_question(match), "Agree to the draw", "Play on"),
            answered,
        )

    def _resign(self) -> None:
        from fevga_tui.ui.screens.question import QuestionScreen

        match = self.session.match
        if not match.allows(Resigned):
            self.refuse(NO_RESIGNING_NOW)
            return

        def answered(yes: bool | None) -> None:  # noqa: FBT001 (a dialog's result)
            if yes:
                self._commit(self.session.resign)

        loser = player(match, match.on_roll)
        self.app.push_screen(
            QuestionScreen(resign_question(match), f"{loser} resigns", "Play on"),
            answered,
        )

    def _show_result(self) -> None:
        from fevga_tui.ui.screens.result import ResultScreen

        if self.session.match.phase not in (Phase.GAME_OVER, Phase.MATCH_OVER):
            return

        def answered(key: str | None) -> None:
            if key == "n":
                self._commit(self.session.next_game)
            elif key == "s":
                self._commit(self.session.stop)
            elif key == "r":
                self.fevga.start_match(self.session.match.started)
            else:
                self.fevga.show_start()

        self.app.push_screen(ResultScreen(self.session), answered)

    # Making it happen

    def _commit(self, happens: Callable[[], Refusal | None]) -> None:
        """Make a move or an event happen, then show what follows from it."""
        before = self.session.match
        acted = self._acting
        try:
            refusal = happens()
        except FevgaError as error:
            self.refuse(as_sentence(error))
            return
        if refusal is not None:
            self.refuse(sentence(refusal, before.on_roll), refusal)
            return
        match, turn = self.session.match, self.session.turn
        self.hand = self.hand._replace(chosen=None, typed=None)
        self.message, self._is_refusal, self._refusal = "", False, None
        if match is not before:
            self._come_to_turn()
        elif turn and turn.moves:
            self._follow(turn)
            self.show()
        else:
            self.show()
        if self._acting is not acted or match.game != before.game:
            # The key that ended this turn is not to act for the other side.
            self.hold_keys()
        if match is not before:
            self._show_result()

    def _follow(self, turn: Turn) -> None:
        """Put the cursor where the last move ended, and say why dice are left over."""
        side, target = self.session.match.on_roll, turn.moves[-1].target
        self.hand = self.hand._replace(cursor=side.printed(target) if target else side)
        self.message = why_stuck(turn, side)

    def _come_to_turn(self) -> None:
        """Show a new roll or a new turn: the seat, the cursor, and what there is to say."""
        match, turn = self.session.match, self.session.turn
        self.hand = self.hand._replace(seat=self._seat(), chosen=None, typed=None, cursor=None)
        if turn:
            self.hand = self.hand._replace(cursor=self._first_legal())
            self.message = about_roll(match, turn)
            if turn.moves:
                self._follow(turn)
        elif match.phase is Phase.TO_ROLL and not self.session.record.game.turns:
            self.message = why_opens(match)
        elif match.phase is Phase.CONTEST:
            self.message = contest_tied(match) or HOW_TO_PLAY
        self.show()

    # News from the parts, which may come when what was clicked before has led away from here

    def on_quadrant_view_chosen(self, event: QuadrantView.Chosen) -> None:
        """Choose the point that was clicked."""
        event.stop()
        if self.is_on_top:
            self._close_line()
            self.choose(event.printed)

    def on_tray_view_chosen(self, event: TrayView.Chosen) -> None:
        """Choose the tray that was clicked."""
        event.stop()
        if self.is_on_top:
            self._close_line()
            self.choose(event.side)

    def on_dice_view_face_chosen(self, event: DiceView.FaceChosen) -> None:
        """Type the face that was clicked."""
        event.stop()
        typed = self.hand.typed or ""
        most = 1 if self.session.match.phase is Phase.CONTEST else 2
        if self.is_on_top:
            self._open_line((typed + str(event.value))[-most:])

    def on_dice_view_clicked(self, event: DiceView.Clicked) -> None:
        """Do what is to be done now."""
        event.stop()
        if self.is_on_top:
            self._do_next()

    def on_speech_view_clicked(self, event: SpeechView.Clicked) -> None:
        """Do what is to be done now."""
        event.stop()
        if self.is_on_top:
            self._do_next()

    def _do_next(self) -> None:
        """Roll, take the typed line or end the turn, whatever is due."""
        turn = self.session.turn
        if self.hand.typed is not None:
            self._type("enter")
        elif turn is None:
            self._roll()
        elif turn.is_complete:
            self._enter()
        else:
            self.refuse(f"{prompt(Moment.of(self.session), self.hand)}.")

    _keys: ClassVar[dict[str, Callable[[TableScreen], None]]] = {
        "r": _roll,
        "space": _roll,
        "enter": _enter,
        "escape": _let_go,
        "tab": lambda self: self._next_legal(1),
        "shift+tab": lambda self: self._next_legal(-1),
        "u": _undo,
        "backspace": _undo,
        "a": _play_forced,
        "f": _turn_table,
        "n": _show_numbers,
        "d": _offer_draw,
        "x": _resign,
        "m": _list_plays,
        "w": _explain,
        "h": lambda self: self.fevga.show_past(self.session),
        "s": lambda self: self.fevga.show_settings(),
        "?": lambda self: self.fevga.show_help(self.session.match.started.ruleset),
        "q": leave,
    }
