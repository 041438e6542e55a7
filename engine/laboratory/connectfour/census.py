"""How many positions Connect Four has after each number of plies, counted column by column.

Boards without a line are counted so: a board that can be reached when lines are nothing can be
reached without making one. A board with a line can be reached if one of the top discs of who moved
last can be taken away so that no line is left and the rest can be reached; as several may do,
boards are counted by sets of columns, with inclusion and exclusion::

    won = sum over sets of columns, not empty, of (-1) ** (size + 1)
          × boards with a line where each of these columns' top discs may have been the last

No set matters whose columns have no line in common. How one such number is come by: `summing`.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from engine.laboratory.connectfour.contents import RED, YELLOW, contents
from engine.laboratory.connectfour.explore import Layer
from engine.laboratory.connectfour.interleaving import RED_TO_MOVE, YELLOW_TO_MOVE
from engine.laboratory.connectfour.summing import Condition, Sums
from engine.laboratory.exhaustion.diagrams import Overflown

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.games.connectfour.game import ConnectFour
    from engine.search.control import SearchControl

MIDDLES = 2_000_000
"""A board with more contents of its middle columns is not counted here: memory."""

SIDES = 20_000_000_000
"""Nor one with more contents of the middle and the wider side, lines or not: time."""

SIDE = 100_000
"""Nor one with more contents of a side: they are classed beside every state of a middle."""

EXACT = 1 << 53
"""Nor one with as many contents in all: sums of products are floating point on the way."""

PREPARING = 0.15
"""What part of the work is done before anything is counted, on 7 × 6."""

ROWS = 12
"""Nor one with more rows: all contents of a column are listed."""


def feasible(game: ConnectFour) -> bool:
    """Whether this counts the positions of a board, in minutes and within 2 GB."""
    if game.players != 2 or game.rows > ROWS:
        return False
    number = contents(game.rows, game.connect).number
    middle = min(game.connect, game.columns) - 1
    side = (game.columns - middle + 1) // 2
    limits = ((middle, MIDDLES), (side, SIDE), (middle + side, SIDES), (game.columns, EXACT))
    return all(number**columns < limit for columns, limit in limits)


def census(
    game: ConnectFour, control: SearchControl, report: Callable[[float], None] | None = None
) -> list[Layer]:
    """The positions of each number of plies; none where it was stopped, or had no room.

    `report` hears what part of the work is done.
    """

    def tell(part: float) -> None:
        if report is not None:
            report(part)

    conditions = _conditions(game)
    of = sum(_work(condition) for _, condition in conditions)
    done = 0.0
    squares = game.columns * game.rows
    quiet, won = [0] * (squares + 1), [0] * (squares + 1)
    try:
        sums = Sums(game, control, lambda part: tell(PREPARING * part))
        for factor, condition in conditions:
            tell(PREPARING + (1 - PREPARING) * done / of)
            done += _work(condition)
            total = won if condition.columns else quiet
            for ply, boards in enumerate(sums.boards(condition)):
                total[ply] += factor * boards
    except Overflown:
        return []
    return [
        Layer(ply, quiet[ply] + won[ply], won[ply], quiet[ply] if ply == squares else 0)
        for ply in range(squares + 1)
        if quiet[ply] + won[ply]
    ]


def _conditions(game: ConnectFour) -> list[tuple[int, Condition]]:
    """What boards are counted, and how often; of a set of columns and its mirror image, one."""
    found = [(1, Condition(start)) for start in (RED_TO_MOVE, YELLOW_TO_MOVE)]
    width = min(game.connect, game.columns)
    for size in range(1, width + 1):
        for columns in combinations(range(game.columns), size):
            mirrored = tuple(game.columns - 1 - column for column in reversed(columns))
            if columns[-1] - columns[0] >= width or columns > mirrored:
                continue
            factor = (1 if size % 2 else -1) * (1 if columns == mirrored else 2)
            for start, mover in ((RED_TO_MOVE, RED), (YELLOW_TO_MOVE, YELLOW)):
                found.append((factor, Condition(start, columns, mover)))
    return found


def _work(condition: Condition) -> float:
    """What counting takes, more or less: half as much for each top disc that is known."""
    return 0.5 ** len(condition.columns)
