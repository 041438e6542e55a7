"""The rules of Othello as an immutable position.

Each side's discs are one int; bit ``row * size + column`` counts from the top left (8 × 8)::

      a  b  c  d  e  f  g  h
     00 01 02 03 04 05 06 07  1
     08 09 10 11 12 13 14 15  2
     ...
     56 57 58 59 60 61 62 63  8
"""

from __future__ import annotations

import reprlib
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Protocol

from engine.errors import GameOver, IllegalMove
from engine.formats.boardtext import board_text
from engine.game import EMPTY, Game, Outcome, Termination, whole_number
from engine.games.othello.phrases import PHRASES

if TYPE_CHECKING:
    from engine.game import Move, Player, Square


class OthelloTermination(Termination):
    """Why a game of Othello ended."""

    FULL_BOARD = "full board"
    NO_MOVES = "no moves"
    WIPE_OUT = "wipe-out"


class OthelloGame(Game, Protocol):
    """What a position asks of its game, `engine.games.othello.game.Othello`."""

    @property
    def size(self) -> int: ...
    @property
    def pass_move(self) -> Move: ...
    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class OthelloPosition:
    """A board of Othello: `boards` holds black's and white's discs as bits."""

    game: OthelloGame
    boards: tuple[int, int]
    to_move: Player
    ply: int
    last_changes: tuple[Square, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return board_text(self)

    @classmethod
    def set_up(cls, game: OthelloGame, boards: tuple[int, int], to_move: Player) -> OthelloPosition:
        """A position that was not played to. Its ply counts the discs placed, and one pass
        where the turn would not fit without."""
        placed = max(0, (boards[0] | boards[1]).bit_count() - 4)
        return cls(game, boards, to_move, placed + (placed - to_move) % 2)

    def legal_moves(self) -> tuple[Move, ...]:
        return self._legal

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        if own := self.moves_of(self.to_move):
            return squares_of(own)
        return (self.game.pass_move,) if self.moves_of(1 - self.to_move) else ()

    def moves_of(self, player: Player) -> int:
        """Bits of the squares where `player` would flip something."""
        return self._whites if player else self._blacks

    @cached_property
    def _blacks(self) -> int:
        return _moves(self.game.size, *self.boards)

    @cached_property
    def _whites(self) -> int:
        return _moves(self.game.size, *self.boards[::-1])

    def flips(self, move: Move) -> int:
        """Bits of the discs that `move` of the side to move turns over."""
        own, other = self.boards[self.to_move], self.boards[1 - self.to_move]
        return _flips(self.game.size, own, other, move)

    def play(self, move: Move) -> OthelloPosition:
        legal = self.legal_moves()
        if not legal:
            raise GameOver(f"The game is over; {self._named(move)} comes too late.", move, self)
        square = whole_number(move)
        if square is None:
            sentence = f"{reprlib.repr(move)} is no move; a move is a square, a whole number."
            raise IllegalMove(sentence, move, self)
        if square not in legal:
            raise IllegalMove(self._refusal(square), move, self)
        mover = self.to_move
        if square == self.game.pass_move:
            return OthelloPosition(self.game, self.boards, 1 - mover, self.ply + 1)
        flips = self.flips(square)
        boards = [self.boards[0], self.boards[1]]
        boards[mover] |= flips | 1 << square
        boards[1 - mover] ^= flips
        return OthelloPosition(
            self.game,
            (boards[0], boards[1]),
            1 - mover,
            self.ply + 1,
            (square, *squares_of(flips)),
        )

    def _named(self, move: object) -> str:
        """A move as people write it; what is none as it is."""
        square = whole_number(move)
        if square is None or not 0 <= square <= self.game.pass_move:
            return f"move {reprlib.repr(move)}"
        return "a pass" if self.game.is_pass(square) else self.game.format_move(square)

    def _refusal(self, move: Move) -> str:
        """Why `move` is not legal for the side to move."""
        player = self.game.player_names[self.to_move]
        if move == self.game.pass_move:
            return PHRASES["othello.may_not_pass"].format(player=player)
        if not 0 <= move < self.game.pass_move:
            return PHRASES["othello.no_square"].format(move=move, last=self.game.pass_move - 1)
        square = self.game.format_move(move)
        if self.cell(move) != EMPTY:
            return PHRASES["othello.occupied"].format(square=square)
        if self.moves_of(self.to_move) == 0:
            return PHRASES["othello.must_pass"].format(player=player)
        return PHRASES["othello.flips_nothing"].format(player=player, square=square)

    def outcome(self) -> Outcome | None:
        return self._outcome

    @cached_property
    def _outcome(self) -> Outcome | None:
        if self.moves_of(self.to_move) or self.moves_of(1 - self.to_move):
            return None
        black, white = (board.bit_count() for board in self.boards)
        empties = self.game.size**2 - black - white
        lead = black - white
        winner = None if lead == 0 else int(lead < 0)
        score = lead + (empties if lead > 0 else -empties if lead < 0 else 0)
        if black == 0 or white == 0:
            return Outcome(OthelloTermination.WIPE_OUT, winner, score=score)
        ending = OthelloTermination.NO_MOVES if empties else OthelloTermination.FULL_BOARD
        return Outcome(ending, winner, score=score)

    def cell(self, square: Square) -> int:
        bit = 1 << square
        return 0 if self.boards[0] & bit else 1 if self.boards[1] & bit else EMPTY

    def key(self) -> tuple[int, ...]:
        return (*self.boards, self.to_move)


@lru_cache
def _directions(size: int) -> tuple[tuple[int, int, int], ...]:
    """Each direction's shifts, up and then down, and the mask of squares that one can step *onto*
    by them."""
    full = (1 << size * size) - 1
    left = sum(1 << row * size for row in range(size))
    not_left, not_right = full & ~left, full & ~(left << (size - 1))
    return (
        (1, 0, not_left),
        (0, 1, not_right),
        (size, 0, full),
        (0, size, full),
        (size + 1, 0, not_left),
        (size - 1, 0, not_right),
        (0, size - 1, not_left),
        (0, size + 1, not_right),
    )


def _moves(size: int, own: int, other: int) -> int:
    empty = ((1 << size * size) - 1) & ~(own | other)
    moves = 0
    for up, down, onto in _directions(size):
        run = own << up >> down & onto & other
        while run:
            run = run << up >> down & onto
            moves |= run & empty
            run &= other
    return moves


def _flips(size: int, own: int, other: int, move: Move) -> int:
    flips = 0
    for up, down, onto in _directions(size):
        run, at = 0, 1 << move << up >> down & onto
        while at & other:
            run |= at
            at = at << up >> down & onto
        if at & own:
            flips |= run
    return flips


def squares_of(bits: int) -> tuple[Square, ...]:
    """The squares of a set of bits, ascending."""
    squares = []
    while bits:
        low = bits & -bits
        squares.append(low.bit_length() - 1)
        bits ^= low
    return tuple(squares)
