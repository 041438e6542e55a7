"""Othello in words: what a move, a square and an ending say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.othello.phrases import PHRASES
from engine.games.othello.position import OthelloTermination

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move, Outcome, Square
    from engine.games.othello.game import Othello
    from engine.games.othello.position import OthelloPosition

__all__ = [
    "PHRASES",
    "describe_ending",
    "describe_move",
    "describe_score",
    "describe_square",
]


def describe_move(before: OthelloPosition, move: Move, player: str) -> str:
    if move == before.game.pass_move:
        return PHRASES["othello.pass"].format(player=player)
    count = before.flips(move).bit_count()
    phrase = PHRASES["othello.move.one" if count == 1 else "othello.move.many"]
    return phrase.format(player=player, square=before.game.format_move(move), count=count)


def describe_square(game: Othello, square: Square, disc: str) -> str:
    return PHRASES["othello.square"].format(square=game.format_move(square), disc=disc)


def describe_score(game: Othello, score: int) -> str:
    """A disc difference as the two sides' discs, the winner's first: ``40–24``."""
    lead, total = abs(score), game.size * game.size
    return f"{(total + lead) // 2}–{(total - lead) // 2}"


def describe_ending(_game: Othello, outcome: Outcome, names: Sequence[str]) -> str:
    if outcome.termination == OthelloTermination.FULL_BOARD:
        return PHRASES["othello.full_board"]
    if outcome.termination == OthelloTermination.WIPE_OUT and outcome.winner is not None:
        return PHRASES["othello.wipe_out"].format(player=names[1 - outcome.winner])
    if outcome.winner is not None:
        return PHRASES["othello.no_moves.won"].format(player=names[outcome.winner])
    return PHRASES["othello.no_moves"]
