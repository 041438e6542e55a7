"""What was counted within a bound says so, and keeps to it."""

from __future__ import annotations

import pytest

from engine.laboratory.answers import Verdict
from engine.laboratory.prove import Bounds
from tests.engine.laboratory.facts import ask, facts_4x4


@pytest.mark.parametrize("key", ["connectfour", "othello", "othello:6"])
def test_positions_keep_to_the_bound(key: str) -> None:
    answer = ask(key, "positions", Bounds(plies=4))
    assert (answer.verdict, answer.bound) == (Verdict.COUNTED, 4)
    assert [row[0] for row in answer.by_ply] == [0, 1, 2, 3, 4]
    assert "within 4 plies" in answer.claim


def test_a_bound_beyond_the_end_is_none() -> None:
    whole, bounded = ask("othello:4", "positions"), ask("othello:4", "positions", Bounds(plies=40))
    assert (whole.verdict, whole.by_ply) == (Verdict.PROVED, bounded.by_ply)
    answer = ask("connectfour:3x3:3", "positions", Bounds(plies=9))
    assert answer.verdict is Verdict.PROVED


def test_states_are_counted_once() -> None:
    states = facts_4x4()["reachable_states_board_and_side"]
    answer = ask("othello:4", "positions")
    assert answer.figures["states"] == 62_789
    assert sum(row[1] for row in answer.by_ply) == 65_509 == sum(states["per_ply (pass = one ply)"])


def test_states_of_eight_by_eight() -> None:
    answer = ask("othello", "positions", Bounds(plies=6))
    assert [row[1] for row in answer.by_ply] == [1, 4, 12, 54, 236, 1288, 7092]


def test_a_bounded_count_is_no_witness() -> None:
    answer = ask("othello", "count ended", Bounds(plies=5))
    assert answer.verdict is Verdict.COUNTED
    assert answer.witness is None


def test_further_games_reach_the_same_extreme() -> None:
    from engine.laboratory.language.parser import parse
    from engine.laboratory.prove import Investigation
    from engine.registry import game
    from engine.search.control import SearchControl

    question = parse(game("othello:4"), "most passes")
    investigation = Investigation(question, SearchControl())
    value = investigation.answer().value
    others = [investigation.next() for _ in range(5)]
    assert all(other is not None for other in others)
    assert len({other.moves for other in others if other}) == 5
    assert {sum(map(other.game.is_pass, other.moves)) for other in others if other} == {value}


def test_a_proof_by_exhaustion_says_how_much_it_looked_at() -> None:
    answer = ask("othello:4", "won(white) and corners(black) = 4")
    assert (answer.verdict, answer.columns[1:]) == (
        Verdict.PROVED,
        ("lines of play", "of which finished"),
    )
    assert [row[1] for row in answer.by_ply[1:8]] == [4, 12, 44, 128, 424, 1256, 3624]
    assert sum(row[2] for row in answer.by_ply) == facts_4x4()["complete_games"]
