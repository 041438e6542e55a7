"""A board as lines of text, top row first, and back.

::

    . . . . . . .        a b c d
    . . . . . . .      1 - - - -
    . . . . . . .      2 - O X -
    . . . . . . .      3 - X O -
    . . . Y . . .      4 - - - -
    . . . R . . .
    1 2 3 4 5 6 7
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import NotationError
from engine.game import EMPTY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Player, Position, Square

EMPTY_SYMBOLS = ".-"
"""Both are read as an empty square in every game."""


def board_rows(position: Position) -> tuple[str, ...]:
    """One string per row, top row first, one symbol per square."""
    game = position.game
    return tuple(
        "".join(game.symbols[position.cell(square)] for square in row) for row in _rows(game)
    )


def board_text(position: Position) -> str:
    """The board with its coordinates, for people, logs and error notes."""
    game = position.game
    spaced = [" ".join(row) for row in board_rows(position)]
    labels = [game.format_move(column) for column in range(game.columns)]
    if game.bottom_up and max(map(len, labels)) == 1:  # a move is a column
        return "\n".join([*spaced, " ".join(labels)])
    width = len(str(game.rows))
    letters = " " * (width + 1) + " ".join(chr(ord("a") + c) for c in range(game.columns))
    if game.bottom_up:
        numbered = zip(range(game.rows, 0, -1), spaced, strict=True)
        return "\n".join([*(f"{row:>{width}} {text}" for row, text in numbered), letters])
    lines = [f"{row + 1:>{width}} {text}" for row, text in enumerate(spaced)]
    return "\n".join([letters, *lines])


def parse_rows(game: Game, rows: str | Sequence[str]) -> dict[Square, Player]:
    """The discs of rows written like `board_rows`; spaces between squares do not count.

    Raises:
        NotationError: a row is missing or too long, or a symbol unknown; it is named.
    """
    lines = rows.splitlines() if isinstance(rows, str) else rows
    lines = ["".join(line.split()).upper() for line in lines]
    lines = [line for line in lines if line]
    if len(lines) != game.rows:
        raise NotationError(f"The board has {game.rows} rows, the text has {len(lines)}.")
    discs = {}
    for number, (line, squares) in enumerate(zip(lines, _rows(game), strict=True), start=1):
        if len(line) != game.columns:
            raise NotationError(
                f"Row {number} from the top, {line[:20]!r}, has {len(line)} squares"
                f" instead of {game.columns}."
            )
        for symbol, square in zip(line, squares, strict=True):
            owner = EMPTY if symbol in EMPTY_SYMBOLS else game.symbols[:-1].find(symbol)
            if owner == EMPTY and symbol not in EMPTY_SYMBOLS:
                raise NotationError(
                    f"Row {number} from the top: {symbol!r} is none of {game.symbols}."
                )
            if owner != EMPTY:
                discs[square] = owner
    return discs


def _rows(game: Game) -> list[range]:
    """The squares of each row, top row first."""
    order = range(game.rows - 1, -1, -1) if game.bottom_up else range(game.rows)
    return [range(row * game.columns, (row + 1) * game.columns) for row in order]
