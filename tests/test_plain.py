"""Plain mode: matches played in lines of text, typed and piped in, and read from them alone."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from app_pilot import Game, dice_of, opened, session_at, started
from brute_force import RULES, enumerate_plays
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stores import CASES, PROJECT, chance, kept, private_space
from terminal import Terminal
from test_architecture import brought_along, modules, outside, rooms_of

from fevga_tui.holder import Holder
from fevga_tui.plain import talk
from fevga_tui.plain.facts import RefusedError
from fevga_tui.plain.lines import LONGEST, LineError, Lines
from fevga_tui.plain.paper import Paper
from fevga_tui.plain.talk import Talk
from fevga_tui.plain.telling import HELP
from fevga_tui.rules.events import (
    DiceFrom,
    DiceRolled,
    DrawAgreed,
    MatchStarted,
    PlayMade,
    PlayStopped,
    Resigned,
    RollWithdrawn,
)
from fevga_tui.rules.match import Ending, Phase, replay
from fevga_tui.rules.matchfile import read_events
from fevga_tui.rules.notation import play_text, roll_text
from fevga_tui.rules.position import Side
from fevga_tui.rules.record import retold
from fevga_tui.rules.ruleset import RULESETS
from fevga_tui.session import Session
from fevga_tui.store import MatchInUseError, Store

PLAIN = [sys.executable, "-m", "fevga_tui", "--plain"]
OWN = ("--white", "Anna", "--black", "Bob", "--dice", "own")
KEPT = "The match is kept: fevga --plain --resume goes on with it"

SCRIPT = (CASES / "match-to-3.txt").read_text(encoding="utf-8")
LINES = [line for line in SCRIPT.splitlines() if line and not line.startswith("#")]
EVENTS = read_events((CASES / "match-to-3.jsonl").read_text(encoding="utf-8")).events


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder on a disk that is quick."""
    place = Path(tempfile.mkdtemp(dir=private_space()))
    yield place
    shutil.rmtree(place)


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of a run, with its own data folder."""
    return {"PATH": os.defpath, "LANG": "C.UTF-8", "FEVGA_DATA": str(folder), **more}


def plain(
    folder: Path,
    lines: Iterable[str] | bytes,
    *options: str,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run plain mode with lines piped in."""
    given = lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode()
    done = subprocess.run(
        [*PLAIN, *options],
        input=given,
        capture_output=True,
        cwd=PROJECT,
        env=environment(folder, **(env or {})),
        timeout=60,
        check=False,
    )
    out, err = (stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr))
    assert "Traceback" not in err, err
    assert "\x1b" not in out + err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


@dataclass
class Desk:
    """A talk in this process, and all that it wrote."""

    talk: Talk
    capture: pytest.CaptureFixture[str]
    written: list[str] = field(default_factory=list)

    def enter(self, *lines: str) -> str:
        """Enter lines; return what was written, a refusal and the prompt included."""
        before = len(self.written)
        for line in lines:
            try:
                self.talk.answer(line)
                refusal = ""
            except RefusedError as error:
                refusal = f"Refused: {error}\n"
            self.written.append(f"{self.capture.readouterr().out}{refusal}{self.talk.prompt}\n")
        return "".join(self.written[before:])

    @property
    def session(self) -> Session:
        """The session on the table."""
        assert self.talk.session
        return self.talk.session

    @property
    def state(self) -> tuple[object, ...]:
        """All that a refusal may not change."""
        session = self.talk.session
        return (session, session and list(session.events), session and session.turn)


@pytest.fixture
def desk(capsys: pytest.CaptureFixture[str]) -> Desk:
    """A desk with no match on it, whose dice fall 6, 5, 4, 3, …"""
    holder = Holder(Store.open(None), dice_of("654321" * 20))
    return Desk(Talk(holder, Paper(is_typed=False, needs_signs=True)), capsys)


@pytest.fixture
def own(desk: Desk) -> Desk:
    """A desk with a match of the players' own dice on it, which White opens."""
    desk.enter("new white Anna black Bob dice own", "5", "3")
    return desk


def at(desk: Desk, position: str, roll: str = "", match: MatchStarted | None = None) -> Desk:
    """Set a position up, perhaps with a roll."""
    session = session_at(position, roll, match=match or started(own=True))
    desk.talk.take(session, told=len(session.events))
    return desk


# -- a whole match from a file


