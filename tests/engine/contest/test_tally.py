"""Elo with its error, and the test that ends a contest."""

from __future__ import annotations

import math
import random

import pytest

from engine import EngineError
from engine.contest.sprt import BOUND, Sprt
from engine.contest.tally import Tally


def test_elo_and_its_error_are_those_of_the_formula():
    """75% of the points are 191 points of Elo; the error falls with the root of the games."""
    elo, low, high = Tally(750, 0, 250).elo
    assert elo == pytest.approx(190.8, abs=1)
    assert low < 170
    assert high > 210
    assert Tally(75, 0, 25).margin == pytest.approx(Tally(7500, 0, 2500).margin * 10, rel=0.02)
    assert Tally(0, 100, 0).margin < Tally(50, 0, 50).margin
    assert Tally(1, 1, 1, draw=1 / 3).share == pytest.approx(4 / 9)
    assert all(map(math.isfinite, Tally(100, 0, 0).elo))


def test_margins_hold_the_truth_19_times_in_20():
    source, held = random.Random(8), 0
    for _ in range(400):
        tally = Tally()
        for _ in range(100):
            tally = tally.and_points(source.choices((1, 0.5, 0), (5, 3, 2))[0])
        held += abs(tally.share - 0.65) <= tally.margin
    assert 0.92 <= held / 400 <= 0.98


@pytest.mark.parametrize(("won", "lost"), [(60, 40), (520, 480), (300, 310)])
def test_the_ratio_is_near_the_exact_one_of_games_without_draws(won, lost):
    low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (0, 30))
    exact = won * math.log(high / low) + lost * math.log((1 - high) / (1 - low))
    assert Sprt(0, 30).ratio(Tally(won, 0, lost)) == pytest.approx(exact, rel=0.08, abs=0.05)


def test_the_test_errs_in_one_of_twenty_runs():
    """Of players that are 0, and that are 100 points apart, with a third of the games drawn."""
    source, sprt = random.Random(5), Sprt(0, 100)
    for elo, right in ((0, "elo0"), (100, "elo1")):
        share = 1 / (1 + 10 ** (-elo / 400))
        weights = (share - 1 / 6, 1 / 3, 5 / 6 - share)
        correct = 0
        for _ in range(300):
            tally, said = Tally(), None
            while said is None:
                tally = tally.and_points(source.choices((1, 0.5, 0), weights)[0])
                said = sprt.verdict(tally)
            correct += said == right
        assert 0.92 <= correct / 300 <= 0.99


def test_nothing_is_known_before_there_are_games():
    assert Sprt(0, 5).verdict(Tally()) is None
    assert pytest.approx(2.944, abs=0.001) == BOUND
    for apart in ((5, 0), (0, math.nan), (-1e9, 0), (0, math.inf)):
        with pytest.raises(EngineError, match="rise, from -4000 to 4000"):
            Sprt(*apart)
