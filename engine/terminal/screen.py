"""Draws boards for people at a terminal.

Discs are letters and the marks are signs, so nothing depends on colour::

     .  .  .  .  .  .  .          a  b  c  d
     .  .  .  .  .  .  .       1  .  .  *  .
     .  .  .  .  .  .  .       2  .  O  X  *
     .  .  .  .  .  .  .       3  *  X (X) .
     .  .  . (Y) .  .  .       4  . (X) *  .
     .  .  .  R  .  .  .
     1  2  3  4  5  6  7

``( )`` stands about the discs the last move changed, ``[ ]`` about completed lines, and
``*`` on the squares where a person may play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import EMPTY

if TYPE_CHECKING:
    from engine.game import Position, Square

LEGAL = "*"

_COLOURS = ("\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m")
"""Bold red, yellow and blue; the discs of Othello need none."""
_PLAIN = "\x1b[0m"


def draw(position: Position, hints: bool = False, colour: bool = False) -> str:
    """The board with its coordinates; `hints` marks the legal squares, where moves are squares."""
    game = position.game
    legal = set(position.legal_moves()) if hints and not game.bottom_up else set()
    outcome = position.outcome()
    line = set(outcome.squares) if outcome else set()
    changed = set(position.last_changes)

    def cell(square: Square) -> str:
        owner = position.cell(square)
        symbol = LEGAL if square in legal else game.symbols[owner]
        if colour and owner != EMPTY and game.bottom_up:
            symbol = f"{_COLOURS[owner]}{symbol}{_PLAIN}"
        if square in line:
            return f"[{symbol}]"
        return f"({symbol})" if square in changed else f" {symbol} "

    rows = [
        "".join(cell(row * game.columns + column) for column in range(game.columns)).rstrip()
        for row in range(game.rows)
    ]
    if game.bottom_up:
        names = "".join(f"{column + 1:>2} " for column in range(game.columns))
        return "\n".join([*reversed(rows), names.rstrip()])
    width = len(str(game.rows))
    names = "".join(f" {chr(ord('a') + column)} " for column in range(game.columns)).rstrip()
    return "\n".join(
        [" " * width + names, *(f"{n:>{width}}{row}" for n, row in enumerate(rows, start=1))]
    )


def counts(position: Position) -> str | None:
    """The discs of each side, where the discs decide: "Black 2, White 2"."""
    game = position.game
    if game.bottom_up:
        return None
    owners = [position.cell(square) for square in range(game.columns * game.rows)]
    return ", ".join(f"{name} {owners.count(p)}" for p, name in enumerate(game.player_names))
