"""One question under way: what is asked, how far it may go, and what has been seen so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.language.catalogue import vocabulary_of
from engine.laboratory.language.query import Kind, Question, holds, settled
from engine.laboratory.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import TypeAlias

    from engine.game import Move
    from engine.search.control import SearchControl

    Report: TypeAlias = "Callable[[Progress], None]"


BY_SOLVER = "bounded model checking"
"""The method of answers that a SAT solver gave."""


LOOKED_AT = ("ply", "lines of play", "of which finished")
"""What `Inquiry.rows` says."""


_WHOLE = 1000
"""What parts of the work are counted in: thousandths of the work expected."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a question is pursued.

    Attributes:
        plies: no longer line of play is looked at; None for no such bound.
        lines: no length is searched exhaustively that is expected to have more lines.
        playouts: games that the directed search may play.
        distinct: whether witnesses that are symmetric to earlier ones are left out.
        folder: where proofs that take long keep what they have proved, so that they can be
            interrupted; None: there are no such proofs, only searches and books.
        keep: lines of one length that an exhaustive search keeps to be shown.
    """

    plies: int | None = None
    lines: int = 250_000_000
    playouts: int = 12_000_000
    distinct: bool = False
    folder: Path | None = None
    keep: int = 200


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an investigation has come: which of how many at most it is at, and what of.

    Attributes:
        note: what is known so far, as a sentence fragment; may be empty.
    """

    done: int
    of: int
    unit: str = "Ply"
    note: str = ""


@dataclass(slots=True)
class Inquiry:
    """A question on its way to an answer.

    Attributes:
        figures: what the search has cost and met.
        rows: of each length of play searched exhaustively, how many lines it has and how many of
            them are finished games.
        way: how it is answered, where that is not the family's usual way.
        searched: the greatest length of play searched exhaustively; -1 for none.
        complete: whether no line of play that could matter is left.
        last: the greatest length worth searching; -1 where none is.
        cut: whether `last` is a bound of the asker's, with longer lines beyond it.
    """

    question: Question
    control: SearchControl
    bounds: Bounds = field(default_factory=Bounds)
    report: Report | None = None
    figures: dict[str, int] = field(default_factory=dict)
    rows: list[tuple[int, int, int]] = field(default_factory=list)
    way: str = ""
    searched: int = -1
    complete: bool = field(init=False)
    last: int = field(init=False)
    cut: bool = field(init=False)

    def __post_init__(self) -> None:
        game = self.question.game
        spoken = vocabulary_of(game)
        longest = spoken.longest(game)
        last = longest if self.bounds.plies is None else min(longest, self.bounds.plies)
        known, written = spoken.always(game), self.question.plain
        possible = [
            plies
            for plies in range(last + 1)
            if settled(written, {"plies": plies, **known}) is not False
        ]
        self.last = possible[-1] if possible else -1
        self.complete = not possible
        self.cut = self.last == self.bounds.plies and self.last < longest

    @property
    def stopped(self) -> bool:
        return self.control.stopped

    def about(self, question: Question) -> Inquiry:
        """The same inquiry about another question; the figures are shared."""
        return replace(self, question=question)

    def checked(self, moves: tuple[Move, ...]) -> Trace:
        """A witness, replayed by the rules and held against the question."""
        trace = Trace(self.question.game, moves)
        if not holds(self.question.node, trace, self.control):
            raise RuntimeError(f"{trace.notation} does not satisfy {self.question.text!r}.")
        return trace

    def tell(self, done: int, of: int | None = None, unit: str = "Ply", note: str = "") -> None:
        if self.report is not None:
            self.report(Progress(done, self.last if of is None else of, unit, note))

    def tell_part(self, part: float, note: str = "") -> None:
        """Tell what part of the work is done, where that can be estimated."""
        self.tell(int(_WHOLE * part), _WHOLE, "%", note)

    def answer(self, verdict: Verdict, claim: str, **found: Any) -> Answer:
        """An answer with the method, the bound and the figures of this inquiry."""
        if self.rows and "by_ply" not in found:
            found |= {"columns": LOOKED_AT, "by_ply": tuple(self.rows)}
        return Answer(
            self.question,
            verdict,
            claim,
            self._method,
            bound=max(self.searched, 0),
            figures=dict(self.figures),
            **found,
        )

    @property
    def _method(self) -> str:
        if self.way:
            return self.way
        if self.last < 0:
            return "an argument about the rules"
        if vocabulary_of(self.question.game).solves and self.question.kind is not Kind.COUNT:
            return BY_SOLVER
        return "search of all lines of play"


def plies_text(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"
