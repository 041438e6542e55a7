"""Searching boards of up to 8 × 8 by the bitboard kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy import int64, uint64

from engine.games.othello import midgame, table, weights
from engine.games.othello.bitboard import flips, layout, moves
from engine.games.othello.context import Context
from engine.games.othello.endgame_deep import solve
from engine.games.othello.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move
    from engine.games.othello.bitboard import Layout
    from engine.games.othello.position import OthelloPosition
    from engine.search.control import SearchControl

_TABLE_BUCKETS = 1 << 18
"""Cache lines in each of the two tables: 16 MiB each."""

_ORDERING_BUCKETS = 1 << 14

_SURENESS = 24
"""How sure selective cuts of the midgame are: one and a half standard deviations."""

_SOLVABLE = {4: 16, 6: 26, 8: 24}
"""Up to so many empty squares the exact score is sought early, by size."""

_PASS = 64


class CompactRoot:
    """A `Root` over a board that fits 64 bits; its tables live as long as it does."""

    def __init__(self, size: int) -> None:
        self._layout = layout(size)
        trained = weights.load() if size == 8 else None
        self._middle = Context(Table(_TABLE_BUCKETS), self._layout, trained)
        self._middle.be_sure(_SURENESS)
        self._end = Context(Table(_TABLE_BUCKETS), self._layout, trained)
        self._ordering = Context(Table(_ORDERING_BUCKETS), self._layout, trained)
        self._end.order_by(self._ordering)
        self.squares = size * size
        self.solvable = _SOLVABLE[size]
        self.moves: tuple[Move, ...] = ()
        self.left = 0
        self._board = _Board(self._layout, uint64(0), uint64(0))

    def begin(self, position: OthelloPosition, control: SearchControl, nodes: int | None) -> None:
        """Take a new position to search under `control`."""
        self._board = _Board(self._layout, *self._layout.pack(position))
        self.moves = position.legal_moves()
        self.left = int(self._board.empties).bit_count()
        for context in (self._middle, self._end):
            context.table.next_search()
            context.begin(control, nodes)

    def search(self, move: Move, alpha: int, beta: int, depth: int) -> int:
        child = self._board.after(self._layout.square(move))
        window = (int64(-beta), int64(-alpha), int64(depth - 1))
        score = midgame.search(child.own, child.other, child.empties, *window, self._middle.address)
        return -int(score)

    def prove(self, move: Move, alpha: int) -> int:
        return self._exceeds(self._board.after(self._layout.square(move)), alpha)

    def _exceeds(self, child: _Board, alpha: int) -> int:
        """Whether the mover before `child` gets more than `alpha`: a bound."""
        self._end.nodes_from(self._middle)
        left = int(child.empties).bit_count()
        score = solve(
            child.own,
            child.other,
            child.empties,
            int64(-alpha - 1),
            int64(left),
            self._end.address,
        )
        self._middle.nodes_from(self._end)
        return -int(score)

    def line(self, move: Move, depth: int) -> tuple[Move, ...]:
        line, board = [move], self._board.after(self._layout.square(move))
        while len(line) < depth:
            known = _best(self._middle, board.own, board.other)
            square = known if known < _PASS else board.forced()
            if square is None:
                break
            line.append(self._layout.move(square))
            board = board.after(square)
        return tuple(line)

    def exact_line(self, move: Move, score: int) -> tuple[Move, ...]:
        line, board = [move], self._board.after(self._layout.square(move))
        score = -score
        while not self.aborted:
            best = _best(self._end, board.own, board.other)
            for square in board.squares(best):
                # Best play: a move whose score is the position's.
                if self._exceeds(board.after(square), score - 1) >= score:
                    break
            else:
                break
            if self.aborted:
                break
            line.append(self._layout.move(square))
            board, score = board.after(square), -score
        return tuple(line)

    @property
    def aborted(self) -> bool:
        return self._middle.aborted or self._end.aborted

    @property
    def nodes(self) -> int:
        return self._middle.nodes


def _best(context: Context, own: uint64, other: uint64) -> int:
    """The best move's square the table holds, 64 for none."""
    data = uint64(table.find(table.bucket(own, other, context.address), own, other))
    return int(table.best(data)) if data else _PASS


class _Board:
    """Two bitboards, the side to move's first."""

    def __init__(self, shape: Layout, own: uint64, other: uint64) -> None:
        self._layout = shape
        self.own, self.other = own, other
        self.empties = shape.board & ~(own | other)

    def after(self, square: int) -> _Board:
        """The board after a move (64: a pass), seen by the other side."""
        if square == _PASS:
            return _Board(self._layout, self.other, self.own)
        turned = uint64(flips(self.own, self.other, uint64(square)))
        placed = self.own | turned | uint64(1 << square)
        return _Board(self._layout, self.other ^ turned, placed)

    def squares(self, first: int = _PASS) -> Iterator[int]:
        """The legal moves' squares, `first` ahead of the others; a forced pass as 64."""
        choices = int(moves(self.own, self.other, self.empties))
        if choices >> first & 1:
            yield first
            choices ^= 1 << first
        elif not choices and moves(self.other, self.own, self.empties):
            yield _PASS
        while choices:
            low = choices & -choices
            yield low.bit_length() - 1
            choices ^= low

    def forced(self) -> int | None:
        """The pass, where it is all there is."""
        first = next(self.squares(), None)
        return first if first == _PASS else None
