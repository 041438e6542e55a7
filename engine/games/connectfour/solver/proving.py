"""Every move's proved score by the exact search alone, whose code loads without Numba."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from engine._native import is_kept
from engine.games.connectfour.board.layout import centre_first, fits
from engine.games.connectfour.kernels import takes_two_words
from engine.games.connectfour.solver.prover import Prover
from engine.games.connectfour.solver.solver import SEARCHES
from engine.search.cores import threads_for

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.search.control import SearchControl
    from engine.search.searcher import Candidate


def proved(
    position: ConnectFourPosition, control: SearchControl, threads: int | None
) -> tuple[Candidate, ...]:
    """The moves of an unfinished position, best first, however long that takes.

    Nothing where the machine code of the search is not kept, or the search was ended.
    """
    game = cast("ConnectFour", position.game)
    if game.players != 2 or not fits(game):
        return ()
    if not is_kept(SEARCHES[takes_two_words(game)], "scores_of"):
        return ()
    prover, legal = Prover(game), position.legal_moves()
    prover.begin(control, None, threads_for(threads))
    moves = [column for column in centre_first(game.columns) if column in legal]
    found = {candidate.move: candidate for candidate in prover.candidates(position, moves)}
    if len(found) < len(moves):
        return ()
    ranked = sorted(moves, key=lambda move: found[move].score.rank, reverse=True)
    best, *others = (found[move] for move in ranked)
    return (replace(best, pv=prover.finished(position, best.pv, control)), *others)
