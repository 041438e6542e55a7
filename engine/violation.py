"""What can be wrong with a board: the rules of legal boards, and one that is broken.

Every game knows the rules listed here; those of its own it lists in an enum of the kind `Rule`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]
"""A (column, row) pair, both from 0, not necessarily on the board."""


class Rule(StrEnum):
    """A rule of legal boards that an arrangement can break."""


class CommonRule(Rule):
    """The rules of every game."""

    IN_BOUNDS = "in bounds"
    KNOWN_PLAYER = "known player"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule an arrangement breaks.

    Attributes:
        rule: the rule.
        places: where it is broken, empty where no place is to blame.
        sentence: the same for people.
    """

    rule: Rule
    places: tuple[Place, ...]
    sentence: str

    def __str__(self) -> str:
        return self.sentence
