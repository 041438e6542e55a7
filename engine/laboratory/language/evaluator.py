"""What an expression comes to on a board: the evaluator of the pages and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import NotationError
from engine.laboratory.language.grammar import QueryError
from engine.laboratory.language.meaning import holds_at, sum_value
from engine.laboratory.language.parser import game_of_text, parse
from engine.laboratory.language.query import Kind
from engine.laboratory.language.ruling import parted
from engine.laboratory.language.tree import Compare
from engine.laboratory.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move
    from engine.laboratory.language.tree import Sum


def evaluate(game: Game, moves: Sequence[Move], text: str, ply: int | None = None) -> int | bool:
    """The value of a condition or of a number at the board after `ply` moves.

    A number such as ``discs(red)`` or a sum answers an int, a condition a bool; the board is the
    last one where `ply` is None. Temporal operators read on from that board to the end of `moves`::

        evaluate(game("othello:4"), moves, "lead(black)", 9)         3
        evaluate(game("othello:4"), moves, "eventually draw", 9)     True

    Where the text changes the rules (``under ...:``), the moves are of that game.

    Raises:
        QueryError: the text is no condition and no number of that game.
        NotationError: the game has no such ply.
        IllegalMove: a move is not legal where it is played.
    """
    trace = Trace(game_of_text(game, text), moves)
    at = trace.plies if ply is None else ply
    if not 0 <= at <= trace.plies:
        raise NotationError(f"There is no board after ply {at}; the game has {trace.plies} plies.")
    try:
        question = parse(game, text)
    except QueryError as error:
        number = _number(game, text)
        if number is None:
            raise error from None
        return sum_value(number, trace.prefix(at))
    if question.kind is not Kind.FIND:
        raise QueryError("Only conditions and numbers are evaluated on a board.")
    return holds_at(question.node, trace, at)


def _number(game: Game, text: str) -> Sum | None:
    """The sum that a text is by itself, None if it is none."""
    rules, number = parted(text)
    try:
        node = parse(game, f"{rules} {number} >= 0 + plies").node
    except QueryError:
        return None
    return node.left if isinstance(node, Compare) else None
