"""The table of the rules: each has its paragraph, its position, its refusal and its test."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

import pytest
from engine import at

from fevga_tui import handbook, worked
from fevga_tui.rules.play import Rule


@dataclass(frozen=True)
class Row:
    """A rule by its section, where the program says it, a position, and what tests it.

    `tried` is a move of the position and roll; with `refusal` the rule by which it is refused,
    without it is legal. Rules of points, openers and scores have no move to try.
    """

    section: str
    rule: str
    paragraph: str
    test: str
    position: str = ""
    roll: str = ""
    tried: str = ""
    refusal: Rule | None = None
    rules: str = "fevga"


SAID = "test_handbook.test_what_the_rules_say_of_plays_is_so"
GAMES = "test_handbook.test_what_the_rules_say_of_games_is_so"
WORKED = "test_cases.test_worked_position"
REFUSED = "test_refusals.test_refusal"

START = "24x15 12x15 w"
RELEASED = "24x14,13 12x15 w"
QUADRANT = "24x3,23,22,21,20,3x8 13,12x14 w"
TRAPPED = "24x8,13,11,10,9,8,7,6 12x15 w"

TABLE = (
    Row(
        *("1", "both run down their numbers", "- The numbers on the rim", SAID),
        *("24x14,11 12x15 w", "21", "11/12", Rule.WRONG_DIRECTION),
    ),
    Row(
        *("1", "own numbers count to the finish", "- Your own numbers"),
        "test_handbook.test_the_numbers_are_those_of_the_board",
    ),
    Row(
        *("1", "home is the last six", "- The last six points"),
        "test_handbook.test_the_numbers_are_those_of_the_board",
    ),
    Row(
        *("1", "360 pips at the start", "- A pip is one step"),
        "test_handbook.test_the_pips_at_the_start_are_as_said",
    ),
    Row(
        *("1", "only a checker of one's own moves", "- A die moves", REFUSED),
        *(START, "65", "20/14", Rule.NO_CHECKER),
    ),
    Row("2", "the higher die opens, with fresh dice", "- In the first game", GAMES),
    Row("2", "the winner opens the next game", "- Later the winner", GAMES),
    Row("2", "a contest after a draw and in a new match", "- After a draw", GAMES),
    Row(
        *("3.1", "one checker closes a point", "- A die moves", SAID),
        *("24x14,18 16,12x14 w", "21", "18/16", Rule.CLOSED_POINT),
    ),
    Row(
        *("3.1", "what is passed over does not matter", "- A die moves", SAID),
        *("24x14,18 16,12x14 w", "21", "18/17/15"),
    ),
    Row(
        *("3.2", "the first checker alone, until it has passed", "- The first checker:", SAID),
        *("24x14,20 12x15 w", "43", "24/21", Rule.FIRST_CHECKER),
    ),
    Row(
        *("3.2", "standing there is not enough", "- The first checker:", WORKED),
        *("24x14,14 20x8,16x7 w", "21", "14/12 24/23", Rule.FIRST_CHECKER),
    ),
    Row(
        *("3.2", "the dice left may move any", "- The first checker:", WORKED),
        *(RELEASED, "65", "13/7 24/19"),
    ),
    Row(
        *("3.3", "never all six of the own quadrant", "- Your starting quadrant:", WORKED),
        *(QUADRANT, "51", "24/19", Rule.OWN_QUADRANT),
    ),
    Row(
        *("3.3", "judged after every die", "- Your starting quadrant:", SAID),
        *(QUADRANT, "51", "20/19 24/19"),
    ),
    Row(
        *("3.4", "all home first", "- Bearing off: once", SAID),
        *("7,6x4,5x5,1x5 13x8,14x7 w", "61", "6/off", Rule.NOT_HOME),
    ),
    Row(
        *("3.4", "the last one home in the same turn", "- Bearing off: once", WORKED),
        *("8,6x2,4 13x15 w", "62", "8/6 6/off"),
    ),
    Row(
        *("3.4", "an exact die from its own point", "- Bearing off: once", SAID),
        *("6x14,3 13x15 w", "32", "6/off", Rule.NO_SUCH_DIE),
    ),
    Row(
        *("3.4", "a larger die from the farthest point", "- Bearing off: once", SAID),
        *("4,3x2,1x3 13x8,14x7 w", "62", "3/off", Rule.NOT_FARTHEST),
    ),
    Row(
        *("3.4", "the die may be played inside", "- Bearing off: once", SAID),
        *("6,2 13x15 w", "21", "6/5 6/4", Rule.NO_CHECKER),
    ),
    Row(
        *("4", "two dice in either order, each once", "- Two different dice", REFUSED),
        *("24x14,11 12x15 w", "65", "24/17", Rule.NO_SUCH_DIE),
    ),
    Row(
        *("4", "a double is four dice", "- Two different dice", SAID),
        *(RELEASED, "66", "13/7 24/18(3)"),
    ),
    Row(
        *("4", "two dice are two moves", "- Two different dice", REFUSED),
        *("24x14,11 12x15 w", "65", "11/5 24/19 24/18", Rule.TURN_IS_OVER),
    ),
    Row(
        *("4", "each landing of one checker must be legal", "- Two different dice", SAID),
        *("24x14,11 12x13,8,10 w", "31", "11/7", Rule.CLOSED_POINT),
    ),
    Row(
        *("4.1", "as many dice as possible", "- Use as many dice", WORKED),
        *("10,8,2x13 18,12x11,6,4,1 w", "43", "8/5", Rule.WASTES_A_DIE),
    ),
    Row(
        *("4.2", "the higher, where either alone can be", "- If either of two", WORKED),
        *("16,2x14 18,12x13,5 w", "65", "16/11", Rule.HIGHER_DIE),
    ),
    Row(
        *("4.2", "the lower, where it alone can be", "- If either of two", WORKED),
        *("16,2x14 12x13,10,5 w", "65", "16/10", Rule.CLOSED_POINT),
    ),
    Row(
        *("4.3", "without a legal move one passes", "- Without a legal move", SAID),
        *("24x14,18 17,16,15,14,13,12x10 w", "65", "18/13", Rule.CLOSED_POINT),
    ),
    Row(
        *("4.3", "nobody passes otherwise", "- Without a legal move"),
        "test_handbook.test_nobody_passes_with_a_legal_move",
    ),
    Row(
        *("4.4", "the last checker ends the game", "- Bearing off your last"),
        "test_handbook.test_taking_off_the_last_checker_ends_the_game_at_once",
        *("2,1 13x15 w", "55", "2/off 1/off"),
    ),
    Row(
        *("5", "the prime must be opened", "- If all fifteen", SAID),
        *(TRAPPED, "21", "24/21", Rule.MUST_OPEN),
    ),
    Row(
        *("5", "the path matters, not the drawing", "- In front is meant", WORKED),
        *("24x5,23,22,21,20,10x5,1 2x15 w", "61", "10/4 10/9", Rule.MUST_OPEN),
    ),
    Row(
        *("5", "nothing is ahead of the last point", "- In front is meant", WORKED),
        *("24x9,15,14,13,12,11,10 16x15 w", "21", "24/22 24/23"),
    ),
    Row(
        *("5", "of seven only six are the prime", "- In front is meant", WORKED),
        *("22x2,21,20,19,18,17,16,5x7 23x15 w", "21", "16/14 5/4", Rule.MUST_OPEN),
    ),
    Row(
        *("5", "of the openings those with the most dice", "- If all fifteen", WORKED),
        *("24x9,6,5,4,3,2,1 7x15 w", "65", "6/1 24/18"),
    ),
    Row(
        *("5", "opening outranks the number of dice", "- If all fifteen", WORKED),
        *("12x9,6,5,4,3,2,1 7x15 w", "65", "12/6", Rule.MUST_OPEN),
    ),
    Row(
        *("5", "where none opens, one plays as usual", "- You may build such", WORKED),
        *("24x9,6,5,4,3,2,1 7x15 w", "66", "24/18(4)"),
    ),
    Row(
        *("5", "the prime may be completed", "- You may build such", WORKED),
        *("24x8,13x2,11,10,9,8,7 12x15 w", "61", "13/7/6"),
    ),
    Row(
        *("5", "fourteen oblige nobody", "- Fewer than fifteen", WORKED),
        *("24x8,13,11,10,9,8,7,6 12x14,5 w", "21", "24/23 13/11"),
    ),
    Row("6", "1 point, or 2 for a mars", "- A win counts", GAMES),
    Row("6", "resigning", "- The side whose turn it is", GAMES),
    Row("6", "a draw by agreement", "- The side whose turn it is", GAMES),
    Row(
        *("6", "no game gets stuck", "- The side whose turn it is"),
        "test_match.test_both_may_pass_for_long_and_then_agree_to_draw",
    ),
    Row("7", "to the target, or unlimited", "- A match goes to", GAMES),
    Row(
        *("8", "the opponent's quadrant", "- no-start-walls:", REFUSED),
        *("13,11,10,9,8,7,5x9 1x15 w", "21", "13/12", Rule.START_QUADRANT),
        rules="no-start-walls",
    ),
    Row(
        *("8", "released by reaching", "- reach:", WORKED),
        *("24x14,15 13x14,5 w", "31", "15/12 24/23"),
        rules="reach",
    ),
    Row("8", "the contest is the first roll", "- reach:", GAMES),
    Row("8", "a contest opens every game", "- moultezim:", GAMES),
    Row(
        *("8", "the six before the opponent's start", "- reach:", REFUSED),
        *("12,11,10,9,8,7,5x9 1x15 w", "61", "12/6", Rule.START_BRIDGE),
        rules="reach",
    ),
    Row(
        *("8", "no wall that leaves no move", "- reach:", REFUSED),
        *("10,9,8x2,7,6,1x9 11x15 w", "31", "8/5", Rule.SHUT_OUT),
        rules="reach",
    ),
    Row(
        *("8", "every wall allowed", "- moultezim:", SAID),
        *(QUADRANT, "51", "24/19"),
        rules="moultezim",
    ),
    Row(
        *("8", "no duty to open", "- moultezim:", SAID),
        *(TRAPPED, "21", "24/21"),
        rules="moultezim",
    ),
    Row(
        *("9", "moves are written and read", "- A digit opens the move line"),
        "test_handbook.test_the_forms_of_a_typed_move_are_read",
        *(START, "65", "24/13"),
    ),
)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.section} {row.rule}")
def test_a_rule_has_its_paragraph_its_position_its_refusal_and_its_test(row: Row) -> None:
    paragraphs = [line for line in handbook.text().splitlines() if line.startswith(row.paragraph)]
    assert len(paragraphs) == 1
    if row.position:
        table = at(row.position, row.roll, rules=row.rules)
        if row.refusal:
            assert table.refusal(row.tried).rule is row.refusal
        else:
            table.play(row.tried)
    module, test = row.test.split(".")
    assert callable(getattr(import_module(module), test))


def test_the_table_leaves_out_no_section_no_paragraph_no_refusal_and_no_drawn_position() -> None:
    sections = ["1", "2", "3.1", "3.2", "3.3", "3.4", "4", "4.1", "4.2", "4.3", "4.4"]
    assert {row.section for row in TABLE} == {*sections, "5", "6", "7", "8", "9"}
    assert {row.refusal for row in TABLE} - {None} == set(Rule)
    for paragraphs in handbook.sections().values():
        for paragraph in paragraphs:
            is_listed = paragraph.startswith("- ")
            assert any(paragraph.startswith(row.paragraph) for row in TABLE) or not is_listed
    positions = {row.position for row in TABLE}
    assert {example.position for example in worked.EXAMPLES if example.tried} <= positions
