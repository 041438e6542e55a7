"""The laboratory's language: text to a `Question`, with errors that say where.

::

    full and not won and first_full = 4        is there such a line of play?
    always (discs(red) >= discs(yellow))       on every board of it
    some column c: height(c) = 6               for one of all columns, or more
    exactly one column c: height(c) = 6        also: no, at most one, every
    red can force won(red)                     whatever the other plays
    from "4433": yellow can force draw         from that position on
    red in corner.^right, some red & edge      sets of squares and relations, as in Alloy
    let good(p) = corners(p) >= 2; good(red)   with a name of one's own
    under no passes, misere: value             the same under other rules
    count won(red) and plies = 7               how many?
    most passes where ended                    the greatest value of a term
    fewest plies where draw                    the smallest
    positions, value, zugzwang                 the game as a whole

Lengths, depth and the number of conditions are limited, and nothing is ever evaluated:
a name that is not in the catalogue is an error.
"""

from __future__ import annotations

import difflib
from itertools import chain, count, pairwise
from typing import TYPE_CHECKING, Any, cast

from lark import Token, Tree

from engine.errors import EngineError
from engine.laboratory.backend import backend_of
from engine.laboratory.language.catalogue import predicate_named
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.grammar import MAX_DEPTH, MAX_LENGTH, QueryError, at, first, read
from engine.laboratory.language.plain import domain_of, kinds_of
from engine.laboratory.language.predicates import PLAYER
from engine.laboratory.language.query import EVERYTHING, Kind, Question
from engine.laboratory.language.relations import arity
from engine.laboratory.language.ruling import parted, ruled
from engine.laboratory.language.setwise import IN, SAME
from engine.laboratory.language.spelling import node_text, reaches_on, term_text
from engine.laboratory.language.terms import Terms
from engine.laboratory.language.tree import (
    TEMPORAL,
    Always,
    And,
    Argument,
    AtEnd,
    AtPly,
    Before,
    Compare,
    Condition,
    Eventually,
    Forces,
    From,
    Historically,
    Iff,
    Implies,
    Next,
    Node,
    Not,
    Once,
    Or,
    Quantified,
    Sole,
    Term,
    Until,
    Variable,
    children,
    nodes_of,
    strategic,
)
from engine.laboratory.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game

__all__ = ["MAX_DEPTH", "MAX_LENGTH", "QueryError", "parse", "to_json"]

MAX_CONDITIONS = 40
"""Conditions as they are written."""

MAX_EXPANDED = 4000
"""Conditions once every quantifier is written out."""

_JOINED: dict[str, Any] = {
    "disjunction": Or,
    "conjunction": And,
    "implies": Implies,
    "iff": Iff,
    "until_": Until,
}
_PREFIXED: dict[str, Any] = {
    "negated": Not,
    "always": Always,
    "eventually": Eventually,
    "next_": Next,
    "before": Before,
    "once": Once,
    "historically": Historically,
    "at_end": AtEnd,
}


def parse(game: Game, text: str) -> Question:
    """The question `text` asks about `game`.

    Raises:
        QueryError: the text is too long or deep, does not parse, or names something that
            the game's catalogue does not have.
        UnsupportedGame: the laboratory does not know the game.
    """
    backend_of(game)
    rules, *defined, question = read(text).children
    assert isinstance(question, Tree)  # noqa: S101 (the grammar guarantees it)
    if rules is not None:
        game = ruled(game, cast("Tree[Token]", rules).children)
    return _Builder(game, defined).question(question)


def game_of_text(game: Game, text: str) -> Game:
    """`game` under the rules that a question's text changes.

    Raises:
        QueryError: they are no rules of that game.
    """
    rules, _ = parted(text)
    return parse(game, f"{rules} ended").game if rules else game


