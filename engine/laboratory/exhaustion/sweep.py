"""Exhaustive search of lines of play, one length after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.laboratory.backend import backend_of
from engine.laboratory.exhaustion.exhaustive import BEST
from engine.laboratory.exhaustion.program import lower, lower_term
from engine.laboratory.language.catalogue import predicate_named
from engine.laboratory.language.query import terms_of
from engine.laboratory.language.relations import is_symmetric

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move
    from engine.laboratory.language.query import Question
    from engine.search.control import SearchControl

WORST = -(1 << 40)
"""Below every measured value."""


@dataclass(frozen=True, slots=True)
class Level:
    """What lines of play of one length showed.

    Attributes:
        plies: their length.
        lines: how many there are.
        finished: of which the game is over.
        matches: of which satisfy the condition.
        witnesses: some that do; for ``most`` and ``fewest`` the best so far, if improved.
        best: the best value so far, None before the first match.
        stopped: whether the numbers are incomplete.
    """

    plies: int
    lines: int
    finished: int
    matches: int
    witnesses: tuple[tuple[Move, ...], ...]
    best: int | None
    stopped: bool


class Sweep:
    """Searches the lines of play of one question.

    Raises:
        UnsupportedGame: the board does not fit into the kernels' 64 bits.
    """

    def __init__(self, question: Question, control: SearchControl, *, keep: int = 200) -> None:
        self.control, self.keep = control, keep
        game, term, backend = question.game, question.term, backend_of(question.game)
        self._sign = question.kind.sign
        self._best = WORST
        terms = [*terms_of(question.plain), *([term] if term else [])]
        symmetric = all(
            all(map(is_symmetric, term.sets)) and predicate_named(game, term.name).symmetric
            for term in terms
        )
        self.images = backend.orbit(game) if symmetric else 1
        """How many lines each line found stands for, by the symmetries of the board."""
        self._walk = backend.walk(question, one_of_each=symmetric)
        self._program = lower(game, question.node)
        self._goal = lower_term(game, term) if term else np.zeros((1, 7), dtype=np.int64)

    def level(self, plies: int) -> Level:
        """Search every line of play of exactly `plies` plies."""
        totals = np.zeros(5, dtype=np.int64)
        totals[BEST] = self._best
        witnesses = np.zeros((self.keep, max(plies, 1)), dtype=np.int64)
        words = self.control.words
        done = self._walk(plies, self._program, self._goal, words, totals, witnesses)
        self._best = int(totals[BEST])
        images = self.images if plies else 1
        lines, finished, matches, stored, best = (int(total) for total in totals)
        return Level(
            plies,
            lines * images,
            finished * images,
            matches * images,
            tuple(tuple(int(move) for move in row[:plies]) for row in witnesses[:stored]),
            None if best == WORST else best * self._sign,
            not done,
        )

    def levels(self, last: int, most_lines: int) -> Iterator[Level]:
        """Levels up to `last` plies, while they are expected to have at most `most_lines`.

        The last level yielded has no unfinished lines exactly when no game is longer.
        """
        before, lines = 1, 1
        for plies in range(last + 1):
            if lines * max(1.0, lines / before) > most_lines:
                return
            level = self.level(plies)
            yield level
            if level.stopped or level.lines == level.finished:
                return
            before, lines = lines, level.lines
