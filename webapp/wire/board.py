"""Boards as data: cells, changes, and what each legal move would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.parts import of_game
from engine.registry import family_of

if TYPE_CHECKING:
    from engine.game import Game, Move, Position, Square
    from webapp.wire.messages import GameFields


def game_fields(game: Game) -> GameFields:
    """The game as a page needs it."""
    family = family_of(game)
    return {
        "key": game.key,
        "family": family.key,
        "drops": family.drops,
        "counted": family.counted,
        "name": game.name,
        "columns": game.columns,
        "rows": game.rows,
        "connect": getattr(game, "connect", None),
        "players": game.players,
        "colours": list(game.player_names),
        "size_text": f"{game.columns} × {game.rows}",
    }


def cells(position: Position) -> list[int]:
    """The owner of every square in ascending order, -1 for an empty one."""
    game = position.game
    return [position.cell(square) for square in range(game.columns * game.rows)]


def position_fields(position: Position) -> dict[str, Any]:
    """A position on which every legal move may be tried, named as in a match's snapshot."""
    return {
        "game": game_fields(position.game),
        "status": "finished" if position.outcome() else "playing",
        "ply": position.ply,
        "to_move": position.to_move,
        "you": [position.to_move],
        "cells": cells(position),
        "legal": list(position.legal_moves()),
        "landing": landing(position),
        "flips": flips(position),
    }


def changes(position: Position, owner: int) -> list[list[int]]:
    """``[square, owner]`` of each square the last move changed; all became the mover's."""
    return [[square, owner] for square in position.last_changes]


def counts(position: Position) -> list[int]:
    """Discs on the board of each player."""
    board = cells(position)
    return [board.count(player) for player in range(position.game.players)]


def landing(position: Position) -> dict[str, int]:
    """Where discs fall: legal column -> the square a disc would land on."""
    if not family_of(position.game).drops:
        return {}
    return {str(move): changed[0] for move, changed in _tried(position)}


def flips(position: Position) -> dict[str, list[int]]:
    """Elsewhere: legal move -> the squares it would turn over."""
    if family_of(position.game).drops:
        return {}
    return {str(move): list(changed[1:]) for move, changed in _tried(position)}


def _tried(position: Position) -> list[tuple[Move, tuple[Square, ...]]]:
    """Every legal move but passes with the squares it would change, the placed one first."""
    moves = [move for move in position.legal_moves() if not position.game.is_pass(move)]
    return [(move, of_game.changes(position, move)) for move in moves]