class _Builder(Terms):
    """Turns the parse tree into the query tree, checking every name and argument."""

    def question(self, tree: Tree[Token]) -> Question:
        game, kind = self.game, Kind(tree.data)
        if refusal := backend_of(game).refusal(game, kind):
            raise QueryError(refusal)
        if kind is Kind.ZUGZWANG and changes_of(game) is not None:
            raise QueryError("zugzwang is asked under the usual rules.")
        if kind in {Kind.POSITIONS, Kind.VALUE, Kind.ZUGZWANG}:
            return Question(game, kind)
        parts: list[Any] = list(tree.children) or [None]
        *measured, condition = parts
        node = EVERYTHING if condition is None else self.node(condition, {})
        if _size(game, node) > MAX_EXPANDED:
            raise QueryError(f"The question comes to more than {MAX_EXPANDED:,} conditions.")
        if strategic(node) and kind is not Kind.FIND:
            raise QueryError(f"what can be forced is asked by itself, not with {kind}.")
        if _from_within(node):
            raise QueryError("'from' stands before a condition, not within an operator.")
        if not measured:
            return Question(game, kind, node)
        term, token = self.term(measured[0], {})
        if predicate_named(game, term.name).boolean:
            raise at(token, f"{term.name!r} is true or false, so it has no {kind}.")
        return Question(game, kind, node, term)

    def node(self, tree: Any, scope: Mapping[str, Argument | Token]) -> Node:
        """The condition of a parse tree, with what the names of `scope` stand for."""
        data, parts = tree.data, tree.children
        made: Node
        if data == "grouped":
            made = self.node(parts[0], scope)
        elif data in {"disjunction", "conjunction"}:
            _check_reach(parts, "or" if data == "disjunction" else "and")
            made = _JOINED[data](tuple(self.node(part, scope) for part in parts))
        elif data in _JOINED:
            _check_reach(parts, data.removesuffix("_"))
            made = _JOINED[data](*(self.node(part, scope) for part in parts))
        elif data in _PREFIXED:
            made = _PREFIXED[data](self.node(parts[0], scope))
        else:
            made = getattr(self, f"_{data}")(parts, scope)
        return made

    def _never(self, parts: Any, scope: Any) -> Node:
        return Always(Not(self.node(parts[0], scope)))

    def _at_ply(self, parts: Any, scope: Any) -> Node:
        return AtPly(int(parts[0]), self.node(parts[1], scope))

    def _forces(self, parts: Any, scope: Any) -> Node:
        return Forces(self.argument(PLAYER, parts[0], scope), self.node(parts[1], scope))

    def _unprevented(self, parts: Any, scope: Any) -> Node:
        return Forces(None, self.node(parts[0], scope))

    def _from_board(self, parts: Any, scope: Any) -> Node:
        try:
            moves = self.game.parse_moves(str(parts[0])[1:-1])
            Trace(self.game, moves)
        except EngineError as error:
            raise at(parts[0], str(error)) from None
        return From(tuple(moves), self.node(parts[1], scope))

    def _quantified(self, parts: Any, scope: Any) -> Node:
        word, *rest = parts
        return Quantified(word.lower() == "every", *self._ranged(rest, scope))

    def _none(self, parts: Any, scope: Any) -> Node:
        return Not(Quantified(False, *self._ranged(parts[1:], scope)))

    def _exactly_one(self, parts: Any, scope: Any) -> Node:
        return Sole(False, *self._ranged(parts[1:], scope))

    def _at_most_one(self, parts: Any, scope: Any) -> Node:
        return Sole(True, *self._ranged(parts[1:], scope))

    def _ranged(self, parts: Any, scope: Any) -> tuple[Variable, Node]:
        """What a quantifier lets vary, and the condition on it."""
        kind, name, body = parts
        if kind.lower() not in kinds_of(self.game):
            close = difflib.get_close_matches(kind.lower(), kinds_of(self.game), 1)
            told = f"; did you mean {close[0]!r}?" if close else "."
            raise at(kind, f"{str(kind)!r} is not among {', '.join(kinds_of(self.game))}{told}")
        word = name.lower()
        given = {str(getattr(x, "name", x)).lower() for key, x in scope.items() if key != word}
        variable = Variable(_another(word, given), kind.lower())
        return variable, self.node(body, {**scope, word: variable})

    def _condition(self, parts: Any, scope: Any) -> Node:
        left, comparison, right = parts
        token = self._counted(left)
        if self.is_set(left, scope) or (right is not None and self.is_set(right, scope)):
            return self._same(parts, scope)
        if comparison is None:
            return self._alone(left, scope, token)
        one, other = self.sum(left, scope), self.sum(right, scope)
        if len(one.parts) == 1 and one.parts[0][0] == 1 and not other.parts:
            term = one.parts[0][1]
            if one.constant == 0:
                if predicate_named(self.game, term.name).boolean:
                    raise at(token, f"{term.name!r} is true or false; it takes no comparison.")
                return Condition(term, str(comparison), other.constant)
        return Compare(one, str(comparison), other)

    def _counted(self, tree: Any) -> Token:
        """The first token of one more condition."""
        self.conditions += 1
        if self.conditions > MAX_CONDITIONS:
            raise at(first(tree), f"a question has at most {MAX_CONDITIONS} conditions.")
        return first(tree)

    def _same(self, parts: Any, scope: Any) -> Node:
        left, comparison, right = parts
        if comparison is None:
            self.set(left, scope)
            raise at(
                first(left), "'some', 'no', '#' stand before a set, 'in' after; '&' joins sets."
            )
        if comparison not in ("=", "!="):
            raise at(comparison, "sets are compared by 'in', '=' and '!='; '#' counts them.")
        same = self._on_sets(SAME, [left, right], scope)
        return same if comparison == "=" else Not(same)

    def _on_sets(self, word: str, parts: Any, scope: Any) -> Node:
        sets = [self.set(part, scope) for part in parts]
        if len({arity(part) for part in sets}) > 1:
            raise at(first(parts[0]), f"{word!r} stands between two sets or two relations.")
        return Condition(Term(word, (), tuple(sets)), ">=", 1)

    def _within(self, parts: Any, scope: Any) -> Node:
        self._counted(parts[0])
        return self._on_sets(IN, parts, scope)

    def _not_within(self, parts: Any, scope: Any) -> Node:
        return Not(self._within(parts, scope))

    def _before_set(self, parts: Any, scope: Any) -> Node:
        word, part = parts
        self._counted(part)
        return self._on_sets(word.lower(), [part], scope)

    def _alone(self, tree: Any, scope: Any, token: Token) -> Node:
        """A statement without a comparison: a predicate that is true or false, or a definition."""
        product: Any = tree.children[1].children if len(tree.children) == 2 else ()
        if tree.children[0] is not None or len(product) != 2 or product[0] is not None:
            if token.type == "NUMBER":
                told = "write every comparison out, as in plies = 5 or plies = 6."
                raise at(token, f"a number is no condition; {told}")
            raise at(token, "a sum is a number; compare it, as in flips + 2 <= empties.")
        if product[1].data == "group":
            return self._alone(product[1].children[0], scope, token)
        if product[1].data == "term" and product[1].children[0].lower() in self.definitions:
            return self.used(product[1], scope, self.node)
        term, _ = self.term(product[1], scope)
        if not predicate_named(self.game, term.name).boolean:
            text = term_text(self.game, term)
            raise at(token, f"{text!r} is a number; compare it, as in {text} >= 1.")
        return Condition(term, ">=", 1)


