"""What the search in Python knows of Othello: corners, what lies beside them, mobility."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from engine.game import Game, Move, Player, Position
    from engine.games.othello.position import OthelloPosition

WINS_BY_SPEED = False

# Worths in hundredths of a disc.
CORNER = 900
DIAGONAL_OF_EMPTY_CORNER = -450  # the "X square": it gives the corner away
BESIDE_EMPTY_CORNER = -200  # the "C square"
EDGE = 60
MOBILITY = 90
PARITY = 150
DISC = 100

LAST_DISCS = 12
"""From so many empty squares on, the discs themselves count more and more."""


class Corner(NamedTuple):
    """A corner's bit and the bits of the three squares about it."""

    corner: int
    diagonal: int
    beside: int


def evaluate(position: Position, player: Player) -> int:
    """Corners, edges, mobility and parity, and near the end the discs, as a difference."""
    board = cast("OthelloPosition", position)
    size = board.game.size
    own, other = board.boards[player], board.boards[1 - player]
    empties = size * size - (own | other).bit_count()
    total = _places(size, own, other) - _places(size, other, own)
    mine = board.moves_of(player).bit_count()
    theirs = board.moves_of(1 - player).bit_count()
    total += MOBILITY * (mine - theirs)
    if empties % 2:  # who moves with an odd number left tends to make the last move
        total += PARITY if player == board.to_move else -PARITY
    if empties < LAST_DISCS:
        lead = own.bit_count() - other.bit_count()
        total += lead * (DISC * (LAST_DISCS - empties) // LAST_DISCS)
    return total


def winning_move(position: Position) -> Move | None:
    """A move that takes the last opposing discs, or the last empty square to a win.

    One move flips fewer than ``3 * size`` discs, so only small remnants can be wiped out.
    """
    board = cast("OthelloPosition", position)
    size, mover = board.game.size, board.to_move
    own, other = board.boards[mover], board.boards[1 - mover]
    empties = size * size - (own | other).bit_count()
    small = other.bit_count() < 3 * size
    if not board.moves_of(mover):
        return None
    for move in board.legal_moves():
        if empties == 1 or (small and board.flips(move) == other):
            outcome = board.play(move).outcome()
            if outcome is not None and outcome.winner == mover:
                return move
    return None


@lru_cache
def priorities(game: Game) -> tuple[int, ...]:
    """Corners first, the squares beside them last; the final entry is the pass."""
    worths = [0] * (game.columns * game.rows + 1)
    size = game.columns
    for square in range(size * size):
        row, column = divmod(square, size)
        worths[square] = EDGE if {row, column} & {0, size - 1} else 0
    for corner, diagonal, beside in _corners(size):
        for bits, worth in (
            (corner, CORNER),
            (diagonal, DIAGONAL_OF_EMPTY_CORNER),
            (beside, BESIDE_EMPTY_CORNER),
        ):
            for square in range(size * size):
                if bits >> square & 1:
                    worths[square] = worth
    return tuple(worths)


def _places(size: int, own: int, other: int) -> int:
    """Worth of the squares that `own` discs stand on."""
    total = EDGE * (own & _edges(size)).bit_count()
    for corner, diagonal, beside in _corners(size):
        if own & corner:
            total += CORNER
        elif not other & corner:
            total += DIAGONAL_OF_EMPTY_CORNER * (own & diagonal).bit_count()
            total += BESIDE_EMPTY_CORNER * (own & beside).bit_count()
    return total


@lru_cache
def _corners(size: int) -> tuple[Corner, ...]:
    def bit(row: int, column: int) -> int:
        return 1 << (row * size + column)

    last = size - 1
    return tuple(
        Corner(
            bit(row, column),
            bit(row + down, column + right),
            bit(row, column + right) | bit(row + down, column),
        )
        for row, down in ((0, 1), (last, -1))
        for column, right in ((0, 1), (last, -1))
    )


@lru_cache
def _edges(size: int) -> int:
    row = (1 << size) - 1
    sides = sum((1 | 1 << (size - 1)) << r * size for r in range(size))
    return row | row << size * (size - 1) | sides
