"""What the weights of boards of two words are learnt from, and that learning finds them."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from engine.games.connectfour.search import selective
from engine.registry import game
from engine.workshop.connectfour.train import (
    BOARDS,
    FEATURES,
    error,
    features,
    fit,
    main,
    played,
)
from tests.engine.positions import random_positions
from tests.naive import connectfour_kernels as kernels


@pytest.mark.parametrize("key", BOARDS)
def test_features_are_what_the_search_weighs(key):
    for position in random_positions(key, 30, seed=47):
        expected = np.zeros(3)
        for player, sign in ((0, 1), (1, -1)):
            ones, twos, *_ = kernels.open_windows(position, player)
            squares = kernels.completing(position, player).bit_count()
            expected += sign * np.array([ones, twos, squares])
        *counted, last, turn = features(position)
        assert counted == list(expected)
        assert turn == (1 if position.to_move == 0 else -1)
        if kernels.filled_up(position) == 0:
            assert last == 0


def test_the_weights_that_made_results_are_found_again():
    source = np.random.default_rng(48)
    weights = np.array([0.5, -1.0, 2.0])
    values = source.normal(size=(20_000, 3))
    results = (source.random(20_000) < 1 / (1 + np.exp(-values @ weights))).astype(float)
    assert fit(values, results) == pytest.approx(weights, rel=0.1)
    found, nothing = error(values @ weights, results), error(np.zeros(20_000), results)
    assert found < nothing == pytest.approx(np.log(2))


def test_games_of_a_seed_are_played_again_alike():
    first, second = (list(played(BOARDS[:1], 2, 50, seed=3)) for _ in range(2))
    assert first == second
    positions, result = first[0]
    assert result in {0, 0.5, 1}
    assert all(position.game == game(BOARDS[0]) for position in positions)
    assert all(position.outcome() is None for position in positions)


def test_every_weight_has_its_name_in_the_search():
    assert all(int(getattr(selective, name)) > 0 for name in FEATURES)


def test_too_few_games_are_refused_in_words():
    """Of one game nothing is left to learn from."""
    told = CliRunner().invoke(main, ["--games", "1", "--nodes", "50", "--board", BOARDS[0]])
    assert told.exit_code == 2
    assert "Too few games" in told.output


@pytest.mark.parametrize("key", ["nonsense", "othello:8", "connectfour", "connectfour:9x7:4:3p"])
def test_boards_of_another_search_are_refused_by_name(key):
    told = CliRunner().invoke(main, ["--games", "5", "--board", key])
    assert told.exit_code == 2
    assert key in told.output
