"""Sets of squares and relations between squares: their tree, and what they mean on a board.

::

    red, empty, c4, column(3), row(1), corner, edge, univ, none    sets
    right, up, up_left, ..., beside, diagonal, touching, iden      relations
    A + B, A & B, A - B    both, common, the first's alone
    A -> B                 every square of A with every square of B
    A.R, R.A, R.S          join: what R leads to from A, from where R leads to A, R then S
    ~R, ^R, *R             backwards, in one step or more, in any number of steps

A set is a set of 1-tuples and a relation one of pairs, as in Alloy; `tuples` is the definition.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, cast

from engine.errors import NotationError
from engine.game import EMPTY
from engine.laboratory.language.catalogue import kinds
from engine.laboratory.language.changes import goes_around
from engine.laboratory.language.predicates import COLUMN, ROW
from engine.laboratory.language.tree import Closed, Joined, Named, Variable

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping

    from engine.game import Game, Player, Square
    from engine.laboratory.language.predicates import Arguments
    from engine.laboratory.language.tree import Expression

Tuples: TypeAlias = frozenset[tuple[int, ...]]

_STEPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "right": ((1, 0),),
    "left": ((-1, 0),),
    "up": ((0, 1),),
    "down": ((0, -1),),
    "up_right": ((1, 1),),
    "up_left": ((-1, 1),),
    "down_right": ((1, -1),),
    "down_left": ((-1, -1),),
    "beside": ((1, 0), (-1, 0), (0, 1), (0, -1)),
    "diagonal": ((1, 1), (-1, 1), (1, -1), (-1, -1)),
}
"""Steps to the right and up, as people see the board."""

RELATIONS = (*_STEPS, "touching", "iden")
SETS = ("empty", "corner", "edge", "univ", "none")
NUMBERED = (COLUMN.name, ROW.name)
PLAYER = "player"

_SYMMETRIC = frozenset({PLAYER, *SETS, "beside", "diagonal", "touching", "iden"})
"""What means the same on a board that is turned or mirrored."""


def arity(expression: Expression) -> int:
    """1 of a set, 2 of a relation.

    Raises:
        NotationError: its parts do not go together.
    """
    if isinstance(expression, Named):
        return 2 if expression.name in RELATIONS else 1
    if isinstance(expression, Closed):
        if arity(expression.operand) != 2:
            raise NotationError(f"'{expression.operator}' takes a relation, as in ^beside.")
        return 2
    left, right = arity(expression.left), arity(expression.right)
    if expression.operator == ".":
        if left == right == 1:
            raise NotationError("'.' joins a set and a relation, or two relations.")
        return left + right - 2
    if expression.operator == "->":
        if left != 1 or right != 1:
            raise NotationError("'->' takes a set on both sides.")
        return 2
    if left != right:
        raise NotationError(f"'{expression.operator}' takes two sets or two relations.")
    return left


def leaves(expression: Expression) -> tuple[Named, ...]:
    """The names in an expression, from left to right."""
    if isinstance(expression, Named):
        return (expression,)
    if isinstance(expression, Closed):
        return leaves(expression.operand)
    return leaves(expression.left) + leaves(expression.right)


def fixed(expression: Expression) -> bool:
    """Whether it is the same on every board."""
    if isinstance(expression, Joined):
        return fixed(expression.left) and fixed(expression.right)
    if isinstance(expression, Closed):
        return fixed(expression.operand)
    return expression.name not in (PLAYER, "empty")


def is_symmetric(expression: Expression) -> bool:
    """Whether it comes to as much on every image of a board, turned or mirrored."""
    return all(leaf.name in _SYMMETRIC for leaf in leaves(expression))


def filled(expression: Expression, values: Mapping[str, int]) -> Expression:
    """The expression with the values of its variables."""
    if isinstance(expression, Joined):
        left, right = filled(expression.left, values), filled(expression.right, values)
        return replace(expression, left=left, right=right)
    if isinstance(expression, Closed):
        return replace(expression, operand=filled(expression.operand, values))
    arguments = (values[x.name] if isinstance(x, Variable) else x for x in expression.arguments)
    return replace(expression, arguments=tuple(arguments))


def tuples(game: Game, expression: Expression, cell: Callable[[Square], Player]) -> Tuples:
    """What is in a set or relation on the board whose squares `cell` tells."""
    if fixed(expression):
        return fixed_tuples(game, expression)
    if isinstance(expression, Named):
        owner = EMPTY if expression.name == "empty" else expression.arguments[0]
        squares = range(game.columns * game.rows)
        return frozenset((square,) for square in squares if cell(square) == owner)
    if isinstance(expression, Closed):
        return _closed(game, expression.operator, tuples(game, expression.operand, cell))
    left, right = (tuples(game, side, cell) for side in (expression.left, expression.right))
    return _joined(expression.operator, left, right)


def fixed_tuples(game: Game, expression: Expression) -> Tuples:
    """The same of a `fixed` one."""
    return _fixed_tuples(cast("Hashable", game), expression)


@lru_cache(64)  # of 16 × 16 squares, one may take 8 MB
def _fixed_tuples(hashable: Hashable, expression: Expression) -> Tuples:
    game = cast("Game", hashable)
    if isinstance(expression, Named):
        if expression.name in RELATIONS:
            return _relation(game, expression.name)
        return frozenset((square,) for square in _set(game, expression))
    if isinstance(expression, Closed):
        return _closed(game, expression.operator, fixed_tuples(game, expression.operand))
    left, right = (fixed_tuples(game, side) for side in (expression.left, expression.right))
    return _joined(expression.operator, left, right)


def _joined(operator: str, left: Tuples, right: Tuples) -> Tuples:
    match operator:
        case "+":
            return left | right
        case "&":
            return left & right
        case "-":
            return left - right
        case "->":
            return frozenset(a + b for a in left for b in right)
    if not left or not right:
        return frozenset()
    leads: dict[int, set[tuple[int, ...]]] = {}
    for first, *rest in right:
        leads.setdefault(first, set()).add(tuple(rest))
    reached: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for *a, last in left:
        reached.setdefault(tuple(a), set()).update(leads.get(last, ()))
    return frozenset((*a, *b) for a, found in reached.items() for b in found)


def _closed(game: Game, operator: str, pairs: Tuples) -> Tuples:
    if operator == "~":
        return frozenset((b, a) for a, b in pairs)
    found, more = pairs, pairs
    while more:
        more = _joined(".", more, pairs) - found
        found |= more
    return found | _relation(game, "iden") if operator == "*" else found


def _set(game: Game, named: Named) -> Iterable[Square]:
    squares = range(game.columns * game.rows)
    match named.name:
        case "univ":
            return squares
        case "none":
            return ()
        case "edge":
            return filter(lambda square: _borders(game, square) > 0, squares)
        case "corner":
            return filter(lambda square: _borders(game, square) > 1, squares)
    (value,) = cast("Arguments", named.arguments)
    return kinds(game)[named.name].squares(game, value)


def _borders(game: Game, square: Square) -> int:
    """Borders of the board that a square lies at: none within it, two in a corner."""
    row, column = divmod(square, game.columns)
    return (row in (0, game.rows - 1)) + (column in (0, game.columns - 1))


def _relation(game: Game, name: str) -> Tuples:
    if name == "iden":
        return frozenset((square, square) for square in range(game.columns * game.rows))
    if name == "touching":
        return _relation(game, "beside") | _relation(game, "diagonal")
    return frozenset(pair for step in _STEPS.get(name, ()) for pair in _stepped(game, *step))


def _stepped(game: Game, right: int, up: int) -> list[tuple[int, int]]:
    """Each square with the one a step away; over the edges where lines go on there."""
    columns, around = game.columns, goes_around(game)
    up = up if game.bottom_up else -up
    pairs = []
    for square in range(columns * game.rows):
        row, column = divmod(square, columns)
        row, column = row + up, column + right
        if 0 <= row < game.rows and (around or 0 <= column < columns):
            pairs.append((square, row * columns + column % columns))
    return pairs
