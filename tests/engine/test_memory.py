"""Words that share no cache line with others."""

from __future__ import annotations

import numpy as np

from engine._memory import address_of, words_apart

LINE = 64


def test_no_line_is_shared():
    taken: set[int] = set()
    kept = [words_apart(count) for count in (1, 8, 9, 100)]
    beside = [np.zeros(1, dtype=np.uint64) for _ in range(100)]
    for words in kept:
        first, end = address_of(words), address_of(words) + words.nbytes
        here = set(range(first // LINE, (end - 1) // LINE + 1))
        assert first % LINE == 0
        assert not here & taken
        assert not here & {other.ctypes.data // LINE for other in beside}
        taken |= here


def test_they_are_zeros_of_their_kind():
    words = words_apart(3)
    assert words.tolist() == [0, 0, 0]
    array = np.frombuffer(words, dtype=np.int64)
    array[:] = -1, 2, -(1 << 63)
    assert words.tolist() == [-1, 2, -(1 << 63)]
    assert words_apart(1, "Q").format == "Q"
