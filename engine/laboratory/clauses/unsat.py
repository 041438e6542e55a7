"""Proofs that a formula has no model, and a checker of them that trusts no solver.

A proof is a list of clauses, the last of them empty, each of which follows from the formula
and the ones before by reverse unit propagation: if it were false, the clauses with one literal
left would lead to a contradiction. Such a list is a DRAT proof without deletions.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pysat.solvers import Solver

from engine.errors import EngineError
from engine.laboratory.clauses.propagation import Clauses

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.laboratory.clauses.cnf import Literal
    from engine.laboratory.clauses.combined import CombinedFormula

SOLVER = "glucose4"
"""A solver whose every learnt clause follows by reverse unit propagation."""


class WrongProof(EngineError):
    """A proof does not show what it claims."""


class Unfinished(EngineError):
    """Proving or checking was given up at its limit."""


def prove(formula: CombinedFormula, conflicts: int = 0) -> list[list[Literal]]:
    """A proof that the formula has no model, by a solver.

    With `conflicts`, the solver gives up after so many for each length of play.

    Raises:
        EngineError: the formula has a model.
        Unfinished: the solver gave up.
    """
    steps: list[list[Literal]] = []
    for part in formula.parts:
        if part.clauses is not None:
            steps += map(part.placed, _learnt(part.clauses, conflicts))
        steps.append([-part.selector])
    return [*steps, []]


def _learnt(clauses: list[list[Literal]], conflicts: int) -> list[list[Literal]]:
    with Solver(name=SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        if conflicts:
            solver.conf_budget(conflicts)
        found = solver.solve_limited(expect_interrupt=not conflicts)
        if found is None:
            raise Unfinished("The proof takes too long.")
        if found:
            raise EngineError("There is such a game, so there is no proof that there is none.")
        lines = solver.get_proof() or []
    steps = [[int(word) for word in line.split()[:-1]] for line in lines if line[0] != "d"]
    return [step for step in steps if step]


def check(
    clauses: Iterable[Sequence[Literal]],
    proof: Sequence[Sequence[Literal]],
    seconds: float | None = None,
) -> None:
    """Make sure that a proof shows that the clauses have no model.

    Raises:
        WrongProof: a step does not follow, or the last one is not the empty clause.
        Unfinished: `seconds` of processor time were not enough.
    """
    if not proof or proof[-1]:
        raise WrongProof("The proof does not end with the empty clause.")
    known = Clauses(clauses)
    end = None if seconds is None else time.thread_time() + seconds
    for number, step in enumerate(proof, start=1):
        if not known.implies(step):
            said = " ".join(map(str, step)) or "the empty clause"
            raise WrongProof(f"Step {number} of the proof, {said}, does not follow.")
        known.add(step)
        if end is not None and time.thread_time() > end:
            raise Unfinished("Checking the proof takes too long.")


def drat(proof: Iterable[Sequence[Literal]]) -> str:
    """The proof as text."""
    return "".join(" ".join(map(str, [*step, 0])) + "\n" for step in proof)
