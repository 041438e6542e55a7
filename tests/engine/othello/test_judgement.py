"""What the evaluation and the search say of hard positions, beside exact scores."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import EngineError
from engine.games.othello.evaluation.evaluation import LAST_MOVE_BY_EMPTIES, LIFT
from engine.games.othello.game import Othello
from engine.games.othello.search.searcher import make
from engine.workshop.bench import judgement
from tests.engine.othello.obf import DATA


def test_cases_hold_every_legal_move_and_no_filler() -> None:
    for case in judgement.read_cases(DATA / "hard-20.obf")[:30]:
        game = case.position.game
        assert {game.format_move(m) for m in case.position.legal_moves()} == case.scores.keys()
        assert -64 <= min(case.scores.values()) <= case.best <= 64


def test_the_last_move_is_worth_something_to_whoever_has_it() -> None:
    assert min(LAST_MOVE_BY_EMPTIES.values()) > 0
    assert all(LIFT[left] > LIFT[left - 1] for left in range(5, 60, 2))


def test_hard_positions_are_judged_as_well_as_ever() -> None:
    """A sample; all 311 with five times as many nodes stand in
    `docs/measurements/othello-judgement.md`."""
    searcher = make(Othello())
    cases = judgement.read_cases(DATA / "hard-25.obf")[::4]
    found = [judgement.judge(searcher, case, 100_000) for case in cases]
    errors = np.array([too_high for _, too_high in found])
    assert np.mean([right for right, _ in found]) > 0.68
    assert np.abs(errors).mean() < 1.7
    assert abs(errors.mean()) < 0.7


def test_a_file_without_scores_is_refused(tmp_path) -> None:
    empty = tmp_path / "empty.obf"
    empty.write_text("")
    with pytest.raises(EngineError, match="holds no position with scores"):
        judgement.run(lambda _: None, file=str(empty))


def test_the_benchmark_says_what_it_found() -> None:
    said: list[str] = []
    figures = judgement.run(said.append, nodes=300, every=50)
    assert (figures["positions"], figures["nodes"]) == (7, 300)
    assert f"{figures['bias']:+.2f}" in said[0]
