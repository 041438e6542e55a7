"""The laboratory's language: text to a `Question`, with errors that say where.

::

    full and not won and first_full = 4        is there such a line of play?
    always (discs(red) >= discs(yellow))       on every board of it
    some column c: height(c) = 6               for one of all columns, or more
    exactly one column c: height(c) = 6        also: no, at most one, every
    red can force won(red)                     whatever the other plays
    from "4433": yellow can force draw         from that position on
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
from typing import TYPE_CHECKING, Any, cast

from lark import Token, Tree

from engine.errors import EngineError, NotationError
from engine.laboratory.backend import backend_of
from engine.laboratory.language.catalogue import catalogue
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.grammar import MAX_DEPTH, MAX_LENGTH, QueryError, read, said_here
from engine.laboratory.language.plain import domain_of, kinds_of
from engine.laboratory.language.query import EVERYTHING, Kind, Question
from engine.laboratory.language.ruling import parted, ruled
from engine.laboratory.language.spelling import node_text, term_text
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
    Sum,
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
    from engine.laboratory.language.predicates import ParameterKind

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


class _Builder:
    """Turns the parse tree into the query tree, checking every name and argument.

    A definition is a parse tree with names for its arguments; it is built anew wherever it is
    used, so its text is written out in the canonical text of the question.
    """

    def __init__(self, game: Game, defined: list[Any]) -> None:
        self.game = game
        self.predicates = {predicate.name: predicate for predicate in catalogue(game)}
        self.definitions: dict[str, tuple[list[str], Any]] = {}
        self.conditions = 0
        self.using: list[str] = []
        for definition in defined:
            name, *parameters, body = definition.children
            if name.lower() in self.predicates:
                raise _at(name, f"{str(name)!r} has a meaning already; take another name.")
            names = [str(word).lower() for word in parameters if word is not None]
            self.definitions[name.lower()] = names, body

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
        if self.predicates[term.name].boolean:
            raise _at(token, f"{term.name!r} is true or false, so it has no {kind}.")
        return Question(game, kind, node, term)

    def node(self, tree: Any, scope: Mapping[str, Argument | Token]) -> Node:
        """The condition of a parse tree, with what the names of `scope` stand for."""
        data, parts = tree.data, tree.children
        made: Node
        if data in {"disjunction", "conjunction"}:
            made = _JOINED[data](tuple(self.node(part, scope) for part in parts))
        elif data in _JOINED:
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
        player = self._argument(self._kind("player"), parts[0], scope)
        if isinstance(player, Variable):
            raise _at(parts[0], "name the player who can force it.")
        return Forces(player, self.node(parts[1], scope))

    def _unprevented(self, parts: Any, scope: Any) -> Node:
        return Forces(None, self.node(parts[0], scope))

    def _from_board(self, parts: Any, scope: Any) -> Node:
        try:
            moves = self.game.parse_moves(str(parts[0])[1:-1])
            Trace(self.game, moves)
        except EngineError as error:
            raise _at(parts[0], str(error)) from None
        return From(tuple(moves), self.node(parts[1], scope))

    def _quantified(self, parts: Any, scope: Any) -> Node:
        word, *rest = parts
        return Quantified(word.lower() == "every", *self._ranged(rest, scope))

    def _none(self, parts: Any, scope: Any) -> Node:
        return Not(Quantified(False, *self._ranged(parts, scope)))

    def _exactly_one(self, parts: Any, scope: Any) -> Node:
        return Sole(False, *self._ranged(parts, scope))

    def _at_most_one(self, parts: Any, scope: Any) -> Node:
        return Sole(True, *self._ranged(parts, scope))

    def _ranged(self, parts: Any, scope: Any) -> tuple[Variable, Node]:
        """What a quantifier lets vary, and the condition on it."""
        kind, name, body = parts
        if kind.lower() not in kinds_of(self.game):
            raise _at(kind, f"{str(kind)!r} is not among {', '.join(kinds_of(self.game))}.")
        variable = Variable(name.lower(), kind.lower())
        return variable, self.node(body, {**scope, variable.name: variable})

    def _condition(self, parts: Any, scope: Any) -> Node:
        left, comparison, right = parts
        self.conditions += 1
        token = _first(left)
        if self.conditions > MAX_CONDITIONS:
            raise _at(token, f"a question has at most {MAX_CONDITIONS} conditions.")
        if comparison is None:
            return self._alone(left, scope, token)
        first, second = self._sum(left, scope), self._sum(right, scope)
        if len(first.parts) == 1 and first.parts[0][0] == 1 and not second.parts:
            term = first.parts[0][1]
            if first.constant == 0:
                if self.predicates[term.name].boolean:
                    raise _at(token, f"{term.name!r} is true or false; it takes no comparison.")
                return Condition(term, str(comparison), second.constant)
        return Compare(first, str(comparison), second)

    def _alone(self, tree: Any, scope: Any, token: Token) -> Node:
        """A statement without a comparison: a predicate that is true or false, or a definition."""
        product: Any = tree.children[1].children if len(tree.children) == 2 else ()
        if tree.children[0] is not None or len(product) != 2 or product[0] is not None:
            raise _at(token, "a sum is a number; compare it, as in flips + 2 <= empties.")
        name = product[1].children[0]
        if name.lower() in self.definitions:
            return self._defined(product[1], scope)
        term, _ = self.term(product[1], scope)
        if not self.predicates[term.name].boolean:
            raise _at(token, f"{term.name!r} is a number; compare it, as in {term.name} >= 1.")
        return Condition(term, ">=", 1)

    def _defined(self, tree: Any, scope: Any) -> Node:
        name, *arguments = tree.children
        given = [argument.children[0] for argument in arguments if argument is not None]
        parameters, body = self.definitions[name.lower()]
        if len(given) != len(parameters):
            wanted = ", ".join(parameters) or "nothing"
            raise _at(name, f"{str(name)!r} takes {wanted} in its parentheses.")
        if name.lower() in self.using:
            raise _at(name, f"{str(name)!r} is defined by itself.")
        self.using.append(name.lower())
        values = (scope.get(token.lower(), token) for token in given)
        node = self.node(body, dict(zip(parameters, values, strict=True)))
        self.using.pop()
        return node

    def _sum(self, tree: Any, scope: Any) -> Sum:
        parts: list[tuple[int, Term]] = []
        constant, sign = 0, 1
        for child in tree.children:
            if child is None or isinstance(child, Token):
                sign = -1 if child == "-" else 1
                continue
            *number, last = child.children
            factor = sign * int(number[0]) if number and number[0] is not None else sign
            if isinstance(last, Token):
                constant += sign * int(last)
            else:
                parts.append((factor, self.term(last, scope)[0]))
        return Sum(tuple(parts), constant)

    def term(self, tree: Any, scope: Mapping[str, Argument | Token]) -> tuple[Term, Token]:
        """A term and the token of its name."""
        name, *arguments = tree.children
        given = [argument.children[0] for argument in arguments if argument is not None]
        predicate = self.predicates.get(name.lower())
        if predicate is None:
            raise _at(name, self._unknown(str(name)))
        self._check_meaning(name, predicate.name)
        if not predicate.required <= len(given) <= len(predicate.parameters):
            wanted = ", ".join(kind.name for kind in predicate.parameters) or "nothing"
            raise _at(name, f"{predicate.name!r} takes {wanted} in its parentheses.")
        kinds = zip(predicate.parameters, given, strict=False)
        values = (self._argument(kind, argument, scope) for kind, argument in kinds)
        return Term(predicate.name, tuple(values)), name

    def _check_meaning(self, token: Token, name: str) -> None:
        changes = changes_of(self.game)
        for rule in changes.rules if changes is not None else ():
            if name in rule.without:
                raise _at(token, f"{name!r} means nothing under {rule.name}.")

    def _argument(self, kind: ParameterKind, token: Token, scope: Any) -> Argument:
        found = scope.get(token.lower(), token)
        if isinstance(found, Variable):
            if found.kind != kind.name:
                raise _at(token, f"{str(token)!r} is a {found.kind}, not a {kind.name}.")
            return found
        try:
            return kind.read(self.game, found.lower())
        except NotationError as error:
            raise _at(token, str(error)) from None

    def _kind(self, name: str) -> ParameterKind:
        kinds = (kind for predicate in self.predicates.values() for kind in predicate.parameters)
        return next(kind for kind in kinds if kind.name == name)

    def _unknown(self, name: str) -> str:
        if hint := said_here(name):
            return hint
        near = difflib.get_close_matches(name.lower(), [*self.predicates, *self.definitions], 1)
        hint = f"did you mean {near[0]!r}?" if near else "see the list of what can be asked."
        return f"there is no {name!r} for this game; {hint}"


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


def _first(tree: Any) -> Token:
    """The first token of a parse tree."""
    found: Token = next(tree.scan_values(lambda value: isinstance(value, Token)))
    return found


def _at(token: Token, message: str) -> QueryError:
    return QueryError(message, token.line or 1, token.column or 1)


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


def _node_json(game: Game, node: Node) -> dict[str, Any]:
    if isinstance(node, Not):
        return {"not": _node_json(game, node.operand)}
    if isinstance(node, And | Or):
        word = "and" if isinstance(node, And) else "or"
        return {word: [_node_json(game, operand) for operand in node.operands]}
    text = node_text(game, node)
    joined = isinstance(node, Implies | Iff | Until | Quantified | Sole | From)
    return {"text": f"({text})" if joined else text}
