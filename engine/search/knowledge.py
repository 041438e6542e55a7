"""What the search in Python knows of one game beyond its rules."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Player, Position


class Knowledge(Protocol):
    """A game's module ``engine.games.<family>.plain``."""

    WINS_BY_SPEED: bool
    """Whether a win's score is its speed, so that the first win found is the best one."""

    def evaluate(self, position: Position, player: Player) -> int:
        """An estimate of an unfinished position from `player`'s view, hundredths of a disc.

        With two players the two views are each other's negative, whoever is to move.
        """

    def winning_move(self, position: Position) -> Move | None:
        """A move that ends an unfinished game at once in favour of the side to move."""

    def priorities(self, game: Game) -> Sequence[int]:
        """For every move, how early to try it: higher is earlier."""


def knowledge_of(game: Game) -> Knowledge:
    family = game.key.partition(":")[0]
    return cast("Knowledge", import_module(f"engine.games.{family}.plain"))
