"""A solver in plain Python, for a single question: kernels would take longer to load.

Alpha-beta with null windows over the moves that do not lose at once, those that threaten most
first, as in Pascal Pons's solver (blog.gamesolver.org); the book ends many searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.board.layout import centre_first, discs, layout
from engine.games.connectfour.books.book import book_of
from engine.games.connectfour.solver.scores import final_solver_score
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition


POLL = 64
"""Positions between two looks at the stop word."""


class GivenUp(Exception):
    """The search was stopped, or visited as many positions as it may."""


class PlainSolver:
    """Solves two-player positions of one game, as long as that takes few nodes."""

    def __init__(self, game: ConnectFour, nodes: int) -> None:
        """`nodes`: positions it may visit in its life."""
        self._cells, self._left = game.columns * game.rows, nodes
        self._control = SearchControl()
        board = layout(game)
        self._bottom, self._board = board.bottom, board.board
        column = (1 << board.rows) - 1
        self._columns = [column << c * board.height for c in centre_first(board.columns)]
        steps = (1, board.height, board.height - 1, board.height + 1)
        reach = range(board.connect)
        self._lines = [
            tuple((other - hole) * step for other in reach if other != hole)
            for step in steps
            for hole in reach
        ]
        """For each place in each kind of line, how far away the other places are."""
        self._book = book_of(game)
        self._table: dict[tuple[int, int], tuple[int, int]] = {}

    @property
    def left(self) -> int:
        """Positions it may still visit."""
        return self._left

    def begin(self, control: SearchControl) -> None:
        """Obey `control` from now on."""
        self._control = control

    def score(
        self, position: ConnectFourPosition, lowest: int | None = None, highest: int | None = None
    ) -> int:
        """The solver score (see `exact`), or a bound at the end of what is asked it lies beyond.

        Raises:
            GivenUp: that would take too long.
        """
        if position.outcome() is not None:
            return final_solver_score(position)
        known = self._book.score(position)
        if known is not None:
            return known
        own, mask = discs(position)
        free = self._cells - position.ply
        if self._completing(own) & (mask + self._bottom) & self._board & ~mask:
            return (free + 1) // 2
        low = max(-(free // 2), -free if lowest is None else lowest)
        high = min((free - 1) // 2, free if highest is None else highest)
        while low < high:
            middle = low + (high - low) // 2
            if middle <= 0 and low // 2 < middle:
                middle = low // 2
            elif middle >= 0 and high // 2 > middle:
                middle = high // 2
            found = self._negamax(own, mask, middle, middle + 1)
            low, high = (low, found) if found <= middle else (found, high)
        return low

    def _negamax(self, own: int, mask: int, alpha: int, beta: int) -> int:
        """The solver score s of a position in which the mover has no line at once.

        Postcondition for the answer a: a <= alpha: s <= a; a >= beta: s >= a; else s = a.
        """
        # 1. what it may cost
        self._left -= 1
        if self._left < 0 or (self._left % POLL == 0 and self._control.stopped):
            raise GivenUp
        # 2. moves that do not lose at once, and bounds of the score
        free = self._cells - mask.bit_count()
        threats = self._completing(mask ^ own) & self._board & ~mask
        moves = (mask + self._bottom) & self._board
        if forced := moves & threats:
            moves = forced
        moves &= ~(threats >> 1)  # below a threat
        if not moves or forced & (forced - 1):
            return -(free // 2)
        if free <= 2:
            return 0
        low, high = self._table.get((own, mask), (-((free - 2) // 2), (free - 1) // 2))
        alpha, beta = max(alpha, low), min(beta, high)
        if alpha >= beta:
            return low if low >= beta else high
        # 3. the moves, those that threaten most first
        best = -free
        for move in self._ordered(own, mask, moves):
            value = -self._negamax(mask ^ own, mask | move, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                break
        # 4. remember
        self._table[own, mask] = (
            best if best > alpha else low,
            best if best < beta else high,
        )
        return best

    def _ordered(self, own: int, mask: int, moves: int) -> list[int]:
        candidates = [move for column in self._columns if (move := moves & column)]
        if len(candidates) == 1:
            return candidates
        free = self._board & ~mask
        return sorted(candidates, key=lambda m: -(self._completing(own | m) & free).bit_count())

    def _completing(self, own: int) -> int:
        """The squares that complete a line with discs of `own`; only free ones mean anything."""
        found = 0
        for others in self._lines:
            squares = self._board
            for distance in others:
                squares &= own >> distance if distance > 0 else own << -distance
            found |= squares
        return found
