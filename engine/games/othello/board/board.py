"""A position of up to 8 × 8 as two bitboards, for what happens between searches."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from numpy import uint64

from engine.games.othello.board.bitboard import final_score, flips, layout, moves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.othello.board.bitboard import Layout

PASS = 64
"""What stands for a pass among squares."""


class Board:
    """Two bitboards of a `Layout`, the side to move's first."""

    __slots__ = ("empties", "other", "own", "shape")

    def __init__(self, shape: Layout, own: uint64, other: uint64) -> None:
        self.shape = shape
        self.own, self.other = own, other
        self.empties = shape.board & ~(own | other)

    @classmethod
    def of(cls, shape: Layout, own: int, other: int) -> Board:
        """The board of two sets of bits."""
        return cls(shape, uint64(own), uint64(other))

    def __str__(self) -> str:
        """The squares row by row, the side to move as X, the other as O."""
        own, other = int(self.own), int(self.other)
        return "".join(
            "X" if own >> at & 1 else "O" if other >> at & 1 else "-" for at in _places(self.shape)
        )

    @property
    def left(self) -> int:
        """How many squares are empty."""
        return int(self.empties).bit_count()

    @property
    def final_score(self) -> int:
        """The score if the game ended here."""
        return int(final_score(self.own, self.other, self.empties))

    def after(self, square: int) -> Board:
        """The board after a move (`PASS`: a pass), seen by the other side."""
        if square == PASS:
            return Board(self.shape, self.other, self.own)
        turned = uint64(flips(self.own, self.other, uint64(square)))
        placed = self.own | turned | uint64(1 << square)
        return Board(self.shape, self.other ^ turned, placed)

    def squares(self, first: int = PASS) -> Iterator[int]:
        """The legal moves' squares, `first` ahead of the others; a forced pass as `PASS`."""
        choices = int(moves(self.own, self.other, self.empties))
        if choices >> first & 1:
            yield first
            choices ^= 1 << first
        elif not choices and moves(self.other, self.own, self.empties):
            yield PASS
        while choices:
            low = choices & -choices
            yield low.bit_length() - 1
            choices ^= low

    def forced(self) -> int | None:
        """The pass, where it is all there is."""
        first = next(self.squares(), None)
        return first if first == PASS else None

    def canonical(self) -> tuple[int, int, int]:
        """The least of the board's symmetric images: own, other, and which symmetry it is."""
        own, other = int(self.own), int(self.other)
        images = (
            (turned(own, table), turned(other, table), index)
            for index, table in enumerate(symmetries(self.shape.size))
        )
        return min(images)


@lru_cache
def symmetries(size: int, width: int = 8) -> tuple[tuple[int, ...], ...]:
    """Where each of the eight symmetries of a board puts each square; a pass stays one.

    `width`: how far rows lie apart, 8 as in a `Board`, `size` as in the moves of a position; a pass
    is its square.
    """
    last, pass_ = size - 1, width * width
    tables = []
    for index in range(8):
        table = [pass_] * (pass_ + 1)
        for square in (width * row + column for row in range(size) for column in range(size)):
            row, column = divmod(square, width)
            row, column = (column, row) if index & 4 else (row, column)
            row = last - row if index & 1 else row
            column = last - column if index & 2 else column
            table[square] = width * row + column
        tables.append(tuple(table))
    return tuple(tables)


def turned(bits: int, table: tuple[int, ...]) -> int:
    """The squares to which a symmetry puts those of these bits."""
    images = 0
    while bits:
        low = bits & -bits
        images |= 1 << table[low.bit_length() - 1]
        bits ^= low
    return images


def read_board(text: str, size: int) -> Board:
    """The board that `str` writes.

    Raises:
        ValueError: it has another number of squares, or symbols that are none.
    """
    shape = layout(size)
    if len(text) != size * size or set(text) - set("XO-"):
        raise ValueError(f"{text[:60]!r} is no board of {size} squares a side.")
    own, other = (
        sum(1 << at for at, symbol in zip(_places(shape), text, strict=True) if symbol == disc)
        for disc in "XO"
    )
    return Board.of(shape, own, other)


def _places(shape: Layout) -> Iterator[int]:
    """The bits of the board's squares, row by row."""
    return (at for at in range(64) if int(shape.board) >> at & 1)


def start(size: int) -> Board:
    """The start on a board of `size`, black to move."""
    from engine.games.othello.game import Othello  # noqa: PLC0415 (rules, not kernels)

    shape = layout(size)
    return Board(shape, *shape.pack(Othello(size).start()))
