"""Squares that complete a line at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import UnsupportedGame
from engine.games.connectfour.position import ConnectFourPosition

if TYPE_CHECKING:
    from engine.game import Player, Square


def threats(position: ConnectFourPosition, player: Player) -> tuple[Square, ...]:
    """The empty squares, ascending, where a disc of `player` would complete a line.

    Playable now or not, and whoever is to move.

    Raises:
        UnsupportedGame: `position` is of a game without lines.
    """
    if not isinstance(position, ConnectFourPosition):
        raise UnsupportedGame("Only Connect Four has threats: a line is not what others want.")
    return position.squares(_threat_bits(position, player))


def playable_threats(position: ConnectFourPosition, player: Player) -> tuple[Square, ...]:
    """Those of `threats` that a disc can reach now; none once the game is over."""
    reachable = {position.landing_square(column) for column in position.legal_moves()}
    return tuple(square for square in threats(position, player) if square in reachable)


def double_threat(position: ConnectFourPosition, player: Player) -> bool:
    """Whether at least two threats of `player` are playable now.

    One opponent cannot close both, so `player` wins unless somebody wins before.
    """
    return len(playable_threats(position, player)) >= 2


def _threat_bits(position: ConnectFourPosition, player: Player) -> int:
    """Bits of `threats`, in the layout of `engine.games.connectfour.position`."""
    game, board = position.game, position.boards[player]
    height = game.rows + 1
    column = (1 << game.rows) - 1
    on_board = sum(column << (i * height) for i in range(game.columns))
    found = 0
    for step in (1, height, height - 1, height + 1):
        for gap in range(game.connect):
            # Bit k survives if every other square of the line through it is the player's,
            # k being the square number `gap` of that line.
            completing = on_board
            for i in range(game.connect):
                shift = (i - gap) * step
                if shift > 0:
                    completing &= board >> shift
                elif shift < 0:
                    completing &= board << -shift
            found |= completing
    return found & on_board & ~position.occupied
