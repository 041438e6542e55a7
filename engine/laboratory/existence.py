"""``find`` and ``count``: is there a line of play, and how many are there?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.byboards import counted
from engine.laboratory.inquiry import plies_text
from engine.laboratory.language.query import Condition, Term
from engine.laboratory.matching import levels, matching
from engine.laboratory.strategy import looks_back
from engine.laboratory.verdicts import none_found, number
from engine.parts.counting import Finished
from engine.perft import perft

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


MOST_LINES = 250_000_000_000
"""Lines of one length that perft counts in ten minutes or so, hundreds of millions a second."""


WALKED = 9
"""Plies up to which all lines are walked, and shown, in a moment on any board."""


def _length_asked(inquiry: Inquiry) -> int | None:
    """The length whose lines are counted, if that is all of the question; None else."""
    node = inquiry.question.node
    if not isinstance(node, Condition) or (node.term, node.comparison) != (Term("plies"), "="):
        return None
    return node.number if WALKED < node.number <= inquiry.last else None


def _lengths(inquiry: Inquiry, plies: int) -> list[tuple[int, int, int]]:
    """The lines of each length up to `plies` by perft, as far as that goes."""
    rows, game = list[tuple[int, int, int]](), inquiry.question.game
    inquiry.way = "perft, which knows positions again"
    before, lines = 1, 1
    for length in range(plies + 1):
        if lines * max(1.0, lines / before) > MOST_LINES or inquiry.stopped:
            return rows
        inquiry.tell(length, plies)
        before, lines = lines, perft(game, length, Finished.DROPPED, pass_is_ply=True)
        rows.append((length, lines, lines if length == plies else 0))
        inquiry.searched = length
    inquiry.complete = True
    return rows


def _any_line(inquiry: Inquiry, plies: int) -> Trace | None:
    """The line of first moves, if it is as long as that."""
    position, moves = inquiry.question.game.start(), list[int]()
    while len(moves) < plies and (legal := position.legal_moves()):
        moves.append(legal[0])
        position = position.play(legal[0])
    return inquiry.checked(tuple(moves)) if len(moves) == plies else None


def count(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """How many lines match, ply by ply; and the lines."""
    plies = _length_asked(inquiry)
    if plies is not None:
        return number(inquiry, _lengths(inquiry, plies), _any_line(inquiry, plies)), iter(())
    rows = []
    witness: Trace | None = None
    for _, level in levels(inquiry):
        rows.append((level.plies, level.lines, level.matches))
        if witness is None and level.witnesses:
            witness = inquiry.checked(level.witnesses[0])
    if _goes_on_by_boards(inquiry):
        return counted(inquiry), matching(inquiry)
    return number(inquiry, rows, witness), matching(inquiry)
