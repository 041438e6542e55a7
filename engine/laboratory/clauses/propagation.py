"""Unit propagation over a growing set of clauses."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.laboratory.clauses.cnf import Literal


class Clauses:
    """Clauses, and what follows from them by unit propagation alone.

    Every clause of two or more literals is watched by its first two, so that only clauses are
    visited that may have become unit. Literals true without any assumption stay true.
    """

    def __init__(self, clauses: Iterable[Sequence[Literal]]) -> None:
        self._true: set[Literal] = set()
        self._trail: list[Literal] = []
        self._watched: defaultdict[Literal, list[list[Literal]]] = defaultdict(list)
        self._refuted = False
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Sequence[Literal]) -> None:
        """Take in a clause, and what it implies."""
        true = self._true
        if self._refuted or any(literal in true for literal in clause):
            return
        left = [literal for literal in dict.fromkeys(clause) if -literal not in true]
        if len(left) > 1:
            self._watched[left[0]].append(left)
            self._watched[left[1]].append(left)
        else:
            self._refuted = not left or not self._propagate(left)

    def implies(self, clause: Sequence[Literal]) -> bool:
        """Whether denying every literal of `clause` leads to a contradiction."""
        if self._refuted or any(literal in self._true for literal in clause):
            return True
        before = len(self._trail)
        contradiction = not self._propagate([-literal for literal in clause])
        for literal in self._trail[before:]:
            self._true.discard(literal)
        del self._trail[before:]
        return contradiction

    def _propagate(self, literals: Iterable[Literal]) -> bool:
        """Make literals true and all that follows; False at a contradiction."""
        at = len(self._trail)
        for literal in literals:
            if not self._assign(literal):
                return False
        while at < len(self._trail):
            if not self._visit(-self._trail[at]):
                return False
            at += 1
        return True

    def _assign(self, literal: Literal) -> bool:
        if -literal in self._true:
            return False
        if literal not in self._true:
            self._true.add(literal)
            self._trail.append(literal)
        return True

    def _visit(self, false: Literal) -> bool:
        """Look at the clauses that watch a literal which has become false."""
        true, kept, clauses = self._true, list[list[int]](), self._watched[false]
        for number, clause in enumerate(clauses):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            if clause[0] not in true:
                for place in range(2, len(clause)):
                    if -clause[place] not in true:
                        clause[1], clause[place] = clause[place], false
                        self._watched[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if not self._assign(clause[0]):
                        self._watched[false] = kept + clauses[number + 1 :]
                        return False
                    continue
                continue
            kept.append(clause)
        self._watched[false] = kept
        return True
