"""The catalogue of named predicates: what the laboratory's questions can speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.backend import backend_of
from engine.laboratory.shared_predicates import SHARED

if TYPE_CHECKING:
    from engine.game import Game
    from engine.laboratory.predicates import Predicate


def catalogue(game: Game) -> tuple[Predicate, ...]:
    """Every predicate that can be asked of `game`."""
    return SHARED + backend_of(game).predicates


def predicate_named(game: Game, name: str) -> Predicate:
    """The predicate of that name; raises KeyError when the game has none."""
    found = next((p for p in catalogue(game) if p.name == name), None)
    if found is None:
        raise KeyError(name)
    return found
