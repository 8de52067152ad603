"""The rules for players: the text that the program shows, by heading and by rule."""

from __future__ import annotations

import re
from pathlib import Path

from fevga_tui.rules.play import Rule
from fevga_tui.rules.ruleset import Ruleset

NOT_RULES = "The keys"
"""The heading from which on the text is about the program."""

OTHERS = "Other rules"
"""The heading above what the other rulesets do differently, a paragraph each."""

_PARAGRAPHS = {
    Rule.TURN_IS_OVER: "- Two different dice",
    Rule.NO_CHECKER: "- A die moves",
    Rule.WRONG_DIRECTION: "- The numbers on the rim",
    Rule.NO_SUCH_DIE: "- Two different dice",
    Rule.FIRST_CHECKER: "- The first checker:",
    Rule.CLOSED_POINT: "- A die moves",
    Rule.NOT_HOME: "- Bearing off:",
    Rule.NOT_FARTHEST: "- Bearing off:",
    Rule.OWN_QUADRANT: "- Your starting quadrant:",
    Rule.START_QUADRANT: "- no-start-walls:",
    Rule.START_BRIDGE: "- reach:",
    Rule.SHUT_OUT: "- reach:",
    Rule.WASTES_A_DIE: "- Use as many dice",
    Rule.HIGHER_DIE: "- If either of two",
    Rule.MUST_OPEN: "- If all fifteen",
}
"""How the paragraph of each rule begins."""

Sections = dict[str, list[str]]
"""Paragraphs by the heading above them."""


def text() -> str:
    """Return the rules and the keys: a line a paragraph, `#` before a heading."""
    return (Path(__file__).parent / "ui" / "help.md").read_text(encoding="utf-8")


def sections() -> Sections:
    """Return the rules, without what is about the program."""
    found: Sections = {}
    for part in re.split(r"^# ", text(), flags=re.MULTILINE)[1:]:
        heading, *paragraphs = (line for line in part.splitlines() if line)
        if heading == NOT_RULES:
            break
        found[heading] = paragraphs
    return found


def paragraph(rule: Rule) -> str:
    """Return the paragraph that a refusal by this rule rests on."""
    beginning = _PARAGRAPHS[rule]
    return next(line for line in text().splitlines() if line.startswith(beginning))


def differences(ruleset: Ruleset) -> str:
    """Return the paragraph on what a ruleset does differently; empty where there is none."""
    beginning = f"- {ruleset.name}:"
    return next((line for line in text().splitlines() if line.startswith(beginning)), "")
