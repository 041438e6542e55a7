"""Words that share no cache line with others."""

from __future__ import annotations

import numpy as np

from engine._memory import words_apart

LINE = 64


def test_no_line_is_shared():
    taken: set[int] = set()
    kept = [words_apart(count, np.uint64) for count in (1, 8, 9, 100)]
    beside = [np.zeros(1, dtype=np.uint64) for _ in range(100)]
    for words in kept:
        first, end = words.ctypes.data, words.ctypes.data + words.nbytes
        here = set(range(first // LINE, (end - 1) // LINE + 1))
        assert first % LINE == 0
        assert not here & taken
        assert not here & {other.ctypes.data // LINE for other in beside}
        taken |= here


def test_they_are_zeros_of_their_kind():
    words = words_apart(3, np.int64)
    assert words.tolist() == [0, 0, 0]
    words[:] = -1, 2, -(1 << 63)
    assert words.tolist() == [-1, 2, -(1 << 63)]
