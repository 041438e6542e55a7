"""Play unfolded by the rules alone, ply by ply: every board once, with the lines that lead to it.

For whatever no kernel and no solver knows: what can be forced, changed rules, and numbers of
lines beyond what can be walked. Lines of play that come to the same board are one entry unless
the condition looks back; how many there are is counted exactly.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.laboratory.strategy import looks_back
from engine.laboratory.trace import Glimpse, Trace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move
    from engine.laboratory.inquiry import Inquiry

MOST_BOARDS = 2_000_000
"""Boards looked at for one question: a minute or two, and less memory than one may have."""


@dataclass(slots=True, eq=False)
class Reached:
    """A board that can be reached after so many plies.

    Attributes:
        trace: the line, or its last board where that is all that counts; None once the play
            has been unfolded from here.
        lines: how many lines of play lead here.
        before: the boards a ply before, each with the move that leads here, where all lines
            are wanted: so all earlier boards are kept.
        line: one line that leads here, where one is enough.
    """

    trace: Trace | None
    lines: int = 0
    before: list[tuple[Reached, Move]] = field(default_factory=list)
    line: array[int] | None = None

    @property
    def board(self) -> Trace:
        assert self.trace is not None  # noqa: S101 (the layer is the latest)
        return self.trace

    def moves(self) -> Iterator[tuple[Move, ...]]:
        """Every line of play that leads here, or the one that is known."""
        if not self.before:
            yield tuple(self.line or ())
        for reached, move in self.before:
            for moves in reached.moves():
                yield (*moves, move)


def unfolded(inquiry: Inquiry, *, all_lines: bool = False) -> Iterator[list[Reached]]:
    """The boards of each number of plies in turn, as far as the inquiry goes.

    Without `all_lines` each board knows one line that leads to it, and no more than two layers
    are in memory.

    It keeps the inquiry's books: how far it got, and whether anything is left. A layer's boards
    can be looked at until the next layer is asked for.
    """
    game = inquiry.question.game
    start = Trace(game, ()) if looks_back(inquiry.question.node, game) else Glimpse(game.start())
    layer, looked = [Reached(start, 1)], 0
    for plies in range(inquiry.last + 1):
        looked += len(layer)
        inquiry.figures["boards"] = looked
        inquiry.tell(plies, note=f"{looked:,} boards")
        yield layer
        inquiry.searched = plies
        if plies == inquiry.last or inquiry.stopped:
            break
        following = _following(inquiry, layer, MOST_BOARDS - looked, all_lines)
        if following is None:
            return
        layer = following
        if not layer:
            break
    goes_on = any(reached.board.final.legal_moves() for reached in layer)
    inquiry.complete = not inquiry.stopped and not (goes_on and inquiry.cut)


def _following(
    inquiry: Inquiry, layer: list[Reached], room: int, all_lines: bool
) -> list[Reached] | None:
    """The boards a ply later; None where there are more than there is room for, or it stops."""
    after: dict[object, Reached] = {}
    for reached in layer:
        board, reached.trace = reached.board, None
        if inquiry.stopped or len(after) > room:
            return None
        for move in board.final.legal_moves():
            longer = board.after(move)
            key = longer.final.key() if isinstance(longer, Glimpse) else longer.moves
            found = after.get(key)
            if found is None:
                line = None if all_lines else array("i", (*(reached.line or ()), move))
                found = after[key] = Reached(longer, line=line)
            found.lines += reached.lines
            if all_lines:
                found.before.append((reached, move))
    return list(after.values())
