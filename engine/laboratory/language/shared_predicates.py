"""Catalogue entries of every game: plies, endings, discs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import EMPTY
from engine.laboratory.exhaustion import features
from engine.laboratory.language.predicates import PLAYER, PLY, SQUARE, Arguments, Predicate, given

if TYPE_CHECKING:
    from engine.laboratory.trace import Trace


def _plies(trace: Trace, _arguments: Arguments) -> int:
    return trace.plies


def _ended(trace: Trace, _arguments: Arguments) -> int:
    return int(trace.outcome is not None)


def _won(trace: Trace, arguments: Arguments) -> int:
    winner = trace.outcome.winner if trace.outcome else None
    return int(winner is not None and given(arguments, 0) in (None, winner))


def _draw(trace: Trace, _arguments: Arguments) -> int:
    return int(trace.outcome is not None and trace.outcome.winner is None)


def _full(trace: Trace, _arguments: Arguments) -> int:
    return int(trace.discs() == trace.game.columns * trace.game.rows)


def _last(trace: Trace, arguments: Arguments) -> int:
    return int(bool(trace.movers) and trace.movers[-1] == arguments[0])


def _to_move(trace: Trace, arguments: Arguments) -> int:
    return int(trace.final.to_move == arguments[0])


def _discs(trace: Trace, arguments: Arguments) -> int:
    return trace.discs(given(arguments, 0))


def _empties(trace: Trace, _arguments: Arguments) -> int:
    return trace.game.columns * trace.game.rows - trace.discs()


def _lead(trace: Trace, arguments: Arguments) -> int:
    return 2 * trace.discs(arguments[0]) - trace.discs()


def _disc(trace: Trace, arguments: Arguments) -> int:
    square, player, ply = arguments[0], given(arguments, 1), given(arguments, 2)
    if ply is not None and ply > trace.plies:
        return 0
    cell = trace.positions[-1 if ply is None else ply].cell(square)
    return int(cell != EMPTY if player is None else cell == player)


def _last_square(trace: Trace, arguments: Arguments) -> int:
    return int(trace.last_square == arguments[0])


SHARED = (
    Predicate(
        "plies",
        "moves played, passes included",
        ("the number of moves played",),
        _plies,
        features.PLIES,
    ),
    Predicate(
        "ended",
        "the game is over",
        ("the game is over",),
        _ended,
        features.ENDED,
        boolean=True,
    ),
    Predicate(
        "won",
        "the player (or anybody) has won",
        ("somebody has won", "{0} has won"),
        _won,
        features.WON,
        (PLAYER,),
        boolean=True,
    ),
    Predicate(
        "draw",
        "the game is over and nobody has won",
        ("the game is over and nobody has won",),
        _draw,
        features.DRAW,
        boolean=True,
    ),
    Predicate(
        "full",
        "no square is empty",
        ("the board is full",),
        _full,
        features.FULL,
        boolean=True,
    ),
    Predicate(
        "last",
        "the player made the last move",
        ("{0} made the last move",),
        _last,
        features.LAST,
        (PLAYER,),
        required=1,
        boolean=True,
        past=True,
    ),
    Predicate(
        "to_move",
        "the player has, or would have, the next turn",
        ("{0} is to move",),
        _to_move,
        features.TO_MOVE,
        (PLAYER,),
        required=1,
        boolean=True,
    ),
    Predicate(
        "discs",
        "discs of the player (or of all) on the board",
        ("the number of discs", "the number of discs of {0}"),
        _discs,
        features.DISCS,
        (PLAYER,),
    ),
    Predicate(
        "empties", "empty squares", ("the number of empty squares",), _empties, features.EMPTIES
    ),
    Predicate(
        "lead",
        "the player's discs less all others",
        ("the lead of {0} in discs",),
        _lead,
        features.LEAD,
        (PLAYER,),
        required=1,
        signed=True,
    ),
    Predicate(
        "disc",
        "a disc (of the player) lies on the square (after that ply)",
        (
            "a disc lies on {0}",
            "a disc of {1} lies on {0}",
            "a disc of {1} lies on {0} after ply {2}",
        ),
        _disc,
        features.DISC,
        (SQUARE, PLAYER, PLY),
        required=1,
        boolean=True,
        symmetric=False,
        past=True,
    ),
    Predicate(
        "last_square",
        "the last disc was placed on the square",
        ("the last disc lies on {0}",),
        _last_square,
        features.LAST_SQUARE,
        (SQUARE,),
        required=1,
        boolean=True,
        symmetric=False,
        past=True,
    ),
)