def test_the_script_of_a_match_makes_just_its_events(folder: Path) -> None:
    done = plain(folder, SCRIPT.encode(), *OWN, "--to", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert kept(folder, 1) == EVENTS
    assert done.stdout.count("Refused") == 0
    for told in (
        "Both rolled 5: a tie, so both roll again.",
        "White rolled 6, Black 3: Anna (White) opens the game.",
        "No 6 can be played: Black holds 12, and the first checker has not passed yet.",
        "Anna (White) passed with 66.",
        "Anna (White): resign this game? Bob (Black) gets 2 points, a mars",
        "Bob (Black) wins the game. Anna (White) resigned. Anna (White) has borne off none: mars,",
        "Bob (Black) won the last game and opens this one.",
        "Bob (Black): Anna (White) offers a draw. Do you agree?",
        "A draw was agreed: nobody scores.",
        "After a draw a contest decides who opens the next game.",
        "Bob (Black) wins the game. All fifteen are off. Anna (White) has borne off none: mars, 2",
        "Bob (Black) wins the match after 3 games.",
        "Anna (White) 0 - 4 Bob (Black)   (match to 3)",
    ):
        assert told in done.stdout


def test_the_script_holds_all_that_can_happen_in_a_match() -> None:
    match, record = retold(EVENTS)
    first, second, third = record.games
    assert first.contests[0][0] == first.contests[0][1], "a tie"
    assert [game.opener for game in record.games] == [Side.WHITE, Side.BLACK, Side.BLACK]
    assert second.contests == [], "the winner opens"
    assert third.contests == [(2, 6)], "a contest after the draw"
    endings = [(outcome.ending, outcome.points) for outcome in match.outcomes]
    assert endings == [(Ending.RESIGNED, 2), (Ending.DRAWN, 0), (Ending.BORNE_OFF, 2)]
    assert any(not turn.play for turn in third.turns), "a pass"
    assert any(turn.roll.is_double and len(turn.play) == 4 for turn in third.turns)
    assert match.phase is Phase.MATCH_OVER
    assert all(re.fullmatch(r"(\d\d?/(\d\d?|off) ?)+", line) for line in LINES if "/" in line)


def play_lines(session: Session, lines: Iterable[str]) -> None:
    """Play lines of the script by the session's own methods."""
    for line in lines:
        if line == "end":
            session.end_turn()
        elif line == "next":
            session.next_game()
        elif "/" in line:
            assert session.enter_play(line) is None
        elif line.isdecimal():
            session.enter_dice(line)


async def press_lines(game: Game, lines: Iterable[str]) -> None:
    """Play lines of the script by the keys of the app."""
    keys = {"end": "enter", "next": "n", "draw": "d", "resign": "x", "yes": "y"}
    for line in lines:
        game.clock.wait()
        if line in keys:
            await game.press(keys[line])
        else:
            await game.enter(line)


async def test_a_match_is_passed_from_mode_to_mode_and_stays_the_same(folder: Path) -> None:
    # The cuts lie between rolls and moves, between moves and the end of their turn, before the
    # answer of a question, and where a game is over.
    cuts = [0, 6, 9, 17, 24, 30, 36, len(LINES)]
    legs = [LINES[begin:end] for begin, end in pairwise(cuts)]
    for number, leg in enumerate(legs):
        if number in (1, 5):
            store = Store.open(folder)
            taken = store.take_up(1)
            play_lines(Session(taken.events, taken.draft, keeper=taken.keeper), leg)
            store.close()
        elif number == 3:
            store = Store.open(folder)
            async with opened(store=store, resumes=True) as game:
                await press_lines(game, leg)
            store.close()
        else:
            done = plain(folder, leg, *(("--resume",) if number else OWN))
            assert (done.returncode, done.stderr) == (0, "")
        events = kept(folder, 1)
        assert events == EVENTS[: len(events)], f"leg {number}"
    assert events == EVENTS


# -- what is typed, word by word


def test_help_names_every_word_and_nothing_else(desk: Desk) -> None:
    said = desk.enter("help")
    named = {word for line in HELP.splitlines() for word in re.findall(r"[a-z]+", line)}
    words = (talk._WORDS.keys() | talk._FACTS.keys()) - {"?", "pass", "exit"}
    assert words <= named
    for head in re.findall(r"(?:^|\. )([a-z, ]+)(?: [\d/]+)?:", HELP, re.MULTILINE):
        assert set(head.split(", ")) - {"help rules"} <= words | {"log"}
    for line in HELP.splitlines():
        assert line in said
        assert len(line) < 80


def test_roll_throws_the_dice_of_the_program(desk: Desk) -> None:
    assert "Anna (White) rolls one die to open: type roll." in desk.enter("new white Anna")
    said = desk.enter("ROLL", "roll", "Roll")
    assert "Anna (White) rolled 6." in said
    assert "Black rolled 5." in said
    assert "White rolled 6, Black 5: Anna (White) opens the game." in said
    assert "Anna (White) to play 43: type moves, like 24/20; moves lists them all." in said
    assert desk.enter("65").startswith("Refused: A number alone is one of the list")
    assert desk.enter("roll").startswith("Refused: The dice are rolled and stay until the turn")


@pytest.mark.parametrize("typed", ["65", "56", "6 5", "6-5", "roll 65", "ROLL 5,6"])
def test_own_dice_are_typed(own: Desk, typed: str) -> None:
    assert "Anna (White) rolled 65." in own.enter(typed)


@pytest.mark.parametrize(
    "typed", ["24/18 18/13", "24/18/13", "24/13", "24-18 18-13", "24 18 18 13", "18/13 24/18"]
)
def test_moves_are_typed_as_at_the_table(own: Desk, typed: str) -> None:
    said = own.enter("65", typed)
    assert "24/18/13 is played." in said
    assert said.endswith(
        "Anna (White) has played 24/18/13 with 65: end ends the turn, undo takes a move back.\n"
    )


def test_single_moves_say_what_is_left(own: Desk) -> None:
    said = own.enter("65", "24/18")
    assert "24/18 is played. 5 is left to play." in said
    assert "Anna (White) to play 65, 24/18 is played and 5 is left: type moves, like 18/13" in said


def test_undo_takes_moves_back_one_by_one_and_then_own_dice(own: Desk) -> None:
    said = own.enter("65", "24/13", "undo", "undo", "undo", "undo")
    assert "18/13 is taken back." in said
    assert "24/18 is taken back." in said
    assert "The roll is taken back." in said
    assert (
        "Refused: There is nothing to take back: a roll stays, and so does the last turn." in said
    )
    assert [type(event) for event in own.session.events[-2:]] == [DiceRolled, RollWithdrawn]


def test_end_ends_the_turn_and_says_where_everybody_stands(own: Desk) -> None:
    said = own.enter("65", "24/13", "end")
    assert "Anna (White) played 24/18/13 with 65." in said
    assert "Anna (White) has 14 on 24, 1 on 13; 0 off; 349 pips." in said
    assert "Bob (Black) has 15 on 12; 0 off; 360 pips." in said
    assert said.endswith("Bob (Black) to roll: type both dice, like 65.\n")


@pytest.mark.parametrize("word", ["end", "pass"])
def test_a_pass_is_said_with_its_reason_and_ended(desk: Desk, word: str) -> None:
    said = at(desk, "24x14,18 12x14,1 w").enter("66", word)
    assert "No 6 can be played: Black holds 12, and the first checker has not passed yet." in said
    assert "Anna (White): no legal move with 66: end passes." in said
    assert "Anna (White) passed with 66." in said
    assert isinstance(desk.session.events[-1], PlayMade)


def test_moves_lists_the_plays_and_a_number_plays_one(desk: Desk) -> None:
    said = at(desk, "24x14,5 12x14,20 w", "21").enter("moves")
    listed = re.findall(r"^(\d+)\. (.*)$", said, re.MULTILINE)
    assert len(listed) == len(desk.session.turn.plays if desk.session.turn else ())
    assert f"{len(listed)} plays are legal with 21:" in said
    number, play = listed[-1]
    assert f"{play} is played." in desk.enter(number)


def test_a_number_belongs_to_a_list_of_just_now(desk: Desk) -> None:
    at(desk, "24x14,5 12x14,20 w", "21")
    assert desk.enter("1").startswith("Refused: A number alone is one of the list: type moves")
    desk.enter("moves", "5/4")
    assert "Refused: A number alone" in desk.enter("1")
    said = desk.enter("moves", "99", "0", "9" * 40)
    assert "legal with 21 after 5/4:" in said
    assert said.count("Refused: The list has the numbers 1-") == 3


def test_moves_says_why_there_is_none(desk: Desk, own: Desk) -> None:
    assert "All dice are played: end ends the turn, or undo." in own.enter("65", "24/13", "moves")
    said = at(desk, "24x14,18 12x14,1 w", "66").enter("moves")
    assert said.startswith("No 6 can be played: Black holds 12")


def test_forced_plays_what_is_forced(own: Desk) -> None:
    assert "24/18/13 is played." in own.enter("65", "forced")
    assert "Refused: No play is forced now." in own.enter("forced")


def test_why_answers_without_playing(own: Desk) -> None:
    own.enter("65")
    before = own.state
    said = own.enter("why 24/18", "why 24/13", "why 13/8", "WHY 24/23")
    assert "24/18 is legal." in said
    assert "24/18/13 is legal." in said
    assert "13/8 is not legal: White has no checker on 13." in said
    assert "24/23 is not legal: that is 1 pip, and the dice left are 6 and 5." in said
    assert "Refused" not in said
    assert own.enter("why").startswith("Refused: Why what? Type a move behind it, like why 24/19.")
    assert own.enter("why me").startswith("Refused: 'me' is no move; write it like 24/18")
    assert own.state == before


def test_why_alone_tells_what_is_special_about_the_roll(desk: Desk) -> None:
    said = at(desk, "24x9,6,5,4,3,2,1 7x15 w", "65").enter("why")
    assert said.startswith("All fifteen Black checkers are shut in: with 65 you must open one of")


def test_position_is_said_in_sentences_and_in_short(desk: Desk) -> None:
    said = at(desk, "6x2,5x2,2 13x9,18 b").enter("position")
    assert "Anna (White) has 2 on 6, 2 on 5, 1 on 2; 10 off; 24 pips." in said
    assert "Bob (Black) has 1 on 18, 9 on 13; 5 off; 15 pips." in said
    assert "In short: 6x2,5x2,2 18,13x9 b" in said


def test_a_side_with_none_on_the_board_is_said_too(desk: Desk) -> None:
    at(desk, "1 13x9 w").enter("11", "1/off")
    assert "Anna (White) has none on the board; 15 off; 0 pips." in desk.enter("position")


def test_moves_of_the_turn_count_at_once(own: Desk) -> None:
    said = own.enter("65", "24/18", "position", "pips")
    assert "Anna (White) has 14 on 24, 1 on 18; 0 off; 354 pips." in said
    assert "Anna (White) has 354 pips, Bob (Black) has 360 pips: Anna (White) is 6 ahead." in said


def test_board_is_drawn_and_said(own: Desk) -> None:
    said = own.enter("board")
    assert "13   14   15   16   17   18     19   20   21   22   23   24" in said
    assert "[XX]" in said
    assert said.isascii()
    assert "White is OO, Black is XX.\nAnna (White) has 15 on 24" in said


def test_score_tells_what_is_played_and_who_opened(own: Desk) -> None:
    said = own.enter("score")
    assert "Anna (White) 0 - 0 Bob (Black)   (match to 3)" in said
    assert "Game 1, rules fevga, the players' own dice." in said
    assert "Contest: White rolled 5, Black 3.\nAnna (White) opened the game." in said


def test_last_and_log_tell_the_game(own: Desk) -> None:
    assert "No turn of this game is over yet." in own.enter("last")
    own.enter("65", "24/13", "end", "43", "12/8/5", "end", "resign", "yes", "next")
    log = own.enter("log 1")
    assert "Turn 1: Anna (White) rolled 65 and played 24/18/13." in log
    assert "Turn 2: Bob (Black) rolled 43 and played 12/8/5." in log
    assert "Bob (Black) wins the game. Anna (White) resigned." in log
    assert "Bob (Black) opened the game, having won the last one." in own.enter("log")
    assert own.enter("log 3").startswith("Refused: This match has the games 1-2, like log 2.")
    assert own.enter("log x").startswith("Refused: This match has the games 1-2")
    own.enter("66", "12/6", "end", "65", "24/13", "end")
    assert "Turn 2: Anna (White) rolled 65 and played 24/18/13." in own.enter("last")


def test_dice_counts_what_was_thrown(own: Desk) -> None:
    said = own.enter("66", "dice")
    assert (
        "Anna (White) threw 1 to 6 so many times: 0, 0, 0, 0, 1, 2; 0.5 of each were due." in said
    )


def test_a_draw_is_offered_to_the_other_player_by_name(own: Desk) -> None:
    said = own.enter("draw")
    assert said.startswith("Bob (Black): Anna (White) offers a draw. Do you agree?")
    assert said.endswith("Answer yes or no.\n")
    assert own.enter("24/18", "").count("Refused: That is no answer: type yes or no.") == 2
    assert "Bob (Black) declines the draw." in own.enter("NO")
    assert not own.session.match.outcomes
    assert "A draw was agreed: nobody scores." in own.enter("draw", "Yes")
    assert isinstance(own.session.events[-1], DrawAgreed)


def test_resigning_asks_and_says_what_it_costs(desk: Desk) -> None:
    said = at(desk, "6x2,5x2 13x15 w").enter("resign", "n")
    assert "Anna (White): resign this game? Bob (Black) gets 1 point. Answer yes or no." in said
    assert "The game goes on." in said
    said = desk.enter("resign", "y")
    assert "Anna (White) has borne off 11, so 1 point." in said
    assert isinstance(desk.session.events[-1], Resigned)


def test_next_stop_and_rematch_come_in_their_time(desk: Desk) -> None:
    desk.enter("new to unlimited dice own", "5", "3")
    said = desk.enter("next", "stop", "rematch")
    assert "Refused: There is no next game now." in said
    assert "Refused: Unlimited play is stopped between games; quit leaves the match kept." in said
    assert "Refused: A rematch comes after the match." in said
    assert "next goes on, stop ends the match, quit leaves." in desk.enter("resign", "yes")
    assert "Game 2 begins." in desk.enter("next")
    said = desk.enter("resign", "yes", "stop")
    assert isinstance(desk.session.events[-1], PlayStopped)
    assert "Play stopped level after 2 games." in said
    assert said.endswith("The match is over: rematch plays the same again, quit leaves.\n")
    said = desk.enter("rematch")
    assert "White 0 - 0 Black   (unlimited play)" in said
    assert desk.session.events == [desk.session.match.started]


def test_a_match_to_points_is_not_stopped(own: Desk) -> None:
    said = own.enter("resign", "yes", "stop")
    assert "Refused: A match to 3 ends by its points; quit leaves the match kept." in said


def test_new_takes_what_the_options_take(desk: Desk) -> None:
    desk.enter("new BLACK Νίκος the Great to 7 dice own rules reach white Ελένη")
    match = desk.session.match.started
    expected = ("Ελένη", "Νίκος the Great", 7, RULESETS["reach"], DiceFrom.PLAYERS)
    assert (match.white, match.black, match.target, match.ruleset, match.dice) == expected


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("new Anna Bob", "a new match is begun like this: new white Anna black Bob to 5"),
        ("new white", "like this"),
        ("new white A white B", "like this"),
        ("new to 0", "'0' is neither 1-999 nor unlimited"),
        ("new to " + "9" * 400, "is neither 1-999 nor unlimited"),
        ("new rules acey", "no ruleset 'acey'; there are fevga"),
        ("new dice loaded", "'loaded' is neither program nor own"),
    ],
)
def test_new_refuses_what_is_no_match(desk: Desk, line: str, said: str) -> None:
    told = desk.enter(line)
    assert told.startswith("Refused: ")
    assert said.casefold() in told.casefold()
    assert desk.talk.session is None


