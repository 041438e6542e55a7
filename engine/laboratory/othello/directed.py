"""Directed search for a rare line of Othello; see `engine.laboratory.othello.playouts`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from engine.laboratory.exhaustion.program import lower, lower_term
from engine.laboratory.othello import playouts as kernels
from engine.laboratory.othello.lines import MAX_PLIES

if TYPE_CHECKING:
    from engine.game import Move
    from engine.games.othello.game import Othello
    from engine.laboratory.language.query import Question
    from engine.search.control import SearchControl

PATIENCE = 2000
"""Playouts in a row without improvement before a fresh start."""

ROUND = 1_500_000
"""Playouts of one seed; another seed may get further than the same one for longer."""


def search_directed(
    question: Question,
    playouts: int,
    control: SearchControl,
    enough: int | None = None,
) -> tuple[Move, ...] | None:
    """A line that satisfies `question`, the best found where it measures a term, or None.

    Where no value is greater than `enough`, nothing is looked for once it is reached.
    """
    best: tuple[int, tuple[Move, ...]] | None = None
    for seed, at in enumerate(range(0, playouts, ROUND), start=1):
        found = _round(question, min(ROUND, playouts - at), control, seed)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
        if control.stopped or (best is not None and question.term is None):
            break
        if best is not None and best[0] == enough:
            break
    return None if best is None else best[1]


def _round(
    question: Question, playouts: int, control: SearchControl, seed: int
) -> tuple[int, tuple[Move, ...]] | None:
    """The best line of the games of one seed, with its signed value."""
    game, term = cast("Othello", question.game), question.term
    params = np.array([game.size, playouts, question.kind.sign, seed, PATIENCE], dtype=np.int64)
    goal = lower_term(game, term) if term else np.zeros((1, 7), dtype=np.int64)
    totals = np.zeros(3, dtype=np.int64)
    witness = np.zeros(MAX_PLIES, dtype=np.int64)
    program = lower(game, question.node)
    kernels.directed_search(params, program, goal, control.words, totals, witness)
    if not totals[kernels.FOUND]:
        return None
    line = tuple(int(move) for move in witness[: totals[kernels.LENGTH]])
    return int(totals[kernels.BEST]), line
