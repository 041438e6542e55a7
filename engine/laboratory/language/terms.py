"""Names, numbers and sets of a parse tree, checked and resolved for one game."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from lark import Token, Tree

from engine.errors import NotationError
from engine.laboratory.language.catalogue import catalogue, kinds
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.grammar import at, first, said_here
from engine.laboratory.language.predicates import PLAYER
from engine.laboratory.language.relations import NUMBERED, RELATIONS, SETS, arity
from engine.laboratory.language.setwise import SIZE
from engine.laboratory.language.tree import (
    Argument,
    Closed,
    Expression,
    Joined,
    Named,
    Sum,
    Term,
    Variable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.game import Game
    from engine.laboratory.language.predicates import ParameterKind

Scope: TypeAlias = "Mapping[str, Argument | Token]"
Made = TypeVar("Made")

MAX_NAMES = 1000
"""Names of sets and of definitions that are looked up, those within definitions at every use."""

_OF_SETS = {"meet": "&", "arrow": "->", "join": "."}
_CLOSED = {"backwards": "~", "closure": "^", "reflexive": "*"}


class Terms:
    """Terms, sums and sets of a question about `game`, with the names that it defines.

    A definition is a parse tree with names for its arguments; it is built anew wherever it is
    used, so its text is written out in the canonical text of the question.
    """

    def __init__(self, game: Game, defined: list[Any]) -> None:
        self.game = game
        self.predicates = {predicate.name: predicate for predicate in catalogue(game)}
        self.definitions: dict[str, tuple[list[str], Any]] = {}
        self.conditions = self.names = 0
        self.using: list[str] = []
        for definition in defined:
            name, *parameters, body = definition.children
            if name.lower() in self.predicates:
                raise at(name, f"{str(name)!r} has a meaning already; take another name.")
            names = [str(word).lower() for word in parameters if word is not None]
            self.definitions[name.lower()] = names, body

    def used(
        self, tree: Any, scope: Scope, build: Callable[[Any, Mapping[str, Argument | Token]], Made]
    ) -> Made:
        """What `build` makes of the definition that a tree uses, with what its names stand for."""
        name, *arguments = tree.children
        given = [argument.children[0] for argument in arguments if argument is not None]
        parameters, body = self.definitions[name.lower()]
        if len(given) != len(parameters):
            wanted = ", ".join(parameters) or "nothing"
            raise at(name, f"{str(name)!r} takes {wanted} in its parentheses.")
        if name.lower() in self.using:
            raise at(name, f"{str(name)!r} is defined by itself.")
        self._count(name)
        self.using.append(name.lower())
        values = (scope.get(token.lower(), token) for token in given)
        made = build(body, dict(zip(parameters, values, strict=True)))
        self.using.pop()
        return made

    def _count(self, name: Token) -> None:
        """One more name: definitions that use others twice grow as powers of two."""
        self.names += 1
        if self.names > MAX_NAMES:
            raise at(name, f"the question comes to more than {MAX_NAMES:,} names.")

    def sum(self, tree: Any, scope: Scope) -> Sum:
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
            elif last.data == "group":
                inner = self.sum(last.children[0], scope)
                parts += [(factor * times, term) for times, term in inner.parts]
                constant += factor * inner.constant
            else:
                parts.append((factor, self.term(last, scope)[0]))
        return Sum(tuple(parts), constant)

    def term(self, tree: Any, scope: Scope) -> tuple[Term, Token]:
        """A term and its first token."""
        if tree.data == "size":
            counted = self.set(tree.children[0], scope)
            if arity(counted) != 1:
                raise at(first(tree), "'#' counts the squares of a set; this is a relation.")
            return Term(SIZE, (), (counted,)), first(tree)
        if tree.data != "term":
            raise at(first(tree), "a set is no number; '#' before it counts its squares.")
        name, *arguments = tree.children
        given = [argument.children[0] for argument in arguments if argument is not None]
        predicate = self.predicates.get(name.lower())
        if predicate is None:
            raise at(name, self._unknown(str(name)))
        self._check_meaning(name, predicate.name)
        if not predicate.required <= len(given) <= len(predicate.parameters):
            wanted = ", ".join(kind.name for kind in predicate.parameters) or "nothing"
            raise at(name, f"{predicate.name!r} takes {wanted} in its parentheses.")
        pairs = zip(predicate.parameters, given, strict=False)
        values = (self.argument(kind, argument, scope) for kind, argument in pairs)
        return Term(predicate.name, tuple(values)), name

    def _check_meaning(self, token: Token, name: str) -> None:
        changes = changes_of(self.game)
        for rule in changes.rules if changes is not None else ():
            if name in rule.without:
                raise at(token, f"{name!r} means nothing under {rule.name}.")

    def argument(self, kind: ParameterKind, token: Token, scope: Scope) -> Argument:
        found = scope.get(token.lower(), token)
        if isinstance(found, Variable):
            if found.kind != kind.name:
                raise at(token, f"{str(token)!r} is a {found.kind}, not a {kind.name}.")
            return found
        try:
            return kind.read(self.game, str(found).lower())
        except NotationError as error:
            raise at(token, str(error)) from None

    def is_set(self, tree: Any, scope: Scope) -> bool:
        """Whether a part of a condition is a set or a relation."""
        if tree.data == "condition":  # the body of a definition
            return tree.children[1] is None and self.is_set(tree.children[0], scope)
        if tree.data == "sum":
            operands = [part.children[-1] for part in tree.children if isinstance(part, Tree)]
            return any(isinstance(x, Tree) and self.is_set(x, scope) for x in operands)
        if tree.data == "group":
            return self.is_set(tree.children[0], scope)
        if tree.data != "term":
            return tree.data in _OF_SETS or tree.data in _CLOSED
        name = tree.children[0].lower()
        if name in self.definitions and name not in scope:
            return self.used(tree, scope, self.is_set)
        return name not in self.predicates and self._named(tree, scope) is not None

    def set(self, tree: Any, scope: Scope) -> Expression:
        """The set or relation of a parse tree."""
        data, parts = tree.data, tree.children
        if data in {"condition", "group"}:
            return self.set(parts[0], scope)
        if data == "term":
            named = self._named(tree, scope)
            if named is None:
                raise at(parts[0], self._no_set(str(parts[0])))
            return named
        if data == "sum":
            return self._joined_sum(tree, scope)
        if data in _CLOSED:
            made: Expression = Closed(_CLOSED[data], self.set(parts[0], scope))
        elif data in _OF_SETS:
            made = Joined(_OF_SETS[data], *(self.set(part, scope) for part in parts))
        else:
            raise at(first(tree), "a number is no set.")
        return _checked(made, first(tree))

    def _joined_sum(self, tree: Any, scope: Scope) -> Expression:
        made: Expression | None = None
        sign: str | None = None
        for child in tree.children:
            if child is None or isinstance(child, Token):
                sign = child
                continue
            *number, last = child.children
            if isinstance(last, Token) or number != [None] or (sign and made is None):
                raise at(first(tree), "a number is no set; '#' before a set counts its squares.")
            part = self.set(last, scope)
            made = part if made is None else _checked(Joined(str(sign), made, part), first(tree))
        assert made is not None  # noqa: S101 (the grammar guarantees it)
        return made

    def _named(self, tree: Any, scope: Scope) -> Expression | None:
        """What a name is short for, None where it names no set and no relation."""
        name, *arguments = tree.children
        self._count(name)
        given = [argument.children[0] for argument in arguments if argument is not None]
        found = scope.get(name.lower(), name)
        if isinstance(found, Variable):
            known = kinds(self.game)[found.kind]
            places = found.kind == PLAYER.name or known.squares(self.game, 0)
            return Named(found.kind, (found,)) if places and not given else None
        word = str(found).lower()
        if found is name and word in self.definitions:
            return self.used(tree, scope, self.set)
        if len(given) == 1 and word in NUMBERED:
            return Named(word, (self.argument(kinds(self.game)[word], given[0], scope),))
        if given:
            return None
        return Named(word) if word in (*SETS, *RELATIONS) else self._place(word)

    def _place(self, word: str) -> Named | None:
        """A player's discs, a square or a line by its name."""
        for kind in kinds(self.game).values():
            try:
                value = kind.read(self.game, word)
            except NotationError:
                continue
            if kind.name == PLAYER.name or kind.squares(self.game, value):
                return Named(kind.name, (value,))
        return None

    def _no_set(self, name: str) -> str:
        predicate = self.predicates.get(name.lower())
        if predicate is not None and predicate.boolean:
            return f"{name!r} is true or false; 'and' joins conditions, '&' joins sets."
        if predicate is not None:
            return f"{name!r} is no set of squares; sets are {self._sets()}."
        if hint := said_here(name):
            return hint
        known = [*SETS, *RELATIONS, *NUMBERED, *self.definitions, *self.predicates]
        players = map(str.lower, self.game.player_names)
        near = difflib.get_close_matches(name.lower(), [*known, *players], 1)
        hint = f"did you mean {near[0]!r}?" if near else f"sets are {self._sets()}."
        return f"there is no set {name!r} here; {hint}"

    def _sets(self) -> str:
        return ", ".join([*map(str.lower, self.game.player_names), *SETS, "a1", "column(1)"])

    def _unknown(self, name: str) -> str:
        if hint := said_here(name):
            return hint
        near = difflib.get_close_matches(name.lower(), [*self.predicates, *self.definitions], 1)
        hint = f"did you mean {near[0]!r}?" if near else "see the list of what can be asked."
        return f"there is no {name!r} for this game; {hint}"


def _checked(expression: Expression, token: Token) -> Expression:
    try:
        arity(expression)
    except NotationError as error:
        raise at(token, str(error)) from None
    return expression
