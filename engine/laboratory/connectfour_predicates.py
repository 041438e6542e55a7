"""Catalogue entries of Connect Four: lines, columns, threats."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.games.connectfour.threats import playable_threats
from engine.laboratory import features
from engine.laboratory.cnf import FALSE, TRUE, Literal
from engine.laboratory.predicates import (
    COLUMN,
    DIRECTION,
    PLAYER,
    PLY,
    SQUARE,
    STEPS,
    Arguments,
    Predicate,
)
from engine.laboratory.shared_predicates import opt

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.laboratory.encoding import ConnectFourEncoding
    from engine.laboratory.trace import Trace


def _run(trace: Trace, arguments: Arguments) -> int:
    """Discs of the last mover in the unbroken run through the last disc."""
    if trace.last_square is None:
        return 0
    game, cell = trace.game, trace.final.cell
    row, column = divmod(trace.last_square, game.columns)
    step_column, step_row = STEPS[arguments[0]]
    length = 1
    for sign in (1, -1):
        c, r = column + sign * step_column, row + sign * step_row
        while (
            0 <= c < game.columns
            and 0 <= r < game.rows
            and cell(r * game.columns + c) == trace.movers[-1]
        ):
            length, c, r = length + 1, c + sign * step_column, r + sign * step_row
    return length


def _run_at_least(encoding: ConnectFourEncoding, arguments: Arguments, k: int) -> Literal:
    if encoding.plies == 0:
        return FALSE
    mover, all_of, any_of = encoding.last_mover, encoding.formula.all_of, encoding.formula.any_of
    if k == 1:
        return TRUE
    return any_of(
        all_of(
            [
                *(encoding.owner(square, mover) for square in run),
                any_of(encoding.last_on(square) for square in run),
            ]
        )
        for run in encoding.runs(k, arguments[0])
    )


def _line(trace: Trace, arguments: Arguments) -> int:
    return int(_run(trace, arguments) >= _game(trace).connect)


def _line_literal(encoding: ConnectFourEncoding, arguments: Arguments, _k: int) -> Literal:
    return encoding.formula.any_of(
        encoding.completed[line] for line in encoding.runs(encoding.game.connect, arguments[0])
    )


def _through(trace: Trace, arguments: Arguments) -> int:
    outcome = trace.outcome
    return int(outcome is not None and arguments[0] in outcome.squares)


def _through_literal(encoding: ConnectFourEncoding, arguments: Arguments, _k: int) -> Literal:
    return encoding.formula.any_of(
        literal for line, literal in encoding.completed.items() if arguments[0] in line
    )


def _first_full(trace: Trace, _arguments: Arguments) -> int:
    top = (trace.game.rows - 1) * trace.game.columns
    for position, move in zip(trace.positions[1:], trace.moves, strict=True):
        if position.last_changes[0] == top + move:
            return move + 1
    return 0


def _first_full_at_least(encoding: ConnectFourEncoding, _arguments: Arguments, k: int) -> Literal:
    """The first full column is numbered `k` or more."""
    game, formula = encoding.game, encoding.formula
    firsts = []
    for ply in range(encoding.plies):
        none_yet = [-encoding.height(column, game.rows, ply) for column in range(game.columns)]
        filled = formula.any_of(
            encoding.height(column, game.rows, ply + 1) for column in range(k - 1, game.columns)
        )
        firsts.append(formula.all_of([*none_yet, filled]))
    return formula.any_of(firsts)


def _height(trace: Trace, arguments: Arguments) -> int:
    return trace.moves.count(arguments[0])


def _height_at_least(encoding: ConnectFourEncoding, arguments: Arguments, k: int) -> Literal:
    return encoding.height(arguments[0], k)


def _threats(trace: Trace, arguments: Arguments) -> int:
    """Columns in which a disc of the player would win at once, whoever's turn it is."""
    ply = opt(arguments, 1)
    if ply is not None and ply > trace.plies:
        return 0
    position = cast("ConnectFourPosition", trace.positions[-1 if ply is None else ply])
    return len(playable_threats(position, arguments[0]))


def _threats_at_least(encoding: ConnectFourEncoding, arguments: Arguments, k: int) -> Literal:
    player, ply = arguments[0], opt(arguments, 1)
    if ply is not None and ply > encoding.plies:
        return FALSE
    formula, columns = encoding.formula, encoding.game.columns
    wins: list[list[Literal]] = [[] for _ in range(columns)]
    for line in encoding.lines:
        for square in line:
            others = (encoding.owner(other, player, ply) for other in line if other != square)
            wins[square % columns].append(formula.all_of([encoding.landing(square, ply), *others]))
    enough = formula.at_least([formula.any_of(column) for column in wins], k)
    over = encoding.won if ply in (None, encoding.plies) else FALSE
    return formula.all_of((enough, -over))


def _double_threat(trace: Trace, arguments: Arguments) -> int:
    return int(_threats(trace, arguments) >= 2)


def _double_threat_literal(encoding: ConnectFourEncoding, arguments: Arguments, _k: int) -> Literal:
    return _threats_at_least(encoding, arguments, 2)


def _game(trace: Trace) -> ConnectFour:
    return cast("ConnectFourPosition", trace.final).game


CONNECT_FOUR = (
    Predicate(
        "line",
        "the last disc completed a line in the direction",
        _line,
        features.LINE,
        (DIRECTION,),
        required=1,
        boolean=True,
        at_least=_line_literal,
        symmetric=False,
    ),
    Predicate(
        "run",
        "discs of one player in a row through the last disc, in the direction",
        _run,
        features.RUN,
        (DIRECTION,),
        required=1,
        at_least=_run_at_least,
        symmetric=False,
    ),
    Predicate(
        "through",
        "a completed line passes through the square",
        _through,
        features.THROUGH,
        (SQUARE,),
        required=1,
        boolean=True,
        at_least=_through_literal,
        symmetric=False,
    ),
    Predicate(
        "first_full",
        "the column that was full first, counted from 1; 0 if none is",
        _first_full,
        features.FIRST_FULL,
        at_least=_first_full_at_least,
        symmetric=False,
    ),
    Predicate(
        "height",
        "discs in the column",
        _height,
        features.HEIGHT,
        (COLUMN,),
        required=1,
        at_least=_height_at_least,
        symmetric=False,
    ),
    Predicate(
        "threats",
        "columns in which a disc of the player would win at once (after that ply)",
        _threats,
        features.THREATS,
        (PLAYER, PLY),
        required=1,
        at_least=_threats_at_least,
    ),
    Predicate(
        "double_threat",
        "two or more columns in which the player would win at once (after that ply)",
        _double_threat,
        features.DOUBLE_THREAT,
        (PLAYER, PLY),
        required=1,
        boolean=True,
        at_least=_double_threat_literal,
    ),
)
