"""The templates of what Othello says, by key; `engine.sentences` holds every game's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PHRASES: Mapping[str, str] = {
    "othello.move.one": "{player} plays {square} and flips 1 disc.",
    "othello.move.many": "{player} plays {square} and flips {count} discs.",
    "othello.move.you.one": "You play {square} and flip 1 disc.",
    "othello.move.you.many": "You play {square} and flip {count} discs.",
    "othello.pass": "{player} has no move and passes.",
    "othello.pass.you": "You have no move and pass.",
    "othello.your_turn": "Your turn. Place a disc.",
    "othello.target.one": "{square} flips 1 disc.",
    "othello.target.many": "{square} flips {count} discs.",
    "othello.target.pass": "No move: pass.",
    "othello.closed": "Play on a dot: there you flip discs.",
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
