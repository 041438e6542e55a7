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
from engine.solving import Solved, sign

if TYPE_CHECKING:
    from engine.game import Game, Player, Position
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
        board = cast("ConnectFourPosition", position)
        prover = self._begun(control)
        score = prover.score(board)
        best = None if score is None else prover.best_column(board, score)
        return None if score is None or best is None else Solved(exact_score(board, score), best)

    def solve_wdl(self, position: Position, control: SearchControl) -> Solved | None:
        if position.outcome() is not None:
            return Solved(_outcome(position, position.to_move), None)
        if self._searcher is not None:
            info = self._searcher.search(position, Limit(), control)
            if not info.exact:
                return None
            # The score of a win with the board's very last disc may be 0.
            final = position
            for move in () if info.score else info.pv:
                final = final.play(move)
            decided = final.outcome() is not None
            score = _outcome(final, position.to_move) if decided else sign(info.score)
            return Solved(score, info.pv[0])
        board = cast("ConnectFourPosition", position)
        found = self._begun(control).decide(board)
        return None if found is None else Solved(*found)

    def _begun(self, control: SearchControl) -> Prover:
        assert self._prover is not None  # noqa: S101 (the callers have checked it)
        self._prover.begin(control, None)
        return self._prover


def _outcome(position: Position, player: Player) -> int:
    """1, 0 or -1 for `player` at the end of a game."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner == player else -1
