"""What can be forced: against minimax written for obviousness, and against the solver."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine.game import Position
from engine.laboratory.answers import Verdict
from engine.laboratory.language.meaning import holds, holds_at
from engine.laboratory.language.tree import Condition, Forces, Term
from engine.laboratory.strategy import Play
from engine.laboratory.trace import Trace
from engine.registry import game
from tests.engine.laboratory.facts import ask, facts_4x4


def _naive(position: Position, player: int) -> bool:
    """Whether `player` can force a win, by the rules alone."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner == player
    after = [_remembered(position.play(move), player) for move in position.legal_moves()]
    return any(after) if position.to_move == player else all(after)


_remembered = lru_cache(maxsize=None)(_naive)


@pytest.mark.parametrize("key", ["connectfour:3x3:3", "connectfour:4x3:3", "connectfour:3x3:3:3p"])
def test_guaranteed_win_is_a_case_of_what_can_be_forced(key: str) -> None:
    subject = game(key)
    for player, name in enumerate(subject.player_names):
        expected = _naive(subject.start(), player)
        answer = ask(key, f"{name.lower()} can force won({name.lower()})")
        assert (answer.verdict, answer.holds) == (Verdict.PROVED, expected)
        assert answer.witness is None or answer.witness.outcome is not None
        node = Forces(player, Condition(Term("won", (player,)), ">=", 1))
        assert (
            Play(node, holds_at).forced(Trace(subject, ())) is expected
        )  # exhaustion, not the solver


def test_four_by_four_othello() -> None:
    value = facts_4x4()["game_value"]["with_empties_given_to_the_winner"]
    assert value < 0  # White wins
    assert ask("othello:4", "white can force won(white)").holds is True
    assert ask("othello:4", "black can force won(black)").holds is False
    assert ask("othello:4", "nobody can prevent ended").holds is True
    assert ask("othello:4", "nobody can prevent won(white)").holds is False


def test_from_a_position() -> None:
    answer = ask("connectfour", 'from "1212121": red can force won(red)')
    assert answer.holds is True  # Red has won there
    assert ask("connectfour", 'from "121212": red can force won(red)').holds is True
    assert ask("connectfour", 'from "121212": yellow can force won(yellow)').holds is False
    found = ask("connectfour", 'from "4433": won(red)')
    assert found.witness is not None
    assert found.witness.notation.startswith("4433")


def test_a_game_in_which_a_forced_win_is_given_away() -> None:
    text = "(red can force won(red)) and ended and not won(red)"
    answer = ask("connectfour:3x3:3", text)
    expected = _naive(game("connectfour:3x3:3").start(), 0)
    assert answer.holds is expected or answer.holds is False
    if answer.witness is not None:
        assert holds(answer.question.node, answer.witness)
