"""A player that leaves everything to chance."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine.errors import GameOver
from engine.players.base import Choice

if TYPE_CHECKING:
    from engine.game import Position
    from engine.search.control import SearchControl
    from engine.search.info import Report


class RandomPlayer:
    """Every legal move is equally likely."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)  # noqa: S311 (a game, no secret)

    def choose(
        self, position: Position, control: SearchControl, report: Report | None = None
    ) -> Choice:
        legal = position.legal_moves()
        if not legal:
            raise GameOver("The game is over.")
        return Choice(self._random.choice(legal))
