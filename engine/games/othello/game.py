"""Othello on any even board: its parameter, key string and notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from engine.errors import NotationError, UnsupportedGame
from engine.games.othello.position import OthelloPosition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move

PASSES = ("--", "pass", "pa", "ps", "@@")
"""What a pass is written like in the wild; we write the first."""

_TOKEN = re.compile("|".join(PASSES) + "|[a-z][0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class Othello:
    """Othello on `size` × `size`. Black (player 0) moves first.

    A move is ``row * size + column`` with row 0 at the top, a pass ``size * size``.

    Raises:
        UnsupportedGame: `size` is odd or outside 4..16.
    """

    size: int = 8

    def __post_init__(self) -> None:
        size = self.size
        if not isinstance(size, int) or isinstance(size, bool) or not 4 <= size <= 16 or size % 2:
            raise UnsupportedGame(f"{size!r} squares a side: Othello takes even sizes 4 to 16.")

    @classmethod
    def from_tail(cls, tail: str) -> Othello:
        """The game of a key's tail: empty or a size such as ``6``."""
        if not tail:
            return cls()
        if not re.fullmatch(r"[0-9]{1,3}", tail):
            raise UnsupportedGame(f"{tail[:60]!r} is no Othello board; write its size, like 6.")
        return cls(int(tail))

    @property
    def key(self) -> str:
        return "othello" if self.size == 8 else f"othello:{self.size}"

    @property
    def name(self) -> str:
        return "Othello"

    @property
    def columns(self) -> int:
        return self.size

    @property
    def rows(self) -> int:
        return self.size

    @property
    def players(self) -> int:
        return 2

    @property
    def player_names(self) -> tuple[str, ...]:
        return ("Black", "White")

    @property
    def pass_move(self) -> Move:
        return self.size * self.size

    def start(self) -> OthelloPosition:
        size, half = self.size, self.size // 2
        top_left = (half - 1) * size + half - 1
        white = 1 << top_left | 1 << (top_left + size + 1)
        black = 1 << (top_left + 1) | 1 << (top_left + size)
        return OthelloPosition(self, (black, white), 0, 0)

    def format_move(self, move: Move) -> str:
        if not 0 <= move <= self.pass_move:
            raise NotationError(f"Square {move} has no name; the squares are {self._range}.")
        return _names(self.size)[move]

    def parse_move(self, text: str) -> Move:
        token = text.strip().lower()
        move = _moves(self.size).get(token)
        if move is not None:
            return move
        if re.fullmatch(r"[a-z]0[0-9]", token):
            return self.parse_move(token[0] + token[2])
        raise NotationError(f"{text[:20]!r} is no square; the squares are {self._range}.")

    @property
    def _range(self) -> str:
        return f"a1 to {self.format_move(self.size * self.size - 1)}"

    def format_moves(self, moves: Sequence[Move]) -> str:
        if moves and not 0 <= min(moves) <= max(moves) <= self.pass_move:
            return "".join(map(self.format_move, moves))  # which says what is wrong
        names = _names(self.size)
        return "".join([names[move] for move in moves])

    def parse_moves(self, text: str) -> tuple[Move, ...]:
        compact = "".join(text.split()).lower()
        moves: list[Move] = []
        at = 0
        while at < len(compact):
            token = _TOKEN.match(compact, at)
            if token is None:
                raise NotationError(
                    f"Move {len(moves) + 1}: {compact[at : at + 8]!r} does not begin with a square."
                )
            try:
                moves.append(self.parse_move(token.group()))
            except NotationError as error:
                raise NotationError(f"Move {len(moves) + 1}: {error}") from None
            at = token.end()
        return tuple(moves)

    def is_pass(self, move: Move) -> bool:
        return move == self.pass_move

    @property
    def symbols(self) -> str:
        return "XO-"

    @property
    def bottom_up(self) -> bool:
        return False


@cache
def _names(size: int) -> tuple[str, ...]:
    """What every move of a board is written like: the squares by rows, then a pass."""
    rows = range(1, size + 1)
    return (
        *(f"{chr(ord('a') + column)}{row}" for row in rows for column in range(size)),
        PASSES[0],
    )


@cache
def _moves(size: int) -> dict[str, Move]:
    """Every move of a board by what it is written like."""
    found = {name: move for move, name in enumerate(_names(size))}
    return found | dict.fromkeys(PASSES, size * size)
