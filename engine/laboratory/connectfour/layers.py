"""Kernels that explore every reachable position of Connect Four, one ply at a time.

A position is one 64-bit key in the column layout of `engine.games.connectfour.position`.
For two players each column holds the first player's discs with a marker bit on top of the
pile, so the lowest empty square is the highest bit of its column (7 × 6: at most 49 bits)::

    empty column  0000001     red on yellow  0000110     full  1......

and a drop only adds bits: ``key | landing << 1`` for the first player, ``key + landing`` for
the second. For three players the low half holds red's and blue's discs, the high half
yellow's and blue's, so such a board has at most 32 bits.

Of a position and its mirror image only the smaller key is kept, and counted twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine._jit import kernel, prefetch
from engine.laboratory.connectfour.lines import has_line
from engine.laboratory.exhaustion.hashset import find, insert, slot_of
from engine.search.control import NODES, STOP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Keys = NDArray[np.uint64]
    Codes = NDArray[np.uint8]

COLUMNS, ROWS, CONNECT, PLAYERS, PLY = range(5)
"""Indices of the parameters of every kernel here."""

POSITIONS, WON, FULL, SET_SIZE = range(4)
"""Indices of the totals of `expand`."""

BLOCK = 64
"""Positions whose children are prefetched together."""

DRAWN, LOST, WIN = 1, 0, 2
"""What one player can force, as stored: two bits a player."""

_ONE, _ZERO, _HALF = np.uint64(1), np.uint64(0), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@kernel("UniTuple(uint64, 2)(int64, int64)")
def board_masks(columns: int, rows: int) -> tuple[np.uint64, np.uint64]:
    """The bottom square of every column, and all playable squares."""
    bottom, squares = _ZERO, _ZERO
    for column in range(columns):
        base = np.uint64(column * (rows + 1))
        bottom |= _ONE << base
        squares |= ((_ONE << np.uint64(rows)) - _ONE) << base
    return bottom, squares


@kernel("uint64(uint64, int64, int64, uint64)")
def _occupied(key: np.uint64, rows: int, players: int, squares: np.uint64) -> np.uint64:
    """All discs of a position."""
    if players == 3:
        return (key | key >> _HALF) & _LOW
    filled = key
    for _ in range(rows):
        filled |= (filled >> _ONE) & squares
    return (filled >> _ONE) & squares


@kernel("uint64(uint64, uint64, int64, int64)")
def _board_of(key: np.uint64, occupied: np.uint64, players: int, player: int) -> np.uint64:
    """The discs of one player."""
    if players == 2:
        return key & occupied if player == 0 else occupied & ~key
    low, high = key & _LOW, key >> _HALF
    if player == 0:
        return low & ~high
    return high & ~low if player == 1 else low & high


@kernel("uint64(uint64, int64, int64)")
def _mirror_columns(bits: np.uint64, columns: int, height: int) -> np.uint64:
    field = (_ONE << np.uint64(height)) - _ONE
    mirrored = _ZERO
    for column in range(columns):
        part = (bits >> np.uint64(column * height)) & field
        mirrored |= part << np.uint64((columns - 1 - column) * height)
    return mirrored


@kernel("uint64(uint64, int64, int64, int64)")
def mirrored_key(key: np.uint64, columns: int, height: int, players: int) -> np.uint64:
    """The key of the mirror image."""
    if players == 2:
        return _mirror_columns(key, columns, height)
    low = _mirror_columns(key & _LOW, columns, height)
    return low | _mirror_columns(key >> _HALF, columns, height) << _HALF


@kernel("uint64(uint64, uint64, int64, int64)")
def _drop(key: np.uint64, landing: np.uint64, players: int, player: int) -> np.uint64:
    """The key after `player` dropped a disc onto the bit `landing`."""
    if players == 2:
        return key | landing << _ONE if player == 0 else key + landing
    if player != 1:
        key |= landing
    return key | landing << _HALF if player != 0 else key


@kernel("int64(int64[::1], uint64, uint64, uint64, uint64[::1], int64)")
def _children(
    params: Ints,
    key: np.uint64,
    occupied: np.uint64,
    squares: np.uint64,
    children: Keys,
    start: int,
) -> int:
    """Write the canonical children of a position from `start` on; the index after the last."""
    columns, height, players = params[COLUMNS], params[ROWS] + 1, params[PLAYERS]
    player = params[PLY] % players
    mirrored = mirrored_key(key, columns, height, players)
    bottom = board_masks(columns, params[ROWS])[0]
    landings = (occupied + bottom) & squares
    for column in range(columns):
        base = np.uint64(column * height)
        landing = landings & (((_ONE << np.uint64(height)) - _ONE) << base)
        if landing != _ZERO:
            opposite = (landing >> base) << np.uint64((columns - 1 - column) * height)
            child = _drop(key, landing, players, player)
            image = _drop(mirrored, opposite, players, player)
            children[start] = min(child, image)
            start += 1
    return start


@kernel("int64(int64[::1], uint64[::1], int64, uint64[::1], uint64, int64[::1], int64[::1])")
def expand(
    params: Ints,
    layer: Keys,
    start: int,
    found: Keys,
    address: np.uint64,
    totals: Ints,
    words: Ints,
) -> int:
    """Count the positions of a layer and put their children into the set `found`.

    Args:
        params: see the indices above; PLY is that of `layer`.
        layer: canonical keys.
        start: the index to go on from.
        found: the set, at `address` in memory.
        totals: counts to add to.
        words: a `SearchControl`'s.

    Returns:
        The index of the first position not expanded: the layer's length when all were, less
        when the set is half full and has to grow first, or when stopped.
    """
    columns, rows, players = params[COLUMNS], params[ROWS], params[PLAYERS]
    squares = board_masks(columns, rows)[1]
    mask = np.uint64(found.shape[0] - 1)
    children = np.zeros(BLOCK * columns, dtype=np.uint64)
    last = (params[PLY] + players - 1) % players
    at = start
    while at < layer.shape[0]:
        if words[STOP] != 0 or totals[SET_SIZE] + BLOCK * columns > found.shape[0] // 2:
            return at
        count = 0
        for index in range(at, min(at + BLOCK, layer.shape[0])):
            key = layer[index]
            occupied = _occupied(key, rows, players, squares)
            weight = 1 if mirrored_key(key, columns, rows + 1, players) == key else 2
            totals[POSITIONS] += weight
            if has_line(_board_of(key, occupied, players, last), rows + 1, params[CONNECT]):
                totals[WON] += weight
            elif occupied == squares:
                totals[FULL] += weight
            else:
                count = _children(params, key, occupied, squares, children, count)
        for index in range(count):
            prefetch(address + slot_of(children[index], mask) * np.uint64(8))
        for index in range(count):
            if insert(found, children[index]):
                totals[SET_SIZE] += 1
        words[NODES] += count
        at = min(at + BLOCK, layer.shape[0])
    return at


@kernel("void(uint64[::1], uint8[::1], uint64[::1], uint8[::1])")
def insert_valued(found: Keys, values: Codes, layer: Keys, codes: Codes) -> None:
    """Add a layer to an empty set, with what was proved of each position."""
    for index in range(layer.shape[0]):
        insert(found, layer[index])
        values[find(found, layer[index])] = codes[index]


@kernel("uint8(int64)")
def _all_drawn(players: int) -> np.uint8:
    code = 0
    for player in range(players):
        code |= DRAWN << (2 * player)
    return np.uint8(code)


@kernel("int64(int64, int64, int64, int64)")
def _combine(first: int, second: int, players: int, mover: int) -> int:
    """What can be forced where `mover` chooses between two positions."""
    code = 0
    for player in range(players):
        a, b = (first >> (2 * player)) & 3, (second >> (2 * player)) & 3
        code |= (max(a, b) if player == mover else min(a, b)) << (2 * player)
    return code


@kernel("int64(int64[::1], uint64[::1], uint8[::1], uint64[::1], uint8[::1], uint64, int64[::1])")
def resolve(
    params: Ints,
    layer: Keys,
    codes: Codes,
    after: Keys,
    values: Codes,
    address: np.uint64,
    words: Ints,
) -> int:
    """Work out what each player can force against all others, from the layer after.

    The mover takes the best for itself; for every other player it is one of the others,
    and they take the worst.

    Args:
        layer: canonical keys at PLY, `codes` to fill in for them.
        after: the set of the positions one ply later, at `address`, with their `values`.

    Returns:
        1 when done, 0 when stopped.
    """
    columns, rows, players = params[COLUMNS], params[ROWS], params[PLAYERS]
    squares = board_masks(columns, rows)[1]
    mask = np.uint64(after.shape[0] - 1)
    children = np.zeros(BLOCK * columns, dtype=np.uint64)
    ends = np.zeros(BLOCK, dtype=np.int64)
    last, mover = (params[PLY] + players - 1) % players, params[PLY] % players
    for at in range(0, layer.shape[0], BLOCK):
        if words[STOP] != 0:
            return 0
        stop = min(at + BLOCK, layer.shape[0])
        count = 0
        for index in range(at, stop):
            key = layer[index]
            occupied = _occupied(key, rows, players, squares)
            if has_line(_board_of(key, occupied, players, last), rows + 1, params[CONNECT]):
                codes[index] = np.uint8(WIN << (2 * last))  # all others lose, which is 0
            elif occupied == squares:
                codes[index] = _all_drawn(players)
            else:
                count = _children(params, key, occupied, squares, children, count)
            ends[index - at] = count
        for index in range(count):
            prefetch(address + slot_of(children[index], mask) * np.uint64(8))
        first = 0
        for index in range(at, stop):
            if ends[index - at] > first:
                forced = int(values[find(after, children[first])])
                for child in range(first + 1, ends[index - at]):
                    other = int(values[find(after, children[child])])
                    forced = _combine(forced, other, players, mover)
                codes[index] = np.uint8(forced)
            first = ends[index - at]
        words[NODES] += count
    return 1
