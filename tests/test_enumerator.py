"""The engine against the brute force, which reads the rules the slow and obvious way."""

from __future__ import annotations

from itertools import islice

import pytest
from brute_force import RULES, Rules, enumerate_plays
from engine import at, engine_rules
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from positions import ROLLS, SIDES, random_play_positions, setup_positions

from fevga_tui.rules.ruleset import RULESETS

MIXED = st.builds(
    Rules,
    name=st.just("mixed"),
    release=st.sampled_from(("passed", "reached")),
    own_quadrant_banned=st.booleans(),
    start_quadrant_banned=st.booleans(),
    bridge_banned=st.booleans(),
    trapped_must_open=st.booleans(),
    smothering_banned=st.booleans(),
)
"""Rulesets that combine the dimensions freely."""


def assert_agreed(rules: Rules, position: str) -> None:
    """Compare the final positions, the dice used and the first moves of all 21 rolls."""
    ruleset = engine_rules(rules)
    for roll in ROLLS:
        table = at(position, roll, rules=ruleset)
        assert table.answer == enumerate_plays(rules, position, roll), f"{position} {roll}"
        assert table.legal == table.answer.first_moves, f"{position} {roll}"


@pytest.mark.parametrize("name", RULES)
def test_both_know_the_same_rulesets(name: str) -> None:
    ruleset = RULESETS[name]
    judged = engine_rules(RULES[name])
    assert judged.forbidden_walls == ruleset.forbidden_walls
    assert (judged.release, judged.trapped_fifteen, judged.shut_out) == (
        ruleset.release,
        ruleset.trapped_fifteen,
        ruleset.shut_out,
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", RULES)
def test_positions_of_random_play(name: str, seed: int) -> None:
    for position in islice(random_play_positions(seed, 300, name), 0, None, 13):
        for side in SIDES:
            assert_agreed(RULES[name], f"{position[:-1]}{side}")


@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(rules=st.sampled_from(list(RULES.values())) | MIXED, position=setup_positions())
@example(RULES["fevga"], "24,23,22,21,20,17,16,15,14,11,10,9,8,4,2 18x14,13 w")
def test_set_up_positions(rules: Rules, position: str) -> None:
    assert_agreed(rules, position)
