"""Searching boards of up to 8 × 8 by the bitboard kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy import int64, uint64

from engine.games.othello.board.bitboard import layout
from engine.games.othello.board.board import PASS, Board
from engine.games.othello.books import proved
from engine.games.othello.evaluation import evaluation_small, network, weights
from engine.games.othello.search import midgame, table
from engine.games.othello.search.context import Context, EndgameContext
from engine.games.othello.search.helping import HELP_FROM, Helpers, prove
from engine.games.othello.search.selectivity import LEAST, SURENESS_BY_CONFIDENCE
from engine.games.othello.search.table import Table
from engine.search.cores import threads_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.game import Move, Player
    from engine.games.othello.position import OthelloPosition
    from engine.search.control import SearchControl
    from engine.search.limits import Limit

_TABLE_BUCKETS = 1 << 18
"""Cache lines in each of the two tables: 16 MiB each."""

_SOLVABLE = {4: 16, 6: 26, 8: 24}
"""Up to so many empty squares the exact score is sought early, by size."""

_SOLVED_AT_ONCE = 19
"""Up to so many it takes a fraction of a second."""


def trained_weights(size: int) -> NDArray[np.int16] | None:
    """The weights that the evaluation of a size was trained to, if it was."""
    if size == weights.SIZE:
        return weights.load()
    return evaluation_small.load() if size == evaluation_small.SIZE else None


class CompactSearch:
    """The midgame and the endgame search of one board size, with their tables."""

    def __init__(self, size: int, endgame_buckets: int = _TABLE_BUCKETS) -> None:
        self.shape = layout(size)
        trained = trained_weights(size)
        rows = network.load() if size == network.SIZE else None
        self._middle = Context(Table(_TABLE_BUCKETS), self.shape, trained, rows)
        self._end = EndgameContext(Table(endgame_buckets), self.shape, trained)
        self._helpers = Helpers(self._end)
        self._threads: int | None = 1
        self.be_confident(87)

    def begin(
        self, control: SearchControl, nodes: int | None = None, threads: int | None = 1
    ) -> None:
        """Start a search under `control`; older entries of the tables may go.

        `threads`: how many work on `exceeds`, see `Limit`.
        """
        self._threads = threads
        for context in (self._middle, self._end):
            context.table.next_search()
            context.begin(control, nodes)

    def be_confident(self, percent: int) -> None:
        """Let the midgame prune selectively with this confidence, see `selectivity`."""
        self._middle.be_sure(SURENESS_BY_CONFIDENCE[percent])

    def rehearse(self, percent: int | None) -> None:
        """Let `exceeds` cut with this confidence, its answers being estimates; None: prove."""
        self._end.be_sure(int(table.EXACT) if percent is None else SURENESS_BY_CONFIDENCE[percent])

    def forget(self) -> None:
        """Empty the tables; the helpers' own go with them."""
        for context in (self._middle, self._end, self._end.ordering):
            context.table.clear()
        self._end.late.clear()
        self._helpers = Helpers(self._end)

    def estimate(self, board: Board, alpha: int, beta: int, depth: int) -> int:
        """The score within the window in hundredths of a disc, `depth` plies deep."""
        window = (int64(alpha), int64(beta), int64(depth))
        return int(
            midgame.search(board.own, board.other, board.empties, *window, self._middle.address)
        )

    def exceeds(self, board: Board, alpha: int) -> int:
        """Whether the exact score is more than `alpha`: a bound."""
        self._end.nodes_from(self._middle)
        threads = threads_for(self._threads) if board.left >= HELP_FROM else 1
        with self._helpers.beside(board, alpha, threads - 1):
            score = prove(board, alpha, self._end)
        self._middle.nodes_from(self._end)
        return score

    def likely(self, board: Board) -> int:
        """The best move's square that the midgame's table holds, `PASS` for none."""
        return _best(self._middle.address, board)

    def proved(self, board: Board) -> int:
        """The best move's square that the endgame's table holds, `PASS` for none."""
        return _best(uint64(table.part(int64(board.left), self._end.address)), board)

    @property
    def aborted(self) -> bool:
        return self._middle.aborted or self._end.aborted

    @property
    def nodes(self) -> int:
        return self._middle.nodes


