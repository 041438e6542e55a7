"""Answer a question: the way from what was asked to the engine that is good at it.

- Existence and extremes where the backend has a solver: bounded model checking, any board.
- Counts, and the lines of other games: exhaustive search, as deep as the bound.
- Rare games beyond that: directed search, whose answer is never a proof.
- Questions that change the rules: the rules alone, on small boards.
- Positions, values and zugzwang: layered exploration and the game's solver.
- The value of a board that takes minutes: a proof in steps, where it may keep its progress.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.laboratory.byboards import by_boards
from engine.laboratory.byrules import by_rules
from engine.laboratory.existence import count, find
from engine.laboratory.extremes import extreme
from engine.laboratory.inquiry import Bounds, Inquiry, Progress
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.query import Kind
from engine.laboratory.strategy import Stopped
from engine.laboratory.values import positions, value, zugzwang
from engine.laboratory.verdicts import none_found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.game import Move
    from engine.laboratory.answers import Answer
    from engine.laboratory.inquiry import Report
    from engine.laboratory.language.query import Question
    from engine.laboratory.trace import Trace
    from engine.search.control import SearchControl

__all__ = ["Bounds", "Investigation", "Progress"]

_WAYS: Mapping[Kind, Callable[[Inquiry], tuple[Answer, Iterator[tuple[Move, ...]]]]] = {
    Kind.FIND: find,
    Kind.COUNT: count,
    Kind.MOST: extreme,
    Kind.FEWEST: extreme,
    Kind.POSITIONS: positions,
    Kind.VALUE: value,
    Kind.ZUGZWANG: zugzwang,
}


class Investigation:
    """Answers one question, and shows further witnesses on demand.

    It may take for ever. A server runs one in a process that it can kill
    (`engine.laboratory.process`).
    """

    def __init__(
        self,
        question: Question,
        control: SearchControl,
        bounds: Bounds | None = None,
        report: Report | None = None,
    ) -> None:
        self._inquiry = Inquiry(question, control, bounds or Bounds(), report)
        self._others: Iterator[tuple[Move, ...]] = iter(())

    def answer(self) -> Answer:
        """The answer; call it once.

        Raises:
            UnsupportedGame: no engine of the laboratory can treat the board.
        """
        started = time.perf_counter()
        question = self._inquiry.question
        way = _WAYS[question.kind]
        if question.strategic:
            way = by_rules
        elif changes_of(question.game) is not None:
            way = by_boards
        try:
            answer, self._others = way(self._inquiry)
        except Stopped:
            answer = none_found(self._inquiry)
        return replace(answer, seconds=time.perf_counter() - started)

    def next(self) -> Trace | None:
        """Another witness after the answer's, None when there is none left within the bound."""
        try:
            moves = next(self._others, None)
            return None if moves is None else self._inquiry.checked(moves)
        except Stopped:
            return None
