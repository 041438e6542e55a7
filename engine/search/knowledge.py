"""What the search in Python knows of one game beyond its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Player, Position


class Knowledge(Protocol):
    """What a family knows beyond its rules (its ``knowledge`` module)."""

    @property
    def WINS_BY_SPEED(self) -> bool:  # noqa: N802 (a module constant)
        """Whether a win's score is its speed, so that the first win found is the best one."""

    def evaluate(self, position: Any, player: Player) -> int:
        """An estimate of an unfinished position from `player`'s view, hundredths of a disc.

        With two players the two views are each other's negative, whoever is to move.
        """

    def winning_move(self, position: Any) -> Move | None:
        """A move that ends an unfinished game at once in favour of the side to move."""

    def priorities(self, game: Any) -> Sequence[int]:
        """For every move, how early to try it: higher is earlier."""


class RulesOnly:
    """Knowledge of a game that has no module of its own yet: a search sees ends only."""

    WINS_BY_SPEED = False

    def evaluate(self, position: Position, player: Player) -> int:
        return 0

    def winning_move(self, position: Position) -> Move | None:
        for move in position.legal_moves():
            outcome = position.play(move).outcome()
            if outcome is not None and outcome.winner == position.to_move:
                return move
        return None

    def priorities(self, game: Game) -> Sequence[int]:
        """All moves alike; a move is at most one past the last square."""
        return (0,) * (game.columns * game.rows + 1)
