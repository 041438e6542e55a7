"""Othello's `Searcher`: iterative deepening to the exact end, on boards of every size."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, cast

from engine.games.othello.kernels import is_wide
from engine.games.othello.search.candidates import rate_moves
from engine.games.othello.search.compact import CompactRoot
from engine.games.othello.search.deepening import Deepening
from engine.games.othello.search.images import images_among, with_images
from engine.search.info import Info
from engine.search.limits import Limit
from engine.search.score import Score
from engine.search.searcher import Candidate, refuse_finished

if TYPE_CHECKING:
    from engine.game import Game, Move, Position
    from engine.games.othello.game import Othello
    from engine.games.othello.position import OthelloPosition
    from engine.games.othello.search.wide import WideRoot
    from engine.search.control import SearchControl
    from engine.search.info import Report


def make(game: Game) -> OthelloSearcher:
    """A searcher of `game`, which must be an `Othello`."""
    return OthelloSearcher(cast("Othello", game))


class OthelloSearcher:
    """Searches Othello positions of one size; see `engine.search.searcher.Searcher`."""

    def __init__(self, game: Othello) -> None:
        self._root = _wide_root(game.size) if is_wide(game) else CompactRoot(game.size)

    def search(
        self,
        position: Position,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> Info:
        """The best line within `limit`; exact where the game can be searched to its end."""
        root = self._begin(position, limit, control)
        with control.deadline(limit.time, limit.least, limit.patience):
            info = _known(root, limit)
            if info is None:
                return Deepening(root, limit, report).run()
        if report is not None:
            report(info)
        return info

    def wins(
        self, position: Position, limit: Limit, control: SearchControl
    ) -> tuple[int, Move] | None:
        """Whether the mover wins (1), draws (0) or loses (-1), and a move for it; None: stopped."""
        return Deepening(self._begin(position, limit, control), limit, None).wins()

    def candidates(
        self,
        position: Position,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> tuple[Candidate, ...]:
        """Every legal move with its score, best first, within `limit`."""
        root = self._begin(position, limit, control)
        proofs = _proofs(root, limit)
        moves = [move for move in root.moves if move not in proofs]
        images = images_among(cast("OthelloPosition", position), moves)
        with control.deadline(limit.time, limit.least, limit.patience):
            rated = rate_moves(root, tuple(images), limit, report) if images else ()
        found = tuple(with_images(rated, images))
        if not proofs:
            return found
        # The best one stays ahead of estimates, whatever they promise.
        best = max(proof.score for proof in proofs.values())
        return tuple(sorted((*proofs.values(), *found), key=lambda c: c.score != best))

    def forget(self) -> None:
        """Start the next search with empty tables, as if it were the first."""
        self._root.forget()

    def _begin(
        self, position: Position, limit: Limit, control: SearchControl
    ) -> CompactRoot | WideRoot:
        refuse_finished(position)
        self._root.begin(cast("OthelloPosition", position), control, limit)
        return self._root


def _wide_root(size: int) -> WideRoot:
    """Loads the kernels of large boards, which are not there from the beginning."""
    from engine.games.othello.search.wide import WideRoot  # noqa: PLC0415

    return WideRoot(size)


def _known(root: CompactRoot | WideRoot, limit: Limit) -> Info | None:
    """What is proved of the position without a search."""
    if not isinstance(root, CompactRoot) or not _to_the_end(root, limit):
        return None
    started = perf_counter()
    known = root.known(whole=limit.time is None)
    if known is None:
        return None
    score, line = known
    return Info(
        depth=root.left,
        score=Score.proved(score, root.mover),
        pv=line,
        nodes=root.nodes,
        elapsed=perf_counter() - started,
    )


def _proofs(root: CompactRoot | WideRoot, limit: Limit) -> dict[Move, Candidate]:
    """The moves whose worth is proved without a search; a best one is among them, if any is."""
    if not isinstance(root, CompactRoot) or not _to_the_end(root, limit):
        return {}
    best = root.known(whole=False)
    if best is None:
        return {}
    after = {move: root.known_after(move) for move in root.moves} | {best[1][0]: best}
    return {
        move: Candidate(
            move=move, score=Score.proved(known[0], root.mover), depth=root.left, pv=known[1]
        )
        for move, known in after.items()
        if known is not None
    }


def _to_the_end(root: CompactRoot | WideRoot, limit: Limit) -> bool:
    """Whether the limit lets a search see the end of the game."""
    return limit.depth is None or limit.depth >= root.left
