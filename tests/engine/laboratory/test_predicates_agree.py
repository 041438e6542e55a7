"""A predicate means the same by the rules, in the kernels and for the SAT solver.

The definition is `value` on a replayed line of play. On tiny boards every line is compared;
on larger ones the three agree on which lengths of play have a line at all, on all of 4 x 4.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from pysat.solvers import Solver

from engine.laboratory.clauses.cnf import TRUE, Formula, Interrupted
from engine.laboratory.connectfour.encoding import ConnectFourEncoding
from engine.laboratory.connectfour.satisfy import SOLVER, SatLines, literal_of  # type: ignore[attr-defined]
from engine.laboratory.exhaustion.sweep import Sweep
from engine.laboratory.language.catalogue import predicate_named
from engine.laboratory.language.meaning import reads
from engine.laboratory.language.parser import parse
from engine.laboratory.language.query import (
    COMPARISONS,
    Condition,
    Kind,
    Node,
    Not,
    Or,
    Question,
    holds,
    node_text,
)
from engine.laboratory.trace import Trace
from engine.registry import game
from engine.search.control import SearchControl
from tests.engine.laboratory.attained import Exploration
from tests.engine.laboratory.conditions import every_condition

if TYPE_CHECKING:
    from engine.game import Game, Move


def _lines(subject: Game, plies: int) -> list[Trace]:
    """Every line of play of that length, by the rules."""
    lines: list[tuple[Move, ...]] = [()]
    for _ in range(plies):
        lines = [
            (*line, move) for line in lines for move in Trace(subject, line).final.legal_moves()
        ]
    return [Trace(subject, line) for line in lines]


def _kernel_matches(subject: Game, node: Node, plies: int) -> int:
    question = Question(subject, Kind.COUNT, node)
    return Sweep(question, SearchControl()).level(plies).matches


def _solver_matches(subject: Game, node: Node, plies: int) -> Counter[tuple[Move, ...]]:
    solver = SatLines(subject, node, plies)  # type: ignore[arg-type]
    found = Counter(iter(solver.next, None))
    solver.close()
    return found


@pytest.mark.parametrize(
    ("key", "lengths"),
    [
        ("connectfour:3x2:2", (0, 3)),
        ("connectfour:2x3:2:3p", (4,)),
        pytest.param("connectfour:3x2:2", (5, 6), marks=pytest.mark.long),
        pytest.param("connectfour:3x3:3", (0, 3, 5, 6), marks=pytest.mark.long),
    ],
)
def test_solver_and_kernels_find_exactly_the_lines_of_the_rules(
    key: str, lengths: tuple[int, ...]
) -> None:
    subject = game(key)
    for plies in lengths:
        lines = _lines(subject, plies)
        for node in every_condition(subject):
            meant = reads(subject, node)
            expected = Counter(line.moves for line in lines if meant(line))
            where = f"{node_text(subject, node)} after {plies} plies"
            assert _solver_matches(subject, node, plies) == expected, where
            assert _kernel_matches(subject, node, plies) == expected.total(), where


@pytest.mark.parametrize("plies", [0, 4, pytest.param(8, marks=pytest.mark.long)])
def test_othello_kernels_count_the_lines_of_the_rules(plies: int) -> None:
    subject = game("othello:4")
    # the number of lines is 4 times that of the lines with one first move
    lines = _lines(subject, plies) if plies < 7 else _lines_after(subject, "b1", plies)
    factor = 1 if plies < 7 else 4
    for node in every_condition(subject):
        sweep = Sweep(Question(subject, Kind.COUNT, node), SearchControl())
        if factor == 4 and sweep.images != 4:
            continue
        expected = factor * sum(map(reads(subject, node), lines))
        assert sweep.level(plies).matches == expected, node_text(subject, node)


def _lines_after(subject: Game, first: str, plies: int) -> list[Trace]:
    lines: list[tuple[Move, ...]] = [(subject.parse_move(first),)]
    for _ in range(plies - 1):
        lines = [
            (*line, move) for line in lines for move in Trace(subject, line).final.legal_moves()
        ]
    return [Trace(subject, line) for line in lines]


def _possible(subject: Game, plies: int, nodes: list[Node]) -> list[bool]:
    """Which conditions the SAT solver can satisfy at that length, with witnesses checked."""
    encoding = ConnectFourEncoding(subject, plies)  # type: ignore[arg-type]
    literals = [literal_of(encoding, node) for node in nodes]
    encoding.demand(TRUE)
    found = []
    with Solver(name=SOLVER, bootstrap_with=encoding.formula.clauses) as solver:
        for node, literal in zip(nodes, literals, strict=True):
            found.append(bool(solver.solve(assumptions=[literal])))
            if found[-1]:
                witness = Trace(subject, encoding.decode(solver.get_model()))
                assert holds(node, witness), f"{node_text(subject, node)}: {witness.notation}"
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "last"),
    [
        ("connectfour:4x3:3", 12),
        ("connectfour:3x4:3:3p", 12),
        ("connectfour:4x4:3", 8),
        ("connectfour:4x4", 8),
        ("connectfour:4x4:4:3p", 8),
    ],
)
def test_solver_and_kernels_agree_on_existence(key: str, last: int) -> None:
    subject = game(key)
    nodes = every_condition(subject)
    for plies in range(last + 1):
        possible = _possible(subject, plies, nodes)
        if plies <= 7:
            for node, found in zip(nodes, possible, strict=True):
                where = f"{node_text(subject, node)} after {plies} plies"
                assert found == (_kernel_matches(subject, node, plies) > 0), where
        else:  # what is possible was checked by its witness
            impossible = [node for node, found in zip(nodes, possible, strict=True) if not found]
            assert _kernel_matches(subject, Or(tuple(impossible)), plies) == 0, plies


@pytest.mark.parametrize(
    "key",
    [
        "connectfour:3x3:3",
        "connectfour:2x3:2:3p",
        pytest.param("connectfour:4x4", marks=pytest.mark.hours),
    ],
)
def test_solver_and_rules_agree_to_the_end_of_the_game(key: str) -> None:
    subject = game(key)
    nodes = every_condition(subject)
    conditions = [node for node in nodes if isinstance(node, Condition)]
    enough = {
        node.term: {0, 1} if predicate_named(subject, node.term.name).boolean else {0, 1, 2, 3}
        for node in conditions
    }
    lengths = 0
    for plies, values in enumerate(Exploration(subject, enough).lengths()):
        for node, found in zip(nodes, _possible(subject, plies, nodes), strict=True):
            condition = node.operand if isinstance(node, Not) else node
            assert isinstance(condition, Condition)
            hits = {
                COMPARISONS[condition.comparison](value, condition.number)
                for value in values[condition.term]
            }
            where = f"{node_text(subject, node)} after {plies} plies"
            assert found == ((node is condition) in hits), where
        lengths += 1
    for plies in range(lengths, subject.columns * subject.rows + 1):  # no game is so long
        assert not any(_possible(subject, plies, nodes))


@pytest.mark.parametrize("key", ["connectfour:3x3:3", "connectfour:4x4:3:3p"])
def test_mirror_leaves_one_of_each_pair(key: str) -> None:
    from engine.laboratory.exhaustion.symmetries import images

    subject = game(key)
    node = parse(subject, "won").node
    plies = 7
    everything = set(_solver_matches(subject, node, plies))
    solver = SatLines(subject, node, plies, mirror=True)  # type: ignore[arg-type]
    half = set(iter(solver.next, None))
    solver.close()
    assert everything == {image for line in half for image in images(subject, line, falls=True)}
    assert all(
        sum(image in half for image in images(subject, line, falls=True)) == 1 for line in half
    )


def test_a_stop_ends_the_writing_of_half_a_million_clauses() -> None:
    subject = game("connectfour:16x16:8")
    looks = iter([False] * 5 + [True])
    formula = Formula(lambda: next(looks))
    with pytest.raises(Interrupted):
        ConnectFourEncoding(subject, 256, formula=formula).demand(TRUE)  # type: ignore[arg-type]
    assert len(formula.clauses) < 10_000

    solver = SatLines(subject, parse(subject, "full").node, 256)  # type: ignore[arg-type]
    solver.interrupt()
    assert solver.next() is None
    assert not solver.exhausted
    assert len(solver.encoding.formula.clauses) < 10_000
    solver.close()