class CompactRoot:
    """A `Root` over a board that fits 64 bits; its tables live as long as it does."""

    def __init__(self, size: int) -> None:
        self._search = CompactSearch(size)
        self._layout = layout(size)
        self._book = proved.load(size)
        self.squares = size * size
        self.solvable = _SOLVABLE[size]
        self.solved_at_once = _SOLVED_AT_ONCE
        self.confidences = tuple(sure for sure in SURENESS_BY_CONFIDENCE if sure >= LEAST)
        self.glances = tuple(sure for sure in SURENESS_BY_CONFIDENCE if sure < LEAST)
        self.rehearses = size == 8
        self.mover: Player = 0
        self.moves: tuple[Move, ...] = ()
        self.left = 0
        self._board = Board(self._layout, uint64(0), uint64(0))
        self._children: dict[Move, Board] = {}

    def begin(self, position: OthelloPosition, control: SearchControl, limit: Limit) -> None:
        """Take a new position to search under `control`."""
        self._board = Board(self._layout, *self._layout.pack(position))
        self._children.clear()
        self.rehearse(None)
        self.mover, self.moves = position.to_move, position.legal_moves()
        self.left = self._board.left
        self._search.begin(control, limit.nodes, limit.threads)

    def be_confident(self, percent: int) -> None:
        self._search.be_confident(percent)

    def rehearse(self, percent: int | None) -> None:
        self._search.rehearse(percent)

    def forget(self) -> None:
        """Empty the tables."""
        self._search.forget()

    def _child(self, move: Move) -> Board:
        """The board after `move`, made once: shallow searches ask for it very often."""
        if move not in self._children:
            self._children[move] = self._board.after(self._layout.square(move))
        return self._children[move]

    def search(self, move: Move, alpha: int, beta: int, depth: int) -> int:
        child = self._child(move)
        return -self._search.estimate(child, -beta, -alpha, depth - 1)

    def prove(self, move: Move, alpha: int) -> int:
        child = self._child(move)
        return -self._search.exceeds(child, -alpha - 1)

    def line(self, move: Move, depth: int) -> tuple[Move, ...]:
        line, board = [move], self._child(move)
        while len(line) < depth:
            known = self._search.likely(board)
            square = known if known < PASS else board.forced()
            if square is None:
                break
            line.append(self._layout.move(square))
            board = board.after(square)
        return tuple(line)

    def exact_line(self, move: Move, score: int) -> tuple[Move, ...]:
        return self._complete((move,), score)

    def _complete(self, beginning: tuple[Move, ...], score: int) -> tuple[Move, ...]:
        """A line of best play that begins so, `score` being that of the root."""
        line, board = list(beginning), self._board
        for move in beginning:
            board, score = board.after(self._layout.square(move)), -score
        while not self.aborted:
            for square in board.squares(self._search.proved(board)):
                # Best play: a move whose score is the position's.
                if -self._search.exceeds(board.after(square), -score) >= score:
                    break
            else:
                break
            if self.aborted:
                break
            line.append(self._layout.move(square))
            board, score = board.after(square), -score
        return tuple(line)

    def known(self, whole: bool) -> tuple[int, tuple[Move, ...]] | None:
        """The exact score and a line of best play, where the book of proved positions tells.

        The line goes on to the end of the game if it is to be `whole`, which takes a search.
        """
        found = self._book.find(self._board)
        if found is None:
            return None
        line = tuple(self._layout.move(square) for square in self._book.line(self._board))
        return found.score, self._complete(line, found.score) if whole else line

    def known_after(self, move: Move) -> tuple[int, tuple[Move, ...]] | None:
        """The same for the mover after `move`, which the line begins with."""
        child = self._child(move)
        found = self._book.find(child)
        if found is None:
            return None
        line = (self._layout.move(square) for square in self._book.line(child))
        return -found.score, (move, *line)

    @property
    def aborted(self) -> bool:
        return self._search.aborted

    @property
    def nodes(self) -> int:
        return self._search.nodes


def _best(part: uint64, board: Board) -> int:
    """The best move's square that this table holds, see `table.bucket`, `PASS` for none."""
    bucket = table.bucket(board.own, board.other, part)
    data = uint64(table.find(bucket, board.own, board.other))
    return int(table.best(data)) if data else PASS
