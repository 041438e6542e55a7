"""Why there is no such game: conditions and rules that exclude it together."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from pysat.solvers import Solver

from engine.laboratory.backend import backend_of
from engine.laboratory.clauses.certified import CONFLICTS, MOST_SQUARES, SECONDS
from engine.laboratory.clauses.cnf import FALSE
from engine.laboratory.clauses.combined import conditions, excludes, lengths
from engine.laboratory.language.query import Kind
from engine.laboratory.language.wording import node_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game
    from engine.laboratory.answers import Answer
    from engine.laboratory.language.tree import Node

    Demand = int | str  # a condition by its number, a rule by what it says


class _Length:
    """The games of one length, each demand on them behind a literal of its own."""

    def __init__(self, game: Game, nodes: Sequence[Node], plies: int) -> None:
        self._game, self._nodes, self._plies = game, nodes, plies

    @cached_property
    def _false(self) -> set[int]:
        """Conditions that the length alone makes false."""
        wanted = backend_of(self._game).encoded(self._game, self._nodes, self._plies).wanted
        return {number for number, literal in enumerate(wanted) if literal == FALSE}

    @cached_property
    def _solver(self) -> tuple[Solver, dict[Demand, int]]:
        open_ = [number for number in range(len(self._nodes)) if number not in self._false]
        nodes = [self._nodes[number] for number in open_]
        encoded = backend_of(self._game).encoded(self._game, nodes, self._plies)
        literals: dict[Demand, int] = dict(zip(open_, encoded.wanted, strict=True))
        solver = Solver(name="glucose4", bootstrap_with=encoded.formula.clauses)
        for rule, clauses in encoded.rules.items():
            literals[rule] = encoded.formula.variable()
            for clause in clauses:
                solver.add_clause([-literals[rule], *clause])
        return solver, literals

    def core(self, demands: set[Demand]) -> set[Demand] | None:
        """Some of the demands that cannot all be met; None where they can, or nobody knows."""
        false = self._false & demands
        if false:
            return {min(false)}
        solver, literals = self._solver
        assumed = {literal: demand for demand, literal in literals.items() if demand in demands}
        solver.conf_budget(CONFLICTS)
        if solver.solve_limited(assumptions=list(assumed)) is not False:
            return None
        return {assumed[literal] for literal in solver.get_core() or ()}


def explained(answer: Answer) -> Answer:
    """The answer with its reason, where there is no such game and a moment is enough to say why.

    What is named excludes every length that the answer speaks of. Demands are left out one by
    one as long as that stays so.
    """
    game = answer.question.game
    small = game.columns * game.rows <= MOST_SQUARES
    if not small or answer.question.kind is not Kind.FIND or not excludes(answer):
        return answer
    nodes = conditions(answer.question.node)
    levels = [_Length(game, nodes, plies) for plies in lengths(answer)]
    needed = _needed(levels, nodes, game)
    if needed is None:
        return answer
    said = [node_words(game, nodes[number]) for number in range(len(nodes)) if number in needed]
    rules = [demand for demand in needed if isinstance(demand, str)]
    return replace(answer, reason=(*said, *(f"the rule that {rule}" for rule in sorted(rules))))


def _needed(levels: Sequence[_Length], nodes: Sequence[Node], game: Game) -> set[Demand] | None:
    """Demands that exclude every length together; None where that takes too long to find."""
    end = time.thread_time() + SECONDS
    every: set[Demand] = {*range(len(nodes)), *backend_of(game).encoded(game, (), 0).rules}
    needed: set[Demand] = set()
    for level in levels:
        core = level.core(every)
        if core is None or time.thread_time() > end:
            return None
        needed |= core
    for demand in sorted(needed, key=lambda demand: (isinstance(demand, str), str(demand))):
        fewer = needed - {demand}
        if time.thread_time() < end and all(level.core(fewer) is not None for level in levels):
            needed = fewer
    return needed
