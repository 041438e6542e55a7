"""What a SAT solver answered, as one formula for other solvers to read.

The solver is asked one length of play at a time. Here all lengths stand in one formula: it has
a variable for each length, one of which must be true, and the clauses of a length hold where
its variable is. So the formula has a model exactly if there is such a game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import UnsupportedGame
from engine.laboratory.answers import Verdict
from engine.laboratory.backend import backend_of
from engine.laboratory.inquiry import BY_SOLVER
from engine.laboratory.language.query import And, Condition, Kind, Question
from engine.laboratory.language.wording import question_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.laboratory.answers import Answer
    from engine.laboratory.clauses.cnf import Encoded, Literal
    from engine.laboratory.language.tree import Node


@dataclass(frozen=True, slots=True)
class Part:
    """The games of one length within a formula of all lengths.

    Attributes:
        plies: the length.
        selector: the variable that is true where the game has that length.
        shift: what its own variables are moved by.
        clauses: those of the length by itself; None where the length alone excludes it.
        names: what its own variables stand for.
    """

    plies: int
    selector: Literal
    shift: int
    clauses: list[list[Literal]] | None
    names: Mapping[int, str]

    def placed(self, clause: list[Literal]) -> list[Literal]:
        """A clause of the length as it stands in the whole formula."""
        moved = (lit + self.shift if lit > 0 else lit - self.shift for lit in clause)
        return [-self.selector, *moved]


@dataclass(frozen=True, slots=True)
class CombinedFormula:
    """A question, and the formula that has a model exactly if there is a game to find."""

    question: Question
    parts: tuple[Part, ...]
    variables: int

    def clauses(self) -> Iterator[list[Literal]]:
        yield [part.selector for part in self.parts]
        for part in self.parts:
            if part.clauses is None:
                yield [-part.selector]
            else:
                yield from map(part.placed, part.clauses)


def solved(answer: Answer) -> Question | None:
    """What a SAT solver was asked last; None where the answer did not come by one.

    Of a greatest or smallest number that is whether there is a better one.
    """
    question = answer.question
    if answer.method != BY_SOLVER or question.strategic or answer.verdict is Verdict.STOPPED:
        return None
    if question.kind is Kind.FIND:
        return question
    if question.term is None:
        return None
    node = question.node
    if answer.value is not None:
        comparison = ">" if question.kind is Kind.MOST else "<"
        node = And((node, Condition(question.term, comparison, answer.value)))
    return replace(question, kind=Kind.FIND, node=node, term=None)


def excludes(answer: Answer) -> bool:
    """Whether a SAT solver found that there is no such game, or no better one."""
    shown = answer.question.kind is Kind.FIND and answer.witness is not None
    return solved(answer) is not None and not shown


def lengths(answer: Answer) -> range:
    """The lengths of play that an answer speaks of."""
    if answer.witness is not None and answer.question.kind is Kind.FIND:
        return range(answer.witness.plies + 1)
    if answer.verdict is Verdict.PROVED:
        return range(backend_of(answer.question.game).longest(answer.question.game) + 1)
    return range((answer.bound or 0) + 1)


def conditions(node: Node) -> tuple[Node, ...]:
    """The conditions that must all be true."""
    if isinstance(node, And):
        return tuple(part for operand in node.operands for part in conditions(operand))
    return (node,)


def combined(answer: Answer) -> CombinedFormula:
    """The formula of an answer.

    Raises:
        UnsupportedGame: the answer did not come by a SAT solver.
    """
    question = solved(answer)
    if question is None:
        raise UnsupportedGame("No SAT solver gave this answer, so there are no clauses.")
    backend, spoken_of = backend_of(question.game), lengths(answer)
    parts, used = [], len(spoken_of)
    for selector, plies in enumerate(spoken_of, start=1):
        encoded = backend.encoded(question.game, conditions(question.node), plies)
        clauses = None if encoded.excluded else demanded(encoded)
        parts.append(Part(plies, selector, used, clauses, encoded.names))
        used += 0 if clauses is None else encoded.formula.variables
    return CombinedFormula(question, tuple(parts), used)


def demanded(encoded: Encoded) -> list[list[Literal]]:
    """The clauses that all rules and all conditions hold."""
    rules = [list(clause) for rule in encoded.rules.values() for clause in rule]
    return [*encoded.formula.clauses, *rules, *([literal] for literal in encoded.wanted)]


def dimacs(formula: CombinedFormula) -> str:
    """The formula in DIMACS, with its question and its variables in comments."""
    question, clauses = formula.question, list(formula.clauses())
    longest = formula.parts[-1].plies
    lines = [
        f"c {question_words(question)}",
        f"c flipfour lab {question.game.key} '{question.text}'",
        f"c Satisfiable exactly if there is such a game of at most {longest} plies.",
    ]
    for part in formula.parts:
        lines.append(f"c {part.selector} the game has {part.plies} plies")
        lines += (
            f"c {number + part.shift} in {part.plies} plies: {name}"
            for number, name in sorted(part.names.items())
        )
    lines.append(f"p cnf {formula.variables} {len(clauses)}")
    lines += (" ".join(map(str, [*clause, 0])) for clause in clauses)
    return "\n".join(lines) + "\n"
