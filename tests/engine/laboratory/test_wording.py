"""Questions as sentences: every predicate, and every board named in full."""

from __future__ import annotations

import pytest

from engine.laboratory.language.parser import parse
from engine.laboratory.language.wording import node_words, question_words
from engine.registry import game
from tests.engine.laboratory.conditions import every_condition


@pytest.mark.parametrize(
    ("key", "text", "words"),
    [
        ("othello:4", "draw", "Is there a game of Othello 4 × 4 in which the game is over and"),
        ("connectfour:4x4:3", "value", "Who wins Connect Four 4 × 4, 3 in a row with best play?"),
        ("connectfour:4x4", "positions", "Which positions of Connect Four 4 × 4 can come up?"),
        (
            "othello:4",
            "white can force never corners(black) >= 1",
            "Can White force in Othello 4 × 4 that on no board the number of corners",
        ),
        (
            "connectfour:4x4",
            'from "44": some player p: won(p) and no line l: l in p',
            "Is there a game of Connect Four 4 × 4 in which after 44, for some player p, p",
        ),
        ("othello", "most passes(white)", "What is the number of passes of White at its greatest"),
    ],
)
def test_words(key: str, text: str, words: str) -> None:
    assert question_words(parse(game(key), text)).startswith(words)


@pytest.mark.parametrize("key", ["othello:4", "connectfour:3x2:2"])
def test_every_condition_has_words_of_its_own(key: str) -> None:
    nodes = every_condition(game(key))
    said = {node_words(game(key), node) for node in nodes}
    assert len(said) == len(nodes)
