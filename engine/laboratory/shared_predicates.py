"""Catalogue entries of every game: plies, endings, discs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import EMPTY
from engine.laboratory import features
from engine.laboratory.cnf import FALSE, TRUE, Literal
from engine.laboratory.predicates import PLAYER, PLY, SQUARE, Arguments, Predicate

if TYPE_CHECKING:
    from engine.laboratory.encoding import ConnectFourEncoding
    from engine.laboratory.trace import Trace


def constant(truth: bool) -> Literal:
    return TRUE if truth else FALSE


def opt(arguments: Arguments, index: int) -> int | None:
    """An argument that may have been left out."""
    return arguments[index] if index < len(arguments) else None


def _plies(trace: Trace, _arguments: Arguments) -> int:
    return trace.plies


def _plies_at_least(encoding: ConnectFourEncoding, _arguments: Arguments, k: int) -> Literal:
    return constant(encoding.plies >= k)


def _ended(trace: Trace, _arguments: Arguments) -> int:
    return int(trace.outcome is not None)


def _ended_literal(encoding: ConnectFourEncoding, _arguments: Arguments, _k: int) -> Literal:
    return encoding.formula.any_of((encoding.won, _full_literal(encoding, (), 1)))


def _won(trace: Trace, arguments: Arguments) -> int:
    winner = trace.outcome.winner if trace.outcome else None
    return int(winner is not None and opt(arguments, 0) in (None, winner))


def _won_literal(encoding: ConnectFourEncoding, arguments: Arguments, _k: int) -> Literal:
    player = opt(arguments, 0)
    if encoding.plies == 0 or player not in (None, encoding.last_mover):
        return FALSE
    return encoding.won


def _draw(trace: Trace, _arguments: Arguments) -> int:
    return int(trace.outcome is not None and trace.outcome.winner is None)


def _draw_literal(encoding: ConnectFourEncoding, _arguments: Arguments, _k: int) -> Literal:
    return encoding.formula.all_of((_full_literal(encoding, (), 1), -encoding.won))


def _full(trace: Trace, _arguments: Arguments) -> int:
    return int(trace.discs() == trace.game.columns * trace.game.rows)


def _full_literal(encoding: ConnectFourEncoding, _arguments: Arguments, _k: int) -> Literal:
    return constant(encoding.plies == encoding.game.columns * encoding.game.rows)


def _last(trace: Trace, arguments: Arguments) -> int:
    return int(bool(trace.movers) and trace.movers[-1] == arguments[0])


def _last_literal(encoding: ConnectFourEncoding, arguments: Arguments, _k: int) -> Literal:
    return constant(encoding.plies > 0 and encoding.last_mover == arguments[0])


def _to_move(trace: Trace, arguments: Arguments) -> int:
    return int(trace.final.to_move == arguments[0])


def _to_move_literal(encoding: ConnectFourEncoding, arguments: Arguments, _k: int) -> Literal:
    return constant(encoding.plies % encoding.game.players == arguments[0])


def _discs(trace: Trace, arguments: Arguments) -> int:
    return trace.discs(opt(arguments, 0))


def _discs_of(encoding: ConnectFourEncoding, player: int | None) -> int:
    players = encoding.game.players
    return encoding.plies if player is None else (encoding.plies + players - 1 - player) // players


def _discs_at_least(encoding: ConnectFourEncoding, arguments: Arguments, k: int) -> Literal:
    return constant(_discs_of(encoding, opt(arguments, 0)) >= k)


def _empties(trace: Trace, _arguments: Arguments) -> int:
    return trace.game.columns * trace.game.rows - trace.discs()


def _empties_at_least(encoding: ConnectFourEncoding, _arguments: Arguments, k: int) -> Literal:
    return constant(encoding.game.columns * encoding.game.rows - encoding.plies >= k)


def _lead(trace: Trace, arguments: Arguments) -> int:
    return 2 * trace.discs(arguments[0]) - trace.discs()


def _lead_at_least(encoding: ConnectFourEncoding, arguments: Arguments, k: int) -> Literal:
    return constant(2 * _discs_of(encoding, arguments[0]) - encoding.plies >= k)


def _disc(trace: Trace, arguments: Arguments) -> int:
    square, player, ply = arguments[0], opt(arguments, 1), opt(arguments, 2)
    if ply is not None and ply > trace.plies:
        return 0
    cell = trace.positions[-1 if ply is None else ply].cell(square)
    return int(cell != EMPTY if player is None else cell == player)


def _disc_literal(encoding: ConnectFourEncoding, arguments: Arguments, _k: int) -> Literal:
    square, player, ply = arguments[0], opt(arguments, 1), opt(arguments, 2)
    if ply is not None and ply > encoding.plies:
        return FALSE
    row, column = divmod(square, encoding.game.columns)
    if player is None:
        return encoding.height(column, row + 1, ply)
    return encoding.owner(square, player, ply)


def _last_square(trace: Trace, arguments: Arguments) -> int:
    return int(trace.last_square == arguments[0])


def _last_square_literal(encoding: ConnectFourEncoding, arguments: Arguments, _k: int) -> Literal:
    return encoding.last_on(arguments[0])


SHARED = (
    Predicate(
        "plies",
        "moves played, passes included",
        _plies,
        features.PLIES,
        at_least=_plies_at_least,
    ),
    Predicate(
        "ended",
        "the game is over",
        _ended,
        features.ENDED,
        boolean=True,
        at_least=_ended_literal,
    ),
    Predicate(
        "won",
        "the player (or anybody) has won",
        _won,
        features.WON,
        (PLAYER,),
        boolean=True,
        at_least=_won_literal,
    ),
    Predicate(
        "draw",
        "the game is over and nobody has won",
        _draw,
        features.DRAW,
        boolean=True,
        at_least=_draw_literal,
    ),
    Predicate(
        "full",
        "no square is empty",
        _full,
        features.FULL,
        boolean=True,
        at_least=_full_literal,
    ),
    Predicate(
        "last",
        "the player made the last move",
        _last,
        features.LAST,
        (PLAYER,),
        required=1,
        boolean=True,
        at_least=_last_literal,
    ),
    Predicate(
        "to_move",
        "the player has, or would have, the next turn",
        _to_move,
        features.TO_MOVE,
        (PLAYER,),
        required=1,
        boolean=True,
        at_least=_to_move_literal,
    ),
    Predicate(
        "discs",
        "discs of the player (or of all) on the board",
        _discs,
        features.DISCS,
        (PLAYER,),
        at_least=_discs_at_least,
    ),
    Predicate("empties", "empty squares", _empties, features.EMPTIES, at_least=_empties_at_least),
    Predicate(
        "lead",
        "the player's discs less all others",
        _lead,
        features.LEAD,
        (PLAYER,),
        required=1,
        at_least=_lead_at_least,
        signed=True,
    ),
    Predicate(
        "disc",
        "a disc (of the player) lies on the square (after that ply)",
        _disc,
        features.DISC,
        (SQUARE, PLAYER, PLY),
        required=1,
        boolean=True,
        at_least=_disc_literal,
        symmetric=False,
    ),
    Predicate(
        "last_square",
        "the last disc was placed on the square",
        _last_square,
        features.LAST_SQUARE,
        (SQUARE,),
        required=1,
        boolean=True,
        at_least=_last_square_literal,
        symmetric=False,
    ),
)
