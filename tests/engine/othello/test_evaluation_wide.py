"""The evaluation of large boards and its training agree with slow twins."""

from __future__ import annotations

import numpy as np
import pytest

from engine.games.othello.board.cells import BORDER
from engine.games.othello.evaluation import evaluation_wide
from engine.games.othello.evaluation.evaluation_wide import (
    PHASE_WEIGHTS,
    PHASES,
    READINGS,
    TRAITS,
    evaluate,
    load,
    read,
)
from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition
from engine.workshop.othello import train_wide
from tests.engine.othello.boards import random_positions
from tests.naive import othello_wide


def packed(position: OthelloPosition) -> np.ndarray:
    size = position.game.size
    cells = np.full((size + 2, size + 2), BORDER, dtype=np.int8)
    cells[1:-1, 1:-1] = [
        [position.cell(size * row + column) + 1 for column in range(size)] for row in range(size)
    ]
    return cells.reshape(-1)


def readings(position: OthelloPosition) -> list[int]:
    out = np.zeros(1 + READINGS, dtype=np.int64)
    read(packed(position), position.game.size + 2, position.to_move + 1, out)
    return out.tolist()


def worth(position: OthelloPosition) -> int:
    weights, out = load(position.game.size), np.zeros(1 + READINGS, dtype=np.int64)
    board = packed(position), position.game.size + 2, position.to_move + 1
    return int(evaluate(*board, out, np.uint64(weights.ctypes.data)))


@pytest.mark.parametrize("size", [10, 16])
def test_readings_are_those_of_the_slow_twin(size: int) -> None:
    for position in list(random_positions(size, games=1))[:: size // 4]:
        assert readings(position) == othello_wide.readings(position)


@pytest.mark.parametrize("size", [10, 12, 14, 16])
def test_the_worth_is_the_sum_of_the_selected_weights(size: int) -> None:
    weights = load(size).astype(int)
    assert weights.shape == (PHASES, PHASE_WEIGHTS)
    for position in list(random_positions(size, games=1))[::10]:
        phase, *found = othello_wide.readings(position)
        traits = sum(weights[phase, i] * found[i] for i in range(TRAITS)) // 16
        expected = traits + weights[phase, found[TRAITS:]].sum()
        most = 100 * (size * size - 1)
        assert worth(position) == max(-most, min(most, expected))


def test_symmetric_positions_are_worth_the_same() -> None:
    game = Othello(12)
    for position in list(random_positions(12, games=1))[::9]:
        board = np.array([position.cell(square) for square in range(144)]).reshape(12, 12)
        values = set()
        for turned in (board, board.T):
            for image in (turned, turned[::-1], turned[:, ::-1], turned[::-1, ::-1]):
                flat = image.reshape(-1)
                boards = [sum(1 << int(s) for s in np.flatnonzero(flat == p)) for p in (0, 1)]
                values.add(worth(OthelloPosition.set_up(game, tuple(boards), position.to_move)))
        assert len(values) == 1


def test_a_corner_is_worth_having() -> None:
    """The first digit of a corner's number is the corner itself."""
    corners = load(10)[:, evaluation_wide.CORNER_OFFSET : evaluation_wide.EDGE_OFFSET].astype(int)
    assert (corners[:, 1::3].sum(axis=1) > corners[:, 2::3].sum(axis=1)).all()


def test_a_label_blends_what_later_positions_are_thought_worth() -> None:
    labels = train_wide.blend(np.array([9.0, 4.0, 2.0]), final=10.0, trust=0.5)
    assert labels.tolist() == [0.5 * 4 + 0.5 * (0.5 * 2 + 0.5 * 10), 0.5 * 2 + 0.5 * 10, 10]
    assert train_wide.blend(np.array([9.0, 4.0]), final=10.0, trust=1.0).tolist() == [10, 10]


def test_games_for_training_are_told_from_both_sides() -> None:
    examples = train_wide.play_games(10, 3, train_wide.first_weights(), trust=1.0, seed=5)
    assert len(examples) > 3 * 40
    assert examples.held_out.any()
    assert not examples.held_out.all()
    assert (examples.labels == examples.scores).all()
    assert len(set(np.abs(examples.scores))) <= 3, "one result a game"
    assert (examples.rows[:, 0] < PHASES).all()
    # Where the last square is about to be filled, parity says that one is left.
    assert set(examples.rows[:, TRAITS]) == {-1, 1}


def test_the_fit_finds_weights_that_explain_the_labels() -> None:
    rng = np.random.default_rng(0)
    rows = np.zeros((4000, 1 + READINGS), dtype=np.int64)
    rows[:, 1 : 1 + TRAITS] = rng.integers(-9, 10, size=(4000, TRAITS))
    rows[:, 1 + TRAITS :] = rng.integers(TRAITS, TRAITS + 30, size=(4000, READINGS - TRAITS))
    truth = rng.normal(size=PHASE_WEIGHTS)
    labels = rows[:, 1 : 1 + TRAITS] @ truth[:TRAITS] + truth[rows[:, 1 + TRAITS :]].sum(axis=1)
    table = train_wide.Readings(rows, np.arange(PHASE_WEIGHTS), np.full(TRAITS, 6.0))
    weights = train_wide.fit(table, labels, ridge=0.001, iterations=80)
    assert np.abs(table.predict(weights) - labels).max() < 0.05
