"""Random games of every size and player count, ours beside the slow, obvious rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    ConnectFour,
    Othello,
    board_rows,
    double_threat,
    playable_threats,
    threats,
    well_formed,
)
from engine.games.connectfour.position import ConnectFourPosition, ConnectFourTermination
from engine.games.othello.position import OthelloPosition, OthelloTermination
from tests.naive.connectfour import NaiveConnectFour
from tests.naive.othello import NaiveOthello


@st.composite
def connect_four_games(draw: st.DrawFn) -> ConnectFour:
    columns, rows = draw(st.integers(2, 16)), draw(st.integers(2, 16))
    longest = max(columns, rows)
    connect = draw(st.integers(2, min(5, longest)) | st.integers(2, longest))
    return ConnectFour(columns, rows, connect, draw(st.integers(2, 3)))


@given(connect_four_games(), st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_connect_four_plays_like_the_naive_twin(game: ConnectFour, random) -> None:
    position, naive = game.start(), NaiveConnectFour(*_parameters(game))
    while not naive.is_over():
        assert list(position.legal_moves()) == naive.legal_columns()
        assert position.to_move == naive.to_move
        assert position.outcome() is None
        move = random.choice(naive.legal_columns())
        row = len(naive.stacks[move])
        assert position.lowest_empty(move) == row
        naive.play(move)
        position = position.play(move)
        assert position.last_changes == (row * game.columns + move,)
    _same_end(position, naive)


def _same_end(position: ConnectFourPosition, naive: NaiveConnectFour) -> None:
    outcome = position.outcome()
    assert outcome is not None
    assert position.legal_moves() == ()
    assert outcome.winner == naive.winner()
    assert set(outcome.squares) == {r * naive.columns + c for c, r in naive.winning_places()}
    won = naive.winner() is not None
    assert outcome.termination is (
        ConnectFourTermination.LINE if won else ConnectFourTermination.FULL_BOARD
    )
    for square in range(naive.columns * naive.rows):
        row, column = divmod(square, naive.columns)
        assert position.cell(square) == naive.owner(column, row)
    assert well_formed(position)


@given(connect_four_games(), st.integers(0, 60), st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_threats_are_the_naive_twins(game: ConnectFour, plies: int, random) -> None:
    position, naive = game.start(), NaiveConnectFour(*_parameters(game))
    for _ in range(plies):
        if naive.is_over():
            break
        move = random.choice(naive.legal_columns())
        naive.play(move)
        position = position.play(move)
    for player in range(game.players):
        expected = {row * game.columns + column for column, row in naive.threats(player)}
        assert set(threats(position, player)) == expected
        landing = {len(naive.stacks[c]) * game.columns + c for c in naive.legal_columns()}
        assert set(playable_threats(position, player)) == expected & landing
        assert double_threat(position, player) == (len(expected & landing) >= 2)


@pytest.mark.parametrize("size", range(4, 17, 2))
@given(random=st.randoms(use_true_random=False))
@settings(max_examples=5)
def test_othello_plays_like_the_naive_twin(size: int, random) -> None:
    game, naive = Othello(size), NaiveOthello(size)
    position = game.start()
    while not naive.is_over():
        _same_board(position, naive)
        if naive.must_pass():
            assert position.legal_moves() == (game.pass_move,)
            naive.skip()
            position = position.play(game.pass_move)
            assert position.last_changes == ()
            continue
        squares = naive.squares(naive.mover)
        assert list(position.legal_moves()) == sorted(i * size + j for i, j in squares)
        row, column = random.choice(squares)
        flipped = naive.play(row, column)
        position = position.play(row * size + column)
        assert position.last_changes[0] == row * size + column
        assert sorted(position.last_changes[1:]) == sorted(i * size + j for i, j in flipped)
    _same_board(position, naive)
    outcome = position.outcome()
    assert outcome is not None
    assert position.legal_moves() == ()
    assert outcome.score == naive.final_score()
    assert outcome.winner == {0: None, 1: 0, -1: 1}[_sign(naive.final_score())]
    if 0 in (naive.count("X"), naive.count("O")):
        assert outcome.termination is OthelloTermination.WIPE_OUT
    elif naive.count("-"):
        assert outcome.termination is OthelloTermination.NO_MOVES
    else:
        assert outcome.termination is OthelloTermination.FULL_BOARD


def _same_board(position: OthelloPosition, naive: NaiveOthello) -> None:
    assert list(board_rows(position)) == ["".join(row) for row in naive.board]
    assert "XO"[position.to_move] == naive.mover
    assert well_formed(position)


def _parameters(game: ConnectFour) -> tuple[int, int, int, int]:
    return game.columns, game.rows, game.connect, game.players


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
