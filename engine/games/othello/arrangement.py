"""Which arrangements are legal Othello boards.

Necessary conditions that need no search: the four centre squares are taken from the start
on and discs never leave the board, every disc was placed beside another one, so all of them
hang together, and before the first pass the turns alternate. Whether play reaches a board is
the laboratory's question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.arrangement import stray_violations, turn_violations
from engine.games.othello.position import OthelloPosition
from engine.violation import CommonRule, Rule, Violation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.arrangement import Arrangement
    from engine.game import Move, Player, Square
    from engine.games.othello.game import Othello
    from engine.violation import Place


class OthelloRule(Rule):
    """The rules of legal boards that are Othello's own."""

    CENTRE_OCCUPIED = "centre occupied"
    CONNECTED = "connected to the centre"


_FIRST_PASS = {4: 4, 6: 8, 8: 8}
"""The fewest plies after which a side can have to pass (found by enumeration)."""

_FIRST_PASS_BEYOND = 9
"""On larger boards nobody has to within 8 plies: no game reaches the edge by then."""


def explain(arrangement: Arrangement) -> tuple[Violation, ...]:
    """Every rule `arrangement` breaks; empty for a legal board."""
    strays = stray_violations(arrangement)
    violations = (*strays, *turn_violations(arrangement), *_turn(arrangement))
    centre = tuple(_centre(arrangement))
    if strays or centre:
        return (*violations, *centre)
    return (*violations, *_islands(arrangement))


def derived_turn(arrangement: Arrangement) -> Player | None:
    """None: passes make the turn a part of the state, the discs do not tell it."""
    return None


def build(arrangement: Arrangement) -> OthelloPosition:
    """The position of a legal arrangement."""
    game: Othello = arrangement.game  # type: ignore[assignment]
    boards = [0, 0]
    for (column, row), player in arrangement.discs.items():
        boards[player] |= 1 << (row * game.size + column)
    turn = arrangement.to_move
    assert turn is not None  # noqa: S101 (a legal arrangement says whose turn it is)
    return OthelloPosition.set_up(game, (boards[0], boards[1]), turn)


def move_onto(_game: Othello, square: Square) -> Move:
    """The move whose disc could come to lie on `square`."""
    return square


def _turn(arrangement: Arrangement) -> Iterable[Violation]:
    turn, placed = arrangement.to_move, len(arrangement.discs) - 4
    if turn is None:
        sentence = "It is not said whose turn it is; in Othello the discs do not tell."
        yield Violation(CommonRule.TURN, (), sentence)
    elif turn == 1 - placed % 2 and 0 <= placed < _FIRST_PASS.get(
        arrangement.game.columns, _FIRST_PASS_BEYOND
    ):
        right, wrong = (arrangement.game.player_names[i] for i in (1 - turn, turn))
        sentence = (
            f"It is {right}'s turn, not {wrong}'s: with {placed + 4} discs on the board"
            " nobody has had to pass yet."
        )
        yield Violation(CommonRule.TURN, (), sentence)


def _centre(arrangement: Arrangement) -> Iterable[Violation]:
    empty = tuple(place for place in _centre_places(arrangement) if place not in arrangement.discs)
    if empty:
        game = arrangement.game
        names = ", ".join(game.format_move(row * game.columns + column) for column, row in empty)
        verb = "is" if len(empty) == 1 else "are"
        sentence = f"{names} {verb} empty; the four centre squares hold discs from the start on."
        yield Violation(OthelloRule.CENTRE_OCCUPIED, empty, sentence)


def _islands(arrangement: Arrangement) -> Iterable[Violation]:
    pending = set(_centre_places(arrangement))
    reached: set[Place] = set()
    while pending:
        column, row = pending.pop()
        reached.add((column, row))
        neighbours = {(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
        pending |= (neighbours & arrangement.discs.keys()) - reached
    apart = tuple(sorted(arrangement.discs.keys() - reached))
    if apart:
        game = arrangement.game
        names = ", ".join(game.format_move(row * game.columns + column) for column, row in apart)
        sentence = f"No chain of neighbouring discs joins {names} to the centre."
        yield Violation(OthelloRule.CONNECTED, apart, sentence)


def _centre_places(arrangement: Arrangement) -> tuple[Place, ...]:
    half = arrangement.game.columns // 2
    return tuple((column, row) for row in (half - 1, half) for column in (half - 1, half))
