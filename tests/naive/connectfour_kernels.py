"""The slow twins of the solver's kernels: the rules' own positions, disc by disc.

Squares are bits as in `engine.games.connectfour.position`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.naive.connectfour import NaiveConnectFour

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition


def completing(position: ConnectFourPosition, player: int) -> int:
    """The free squares that a disc of `player` would turn into part of a line."""
    game = position.game
    naive = NaiveConnectFour(game.columns, game.rows, game.connect, 2)
    for column in range(game.columns):
        free = position.lowest_empty(column)
        for row in range(game.rows if free is None else free):
            naive.stacks[column].append(position.cell(row * game.columns + column))
    height = game.rows + 1
    return sum(1 << column * height + row for column, row in naive.threats(player))


def has_line(game: ConnectFour, own: int) -> bool:
    """Whether some window is full."""
    height = game.rows + 1
    windows = NaiveConnectFour(game.columns, game.rows, game.connect, 2).windows
    return any(
        all(own >> column * height + row & 1 for column, row in window) for window in windows
    )


def non_losing(position: ConnectFourPosition) -> int:
    """The landing squares of the moves after which the opponent cannot complete a line.

    A win of the mover's own with that move does not count.
    """
    height, found = position.game.rows + 1, 0
    opponent = 1 - position.to_move
    for move in range(position.game.columns):
        row = position.lowest_empty(move)
        if row is None:
            continue
        bit = 1 << move * height + row
        boards = list(position.boards)
        boards[position.to_move] |= bit
        after = type(position)(position.game, tuple(boards))
        wins = completing(after, opponent)
        landing = 0
        for column in range(position.game.columns):
            place = after.lowest_empty(column)
            if place is not None:
                landing |= 1 << column * height + place
        if not wins & landing:
            found |= bit
    return found


def moves_in_order(position: ConnectFourPosition) -> list[tuple[int, int]] | None:
    """The non-losing moves as (landing square, non-losing replies), the most promising first.

    Those that leave the mover many squares completing a line, then central ones; None if one
    leaves no reply that does not lose. The mover has no line at once.
    """
    game, mover, height = position.game, position.to_move, position.game.rows + 1
    sound, found = non_losing(position), []
    for column in sorted(range(game.columns), key=lambda c: abs(2 * c - game.columns + 1)):
        row = position.lowest_empty(column)
        if row is not None and sound >> column * height + row & 1:
            after = position.play(column)
            replies = non_losing(after)
            if not replies:
                return None
            found.append(
                (completing(after, mover).bit_count(), 1 << column * height + row, replies)
            )
    found.sort(key=lambda move: -move[0])
    return [(bit, replies) for _, bit, replies in found]