def test_help_rules_prints_the_rules_in_force(desk: Desk) -> None:
    assert "The first checker: the one that leaves your start first" in desk.enter("help rules")
    desk.enter("new rules moultezim")
    said = desk.enter("help rules")
    assert "moultezim is played like fevga, except" in said
    assert "The keys" not in said


# -- refusals


ANYWHERE = [
    ("foo", "'foo' is no word here; help lists them, like moves."),
    ("ρολλ", "'ρολλ' is no word here"),
    ("undo it", "undo stands alone: type undo and nothing behind it."),
    ("help me", "help stands alone, or as help rules."),
    ("/24", "'/24' is no word here"),
    ("24/18/13/" * 20, "There is no roll to play now."),
]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        *ANYWHERE,
        ("7", "A roll is two dice of 1-6, like 65, not '7'."),
        ("67", "A roll is two dice of 1-6, like 65, not '67'."),
        ("roll", "These are your own dice: type what they show."),
        ("24/18", "There is no roll to play now."),
        ("moves", "There is no roll to play now."),
        ("why 24/19", "There is no roll to play now."),
        ("end", "There is no roll to play now."),
        ("forced", "There is no roll to play now."),
        ("new", "A match is open: quit leaves it kept, then begin another."),
        ("resume", "A match is open"),
    ],
)
def test_before_a_roll_it_is_refused(own: Desk, line: str, said: str) -> None:
    before = own.state
    assert own.enter(line).startswith(f"Refused: {said}")
    assert own.state == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("24/19", "24/19 is not legal: it would close all six points 19-24, your starting"),
        ("24/24", "24/24 is not legal: White runs from 24 down to 1."),
        ("5/1", "5/1 is not legal: that is 4 pips, and the dice left are 5 and 3."),
        ("12/9", "12/9 is not legal: White has no checker on 12."),
        ("end", "The turn is not over: 5 and 3 are left."),
        ("24/99", "There is no point 99 in '24/99': points are 1-24."),
        ("24//18", "'24//18' is no move; write it like 24/18"),
        ("next", "There is no next game now."),
    ],
)
def test_in_a_turn_it_is_refused(desk: Desk, line: str, said: str) -> None:
    at(desk, "24x9,23,22,21,20,5,1 12x15 w", "53")
    before = desk.state
    assert desk.enter(line).startswith(f"Refused: {said}")
    assert desk.state == before


