"""Playing from an opening book, so that strong levels vary their games at no cost."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from engine.parts.of_game import book_moves
from engine.players.base import Choice

if TYPE_CHECKING:
    from random import Random

    from engine.game import Position
    from engine.players.levels import Level

BOOK_FROM = 12
"""Levels that look ahead so many plies play from the book."""

WITHIN = 150
"""How much a move may score less than the best one, hundredths of a disc: less than the book's
searches err by."""

TASTE = 120
"""So much less makes a move rarer by the factor e."""


def book_choice(position: Position, level: Level, random: Random) -> Choice | None:
    """A good move of the book at random, the better the likelier; None outside the book."""
    if level.depth is not None and level.depth < BOOK_FROM:
        return None
    found = book_moves(position)
    behind = {known.move: found[0].score.value - known.score.value for known in found}
    good = [candidate for candidate in found if behind[candidate.move] <= WITHIN]
    if not good:
        return None
    weights = [exp(-behind[candidate.move] / TASTE) for candidate in good]
    (chosen,) = random.choices(good, weights)
    return Choice(chosen.move, chosen.info(nodes=0, elapsed=0.0))
