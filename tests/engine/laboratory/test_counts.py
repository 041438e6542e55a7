"""What is counted whole: lines of play by perft, and positions by who has won them."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.laboratory.answers import Verdict
from engine.laboratory.language.parser import parse
from engine.registry import game
from tests.engine.laboratory.facts import ask


def test_lines_of_one_length_are_counted_by_perft() -> None:
    """As published, without the 228 games that end with the ninth ply."""
    answer = ask("othello", "count plies = 10")
    assert (answer.verdict, answer.value) == (Verdict.PROVED, 24_571_284 - 228)
    assert [row[1] for row in answer.by_ply[8:]] == [390_216, 3_005_288, 24_571_056]
    assert answer.witness is not None
    assert answer.witness.plies == 10


@pytest.mark.parametrize("key", ["othello:4", "connectfour:4x3:3"])
def test_perft_and_walking_agree(key: str) -> None:
    for plies in range(8, 13):
        counted, walked = (
            ask(key, f"count {text}") for text in (f"plies = {plies}", f"plies + 0 = {plies}")
        )
        assert (counted.value, counted.exact) == (walked.value, walked.exact)


def test_a_length_that_no_game_has() -> None:
    assert ask("othello:4", "count plies = 60").value == 0
    assert parse(game("othello:4"), "count plies = 60").text == "count plies = 60"


@pytest.mark.parametrize("key", ["connectfour:4x3:3", "connectfour:3x4:3", "connectfour:3x3:3:3p"])
def test_positions_are_told_by_their_ends(key: str) -> None:
    """Each board once, gone through by the rules."""
    subject = game(key)
    seen, layer = Counter[str](), {subject.start().key(): subject.start()}
    while layer:
        after = {}
        for position in layer.values():
            outcome = position.outcome()
            seen["states"] += 1
            if outcome is not None:
                drawn = outcome.winner is None
                seen["drawn" if drawn else f"won by {subject.player_names[outcome.winner]}"] += 1
            for move in position.legal_moves():
                child = position.play(move)
                after[child.key()] = child
        layer = after
    figures = ask(key, "positions").figures
    assert {name: number for name, number in figures.items() if number} == dict(seen)
