"""More threads that help to prove a bound, over the same table.

All ask the same question and share the work as `sharing` tells. Whoever is first has put the
answer into the table and told the others; so the searching thread has it at once, and then ends
its helpers.

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

HELP_FROM = 18
"""With fewer empty squares the answer is there before a thread has started."""


def prove(board: Board, alpha: int, context: EndgameContext) -> int:
    """Whether the exact score is more than `alpha`: a bound, void once aborted."""
    window = (int64(alpha), int64(board.left))
    return int(solve(board.own, board.other, board.empties, *window, False, context.address))


class Helpers:
    """The threads beside a search in the context `first`."""

    def __init__(self, first: EndgameContext) -> None:
        self._first = first
        self._contexts: list[EndgameContext] = []

    @contextmanager
    def beside(self, board: Board, alpha: int, helpers: int) -> Iterator[None]:
        """Have so many threads help to prove a bound of `board` while the block runs."""
        if not helpers:
            yield
            return
        while len(self._contexts) < helpers:
            self._contexts.append(self._first.beside())
        contexts = self._contexts[:helpers]
        controls = [SearchControl() for _ in contexts]
        ring = [self._first, *contexts]
        for context, following in zip(ring, [*contexts, self._first], strict=True):
            context.share_with(following)
        for context, control in zip(contexts, controls, strict=True):
            context.begin(control)
            context.be_as_sure_as(self._first)
        threads = [
            Thread(target=prove, args=(board, alpha, context), daemon=True) for context in contexts
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            for control in controls:
                control.stop()
            for thread in threads:
                thread.join()
            self._first.share_with(self._first)
            for context, control in zip(contexts, controls, strict=True):
                self._first.add(context.nodes, control)
