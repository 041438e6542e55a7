"""Sets and relations as literals: for each tuple one that says whether it is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.laboratory.clauses.cnf import FALSE, TRUE, Formula, Literal
from engine.laboratory.language.relations import arity, fixed, fixed_tuples
from engine.laboratory.language.tree import Closed, Joined, Named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.game import Game
    from engine.laboratory.language.tree import Expression

Circuit: TypeAlias = dict[tuple[int, ...], Literal]
"""A literal for each tuple that can be there; no other is."""


class Relations:
    """The sets and relations of one board of an encoded line of play.

    `owned` answers the literal that a square holds a disc of a player, `empty` that it holds none.
    """

    def __init__(
        self,
        game: Game,
        formula: Formula,
        owned: Callable[[int, int], Literal],
        empty: Callable[[int], Literal],
    ) -> None:
        self._game, self._formula, self._owned, self._empty = game, formula, owned, empty
        self._known: dict[Expression, Circuit] = {}

    def of(self, expression: Expression) -> Circuit:
        """The literals of an expression, built once."""
        if expression not in self._known:
            made = self._made(expression)
            self._known[expression] = {key: x for key, x in made.items() if x != FALSE}
        return self._known[expression]

    def _made(self, expression: Expression) -> Circuit:
        if fixed(expression):
            return dict.fromkeys(fixed_tuples(self._game, expression), TRUE)
        if isinstance(expression, Named):
            squares = range(self._game.columns * self._game.rows)
            if expression.name == "empty":
                return {(square,): self._empty(square) for square in squares}
            (player,) = expression.arguments
            assert isinstance(player, int)  # noqa: S101 (written out)
            return {(square,): self._owned(square, player) for square in squares}
        if isinstance(expression, Closed):
            return self._closed(expression)
        return self._joined(expression)

    def _joined(self, joined: Joined) -> Circuit:
        all_of, any_of = self._formula.all_of, self._formula.any_of
        if joined.operator == ".":
            return self._reached(joined) or self._join(self.of(joined.left), self.of(joined.right))
        left, right = self.of(joined.left), self.of(joined.right)
        match joined.operator:
            case "+":
                keys = {**left, **right}
                return {x: any_of((left.get(x, FALSE), right.get(x, FALSE))) for x in keys}
            case "&":
                return {x: all_of((left[x], right[x])) for x in left if x in right}
            case "-":
                return {x: all_of((left[x], -right.get(x, FALSE))) for x in left}
        return {a + b: all_of((x, y)) for a, x in left.items() for b, y in right.items()}

    def _join(self, left: Circuit, right: Circuit) -> Circuit:
        leads: dict[int, list[tuple[tuple[int, ...], Literal]]] = {}
        for key, literal in right.items():
            leads.setdefault(key[0], []).append((key[1:], literal))
        ways: dict[tuple[int, ...], list[Literal]] = {}
        for key, first in left.items():
            for rest, literal in leads.get(key[-1], ()):
                both = self._formula.all_of((first, literal))
                ways.setdefault((*key[:-1], *rest), []).append(both)
        return {key: self._formula.any_of(literals) for key, literals in ways.items()}

    def _closed(self, closed: Closed) -> Circuit:
        pairs = self.of(closed.operand)
        if closed.operator == "~":
            return {(b, a): literal for (a, b), literal in pairs.items()}
        found = dict(pairs)
        squares = range(self._game.columns * self._game.rows)
        for middle in squares:  # Warshall: paths whose inner squares come up to this one
            into = [(a, x) for a in squares if (x := found.get((a, middle), FALSE)) != FALSE]
            out = [(b, x) for b in squares if (x := found.get((middle, b), FALSE)) != FALSE]
            for a, first in into:
                for b, second in out:
                    through = self._formula.all_of((first, second))
                    found[a, b] = self._formula.any_of((found.get((a, b), FALSE), through))
        if closed.operator == "*":
            found |= {(square, square): TRUE for square in squares}
        return found

    def _reached(self, joined: Joined) -> Circuit:
        """A set joined to a closure: followed step by step, which takes far fewer gates.

        Empty where it is no such join.
        """
        left, right = joined.left, joined.right
        if isinstance(right, Closed) and right.operator != "~" and arity(left) == 1:
            steps, start, closed = self.of(right.operand), self.of(left), right
        elif isinstance(left, Closed) and left.operator != "~" and arity(right) == 1:
            back = self.of(left.operand)
            steps = {(b, a): literal for (a, b), literal in back.items()}
            start, closed = self.of(right), left
        else:
            return {}
        found = start if closed.operator == "*" else self._join(start, steps)
        for _ in self._rounds():
            more = self._join(found, steps)
            new = {
                key: self._formula.any_of((found.get(key, FALSE), more.get(key, FALSE)))
                for key in {**found, **more}
            }
            if new == found:
                break
            found = new
        return found

    def _rounds(self) -> Iterator[int]:
        """As many steps as the longest way from one square to another may have."""
        return iter(range(self._game.columns * self._game.rows - 1))
