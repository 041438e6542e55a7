"""Why one square was better than another, in sentences that need no search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.othello.features import corners, corners_for, mobility, regions

if TYPE_CHECKING:
    from engine.game import Move
    from engine.games.othello.position import OthelloPosition
    from engine.search.searcher import Candidate

FEWER = 2
"""Moves that one reply must leave fewer than another to be worth a word."""

FEW = 2
"""Moves that are so few for the other side that it may have to play a bad one."""


def why(position: OthelloPosition, best: Candidate, played: Candidate) -> tuple[str, ...]:
    """What `best` does, and what `played` allows; both are moves of the side to move."""
    proved = best.exact and played.exact
    return (_reason(position, best.move, played.move), _result(position, played) if proved else "")


def merit(position: OthelloPosition, move: Move) -> str:
    """What a square does at once: ``takes the corner``; empty where it does nothing of the kind."""
    if position.game.is_pass(move):
        return ""
    if move in corners(position):
        return "takes the corner"
    mover, after = position.to_move, position.play(move)
    if after.outcome() is not None:
        return ""
    other, left = position.game.player_names[1 - mover], mobility(after, 1 - mover)
    if left <= FEW:
        return f"leaves {other} {_moves(left) if left else 'without a move'}"
    return ""


def _reason(position: OthelloPosition, best: Move, played: Move) -> str:
    game, other = position.game, position.game.player_names[1 - position.to_move]
    good, bad = game.format_move(best), game.format_move(played)
    if best in corners(position):
        return f"{good} takes the corner."
    mover = position.to_move
    better, worse = position.play(best), position.play(played)
    opened = corners_for(worse, 1 - mover) - corners_for(better, 1 - mover)
    if opened:
        named = " and ".join(game.format_move(square) for square in sorted(opened))
        return f"{bad} opens {named} to {other}."
    if worse.to_move == mover or not worse.legal_moves():
        return f"{good} keeps more."
    left, given = (mobility(after, 1 - mover) for after in (better, worse))
    if left == 0:
        return f"{good} leaves {other} without a move."
    if given - left >= FEWER:
        return f"{good} leaves {other} {_moves(left)}, {bad} leaves {given}."
    own_good, own_bad = (mobility(after, mover) for after in (better, worse))
    if own_good - own_bad >= FEWER:
        return f"{good} keeps {_moves(own_good)} of one's own, {bad} keeps {own_bad}."
    if _odd(better) != _odd(worse):
        return f"{good} keeps the last move of a region, {bad} gives it to {other}."
    return ""


def _result(position: OthelloPosition, played: Candidate) -> str:
    square = position.game.format_move(played.move)
    score = played.score
    if score == 0:
        return f"{square} only draws."
    winner = score.player if score.sign > 0 else 1 - score.player
    return f"After {square}, {position.game.player_names[winner]} wins by {abs(score.value)}."


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _odd(position: OthelloPosition) -> int:
    """How many regions of empty squares have an odd number of them."""
    return sum(region.bit_count() % 2 for region in regions(position))
