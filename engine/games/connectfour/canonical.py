"""Positions of Connect Four as if seen from one side: the same for a board and its mirror image."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.connectfour.position import ConnectFourPosition


def canonical(position: ConnectFourPosition) -> tuple[int, ...]:
    """Every player's discs, in the lesser of the two images."""
    boards, game = position.boards, position.game
    return min(boards, tuple(mirrored(board, game.columns, game.rows + 1) for board in boards))


def mirrored(board: int, columns: int, height: int) -> int:
    """Bits with the columns, of so many each, in the opposite order."""
    column, found = (1 << height) - 1, 0
    for _ in range(columns):
        found = found << height | board & column
        board >>= height
    return found
