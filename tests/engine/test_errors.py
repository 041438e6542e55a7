"""Errors are sentences, and carry what they are about."""

from __future__ import annotations

import pickle
import traceback

import numpy as np
import pytest

from engine import (
    ConnectFour,
    EngineError,
    GameOver,
    IllegalMove,
    IllFormed,
    NotationError,
    Othello,
    UnsupportedGame,
)


def test_the_tree() -> None:
    for error in (UnsupportedGame, NotationError, IllFormed, IllegalMove):
        assert error.__base__ is EngineError
    assert GameOver.__base__ is IllegalMove
    assert issubclass(EngineError, ValueError)


def full_column() -> IllegalMove:
    position = ConnectFour(4, 4).start()
    for _ in range(4):
        position = position.play(3)
    with pytest.raises(IllegalMove) as raised:
        position.play(3)
    return raised.value


def test_a_refused_move_shows_the_board_below_the_traceback() -> None:
    error = full_column()
    assert str(error) == "Column 4 is full."
    shown = "".join(traceback.format_exception(error))
    assert shown.endswith(
        "engine.errors.IllegalMove: Column 4 is full.\n"
        "connectfour:4x4 after 4 plies:\n"
        ". . . Y\n. . . R\n. . . Y\n. . . R\n1 2 3 4\n"
    )


def test_a_refused_move_can_be_sent_to_another_process() -> None:
    error = full_column()
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own)
    assert str(sent) == str(error)
    assert sent.move == error.move == 3
    assert sent.position == error.position


def test_numpys_numbers_are_moves() -> None:
    position = ConnectFour().start().play(np.int64(3))  # type: ignore[arg-type]
    assert type(position.last_changes[0]) is int
    assert position == ConnectFour().start().play(3)
    played = Othello().start().play(np.uint8(19))  # type: ignore[arg-type]
    assert type(played.last_changes[0]) is int


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (7, "There is no column 8; the columns are 1 to 7."),
        (-1, "There is no column 0; the columns are 1 to 7."),
        ("4", "'4' is no move; a move is a column, a whole number."),
        (True, "True is no move; a move is a column, a whole number."),
        (3.0, "3.0 is no move; a move is a column, a whole number."),
    ],
)
def test_connect_four_sentences(move: object, sentence: str) -> None:
    with pytest.raises(IllegalMove) as raised:
        ConnectFour().start().play(move)  # type: ignore[arg-type]
    assert str(raised.value) == sentence


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (65, "There is no square 65; the squares are 0 to 63."),
        (64, "Black may not pass while it has a move."),
        (27, "There is a disc on d4 already."),
        (0, "Black would flip nothing on a1."),
        (None, "None is no move; a move is a square, a whole number."),
    ],
)
def test_othello_sentences(move: object, sentence: str) -> None:
    with pytest.raises(IllegalMove) as raised:
        Othello().start().play(move)  # type: ignore[arg-type]
    assert str(raised.value) == sentence


def test_wide_boards_take_a_columns_number_as_well_as_its_letter() -> None:
    game = ConnectFour(12, 6)
    assert game.parse_move("12") == game.parse_move("c") == game.parse_move("C") == 11
    assert game.format_move(11) == "c"
    with pytest.raises(NotationError, match="'13' is no column; the columns are 1 to 12"):
        game.parse_move("13")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: ConnectFour(17, 6), "17 columns: Connect Four takes 2 to 16 here."),
        (lambda: ConnectFour(7, 6, 8), "8 discs in a row: Connect Four takes 2 to 7 here."),
        (lambda: ConnectFour(players=4), "4 players: Connect Four takes 2 to 3 here."),
        (lambda: Othello(7), "7 squares a side: Othello takes even sizes 4 to 16."),
    ],
)
def test_limits_are_told(make, sentence: str) -> None:
    with pytest.raises(UnsupportedGame) as raised:
        make()
    assert str(raised.value) == sentence
