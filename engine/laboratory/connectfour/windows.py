"""Kernels on neighbouring columns of Connect Four: which contents have no line between them.

A window is as many columns as a line is long. The contents of all of its columns but one are one
number, written to the base of how many contents there are, the column beside that one first; what
that one may hold then is a row of bits, one a content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine._jit import inner, kernel, trailing_zeros

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bits = NDArray[np.uint64]
    Ints = NDArray[np.int64]
    Marks = NDArray[np.bool_]

_ONE, _ZERO, _ALL, _SIX, _LOW = (np.uint64(n) for n in (1, 0, (1 << 64) - 1, 6, 63))


@kernel("boolean(uint64[::1], int64)")
def _allowed(row: Bits, content: int) -> bool:
    at = np.uint64(content)
    return bool(row[at >> _SIX] >> (at & _LOW) & _ONE)


@kernel("void(int64, boolean, int64[::1], int64[::1], boolean[::1], uint64[:,::1])")
def without_line(
    others: int, spanned: bool, red: Ints, yellow: Ints, line: Marks, windows: Bits
) -> None:
    """Fill in the windows without a line; `windows` is empty before.

    `others` is how many columns a window has but one; `spanned` says whether a line that is not
    upright has room in it.
    """
    base = red.shape[0]
    within = np.zeros(others, dtype=np.int64)
    ends = np.zeros(6, dtype=np.int64)
    for window in range(windows.shape[0]):
        rest, broken = window, False
        for column in range(others - 1, -1, -1):
            within[column] = rest % base
            rest //= base
            broken |= line[within[column]]
        if broken:
            continue
        ends[:] = 0
        if spanned:
            for colour in range(2):
                level, up, down = -1, -1, -1
                for column in range(others):
                    discs = yellow[within[column]] if colour else red[within[column]]
                    level &= discs
                    up &= discs >> (column + 1)
                    down &= discs << (column + 1)
                ends[colour] |= level | up | down
        for content in range(base):
            if line[content] or ends[0] & red[content] or ends[1] & yellow[content]:
                continue
            at = np.uint64(content)
            windows[window, at >> _SIX] |= _ONE << (at & _LOW)


@kernel("void(int64, int64[::1], boolean[::1], uint64[:,::1], uint64[:,::1])")
def without_line_less(others: int, less: Ints, tops: Marks, windows: Bits, found: Bits) -> None:
    """The windows that have no line whichever one of some columns loses its top disc.

    `tops` marks these columns, first the one that the bits are about.
    """
    base, words = less.shape[0], windows.shape[1]
    row = np.zeros(words, dtype=np.uint64)
    for window in range(windows.shape[0]):
        found[window] = _ALL
        for column in range(others + 1):
            if not tops[column]:
                continue
            row[:] = _ZERO
            if column == 0:
                for content in range(base):
                    if less[content] >= 0 and _allowed(windows[window], less[content]):
                        at = np.uint64(content)
                        row[at >> _SIX] |= _ONE << (at & _LOW)
            else:
                power = base ** (others - column)
                content = window // power % base
                if less[content] >= 0:
                    row[:] = windows[window + (less[content] - content) * power]
            for word in range(words):
                found[window, word] &= row[word]


@inner("void(uint64[::1], uint64[::1], int32[::1], int64, float64[::1])")
def _count(
    row: Bits, allowed: Bits, classes: NDArray[np.int32], first: int, counts: NDArray[np.float64]
) -> None:
    """Count by class what the outermost column may hold; its classes start at `first`."""
    for word in range(row.shape[0]):
        bits = row[word] & allowed[word]
        start = np.uint64(first + 64 * word)
        while bits != _ZERO:
            found = classes[start + trailing_zeros(bits)]
            bits &= bits - _ONE
            if found >= 0:
                counts[np.uint64(found)] += 1.0


@kernel(
    "void(int64, int64, uint64[:,:,::1], int64[::1], uint64[:,::1], int64[::1], int32[::1],"
    " float64[:,::1])"
)
def count_sides(
    base: int, others: int, windows: NDArray[np.uint64], which: Ints, allowed: Bits,
    middles: Ints, classes: NDArray[np.int32], counts: NDArray[np.float64],
) -> None:  # fmt: skip
    """For each middle, count by class the contents of the columns beside it without a line.

    Each further column has its windows, `windows[which[depth]]`, and what it may hold at all,
    `allowed[depth]`; `classes` has a class for the contents of all of them, the one beside the
    middle first, or -1 for those that do not count.
    """
    depths, words = which.shape[0], allowed.shape[1]
    if depths == 0:
        counts[:, 0] += 1.0
        return
    power, last = base ** (others - 1), depths - 1
    window = np.zeros(depths, dtype=np.int64)
    before = np.zeros(depths, dtype=np.int64)
    word = np.zeros(depths, dtype=np.int64)
    bits = np.zeros(depths, dtype=np.uint64)
    for middle in range(middles.shape[0]):
        depth = 0
        window[0], word[0] = middles[middle], -1
        while depth >= 0:
            if depth == last:
                row = windows[which[last], window[last]]
                _count(row, allowed[last], classes, base * before[last], counts[middle])
                depth -= 1
                continue
            if bits[depth] == _ZERO:
                word[depth] += 1
                if word[depth] == words:
                    depth -= 1
                else:
                    row = windows[which[depth], window[depth]]
                    bits[depth] = row[word[depth]] & allowed[depth, word[depth]]
                continue
            content = 64 * word[depth] + int(trailing_zeros(bits[depth]))
            bits[depth] &= bits[depth] - _ONE
            depth += 1
            before[depth], word[depth] = before[depth - 1] * base + content, -1
            window[depth] = content * power + window[depth - 1] // base
