"""Positions of Othello for tests of kernels."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.games.othello.game import Othello

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.othello.position import OthelloPosition


def random_positions(size: int, games: int) -> Iterator[OthelloPosition]:
    rng = random.Random(size)
    for _ in range(games):
        position = Othello(size).start()
        while True:
            yield position
            if position.outcome() is not None:
                break
            position = position.play(rng.choice(position.legal_moves()))
