"""Othello in words: its phrases, and what a move and an ending say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Termination

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.game import Move, Outcome, Square
    from engine.games.othello.game import Othello
    from engine.games.othello.position import OthelloPosition

PHRASES: Mapping[str, str] = {
    "othello.move.one": "{player} plays {square} and flips 1 disc.",
    "othello.move.many": "{player} plays {square} and flips {count} discs.",
    "othello.pass": "{player} has no move and passes.",
    "othello.your_turn": "Your turn. Place a disc.",
    "othello.target.one": "{square} flips 1 disc.",
    "othello.target.many": "{square} flips {count} discs.",
    "othello.target.pass": "No move: pass.",
    "othello.square": "{square}, {disc}",
    "othello.may_not_pass": "{player} may not pass while it has a move.",
    "othello.must_pass": "{player} has no move and must pass.",
    "othello.no_square": "There is no square {move}; the squares are 0 to {last}.",
    "othello.occupied": "There is a disc on {square} already.",
    "othello.flips_nothing": "{player} would flip nothing on {square}.",
    "othello.full_board": "The board is full.",
    "othello.no_moves": "Neither side can move.",
    "othello.no_moves.won": "Neither side can move. Empty squares count for {player}.",
    "othello.wipe_out": "{player} has no disc left.",
    "othello.only_move.wins": "Only {square} wins.",
    "othello.only_move.draws": "Only {square} draws.",
    "othello.wins_by": "{player} wins by {discs} with best play.",
    "othello.draw": "A draw with best play.",
}


def describe_move(before: OthelloPosition, move: Move, player: str) -> str:
    if move == before.game.pass_move:
        return PHRASES["othello.pass"].format(player=player)
    count = before.flips(move).bit_count()
    phrase = PHRASES["othello.move.one" if count == 1 else "othello.move.many"]
    return phrase.format(player=player, square=before.game.format_move(move), count=count)


def describe_target(position: OthelloPosition, move: Move) -> str:
    if move == position.game.pass_move:
        return PHRASES["othello.target.pass"]
    count = position.flips(move).bit_count()
    phrase = PHRASES["othello.target.one" if count == 1 else "othello.target.many"]
    return phrase.format(square=position.game.format_move(move), count=count)


def describe_square(game: Othello, square: Square, disc: str) -> str:
    return PHRASES["othello.square"].format(square=game.format_move(square), disc=disc)


def describe_score(game: Othello, score: int) -> str:
    """A disc difference as the two sides' discs, the winner's first: ``40–24``."""
    lead, total = abs(score), game.size * game.size
    return f"{(total + lead) // 2}–{(total - lead) // 2}"


def describe_ending(_game: Othello, outcome: Outcome, names: Sequence[str]) -> str:
    if outcome.termination is Termination.FULL_BOARD:
        return PHRASES["othello.full_board"]
    if outcome.termination is Termination.WIPE_OUT and outcome.winner is not None:
        return PHRASES["othello.wipe_out"].format(player=names[1 - outcome.winner])
    if outcome.winner is not None:
        return PHRASES["othello.no_moves.won"].format(player=names[outcome.winner])
    return PHRASES["othello.no_moves"]
