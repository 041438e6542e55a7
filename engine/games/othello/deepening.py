"""Iterative deepening at the root of an Othello search, the same for every board.

A `Root` knows one position's moves and searches below them; this module decides what to
search next and keeps what is known, so that a stopped search still has its best line.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from engine.games.othello.evaluation import DISC
from engine.search.info import Info

if TYPE_CHECKING:
    from engine.game import Move
    from engine.players.base import Report
    from engine.search.limits import Limit

INFINITY = 30_000
_ASPIRATION = 3 * DISC


class Root(Protocol):
    """One position ready to be searched. Scores are from its mover's view.

    Attributes:
        moves: its legal moves (a pass counts).
        left: its empty squares.
        squares: the squares of the board, the greatest final score.
        solvable: up to so many empty squares an exact search is tried early.
    """

    moves: tuple[Move, ...]
    left: int
    squares: int
    solvable: int

    def search(self, move: Move, alpha: int, beta: int, depth: int) -> int:
        """The score of `move` in hundredths of a disc, `depth` plies deep (1: the move)."""

    def prove(self, move: Move, alpha: int) -> int:
        """A bound in discs on the exact score of `move` that says if it exceeds `alpha`."""

    def line(self, move: Move, depth: int) -> tuple[Move, ...]:
        """The best line known that starts with `move`."""

    def exact_line(self, move: Move, score: int) -> tuple[Move, ...]:
        """A line of best play that starts with `move` and ends with `score` discs."""

    @property
    def aborted(self) -> bool: ...
    @property
    def nodes(self) -> int: ...


def worth_solving(root: Root, limit: Limit, depth: int) -> bool:
    """Whether to go for the exact score instead of a search of `depth` plies.

    A shallow search first pays: it finds the order of the moves and a guess of the score.
    """
    left = root.left
    if limit.depth is not None and limit.depth < left:
        return False
    enough = max(left - 10, 2) if left <= root.solvable else max(left - 12, 14)
    return depth > enough or depth >= left


class Deepening:
    """The state of one search at the root: the order of moves and the best line so far."""

    def __init__(self, root: Root, limit: Limit, report: Report | None) -> None:
        self._root = root
        self._limit = limit
        self._report = report
        self._started = time.perf_counter()
        self._nodes_before = root.nodes
        self._order = list(root.moves)
        self.info = self._make(0, 0, (self._order[0],))

    def run(self) -> Info:
        """Search until the limit; the best line."""
        left = self._root.left
        for depth in range(1, min(self._limit.depth or left, left) + 1):
            if worth_solving(self._root, self._limit, depth):
                self._solve()
                break
            if not self._deepen(depth):
                break
        return self.info

    def _deepen(self, depth: int) -> bool:
        """One iteration within a window around the last score; False once out of limits."""
        around = self.info.score
        alpha, beta = -INFINITY, INFINITY
        if depth > 3:
            alpha, beta = around - _ASPIRATION, around + _ASPIRATION
        while True:
            score = self._iterate(alpha, beta, depth)
            if score is None:
                return False
            if score <= alpha:
                alpha = -INFINITY
            elif score >= beta:
                beta = INFINITY
            else:
                return True

    def _iterate(self, alpha: int, beta: int, depth: int) -> int | None:
        """Search every root move once; None once out of limits."""
        root, best = self._root, -INFINITY
        for index, move in enumerate(tuple(self._order)):
            floor = max(alpha, best)
            score = floor + 1
            if index and beta > floor + 1:
                score = root.search(move, floor, floor + 1, depth)
            if score > floor and not root.aborted:
                score = root.search(move, floor, beta, depth)
            if root.aborted:
                return None
            if score > best:
                best = score
                if best > alpha:
                    self._prefer(move)
                    self._tell(depth, best, root.line(move, depth))
                if best >= beta:
                    break
        return best

    def _solve(self) -> None:
        """Find the exact score by null windows that start at the estimate (MTD(f))."""
        root = self._root
        low, high = -root.squares, root.squares
        guess = 2 * round(self.info.score / (2 * DISC))
        while low < high:
            alpha = min(max(guess, low + 2), high) - 1
            answer = self._exceeds(alpha)
            if answer is None:
                return
            guess = answer
            if answer > alpha:
                low = answer
            else:
                high = answer
        line = root.exact_line(self._order[0], low)
        self._tell(root.left, low, line, exact=True)

    def _exceeds(self, alpha: int) -> int | None:
        """Whether some move scores more than `alpha`: a bound; None once out of limits."""
        root, best = self._root, -self._root.squares
        for move in tuple(self._order):
            score = root.prove(move, alpha)
            if root.aborted:
                return None
            if score > alpha:
                self._prefer(move)
                return score
            best = max(best, score)
        return best

    def _prefer(self, move: Move) -> None:
        self._order.remove(move)
        self._order.insert(0, move)

    def _make(self, depth: int, score: int, line: tuple[Move, ...], exact: bool = False) -> Info:
        elapsed = time.perf_counter() - self._started
        nodes = self._root.nodes - self._nodes_before
        return Info(depth, score, line, nodes, elapsed, exact)

    def _tell(self, depth: int, score: int, line: tuple[Move, ...], exact: bool = False) -> None:
        self.info = self._make(depth, score, line, exact)
        if self._report is not None:
            self._report(self.info)
