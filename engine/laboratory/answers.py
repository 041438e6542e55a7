"""What the laboratory answers: a verdict, the game that shows it, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.laboratory.language.query import Question
    from engine.laboratory.trace import Trace


class Verdict(StrEnum):
    """How a question was answered."""

    PROVED = "proved"
    """Every line of play the question is about was examined or excluded."""
    WITNESS = "witness"
    """A legal line of play shows it; the rules have replayed it."""
    COUNTED = "counted within the bound"
    """Everything within the bound was counted, and there may be more beyond it."""
    NOT_FOUND = "not found within the bound"
    """Nothing was found as far as the search went. This is no proof."""
    STOPPED = "stopped"
    """The search was stopped before it had an answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question.

    Attributes:
        question: what was asked.
        verdict: how it was answered.
        claim: the answer as a sentence.
        method: how it was found, as a sentence fragment.
        witness: the line of play that shows it, None if there is none to show.
        holds: for ``find``, whether such a line exists; None where that is open.
        value: the number asked for (count, most, fewest, value), None for the rest.
        exact: whether `value` is proved; else it is the best found.
        forced: for ``positions``, what each player can force against all others: 1 a win, 0
            not to lose, -1 neither; empty where it was not worked out.
        bound: the greatest number of plies examined exhaustively.
        by_ply: what was counted, ply by ply, as rows under `columns`.
        figures: what the search cost and met, as labelled numbers.
        checked: clauses of a proof that a checker has gone through; None where it has not.
        reason: conditions and rules, in words, that exclude together what was asked for.
        more: whether there are, or may be, further games to show.
        seconds: wall-clock time.
    """

    question: Question
    verdict: Verdict
    claim: str
    method: str
    witness: Trace | None = None
    holds: bool | None = None
    value: int | None = None
    exact: bool = True
    forced: tuple[int, ...] = ()
    bound: int | None = None
    columns: tuple[str, ...] = ()
    by_ply: tuple[tuple[int, ...], ...] = ()
    figures: dict[str, int] = field(default_factory=dict)
    checked: int | None = None
    reason: tuple[str, ...] = ()
    more: bool = False
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data; the witness as one word of moves."""
        return {
            "game": self.question.game.key,
            "property": self.question.text,
            "verdict": str(self.verdict),
            "claim": self.claim,
            "method": self.method,
            "holds": self.holds,
            "value": self.value,
            "exact": self.exact,
            "forced": list(self.forced),
            "bound": self.bound,
            "witness": self.witness.notation if self.witness else None,
            "plies": self.witness.plies if self.witness else None,
            "columns": list(self.columns),
            "by_ply": [list(row) for row in self.by_ply],
            "figures": self.figures,
            "checked": self.checked,
            "reason": list(self.reason),
            "more": self.more,
            "seconds": round(self.seconds, 3),
        }
