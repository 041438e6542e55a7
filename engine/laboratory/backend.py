"""What the laboratory needs to know of a family of games, and where it gets it from.

A family that it knows has a folder here, with one module ``backend`` and in that one object
that keeps this protocol; `Family.laboratory` answers it. Everything else of the laboratory
asks that object and names no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from engine.laboratory.language.catalogue import vocabulary_of
from engine.laboratory.language.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from engine.game import Game, Move
    from engine.laboratory.answers import Answer
    from engine.laboratory.clauses.cnf import Encoded
    from engine.laboratory.exhaustion.distance import Table
    from engine.laboratory.inquiry import Inquiry
    from engine.laboratory.language.query import Kind, Node, Question
    from engine.search.control import SearchControl

    Ints = NDArray[np.int64]


class LineSolver(Protocol):
    """Finds the lines of play of one length that satisfy a condition, one by one."""

    @property
    def conflicts(self) -> int:
        """How often the search had to turn back."""

    def next(self) -> tuple[Move, ...] | None:
        """Another line each time, None when there is no more."""

    def interrupt(self) -> None:
        """Have `next`, in another thread, come to an end that says nothing."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Walk:
    """Visits every line of play of one length, in compiled code; see `exhaustion.sweep`.

    Attributes:
        search: a game's ``search_lines``.
        params: its parameters, for so many plies.
    """

    search: Callable[..., int]
    params: Callable[[int], list[int]]

    def __call__(
        self, plies: int, program: Table, goal: Table, words: Ints, totals: Ints, witnesses: Table
    ) -> bool:
        """Fill `totals` and `witnesses`; whether it came to its end before it was stopped."""
        params = np.array(self.params(plies), dtype=np.int64)
        return bool(self.search(params, program, goal, words, totals, witnesses))


@runtime_checkable
class Backend(Vocabulary, Protocol):
    """One family of games, as the laboratory answers questions about it."""

    def refusal(self, game: Game, kind: Kind) -> str:
        """Why that kind of question cannot be asked of `game`, a sentence; empty if it can."""

    def images(self, game: Game, moves: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
        """`moves` and every different line that a symmetry of `game` makes of it."""

    def line_solver(self, game: Game, node: Node, plies: int, *, distinct: bool) -> LineSolver:
        """A solver of lines of exactly `plies` plies; with `distinct`, one of each image pair."""

    def encoded(self, game: Game, nodes: Sequence[Node], plies: int) -> Encoded:
        """What `line_solver` is given, rule by rule and condition by condition."""

    def orbit(self, game: Game) -> int:
        """How many lines each of a walk of `one_of_each` stands for; 1 where it counts them."""

    def walk(self, question: Question, *, one_of_each: bool) -> Walk:
        """A walk through all lines of play, or one of those that are images of one another.

        Raises:
            UnsupportedGame: the board does not fit into the kernels' 64 bits.
        """

    def rare(
        self, question: Question, playouts: int, control: SearchControl
    ) -> tuple[Move, ...] | None:
        """A matching line, the best one met where a term is measured, by games at random."""

    def ceilings(self, game: Game) -> Mapping[str, int]:
        """Terms that no line of play takes higher, whatever their arguments, for want of room."""

    def extreme_way(
        self, question: Question
    ) -> Callable[[Inquiry], tuple[Move, ...] | None] | None:
        """A way of its own to the line with the greatest or least value; None if there is none.

        It marks the inquiry complete where it has proved that no line is better.
        """

    def positions(self, inquiry: Inquiry) -> Answer:
        """Every reachable position."""

    def zugzwang(self, inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
        """A position whose mover would rather pass, and further lines that end in one."""

    def proof(self, inquiry: Inquiry) -> Answer | None:
        """The value of the start, proved in steps that are kept; None where it is not."""


def backend_of(game: Game) -> Backend:
    """The backend of the family of `game`.

    Raises:
        UnsupportedGame: the laboratory does not know that family.
    """
    found = vocabulary_of(game)
    if not isinstance(found, Backend):
        raise TypeError(f"The laboratory's part of {game.name} answers no questions.")
    return found
