"""How long the moves of a finished match took, as notes on its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.formats.study import Note
from webapp.domain.clock import spent_text
from webapp.domain.errors import Refusal
from webapp.domain.match import Status
from webapp.extensions import services
from webapp.identity import known_guest

if TYPE_CHECKING:
    from engine.game import Move
    from webapp.domain.line import Line


def clocked(line: Line) -> dict[tuple[Move, ...], Note]:
    """By the moves that lead to a position, in the words in which files tell it.

    Empty where the line names no match that ended, was played by the clock and may be seen.
    """
    if not line.match:
        return {}
    guest = known_guest()
    try:
        match = services().matches.seen(line.match, guest.id if guest else None)
    except Refusal:
        return {}
    if match.status is not Status.FINISHED or line.root != match.game:
        return {}
    return {
        match.moves[:ply]: Note(spent_text(took))
        for ply, took in enumerate(match.spent, start=match.opening + 1)
        if not match.game.is_pass(match.moves[ply - 1])
    }
