"""Perft: how many move sequences of a given length a game has. The test of a move generator.

Programs differ in what becomes of a game that ends before the asked depth, and in whether
a pass is a ply, so both are part of the question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.game import Position, whole_number
from engine.parts.counting import Convention, Finished
from engine.registry import family_of

if TYPE_CHECKING:
    from engine.game import Game
    from engine.parts.counting import Counter


def perft(
    start: Game | Position,
    depth: int,
    finished: Finished | None = None,
    pass_is_ply: bool | None = None,
) -> int:
    """The number of move sequences of length `depth` from `start`.

    Without `finished` and `pass_is_ply` it counts as the published tables of the game do.

    Raises:
        EngineError: `depth` is no whole number from 0 on.
    """
    position = start if isinstance(start, Position) else start.start()
    plies = whole_number(depth)
    if plies is None or plies < 0:
        raise EngineError(f"{depth!r} is no depth; a depth is a whole number from 0 on.")
    counter = _counter(position.game)
    convention = Convention(
        counter.USUAL.finished if finished is None else Finished(finished),
        counter.USUAL.pass_is_ply if pass_is_ply is None else pass_is_ply,
    )
    if plies == 0:
        return 1
    counted = counter.count(position, plies, convention)
    return count_slowly(position, plies, convention) if counted is None else counted


def count_slowly(position: Position, depth: int, convention: Convention) -> int:
    """The count by the rules in Python, for any game and size."""
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if not moves:
        return 1 if convention.finished is Finished.KEPT else 0
    if position.game.is_pass(moves[0]):
        left = depth - 1 if convention.pass_is_ply else depth
        return count_slowly(position.play(moves[0]), left, convention)
    if depth == 1:
        return len(moves)
    return sum(count_slowly(position.play(move), depth - 1, convention) for move in moves)


class _ByTheRules:
    """The counter of a family without one of its own."""

    USUAL = Convention(Finished.DROPPED)

    def count(self, _position: Position, _depth: int, _convention: Convention) -> None:
        return None


def _counter(game: Game) -> Counter:
    counter = family_of(game).counter
    return counter() if counter else _ByTheRules()
