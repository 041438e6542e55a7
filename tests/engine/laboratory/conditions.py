"""Conditions that exercise every predicate of a game's catalogue."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from engine.laboratory.language.catalogue import catalogue
from engine.laboratory.language.query import Condition, Node, Not, Term

if TYPE_CHECKING:
    from engine.game import Game


def every_condition(game: Game) -> list[Node]:
    """Each predicate with several arguments and numbers, and each negated."""
    squares = game.columns * game.rows
    samples = {
        "player": range(game.players),
        "square": (0, 1, squares // 2, squares - 1),
        "column": (0, game.columns - 1),
        "direction": range(4),
        "line": (0,),
        "ply": (0, 4, 6),
    }
    found: list[Node] = []
    for predicate in catalogue(game):
        for count in range(predicate.required, len(predicate.parameters) + 1):
            kinds = predicate.parameters[:count]
            for arguments in product(*(samples[kind.name] for kind in kinds)):
                term = Term(predicate.name, tuple(arguments))
                for number in (1,) if predicate.boolean else (0, 1, 2, 3):
                    sign = ">=" if predicate.boolean else "="
                    condition = Condition(term, sign, number)
                    found += [condition, Not(condition)]
    return found
