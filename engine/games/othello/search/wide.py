"""Searching boards beyond 8 × 8 by the mailbox kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy import int64, uint64

from engine.games.othello.board.cells import cells_of
from engine.games.othello.evaluation import evaluation_wide
from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.game import Othello
from engine.games.othello.search import mailbox, table
from engine.games.othello.search.context import Context
from engine.games.othello.search.table import Table

if TYPE_CHECKING:
    from engine.game import Move, Player
    from engine.games.othello.board.cells import Cells
    from engine.games.othello.position import OthelloPosition
    from engine.search.control import SearchControl
    from engine.search.limits import Limit

_TABLE_BUCKETS = 1 << 17
_LISTS = 1 << 15
"""Room for the turned cells and the moves of one line, far more than a line can need."""

_SOLVABLE = 8


class _Packed(NamedTuple):
    """A position as the kernels take it: cells with their border, who moves (1, 2), the hash."""

    cells: Cells
    player: int
    key: uint64


class WideRoot:
    """A `Root` over an array of cells; its table lives as long as it does."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._width = size + 2
        self.squares = size * size
        self.solvable = self.solved_at_once = _SOLVABLE
        self.confidences: tuple[int, ...] = (100,)
        self.glances: tuple[int, ...] = ()
        self.rehearses = False
        self.mover: Player = 0
        self.moves: tuple[Move, ...] = ()
        self.left = 0
        count = self._width * self._width
        self._keys = np.random.default_rng(0).integers(1 << 63, size=(3, count), dtype=np.uint64)
        self._keys[0] = self._keys[1] ^ self._keys[2]  # what turning a disc changes
        self._lists = np.zeros((3, _LISTS), dtype=np.int64)
        self._context = Context(Table(_TABLE_BUCKETS), weights=evaluation_wide.load(size))
        self._position = Othello(size).start()
        self._children: dict[Move, _Packed] = {}

    def begin(self, position: OthelloPosition, control: SearchControl, limit: Limit) -> None:
        """Take a new position to search under `control`."""
        self._position = position
        self.mover, self.moves = position.to_move, position.legal_moves()
        self.left = self.squares - sum(board.bit_count() for board in position.boards)
        self._children.clear()
        self._context.table.next_search()
        self._context.begin(control, limit.nodes)

    def forget(self) -> None:
        """Empty the table."""
        self._context.table.clear()

    def be_confident(self, percent: int) -> None:
        """Nothing to do: no branch is cut selectively."""

    def rehearse(self, percent: int | None) -> None:
        """Nothing to do: no proof is rehearsed."""

    def search(self, move: Move, alpha: int, beta: int, depth: int) -> int:
        return self._score(self._after(move), alpha, beta, depth)

    def _after(self, move: Move) -> _Packed:
        """The position after `move`, packed once for all searches of it."""
        if move not in self._children:
            self._children[move] = self._pack(self._position.play(move))
        return self._children[move]

    def _score(self, child: _Packed, alpha: int, beta: int, depth: int) -> int:
        """The mover's score once it has moved to `child`."""
        score = mailbox.search(
            child.cells,
            self._width,
            child.player,
            -beta,
            -alpha,
            depth - 1,
            int64(0),
            child.key,
            0,
            self._lists,
            self._keys,
            self._context.address,
        )
        return -int(score)

    def prove(self, move: Move, alpha: int) -> int:
        return self._prove(self._after(move), alpha)

    def _prove(self, child: _Packed, alpha: int) -> int:
        window = DISC * alpha, DISC * alpha + 1
        score = self._score(child, *window, depth=self.left + 1)
        # Bounds are multiples of a disc but for the window's own edge.
        return -(-score // DISC)

    def line(self, move: Move, depth: int) -> tuple[Move, ...]:
        line, position = [move], self._position.play(move)
        while len(line) < depth and position.outcome() is None:
            moves = position.legal_moves()
            known = moves[0] if len(moves) == 1 else self._known(position)
            if known not in moves:
                break
            line.append(known)
            position = position.play(known)
        return tuple(line)

    def _known(self, position: OthelloPosition) -> Move:
        """The best move the table holds, -1 for none."""
        key = self._pack(position).key
        address = self._context.address
        data = uint64(table.find(table.bucket(key, key, address), key, key))
        return int(table.best(data)) if data else -1

    def exact_line(self, move: Move, score: int) -> tuple[Move, ...]:
        line, position = [move], self._position.play(move)
        score = -score
        while not self.aborted and position.outcome() is None:
            known = self._known(position)
            choices = sorted(position.legal_moves(), key=lambda choice: choice != known)
            for choice in choices:
                # Best play: a move whose score is the position's.
                if self._prove(self._pack(position.play(choice)), score - 1) >= score:
                    break
            else:
                break
            if self.aborted:
                break
            line.append(choice)
            position, score = position.play(choice), -score
        return tuple(line)

    @property
    def aborted(self) -> bool:
        return self._context.aborted

    @property
    def nodes(self) -> int:
        return self._context.nodes

    def _pack(self, position: OthelloPosition) -> _Packed:
        cells, player = cells_of(position), position.to_move + 1
        return _Packed(cells, player, self._key(cells, player))

    def _key(self, cells: Cells, player: int) -> uint64:
        """The hash of the cells and the side to move, as the kernel carries it on."""
        key = uint64(0)
        for at in np.flatnonzero((cells == 1) | (cells == 2)):
            key ^= self._keys[cells[at], at]
        return key if player == 1 else ~key
