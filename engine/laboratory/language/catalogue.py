"""The catalogue of named predicates: what the laboratory's questions can speak of."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.errors import UnsupportedGame
from engine.laboratory.language.predicates import COLUMN, ROW
from engine.laboratory.language.setwise import SETWISE
from engine.laboratory.language.shared_predicates import SHARED
from engine.registry import FAMILIES, family_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game
    from engine.laboratory.language.predicates import ParameterKind, Predicate
    from engine.laboratory.language.vocabulary import Vocabulary


def vocabulary_of(game: Game) -> Vocabulary:
    """What questions can say of the family of `game`.

    Raises:
        UnsupportedGame: the laboratory does not know that family.
    """
    family = family_of(game)
    if family.laboratory is None:
        raise UnsupportedGame(f"The laboratory does not know {family.name}.")
    return family.laboratory()


def vocabularies() -> tuple[Vocabulary, ...]:
    """Of every family that the laboratory knows."""
    return tuple(family.laboratory() for family in FAMILIES.values() if family.laboratory)


def catalogue(game: Game) -> tuple[Predicate, ...]:
    """Every predicate that can be asked of `game`."""
    return SHARED + vocabulary_of(game).predicates


def predicate_named(game: Game, name: str) -> Predicate:
    """The predicate of that name; raises KeyError when the game has none."""
    return _by_name(family_of(game).key)[name]


@lru_cache
def _by_name(family: str) -> dict[str, Predicate]:
    known = (*catalogue(FAMILIES[family].make()), *SETWISE)
    return {predicate.name: predicate for predicate in known}


def kinds(game: Game) -> Mapping[str, ParameterKind]:
    """The kinds of parameters that predicates and sets of `game` take, by name."""
    return _kinds(family_of(game).key)


@lru_cache
def _kinds(family: str) -> dict[str, ParameterKind]:
    game = FAMILIES[family].make()
    taken = [kind for known in catalogue(game) for kind in known.parameters]
    return {kind.name: kind for kind in (*taken, COLUMN, ROW)}
