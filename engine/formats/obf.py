"""OBF, one position a line: the squares row by row, the side to move, then anything.

``---------------------------OX------XO--------------------------- X; comment``
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from engine.errors import NotationError, UnsupportedGame
from engine.formats.boardtext import board_rows
from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition

if TYPE_CHECKING:
    from engine.game import Player

_OWNERS: dict[str, Player | None] = {
    **dict.fromkeys("Xx*Bb", 0),
    **dict.fromkeys("Oo0Ww", 1),
    **dict.fromkeys("-._", None),
}


def parse_obf(text: str) -> OthelloPosition:
    """The position of an OBF line; what follows its first ``;`` is ignored.

    The board may be any arrangement, as published problems are; `engine.explain` tells
    whether it breaks a rule.

    Raises:
        NotationError: the text is no board of a size Othello has, or names no side to move.
    """
    fields = text.partition(";")[0].split()
    if not fields:
        raise NotationError("The OBF line is empty.")
    board, side = "".join(fields[:-1]), fields[-1]
    if not board:
        raise NotationError(f"{text[:20]!r} names no side to move, X or O, after the squares.")
    if len(side) != 1 or _OWNERS.get(side) is None:
        raise NotationError(f"{side[:20]!r} is no side to move; write X or O.")
    return parse_squares(board, side)


def parse_squares(board: str, side: str) -> OthelloPosition:
    """The position of all squares in one word, and the letter of the side to move."""
    size = isqrt(len(board))
    try:
        if size * size != len(board):
            raise UnsupportedGame("")
        game = Othello(size)
    except UnsupportedGame:
        raise NotationError(f"{len(board)} squares make no Othello board; 8 × 8 has 64.") from None
    boards = [0, 0]
    for square, symbol in enumerate(board):
        if symbol not in _OWNERS:
            name = game.format_move(square)
            raise NotationError(f"{symbol!r} on {name} is none of X (black), O (white), -.")
        owner = _OWNERS[symbol]
        if owner is not None:
            boards[owner] |= 1 << square
    to_move = _OWNERS[side]
    assert to_move is not None  # noqa: S101 (the callers have checked it)
    return OthelloPosition.set_up(game, (boards[0], boards[1]), to_move)


def format_obf(position: OthelloPosition) -> str:
    """The OBF line of a position."""
    return f"{''.join(board_rows(position))} {position.game.symbols[position.to_move]};"
