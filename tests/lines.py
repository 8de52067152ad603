"""Questions put to `fevga plays --lines`, and what the brute force answers to the same."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from brute_force import RULES, enumerate_plays
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from positions import SIDES, random_play_positions, setup_positions

Question = tuple[str, str]
"""A position and a roll."""

STRIDE = 3
"""Only every third position of a game is asked: neighbours are alike."""


def answered(rules: str, questions: Iterable[Question]) -> list[dict[str, Any]]:
    """Put questions to the command, all in one run; return its answers, one for each."""
    done = subprocess.run(
        [sys.executable, "-m", "fevga_tui", "plays", "--lines", "--rules", rules],
        input="".join(f"{position}\t{roll}\n" for position, roll in questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def expected(rules: str, question: Question) -> dict[str, Any]:
    """Return the answer of the brute force, with the fields of the command's."""
    position, roll = question
    answer = enumerate_plays(RULES[rules], position, roll)
    return {
        "rules": rules,
        "position": position,
        "roll": roll,
        "dice_used": answer.dice_used,
        "count": len(answer.results),
        "results": sorted(answer.results),
        "first_moves": sorted(answer.first_moves),
    }


def differences(rules: str, questions: Sequence[Question]) -> Iterator[str]:
    """Yield two lines for each question that the command and the brute force answer differently."""
    for question, answer in zip(questions, answered(rules, questions), strict=True):
        if answer != expected(rules, question):
            yield f"{answer}\n{expected(rules, question)}"


def met_in_play(seed: int, count: int, rules: str) -> Iterator[str]:
    """Yield positions of random play, either side to move, whoever was."""
    met = random_play_positions(seed, count * STRIDE, rules)
    for number, position in enumerate(islice(met, 0, None, STRIDE)):
        yield f"{position[:-1]}{SIDES[number % 2]}"


def set_up(seed: int, count: int) -> list[str]:
    """Return so many set-up positions."""
    drawn: list[str] = []

    @seeded(seed)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(setup_positions())
    def draw(position: str) -> None:
        drawn.append(position)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        draw()
    return drawn[:count]
