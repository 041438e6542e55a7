"""The moves a match starts after, when it does not start from the first board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.replay import with_forced_passes
from webapp.domain.errors import Refusal

if TYPE_CHECKING:
    from engine.game import Game, Move, Position


def opening_of(game: Game, moves: str | Sequence[Move]) -> tuple[Move, ...]:
    """The opening that `moves`, as text or as numbers, order; forced passes are put in.

    Raises:
        Refusal: they are no moves, break a rule (the ply is named), or end the game.
    """
    try:
        wanted = game.parse_moves(moves) if isinstance(moves, str) else moves
        complete, position = with_forced_passes(game.start(), wanted)
    except EngineError as error:
        raise Refusal("malformed", f"No game begins with these moves. {error}") from None
    if position.outcome() is not None:
        sentence = f"These {len(complete)} moves end the game; a match starts while it goes on."
        raise Refusal("malformed", sentence)
    skipped = forced_pass(position)
    return complete if skipped is None else (*complete, skipped)


def positions(
    game: Game, moves: Iterable[Move], start: Position | None = None
) -> tuple[Position, ...]:
    """Every position from the first board, or another `start`, to the one after legal `moves`."""
    first = game.start() if start is None else start
    return tuple(accumulate(moves, lambda position, move: position.play(move), initial=first))


def forced_pass(position: Position) -> Move | None:
    """The pass that the rules force here, None where there is a move to choose or none at all."""
    moves = position.legal_moves()
    return moves[0] if len(moves) == 1 and position.game.is_pass(moves[0]) else None
