"""``find`` and ``count``: is there a line of play, and how many are there?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.byboards import counted
from engine.laboratory.inquiry import plies_text
from engine.laboratory.matching import levels, matching
from engine.laboratory.strategy import looks_back

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
        return _none_found(inquiry), lines
    witness = inquiry.checked(moves)
    exact = inquiry.searched >= witness.plies - 1
    claim = f"Yes. This game of {plies_text(witness.plies)} shows it" + (
        "; none is shorter." if exact and witness.plies else "."
    )
    return inquiry.answer(Verdict.WITNESS, claim, witness=witness, holds=True), lines


def _none_found(inquiry: Inquiry) -> Answer:
    if inquiry.stopped:
        return inquiry.answer(Verdict.STOPPED, "Stopped before a game was found.")
    if inquiry.complete:
        return inquiry.answer(Verdict.PROVED, "No game does.", holds=False)
    claim = f"Not found within {plies_text(inquiry.searched)}. This is no proof."
    return inquiry.answer(Verdict.NOT_FOUND, claim)


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
    rows, total = [], 0
    witness: Trace | None = None
    for _, level in levels(inquiry):
        rows.append((level.plies, level.lines, level.matches))
        total += level.matches
        if witness is None and level.witnesses:
            witness = inquiry.checked(level.witnesses[0])
    if _goes_on_by_boards(inquiry):
        return counted(inquiry), matching(inquiry)
    if inquiry.stopped:
        verdict, claim = Verdict.STOPPED, f"Stopped; {total:,} up to {plies_text(len(rows) - 1)}."
    elif inquiry.complete:
        verdict, claim = Verdict.PROVED, f"There are {total:,}."
    else:
        verdict, within = Verdict.COUNTED, plies_text(inquiry.searched)
        claim = f"There are {total:,} up to {within}; longer were not counted."
    answer = inquiry.answer(
        verdict,
        claim,
        witness=witness,
        value=total,
        exact=inquiry.complete,
        columns=("ply", "lines of play", "that match"),
        by_ply=tuple(rows),
    )
    return answer, matching(inquiry)
