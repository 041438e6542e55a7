"""What a family of games says about puzzles: kinds of solutions, and why a move is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Square


@dataclass(frozen=True, slots=True)
class Theme:
    """A kind of solution.

    Attributes:
        title: for people.
        hint: what to look for, without naming the move.
    """

    title: str
    hint: str


@dataclass(frozen=True, slots=True)
class Rebuttal:
    """Why a wrong move is wrong.

    Attributes:
        sentences: the other side's reply, what it destroys, how the game ends.
        squares: what the reply destroys, to be outlined.
    """

    sentences: tuple[str, ...]
    squares: tuple[Square, ...] = ()
