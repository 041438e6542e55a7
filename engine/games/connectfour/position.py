"""The rules of Connect Four as an immutable position.

Each player's discs are one int. Bit ``column * (rows + 1) + row``, with a spare bit on
top of every column so that no line wraps into the next one (7 × 6)::

     .  .  .  .  .  .  .
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

The layout is John Tromp's (Fhourstones). Python's ints are as wide as the board asks.
"""

from __future__ import annotations

import reprlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from engine.errors import GameOver, IllegalMove
from engine.formats.boardtext import board_text
from engine.game import EMPTY, Game, Outcome, Termination, whole_number
from engine.games.connectfour.phrases import PHRASES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move, Player, Square


class ConnectFourTermination(Termination):
    """Why a game of Connect Four ended."""

    LINE = "line"
    FULL_BOARD = "full board"


class ConnectFourGame(Game, Protocol):
    """What a position asks of its game, `engine.games.connectfour.game.ConnectFour`."""

    @property
    def connect(self) -> int:
        """Discs in a row that win."""

    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class ConnectFourPosition:
    """A board of Connect Four; `boards` holds each player's discs as bits."""

    game: ConnectFourGame
    boards: tuple[int, ...]
    last_changes: tuple[Square, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return board_text(self)

    @cached_property
    def occupied(self) -> int:
        occupied = 0
        for board in self.boards:
            occupied |= board
        return occupied

    @cached_property
    def ply(self) -> int:
        return self.occupied.bit_count()

    @property
    def to_move(self) -> Player:
        return self.ply % self.game.players

    def lowest_empty(self, column: int) -> int | None:
        """The row the next disc in `column` comes to rest in, or None when it is full.

        Raises:
            IllegalMove: the board has no such column.
        """
        if not 0 <= column < self.game.columns:
            raise IllegalMove(self._no_column(column), column, self)
        height = self.game.rows + 1
        filled = (self.occupied >> (column * height)) & ((1 << height) - 1)
        row = filled.bit_length()
        return row if row < self.game.rows else None

    def landing_square(self, column: int) -> Square | None:
        """The square the next disc in `column` comes to rest on, or None when it is full."""
        row = self.lowest_empty(column)
        return None if row is None else row * self.game.columns + column

    def legal_moves(self) -> tuple[Move, ...]:
        return () if self.outcome() else self._open_columns

    @cached_property
    def _open_columns(self) -> tuple[Move, ...]:
        return tuple(c for c in range(self.game.columns) if self.lowest_empty(c) is not None)

    def play(self, move: Move) -> ConnectFourPosition:
        if self.outcome() is not None:
            raise GameOver(f"The game is over; {self._named(move)} comes too late.", move, self)
        column = whole_number(move)
        if column is None:
            sentence = f"{reprlib.repr(move)} is no move; a move is a column, a whole number."
            raise IllegalMove(sentence, move, self)
        row = self.lowest_empty(column)
        if row is None:
            raise IllegalMove(PHRASES["connectfour.full"].format(column=column + 1), move, self)
        bit = 1 << (column * (self.game.rows + 1) + row)
        boards = list(self.boards)
        boards[self.to_move] |= bit
        return ConnectFourPosition(self.game, tuple(boards), (row * self.game.columns + column,))

    def _no_column(self, column: int) -> str:
        return PHRASES["connectfour.no_column"].format(column=column + 1, last=self.game.columns)

    def _named(self, move: object) -> str:
        """A column as people count them; what is none as it is."""
        column = whole_number(move)
        if column is None or not 0 <= column < self.game.columns:
            return f"move {reprlib.repr(move)}"
        return f"column {column + 1}"

    def outcome(self) -> Outcome | None:
        return self._outcome

    @cached_property
    def _outcome(self) -> Outcome | None:
        players = self.game.players
        for back in range(1, players + 1):  # the last mover first: only it can have just won
            player = (self.ply - back) % players
            if line := self.line_bits(player):
                return Outcome(ConnectFourTermination.LINE, player, self.squares(line))
        if self.ply >= self.game.columns * self.game.rows:
            return Outcome(ConnectFourTermination.FULL_BOARD, None)
        return None

    def line_bits(self, player: Player) -> int:
        """Bits of every disc of `player` that stands in a completed line, 0 if none."""
        board, height = self.boards[player], self.game.rows + 1
        found = 0
        for step in (1, height, height - 1, height + 1):
            starts = board
            for i in range(1, self.game.connect):
                starts &= board >> (i * step)
            for i in range(self.game.connect):
                found |= starts << (i * step)
        return found

    def squares(self, bits: int) -> tuple[Square, ...]:
        """The squares of a bit set, ascending."""
        height, columns = self.game.rows + 1, self.game.columns
        return tuple(sorted((bit % height) * columns + bit // height for bit in _bits(bits)))

    def cell(self, square: Square) -> int:
        row, column = divmod(square, self.game.columns)
        bit = 1 << (column * (self.game.rows + 1) + row)
        return next((p for p, board in enumerate(self.boards) if board & bit), EMPTY)

    def key(self) -> tuple[int, ...]:
        return self.boards


def _bits(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
