"""The compiled search of Connect Four behind the engine's `Searcher` contract.

On boards that the solver serves a search that may see the end of the game first looks a few plies
ahead, then tries to solve the position, and goes on looking ahead if that would take more
than its share of the limit. On boards of two words it looks ahead selectively.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from engine._kernel_cache import compiled_marker
from engine.games.connectfour.board.layout import fits
from engine.games.connectfour.kernels import KERNELS, searched_selectively, takes_two_words
from engine.games.connectfour.search.deepening import Deepening
from engine.games.connectfour.search.trees import tree_of
from engine.games.connectfour.solver.prover import Prover
from engine.search.cores import threads_for

if TYPE_CHECKING:
    from engine.game import Game, Position
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.games.connectfour.search.selection import Selection
    from engine.search.control import SearchControl
    from engine.search.info import Info, Report
    from engine.search.limits import Limit
    from engine.search.searcher import Candidate

FIRST_LOOK = 8
"""Plies looked ahead before solving, so that a stop finds a good move at any time."""

NODES_PER_SECOND = 8_000_000
"""What the solver visits on a free machine; it says whether a time limit allows a proof."""

SLOWER = 4
"""Times fewer where the lines are not of four discs, or the board takes two words."""

SHARE_FOR_PROOF = 0.6
"""Part of a limit that the attempt to solve a position may take."""

SOON = 1e-6
"""Seconds: no time is left, as a limit says it."""

DOUBLING = 0.6
HOPE = 4
"""The solver seldom needs more than ``2 ** (DOUBLING * free squares)`` nodes (7 × 6, the six
standard test sets) and about a quarter of that in the middle; where the limit allows less, it is
not tried."""


def make(game: Game) -> ConnectFourSearcher:
    """A searcher of `game`, which must be a `ConnectFour`, with empty tables."""
    return ConnectFourSearcher(cast("ConnectFour", game))


class ConnectFourSearcher:
    """Searches positions of one game, see `engine.search.searcher.Searcher`."""

    def __init__(self, game: ConnectFour) -> None:
        self._game = game
        self._tree = tree_of(game)
        self._proofs: Prover | None = None
        self._nodes_per_second = NODES_PER_SECOND
        if game.connect != 4 or takes_two_words(game):
            self._nodes_per_second //= SLOWER
        self._selected: Selection | None = None
        if takes_two_words(game):
            self._prover()  # loads kernels; within a search a stop would wait for them
            self._selection()

    def search(
        self,
        position: Position,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> Info:
        return self._run(position, limit, control, report, every=False).info()

    def candidates(
        self,
        position: Position,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> tuple[Candidate, ...]:
        return self._run(position, limit, control, report, every=True).found

    def _run(
        self,
        position: Position,
        limit: Limit,
        control: SearchControl,
        report: Report | None,
        *,
        every: bool,
    ) -> Deepening:
        board, prover = cast("ConnectFourPosition", position), self._prover()
        with control.deadline(limit.time, limit.least, limit.patience):
            deepening = Deepening(
                self._tree, board, limit, control, report, every=every, selection=self._selection()
            )
            sees_the_end = limit.depth is None or limit.depth >= deepening.remaining
            told = prover is not None and prover.answers(board, every=every)
            deepening.run(1 if told else FIRST_LOOK)
            if prover and sees_the_end and not deepening.settled:
                share = _share_for_proof(deepening, limit)
                if self._hopes(share, deepening.remaining) or prover.knows(board):
                    prover.begin(control, share.nodes, threads_for(limit.threads))
                    with control.deadline(share.time, share.least, share.patience):
                        deepening.conclude(
                            prover.candidates(board, [c.move for c in deepening.found])
                            if every
                            else prover.best(board)
                        )
            deepening.run()
            if prover and deepening.found[0].exact:
                deepening.lengthen(lambda line: prover.finished(board, line, control))
        return deepening

    def _prover(self) -> Prover | None:
        """The game's prover, None where there is none or its kernels are not compiled yet."""
        if self._proofs is None and fits(self._game) and self._extra_compiled():
            self._proofs = Prover(self._game)
        return self._proofs

    def _selection(self) -> Selection | None:
        """The game's selective search, None where there is none or its kernels are not compiled."""
        wanted = self._selected is None and searched_selectively(self._game)
        if wanted and self._extra_compiled():
            from engine.games.connectfour.search.selection import (  # noqa: PLC0415 (loads kernels)
                Selection,
            )

            self._selected = Selection(self._game)
        return self._selected

    def _extra_compiled(self) -> bool:
        extra = [module for module, serves in KERNELS.extra.items() if serves(self._game)]
        return all(compiled_marker(module).exists() for module in extra)

    def _hopes(self, share: Limit, free: int) -> bool:
        """Whether that may solve a position with so many free squares."""
        bounds = [] if share.nodes is None else [float(share.nodes)]
        if share.time is not None:
            bounds.append(max(share.time * self._nodes_per_second, share.least))
        return not bounds or min(bounds) * HOPE > 2 ** (DOUBLING * free)


def _share_for_proof(deepening: Deepening, limit: Limit) -> Limit:
    """What the solver may spend.

    The clock ends it, not nodes: how many are visited in a second depends on the machine
    and on what else it does.
    """
    spent = deepening.info()
    nodes = (
        None if limit.nodes is None else max(1, int(SHARE_FOR_PROOF * (limit.nodes - spent.nodes)))
    )
    time = None if limit.time is None else max(SOON, SHARE_FOR_PROOF * (limit.time - spent.elapsed))
    least = max(0, int(SHARE_FOR_PROOF * (limit.least - spent.nodes)))
    return replace(limit, time=time, nodes=nodes, least=least)
