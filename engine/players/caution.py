"""What no careful player misses, however shallow its search: a win or a loss in one."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING

from engine.errors import GameOver
from engine.parts.of_game import knowledge_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.game import Move, Position
    from engine.search.searcher import Candidate


CARE = 0.2
"""Seconds of processor time at most for looking at the replies to all moves, the best ones
first. Where a family knows what wins, that takes a hundredth of it; by the rules alone, on a
board of 225 squares, it would take seconds."""


def only_move(position: Position) -> Move | None:
    """The single legal move, which needs no thought, or None where there is a choice.

    Raises:
        GameOver: there is no legal move at all.
    """
    legal = position.legal_moves()
    if not legal:
        raise GameOver("The game is over.")
    return legal[0] if len(legal) == 1 else None


def winning_move(position: Position) -> Move | None:
    """A move that wins at once."""
    return knowledge_of(position.game).winning_move(position)


def allows_a_win(position: Position, move: Move) -> bool:
    """Whether the next player can win at once after `move`."""
    after = position.play(move)
    return after.outcome() is None and winning_move(after) is not None


def wins_left(position: Position, move: Move) -> int:
    """How many replies to `move` win at once."""
    if not allows_a_win(position, move):
        return 0
    after = position.play(move)
    ends = [after.play(reply).outcome() for reply in after.legal_moves()]
    return sum(end is not None and end.winner == after.to_move for end in ends)


def reliance(position: Position, move: Move) -> int:
    """How much a player of three relies on the next one to stop the last: 0 little, 3 wholly.

    Thirds of the next player's replies after which the last one can win at once, rounded down.
    """
    after = position.play(move)
    replies = after.legal_moves()
    lost = sum(allows_a_win(after, reply) for reply in replies)
    return 3 * lost // len(replies) if replies else 0


def without_blunders(position: Position, found: Sequence[Candidate]) -> Sequence[Candidate]:
    """The candidates that do not let the next player win at once, if there are any.

    If there are none, those that leave it fewest ways to win, as it may overlook one. Of three
    players nor the one after it, as far as that does not take the next one's help.
    """
    started = thread_time()
    safe = _least(position, found, wins_left, started)
    if len(position.game.player_names) == 2:
        return safe
    return _least(position, safe, reliance, started)


def _least(
    position: Position,
    found: Sequence[Candidate],
    harm: Callable[[Position, Move], int],
    started: float,
) -> Sequence[Candidate]:
    """The candidates that do least `harm`; those that `CARE` leaves no time for do none."""
    done = [
        0 if thread_time() - started > CARE else harm(position, candidate.move)
        for candidate in found
    ]
    return [c for c, much in zip(found, done, strict=True) if much == min(done)]
