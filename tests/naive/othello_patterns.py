"""The slow twin of the pattern readings: boards turned square by square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.othello.board import bitboard
from engine.games.othello.evaluation.patterns import (
    EMPTIES_OFFSET,
    MOBILITY_OFFSET,
    PATTERNS,
    SYMMETRIES,
)

if TYPE_CHECKING:
    from engine.games.othello.position import OthelloPosition


LAYOUT = bitboard.layout(8)


def turned(symmetry: int, bits: int) -> int:
    """The board turned by a symmetry, square by square."""
    answer = 0
    for square in range(64):
        if bits >> square & 1:
            row, column = SYMMETRIES[symmetry](*divmod(square, 8))
            answer |= 1 << (8 * row + column)
    return answer


def naive_readings(position: OthelloPosition) -> list[int]:
    own, other = (int(bits) for bits in LAYOUT.pack(position))
    readings = []
    for pattern in PATTERNS:
        for view in pattern.views:
            mine, theirs = turned(view, own), turned(view, other)
            index = 0
            for square in reversed(pattern.squares):
                index = 3 * index + (mine >> square & 1) + 2 * (theirs >> square & 1)
            readings.append(pattern.offset + index)
    moves = [position.moves_of(player).bit_count() for player in (0, 1)]
    if position.to_move == 1:
        moves.reverse()
    readings.append(MOBILITY_OFFSET + 32 * min(moves[0], 31) + min(moves[1], 31))
    readings.append(EMPTIES_OFFSET + 64 - (own | other).bit_count())
    return readings
