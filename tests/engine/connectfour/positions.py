"""Connect Four positions for tests."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.formats.record import GameRecord
from engine.registry import game

if TYPE_CHECKING:
    from engine.games.connectfour.position import ConnectFourPosition


def after(key: str, moves: str) -> ConnectFourPosition:
    """The position of the game `key` after `moves`."""
    return GameRecord.from_moves(game(key), moves).final()


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
