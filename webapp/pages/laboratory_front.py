"""The laboratory's front page: ready questions by subject, found by game, size and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.laboratory.language.naming import board_name
from engine.laboratory.properties import all_properties
from engine.laboratory.ready import Subject
from engine.registry import FAMILIES, family_of, usual_game
from engine.registry import game as game_of
from webapp.pages import laboratory_view as view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.laboratory.ready import Property
    from webapp.pages.laboratory_view import Tag
    from webapp.service.laboratory_job import Job
    from webapp.svg import Drawing

SMALL, MIDDLE = 20, 36
"""Squares up to which a board is called small, and of a middle size."""

SIZES = {"small": "Small boards", "middle": "Middle boards", "large": "Large boards"}


def first_asked() -> str:
    """The key of the board that the page begins with."""
    named = (family.offered.first_asked for family in FAMILIES.values())
    return next(filter(None, named), usual_game().key)


@dataclass(frozen=True, slots=True)
class Card:
    """A ready question as a card; `words` is what a search looks through."""

    ready: Property
    drawing: Drawing
    board: str
    tag: Tag | None
    family: str
    size: str

    @property
    def words(self) -> str:
        ready = self.ready
        return f"{ready.title} {self.board} {ready.summary} {ready.text}".lower()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the person looks for; empty words ask for everything."""

    family: str = ""
    subject: str = ""
    size: str = ""
    text: str = ""

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Wanted:
        names = ("family", "subject", "size", "find")
        return cls(*(fields.get(name, "")[:80].strip() for name in names))

    @property
    def everything(self) -> bool:
        return self == Wanted()

    def admits(self, card: Card) -> bool:
        return (
            self.family in {"", card.family}
            and self.subject in {"", card.ready.subject}
            and self.size in {"", card.size}
            and all(word in card.words for word in self.text.lower().split())
        )

    def link(self, **changed: str) -> dict[str, str]:
        """The fields of an address that asks for this with some things changed."""
        fields = {
            "family": self.family,
            "subject": self.subject,
            "size": self.size,
            "find": self.text,
        }
        return {name: value for name, value in (fields | changed).items() if value}


def cards(known: Callable[[Property], Job | None]) -> list[Card]:
    """Every ready question, with what is known of its answer."""
    made = []
    for ready in all_properties():
        game = game_of(ready.game)
        job = known(ready)
        squares = game.columns * game.rows
        size = "small" if squares <= SMALL else "middle" if squares <= MIDDLE else "large"
        tag = None if job is None else view.tag(job)
        family = family_of(game).key
        made.append(Card(ready, view.card_drawing(ready), board_name(game), tag, family, size))
    return made


def front(everything: list[Card], wanted: Wanted) -> dict[str, Any]:
    """What the template shows: the groups of cards, and the ways to narrow them."""
    found = [card for card in everything if wanted.admits(card)]
    groups = [
        (subject, [card for card in found if card.ready.subject is subject]) for subject in Subject
    ]
    names = {card.family: family_of(game_of(card.ready.game)).name for card in everything}
    return {
        "wanted": wanted,
        "groups": [(subject, members) for subject, members in groups if members],
        "total": len(everything),
        "families": [
            (key, name, sum(card.family == key for card in everything))
            for key, name in names.items()
        ],
        "subjects": [
            (subject, sum(card.ready.subject is subject for card in everything))
            for subject in Subject
        ],
        "sizes": list(SIZES.items()),
    }
