"""Clauses for a SAT solver, with gates that fold constants and hold in both directions.

A literal is an int: ``v`` or ``-v`` for variable ``v`` from 1. Variable 1 is always true,
so the constants are literals like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pysat.card import CardEnc, EncType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Literal: TypeAlias = int

TRUE: Literal = 1
FALSE: Literal = -1


class Interrupted(Exception):
    """A formula was no longer wanted before it was whole."""


_OFTEN = 0x3FF
"""A growing formula asks every so many clauses or variables whether it is wanted: a millisecond."""


class Formula:
    """A growing set of clauses.

    With `unwanted`, whatever adds to it may raise `Interrupted` once that has become true.
    """

    def __init__(self, unwanted: Callable[[], bool] = bool) -> None:
        self.variables = 1
        self.clauses: list[list[Literal]] = [[TRUE]]
        self.unwanted = unwanted

    def check(self) -> None:
        """Raise `Interrupted` if the formula is no longer wanted."""
        if self.unwanted():
            raise Interrupted

    def variable(self) -> Literal:
        self.variables += 1
        if not self.variables & _OFTEN:
            self.check()
        return self.variables

    def add(self, *literals: Literal) -> None:
        """Demand that one of `literals` is true."""
        if TRUE not in literals:
            if not len(self.clauses) & _OFTEN:
                self.check()
            self.clauses.append([literal for literal in literals if literal != FALSE])

    def all_of(self, literals: Iterable[Literal]) -> Literal:
        """A literal that is true exactly when all of `literals` are."""
        wanted = {literal for literal in literals if literal != TRUE}
        if FALSE in wanted or any(-literal in wanted for literal in wanted):
            return FALSE
        if len(wanted) < 2:
            return wanted.pop() if wanted else TRUE
        gate = self.variable()
        for literal in wanted:
            self.clauses.append([-gate, literal])
        self.clauses.append([gate, *(-literal for literal in wanted)])
        return gate

    def any_of(self, literals: Iterable[Literal]) -> Literal:
        """A literal that is true exactly when one of `literals` is."""
        return -self.all_of(-literal for literal in literals)

    def at_least(self, literals: Sequence[Literal], count: int) -> Literal:
        """A literal that is true exactly when `count` or more of `literals` are."""
        if count <= 0:
            return TRUE
        if count > len(literals):
            return FALSE
        reached = [TRUE] + [FALSE] * count  # reached[k]: k or more so far
        for literal in literals:
            for k in range(count, 0, -1):
                reached[k] = self.any_of((reached[k], self.all_of((reached[k - 1], literal))))
        return reached[count]

    def exactly_one(self, literals: Sequence[Literal]) -> None:
        """Demand that exactly one of a handful of literals is true."""
        self.add(*literals)
        for i, first in enumerate(literals):
            for second in literals[i + 1 :]:
                self.add(-first, -second)

    def exactly(self, literals: Sequence[Literal], count: int) -> None:
        """Demand that exactly `count` of `literals` are true."""
        if not 0 <= count <= len(literals):
            self.add(FALSE)
        elif count in (0, len(literals)):
            for literal in literals:
                self.add(literal if count else -literal)
        else:
            self.check()
            encoded = CardEnc.equals(
                lits=list(literals), bound=count, top_id=self.variables, encoding=EncType.totalizer
            )
            self.variables = max(self.variables, encoded.nv)
            self.clauses.extend(encoded.clauses)


@dataclass(frozen=True, slots=True)
class Encoded:
    """Every line of play of one length that satisfies some conditions, as clauses.

    Attributes:
        formula: the clauses; those that only define a literal hold in every game.
        wanted: for each condition the literal that it is true; the clauses do not demand it.
        rules: the clauses that demand a rule, under what the rule says; none where a condition
            is already false for its length.
        names: what the variables stand for that are no mere abbreviations.
    """

    formula: Formula
    wanted: tuple[Literal, ...]
    rules: Mapping[str, Sequence[Sequence[Literal]]]
    names: Mapping[int, str]

    @property
    def excluded(self) -> bool:
        """Whether the length alone makes a condition false."""
        return FALSE in self.wanted
