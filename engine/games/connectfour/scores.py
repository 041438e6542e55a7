"""Exact scores: how a proved result is written as one number."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour


def win_score(game: ConnectFour, ply: int) -> int:
    """The score of a win with the disc that makes `ply` discs, from the winner's view.

    For two players the community's: ``columns * rows // 2 + 1`` less the discs the winner
    has played, so that a faster win is bigger (7 × 6: 1 for the 21st disc). On a board with
    an odd number of squares a win with its very last disc scores 0 like a draw. Three
    players share the squares rounded up, so that a win is always positive.
    """
    cells, players = game.columns * game.rows, game.players
    share = cells // 2 if players == 2 else -(-cells // players)
    return share + 1 - -(-ply // players)
