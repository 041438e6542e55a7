"""Words of memory that share no cache line with anything else.

A vector that lies across two lines takes two of the processor's loads or stores, and a line that
two threads write goes back and forth between their cores.
"""

from __future__ import annotations

from ctypes import addressof, c_char
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, Literal

LINES = 128
"""Bytes of two cache lines, which processors fetch together."""


def words_apart(count: int, kind: Literal["q", "Q"] = "q") -> memoryview[int]:
    """So many zeros of 64 bits: ``q`` signed, ``Q`` unsigned. NumPy makes an array of them."""
    whole = memoryview(bytearray(count * 8 + 2 * LINES))
    start = -address_of(whole) % LINES
    return whole[start : start + count * 8].cast(kind)


def address_of(memory: memoryview[Any]) -> int:
    """Where memory that can be written begins; whoever asks keeps it alive."""
    return addressof(c_char.from_buffer(memory))
