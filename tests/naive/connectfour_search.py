"""The slow twin of the Connect Four searches: full width, the rules' own positions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.connectfour.position import ConnectFourPosition


def exact_score(position: ConnectFourPosition) -> int:
    """The exact score of a two-player position from the mover's view, by definition."""
    return _exact_score(position)


@lru_cache(maxsize=1 << 20)
def _exact_score(position: ConnectFourPosition) -> int:
    outcome = position.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return 0
        game = position.game
        discs = position.boards[outcome.winner].bit_count()
        return -(game.columns * game.rows // 2 + 1 - discs)
    return max(-_exact_score(_bare(position.play(move))) for move in position.legal_moves())


@lru_cache(maxsize=1 << 20)
def forced_result(position: ConnectFourPosition, player: int) -> int:
    """What `player` reaches against all others together: 1 a win, 0 a draw, -1 a loss."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else (1 if outcome.winner == player else -1)
    pick = max if position.to_move == player else min
    return pick(
        forced_result(_bare(position.play(move)), player) for move in position.legal_moves()
    )


def wins_within(position: ConnectFourPosition, plies: int) -> bool:
    """Whether the mover of a two-player position has a line after at most `plies` more discs."""
    if plies <= 0:
        return False
    for move in position.legal_moves():
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None and outcome.winner is not None:
            return True
        if outcome is None and loses_within(after, plies - 1):
            return True
    return False


def loses_within(position: ConnectFourPosition, plies: int) -> bool:
    """Whether the opponent of the mover has a line after at most `plies` more discs."""
    if plies <= 0:
        return False
    for move in position.legal_moves():
        after = position.play(move)
        if after.outcome() is not None or not wins_within(after, plies - 1):
            return False
    return True


def _bare(position: ConnectFourPosition) -> ConnectFourPosition:
    """The position without its last move, so that transpositions are one key."""
    return type(position)(position.game, position.boards)
