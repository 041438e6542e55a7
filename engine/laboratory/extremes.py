"""``most`` and ``fewest``: the extreme value of a term, and a line of play that reaches it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.backend import backend_of
from engine.laboratory.language.query import And, Condition, Kind, Term, term_text, term_value
from engine.laboratory.matching import levels, matching, played
from engine.laboratory.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move
    from engine.laboratory.inquiry import Inquiry


def extreme(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """The best value found, proved or not; and further lines that reach it."""
    backend = backend_of(inquiry.question.game)
    own = None if inquiry.cut else backend.extreme_way(inquiry.question)
    if own is not None:
        line = own(inquiry)
        witness = None if line is None else inquiry.checked(line)
    else:
        witness = _climb(inquiry) if backend.solves else _best_of_levels(inquiry)
    if witness is None:
        return _none_found(inquiry), iter(())
    term = _term(inquiry)
    value, name = term_value(term, witness), term_text(inquiry.question.game, term)
    if inquiry.complete:
        verdict, claim = Verdict.PROVED, f"{name} = {value}; this game reaches it."
    else:
        word = "at most" if inquiry.question.kind is Kind.FEWEST else "at least"
        verdict, claim = Verdict.WITNESS, f"{name} = {value} is reached: {word}, not a proof."
    answer = inquiry.answer(verdict, claim, witness=witness, value=value, exact=inquiry.complete)
    return answer, _others(inquiry, value, witness)


def _none_found(inquiry: Inquiry) -> Answer:
    if inquiry.stopped:
        return inquiry.answer(Verdict.STOPPED, "Stopped before a game was found.")
    verdict = Verdict.PROVED if inquiry.complete else Verdict.NOT_FOUND
    return inquiry.answer(verdict, "No game satisfies the condition.")


def _term(inquiry: Inquiry) -> Term:
    term = inquiry.question.term
    assert term is not None  # noqa: S101 (the parser guarantees it)
    return term


def _others(inquiry: Inquiry, value: int, shown: Trace) -> Iterator[tuple[Move, ...]]:
    """Further lines of the same value."""
    node = And((inquiry.question.node, Condition(_term(inquiry), "=", value)))
    question = replace(inquiry.question, kind=Kind.FIND, node=node, term=None)
    return (moves for moves in matching(inquiry.about(question)) if moves != shown.moves)


def _best_of_levels(inquiry: Inquiry) -> Trace | None:
    """The best line of all lengths; a fewest number of plies is settled by the first one."""
    best: tuple[Move, ...] | None = None
    question = inquiry.question
    first_is_best = question.kind is Kind.FEWEST and question.term == Term("plies")
    for _, level in levels(inquiry):
        if level.witnesses:
            best = level.witnesses[0]
            if first_is_best or _highest(inquiry, best):
                inquiry.complete = True
                return inquiry.checked(best)
    found = played(inquiry)
    if found is not None and (best is None or _better(inquiry, found, best)):
        best = found
    if best is None:
        return None
    inquiry.complete = inquiry.complete or _highest(inquiry, best)
    return inquiry.checked(best)


def _highest(inquiry: Inquiry, line: tuple[Move, ...]) -> bool:
    """Whether a line reaches what the board has room for, so that none has more."""
    game, term = inquiry.question.game, _term(inquiry)
    most = backend_of(game).ceilings(game).get(term.name)
    return inquiry.question.kind is Kind.MOST and term_value(term, Trace(game, line)) == most


def _better(inquiry: Inquiry, first: tuple[Move, ...], second: tuple[Move, ...]) -> bool:
    game, term = inquiry.question.game, _term(inquiry)
    a, b = (term_value(term, Trace(game, moves)) for moves in (first, second))
    return a > b if inquiry.question.kind is Kind.MOST else a < b


def _climb(inquiry: Inquiry) -> Trace | None:
    """The best line by a solver: ask for a better one until there is none."""
    question, best, node = inquiry.question, None, inquiry.question.node
    comparison = ">" if question.kind is Kind.MOST else "<"
    while True:
        asked = inquiry.about(replace(question, node=node))
        moves = next(matching(asked), None)
        if moves is None:
            inquiry.searched, inquiry.complete = asked.searched, asked.complete
            return best
        best = inquiry.checked(moves)
        better = Condition(_term(inquiry), comparison, term_value(_term(inquiry), best))
        node = And((node, better))
