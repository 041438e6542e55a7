"""Othello's `Searcher`: iterative deepening to the exact end, on boards of every size."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.errors import GameOver
from engine.games.othello.candidates import rate_moves
from engine.games.othello.compact import CompactRoot
from engine.games.othello.deepening import Deepening
from engine.games.othello.wide import WideRoot
from engine.search.limits import Limit

if TYPE_CHECKING:
    from engine.game import Game, Move, Position
    from engine.games.othello.game import Othello
    from engine.games.othello.position import OthelloPosition
    from engine.players.base import Report
    from engine.search.control import SearchControl
    from engine.search.info import Info
    from engine.search.searcher import Candidate


def make(game: Game) -> OthelloSearcher:
    """A searcher of `game`, which must be an `Othello`."""
    return OthelloSearcher(cast("Othello", game))


class OthelloSearcher:
    """Searches Othello positions of one size; see `engine.search.searcher.Searcher`."""

    def __init__(self, game: Othello) -> None:
        self._root = CompactRoot(game.size) if game.size <= 8 else WideRoot(game.size)

    def search(
        self,
        position: Position,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> Info:
        """The best line within `limit`; exact where the game can be searched to its end."""
        root = self._begin(position, limit, control)
        with control.deadline(limit.time):
            return Deepening(root, limit, report).run()

    def wins(self, position: Position, control: SearchControl) -> tuple[int, Move] | None:
        """Whether the mover wins (1), draws (0) or loses (-1), and a move for it; None: stopped."""
        return Deepening(self._begin(position, Limit(), control), Limit(), None).wins()

    def candidates(
        self,
        position: Position,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> tuple[Candidate, ...]:
        """Every legal move with its score, best first, within `limit`."""
        root = self._begin(position, limit, control)
        with control.deadline(limit.time):
            return rate_moves(root, limit, report)

    def forget(self) -> None:
        """Start the next search with empty tables, as if it were the first."""
        self._root.forget()

    def _begin(
        self, position: Position, limit: Limit, control: SearchControl
    ) -> CompactRoot | WideRoot:
        if position.outcome() is not None:
            raise GameOver("The game is over; there is nothing to search.")
        self._root.begin(cast("OthelloPosition", position), control, limit)
        return self._root
