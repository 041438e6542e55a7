"""Boards in the spellings of other programs: OBF, GGF's and Edax's lines, rows of letters.

::

    --------...-------- X; f5:+2      OBF, and one-line boards of GGS, Edax and NBoard
    8 -------- ... -------- *         a GGF board: the size first
    ...........................10 ... the Egaroucid lists of openings, a name behind
    . . . Y R . .                     rows, with or without coordinates around them; X for Red and
                                      O for Yellow too
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.arrangement import Arrangement
from engine.errors import EngineError
from engine.formal import position_of
from engine.formats.obf import parse_obf

if TYPE_CHECKING:
    from engine.game import Game, Position

_SQUARE = "[-.*_XOxo0BWbw]"
_ONE_LINE = re.compile(
    rf"\s*(?:[0-9]{{1,2}}\s+)?((?:{_SQUARE}+[ \t]+)+|{_SQUARE}{{64}})([XOxo0*BWbw])"
    r"[ \t]*(?:$|[;\n]|PS|%)"
)
_DIGITS = re.compile(r"\s*[01.]{64}(?:\s|$)")
_LETTERS = str.maketrans("01.", "XO-")
_LABEL = re.compile(r"^\s*[0-9]{1,2}(?=[\s|])|(?<=[\s|])[0-9]{1,2}\s*$")
_DROPPED = str.maketrans("XO", "RY")
_ROW = re.compile(r"[-.*_XORYBxoryb0]+")


def one_line_board(line: str) -> Position | None:
    """The position of an Othello board on one line, None where the line is none.

    Egaroucid's lists write Black's discs as 0 and White's as 1, and leave out who is to move:
    early in a game, of which they are, the number of discs tells.
    """
    if _DIGITS.match(line):
        board = line.lstrip()[:64].translate(_LETTERS)
        turn = "XO"[board.count("-") % 2]
    else:
        found = _ONE_LINE.match(line)
        if found is None:
            return None
        board, turn = "".join(found[1].split()), found[2]
    try:
        return parse_obf(f"{board} {turn}")
    except EngineError:
        return None


def board_rows_of(text: str, game: Game) -> tuple[str, ...] | None:
    """The rows of a board of `game` among lines of text, top row first; None without one.

    Coordinates, frames and blank lines around the rows do not matter.
    """
    found = [row_of(line) for line in text.splitlines()]
    rows = tuple(spelt(row, game) for row in found if len(row) == game.columns)
    return rows if len(rows) == game.rows else None


def row_of(line: str) -> str:
    """The squares of a line, without coordinates and frames; empty where it is no such row."""
    row = "".join(_LABEL.sub("", line).replace("|", " ").replace("+", " ").split())
    return row if _ROW.fullmatch(row) else ""


def spelt(row: str, game: Game) -> str:
    """A row in the letters of `game`."""
    plain = row.upper().replace("_", "-").replace("*", "X").replace("0", "O")
    return plain.translate(_DROPPED) if game.bottom_up else plain


def board_position(text: str, game: Game) -> Position | None:
    """The position of rows of letters; None where there are none, or they break a rule."""
    rows = board_rows_of(text, game)
    if rows is None:
        return None
    for turn in turns_of(text, game):
        try:
            return position_of(Arrangement.from_rows(game, rows, turn))
        except EngineError:
            continue
    return None


def turns_of(text: str, game: Game) -> tuple[int | None, ...]:
    """Whose turn it may be: as a line says, as the discs tell, or either side's."""
    if game.bottom_up:
        return (None,)
    side = re.search(r"(?im)^\s*(?:to move:?\s*)?([XOBW])(?: to move)?\s*$", text)
    if side is None:
        return (0, 1)
    return (int(side[1].upper() in "OW"),)
