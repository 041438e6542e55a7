"""A question as a sentence, for titles and for those who do not read its language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.enumeration import listed
from engine.laboratory.language.catalogue import predicate_named
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.naming import board_name
from engine.laboratory.language.predicates import PLAYER, SQUARE
from engine.laboratory.language.query import Kind, Question
from engine.laboratory.language.relations import arity
from engine.laboratory.language.setwise import IN, SAME
from engine.laboratory.language.spelling import set_text
from engine.laboratory.language.tree import (
    EVERYTHING,
    Always,
    And,
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
    Named,
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
)

if TYPE_CHECKING:
    from engine.game import Game
    from engine.laboratory.language.tree import Expression

_COMPARED = {
    "=": "is {}",
    "!=": "is not {}",
    "<": "is less than {}",
    "<=": "is at most {}",
    ">": "is more than {}",
    ">=": "is at least {}",
}


def question_words(question: Question) -> str:
    """``Is there a game of Othello 4 × 4 in which White has no disc left?``

    Changed rules come first: ``Without passes and misère: is there ...``.
    """
    words, changes = _asked(question), changes_of(question.game)
    if changes is None:
        return words
    rules = listed(changes.said)
    return f"{rules[0].upper()}{rules[1:]}: {words[0].lower()}{words[1:]}"


def _asked(question: Question) -> str:
    game, board = question.game, board_name(question.game)
    where = "" if question.node == EVERYTHING else f" in which {node_words(game, question.node)}"
    match question.kind:
        case Kind.FIND if forced := _forced(game, question.node):
            return forced
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


def _forced(game: Game, node: Node) -> str:
    """A question of what one player can force, of one board; empty for any other."""
    after, asked = board_name(game), node
    if isinstance(node, From):
        after, asked = f"{after} after {game.format_moves(node.moves)}", node.operand
    match asked:
        case Forces(player=int(player)):
            words = node_words(game, asked.operand)
            return f"Can {game.player_names[player]} force in {after} that {words}?"
    return ""


def node_words(game: Game, node: Node) -> str:
    """A condition as a clause."""
    if isinstance(node, Condition):
        words = term_words(game, node.term)
        if predicate_named(game, node.term.name).boolean:
            return words
        return f"{words} {_COMPARED[node.comparison].format(node.number)}"
    if isinstance(node, Not):
        return f"it is not so that {node_words(game, node.operand)}"
    if isinstance(node, And | Or):
        word = ", and " if isinstance(node, And) else ", or "
        return word.join(node_words(game, operand) for operand in node.operands)
    return _operator_words(game, node)


def _operator_words(game: Game, node: Node) -> str:
    """A condition that is more than statements and numbers joined by "and", "or" and "not"."""

    def words(part: Node) -> str:
        return node_words(game, part)

    match node:
        case Compare():
            verb = _COMPARED[node.comparison].format(_sum_words(game, node.right))
            return f"{_sum_words(game, node.left)} {verb}"
        case Implies():
            return f"if {words(node.left)}, then {words(node.right)}"
        case Iff():
            return f"{words(node.left)} exactly if {words(node.right)}"
        case Until():
            return f"{words(node.left)} until {words(node.right)}"
        case Quantified():
            every = "for every" if node.every else "for some"
            return f"{every} {node.variable.kind} {node.variable.name}, {words(node.body)}"
        case Sole():
            many = "for at most one" if node.may_lack else "for exactly one"
            return f"{many} {node.variable.kind} {node.variable.name}, {words(node.body)}"
        case From():
            return f"after {game.format_moves(node.moves)}, {words(node.operand)}"
    where, operand = _place(game, node)
    return f"{where} {words(operand)}"


def _place(game: Game, node: Any) -> tuple[str, Node]:
    """Where the operand of an operator that has one is read, or who can bring it about."""
    match node:
        case Always(operand=Not(operand=excluded)):
            return "on no board", excluded
        case AtPly(ply=ply):
            where = f"after ply {ply}"
        case Forces(player=None):
            where = "nobody can prevent that"
        case Forces(player=Variable(name=name)):
            where = f"{name} can force that"
        case Forces(player=int(player)):
            where = f"{game.player_names[player]} can force that"
        case _:
            where = _READ[type(node)]
    return where, node.operand


_READ: dict[type, str] = {
    Always: "on every board",
    Eventually: "on some board",
    Next: "on the next board",
    Before: "on the board before",
    Once: "on this or an earlier board",
    Historically: "on this and every earlier board",
    AtEnd: "at the end",
}


def _sum_words(game: Game, total: Sum) -> str:
    words: list[str] = []
    for factor, term in total.parts:
        text = term_words(game, term)
        text = text if abs(factor) == 1 else f"{abs(factor)} times {text}"
        words += ([] if not words and factor > 0 else ["minus" if factor < 0 else "plus"]) + [text]
    if total.constant or not words:
        sign = "minus" if total.constant < 0 else "plus"
        words += [sign, str(abs(total.constant))] if words else [str(total.constant)]
    return " ".join(words)


def term_words(game: Game, term: Term) -> str:
    """A term as a statement or as a number."""
    predicate = predicate_named(game, term.name)
    if term.sets and term.name == SAME and _is_square(term.sets[0]):
        term = replace(term, sets=term.sets[::-1])
    if term.sets and term.name == IN and _is_square(term.sets[0]):
        return f"{set_text(game, term.sets[0])} is one of {_set_words(game, term.sets[1])}"
    if term.sets:
        return predicate.said[0].format(*(_set_words(game, part) for part in term.sets))
    kinds = zip(predicate.parameters, term.arguments, strict=False)
    names = [
        value.name if isinstance(value, Variable) else _named(kind.name, kind.write(game, value))
        for kind, value in kinds
    ]
    return predicate.said[len(names) - predicate.required].format(*names)


_SETS = {"empty": "empty squares", "corner": "corners", "edge": "squares at the edge"}
_SETS |= {"univ": "all squares", "none": "no squares"}


def _set_words(game: Game, expression: Expression) -> str:
    """A set as a noun where it has a name, else as it is written."""
    if isinstance(expression, Named) and expression.name in _SETS:
        return _SETS[expression.name]
    text = set_text(game, expression)
    if _is_square(expression):
        return text
    if arity(expression) > 1:
        return f"pairs in {text}"
    player = isinstance(expression, Named) and expression.name == PLAYER.name
    return f"the discs of {_named(PLAYER.name, text)}" if player else f"squares in {text}"


def _is_square(expression: Expression) -> bool:
    return isinstance(expression, Named) and expression.name == SQUARE.name


def _named(kind: str, text: str) -> str:
    return text.capitalize() if kind == "player" else text
