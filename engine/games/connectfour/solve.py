"""Connect Four for ``flipfour solve``: a line is a move string, then whatever follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.errors import EngineError
from engine.games.connectfour.bitboard import fits
from engine.games.connectfour.proving import Prover
from engine.games.connectfour.searcher import ConnectFourSearcher
from engine.games.connectfour.solver import exact_score
from engine.search.limits import Limit
from engine.search.score import final_score
from engine.solving import Solved

if TYPE_CHECKING:
    from engine.game import Game, Position
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.search.control import SearchControl


def make(game: Game) -> ConnectFourSolver:
    """A solver of `game`, which must be a `ConnectFour`."""
    return ConnectFourSolver(cast("ConnectFour", game))


class ConnectFourSolver:
    """Solves positions of one game; see `engine.solving.PositionSolver`."""

    def __init__(self, game: ConnectFour) -> None:
        self._game = game
        self._prover = Prover(game) if fits(game) else None
        self._searcher = None if self._prover else ConnectFourSearcher(game)

    def position_text(self, line: str) -> str:
        """The line's first word; test files have a score after it."""
        return line.split(maxsplit=1)[0]

    def read(self, text: str) -> Position:
        position: Position = self._game.start()
        for move in self._game.parse_moves(text):
            try:
                position = position.play(move)
            except EngineError as error:
                raise type(error)(f"Move {position.ply + 1}: {error}") from None
        return position

    def solve(self, position: Position, control: SearchControl) -> Solved | None:
        if position.outcome() is not None:
            return Solved(final_score(position, position.to_move), None)
        if self._searcher is not None:
            info = self._searcher.search(position, Limit(), control)
            return Solved(info.score, info.pv[0]) if info.exact else None
        assert self._prover is not None  # noqa: S101 (one of the two is there)
        self._prover.begin(control, None)
        return self._solve(self._prover, cast("ConnectFourPosition", position))

    @staticmethod
    def _solve(prover: Prover, position: ConnectFourPosition) -> Solved | None:
        score = prover.score(position)
        best = None if score is None else prover.best_column(position, score)
        if score is None or best is None:
            return None
        return Solved(exact_score(position, score), best)
