"""What excludes a game where all lines of play were gone through, in words."""

from __future__ import annotations

import pytest

from engine.laboratory.prove import Bounds
from engine.laboratory.reasons import explained
from tests.engine.laboratory.facts import ask

RULES = "the rules, by which there are 224,821 lines of play up to 17 plies"
"""All of 4 × 4 Othello; the sum of what others counted ply by ply."""


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        (
            "draw and full and lead(black) >= 2 and empties <= 9",
            [
                "the game is over and nobody has won (first after 10 plies)",
                "the lead of Black in discs is at least 2 (first after 1 ply)",
            ],
        ),
        (
            "corner_flips >= 1 and disc(a1)",
            ["the number of corner discs ever flipped is at least 1 (on no line of play)"],
        ),
    ],
)
def test_only_what_is_needed_is_named(text: str, conditions: list[str]) -> None:
    assert explained(ask("othello:4", text)).reason == (*conditions, RULES)


def test_short_lines_of_a_large_board() -> None:
    said = explained(ask("othello", "wiped_out(white) and plies <= 6")).reason
    assert said[1:] == (
        "the number of moves played is at most 6",
        "the rules, by which there are 9,913 lines of play up to 6 plies",
    )
    assert said[0].startswith("White has no disc left (as after ")


def test_what_is_there_or_open_has_no_reason() -> None:
    assert explained(ask("othello:4", "draw")).reason == ()
    assert explained(ask("othello", "corner_flips >= 1 and draw", Bounds(plies=2))).reason != ()
    assert explained(ask("othello", "wiped_out(white)", Bounds(plies=3))).reason == ()
