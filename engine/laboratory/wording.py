"""A question as a sentence, for titles and for those who do not read its language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.catalogue import predicate_named
from engine.laboratory.naming import board_name
from engine.laboratory.query import EVERYTHING, And, Condition, Kind, Node, Not, Question, Term

if TYPE_CHECKING:
    from engine.game import Game

_COMPARED = {
    "=": "is {}",
    "!=": "is not {}",
    "<": "is less than {}",
    "<=": "is at most {}",
    ">": "is more than {}",
    ">=": "is at least {}",
}


def question_words(question: Question) -> str:
    """``Is there a game of Othello 4 × 4 in which White has no disc left?``"""
    game, board = question.game, board_name(question.game)
    where = "" if question.node == EVERYTHING else f" in which {node_words(game, question.node)}"
    match question.kind:
        case Kind.FIND:
            return f"Is there a game of {board}{where}?"
        case Kind.COUNT:
            return f"How many games of {board} are there{where}?"
        case Kind.POSITIONS:
            return f"Which positions of {board} can come up?"
        case Kind.VALUE:
            return f"Who wins {board} with best play?"
        case Kind.ZUGZWANG:
            return f"Who would rather pass in {board}?"
    assert question.term is not None  # noqa: S101 (the parser guarantees it)
    extreme = "greatest" if question.kind is Kind.MOST else "smallest"
    return f"What is {term_words(game, question.term)} at its {extreme} in {board}{where}?"


def node_words(game: Game, node: Node) -> str:
    """A condition as a clause."""
    if isinstance(node, Condition):
        words = term_words(game, node.term)
        if predicate_named(game, node.term.name).boolean:
            return words
        return f"{words} {_COMPARED[node.comparison].format(node.number)}"
    if isinstance(node, Not):
        return f"it is not so that {node_words(game, node.operand)}"
    word = ", and " if isinstance(node, And) else ", or "
    return word.join(node_words(game, operand) for operand in node.operands)


def term_words(game: Game, term: Term) -> str:
    """A term as a statement or as a number."""
    predicate = predicate_named(game, term.name)
    kinds = zip(predicate.parameters, term.arguments, strict=False)
    names = [_named(kind.name, kind.write(game, value)) for kind, value in kinds]
    return predicate.said[len(names) - predicate.required].format(*names)


def _named(kind: str, text: str) -> str:
    return text.capitalize() if kind == "player" else text
