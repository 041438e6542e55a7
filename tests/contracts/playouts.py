"""Random games that the contracts are checked on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from engine import (
    Game,
    Position,
)


@cache
def playout(game: Game, seed: int = 0) -> tuple[Position, ...]:
    """A random game, every position of it; played once, as positions cannot change."""
    return replay(game, seed)


def replay(game: Game, seed: int = 0) -> tuple[Position, ...]:
    """The same game, played anew."""
    choose = random.Random(f"{game.key} {seed}").choice
    positions = [game.start()]
    while moves := positions[-1].legal_moves():
        positions.append(positions[-1].play(choose(moves)))
    return tuple(positions)


def sample(positions: Sequence[Position]) -> Sequence[Position]:
    """A dozen of them, the first and the last among them."""
    return [*positions[:: len(positions) // 12 + 1], positions[-1]]
