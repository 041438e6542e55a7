"""The language of the laboratory: canonical text, JSON, and errors that say where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.laboratory.language.catalogue import catalogue
from engine.laboratory.language.parser import MAX_LENGTH, QueryError, parse
from engine.laboratory.language.query import (
    COMPARISONS,
    And,
    Condition,
    Kind,
    Node,
    Not,
    Or,
    Question,
    Term,
)
from engine.laboratory.properties import all_properties
from engine.registry import game

CANONICAL = [
    ("connectfour", "full and not won and first_full = 4"),
    ("connectfour:7x6:4:3p", "not (won(blue) or line(rising)) and disc(d4, red, 7)"),
    ("connectfour:16x16", "disc(p16) or height(16) >= 3"),
    ("othello:4", "count discs(white) = 0"),
    ("othello:4", "count"),
    ("othello", "most passes where won(white) and lead(black) > -5"),
    ("othello:6", "fewest plies"),
    ("connectfour:4x4", "positions"),
    ("othello:4", "value"),
]


@pytest.mark.parametrize(("key", "text"), CANONICAL)
def test_canonical_text_parses_to_itself(key: str, text: str) -> None:
    assert parse(game(key), text).text == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  WON( P0 )and ended", "won(red) and ended"),
        ("won or ended and draw", "won or (ended and draw)"),
        ("(((won)))", "won"),
        ("plies>=7", "plies >= 7"),
        ("not\nnot won", "not not won"),
        ("DRAW AND FULL", "draw and full"),
        ("draw\nand\nfull", "draw and full"),
        ("plies - 1 >= 2 * discs( RED )", "plies - 1 >= 2 * discs(red)"),
        ("Every Column C: height(c)>=1", "every column c: height(c) >= 1"),
        ("No column c: height(c) = 1", "not (some column c: height(c) = 1)"),
        ("Exactly one column c: draw", "exactly one column c: draw"),
        ("at most one square s: disc(s)", "at most one square s: disc(s)"),
        ("never won until full", "never won until full"),
        ("Once before won and historically draw", "once before won and historically draw"),
        ("won implies full iff draw", "won implies (full iff draw)"),
        ("at the end won and at ply 3 full", "at the end won and at ply 3 full"),
        ("nobody can prevent (won or draw)", "nobody can prevent (won or draw)"),
        ('FROM "44 3": red can FORCE won(red)', 'from "443": red can force won(red)'),
        ("(not red can force draw) and full", "(not red can force draw) and full"),
        ("(red can force draw) until full", "(red can force draw) until full"),
        ("(red can force draw) implies full", "(red can force draw) implies full"),
        ("full iff not red can force draw", "full iff not red can force draw"),
        ("full or (at ply 3 red can force draw)", "full or (at ply 3 red can force draw)"),
        (
            "let a(p) = discs(p) = 2; a(red) and a(p1)",
            "discs(red) = 2 and discs(yellow) = 2",
        ),
    ],
)
def test_variants_have_one_canonical_text(text: str, canonical: str) -> None:
    assert parse(game("connectfour"), text).text == canonical


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("", 1, 1, "ends too early"),
        ("won and", 1, 8, "ends too early"),
        ("won $", 1, 5, "'$' means nothing here"),
        ("wun", 1, 1, "did you mean 'won'?"),
        ("won and\n  passes >= 1", 2, 3, "there is no 'passes'"),
        ("plies", 1, 1, "compare it"),
        ("won = 1", 1, 1, "takes no comparison"),
        ("disc(h1)", 1, 6, "a1 to g6"),
        ("disc(d0)", 1, 6, "a1 to g6"),
        ("won(green)", 1, 5, "red, yellow"),
        ("won(p2)", 1, 5, "red, yellow"),
        ("line(up)", 1, 6, "horizontal, vertical, rising, falling"),
        ("height(8) = 1", 1, 8, "1 to 7"),
        ("disc(d1, red, -3)", 1, 15, "Expected here: a name, a number"),
        ("disc", 1, 1, "takes square, player, ply"),
        ("won(red, red)", 1, 1, "takes player"),
        ("most won", 1, 6, "true or false"),
        ("won won", 1, 5, "does not belong here"),
        ("plies == 7", 1, 7, "'==' is written = here"),
        ("won &&\nfull", 1, 5, "'&&' is written and here"),
        ("!draw", 1, 1, "'!' is written not here"),
        ("some s: disc(s)", 1, 7, "as in 'every square s: ...'"),
        ("won[red]", 1, 4, "after a name"),
        ("red: draw", 1, 4, "does not belong here"),
        (": draw", 1, 1, "does not belong here"),
        ("check draw", 1, 1, "'check' is written 'not (P)'"),
        ("check not won(red)", 1, 1, "'check' is written 'not (P)'"),
        ("lost(red)", 1, 1, "'lost' is written 'won(other player)'"),
        ("plies ≥ 3", 1, 7, "'≥' is written >= here"),
        ("draw <=> plies > 3", 1, 6, "'<=>' is written iff here"),
        ("forall column c: height(c) = 1", 1, 1, "'forall' is written 'every' here"),
        ("full and exists square s: disc(s)", 1, 10, "'exists' is written 'some' here"),
        ("red wins", 1, 5, "'wins' is written 'won(player)' here"),
        ("winner = red", 1, 1, "'winner' is written 'won(player)' here"),
        ("threts = red", 1, 1, "did you mean 'threats'"),
        ("plies = 12345", 1, 13, "a number has four digits at most"),
        ("colour(a1) = red", 1, 1, "'colour' is written 'disc(square, player)' here"),
        ("moves > 7", 1, 1, "'moves' is written 'plies' here"),
        ("plies >", 1, 8, "Expected here: a name, a number"),
        ("flips + 2 = 3", 1, 1, "there is no 'flips'"),
        ("plies + 2", 1, 1, "a sum is a number; compare it"),
        ("every rank r: won", 1, 7, "is not among"),
        ("every column c: disc(c)", 1, 22, "is a column, not a square"),
        ("green can force won", 1, 1, "red, yellow"),
        ("red can force won(red) and full", 1, 28, "'(... can force ...) and ...'"),
        ("not red can force won(red) or full", 1, 31, "'... can force (... or ...)'"),
        ("always nobody can prevent draw and full", 1, 36, "'nobody can prevent (... and ...)'"),
        ("red can force won(red) until full", 1, 30, "'... can force (... until ...)'"),
        ("red can force won(red) implies full", 1, 32, "'... can force (... implies ...)'"),
        ("always red can force draw iff full", 1, 31, "'(... can force ...) iff ...'"),
        ("won or red can force draw implies full", 1, 35, "is this forced, too?"),
        ("red can force draw implies full iff draw", 1, 28, "is this forced, too?"),
        ("full until red can force won(red) and draw", 1, 39, "is this forced, too?"),
        ("red can force draw and full until red can force draw", 1, 24, "is this forced, too?"),
        ("red can force draw or full and red can force draw", 1, 23, "is this forced, too?"),
        ("full or nobody can prevent draw or won", 1, 36, "'(nobody can prevent ...) or ...'"),
        ("nobody can force draw", 1, 12, "nobody can prevent"),
        ('from "44": count draw', 1, 12, "stands in front"),
        ('from "44": value', 1, 12, "about the first board"),
        ("plies * 2 = 4", 1, 7, "a number stands before"),
        ("3 <= plies <= 5", 1, 12, "joins two comparisons"),
        ("plies = 5 or 6", 1, 14, "write every comparison out"),
        ("won at ply 7", 1, 5, "stand before their condition"),
        ("at end draw", 1, 4, "has 'the'"),
        ("draw or or full", 1, 12, "the first one is missing"),
        ("eventualy won", 1, 1, "did you mean 'eventually'"),
        ("every squares s: disc(s)", 1, 7, "did you mean 'square'"),
        ('from "48": won', 1, 6, "8"),
        ("let won = full; won", 1, 5, "has a meaning already"),
        ("let a = a; a", 1, 9, "defined by itself"),
        ("let a(p) = won(p); a", 1, 20, "takes p"),
        ("count red can force won(red)", 1, 1, "asked by itself"),
        ('always (from "4": won)', 1, 1, "'from' stands before"),
        ("every square a: every square b: every square c: disc(a)", 1, 1, "4,000 conditions"),
        ("__import__('os')", 1, 1, "means nothing here"),
    ],
)
def test_errors_say_where_and_why(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(QueryError, match="Line") as caught:
        parse(game("connectfour"), text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in str(caught.value)


def test_limits() -> None:
    connect_four = game("connectfour")
    with pytest.raises(QueryError, match="at most 500 characters"):
        parse(connect_four, "won or " * MAX_LENGTH)
    with pytest.raises(QueryError, match="nest at most 20 deep"):
        parse(connect_four, "(" * 21 + "won" + ")" * 21)
    with pytest.raises(QueryError, match="at most 40 conditions"):
        parse(connect_four, " or ".join(["won"] * 41))
    parse(connect_four, "(" * 20 + "won" + ")" * 20)


@given(st.text(max_size=60))
def test_any_text_parses_or_is_refused(text: str) -> None:
    try:
        question = parse(game("connectfour"), text)
    except QueryError:
        return
    assert parse(game("connectfour"), question.text) == question


def _terms(key: str) -> st.SearchStrategy[Node]:
    connect_four = game(key)
    conditions: list[Node] = []
    for predicate in catalogue(connect_four):
        for count in range(predicate.required, len(predicate.parameters) + 1):
            term = Term(predicate.name, (1,) * count)
            signs = [">="] if predicate.boolean else list(COMPARISONS)
            conditions += [Condition(term, sign, 1) for sign in signs]
    return st.sampled_from(conditions)


def _trees(key: str) -> st.SearchStrategy[Node]:
    def extend(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        several = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return st.one_of(inner.map(Not), several.map(And), several.map(Or))

    return st.recursive(_terms(key), extend, max_leaves=6)


@given(_trees("connectfour"))
def test_text_keeps_every_tree(node: Node) -> None:
    question = Question(game("connectfour"), Kind.FIND, node)
    assert parse(question.game, question.text) == question


@pytest.mark.parametrize("ready", all_properties(), ids=lambda ready: ready.name)
def test_ready_questions_are_canonical(ready: object) -> None:
    assert parse(game(ready.game), ready.text).text == ready.text  # type: ignore[attr-defined]


def test_a_quantifier_reaches_as_far_as_it_can() -> None:
    board = game("connectfour:4x4")
    loose = parse(board, "won and some column c: height(c) = 4 and not full")
    assert loose.text == "won and (some column c: height(c) = 4 and not full)"
    assert parse(board, "not every column c: height(c) = 4 or full").text == (
        "not (every column c: height(c) = 4 or full)"
    )
