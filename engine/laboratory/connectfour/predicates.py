"""Catalogue entries of Connect Four: lines, columns, threats."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.game import EMPTY
from engine.games.connectfour.threats import playable_threats
from engine.laboratory.connectfour import features as codes
from engine.laboratory.connectfour.directions import (
    DIRECTION,
    LINE,
    STEPS,
    lines_of,
)
from engine.laboratory.connectfour.varied import VariedConnectFourPosition
from engine.laboratory.language.changes import goes_around
from engine.laboratory.language.predicates import (
    COLUMN,
    PLAYER,
    PLY,
    SQUARE,
    Arguments,
    Predicate,
    given,
)

if TYPE_CHECKING:
    from engine.games.connectfour.position import ConnectFourGame, ConnectFourPosition
    from engine.laboratory.trace import Trace


def _run(trace: Trace, arguments: Arguments) -> int:
    """Discs of the last mover in the unbroken run through the last disc."""
    if trace.last_square is None:
        return 0
    game, cell = trace.game, trace.final.cell
    row, column = divmod(trace.last_square, game.columns)
    step_column, step_row = STEPS[arguments[0]]
    run, around = {trace.last_square}, goes_around(game)
    for sign in (1, -1):
        c, r = column + sign * step_column, row + sign * step_row
        while (around or 0 <= c < game.columns) and 0 <= r < game.rows:
            square = r * game.columns + c % game.columns
            if square in run or cell(square) != trace.movers[-1]:
                break
            run.add(square)
            c, r = c + sign * step_column, r + sign * step_row
    return len(run)


def _line(trace: Trace, arguments: Arguments) -> int:
    return int(_run(trace, arguments) >= _game(trace).connect)


def _through(trace: Trace, arguments: Arguments) -> int:
    outcome = trace.outcome
    return int(outcome is not None and arguments[0] in outcome.squares)


def _first_full(trace: Trace, _arguments: Arguments) -> int:
    columns, rows = trace.game.columns, trace.game.rows
    for position in trace.positions:
        placed = position.last_changes
        for column in (placed[0] % columns,) if placed else range(columns):
            if all(position.cell(row * columns + column) != EMPTY for row in range(rows)):
                return column + 1
    return 0


def _height(trace: Trace, arguments: Arguments) -> int:
    squares = range(arguments[0], trace.game.columns * trace.game.rows, trace.game.columns)
    return sum(trace.final.cell(square) != EMPTY for square in squares)


def _threats(trace: Trace, arguments: Arguments) -> int:
    """Columns in which a disc of the player would win at once, whoever's turn it is."""
    ply = given(arguments, 1)
    if ply is not None and ply > trace.plies:
        return 0
    position = trace.positions[-1 if ply is None else ply]
    if isinstance(position, VariedConnectFourPosition):
        return position.completing(arguments[0])
    return len(playable_threats(cast("ConnectFourPosition", position), arguments[0]))


def _double_threat(trace: Trace, arguments: Arguments) -> int:
    return int(_threats(trace, arguments) >= 2)


def _on_line(trace: Trace, arguments: Arguments) -> int:
    squares, player = lines_of(_game(trace))[arguments[0]], given(arguments, 1)
    cells = [trace.final.cell(square) for square in squares]
    return sum(cell != EMPTY if player is None else cell == player for cell in cells)


def _game(trace: Trace) -> ConnectFourGame:
    return cast("ConnectFourPosition", trace.final).game


ON_LINE = Predicate(
    "on_line",
    "discs (of the player) on a line that would win, as a1_d1",
    ("the number of discs on the line {0}", "the number of discs of {1} on the line {0}"),
    _on_line,
    codes.ON_LINE,
    (LINE, PLAYER),
    required=1,
    symmetric=False,
)
"""Short for a sum; see the backend's ``spelt``."""

CONNECT_FOUR = (
    ON_LINE,
    Predicate(
        "line",
        "the last disc completed a line in the direction",
        ("the last disc completes a {0} line",),
        _line,
        codes.LINE,
        (DIRECTION,),
        required=1,
        boolean=True,
        symmetric=False,
        past=True,
    ),
    Predicate(
        "run",
        "discs of one player in a row through the last disc, in the direction",
        ("the number of discs in the {0} run through the last one",),
        _run,
        codes.RUN,
        (DIRECTION,),
        required=1,
        symmetric=False,
        past=True,
    ),
    Predicate(
        "through",
        "a completed line passes through the square",
        ("a completed line passes through {0}",),
        _through,
        codes.THROUGH,
        (SQUARE,),
        required=1,
        boolean=True,
        symmetric=False,
    ),
    Predicate(
        "first_full",
        "the column that was full first, counted from 1; 0 if none is",
        ("the number of the column that is full first",),
        _first_full,
        codes.FIRST_FULL,
        symmetric=False,
        past=True,
    ),
    Predicate(
        "height",
        "discs in the column",
        ("the number of discs in column {0}",),
        _height,
        codes.HEIGHT,
        (COLUMN,),
        required=1,
        symmetric=False,
    ),
    Predicate(
        "threats",
        "columns in which a disc of the player would win at once (after that ply)",
        (
            "the number of columns in which {0} would win at once",
            "the number of columns in which {0} would win at once after ply {1}",
        ),
        _threats,
        codes.THREATS,
        (PLAYER, PLY),
        required=1,
    ),
    Predicate(
        "double_threat",
        "two or more columns in which the player would win at once (after that ply)",
        (
            "{0} would win at once in two columns",
            "{0} would win at once in two columns after ply {1}",
        ),
        _double_threat,
        codes.DOUBLE_THREAT,
        (PLAYER, PLY),
        required=1,
        boolean=True,
    ),
)
