"""Positions read many at once are those that the rules reach move by move."""

from __future__ import annotations

import random

import pytest

from engine.errors import EngineError
from engine.formats.record import GameRecord
from engine.games.connectfour.solver.reading import read_boards
from engine.games.connectfour.solver.solver import Solver
from engine.registry import game

SIZES = (
    "connectfour",
    "connectfour:4x4:3",
    "connectfour:8x7",
    "connectfour:3x7:5",
    "connectfour:12x4:4",
    "connectfour:16x3:3",
)


def boards_by_the_rules(key: str, text: str) -> tuple[int, ...] | None:
    """Both players' discs, None where a move is illegal or the game is over at the end."""
    try:
        position = GameRecord.from_moves(game(key), text).final()
    except EngineError:
        return None
    return None if position.outcome() else position.boards  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", SIZES)
def test_boards_are_those_of_the_rules(key):
    current, source, solver = game(key), random.Random(key), Solver(game(key))
    columns = "123456789abcdefg"[: current.columns]
    texts = ["@", "`", "0", ":", "é", "A", "G", "H", "\x7f", "1", columns[-1].upper()]
    while len(texts) < 400:
        moves = source.choices(columns, k=source.randint(1, 20))
        if source.random() < 0.1:
            moves[source.randrange(len(moves))] = source.choice("0@`:/hHé~" + columns.upper())
        texts.append("".join(moves))
    expected = [boards_by_the_rules(key, text) for text in texts]
    boards, plain = read_boards(solver.address, texts)
    assert 40 < sum(plain) < 380
    assert plain.tolist() == [found is not None for found in expected]
    for row, found in zip(boards.tolist(), expected, strict=True):
        if found is not None:
            assert tuple(row) == found


def test_a_full_board_is_no_position_to_solve():
    solver = Solver(game("connectfour:2x3:3"))
    _, plain = read_boards(solver.address, ["11222", "112221"])
    assert plain.tolist() == [True, False]
