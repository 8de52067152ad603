"""The rules in the program: each sentence is so in the engine, and all of it can be found."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from app_pilot import Game, opened, playing, session_at, started
from engine import at

from fevga_tui import handbook, worked
from fevga_tui.commands.asked import Asked
from fevga_tui.commands.drawing import LINES, NARROWEST, SIGNS, Frame, board_text
from fevga_tui.rules.cells import cells
from fevga_tui.rules.events import (
    ContestDieRolled,
    DiceRolled,
    DrawAgreed,
    Event,
    NextGameStarted,
    PlayStopped,
    Resigned,
)
from fevga_tui.rules.match import Match, Phase, replay
from fevga_tui.rules.play import Refusal, Roll, Rule
from fevga_tui.rules.position import HOME, STARTING, Position, Side
from fevga_tui.rules.ruleset import (
    RULESETS,
    NextOpener,
    OpeningRoll,
    Release,
    Ruleset,
    ShutOut,
    TrappedFifteen,
    Wall,
)
from fevga_tui.session import Session
from fevga_tui.ui.screens.reading import ReadingScreen, broken

W, B = Side.WHITE, Side.BLACK
TEXT = handbook.text()
RULES, KEYS = TEXT.split(f"# {handbook.NOT_RULES}")

WIDTH, NARROW = 78, 58
"""The cells that a text has in a terminal of 80 columns, and in the smallest one."""

TRAPPED = "24x8,13,11,10,9,8,7,6 12x15 w"


# -- what the rules say of plays, beside a position that shows it


@dataclass(frozen=True)
class Said:
    """A sentence, and a position where some plays are legal by it and some moves refused."""

    sentence: str
    position: str
    roll: str
    legal: tuple[str, ...] = ()
    refused: dict[str, Rule] = field(default_factory=dict)
    after: str = ""
    rules: str = "fevga"
    others: bool = True
    """Whether there may be legal plays besides those named."""


SAID = (
    Said(
        "Use as many dice as you can. A move that would waste a die is not legal while another"
        " way uses more; where both dice can be played in one order only, it is that order.",
        "10,8,2x13 18,12x11,6,4,1 w",
        "43",
        ("10/7/3",),
        {"8/5": Rule.WASTES_A_DIE},
        others=False,
    ),
    Said(
        "Use as many dice as you can.",
        "3 13x15 w",
        "31",
        ("3/2/off",),
        others=False,
    ),
    Said(
        "If either of two different dice can be played, but not both, it must be the higher.",
        "16,2x14 18,12x13,5 w",
        "65",
        ("16/10",),
        {"16/11": Rule.HIGHER_DIE},
        others=False,
    ),
    Said(
        "If only one of them can be played at all, it is that one.",
        "16,2x14 12x13,10,5 w",
        "65",
        ("16/11",),
        {"16/10": Rule.CLOSED_POINT},
        others=False,
    ),
    Said(
        "Until your first checker has passed the other side's start, it is the only one that may"
        " move",
        "24x14,20 12x15 w",
        "43",
        ("20/17/13",),
        {"24/21": Rule.FIRST_CHECKER},
        others=False,
    ),
    Said(
        "Standing on that start is not enough; it must be beyond it: White's on 11 to 1",
        "24x14,15 13x14,5 w",
        "31",
        refused={"24/23": Rule.FIRST_CHECKER},
        after="15/12",
    ),
    Said(
        "From then on, within the same turn too, every checker may move",
        "24x14,13 12x15 w",
        "21",
        ("13/11 24/23", "13/11/10"),
        {"24/23": Rule.FIRST_CHECKER},
        others=False,
    ),
    Said(
        "never hold all six points of your own 24 to 19 (24 to 19 for White, 12 to 7 for Black),"
        " not even for a moment in the middle of a turn",
        "24x3,23,22,21,20,3x8 13,12x14 w",
        "51",
        ("20/19 24/19", "23/22 24/19"),
        {"24/19": Rule.OWN_QUADRANT},
    ),
    Said(
        "It may land where nobody stands or where you stand; a single checker of the other side"
        " closes a point. What it passes over does not matter.",
        "24x14,18 16,12x14 w",
        "21",
        ("18/17/15",),
        {"18/16": Rule.CLOSED_POINT},
        others=False,
    ),
    Said(
        "One checker may use several dice, if it can land each time",
        "24x14,11 12x13,8,10 w",
        "31",
        refused={"11/7": Rule.CLOSED_POINT},
    ),
    Said(
        "Two different dice are played in either order",
        "24x14,11 12x15 w",
        "65",
        ("11/5 24/19", "11/6 24/18"),
    ),
    Said("a double is played four times", "24x14,13 12x15 w", "66", ("13/7 24/18(3)",)),
    Said(
        "once all your checkers on the board are home, a die takes one off",
        "7,6x4,5x5,1x5 13x8,14x7 w",
        "61",
        ("7/6/off",),
        {"6/off": Rule.NOT_HOME},
    ),
    Said(
        "a die takes one off from just its own point",
        "6x14,3 13x15 w",
        "32",
        ("6/4 3/off",),
        {"6/off": Rule.NO_SUCH_DIE},
    ),
    Said(
        "A larger die takes one only from the point that is your farthest then.",
        "5,2 13x15 w",
        "64",
        ("5/off 2/off",),
        {"2/off": Rule.NOT_FARTHEST},
    ),
    Said(
        "Nothing makes you bear off: a die may go to any other legal move instead.",
        "6,2 13x15 w",
        "21",
        ("6/5 2/off", "2/1 6/4", "6/5/3"),
        others=False,
    ),
    Said(
        "you must open: your play must end with one of those six open, if any play does",
        TRAPPED,
        "21",
        ("11/10 24/22",),
        {"24/21": Rule.MUST_OPEN, "13/10": Rule.MUST_OPEN},
    ),
    Said(
        "your play must end with one of those six open",
        TRAPPED,
        "21",
        refused={"13/11": Rule.MUST_OPEN},
        after="11/10",
    ),
    Said(
        "the six points right in front of them",
        "24x8,11,10,9,8,7,6,5 12x15 w",
        "21",
        ("6/5 24/22",),
        {"5/4 24/22": Rule.MUST_OPEN},
    ),
    Said(
        "You may build such a wall; it is the next turn that must open it",
        "24x8,13x2,11,10,9,8,7 12x15 w",
        "61",
        ("13/7/6",),
    ),
    Said(
        "If no play can, you play as usual",
        "12x9,6,5,4,3,2,1 7x15 w",
        "66",
        ("12/6(4)",),
        others=False,
    ),
    Said(
        "Among the plays that do, what is said above holds: as many dice as you can",
        "24x9,6,5,4,3,2,1 7x15 w",
        "65",
        ("6/1 24/18",),
        others=False,
    ),
    Said(
        "One that uses more dice and opens none of the six is not legal",
        "12x9,6,5,4,3,2,1 7x15 w",
        "65",
        ("6/1",),
        {"12/6": Rule.MUST_OPEN},
        others=False,
    ),
    Said(
        "In front is meant along their way, from 1 on to 24 too",
        "24x5,23,22,21,20,10x5,1 2x15 w",
        "61",
        refused={"10/4 10/9": Rule.MUST_OPEN},
    ),
    Said(
        "beyond the end of it, 1 for White and 13 for Black, nothing is in front",
        "24x9,15,14,13,12,11,10 16x15 w",
        "21",
        ("24/22 24/23",),
    ),
    Said(
        "In a wall of seven or more, only the six right in front count",
        "22x2,21,20,19,18,17,16,5x7 23x15 w",
        "21",
        refused={"16/14 5/4": Rule.MUST_OPEN},
    ),
    Said(
        "Fewer than fifteen trapped checkers oblige nobody",
        "24x8,13,11,10,9,8,7,6 12x14,5 w",
        "21",
        ("24/23 13/11",),
    ),
    Said(
        "on one point outside their home",
        "23x2,17,16,15,14,13,12,1x7 18x15 w",
        "21",
        ("23/22 23/21",),
    ),
    Said(
        "all other walls are allowed",
        "11,10,9,8,7,12x10 1x15 w",
        "51",
        ("12/11 12/7",),
    ),
    Said(
        "Without a legal move you pass",
        "24x14,18 17,16,15,14,13,12x10 w",
        "65",
        ("pass",),
        {"18/13": Rule.CLOSED_POINT, "24/18": Rule.FIRST_CHECKER},
        others=False,
    ),
    Said(
        "White starts on 24 and runs down to 1",
        "24x14,11 12x15 w",
        "21",
        ("11/10/8",),
        {"11/12": Rule.WRONG_DIRECTION},
    ),
    Said(
        "Black starts on 12, runs down to 1, goes on at 24 and ends at 13",
        "24x14,5 12x14,2 b",
        "21",
        ("2/1/23",),
        {"2/3": Rule.WRONG_DIRECTION},
    ),
    Said(
        "you may not hold all six points of the other side's starting quadrant either",
        "13,11,10,9,8,7,5x9 1x15 w",
        "21",
        refused={"13/12": Rule.START_QUADRANT},
        rules="no-start-walls",
    ),
    Said(
        "the first checker need only reach the other side's start",
        "24x14,15 13x14,5 w",
        "31",
        ("15/12 24/23",),
        rules="reach",
    ),
    Said(
        "the six points before the other side's start may not all be held",
        "12,11,10,9,8,7,5x9 1x15 w",
        "61",
        refused={"12/6": Rule.START_BRIDGE},
        rules="reach",
    ),
    Said(
        "a wall may not leave the other side without any move",
        "10,9,8x2,7,6,1x9 11x15 w",
        "31",
        refused={"8/5": Rule.SHUT_OUT},
        rules="reach",
    ),
    Said(
        "every wall is allowed",
        "24x3,23,22,21,20,3x8 13,12x14 w",
        "51",
        ("24/19 24/23",),
        rules="moultezim",
    ),
    Said("nobody must open one", TRAPPED, "21", ("24/22/21",), rules="moultezim"),
)


@pytest.mark.parametrize("said", SAID, ids=lambda said: said.sentence[:60])
def test_what_the_rules_say_of_plays_is_so(said: Said) -> None:
    assert said.sentence in RULES
    table = at(said.position, said.roll, said.after, said.rules)
    for tried, rule in said.refused.items():
        assert table.refusal(tried).rule is rule, tried
    ends = [table.play(play.removeprefix("pass")) for play in said.legal]
    assert all(end.turn.is_complete for end in ends)
    if not said.others:
        assert {end.board for end in ends} == {
            table.play(play.removeprefix("pass")).board for play in table.plays
        }


def test_the_table_of_sentences_covers_every_rule_of_the_ring() -> None:
    covered = {rule for said in SAID for rule in said.refused.values()}
    plain = {Rule.TURN_IS_OVER, Rule.NO_CHECKER}
    assert covered | plain == set(Rule)


def test_nobody_passes_with_a_legal_move() -> None:
    assert "Nobody passes otherwise." in RULES
    session = session_at("24x14,18 16,12x14 w", "21")
    assert session.turn
    assert not session.turn.is_complete
    with pytest.raises(ValueError, match="not a whole play"):
        session.end_turn()


def test_taking_off_the_last_checker_ends_the_game_at_once() -> None:
    assert "Bearing off your last checker ends the game at once." in RULES
    session = session_at("1 13x15 w", "66")
    session.enter_play("1/off")
    assert session.match.phase is Phase.GAME_OVER


def test_the_duty_to_open_stays_until_it_can_be_met() -> None:
    assert "you play as usual, and must open with the next roll that can." in RULES
    wall = "12x9,6,5,4,3,2,1 7x15 w"
    assert not at(wall, "66").turn.must_open
    assert at(wall, "61").turn.must_open
    assert at(wall, "61").refusal("12/11 12/6").rule is Rule.MUST_OPEN


def test_a_new_wall_is_opened_by_the_next_turn() -> None:
    built = at("24x8,13x2,11,10,9,8,7 12x15 w", "61", "13/7/6")
    assert not built.turn.must_open
    assert at(f"{built.board} w", "61").turn.must_open


# -- what the rules say of points, and of games


def test_the_numbers_are_those_of_the_board() -> None:
    assert "your start is your own 24, your home your own 6 to 1" in RULES
    assert "6 to 1 for White, 18 to 13 for Black" in RULES
    assert [W.printed(own) for own in reversed(HOME)] == [6, 5, 4, 3, 2, 1]
    assert [B.printed(own) for own in reversed(HOME)] == [18, 17, 16, 15, 14, 13]
    assert (W.printed(24), B.printed(24)) == (24, 12)


def test_the_pips_at_the_start_are_as_said() -> None:
    assert "The pip count is how far all your checkers still have to go: 360 at the start." in RULES
    assert STARTING.pips == 360


def begun(*events: Event, target: int | None = 3, rules: str = "fevga") -> Match:
    return replay([started(target=target, rules=RULESETS[rules]), *events])


def contest(white: int, black: int) -> tuple[Event, Event]:
    return ContestDieRolled(W, white), ContestDieRolled(B, black)


def ended(session: Session, *moves: str) -> Match:
    """Play moves until the game is over."""
    for move in moves:
        session.enter_play(move)
    assert session.match.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
    return session.match


def each_side_rolls_one_die_and_equal_ones_again() -> None:
    assert begun(*contest(4, 4)).phase is Phase.CONTEST
    assert begun(*contest(4, 4), *contest(2, 5)).on_roll is B
    assert begun(*contest(5, 2)).on_roll is W


def the_opener_has_two_fresh_dice() -> None:
    assert begun(*contest(5, 2)).phase is Phase.TO_ROLL
    assert begun(*contest(5, 2), rules="reach").turn, "other rules take the contest's"


def the_winner_opens_the_next_game() -> None:
    match = begun(*contest(5, 2), Resigned(), NextGameStarted())
    assert (match.phase, match.on_roll) == (Phase.TO_ROLL, B)


def there_is_a_contest_after_a_draw_and_at_a_beginning() -> None:
    match = begun(*contest(5, 2), DrawAgreed(), NextGameStarted())
    assert match.phase is Phase.CONTEST
    # A rematch is a new match.
    assert Match.begin(match.started).phase is Phase.CONTEST


def a_win_counts_one_or_two() -> None:
    assert ended(session_at("1 13x15 w", "21"), "1/off").outcomes[-1].points == 2
    assert ended(session_at("1 13x14 w", "21"), "1/off").outcomes[-1].points == 1


def the_side_on_roll_may_resign() -> None:
    with pytest.raises(ValueError, match="cannot happen"):
        begun(Resigned())
    assert begun(*contest(5, 2), Resigned()).score == {W: 0, B: 2}
    assert begun(*contest(5, 2), DiceRolled(Roll(6, 5)), Resigned()).score == {W: 0, B: 2}
    session = session_at("6x7,5x7 18x7,17x7 w")
    session.resign()
    assert session.match.score == {W: 0, B: 1}


def nobody_scores_by_a_draw() -> None:
    assert begun(*contest(5, 2), DrawAgreed()).score == {W: 0, B: 0}


def a_match_goes_to_its_points_or_until_it_is_stopped() -> None:
    lost = [*contest(5, 2), Resigned()]
    assert begun(*lost, target=2).phase is Phase.MATCH_OVER
    assert begun(*lost, target=3).phase is Phase.GAME_OVER
    assert begun(*lost, target=None).allows(PlayStopped)
    assert not begun(*lost, target=3).allows(PlayStopped)


def a_contest_opens_every_game_by_other_rules() -> None:
    for rules in ("reach", "moultezim"):
        match = begun(*contest(5, 2), Resigned(), NextGameStarted(), rules=rules)
        assert match.phase is Phase.CONTEST


GAMES: dict[str, Callable[[], None]] = {
    "each side rolls one die, the opening contest; equal dice are rolled again.": (
        each_side_rolls_one_die_and_equal_ones_again
    ),
    "The higher one opens, with two fresh dice.": the_opener_has_two_fresh_dice,
    "Later the winner of a game opens the next one.": the_winner_opens_the_next_game,
    "After a draw, and in a new match or a rematch, there is a contest again.": (
        there_is_a_contest_after_a_draw_and_at_a_beginning
    ),
    "A win counts 1 point, or 2 if the loser has borne off none: that is a mars.": (
        a_win_counts_one_or_two
    ),
    "may resign, before or after it rolls: the other side gets 1 point, or 2, a mars,"
    " if the one who resigns has borne off none.": the_side_on_roll_may_resign,
    "It may offer a draw: if the other agrees, nobody scores.": nobody_scores_by_a_draw,
    "A match goes to the points agreed on, or on and on until you stop.": (
        a_match_goes_to_its_points_or_until_it_is_stopped
    ),
    "a contest opens every game": a_contest_opens_every_game_by_other_rules,
}


@pytest.mark.parametrize("said", GAMES, ids=lambda said: said[:60])
def test_what_the_rules_say_of_games_is_so(said: str) -> None:
    assert said in RULES
    GAMES[said]()


# -- the rulesets


def test_every_other_ruleset_has_a_paragraph_on_all_that_it_does_differently() -> None:
    others = {line.split(":")[0].removeprefix("- ") for line in handbook.sections()["Other rules"]}
    assert others == set(RULESETS) - {"fevga"}
    said = {
        "release": "need only reach",
        "opening_roll": "the two dice of the contest are the first roll",
        "next_opener": "a contest opens every game",
        Wall.START_QUADRANT: "all six points of the other side's starting quadrant",
        Wall.START_BRIDGE: "the six points before the other side's start may not all be held",
        "shut_out": "may not leave the other side without any move",
    }
    for name in others:
        ruleset, text = RULESETS[name], handbook.differences(RULESETS[name])
        differs = {
            "release": ruleset.release is Release.REACHED,
            "opening_roll": ruleset.opening_roll is OpeningRoll.CONTEST,
            "next_opener": ruleset.next_opener is NextOpener.CONTEST,
            Wall.START_QUADRANT: Wall.START_QUADRANT in ruleset.forbidden_walls,
            Wall.START_BRIDGE: Wall.START_BRIDGE in ruleset.forbidden_walls,
            "shut_out": ruleset.shut_out is ShutOut.ILLEGAL,
        }
        assert {what for what in said if said[what] in text} == {
            what for what, is_so in differs.items() if is_so
        }, name
    assert RULESETS["moultezim"].forbidden_walls == frozenset()
    assert RULESETS["moultezim"].trapped_fifteen is TrappedFifteen.FREE


def test_a_ruleset_of_ones_own_has_no_paragraph() -> None:
    assert handbook.differences(RULESETS["fevga"]) == ""
    assert handbook.differences(Ruleset("mine")) == ""


def test_the_rulesets_are_compared_in_every_dimension() -> None:
    head, *rows = worked.compared()
    assert head.split() == list(RULESETS)
    table = {row[:25].strip(): row[25:].split("  ") for row in rows}
    values = {name: [word.strip() for word in words if word] for name, words in table.items()}
    rulesets = list(RULESETS.values())
    walls = {
        "own 24 to 19 all held": Wall.OWN_QUADRANT,
        "own 12 to 7 all held": Wall.START_QUADRANT,
        "own 11 to 6 all held": Wall.START_BRIDGE,
    }
    for name, wall in walls.items():
        is_illegal = [wall in ruleset.forbidden_walls for ruleset in rulesets]
        assert [value == "illegal" for value in values.pop(name)] == is_illegal
    assert values == {
        "the first checker must": ["pass", "pass", "reach", "pass"],
        "the first roll is": ["fresh", "fresh", "the contest", "fresh"],
        "later games open by": ["winner", "winner", "contest", "contest"],
        "fifteen shut in": ["must open", "must open", "no rule", "no rule"],
        "no move left by a wall": ["allowed", "allowed", "illegal", "allowed"],
    }
    assert max(map(cells, worked.compared())) <= WIDTH


# -- paragraphs and examples


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.name)
def test_every_rule_has_its_paragraph(rule: Rule) -> None:
    found = handbook.paragraph(rule)
    assert found.startswith("- ")
    assert found in RULES.splitlines()
    # From a refusal one comes to it by its first letters.
    assert sum(found[:30] in line for line in TEXT.splitlines()) == 1
    assert broken(found, NARROW)[0][0].startswith(found[:30])


def test_the_paragraph_of_a_rule_speaks_of_it() -> None:
    speaks = {
        Rule.FIRST_CHECKER: "first checker",
        Rule.CLOSED_POINT: "closes a point",
        Rule.NOT_HOME: "home",
        Rule.NOT_FARTHEST: "farthest",
        Rule.OWN_QUADRANT: "own 24 to 19",
        Rule.START_QUADRANT: "other side's starting quadrant",
        Rule.START_BRIDGE: "six points before the other side's start",
        Rule.SHUT_OUT: "without any move",
        Rule.WASTES_A_DIE: "waste a die",
        Rule.HIGHER_DIE: "higher",
        Rule.MUST_OPEN: "must open",
        Rule.WRONG_DIRECTION: "runs down",
    }
    for rule, words in speaks.items():
        assert words in handbook.paragraph(rule), rule


OTHER_THAN_FEVGA = [*list(RULESETS.values())[1:], Ruleset("mine", shut_out=ShutOut.ILLEGAL)]


def below(lines: list[str]) -> dict[str, list[str]]:
    """Return what is drawn below each paragraph or heading."""
    found: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith(("- ", "#")):
            found[line] = drawn = []
        elif line.startswith("  "):
            drawn.append(line[2:])
    return found


@pytest.mark.parametrize("frame", [LINES, SIGNS], ids=["lines", "signs"])
@pytest.mark.parametrize("width", [WIDTH - 2, NARROW - 2, NARROWEST])
def test_worked_positions_are_drawn_below_their_paragraph(frame: Frame, width: int) -> None:
    found = below(worked.illustrated(frame, width).splitlines())
    for paragraph, drawn in found.items():
        if paragraph == "# Other rules":
            whole = [row[2:] for row in worked.compared()]
            assert drawn == (whole if width >= WIDTH - 2 else [])
            continue
        boards = []
        for example in worked.EXAMPLES:
            if paragraph.startswith(example.paragraph):
                position, side = Position.from_text(example.position)
                drawing = board_text(Asked(position, side, []), side, frame, width).plain
                boards.append([line.rstrip() for line in drawing.splitlines()])
        text = "\n".join(line.rstrip() for line in drawn)
        for board in boards:
            assert "\n".join(board) in text
        assert len(drawn) >= sum(len(board) + 2 for board in boards)
        assert bool(drawn) is bool(boards)
        assert max(map(cells, drawn), default=0) <= max(width, NARROWEST) + 2
        assert frame is LINES or text.isascii()


@pytest.mark.parametrize(
    "ruleset", [RULESETS["fevga"], *OTHER_THAN_FEVGA], ids=lambda ruleset: ruleset.name
)
def test_what_is_said_below_a_position_is_so_by_the_rules_in_force(ruleset: Ruleset) -> None:
    found = below(worked.illustrated(SIGNS, WIDTH, ruleset).splitlines())
    told = {paragraph: " ".join(drawn) for paragraph, drawn in found.items()}
    for example in worked.EXAMPLES:
        [said] = [text for line, text in told.items() if line.startswith(example.paragraph)]
        if not example.roll:
            assert example.said in said
            continue
        table = at(example.position, example.roll, rules=example.rules or ruleset)
        plays = table.plays
        if table.turn.is_pass:
            allowed = "no move is legal, a pass."
        elif len(plays) == 1:
            allowed = f"the only legal play is {min(plays)}."
        else:
            allowed = f"{len(plays)} plays are legal, "
            one = said.partition(f"{example.roll}: {allowed}")[2].partition(" for one.")[0]
            assert one in plays
        assert f"White to play {example.roll}: {allowed}" in said
        if example.tried:
            moves = table.read(example.tried)
            legal = f"{example.tried} is legal."
            assert (table.says(example.tried) if isinstance(moves, Refusal) else legal) in said


def test_a_mars_is_drawn_as_it_ends() -> None:
    [mars] = [example for example in worked.EXAMPLES if "a mars" in example.said]
    match = ended(session_at("1 24x4,13x11 w", "21"), "1/off")
    assert match.position.text(match.on_roll) == mars.position
    assert (match.outcomes[-1].winner, match.outcomes[-1].points) == (W, 2)


@pytest.mark.parametrize("ruleset", OTHER_THAN_FEVGA, ids=lambda ruleset: ruleset.name)
def test_what_a_match_plays_differently_comes_first(ruleset: Ruleset) -> None:
    lines = worked.illustrated(SIGNS, WIDTH, ruleset).splitlines()
    assert lines[:2] == ["# This match", ""]
    if ruleset.name in RULESETS:
        [paragraph] = [line for line in TEXT.splitlines() if line.startswith(f"- {ruleset.name}:")]
        played_by = f"This match is played by {paragraph.removeprefix('- ')}"
        assert lines[2] == played_by
    else:
        assert lines[2] == "This match is played by rules of its own:"
        assert lines[4:12] == worked.compared(ruleset)[1:]
        assert lines[11].split()[-1] == "illegal"
    assert worked.illustrated(SIGNS, WIDTH).startswith("# The game")


async def test_the_rules_in_force_are_those_of_the_match_that_is_looked_at() -> None:
    asked = started(rules=RULESETS["moultezim"])
    async with opened(start=asked) as game:
        await game.press("?")
        assert top(game) == "This match"
        assert "played by moultezim" in game.text
        await game.press("escape", "h", "?")
        assert top(game) == "This match"


def test_the_text_without_the_drawings_is_the_same() -> None:
    lines = worked.illustrated(SIGNS, WIDTH).splitlines()
    kept = [line for line in lines if line and not line.startswith(" ")]
    assert kept == [line for line in TEXT.splitlines() if line]


# -- the keys


def keys_of_the_text() -> set[str]:
    return set(re.findall(r"[\w/?+]+", KEYS.replace(".", " ")))


@pytest.mark.parametrize(
    "key",
    [
        *("r", "Space", "Arrows", "Tab", "Enter", "click", "u", "Backspace", "Esc", "digit", "a"),
        *("m", "w", "h", "f", "n", "d", "x", "s", "q", "Ctrl+C"),
        *("y", "?"),
    ],
)
def test_the_help_names_every_key_of_the_table(key: str) -> None:
    assert key in keys_of_the_text()


def test_the_forms_of_a_typed_move_are_read() -> None:
    [line] = [line for line in KEYS.splitlines() if line.startswith("- A digit opens")]
    for form in ("24/18", "24/18/13", "24/13", "24/18 13/12", "6/off", "8/5(2)"):
        assert form in line
    assert at("24x15 12x15 w", "65").read("24/18/13")
    assert at("24x15 12x15 w", "65").read("24/13")


# -- read in the program


def top(game: Game) -> str:
    return game.lines[0].strip()


@pytest.mark.parametrize("width", [60, 80, 93, 120, 200])
async def test_what_is_said_below_a_position_is_whole_at_every_width(width: int) -> None:
    async with opened(size=(width, 60)) as game:
        await game.press("?", "/")
        await game.enter("White to play 43:")
        said = " ".join(game.text.split())
        assert "24/21 is not legal: your first checker, on 20, must pass 12 before others" in said


async def test_a_question_mark_opens_the_rules_from_the_top() -> None:
    async with opened() as game:
        await game.press("?")
        assert isinstance(game.app.screen, ReadingScreen)
        assert top(game) == "The game"
        await game.press("up", "b", "pageup")
        assert top(game) == "The game"


async def test_the_rules_are_scrolled_by_keys_and_wheel_to_the_end_and_back() -> None:
    async with opened(size=(60, 20)) as game:
        await game.press("?")
        first = game.text
        await game.press("down", "j", "enter", "up", "k", "up")
        assert game.text == first
        pages: list[str] = []
        while not pages or game.text != pages[-1]:
            pages.append(game.text)
            await game.press("space")
        assert "Signs alone are drawn with" in " ".join(pages[-1].split())
        whole = " ".join(" ".join(pages).split())
        for line in TEXT.splitlines():
            # Each line of a paragraph was in sight; pages overlap.
            for part, _ in broken(line, NARROW):
                assert " ".join(part.split()) in whole
        for _ in pages:
            await game.press("b")
        assert game.text == first


async def test_words_are_found_also_where_a_line_is_broken_between_them() -> None:
    async with opened() as game:
        await game.press("?", "/")
        assert "Find: _" in game.lines[-1]
        await game.enter("TRAPPED   fifteen")
        assert top(game) == "The trapped fifteen"
        assert "n: find again" in game.lines[-1]
        await game.press("/")
        await game.enter("twenty-four points, and")
        assert "twenty-four points" in " ".join(game.lines[0:2])


async def test_words_are_found_again_round_the_whole_text() -> None:
    async with opened() as game:
        await game.press("?", "/")
        await game.enter("never hold all six")
        first = game.text
        assert "never hold" in first
        await game.press("n")
        assert game.text == first, "it is there once"


@pytest.mark.parametrize("words", ["mouse", "checker"])
async def test_find_again_comes_to_every_place_also_those_on_the_last_page(words: str) -> None:
    async with opened() as game:
        await game.press("?", "/")
        await game.enter(words)
        seen = [game.text]
        lines = [part for line in TEXT.splitlines() for part, _ in broken(line, WIDTH)]
        places = sum(words in line.casefold() for line in lines)
        for _ in range(places + 20):
            await game.press("n")
            if game.text == seen[0] and len(seen) > 1:
                break
            seen.append(game.text)
        assert game.text == seen[0], "it begins again at the first place"
        assert any("A number on a stack" in page for page in seen), "the last page has one too"


async def test_a_search_goes_on_from_where_one_has_scrolled_to() -> None:
    async with opened() as game:
        await game.press("?", "/")
        await game.enter("mouse")
        last = game.text
        await game.press(*["b"] * 30, "/")
        await game.enter("checkers")
        assert game.text != last
        assert "fifteen checkers" in " ".join(game.lines[0:2])


async def test_words_that_are_not_there_are_not_found_and_nothing_moves() -> None:
    async with opened() as game:
        await game.press("?", "space", "/")
        before = game.lines[:-1]
        await game.enter("backgammon")
        assert "Not found." in game.lines[-1]
        assert game.lines[:-1] == before
        await game.press("n")
        assert "Not found." in game.lines[-1]
        assert game.lines[:-1] == before


async def test_what_is_typed_is_shown_and_can_be_mended_or_left() -> None:
    async with opened() as game:
        await game.press("?")
        before = game.lines[:-1]
        await game.press("/")
        await game.type("q? n/μ")
        assert "Find: q? n/μ_" in game.lines[-1], "letters are no keys here"
        await game.press("backspace", "backspace")
        assert "Find: q? n_" in game.lines[-1]
        await game.press("escape")
        assert isinstance(game.app.screen, ReadingScreen)
        assert "/ find" in game.lines[-1]
        assert game.lines[:-1] == before
        await game.press("/", "enter", "n")
        assert game.lines[:-1] == before, "nothing to find"
        await game.press("/")
        await game.type("x" * 60)
        assert f"Find: {'x' * 40}_" in game.lines[-1]


async def test_the_rules_have_the_drawings_of_the_board_in_use() -> None:
    async with opened(needs_signs=True) as game:
        await game.press("?", "/")
        await game.enter("White to play 43")
        assert game.text.isascii()
        assert "the only legal play is 20/17/13." in game.text
    async with opened() as game:
        await game.press("?", "/")
        await game.enter("passed the other side's start")
        await game.press("space")
        assert "└" in game.text


async def test_the_rules_open_over_a_game_that_stays_as_it_is() -> None:
    async with playing(roll="65") as game:
        await game.enter("24/18")
        before, text = game.state, game.text
        await game.press("?", "space", "r", "u", "x", "a", "/")
        await game.enter("mars")
        await game.press("escape")
        assert game.state == before
        assert game.text == text
