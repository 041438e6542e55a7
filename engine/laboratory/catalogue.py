"""The catalogue of named predicates: what the laboratory's questions can speak of."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.laboratory.connectfour_predicates import CONNECT_FOUR
from engine.laboratory.othello_predicates import OTHELLO
from engine.laboratory.predicates import Predicate, is_connect_four
from engine.laboratory.shared_predicates import SHARED

if TYPE_CHECKING:
    from engine.game import Game


def catalogue(game: Game) -> tuple[Predicate, ...]:
    """Every predicate that can be asked of `game`."""
    return SHARED + (CONNECT_FOUR if is_connect_four(game) else OTHELLO)


def predicate_named(game: Game, name: str) -> Predicate:
    """The predicate of that name; raises KeyError when the game has none."""
    return _by_name(is_connect_four(game))[name]


@lru_cache(maxsize=2)
def _by_name(connect_four: bool) -> dict[str, Predicate]:
    entries = SHARED + (CONNECT_FOUR if connect_four else OTHELLO)
    return {predicate.name: predicate for predicate in entries}