@pytest.mark.parametrize("line", ["roll", "65", "24/18", "moves", "draw", "resign", "undo", "end"])
def test_after_a_game_it_is_refused(own: Desk, line: str) -> None:
    own.enter("draw", "yes")
    before = own.state
    assert own.enter(line).startswith("Refused: ")
    assert own.state == before


@pytest.mark.parametrize("line", ["roll", "5", "moves", "position", "draw", "next", "log", "why"])
def test_without_a_match_it_is_refused(desk: Desk, line: str) -> None:
    assert desk.enter(line).startswith("Refused: No match is open: type new or resume first.")


@pytest.mark.parametrize(
    ("line", "said"),
    [("7", "A die shows 1-6, like 5, not '7'."), ("65", "A die shows 1-6, like 5, not '65'."),
     ("draw", "A draw can be offered by the side on roll, once the game has begun."),
     ("resign", "The side on roll can resign, once the game has begun.")],
)  # fmt: skip
def test_in_the_contest_it_is_refused(desk: Desk, line: str, said: str) -> None:
    desk.enter("new dice own")
    assert desk.enter(line).startswith(f"Refused: {said}")


def test_the_program_does_not_take_dice(desk: Desk) -> None:
    desk.enter("new")
    assert desk.enter("5").startswith("Refused: The program throws the dice: type roll.")
    assert desk.enter("roll 5").startswith("Refused: The program throws the dice: type roll.")


# -- read from the text alone


