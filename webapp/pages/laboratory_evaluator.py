"""The evaluator beside an answer's game: what expressions come to on its boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.laboratory.language.evaluator import evaluate
from engine.laboratory.language.parser import QueryError, parse
from engine.laboratory.language.query import terms_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.laboratory.trace import Trace

MOST_RESULTS = 8
MOST_TERMS = 100
"""Terms of an expression once it is written out: a page is not kept waiting."""

MOST_PAIRS = 2**24
"""Steps that joins, products and closures of sets of squares may take, as many as the cube of the
squares each: a second."""
RELATIONAL = ("->", ".", "^", "*")

TOO_MUCH = "That takes a search; ask it as a question. Here it is what one board shows."


@dataclass(frozen=True, slots=True)
class Evaluated:
    """An expression, the ply of its board, and its value in words or why it has none."""

    ply: int
    expression: str
    value: str
    refused: bool = False

    @property
    def key(self) -> str:
        """What the address keeps of it."""
        return f"{self.ply}:{self.expression}"


def evaluations(trace: Trace, kept: Sequence[str], ply: int, fresh: str) -> tuple[Evaluated, ...]:
    """A new expression at a board and the ones of the address before it, the newest first."""
    asked = [(ply, fresh.strip())] if fresh.strip() else []
    for text in kept:
        number, _, expression = text.partition(":")
        if number.isdecimal() and len(number) < 4 and int(number) <= trace.plies and expression:
            asked.append((int(number), expression))
    newest = list(dict.fromkeys(asked))[:MOST_RESULTS]
    return tuple(_evaluated(trace, at, expression) for at, expression in newest)


def _evaluated(trace: Trace, ply: int, expression: str) -> Evaluated:
    try:
        if _takes_long(trace, expression):
            return Evaluated(ply, expression, TOO_MUCH, refused=True)
        value = evaluate(trace.game, trace.moves, expression, ply)
    except EngineError as error:
        return Evaluated(ply, expression, str(error), refused=True)
    said = f"{value:,}" if type(value) is int else "yes" if value else "no"
    return Evaluated(ply, expression, said)


def _takes_long(trace: Trace, expression: str) -> bool:
    joins = sum(expression.count(sign) for sign in RELATIONAL)
    if joins * (trace.game.columns * trace.game.rows) ** 3 > MOST_PAIRS:
        return True
    try:
        question = parse(trace.game, expression)
    except QueryError:  # a number by itself, or nothing that can be read
        return False
    if question.strategic or question.temporal:
        return True
    return sum(1 for _ in terms_of(question.plain)) > MOST_TERMS
