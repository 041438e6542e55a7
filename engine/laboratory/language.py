"""The laboratory's language: text to a `Question`, with errors that say where.

::

    full and not won and first_full = 4        is there such a line of play?
    count won(red) and plies = 7               how many?
    most passes where ended                    the greatest value of a term
    fewest plies where draw                    the smallest
    positions                                  every reachable position
    value                                      the result of perfect play
    zugzwang                                   who would rather pass? (Connect Four)

Lengths, depth and the number of conditions are limited, and nothing is ever evaluated:
a name that is not in the catalogue is an error.
"""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lark import Lark, Token, Transformer, UnexpectedInput, v_args
from lark.exceptions import UnexpectedCharacters, VisitError

from engine.errors import NotationError
from engine.laboratory.backend import backend_of
from engine.laboratory.catalogue import catalogue
from engine.laboratory.query import (
    COMPARISONS,
    EVERYTHING,
    And,
    Condition,
    Kind,
    Node,
    Not,
    Or,
    Question,
    Term,
)

if TYPE_CHECKING:
    from engine.game import Game

MAX_LENGTH = 500
MAX_DEPTH = 20
MAX_CONDITIONS = 40

_GRAMMAR = r"""
    start: disjunction                            -> find
         | "count" disjunction?                   -> count
         | "most" term ["where" disjunction]      -> most
         | "fewest" term ["where" disjunction]    -> fewest
         | "positions"                            -> positions
         | "value"                                -> value
         | "zugzwang"                             -> zugzwang
    ?disjunction: conjunction ("or" conjunction)*
    ?conjunction: negation ("and" negation)*
    ?negation: "not" negation                     -> negated
             | "(" disjunction ")"
             | condition
    condition: term [COMPARISON NUMBER]
    term: WORD ["(" argument ("," argument)* ")"]
    argument: WORD | NUMBER
    COMPARISON: "<=" | ">=" | "!=" | "<" | ">" | "="
    NUMBER: /-?[0-9]{1,4}/
    WORD: /[a-z][a-z_0-9]{0,30}/i
    %ignore /[ \t\r\n]+/
"""


