"""Final scores under best play, by trying everything: no pruning, no estimate, no bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.search.score import final_score, final_value

if TYPE_CHECKING:
    from engine.game import Position

Memo = dict[tuple[int, ...], tuple[int, ...]]


def values(position: Position, memo: Memo) -> tuple[int, ...]:
    """Every player's value when each maximises their own and the first best move is taken."""
    players = range(position.game.players)
    if position.outcome() is not None:
        return tuple(final_value(position, player) for player in players)
    key = position.key()
    if key not in memo:
        replies = [values(position.play(move), memo) for move in position.legal_moves()]
        memo[key] = max(replies, key=lambda reply: reply[position.to_move])
    return memo[key]


def score(position: Position, memo: dict[tuple[int, ...], int]) -> int:
    """The final score of a two-player game from the mover's view (`memo` starts empty)."""
    if position.outcome() is not None:
        return final_score(position, position.to_move)
    key = position.key()
    if key not in memo:
        memo[key] = max(-score(position.play(move), memo) for move in position.legal_moves())
    return memo[key]
