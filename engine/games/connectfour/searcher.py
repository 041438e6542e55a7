"""The compiled search of Connect Four behind the engine's `Searcher` contract.

On boards that fit 64 bits a search that may see the end of the game first looks a few plies
ahead, then tries to solve the position, and goes on looking ahead if that would take more
than its share of the limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.games.connectfour.bitboard import fits
from engine.games.connectfour.deepening import Deepening
from engine.games.connectfour.proving import Prover
from engine.games.connectfour.trees import tree_of

if TYPE_CHECKING:
    from engine.game import Game, Position
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.players.base import Report
    from engine.search.control import SearchControl
    from engine.search.info import Info
    from engine.search.limits import Limit
    from engine.search.searcher import Candidate

FIRST_LOOK = 8
"""Plies looked ahead before solving, so that a stop finds a good move at any time."""

NODES_PER_SECOND = 4_000_000
"""What the solver surely visits; a time limit is turned into nodes by it."""

SHARE_FOR_PROOF = 0.6
"""Part of a limit that the attempt to solve a position may take."""

DOUBLING = 0.68
HOPE = 4
"""The solver needs about ``2 ** (DOUBLING * free squares)`` nodes (7 × 6, the six standard
test sets); where the limit allows less than a quarter of that, it is not tried."""


def make(game: Game) -> ConnectFourSearcher:
    """A searcher of `game`, which must be a `ConnectFour`, with empty tables."""
    return ConnectFourSearcher(cast("ConnectFour", game))


class ConnectFourSearcher:
    """Searches positions of one game, see `engine.search.searcher.Searcher`."""

    def __init__(self, game: ConnectFour) -> None:
        self._tree = tree_of(game)
        self._prover = Prover(game) if fits(game) else None

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
        board = cast("ConnectFourPosition", position)
        deepening = Deepening(self._tree, board, limit, control, report, every=every)
        sees_the_end = limit.depth is None or limit.depth >= deepening.remaining
        with control.deadline(limit.time):
            deepening.run(1 if self._prover and self._prover.knows(board) else FIRST_LOOK)
            if self._prover and sees_the_end and not deepening.settled:
                nodes = _nodes_for_proof(deepening, limit)
                if nodes is None or nodes * HOPE > 2 ** (DOUBLING * deepening.remaining):
                    self._prover.begin(control, nodes)
                    deepening.conclude(
                        self._prover.candidates(board, [c.move for c in deepening.found])
                        if every
                        else self._prover.best(board)
                    )
            deepening.run()
        return deepening


def _nodes_for_proof(deepening: Deepening, limit: Limit) -> int | None:
    """How many nodes the solver may visit, None for any number."""
    spent = deepening.info()
    shares = []
    if limit.nodes is not None:
        shares.append(SHARE_FOR_PROOF * (limit.nodes - spent.nodes))
    if limit.time is not None:
        shares.append(SHARE_FOR_PROOF * (limit.time - spent.elapsed) * NODES_PER_SECOND)
    return max(1, int(min(shares))) if shares else None
