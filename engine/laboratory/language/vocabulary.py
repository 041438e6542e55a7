"""What the laboratory's language can say of a family of games.

The part of a family's `Backend` that questions are read and understood by: it needs no engine,
and a question knows it without knowing who will answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game
    from engine.laboratory.language.changes import Change, Changes, VariedGame
    from engine.laboratory.language.predicates import Predicate
    from engine.laboratory.language.tree import Sum, Term
    from engine.laboratory.ready import Example, Property


class Vocabulary(Protocol):
    """One family of games, as questions speak of it.

    Attributes:
        predicates: what conditions can speak of beyond what every game has.
        ready: the ready questions.
        examples: questions by which the language is taught.
        long_values: keys of games whose value is proved in steps, which takes minutes.
        changes: the rules that a question may change, besides the board to start from.
        solves: whether a solver finds single lines of play, so that they need not be swept.
    """

    @property
    def predicates(self) -> tuple[Predicate, ...]: ...
    @property
    def ready(self) -> tuple[Property, ...]: ...
    @property
    def examples(self) -> tuple[Example, ...]: ...
    @property
    def changes(self) -> tuple[Change, ...]: ...
    @property
    def long_values(self) -> frozenset[str]: ...
    @property
    def solves(self) -> bool: ...

    def varied(self, game: Game, changes: Changes) -> VariedGame:
        """`game` under changed rules.

        Raises:
            UnsupportedGame: they do not go together, or not with the board.
            NotationError: the board to start from is none of this size.
        """

    def longest(self, game: Game) -> int:
        """No line of play has more plies."""

    def always(self, game: Game) -> Mapping[str, int]:
        """Terms that an argument about the rules gives one value on every board."""

    def spelt(self, game: Game, term: Term) -> Sum | None:
        """The sum that a term is short for; None where it is a term of its own."""
