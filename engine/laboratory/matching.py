"""The lines of play that satisfy a question, the shortest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.backend import backend_of
from engine.laboratory.exhaustion.sweep import Level, Sweep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move
    from engine.laboratory.inquiry import Inquiry


def matching(inquiry: Inquiry) -> Iterator[tuple[Move, ...]]:
    """Every matching line within the bounds, by the engine that is good at it."""
    return _solved(inquiry) if backend_of(inquiry.question.game).solves else _swept(inquiry)


def _solved(inquiry: Inquiry) -> Iterator[tuple[Move, ...]]:
    """One length after another, by the backend's solver."""
    question = inquiry.question
    for plies in range(inquiry.last + 1):
        inquiry.tell(plies)
        solver = backend_of(inquiry.question.game).line_solver(
            question.game, question.node, plies, distinct=inquiry.bounds.distinct
        )
        inquiry.control.when_stopped(solver.interrupt)
        while (moves := solver.next()) is not None:
            inquiry.figures["conflicts"] = solver.conflicts
            yield moves
        solver.close()
        if inquiry.stopped:
            return
        inquiry.searched = plies
    inquiry.complete = not inquiry.cut


def _swept(inquiry: Inquiry) -> Iterator[tuple[Move, ...]]:
    """Exhaustively by length as far as that goes, then by games at random."""
    for sweep, level in levels(inquiry):
        for moves in level.witnesses:
            if sweep.images == 1 or inquiry.bounds.distinct:
                yield moves
            else:
                yield from backend_of(inquiry.question.game).images(inquiry.question.game, moves)
    found = played(inquiry)
    if found is not None:
        yield found


def levels(inquiry: Inquiry) -> Iterator[tuple[Sweep, Level]]:
    """Every length in turn, with the inquiry's books kept."""
    if inquiry.last < 0:
        return
    sweep = Sweep(inquiry.question, inquiry.control, keep=inquiry.bounds.keep)
    lines, finished = 0, 0
    for level in sweep.levels(inquiry.last, inquiry.bounds.lines):
        inquiry.tell(level.plies)
        lines, finished = lines + level.lines, finished + level.finished
        inquiry.figures |= {"lines of play": lines, "complete games": finished}
        if level.stopped:
            return
        inquiry.rows.append((level.plies, level.lines, level.finished))
        yield sweep, level
        inquiry.searched = level.plies
        no_longer = level.lines == level.finished
        inquiry.complete = no_longer or (level.plies == inquiry.last and not inquiry.cut)


def played(inquiry: Inquiry) -> tuple[Move, ...] | None:
    """A line among games at random, where some are longer than what was searched."""
    if inquiry.complete or inquiry.stopped or inquiry.cut:
        return None
    inquiry.figures["games played at random, at most"] = inquiry.bounds.playouts
    return backend_of(inquiry.question.game).rare(
        inquiry.question, inquiry.bounds.playouts, inquiry.control
    )
