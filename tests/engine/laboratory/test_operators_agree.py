"""Every operator means the same by the rules, in the kernels and for the SAT solver.

Random conditions are compared on every line of play of a small board; `holds` on the replayed
line is the definition. A wrong answer planted in an engine does not go unseen.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Game, Move
from engine.laboratory.connectfour.satisfy import SatLines
from engine.laboratory.exhaustion.sweep import Sweep
from engine.laboratory.language.catalogue import catalogue
from engine.laboratory.language.meaning import reads
from engine.laboratory.language.parser import parse
from engine.laboratory.language.plain import kinds_of
from engine.laboratory.language.query import Kind, Question, holds, node_text
from engine.laboratory.language.relations import RELATIONS, SETS
from engine.laboratory.language.tree import (
    BACKWARD,
    COMPARISONS,
    Always,
    And,
    AtEnd,
    AtPly,
    Closed,
    Compare,
    Condition,
    Eventually,
    Expression,
    From,
    Iff,
    Implies,
    Joined,
    Named,
    Next,
    Node,
    Not,
    Or,
    Quantified,
    Sole,
    Sum,
    Term,
    Until,
    Variable,
)
from engine.laboratory.trace import Trace
from engine.registry import game
from engine.search.control import SearchControl

SMALL = {"connectfour:3x2:2": 4, "connectfour:2x3:2:3p": 5, "othello:4": 5}
"""Boards, and the plies of the lines that are compared."""


@lru_cache
def _lines(key: str) -> tuple[Trace, ...]:
    lines = [Trace(game(key), ())]
    for _ in range(SMALL[key]):
        lines = [line.after(move) for line in lines for move in line.final.legal_moves()]
    return tuple(lines)


def _terms(subject: Game, *, boolean: bool) -> list[Term]:
    """Each predicate with the fewest and with all its arguments."""
    samples = {"player": 1, "square": 1, "column": 1, "direction": 0, "line": 0, "ply": 2}
    return [
        Term(predicate.name, tuple(samples[kind.name] for kind in predicate.parameters[:count]))
        for predicate in catalogue(subject)
        if predicate.boolean is boolean
        for count in {predicate.required, len(predicate.parameters)}
    ]


def _everywhere(subject: Game, kind: str, every: bool, sole: bool, at: int) -> Node:
    """A quantified predicate that has a parameter of that kind."""
    uses = [
        (predicate, index)
        for predicate in catalogue(subject)
        for index, parameter in enumerate(predicate.parameters)
        if parameter.name == kind and index + 1 >= predicate.required
    ]
    variable = Variable("v", kind)
    if not uses:  # a kind that only sets take
        some = Term("some", (), (Joined("&", Named(kind, (variable,)), Named("player", (1,))),))
        return (Sole if sole else Quantified)(every, variable, Condition(some, ">=", 1))
    predicate, index = uses[at % len(uses)]
    arguments = tuple(variable if i == index else 1 for i in range(index + 1))
    term = Term(predicate.name, arguments)
    leaf = Condition(term, ">=", 1) if predicate.boolean else Condition(term, ">", 1)
    return (Sole if sole else Quantified)(every, variable, leaf)


def sets(key: str) -> st.SearchStrategy[Expression]:
    """Random sets of squares of that board, some with relations joined to them."""
    subject = game(key)
    words = [Named(word) for word in (*SETS, "empty")]
    words += [Named("player", (player,)) for player in range(subject.players)] * 2
    words += [Named("square", (2,)), Named("column", (1,)), Named("row", (0,))]
    words += [Named("line", (0,))] if "line" in kinds_of(subject) else []
    plain_sets = st.sampled_from(words)
    products = st.builds(Joined, st.just("->"), plain_sets, plain_sets)
    named = st.sampled_from([Named(word) for word in RELATIONS])

    def related(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        joined = st.builds(Joined, st.sampled_from("+-&."), inner, inner)
        return st.one_of(joined, st.builds(Closed, st.sampled_from("~^*"), inner))

    relations = st.recursive(st.one_of(named, named, products), related, max_leaves=3)

    def extend(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        return st.one_of(
            st.builds(Joined, st.sampled_from("+-&"), inner, inner),
            st.builds(Joined, st.just("."), inner, relations),
            st.builds(Joined, st.just("."), relations, inner),
        )

    return st.recursive(plain_sets, extend, max_leaves=4)


def _set_terms(key: str) -> st.SearchStrategy[Term]:
    """What is true or false of sets."""
    some = sets(key)
    before = st.sampled_from(["some", "no", "one", "lone"])
    return st.one_of(
        st.builds(lambda word, one: Term(word, (), (one,)), before, some),
        st.builds(lambda word, *two: Term(word, (), two), st.sampled_from(["in", "="]), some, some),
    )


def conditions(key: str) -> st.SearchStrategy[Node]:
    """Random conditions of that board, in the form that their text parses to."""
    subject = game(key)
    facts: st.SearchStrategy[Term] = st.sampled_from(_terms(subject, boolean=True))
    counts = sets(key).map(lambda counted: Term("#", (), (counted,)))
    facts = st.one_of(facts, facts, _set_terms(key))
    numbers = st.one_of(st.sampled_from(_terms(subject, boolean=False)), counts)
    compared = st.sampled_from(list(COMPARISONS))
    factors = st.integers(-2, 2).filter(bool)
    sums = st.builds(
        Sum, st.lists(st.tuples(factors, numbers), min_size=1, max_size=2).map(tuple),
        st.integers(-2, 2),
    )  # fmt: skip
    leaves = st.one_of(
        facts.map(lambda term: Condition(term, ">=", 1)),
        st.builds(Condition, numbers, compared, st.integers(0, 3)),
        st.builds(Compare, sums, compared, sums),
        st.builds(
            _everywhere,
            st.just(subject),
            st.sampled_from(kinds_of(subject)),
            st.booleans(),
            st.booleans(),
            st.integers(0, 9),
        ),
    )

    def extend(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        pair = st.tuples(inner, inner)
        return st.one_of(
            inner.map(Not),
            pair.map(And),
            pair.map(Or),
            *(st.builds(kind, inner, inner) for kind in (Implies, Iff, Until)),
            *(inner.map(kind) for kind in (Always, Eventually, Next, AtEnd)),
            *(inner.map(kind) for kind in BACKWARD),
            st.builds(AtPly, st.integers(0, 6), inner),
        )

    begun = _lines(key)[1].moves[:2]
    trees = st.recursive(leaves, extend, max_leaves=4)
    return st.one_of(trees, trees, trees.map(lambda node: From(begun, node)))


def _expected(key: str, node: Node) -> Counter[tuple[Move, ...]]:
    meant = reads(game(key), node)
    return Counter(line.moves for line in _lines(key) if meant(line))


def _counted(key: str, node: Node) -> int:
    question = Question(game(key), Kind.COUNT, node)
    return Sweep(question, SearchControl()).level(SMALL[key]).matches


def _solved(key: str, node: Node) -> Counter[tuple[Move, ...]]:
    solver = SatLines(game(key), node, SMALL[key])  # type: ignore[arg-type]
    found = Counter(iter(solver.next, None))
    solver.close()
    return found


def _check(key: str, node: Node) -> None:
    expected, text = _expected(key, node), node_text(game(key), node)
    assert _counted(key, node) == expected.total(), text
    if key.startswith("connectfour"):
        assert _solved(key, node) == expected, text


@pytest.mark.parametrize("key", SMALL)
def test_rules_kernels_and_solver_agree(key: str) -> None:
    @settings(max_examples=40)
    @given(conditions(key))
    def agree(node: Node) -> None:
        _check(key, node)

    agree()


@pytest.mark.long
@pytest.mark.parametrize("key", SMALL)
def test_rules_kernels_and_solver_agree_on_many(key: str) -> None:
    @settings(max_examples=110)  # beside the 40 above
    @given(conditions(key))
    def agree(node: Node) -> None:
        _check(key, node)

    agree()


@pytest.mark.parametrize("key", SMALL)
def test_text_parses_back(key: str) -> None:
    @settings(max_examples=150)
    @given(conditions(key))
    def same(node: Node) -> None:
        text = node_text(game(key), node)
        again = parse(game(key), text)
        assert again.text == text
        line = _lines(key)[0]
        assert holds(again.node, line) == holds(node, line)

    same()


def test_a_wrong_kernel_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    node = parse(game("othello:4"), "always not must_pass and flips >= 1").node
    _check("othello:4", node)
    from engine.laboratory.exhaustion import sweep

    def wrong(subject: Game, condition: Node) -> np.ndarray:
        return sweep_lower(subject, Eventually(condition))

    sweep_lower = sweep.lower  # type: ignore[attr-defined]
    monkeypatch.setattr(sweep, "lower", wrong)
    with pytest.raises(AssertionError):
        _check("othello:4", parse(game("othello:4"), "flips >= 2").node)


def test_a_wrong_encoding_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.laboratory.connectfour import literals

    table = dict(literals.AT_LEAST)
    monkeypatch.setitem(literals.AT_LEAST, "height", table["threats"])  # type: ignore[index]
    node = parse(game("connectfour:3x2:2"), "eventually height(2) = 2").node
    with pytest.raises(AssertionError):
        _check("connectfour:3x2:2", node)
