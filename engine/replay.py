"""Moves of a record played one after the other, as the rules have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.errors import GameOver, IllegalMove

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.game import Game, Move, Player, Position


class PlayedGame(NamedTuple):
    """A game that was played through: its moves with all passes, and its end if it has one."""

    moves: tuple[Move, ...]
    over: bool
    winner: Player | None = None
    score: int | None = None

    @classmethod
    def of(cls, moves: tuple[Move, ...], position: Position) -> PlayedGame:
        """Moves that led to a position."""
        outcome = position.outcome()
        if outcome is None:
            return cls(moves, over=False)
        return cls(moves, over=True, winner=outcome.winner, score=outcome.score)


def without_passes(game: Game, moves: Iterable[Move]) -> tuple[Move, ...]:
    """The moves that people count, as a pass is none to them."""
    return tuple(move for move in moves if not game.is_pass(move))


def with_forced_passes(
    position: Position, moves: Iterable[Move], before: int = 0
) -> tuple[tuple[Move, ...], Position]:
    """`moves` with the passes put in that the rules force, and the position they lead to.

    `before` is how many moves of the record came before.

    Raises:
        IllegalMove: a move is not legal; the message names its ply.
    """
    complete: list[Move] = []
    for move in moves:
        legal = position.legal_moves()
        while len(legal) == 1 and position.game.is_pass(legal[0]) and move != legal[0]:
            complete.append(legal[0])
            position = position.play(legal[0])
            legal = position.legal_moves()
        complete.append(move)
        position = played(position, move, before + len(complete))
    return tuple(complete), position


def played(position: Position, move: Move, number: int) -> Position:
    """The position after a record's move number `number`.

    Raises:
        IllegalMove: or `GameOver`, with that number.
    """
    try:
        return position.play(move)
    except IllegalMove as error:
        kind = GameOver if isinstance(error, GameOver) else IllegalMove
        raise kind(f"Ply {number}: {error}", move, position) from None