class QueryError(NotationError):
    """A text is no question; `line` and `column` (from 1) say where it goes wrong."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"Line {line}, column {column}: {message}")
        self.line, self.column = line, column


def parse(game: Game, text: str) -> Question:
    """The question `text` asks about `game`.

    Raises:
        QueryError: the text is too long or deep, does not parse, or names something that
            the game's catalogue does not have.
    """
    if len(text) > MAX_LENGTH:
        raise QueryError(f"A question has at most {MAX_LENGTH} characters, not {len(text)}.")
    _check_depth(text)
    try:
        tree = _parser().parse(text)
        question: Question = _Builder(game).transform(tree)
    except UnexpectedInput as error:
        raise _syntax_error(error, text) from None
    except VisitError as error:
        if isinstance(error.orig_exc, QueryError):
            raise error.orig_exc from None
        raise
    return question


def to_json(question: Question) -> dict[str, Any]:
    """The same question as a JSON tree, for a form."""
    game = question.game
    answer: dict[str, Any] = {"kind": str(question.kind)}
    if question.term is not None:
        answer["term"] = _term_json(game, question.term)
    if question.node != EVERYTHING:
        answer["where"] = _node_json(game, question.node)
    return answer


def _check_depth(text: str) -> None:
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > MAX_DEPTH:
            raise QueryError(f"Parentheses nest at most {MAX_DEPTH} deep.", 1, at + 1)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", maybe_placeholders=True, propagate_positions=True)


def _syntax_error(error: UnexpectedInput, text: str) -> QueryError:
    if isinstance(error, UnexpectedCharacters):
        return QueryError(f"{error.char!r} means nothing here.", error.line, error.column)
    token = getattr(error, "token", None)
    if token is None or token.type == "$END":
        line = text.count("\n") + 1
        column = len(text) - text.rfind("\n")
        return QueryError("the question ends too early.", line, column)
    return QueryError(f"{str(token)!r} does not belong here.", token.line, token.column)


class _Builder(Transformer[Token, Question]):
    """Turns the parse tree into the query tree, checking every name and argument."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.predicates = {predicate.name: predicate for predicate in catalogue(game)}
        self.conditions = 0

    def find(self, children: list[Node]) -> Question:
        return Question(self.game, Kind.FIND, children[0])

    def count(self, children: list[Node]) -> Question:
        return Question(self.game, Kind.COUNT, children[0] if children else EVERYTHING)

    def most(self, children: list[Any]) -> Question:
        return self._measured(Kind.MOST, children)

    def fewest(self, children: list[Any]) -> Question:
        return self._measured(Kind.FEWEST, children)

    def _measured(self, kind: Kind, children: list[Any]) -> Question:
        (term, token), node = children
        if self.predicates[term.name].boolean:
            raise _at(token, f"{term.name!r} is true or false, so it has no {kind}.")
        return Question(self.game, kind, node or EVERYTHING, term)

    def positions(self, _children: list[Any]) -> Question:
        return Question(self.game, Kind.POSITIONS)

    def value(self, _children: list[Any]) -> Question:
        return Question(self.game, Kind.VALUE)

    def zugzwang(self, _children: list[Any]) -> Question:
        if refusal := backend_of(self.game).refusal(self.game, Kind.ZUGZWANG):
            raise QueryError(refusal)
        return Question(self.game, Kind.ZUGZWANG)

    def disjunction(self, children: list[Node]) -> Node:
        return Or(tuple(children))

    def conjunction(self, children: list[Node]) -> Node:
        return And(tuple(children))

    def negated(self, children: list[Node]) -> Node:
        return Not(children[0])

    def condition(self, children: list[Any]) -> Node:
        (term, token), comparison, number = children
        self.conditions += 1
        if self.conditions > MAX_CONDITIONS:
            raise _at(token, f"a question has at most {MAX_CONDITIONS} conditions.")
        boolean = self.predicates[term.name].boolean
        if comparison is None and not boolean:
            raise _at(token, f"{term.name!r} is a number; compare it, as in {term.name} >= 1.")
        if comparison is not None and boolean:
            raise _at(token, f"{term.name!r} is true or false; it takes no comparison.")
        if comparison is None:
            return Condition(term, ">=", 1)
        assert str(comparison) in COMPARISONS  # noqa: S101 (the grammar guarantees it)
        return Condition(term, str(comparison), int(number))

    def argument(self, children: list[Token]) -> Token:
        return children[0]

    @v_args(inline=False)
    def term(self, children: list[Any]) -> tuple[Term, Token]:
        name, *arguments = children
        arguments = [argument for argument in arguments if argument is not None]
        predicate = self.predicates.get(name.lower())
        if predicate is None:
            raise _at(name, self._unknown(str(name)))
        most = len(predicate.parameters)
        if not predicate.required <= len(arguments) <= most:
            wanted = ", ".join(kind.name for kind in predicate.parameters) or "nothing"
            raise _at(name, f"{predicate.name!r} takes {wanted} in its parentheses.")
        values = []
        for kind, argument in zip(predicate.parameters, arguments, strict=False):
            try:
                values.append(kind.read(self.game, argument.lower()))
            except NotationError as error:
                raise _at(argument, str(error)) from None
        return Term(predicate.name, tuple(values)), name

    def _unknown(self, name: str) -> str:
        near = difflib.get_close_matches(name.lower(), self.predicates, 1)
        hint = f"did you mean {near[0]!r}?" if near else "see the list of what can be asked."
        return f"there is no {name!r} for this game; {hint}"


def _at(token: Token, message: str) -> QueryError:
    return QueryError(message, token.line or 1, token.column or 1)


def _node_json(game: Game, node: Node) -> dict[str, Any]:
    if isinstance(node, Condition):
        answer = _term_json(game, node.term)
        if not {p.name: p for p in catalogue(game)}[node.term.name].boolean:
            answer |= {"comparison": node.comparison, "number": node.number}
        return answer
    if isinstance(node, Not):
        return {"not": _node_json(game, node.operand)}
    word = "and" if isinstance(node, And) else "or"
    return {word: [_node_json(game, operand) for operand in node.operands]}


def _term_json(game: Game, term: Term) -> dict[str, Any]:
    kinds = {p.name: p for p in catalogue(game)}[term.name].parameters
    words = [kind.write(game, value) for kind, value in zip(kinds, term.arguments, strict=False)]
    return {"name": term.name, "arguments": words}
