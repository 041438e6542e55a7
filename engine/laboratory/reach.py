"""The question whether an arrangement of discs can come up in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.formal import turn_of
from engine.laboratory.language.query import And, Condition, Kind, Node, Not, Question, Term

if TYPE_CHECKING:
    from engine.arrangement import Arrangement


def reaching(arrangement: Arrangement) -> Question:
    """Is there a line of play that ends in exactly this legal arrangement?"""
    game = arrangement.game
    conditions: list[Node] = []
    if game.bottom_up:  # discs fall and stay: they tell the length
        conditions.append(Condition(Term("plies"), "=", len(arrangement.discs)))
    turn = turn_of(arrangement)
    if turn is not None:
        conditions.append(Condition(Term("to_move", (turn,)), ">=", 1))
    for row in range(game.rows):
        for column in range(game.columns):
            square = row * game.columns + column
            owner = arrangement.discs.get((column, row))
            if owner is None:
                conditions.append(Not(Condition(Term("disc", (square,)), ">=", 1)))
            else:
                conditions.append(Condition(Term("disc", (square, owner)), ">=", 1))
    return Question(game, Kind.FIND, And(tuple(conditions)))
