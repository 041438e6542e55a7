"""Connect Four positions for tests."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from engine.games.connectfour.position import ConnectFourPosition
from engine.registry import game

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour


def quiet_game(key: str, free: int, source: random.Random) -> list[int]:
    """Random moves of a game in which nobody wins until `free` squares are left."""
    current = game(key)
    while True:
        position, moves = current.start(), []
        while position.ply < current.columns * current.rows - free:
            following = [(move, position.play(move)) for move in position.legal_moves()]
            following = [pair for pair in following if pair[1].outcome() is None]
            if not following:
                break
            move, position = source.choice(following)
            moves.append(move)
        else:
            return moves


def played(key: str, moves: list[int]) -> ConnectFourPosition:
    """The position after moves given as numbers."""
    position = game(key).start()
    for move in moves:
        position = position.play(move)
    return position


def position_of_key(current: ConnectFour, key: int) -> ConnectFourPosition:
    """The position of a book's key: in each column the mover's discs plus all discs."""
    height, own, mask = current.rows + 1, 0, 0
    for column in range(current.columns):
        total = (key >> column * height) & ((1 << height) - 1)
        discs = (1 << (total + 1).bit_length() - 1) - 1
        mask |= discs << column * height
        own |= (total - discs) << column * height
    boards = (own, mask ^ own)
    return ConnectFourPosition(current, boards if mask.bit_count() % 2 == 0 else boards[::-1])


def halves(word: int) -> tuple[np.uint64, np.uint64]:
    """A board's word as two of 64 bits, the lower one first."""
    return np.uint64(word & (1 << 64) - 1), np.uint64(word >> 64)
