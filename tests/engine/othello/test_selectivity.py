"""Selective pruning: its table agrees with its formula, and the formula with searches."""

from __future__ import annotations

import numpy as np
import pytest
from numpy import int64

from engine.formats import wthor
from engine.games.othello.board.bitboard import layout
from engine.games.othello.evaluation import network, weights
from engine.games.othello.search import selectivity, table
from engine.games.othello.search.context import Context
from engine.games.othello.search.table import Table
from engine.workshop.othello import calibrate
from tests.engine.othello.obf import read
from tests.engine.othello.wthor_games import write_games


def test_the_shallow_depth_is_about_half_and_of_the_same_parity() -> None:
    assert [int(selectivity.shallow_depth(int64(depth))) for depth in (1, 2)] == [0, 0]
    for depth in range(3, 61):
        shallow = int(selectivity.shallow_depth(int64(depth)))
        assert shallow == selectivity.shallow_of(depth)
        assert shallow % 2 == depth % 2
        assert (depth - 3) / 2 <= shallow <= depth / 2


def test_margins_are_the_deviations_of_the_formula() -> None:
    for left, depth in ((10, 4), (24, 12), (24, 24), (40, 15), (60, 3)):
        expected = selectivity.deviation(depth, selectivity.shallow_of(depth), left)
        assert abs(int(selectivity.sigma(int64(depth), int64(left))) - expected) <= 0.5


def test_an_estimate_alone_answers_near_the_horizon_with_a_wider_margin() -> None:
    sureness = 24
    context = Context(Table(1), layout(8), weights.load(), network.load())

    def margin(depth: int, left: int, sureness: int) -> int:
        asked = int64(depth), int64(left), int64(sureness)
        return int(selectivity.margin_at_once(*asked, context.address))

    for left, near in ((20, selectivity.JUDGED_NEAR), (40, selectivity.NEAR)):
        for depth in range(1, near + 1):
            deviation = selectivity.deviation(depth, selectivity.shallow_of(depth), left)
            expected = selectivity.AT_ONCE * deviation * sureness / selectivity.SURENESS_UNIT
            found = margin(depth, left, sureness)
            assert abs(found - expected) <= 2
        for depth in (0, near + 1):
            assert margin(depth, left, sureness) < 0
    assert margin(1, 20, int(table.EXACT)) < 0, "nothing is cut"


def test_confidences_are_the_shares_of_a_normal_distribution() -> None:
    draws = np.abs(np.random.default_rng(0).normal(size=400_000))
    for percent, sureness in selectivity.SURENESS_BY_CONFIDENCE.items():
        share = (draws < sureness / selectivity.SURENESS_UNIT).mean()
        assert share == pytest.approx(percent / 100, abs=0.012)


def test_samples_are_unfinished_positions_with_so_many_empties(tmp_path) -> None:
    write_games(tmp_path / "a.wtb", 1999, 8)
    files = [wthor.read(tmp_path / "a.wtb")]
    for own, other in calibrate.sample(files, 20, 12, np.random.default_rng(3)):
        assert int(own & other) == 0
        assert int(own | other).bit_count() == 44


def test_deviations_in_tournament_games_are_like_the_formula() -> None:
    problems = [p for p in read("wthor_endgames_16_22_best.obf") if p.empties == 18]
    boards = [layout(8).pack(problem.position) for problem in problems]
    pairs = calibrate.measure(boards, 18, 6).pairs()
    measured = {(deep, shallow): sigma for deep, shallow, sigma in pairs}
    for deep, shallow in ((4, 2), (5, 1), (6, 2), (18, 6)):
        formula = selectivity.deviation(deep, shallow, 18)
        assert 0.6 * formula < measured[deep, shallow] < 1.6 * formula


def test_the_fit_finds_the_factors_that_made_the_deviations() -> None:
    rng = np.random.default_rng(0)
    stages = []
    for left in (14, 22, 30, 40):
        # Errors of independent steps: the deviation of (d, s) is that of the steps' sum.
        steps = rng.normal(size=(4000, 9)) * 300
        stages.append(calibrate.Deviations(left, np.cumsum(steps, axis=1), None))
    factors, error = calibrate.fit(stages, to_the_end=False)
    assert factors[1] == pytest.approx(0.5, abs=0.02), "it grows with the root of d - s"
    assert factors[0] == pytest.approx(np.log(300), abs=0.05)
    assert factors[2] == pytest.approx(0, abs=0.03)
    assert error < 0.05


def test_what_the_last_move_lacks_is_found_from_exact_scores_upward() -> None:
    """Every search says 1 disc too little for the side that has the last move, at any depth."""
    rng, stages = np.random.default_rng(2), []
    for left, plies in ((16, 8), (17, 8), (20, 8), (21, 8), (24, 9), (25, 9), (28, 9)):
        exact = 100.0 * rng.integers(-20, 20, size=200)
        side = 1 if left % 2 else -1
        noise = rng.normal(scale=30, size=(200, plies))
        scores = exact[:, None] - side * 100 + noise
        known = exact if left <= calibrate.SOLVED_TO else None
        stages.append(calibrate.Deviations(left, scores, known))
    missing = calibrate.missing_last_move(stages)
    assert {8, 16, 24} <= missing.keys()
    assert all(abs(value - 100) < 12 for value in missing.values()), missing
