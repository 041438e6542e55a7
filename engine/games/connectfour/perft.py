"""Compiled perft of Connect Four, for boards that fit 64 bits in the layout of `position`.

The discs of up to three players travel as three words, the mover's first; with two
players the third stays empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy import int64, uint64

from engine._jit import kernel, popcount
from engine.games.connectfour.board.bitboard import has_line
from engine.parts.counting import Convention, Finished

if TYPE_CHECKING:
    from engine.games.connectfour.position import ConnectFourPosition

USUAL = Convention(Finished.DROPPED)

_ZERO, _ONE = uint64(0), uint64(1)


def count(position: ConnectFourPosition, depth: int, convention: Convention) -> int | None:
    """The count by compiled code, None if the board needs more than 64 bits."""
    game = position.game
    height = game.rows + 1
    if game.columns * height > 64:
        return None
    kept = int(convention.finished is Finished.KEPT)
    if position.outcome() is not None:
        return kept
    if depth > game.columns * game.rows - position.ply and not kept:
        return 0  # no game is as long
    bottom = sum(1 << column * height for column in range(game.columns))
    boards = [position.boards[(position.to_move + i) % game.players] for i in range(game.players)]
    first, second, third = (*boards, 0)[:3]
    return int(
        _count(
            uint64(first),
            uint64(second),
            uint64(third),
            uint64(bottom),
            uint64(bottom * ((1 << game.rows) - 1)),
            uint64(height),
            int64(game.connect),
            int64(game.players),
            int64(min(depth, game.columns * game.rows + 1)),
            int64(kept),
        )
    )


@kernel(
    "int64(uint64, uint64, uint64, uint64, uint64, uint64, int64, int64, int64, int64)",
)
def _count(
    own: uint64,
    second: uint64,
    third: uint64,
    bottom: uint64,
    board: uint64,
    height: uint64,
    connect: int64,
    players: int64,
    depth: int64,
    kept: int64,
) -> int64:
    """Sequences of `depth` (positive) from a position without a line."""
    occupied = own | second | third
    landing = (occupied + bottom) & board
    if landing == _ZERO:
        return kept
    if depth == 1:
        return int64(popcount(landing))
    total = int64(0)
    while landing != _ZERO:
        disc = landing & (~landing + _ONE)
        landing ^= disc
        after = own | disc
        if has_line(after, height, connect):
            total += kept
        elif depth == 2:
            open_columns = int64(popcount((occupied + disc + bottom) & board))
            total += open_columns if open_columns > 0 else kept
        elif players == 2:
            total += _count(
                second, after, _ZERO, bottom, board, height, connect, players, depth - 1, kept
            )
        else:
            total += _count(
                second, third, after, bottom, board, height, connect, players, depth - 1, kept
            )
    return total
