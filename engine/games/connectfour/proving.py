"""Proofs for the searcher: exact scores and lines, from the book where it has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.book import book_of
from engine.games.connectfour.solver import Solver, exact_score, final_solver_score
from engine.games.connectfour.windows import centre_first
from engine.search.searcher import Candidate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Move
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.search.control import SearchControl


class Prover:
    """Solves positions of one game, ended ones included. All its scores are solver scores."""

    def __init__(self, game: ConnectFour) -> None:
        self._solver = Solver(game)
        self._book = book_of(game)
        self._columns = centre_first(game.columns)

    def begin(self, control: SearchControl, nodes: int | None) -> None:
        """Obey `control` from now on, and give up after `nodes` more positions."""
        self._solver.begin(control, nodes)

    def knows(self, position: ConnectFourPosition) -> bool:
        """Whether the book has the position."""
        return self._book.score(position) is not None

    def best(self, position: ConnectFourPosition) -> Iterator[Candidate]:
        """The best move, proved; nothing if the search was ended before that."""
        score = self.score(position)
        line = () if score is None else self.line(position, score)
        if score is not None and line:
            yield self._candidate(position, score, line)

    def candidates(
        self, position: ConnectFourPosition, moves: Sequence[Move]
    ) -> Iterator[Candidate]:
        """The moves as far as they could be proved, in the order given."""
        for move in moves:
            after = position.play(move)
            score = self.score(after)
            if score is None:
                return
            yield self._candidate(position, -score, (move, *self.line(after, score)))

    def score(self, position: ConnectFourPosition) -> int | None:
        """The position's score, None if the search was ended before it was known."""
        known = self._known(position)
        return self._solver.score(position) if known is None else known

    def line(self, position: ConnectFourPosition, score: int) -> tuple[Move, ...]:
        """A line of best moves for both sides, the position's score being known.

        It ends with the game, or where the search was ended.
        """
        moves: list[Move] = []
        while (move := self.best_column(position, score)) is not None:
            moves.append(move)
            position, score = position.play(move), -score
        return tuple(moves)

    def best_column(self, position: ConnectFourPosition, score: int) -> Move | None:
        """The most central move that keeps the position's score, one the book knows first."""
        legal = position.legal_moves()
        children = [(column, position.play(column)) for column in self._columns if column in legal]
        children.sort(key=lambda child: self._known(child[1]) is None)
        for column, child in children:
            if self._is_at_most(child, -score):
                return column
        return None

    def _is_at_most(self, position: ConnectFourPosition, score: int) -> bool:
        """Whether the position's score is proved not to exceed `score`."""
        known = self._known(position)
        if known is not None:
            return known <= score
        return self._solver.reaches(position, score + 1) is False

    def _known(self, position: ConnectFourPosition) -> int | None:
        if position.outcome() is not None:
            return final_solver_score(position)
        return self._book.score(position)

    @staticmethod
    def _candidate(position: ConnectFourPosition, score: int, line: tuple[Move, ...]) -> Candidate:
        depth = position.game.columns * position.game.rows - position.ply
        return Candidate(line[0], exact_score(position, score), True, depth, line)
