"""What can be shown over a board: squares of one kind, with a word on each and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Player, Square


@dataclass(frozen=True, slots=True)
class Region:
    """Squares to be outlined together, and a word on them where one is needed."""

    squares: tuple[Square, ...]
    word: str = ""


@dataclass(frozen=True, slots=True)
class Overlay:
    """One kind of thing to see on a board.

    Attributes:
        key: for addresses; `label`: for people.
        sentence: what is shown, with its figures.
        marks: squares with a sign in the colour of the player they matter to.
    """

    key: str
    label: str
    sentence: str
    regions: tuple[Region, ...] = ()
    marks: tuple[tuple[Square, Player], ...] = ()