@dataclass
class Reader:
    """What somebody knows of a match who reads only what is written."""

    stands: dict[str, str] = field(default_factory=dict)
    side: str = ""
    roll: str = ""

    def read(self, text: str) -> None:
        """Take in what is written."""
        for line in text.splitlines():
            if found := re.match(r".*\((White|Black)\) has (.*); (\d+) off; (\d+) pips\.$", line):
                side, stacks, off, pips = found.groups()
                counts = {
                    int(point): int(count) for count, point in re.findall(r"(\d+) on (\d+)", stacks)
                }
                assert sum(counts.values()) + int(off) == 15
                own = {"White": lambda point: point, "Black": lambda point: (point + 11) % 24 + 1}
                assert sum(own[side](point) * n for point, n in counts.items()) == int(pips)
                self.stands[side] = ",".join(
                    f"{point}x{n}" if n > 1 else f"{point}"
                    for point, n in sorted(counts.items(), reverse=True)
                ) or "-"  # fmt: skip
            elif found := re.match(r".*\((White|Black)\) rolled (\d\d)\.$", line):
                self.side, self.roll = found.groups()

    @property
    def position(self) -> str:
        """The position, as the rules write it."""
        return f"{self.stands['White']} {self.stands['Black']} {self.side[0].lower()}"

    def after(self, play: str) -> str:
        """Return where the checkers stand after a play, without the side to move."""
        counts = {}
        for side, stacks in self.stands.items():
            pairs = [stack.partition("x") for stack in stacks.split(",") if stack != "-"]
            counts[side] = {int(point): int(n or 1) for point, _, n in pairs}
        mine = counts[self.side]
        for way in play.split():
            hops, _, times = way.rstrip(")").partition("(")
            points = hops.split("/")
            for _ in range(int(times or 1)):
                mine[int(points[0])] -= 1
                if points[-1] != "off":
                    mine[int(points[-1])] = mine.get(int(points[-1]), 0) + 1
        return " ".join(
            ",".join(
                f"{point}x{n}" if n > 1 else f"{point}"
                for point, n in sorted(counts[side].items(), reverse=True)
                if n
            )
            or "-"
            for side in ("White", "Black")
        )