def _check_reach(parts: Any, word: str) -> None:
    """Refuse ``red can force P and Q``, also after ``not`` and the like: it is read in two ways."""
    for part, following in pairwise(parts):
        who = _strategic_at(part, last=True)
        if who and not _strategic_at(following, last=False):
            told = f"is this forced, too? Then write '{who} (... {word} ...)'"
            raise at(first(following), f"{told}, else '({who} ...) {word} ...'.")


_STRATEGIC = {"forces": "... can force", "unprevented": "nobody can prevent"}
_PREFIXING = {*_PREFIXED, "never", "at_ply"}
"""What stands before its operand, the last of its parts."""


def _strategic_at(tree: Any, *, last: bool) -> str:
    """The words of the strategic operator with which a condition ends or begins, if it does."""
    while tree.data in {*_PREFIXING, *_JOINED}:
        tree = tree.children[-1 if last or tree.data in _PREFIXING else 0]
    return _STRATEGIC.get(tree.data, "")


def _another(name: str, given: set[str]) -> str:
    """A variable's name that means nothing else yet: a definition may be given one of its own."""
    return next(x for x in chain((name,), map(f"{name}_{{}}".format, count(2))) if x not in given)


def _size(game: Game, node: Node) -> int:
    """Conditions once the quantifiers are written out."""
    times = 1
    if isinstance(node, Quantified | Sole):
        times = len(domain_of(game, node.variable.kind))
    if isinstance(node, Sole):
        times *= times.bit_length() + 2
    return times * (sum(_size(game, child) for child in children(node)) or 1)


def _from_within(node: Node) -> bool:
    """Whether a board to start from is named where another one is being read already."""
    reads = isinstance(node, (*TEMPORAL, Forces))
    if reads:
        return any(isinstance(x, From) for child in children(node) for x in nodes_of(child))
    return any(map(_from_within, children(node)))


def to_json(question: Question) -> dict[str, Any]:
    """The same question as a JSON tree, for a form; what a form has no parts for is text."""
    game = question.game
    answer: dict[str, Any] = {"kind": str(question.kind)}
    changes = changes_of(game)
    if changes is not None:
        answer["rules"] = list(changes.names)
        start = changes.start
        answer["start"] = "/".join(start.rows) if start is not None else ""
        mover = None if start is None else start.to_move
        answer["turn"] = "" if mover is None else game.player_names[mover].lower()
    if question.term is not None:
        answer["term"] = term_text(game, question.term)
    if question.node != EVERYTHING:
        answer["where"] = _node_json(game, question.node)
    return answer


def _node_json(game: Game, node: Node, *, within: bool = False) -> dict[str, Any]:
    if isinstance(node, Not):
        return {"not": _node_json(game, node.operand, within=within)}
    if isinstance(node, And | Or):
        word = "and" if isinstance(node, And) else "or"
        return {word: [_node_json(game, operand, within=True) for operand in node.operands]}
    text = node_text(game, node)
    joined = isinstance(node, Implies | Iff | Until | Quantified | Sole | From)
    joined = joined or (within and reaches_on(node))
    return {"text": f"({text})" if joined else text}
