"""Positions after given moves, and such as random games come to."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from engine import GameRecord, game

if TYPE_CHECKING:
    from engine import Game, Move, Position


def after(key: str, moves: str = "") -> Any:
    """The position of the game `key` after `moves`."""
    return GameRecord.from_moves(game(key), moves).final()


def random_moves(game: Game, rng: random.Random) -> list[Move]:
    """A random game, to its end."""
    position, moves = game.start(), []
    while legal := position.legal_moves():
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])
    return moves


def random_positions(key: str, count: int, seed: int) -> list[Position]:
    """Unfinished positions, one from each of `count` random games."""
    rng = random.Random(seed)
    return [rng.choice(_random_game(key, rng)[:-1]) for _ in range(count)]


def finished_position(key: str, seed: int) -> Position:
    """The end of a random game."""
    return _random_game(key, random.Random(seed))[-1]


def wins_at_once(position: Position) -> set[Move]:
    """The moves that end the game in favour of the side to move."""
    after = {move: position.play(move).outcome() for move in position.legal_moves()}
    return {m for m, outcome in after.items() if outcome and outcome.winner == position.to_move}


def moves_that_block(position: Position) -> set[Move]:
    """The moves that keep the next player from winning at once, where that is a choice.

    Empty if the side to move can win itself, or if all moves or no moves keep the win off.
    """
    legal = set(position.legal_moves())
    safe = {m for m in legal if not wins_at_once(position.play(m))}
    return set() if wins_at_once(position) or safe == legal else safe


def moves_that_leave_fewer_wins(position: Position) -> set[Move]:
    """The moves after which the next player has fewest ways to win at once.

    Empty where some move leaves it none, or all leave it as many.
    """
    left = {move: len(wins_at_once(position.play(move))) for move in position.legal_moves()}
    fewest = min(left.values())
    if fewest in (0, max(left.values())):
        return set()
    return {move for move, wins in left.items() if wins == fewest}


def _random_game(key: str, rng: random.Random) -> list[Position]:
    path = [game(key).start()]
    while path[-1].outcome() is None:
        path.append(path[-1].play(rng.choice(path[-1].legal_moves())))
    return path
