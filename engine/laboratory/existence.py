"""``find`` and ``count``: is there a line of play, and how many are there?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.byboards import counted
from engine.laboratory.inquiry import plies_text
from engine.laboratory.matching import levels, matching
from engine.laboratory.strategy import looks_back
from engine.laboratory.verdicts import none_found, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move
    from engine.laboratory.inquiry import Inquiry
    from engine.laboratory.trace import Trace


def find(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """The shortest matching line, or that there is none; and the further ones."""
    lines = matching(inquiry)
    moves = next(lines, None)
    if moves is None:
        return none_found(inquiry), lines
    witness = inquiry.checked(moves)
    exact = inquiry.searched >= witness.plies - 1
    claim = f"Yes. This game of {plies_text(witness.plies)} shows it" + (
        "; none is shorter." if exact and witness.plies else "."
    )
    return inquiry.answer(Verdict.WITNESS, claim, witness=witness, holds=True), lines


MOST_SQUARES = 20
"""Of a board whose positions are few enough to count by them what lines of play are too many."""


def _goes_on_by_boards(inquiry: Inquiry) -> bool:
    """Whether lines too many to walk are counted by the boards that they lead to."""
    question = inquiry.question
    small = question.game.columns * question.game.rows <= MOST_SQUARES
    left = not inquiry.complete and not inquiry.stopped
    return small and left and not looks_back(question.node, question.game)


def count(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """How many lines match, ply by ply; and the lines."""
    rows = []
    witness: Trace | None = None
    for _, level in levels(inquiry):
        rows.append((level.plies, level.lines, level.matches))
        if witness is None and level.witnesses:
            witness = inquiry.checked(level.witnesses[0])
    if _goes_on_by_boards(inquiry):
        return counted(inquiry), matching(inquiry)
    return number(inquiry, rows, witness), matching(inquiry)
