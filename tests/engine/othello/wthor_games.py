"""Random games as WTHOR files, for tests of what learns from them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.games.othello.game import Othello

if TYPE_CHECKING:
    from pathlib import Path


def write_games(path: Path, year: int, count: int) -> list[tuple[list[int], int]]:
    """Write random games as a WTHOR file; their squares and black's final lead."""
    rng, played, rows = random.Random(year), [], []
    while len(played) < count:
        position, squares = Othello().start(), []
        while (outcome := position.outcome()) is None:
            move = rng.choice(position.legal_moves())
            if move != position.game.pass_move:
                squares.append(move)
            position = position.play(move)
        assert outcome.score is not None
        codes = [10 * (square // 8 + 1) + square % 8 + 1 for square in squares]
        discs = (outcome.score + 64) // 2
        rows.append(bytes([0, 0, 0, 0, 0, 0, discs, discs, *codes, *[0] * (60 - len(codes))]))
        played.append((squares, outcome.score))
    header = bytes(4) + count.to_bytes(4, "little") + bytes(2) + year.to_bytes(2, "little")
    path.write_bytes(header + bytes([8, 0, 24, 0]) + b"".join(rows))
    return played
