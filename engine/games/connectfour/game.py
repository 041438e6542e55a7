"""Connect Four on any board: its parameters, key string and notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import NotationError, UnsupportedGame
from engine.games.connectfour.position import ConnectFourPosition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move

COLUMN_LABELS = "123456789abcdefg"
"""One character per column, so that a game is one word on every board."""

PLAYER_NAMES = ("Red", "Yellow", "Blue")

_TAIL = re.compile(r"([0-9]{1,3})x([0-9]{1,3})(?::([0-9]{1,3}))?(?::([0-9]{1,2})p)?")


@dataclass(frozen=True, slots=True)
class ConnectFour:
    """Connect `connect` discs in a row on `columns` × `rows`, for two or three players.

    Raises:
        UnsupportedGame: a parameter is outside its limits.
    """

    columns: int = 7
    rows: int = 6
    connect: int = 4
    players: int = 2

    def __post_init__(self) -> None:
        _within("columns", self.columns, 2, 16)
        _within("rows", self.rows, 2, 16)
        _within("players", self.players, 2, 3)
        _within("discs in a row", self.connect, 2, max(self.columns, self.rows))

    @classmethod
    def from_tail(cls, tail: str) -> ConnectFour:
        """The game of a key's tail: ````, ``9x7``, ``8x8:5`` or ``7x6:4:3p``."""
        if not tail:
            return cls()
        match = _TAIL.fullmatch(tail)
        if match is None:
            raise UnsupportedGame(
                f"{tail[:60]!r} is no Connect Four board; write it like 9x7, 8x8:5 or 7x6:4:3p."
            )
        columns, rows, connect, players = match.groups()
        return cls(int(columns), int(rows), int(connect or 4), int(players or 2))

    @property
    def key(self) -> str:
        tail = f":{self.columns}x{self.rows}"
        if self.players != 2:
            return f"connectfour{tail}:{self.connect}:{self.players}p"
        if self.connect != 4:
            return f"connectfour{tail}:{self.connect}"
        return "connectfour" if (self.columns, self.rows) == (7, 6) else f"connectfour{tail}"

    @property
    def name(self) -> str:
        return "Connect Four"

    @property
    def player_names(self) -> tuple[str, ...]:
        return PLAYER_NAMES[: self.players]

    def start(self) -> ConnectFourPosition:
        return ConnectFourPosition(self, (0,) * self.players)

    def format_move(self, move: Move) -> str:
        if not 0 <= move < self.columns:
            raise NotationError(f"Column {move + 1} has no label; the columns are {self._range}.")
        return COLUMN_LABELS[move]

    def parse_move(self, text: str) -> Move:
        """The column `text` names, by its label or, beyond 9, its number too (``c`` or ``12``)."""
        token = text.strip().lower()
        column = COLUMN_LABELS.find(token) if len(token) == 1 else -1
        if len(token) == 2 and token.isascii() and token.isdigit():
            column = int(token) - 1
        if not 0 <= column < self.columns:
            raise NotationError(f"{text[:20]!r} is no column; the columns are {self._range}.")
        return column

    @property
    def _range(self) -> str:
        return f"1 to {self.columns}"

    def format_moves(self, moves: Sequence[Move]) -> str:
        return "".join(self.format_move(move) for move in moves)

    def parse_moves(self, text: str) -> tuple[Move, ...]:
        moves: list[Move] = []
        for character in "".join(text.split()):
            try:
                moves.append(self.parse_move(character))
            except NotationError as error:
                raise NotationError(f"Move {len(moves) + 1}: {error}") from None
        return tuple(moves)

    def is_pass(self, move: Move) -> bool:
        return False

    @property
    def symbols(self) -> str:
        return "RYB"[: self.players] + "."

    @property
    def bottom_up(self) -> bool:
        return True


def _within(name: str, value: int, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise UnsupportedGame(f"{value!r} {name}: Connect Four takes {low} to {high} here.")
