"""What pages show of a family of games beside its boards: ways to begin, colours, lessons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Board: TypeAlias = tuple[str, str]
"""A game's key and what it is called in a list of boards."""


@dataclass(frozen=True, slots=True)
class Card:
    """A way to begin that the first page offers: its name, the aim in a sentence, the boards."""

    name: str
    pitch: str
    boards: tuple[Board, ...]
    players: int = 2


@dataclass(frozen=True, slots=True)
class Exhibition:
    """A game that the computer has played against itself, to be watched where nobody plays.

    Attributes:
        board: the key of its game.
        levels: in turn order.
        moves: in the game's notation, to the end.
    """

    board: str
    levels: tuple[str, ...]
    moves: str


@dataclass(frozen=True, slots=True)
class Offered:
    """What pages offer, the usual first; any other board can be asked for by its key."""

    cards: tuple[Card, ...] = ()
    analysis: tuple[Board, ...] = ()
    laboratory: tuple[str, ...] = ()
    first_asked: str = ""
    """The board that the laboratory begins with, named by one family at most."""
    positions: tuple[Board, ...] = ()
    """Boards on which to lay discs by hand."""
    exhibition: Exhibition | None = None


@dataclass(frozen=True, slots=True)
class Colours:
    """A family's colours around its boards, as ``#rrggbb``; empty ones are the page's own.

    Attributes:
        sides: the first and the second player's, as areas of a graph.
        ground: what such a graph lies on.
        curve: its lines.
        card: the start card, from top to bottom.
        foot: the strip below the card's text.
    """

    sides: tuple[str, str]
    ground: str = ""
    curve: str = ""
    card: tuple[str, str] = ("", "")
    foot: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One board and what is to be seen on it.

    Attributes:
        game: its key.
        moves: what leads to the board, in the game's own notation.
        touch: the move to make on it.
        seen: what it shows, where that is not how the game ends.
    """

    game: str
    moves: str
    touch: str
    title: str
    text: str
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Lessons that belong together; the key stands in addresses.

    Attributes:
        lessons: the rules.
        plans: how games are won.
    """

    key: str
    title: str
    lessons: tuple[Lesson, ...]
    plans: tuple[Lesson, ...] = ()
