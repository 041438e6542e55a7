"""Answers whose proof was checked while somebody waits for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.laboratory.clauses.combined import combined, excludes
from engine.laboratory.clauses.unsat import Unfinished, check, prove

if TYPE_CHECKING:
    from engine.laboratory.answers import Answer

MOST_SQUARES = 49
"""Squares of a board whose clauses are written in a second."""

CONFLICTS = 1_000
"""Of the solver that writes the proof, for each length of play."""

SECONDS = 2.0
"""Processor time to check it."""


def certified(answer: Answer) -> Answer:
    """The answer, marked as checked where its proof is short enough to be checked at once.

    Raises:
        WrongProof: the solver's proof is wrong.
    """
    game = answer.question.game
    if game.columns * game.rows > MOST_SQUARES or not excludes(answer):
        return answer
    formula = combined(answer)
    try:
        proof = prove(formula, CONFLICTS)
        check(formula.clauses(), proof, SECONDS)
    except Unfinished:
        return answer
    return replace(answer, checked=len(proof))
