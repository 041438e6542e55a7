"""What the search in Python knows of Connect Four: open lines, the centre, wins in one.

A *window* is `connect` squares in a line; it is named by its lowest bit. All windows of
one direction are examined at once by shifting whole boards, on boards of every size.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from engine.games.connectfour.threats import threat_bits

if TYPE_CHECKING:
    from engine.game import Game, Move, Player, Position
    from engine.games.connectfour.position import ConnectFourGame, ConnectFourPosition

WINS_BY_SPEED = True

NEARLY_A_LINE = 64
"""Worth of an open window that lacks one disc, in hundredths of a disc; each further disc
that it lacks divides this by four."""

CENTRE = 6
"""Worth of a disc for every column that it stands nearer to the centre."""


class Geometry(NamedTuple):
    """Bit sets of one game that its evaluation needs, and the worth of windows."""

    steps: tuple[int, ...]
    windows: tuple[int, ...]
    """For each step, the windows that lie on the board."""
    weights: tuple[int, ...]
    """The worth of an open window by the number of discs in it."""
    rings: tuple[int, ...]
    """For each distance > 0 from the edge columns, the columns at least that far inside."""


def evaluate(position: Position, player: Player) -> int:
    """`player`'s open windows and central discs less the average of the opponents'."""
    board = cast("ConnectFourPosition", position)
    players = board.game.players
    worths = [_worth(board, p) for p in range(players)]
    others = sum(worths) - worths[player]
    return worths[player] - others // (players - 1) if players > 2 else worths[player] - others


def winning_move(position: Position) -> Move | None:
    """A column that completes a line for the side to move."""
    board = cast("ConnectFourPosition", position)
    height, mover = board.game.rows + 1, board.to_move
    if board.boards[mover].bit_count() < board.game.connect - 1:
        return None
    if winning := threat_bits(board, mover):
        for column in board.legal_moves():
            row = board.lowest_empty(column)
            if row is not None and winning >> (column * height + row) & 1:
                return column
    return None


@lru_cache
def priorities(game: Game) -> tuple[int, ...]:
    """Central columns first."""
    return tuple(-abs(2 * column - game.columns + 1) for column in range(game.columns))


def _worth(position: ConnectFourPosition, player: Player) -> int:
    geometry = _geometry(position.game)
    own, connect = position.boards[player], position.game.connect
    others = position.occupied ^ own
    total = CENTRE * sum((own & ring).bit_count() for ring in geometry.rings)
    for step, windows in zip(geometry.steps, geometry.windows, strict=True):
        blocked = others
        for i in range(1, connect):
            blocked |= others >> (i * step)
        holding = [windows & ~blocked] + [0] * connect  # by number of discs
        for i in range(connect):
            disc = own >> (i * step)
            for count in range(i + 1, 0, -1):
                holding[count] = (holding[count] & ~disc) | (holding[count - 1] & disc)
            holding[0] &= ~disc
        for count in range(1, connect):
            total += geometry.weights[count] * holding[count].bit_count()
    return total


@lru_cache
def _geometry(game: ConnectFourGame) -> Geometry:
    height, connect = game.rows + 1, game.connect
    column = (1 << game.rows) - 1
    squares = sum(column << (c * height) for c in range(game.columns))
    steps = (1, height, height - 1, height + 1)
    windows = []
    for step in steps:
        inside = squares
        for i in range(1, connect):
            inside &= squares >> (i * step)
        windows.append(inside)
    weights = tuple(max(1, NEARLY_A_LINE >> 2 * (connect - 1 - k)) for k in range(connect))
    rings = tuple(
        sum(column << (c * height) for c in range(ring, game.columns - ring))
        for ring in range(1, (game.columns + 1) // 2)
    )
    return Geometry(steps, tuple(windows), weights, rings)
