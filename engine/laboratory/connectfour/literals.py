"""Connect Four's predicates for a SAT solver: the literal "the value is at least k".

Each is an equivalence, so that ``not`` is sound. What a predicate *means* is its value on a
replayed line of play (`engine.laboratory.language.predicates`); tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from engine.laboratory.clauses.cnf import FALSE, TRUE, Literal
from engine.laboratory.connectfour.encoding import ConnectFourEncoding, Earlier
from engine.laboratory.language.predicates import Arguments, given

Reading: TypeAlias = ConnectFourEncoding | Earlier
AtLeast: TypeAlias = Callable[[Reading, Arguments, int], Literal]


def _constant(truth: bool) -> Literal:
    return TRUE if truth else FALSE


def _plies_at_least(encoding: Reading, _arguments: Arguments, k: int) -> Literal:
    return _constant(encoding.plies >= k)


def _ended_literal(encoding: Reading, _arguments: Arguments, _k: int) -> Literal:
    return encoding.formula.any_of((encoding.won, _full_literal(encoding, (), 1)))


def _won_literal(encoding: Reading, arguments: Arguments, _k: int) -> Literal:
    player = given(arguments, 0)
    if encoding.plies == 0 or player not in (None, encoding.last_mover):
        return FALSE
    return encoding.won


def _draw_literal(encoding: Reading, _arguments: Arguments, _k: int) -> Literal:
    return encoding.formula.all_of((_full_literal(encoding, (), 1), -encoding.won))


def _full_literal(encoding: Reading, _arguments: Arguments, _k: int) -> Literal:
    return _constant(encoding.plies == encoding.game.columns * encoding.game.rows)


def _last_literal(encoding: Reading, arguments: Arguments, _k: int) -> Literal:
    return _constant(encoding.plies > 0 and encoding.last_mover == arguments[0])


def _to_move_literal(encoding: Reading, arguments: Arguments, _k: int) -> Literal:
    return _constant(encoding.plies % encoding.game.players == arguments[0])


def _discs_of(encoding: Reading, player: int | None) -> int:
    players = encoding.game.players
    return encoding.plies if player is None else (encoding.plies + players - 1 - player) // players


def _discs_at_least(encoding: Reading, arguments: Arguments, k: int) -> Literal:
    return _constant(_discs_of(encoding, given(arguments, 0)) >= k)


def _empties_at_least(encoding: Reading, _arguments: Arguments, k: int) -> Literal:
    return _constant(encoding.game.columns * encoding.game.rows - encoding.plies >= k)


def _lead_at_least(encoding: Reading, arguments: Arguments, k: int) -> Literal:
    return _constant(2 * _discs_of(encoding, arguments[0]) - encoding.plies >= k)


def _disc_literal(encoding: Reading, arguments: Arguments, _k: int) -> Literal:
    square, player, ply = arguments[0], given(arguments, 1), given(arguments, 2)
    if ply is not None and ply > encoding.plies:
        return FALSE
    row, column = divmod(square, encoding.game.columns)
    if player is None:
        return encoding.height(column, row + 1, ply)
    return encoding.owner(square, player, ply)


def _last_square_literal(encoding: Reading, arguments: Arguments, _k: int) -> Literal:
    return encoding.last_on(arguments[0])


def _run_at_least(encoding: Reading, arguments: Arguments, k: int) -> Literal:
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


def _line_literal(encoding: Reading, arguments: Arguments, _k: int) -> Literal:
    return encoding.formula.any_of(
        encoding.completed[line] for line in encoding.runs(encoding.game.connect, arguments[0])
    )


def _through_literal(encoding: Reading, arguments: Arguments, _k: int) -> Literal:
    return encoding.formula.any_of(
        literal for line, literal in encoding.completed.items() if arguments[0] in line
    )


def _first_full_at_least(encoding: Reading, _arguments: Arguments, k: int) -> Literal:
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


def _height_at_least(encoding: Reading, arguments: Arguments, k: int) -> Literal:
    return encoding.height(arguments[0], k)


def _threats_at_least(encoding: Reading, arguments: Arguments, k: int) -> Literal:
    player, ply = arguments[0], given(arguments, 1)
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


def _double_threat_literal(encoding: Reading, arguments: Arguments, _k: int) -> Literal:
    return _threats_at_least(encoding, arguments, 2)


AT_LEAST: Mapping[str, AtLeast] = {
    "plies": _plies_at_least,
    "ended": _ended_literal,
    "won": _won_literal,
    "draw": _draw_literal,
    "full": _full_literal,
    "last": _last_literal,
    "to_move": _to_move_literal,
    "discs": _discs_at_least,
    "empties": _empties_at_least,
    "lead": _lead_at_least,
    "disc": _disc_literal,
    "last_square": _last_square_literal,
    "line": _line_literal,
    "run": _run_at_least,
    "through": _through_literal,
    "first_full": _first_full_at_least,
    "height": _height_at_least,
    "threats": _threats_at_least,
    "double_threat": _double_threat_literal,
}