@pytest.mark.parametrize("seed", [1, 2])
def test_who_reads_only_the_text_knows_position_roll_and_legal_plays(
    capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    holder = Holder(Store.open(None), chance(seed))
    desk = Desk(Talk(holder, Paper(is_typed=False, needs_signs=True)), capsys)
    reader, rng, turns = Reader(), random.Random(seed), 0
    text = desk.enter("new white Anna black Bob")
    while turns < 40:
        reader.read(text)
        prompt = text.splitlines()[-1]
        if "to roll: type roll" in prompt or "rolls one die" in prompt:
            text = desk.enter("roll")
        elif "end passes" in prompt:
            answer = enumerate_plays(RULES["fevga"], reader.position, reader.roll)
            assert not answer.dice_used
            text = desk.enter("end")
            turns += 1
        elif "end ends the turn" in prompt:
            text = desk.enter("end")
            turns += 1
        elif "moves lists them all" in prompt:
            session = desk.session
            assert reader.position == session.match.position.text(session.match.on_roll)
            assert session.turn
            assert reader.roll == roll_text(session.turn.roll)
            listed = re.findall(r"^(\d+)\. (.*)$", desk.enter("moves"), re.MULTILINE)
            answer = enumerate_plays(RULES["fevga"], reader.position, reader.roll)
            assert {reader.after(play) for _, play in listed} == answer.results
            assert len(listed) == len(answer.results)
            text = desk.enter(rng.choice(listed)[0])
        else:
            raise AssertionError(prompt)


def test_the_opening_by_the_dice_of_the_contest_is_told(desk: Desk) -> None:
    said = desk.enter("new white Anna black Bob rules reach dice own", "3", "5")
    assert "White rolled 3, Black 5: Bob (Black) opens the game." in said
    assert "The two dice of the contest are the first roll: 53." in said
    assert "Bob (Black) to play 53: type moves, like 12/7" in said
    assert "Refused: The contest's dice are the first roll and stay." in desk.enter("undo")


def test_the_duty_to_open_a_wall_is_told_with_the_roll(desk: Desk) -> None:
    said = at(desk, "24x9,6,5,4,3,2,1 7x15 w").enter("65", "24/18 18/13")
    assert "All fifteen Black checkers are shut in: with 65 you must open one of the six" in said
    assert "Refused: 18/13 is not legal: you must open your wall 1-6" in said


def test_all_that_is_on_the_table_is_told_to_who_comes_back(folder: Path) -> None:
    plain(folder, ["5", "3", "65", "24/13", "end", "54", "12/8"], *OWN)
    done = plain(folder, [], "--resume")
    for told in (
        "Match 1 goes on.",
        "Anna (White) 0 - 0 Bob (Black)   (match to 3)",
        "Game 1, rules fevga, the players' own dice.",
        "Anna (White) opened the game.",
        "Turn 1: Anna (White) rolled 65 and played 24/18/13.",
        "Bob (Black) has 14 on 12, 1 on 8; 0 off; 356 pips.",
        "Bob (Black) rolled 54.",
        "Bob (Black) to play 54, 12/8 is played and 5 is left: type moves, like 8/3, or undo.",
        KEPT,
    ):
        assert told in done.stdout
    plain(folder, ["resign", "yes"], "--resume")
    done = plain(folder, [], "--resume")
    assert "Anna (White) wins the game. Bob (Black) resigned." in done.stdout
    assert "The game is over: next goes on, quit leaves." in done.stdout


# -- the end of the input, exit codes


def test_the_end_of_the_input_keeps_the_match_in_the_middle_of_a_turn(folder: Path) -> None:
    done = plain(folder, b"5\n3\n65\n24/18", *OWN)
    assert (done.returncode, done.stderr) == (0, "")
    assert KEPT in done.stdout
    store = Store.open(folder)
    taken = store.take_up(1)
    assert play_text(taken.draft, Side.WHITE) == "24/18"
    assert replay(taken.events).turn
    store.close()


def test_quit_leaves_the_rest_of_the_file_unread(folder: Path) -> None:
    done = plain(folder, ["5", "quit", "3"], *OWN)
    assert done.returncode == 0
    assert len(kept(folder, 1)) == 2


def test_a_refused_line_of_a_file_is_named_and_gives_code_three(folder: Path) -> None:
    done = plain(folder, ["# a comment", "", "5", "9", "24/18", "3"], *OWN)
    assert done.returncode == 3
    assert done.stderr == "fevga: 2 lines were refused, first line 4\n"
    assert len(kept(folder, 1)) == 3, "what was right is played"
    done = plain(folder, ["foo"], "--resume")
    assert done.stderr == "fevga: 1 line was refused, it is line 1\n"


def test_what_is_not_there_is_not_resumed_and_gives_code_two(folder: Path) -> None:
    done = plain(folder, ["roll"], "--resume")
    assert (done.returncode, done.stderr) == (
        2,
        "fevga: There is no unfinished match to go on with.\n",
    )


def test_matches_are_listed_and_deleted_after_a_question(folder: Path) -> None:
    plain(folder, ["5"], *OWN)
    plain(folder, ["4"], *OWN, "--to", "5")
    told = plain(folder, ["matches", "delete 1", "no", "delete 1", "yes", "matches"]).stdout
    listed = "Match 2: Anna 0 - 0 Bob, match to 5.\nMatch 1: Anna 0 - 0 Bob, match to 3.\n"
    asked = "Delete match 1, Anna 0 - 0 Bob, match to 3, for good? Answer yes or no."
    said = [listed, asked, "Match 1 is kept.", asked, "Match 1 is deleted.", "Match 2: Anna"]
    places = [told.index(said[0])]
    for text in said[1:]:
        places.append(told.index(text, places[-1] + 1))
    assert "Match 1" not in told[places[-1] :]
    store = Store.open(folder)
    assert list(store.numbers()) == [2]
    store.close()
    assert "No match is kept." in plain(folder, ["delete 2", "yes", "matches"]).stdout


@pytest.mark.parametrize("word", ["delete", "delete 7", "delete x", "delete -1", "matches 3"])
def test_what_is_no_kept_match_is_not_deleted(word: str, folder: Path) -> None:
    plain(folder, ["5"], *OWN)
    told = plain(folder, [word, "resume", "delete 1"])
    assert told.returncode == 3
    assert told.stdout.count("Refused") == 2
    assert "Refused: Match 1 is the one that is open here." in told.stdout
    assert kept(folder, 1)


def test_a_match_in_use_is_not_taken(folder: Path) -> None:
    plain(folder, ["5"], *OWN)
    store = Store.open(folder)
    store.take_up(1)
    done = plain(folder, ["3"], "--resume")
    assert done.returncode == 2
    assert "Match 1 is being played by another fevga." in done.stderr
    done = plain(folder, ["resume 1", "resume 7", "resume x"])
    assert "Refused: Match 1 is being played by another fevga." in done.stdout
    assert "Refused: There is no match 7." in done.stdout
    assert "Refused: A match is named by its number, like resume 3." in done.stdout
    store.close()


def test_an_older_match_is_gone_on_with_only_where_it_is_named(folder: Path) -> None:
    plain(folder, ["5"], *OWN)
    plain(folder, ["4"], *OWN)
    store = Store.open(folder)
    store.take_up(2)
    done = plain(folder, ["3"], "--resume")
    assert done.returncode == 2
    assert "Match 2 is being played by another fevga." in done.stderr
    done = plain(folder, ["resume"])
    assert "resume goes on with Anna 0 - 0 Bob" in done.stdout
    assert "Match 1 goes on." in done.stdout
    store.close()
    assert len(kept(folder, 1)) == 2


def test_a_match_at_this_desk_is_not_taken_elsewhere(folder: Path) -> None:
    with subprocess.Popen(
        [*PLAIN, *OWN],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=PROJECT,
        env=environment(folder),
    ) as process:
        assert process.stdin
        assert process.stdout
        while b"rolls one die" not in process.stdout.readline():
            pass
        store = Store.open(folder)
        with pytest.raises(MatchInUseError):
            store.take_up(1)
        store.close()
        process.stdin.close()
        process.stdout.read()
    assert process.returncode == 0


def test_the_lobby_offers_what_can_be_gone_on_with(folder: Path) -> None:
    assert "No match is open: new begins one, quit leaves." in plain(folder, []).stdout
    plain(folder, ["5"], *OWN)
    said = plain(folder, ["resume", "3"]).stdout
    assert "resume goes on with Anna 0 - 0 Bob, match to 3, quit leaves." in said
    assert "Bob (Black) rolled 3." in said


def test_trouble_with_the_disk_is_told_and_play_goes_on(folder: Path) -> None:
    (folder / "file").write_text("")
    done = plain(folder, ["5", "3", "65"], *OWN, "--data", str(folder / "file" / "data"))
    assert done.stdout.count("Nothing new is kept: a file stands where a folder should be") == 1
    assert "Anna (White) to play 65" in done.stdout
    assert "Not all of this match is kept." in done.stdout
    assert done.returncode == 0


def test_a_damaged_file_is_told_and_set_aside(folder: Path) -> None:
    (folder / "fevga.db").write_bytes(b"no database " * 100)
    done = plain(folder, ["5"], *OWN)
    assert "fevga.db.damaged" in done.stdout
    assert len(kept(folder, 1)) == 2


def closed(folder: Path, redirection: str) -> subprocess.CompletedProcess[str]:
    """Run plain mode from a shell with a redirection."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", *PLAIN],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=PROJECT,
        env=environment(folder),
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("redirection", "code", "said"),
    [
        ("<&-", 2, "fevga: standard input is closed\n"),
        (">&-", 2, "fevga: standard output is closed\n"),
        (">/dev/full", 1, "fevga: standard output cannot be written: no space left on device\n"),
        ("| true", 0, ""),
    ],
)
def test_streams_that_are_none_are_told(
    folder: Path, redirection: str, code: int, said: str
) -> None:
    done = closed(folder, redirection)
    assert (done.returncode, done.stderr) == (code, said)


def test_a_reader_who_left_ends_it_quietly(folder: Path) -> None:
    script = 'exec 3>&1; (printf "help\\n%.0s" $(seq 3000) | { "$@"; echo $? >&3; } | head -n1)'
    done = subprocess.run(
        ["bash", "-c", script, "sh", *PLAIN, *OWN],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=PROJECT,
        env=environment(folder),
        timeout=60,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "141"
    assert done.stderr == ""


def test_a_fault_is_told_reported_and_gives_code_one(folder: Path) -> None:
    code = (
        "import sys\nfrom fevga_tui.plain import talk\n"
        "talk.Talk.answer = lambda self, line: 1 / 0\n"
        "from fevga_tui.cli import main\nsys.exit(main(['--plain', '--white', 'Anna']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=b"roll\n",
        capture_output=True,
        cwd=PROJECT,
        env=environment(folder),
        check=False,
    )
    assert done.returncode == 1
    said = done.stderr.decode()
    assert said.startswith("fevga: a fault ended the game; the report of it is ")
    assert said.count("\n") == 1
    [report] = folder.glob("fault-*.txt")
    assert "ZeroDivisionError" in report.read_text()
    assert len(kept(folder, 1)) == 1


def test_the_help_tells_the_exit_codes() -> None:
    done = subprocess.run(
        [*PLAIN[:-1], "--help"], capture_output=True, text=True, cwd=PROJECT, check=True
    )
    assert "--plain" in done.stdout
    assert "exit codes: 0 ended, 1 a fault, 2 wrong use, 3 --plain refused, 128+n" in done.stdout


def test_what_is_no_terminal_is_told_of_plain_mode_and_ssh(folder: Path) -> None:
    done = subprocess.run(
        PLAIN[:-1], stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=PROJECT,
        env=environment(folder), check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "ssh -t" in done.stderr
    assert "fevga --plain" in done.stderr


# -- hostile input


def lines_of(data: bytes) -> list[str | None]:
    """Return each line as it is read; None for one that is refused."""
    read, write = os.pipe()
    found: list[str | None] = []
    pid = os.fork()
    if pid == 0:
        os.close(read)
        while data:
            data = data[os.write(write, data) :]
        os._exit(0)
    os.close(write)
    lines = Lines(read, is_typed=False)
    while True:
        try:
            line = lines.read()
        except LineError:
            found.append(None)
            continue
        if line is None:
            break
        found.append(line)
    os.close(read)
    os.waitpid(pid, 0)
    return found


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", []),
        (b"65", ["65"]),
        (b"65\n", ["65"]),
        (b"\xef\xbb\xbfroll\r\n24/18\t13/12 \r\n", ["roll", "24/18 13/12"]),
        ("24/18\u00a013/12\n".encode(), ["24/18 13/12"]),
        (b"\n\n \n", ["", "", ""]),
        (b"a\x00b\n\x1b[A\n\x7f\nroll\n", [None, None, None, "roll"]),
        (b"\xff\xfe\nroll\n\xc3", [None, "roll", None]),
        ("\u202eroll\n".encode(), [None]),
        (b"x" * LONGEST + b"\nroll", ["x" * LONGEST, "roll"]),
        (b"x" * (LONGEST + 1) + b"\nroll", [None, "roll"]),
        (b"x" * 1_000_000 + b"\nroll\n" + b"y" * 1_000_000, [None, "roll", None]),
    ],
)
def test_lines_are_read_or_refused_each_for_itself(data: bytes, found: list[str | None]) -> None:
    assert lines_of(data) == found


def test_a_line_may_come_in_pieces() -> None:
    read, write = os.pipe()
    lines = Lines(read, is_typed=False)
    os.write(write, b"24/")
    pid = os.fork()
    if pid == 0:
        os.write(write, b"18\n65\n")
        os._exit(0)
    assert [lines.read(), lines.read()] == ["24/18", "65"]
    os.waitpid(pid, 0)
    os.close(read)
    os.close(write)


def test_hostile_lines_of_a_file_are_refused_and_the_game_goes_on(folder: Path) -> None:
    hostile = [
        b"\x1b]0;owned\x07", b"\xff" * 50, b"x" * 1_000_000, b"\x00", b"[bold]24/18[/]",
        b"%s%n{0}$HOME`id`", b"24/18(999999999)", b"9" * 400, b"why " + b"24/" * 100, b"\x03",
        "why ٢٤/١٨".encode(), b"new white \x9b31m", b"log -1", b"resume 99999999999999999999",
    ]  # fmt: skip
    done = plain(folder, b"\n".join([b"5", b"3", b"65", *hostile, b"24/13", b"end"]), *OWN)
    assert done.returncode == 3
    assert done.stdout.count("Refused: ") == len(hostile)
    assert "Anna (White) played 24/18/13 with 65." in done.stdout
    assert all(letter.isprintable() or letter == "\n" for letter in done.stdout)
    assert max(map(len, done.stdout.splitlines())) < LONGEST + 10


_ANY_LINE = st.one_of(
    st.text(min_size=1, max_size=40),
    st.from_regex(r"[0-9/ ()\-of]{1,20}", fullmatch=True),
    st.sampled_from(
        [
            *talk._WORDS,
            *talk._FACTS,
            *("yes", "no", "1", "2", "3", "5", "65", "11", "24/18", "12/6"),
        ]
    ),
    st.tuples(
        st.sampled_from(["why", "log", "new", "resume", "help", "roll", "new to", "new rules"]),
        st.text(max_size=10),
    ).map(" ".join),
).map(str.strip)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    beginning=st.sampled_from([[], ["new dice own"], ["new"], ["new dice own", "5", "3", "65"]]),
    lines=st.lists(_ANY_LINE.filter(bool), max_size=12),
)
def test_nothing_that_can_be_typed_raises(
    capsys: pytest.CaptureFixture[str], beginning: list[str], lines: list[str]
) -> None:
    holder = Holder(Store.open(None), chance(0))
    desk = Desk(Talk(holder, Paper(is_typed=False, needs_signs=True)), capsys)
    desk.enter(*beginning)
    for line in lines:
        before = desk.state
        if desk.enter(line).startswith("Refused: "):
            assert desk.state == before
    if desk.talk.session:
        assert replay(desk.session.events) == desk.session.match


# -- encodings, and what is imported


@pytest.mark.parametrize(
    "env",
    [
        {"LANG": "C"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        {"TERM": "dumb", "FEVGA_ASCII": "1"},
    ],
    ids=str,
)
def test_no_encoding_stops_it(folder: Path, env: dict[str, str]) -> None:
    lines = ["new white Ελένη black Νίκος dice own", "5", "3", "board", "65", "24/13"]
    done = plain(folder, lines, env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "(White) has played 24/18/13 with 65" in done.stdout
    assert kept(folder, 1)[0] == MatchStarted(
        "Ελένη", "Νίκος", 3, RULESETS["fevga"], DiceFrom.PLAYERS
    )
    if env != {"LANG": "C"}:  # which Python may take for UTF-8
        drawn = [line for line in done.stdout.splitlines() if "(OO)" in line]
        assert drawn
        assert all(line.isascii() for line in drawn)


def test_ascii_draws_with_seven_bits_and_utf8_with_lines(folder: Path) -> None:
    assert "┌─" in plain(folder, ["new", "board"]).stdout
    assert plain(folder, ["new", "board"], "--ascii").stdout.isascii()


def test_nothing_but_a_drawing_imports_rich(folder: Path) -> None:
    code = (
        "import sys\nfrom fevga_tui.cli import main\nmain(['--plain', '--dice', 'own'])\n"
        "print(sorted({'rich', 'textual'} & set(sys.modules)))"
    )
    for lines, expected in (("5\n3\n65\nmoves\nhelp\n", "[]"), ("board\n", "['rich']")):
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=lines,
            capture_output=True,
            text=True,
            cwd=PROJECT,
            env=environment(folder),
            check=True,
        )
        assert done.stdout.splitlines()[-1] == expected


def test_plain_mode_knows_neither_the_screen_nor_the_framework() -> None:
    assert len(modules("plain")) >= 6
    brought = brought_along("fevga_tui.plain.program")
    assert "ui" not in rooms_of(brought)
    assert outside(brought) <= {"platformdirs"}
    assert {"fevga_tui.plain.talk", "fevga_tui.plain.lines"} <= brought


# -- at a terminal


def typed(
    folder: Path, *options: str, size: tuple[int, int] = (80, 40), term: str = "dumb"
) -> Terminal:
    """Return plain mode in a terminal."""
    env = {"FEVGA_DATA": str(folder), "PYTHONPATH": str(PROJECT)}
    return Terminal([*PLAIN, *options], size=size, term=term, env=env, cwd=PROJECT)


def enter(terminal: Terminal, line: str, answer: str) -> None:
    """Type a line and wait for the answer."""
    terminal.type(f"{line}\r")
    terminal.wait_for(answer)


def test_a_turn_is_typed_at_a_dumb_terminal_and_ctrl_c_asks_first(folder: Path) -> None:
    with typed(folder, *OWN) as terminal:
        terminal.wait_for(r"to open: type it, like 5\.\n>$")
        enter(terminal, "5", "Bob .* rolls one die")
        enter(terminal, "3", r"to roll: type both dice, like 65\.\n>$")
        enter(terminal, "\x1b[A", "Refused: This line has control characters in it")
        enter(terminal, "65", "to play 65")
        enter(terminal, "24/13", "has played 24/18/13")
        terminal.press("ctrl+c")
        terminal.wait_for(r"Leave Fevga\? The match is kept\. Answer yes or no\.\n>$")
        enter(terminal, "no", r"undo takes a move\nback\.\n>$")
        enter(terminal, "end", "Bob .* to roll")
        enter(terminal, "draw", "offers a draw")
        terminal.press("ctrl+c")
        terminal.wait_for(r"Answer yes or no\.\n> \^C\nLeave Fevga")
        terminal.press("ctrl+c")
        assert terminal.wait_exit() == 130
        assert KEPT.split(":")[0] in terminal.text()
        assert terminal.restored() == []
        assert b"\x1b" not in bytes(terminal.received).replace(b"^[", b"")
    assert len(kept(folder, 1)) == 5


def test_ctrl_c_and_yes_leaves_like_quit(folder: Path) -> None:
    with typed(folder, *OWN) as terminal:
        terminal.wait_for(">$")
        terminal.press("ctrl+c")
        terminal.wait_for("Leave Fevga")
        enter(terminal, "yes", KEPT.split(":")[0])
        assert terminal.wait_exit() == 0


def test_ctrl_d_leaves_with_the_match_kept(folder: Path) -> None:
    with typed(folder, *OWN, term="xterm-256color") as terminal:
        terminal.wait_for(">$")
        terminal.press("ctrl+d")
        assert terminal.wait_exit() == 0
        assert KEPT.split(":")[0] in terminal.text()
        assert b"\x1b" not in terminal.received


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGHUP])
def test_signals_end_it_at_once_with_the_match_kept(folder: Path, signum: signal.Signals) -> None:
    with typed(folder, *OWN) as terminal:
        terminal.wait_for(">$")
        enter(terminal, "5", "Bob .* rolls one die")
        terminal.signal(signum)
        assert terminal.wait_exit() == -signum
        assert terminal.restored() == []
    assert len(kept(folder, 1)) == 2


def test_a_terminal_that_is_gone_ends_it_also_where_nobody_signals(folder: Path) -> None:
    env = {"FEVGA_DATA": str(folder), "PYTHONPATH": str(PROJECT)}
    with Terminal([*PLAIN, *OWN], env=env, cwd=PROJECT, ignore_hangup=True) as terminal:
        terminal.wait_for(">$")
        terminal.hang_up()
        assert terminal.wait_exit() >= 0
    assert len(kept(folder, 1)) == 1


def test_refused_lines_of_who_types_are_no_failure(folder: Path) -> None:
    with typed(folder) as terminal:
        terminal.wait_for("No match is open")
        enter(terminal, "what", "Refused: 'what' is no word here")
        terminal.type("quit\r")
        assert terminal.wait_exit() == 0


def test_what_would_be_lost_is_asked_about(folder: Path) -> None:
    (folder / "file").write_text("")
    with typed(folder, *OWN, "--data", str(folder / "file" / "data")) as terminal:
        terminal.wait_for(">$")
        enter(terminal, "quit", r"What is not kept on the disk would\s+be\s+lost")
        enter(terminal, "no", r"like 5\.\n>$")
        enter(terminal, "quit", r"Answer\s+yes or no")
        terminal.type("yes\r")
        assert terminal.wait_exit() == 0


def test_a_narrow_terminal_gets_sentences_broken_between_words(folder: Path) -> None:
    with typed(folder, *OWN, size=(30, 60)) as terminal:
        terminal.wait_for(">$")
        enter(terminal, "board", r"The drawing needs 41 columns")
        assert all(len(line) <= 30 for line in terminal.text().splitlines())
        assert "position says it" in " ".join(terminal.text().split())


def test_an_interrupted_pipe_leaves_at_once(folder: Path) -> None:
    with subprocess.Popen(
        [*PLAIN, *OWN],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=PROJECT,
        env=environment(folder),
        # Where the tests run in a shell's background, the signal is ignored from the start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout
        while b"rolls one die" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == -signal.SIGINT
    assert len(kept(folder, 1)) == 1
