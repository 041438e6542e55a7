"""The evaluation of 6 × 6 and its training agree with slow twins."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy import int64

from engine.games.othello.board import bitboard
from engine.games.othello.board.board import Board
from engine.games.othello.evaluation import evaluation, evaluation_small
from engine.games.othello.evaluation.evaluation_small import TRAITS, WEIGHTS_OF_STAGE
from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition
from engine.games.othello.search.compact import trained_weights
from engine.games.othello.search.context import Context
from engine.games.othello.search.table import Table
from engine.workshop.othello import train_small
from tests.engine.othello.boards import random_positions
from tests.naive import best_play

LAYOUT = bitboard.layout(6)
WEIGHTS = evaluation_small.load()
CONTEXT = Context(Table(1), LAYOUT, WEIGHTS)


def board_of(position: OthelloPosition) -> Board:
    return Board(LAYOUT, *LAYOUT.pack(position))


def position_of(board: Board) -> OthelloPosition:
    """The position of a board, black to move."""
    sides = [
        sum(1 << LAYOUT.move(square) for square in range(64) if int(bits) >> square & 1)
        for bits in (board.own, board.other)
    ]
    return OthelloPosition.set_up(Othello(6), tuple(sides), 0)


def worth(board: Board) -> int:
    choices = bitboard.moves(board.own, board.other, board.empties)
    left = int64(board.left)
    sides = board.own, board.other, board.empties
    return int(evaluation.evaluate(*sides, choices, left, CONTEXT.address))


def naive_corners(position: OthelloPosition) -> list[int]:
    numbers = []
    for row, down in ((0, 1), (5, -1)):
        for column, right in ((0, 1), (5, -1)):
            number = 0
            for place in range(9):
                square = 6 * (row + place // 3 * down) + column + place % 3 * right
                owner = position.cell(square)
                if owner >= 0:
                    number += 3**place * (1 if owner == position.to_move else 2)
            numbers.append(number)
    return numbers


def test_corners_are_read_as_the_slow_twin_reads_them() -> None:
    for position in random_positions(6, games=3):
        board = board_of(position)
        found = [
            int(evaluation_small.corner_number(board.own, board.other, int64(corner)))
            for corner in range(4)
        ]
        assert found == naive_corners(position)


def test_the_worth_is_the_sum_of_the_selected_weights() -> None:
    assert WEIGHTS.shape == (evaluation_small.STAGES, WEIGHTS_OF_STAGE)
    for position in random_positions(6, games=3):
        board = board_of(position)
        if position.outcome() is not None:
            continue
        stage = WEIGHTS[min((board.left - 1) // 4, 3)].astype(int)
        sides = board.own, board.other, board.empties
        traits = evaluation.traits(*sides, int64(board.left), CONTEXT.address)
        expected = sum(stage[i] * int(trait) for i, trait in enumerate(traits))
        expected += sum(stage[TRAITS + number] for number in naive_corners(position))
        assert worth(board) == max(-3500, min(3500, expected))


def test_symmetric_positions_are_worth_the_same() -> None:
    for position in list(random_positions(6, games=1))[:-1:3]:
        board = np.array([position.cell(square) for square in range(36)]).reshape(6, 6)
        values = set()
        for turned in (board, board.T):
            for image in (turned, turned[::-1], turned[:, ::-1], turned[::-1, ::-1]):
                flat = image.reshape(-1)
                sides = [sum(1 << int(s) for s in np.flatnonzero(flat == p)) for p in (0, 1)]
                moved = OthelloPosition.set_up(position.game, tuple(sides), position.to_move)
                values.add(worth(board_of(moved)))
        assert len(values) == 1


def test_each_size_has_its_own_weights() -> None:
    assert trained_weights(4) is None
    assert trained_weights(6) is evaluation_small.load()
    assert trained_weights(8) is not None


def test_examples_are_positions_with_their_exact_scores() -> None:
    examples = list(train_small.Player(Random(3)).examples(6))
    assert len(examples) > 12
    assert {example.held_out for example in examples} == {True, False}
    for example in examples:
        board = example.board
        assert bitboard.moves(board.own, board.other, board.empties)
        if board.left <= 7:
            assert example.score == best_play.score(position_of(board), {})


def test_the_fit_finds_weights_that_explain_the_scores() -> None:
    boards = [board_of(p) for p in random_positions(6, games=20) if p.outcome() is None]
    readings = train_small.Readings(boards)
    truth = np.random.default_rng(0).normal(size=readings.count)
    weights = train_small.fit(readings, readings.predict(truth), ridge=0.001)
    assert np.abs(readings.predict(weights) - readings.predict(truth)).mean() < 0.3
