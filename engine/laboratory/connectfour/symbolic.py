"""The positions of Connect Four ply by ply as decision diagrams: sets, not single positions.

A position is its key (see `layers`), the bits of each column from its top down, so that the
marker is met before the discs that it makes sense of. Dropping a disc changes the bits of one
column alone, for a whole set at once.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from engine._jit import kernel
from engine.laboratory.connectfour.directions import lines_of
from engine.laboratory.connectfour.explore import Layer
from engine.laboratory.exhaustion.diagrams import (
    AND,
    ARRAYS,
    EMPTY,
    EVERYTHING,
    HIGH,
    LESS,
    LOW,
    OR,
    OVERFLOWN,
    Diagrams,
    Overflown,
    node,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.connectfour.game import ConnectFour
    from engine.laboratory.exhaustion.diagrams import Words
    from engine.search.control import SearchControl


@kernel("int64(int32[::1], int64, int64, int64)")
def _branch(nodes: Words, at: int, level: int, which: int) -> int:
    """Where a node leads to if the bit of a level is 0 (LOW) or 1 (HIGH)."""
    return int(nodes[4 * at + which]) if nodes[4 * at] == level else at


@kernel(f"int64({ARRAYS}, int64, int64, int64, int64, int64)")
def _fall(
    nodes: Words, buckets: Words, known: Words, state: Any, words: Any,
    at: int, first: int, rows: int, highest: int, red: int,
) -> int:  # fmt: skip
    """The positions of `at` with a disc more in the column whose top bit has level `first`.

    Each part of them has its marker at another bit; that rises by one, and the bit where it
    was says whose disc has fallen.
    """
    result = EMPTY
    for marker in range(1, highest + 1):
        rest, level = at, first + rows - marker
        for above in range(first, level + 1):
            rest = _branch(nodes, rest, above, LOW)
        rest = _branch(nodes, rest, level + 1, HIGH)
        low, high = (EMPTY, rest) if red != 0 else (rest, EMPTY)
        disc = node(nodes, buckets, known, state, words, level + 1, low, high)
        result = node(nodes, buckets, known, state, words, level, result, disc)
    for above in range(first + rows - highest - 1, first - 1, -1):
        result = node(nodes, buckets, known, state, words, above, result, EMPTY)
    return result


@kernel(f"int64({ARRAYS}, int64, int64, int64, int64, int64)")
def drop(
    nodes: Words, buckets: Words, known: Words, state: Any, words: Any,
    positions: int, column: int, rows: int, highest: int, red: int,
) -> int:  # fmt: skip
    """The positions after a disc has fallen into a column with fewer than `highest` discs.

    Nodes go from the lowest number up, so that what a node leads to is there before it. Only
    nodes above the column and the first ones within it are asked for, and `after` has them.
    """
    first = column * (rows + 1)
    if nodes[4 * positions] >= first:
        return _fall(nodes, buckets, known, state, words, positions, first, rows, highest, red)
    asked = np.zeros(positions + 1, dtype=np.uint8)
    asked[positions] = 1
    for at in range(positions, 1, -1):
        if asked[at] != 0 and nodes[4 * at] < first:
            asked[nodes[4 * at + LOW]] = asked[nodes[4 * at + HIGH]] = 1
    after = np.zeros(positions + 1, dtype=np.int32)
    for at in range(1, after.shape[0]):
        if asked[at] == 0:
            continue
        level = int(nodes[4 * at])
        if level >= first:
            after[at] = _fall(
                nodes, buckets, known, state, words, at, first, rows, highest, red
            )  # fmt: skip
            continue
        low, high = int(after[nodes[4 * at + LOW]]), int(after[nodes[4 * at + HIGH]])
        after[at] = node(nodes, buckets, known, state, words, level, low, high)
        if state[OVERFLOWN] != 0:
            return EMPTY
    return int(after[positions])


def layers(game: ConnectFour, control: SearchControl, plies: int | None = None) -> Iterator[Layer]:
    """The positions of each number of plies in turn, up to `plies`, of two players.

    It ends early when it is stopped, or when a layer has no room in memory.
    """
    diagrams = Diagrams(game.columns * (game.rows + 1), control)
    last = game.columns * game.rows if plies is None else min(plies, game.columns * game.rows)
    yield Layer(0, 1, 0, 0)
    try:
        diagrams.sets[_POSITIONS] = diagrams.perform(lambda: empty_board(diagrams, game))
        lines = [_lines(diagrams, game, red) for red in (False, True)]
        for ply in range(1, last + 1):
            found = _advance(diagrams, game, ply, lines[ply % 2])
            if found.positions == 0:
                return
            yield found
    except Overflown:
        return


_POSITIONS, _AFTER, _DROPPED, _SQUARE, _LINE = range(5)
"""Names of the sets that are worked on."""


def _advance(diagrams: Diagrams, game: ConnectFour, ply: int, lines: list[str]) -> Layer:
    """Make of the positions where the game goes on those a ply later."""
    sets = diagrams.sets
    diagrams.clear_up()
    sets[_AFTER] = EMPTY
    for column in range(game.columns):

        def dropped(column: int = column) -> int:
            return drop(*diagrams.arrays, sets[_POSITIONS], column, game.rows, game.rows, ply % 2)

        sets[_DROPPED] = diagrams.perform(dropped)
        sets[_AFTER] = diagrams.combined(OR, _AFTER, _DROPPED)
    del sets[_POSITIONS], sets[_DROPPED]
    reached = diagrams.members(_AFTER)
    for name in lines:
        sets[_AFTER] = diagrams.combined(LESS, _AFTER, name)
    go_on = diagrams.members(_AFTER)
    sets[_POSITIONS] = sets.pop(_AFTER)
    full = ply == game.columns * game.rows
    return Layer(ply, reached, reached - go_on, go_on if full else 0)


def _lines(diagrams: Diagrams, game: ConnectFour, red: bool) -> list[str]:
    """Name the sets of boards with a line of a player: by direction, and by columns if not upright.

    All lines in one set are too many states at once; each line by itself is too many passes.
    """
    sets, names = diagrams.sets, list[str]()
    for squares in lines_of(game):
        step = squares[1] - squares[0]
        upright = step == game.columns
        name = f"{red} {step} {'' if upright else min(s % game.columns for s in squares)}"
        if name not in names:
            names.append(name)
            sets[name] = EMPTY
        sets[_LINE] = EVERYTHING
        for square in squares:
            sets[_SQUARE] = diagrams.perform(partial(_owned, diagrams, game, square, red))
            sets[_LINE] = diagrams.combined(AND, _LINE, _SQUARE)
        sets[name] = diagrams.combined(OR, name, _LINE)
    return names


def _owned(diagrams: Diagrams, game: ConnectFour, square: int, red: bool) -> int:
    """The keys with a player's disc on a square: that bit says whose, below the marker."""
    row, column = divmod(square, game.columns)
    bottom = column * (game.rows + 1) + game.rows
    found = EMPTY
    disc = diagrams.node(bottom - row, *((EMPTY, EVERYTHING) if red else (EVERYTHING, EMPTY)))
    for bit in range(row + 1, game.rows + 1):
        found = diagrams.node(bottom - bit, found, disc)
    return found


def empty_board(diagrams: Diagrams, game: ConnectFour) -> int:
    """The one key of the empty board: a marker at the bottom of each column."""
    found = EVERYTHING
    for level in reversed(range(diagrams.levels)):
        marked = level % (game.rows + 1) == game.rows
        found = diagrams.node(level, *((EMPTY, found) if marked else (found, EMPTY)))
    return found
