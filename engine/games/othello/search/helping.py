"""A second thread that helps to prove a bound, over the same table.

Both threads ask the same question. Where some move is likely to suffice both try the best
one first. Where none is, all have to be searched whatever their order: there the helper
begins with the worst, and the threads meet in the middle, each finding in the table what the
other has done. In a null-window search the window tells the two kinds apart: alpha is one
number where the question is the root's and another (-alpha - 1) where it is the opponent's.

The answer is a proved bound either way, so the exact score is that of one thread; only the
count of nodes, and which of several best moves is found, may differ.
"""

from __future__ import annotations

from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from numpy import int64

from engine.games.othello.search.endgame_deep import solve
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.othello.board.board import Board
    from engine.games.othello.search.context import EndgameContext

HELP_FROM = 16
"""With fewer empty squares the answer is there before a thread has started."""

BACKWARD_PLIES = 3
"""So many plies deep the helper goes backward; further on that order would cost too much,
as every search leaves bounds in the table that help the next."""


def prove(board: Board, alpha: int, context: EndgameContext) -> int:
    """Whether the exact score is more than `alpha`: a bound, void once aborted."""
    window = (int64(alpha), int64(board.left))
    return int(solve(board.own, board.other, board.empties, *window, context.address))


class Helper:
    """The second thread beside a search in the context `first`."""

    def __init__(self, first: EndgameContext) -> None:
        self._first = first
        self._context = first.beside()

    @contextmanager
    def beside(self, board: Board, alpha: int, likely: bool) -> Iterator[None]:
        """Help to prove a bound of `board` while the block runs.

        `likely`: whether the score is expected to be more than `alpha`.
        """
        control = SearchControl()
        self._context.begin(control)
        futile = -alpha - 1 if likely else alpha
        self._context.go_backward(futile, board.left - BACKWARD_PLIES)
        thread = Thread(target=prove, args=(board, alpha, self._context), daemon=True)
        thread.start()
        try:
            yield
        finally:
            control.stop()
            thread.join()
            self._first.add(self._context.nodes, control)
