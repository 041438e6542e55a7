"""The ready questions of every game: what formal models of them were asked, and more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.language.catalogue import vocabularies, vocabulary_of
from engine.laboratory.ready import Property
from engine.registry import game as game_of

if TYPE_CHECKING:
    from engine.game import Game

__all__ = ["Property", "all_properties", "properties_of", "property_of", "question_text"]


def all_properties() -> tuple[Property, ...]:
    """Every ready question, game by game."""
    return tuple(ready for known in vocabularies() for ready in known.ready)


def properties_of(game: Game) -> tuple[Property, ...]:
    """The ready questions that can be asked of `game`."""
    return vocabulary_of(game).ready


def question_text(game: Game, text: str) -> str:
    """`text`, or what it abbreviates where it is the name of a ready question."""
    names = {prop.name: prop.text for prop in properties_of(game)}
    return names.get(text.strip(), text)


def property_of(game_key: str, text: str) -> Property | None:
    """The ready question with that text about that very board, if there is one.

    What it says of its board need not be so of another: there a column has room for more.
    """
    found = (prop for prop in properties_of(game_of(game_key)) if prop.text == text)
    return next((prop for prop in found if prop.game == game_key), None)
