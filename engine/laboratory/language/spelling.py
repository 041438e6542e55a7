"""The canonical text of conditions, which parses back to an equal tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.laboratory.language.catalogue import kinds, predicate_named
from engine.laboratory.language.relations import NUMBERED
from engine.laboratory.language.setwise import SIZE, WITHIN
from engine.laboratory.language.tree import (
    Always,
    And,
    AtEnd,
    AtPly,
    Before,
    Closed,
    Compare,
    Condition,
    Eventually,
    Forces,
    From,
    Historically,
    Iff,
    Implies,
    Joined,
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
    WeakNext,
    children,
)

if TYPE_CHECKING:
    from engine.game import Game
    from engine.laboratory.language.tree import Expression

_PREFIXES = {
    Not: "not",
    Always: "always",
    Eventually: "eventually",
    Next: "next",
    Before: "before",
    Once: "once",
    Historically: "historically",
    AtEnd: "at the end",
}
_INFIXES = {Implies: "implies", Iff: "iff", Until: "until"}


def node_text(game: Game, node: Node) -> str:
    """The canonical text of a condition tree."""
    match node:
        case Condition():
            text = term_text(game, node.term)
            if predicate_named(game, node.term.name).boolean:
                return text
            return f"{text} {node.comparison} {node.number}"
        case Compare():
            left, right = sum_text(game, node.left), sum_text(game, node.right)
            return f"{left} {node.comparison} {right}"
        case And() | Or():
            word = " and " if isinstance(node, And) else " or "
            return word.join(_operand(game, operand) for operand in node.operands)
        case Implies() | Iff() | Until():
            left, right = _operand(game, node.left), _inner(game, node.right)
            return f"{left} {_INFIXES[type(node)]} {right}"
        case Quantified():
            word, variable = "every" if node.every else "some", node.variable
            return f"{word} {variable.kind} {variable.name}: {node_text(game, node.body)}"
        case Sole():
            word, variable = "at most" if node.may_lack else "exactly", node.variable
            return f"{word} one {variable.kind} {variable.name}: {node_text(game, node.body)}"
        case From():
            return f'from "{game.format_moves(node.moves)}": {node_text(game, node.operand)}'
    word, operand = _prefix(game, node)
    return f"{word} {_inner(game, operand)}"


def _prefix(game: Game, node: Any) -> tuple[str, Node]:
    """What stands before the operand of an operator that has one."""
    match node:
        case Always(operand=Not(operand=excluded)):
            return "never", excluded
        case AtPly(ply=ply):
            word = f"at ply {ply}"
        case Forces(player=None):
            word = "nobody can prevent"
        case Forces(player=Variable(name=name)):
            word = f"{name} can force"
        case Forces(player=int(player)):
            word = f"{game.player_names[player].lower()} can force"
        case _:
            word = _PREFIXES[type(node)]
    return word, node.operand


_BARE = (Condition, Compare, *_PREFIXES, WeakNext, AtPly, Forces)
"""Nodes that need no parentheses as an operand."""


def _inner(game: Game, node: Node) -> str:
    """The text of an operand, in parentheses where it joins several."""
    text = node_text(game, node)
    return text if isinstance(node, _BARE) else f"({text})"


def _operand(game: Game, node: Node) -> str:
    """The same of one of several: how far "can force" reaches is to be seen, too."""
    text = _inner(game, node)
    return f"({text})" if reaches_on(node) else text


def reaches_on(node: Node) -> bool:
    """Whether what is written after the condition might seem to be forced, too."""
    if isinstance(node, (*_PREFIXES, AtPly)):
        return reaches_on(children(node)[0])
    return isinstance(node, Forces)


def term_text(game: Game, term: Term) -> str:
    """The text of a term: ``disc(d4, red, 7)``, ``#(red & corner)``."""
    if term.name in WITHIN:
        return f" {term.name} ".join(set_text(game, part) for part in term.sets)
    if term.sets:
        text = set_text(game, term.sets[0])
        if term.name != SIZE:
            return f"{term.name} {text}"
        return f"#({text})" if isinstance(term.sets[0], Joined) else f"#{text}"
    if not term.arguments:
        return term.name
    kinds = predicate_named(game, term.name).parameters
    words = [
        argument.name if isinstance(argument, Variable) else kind.write(game, argument)
        for kind, argument in zip(kinds, term.arguments, strict=False)
    ]
    return f"{term.name}({', '.join(words)})"


_TIGHT = {"+": 1, "-": 1, "&": 2, "->": 3, ".": 4}
"""How tightly each sign joins sets."""


def set_text(game: Game, expression: Expression) -> str:
    """The text of a set or relation: ``red - corner.^right``."""
    if isinstance(expression, Named):
        return _name_text(game, expression)
    if isinstance(expression, Closed):
        text = set_text(game, expression.operand)
        joined = isinstance(expression.operand, Joined)
        return f"{expression.operator}({text})" if joined else f"{expression.operator}{text}"
    own, sides = _TIGHT[expression.operator], []
    for side, least in ((expression.left, own), (expression.right, own + 1)):
        text = set_text(game, side)
        loose = isinstance(side, Joined) and _TIGHT[side.operator] < least
        sides.append(f"({text})" if loose else text)
    space = "" if expression.operator == "." else " "
    return f"{space}{expression.operator}{space}".join(sides)


def _name_text(game: Game, named: Named) -> str:
    if not named.arguments:
        return named.name
    (value,) = named.arguments
    kind = kinds(game)[named.name]
    text = value.name if isinstance(value, Variable) else kind.write(game, value)
    return f"{named.name}({text})" if named.name in NUMBERED else text


def sum_text(game: Game, total: Sum) -> str:
    """The text of a sum: ``discs(red) - 2 * flips + 3``."""
    words: list[str] = []
    for factor, term in total.parts:
        text = term_text(game, term)
        text = text if abs(factor) == 1 else f"{abs(factor)} * {text}"
        words += (["-" if factor < 0 else "+"] if words or factor < 0 else []) + [text]
    if total.constant or not words:
        number = total.constant
        words += [("-" if number < 0 else "+"), str(abs(number))] if words else [str(number)]
    return " ".join(words)
