"""Lines of input as they come."""

from __future__ import annotations

from codecs import getincrementaldecoder
from io import IncrementalNewlineDecoder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedIOBase

CHUNK = 1 << 16
"""Bytes of input read at once, at most."""


def chunks(source: BufferedIOBase) -> Iterator[list[tuple[int, str]]]:
    """The lines of `source` and their numbers, from 1; each time all that have come by now."""
    decoder = IncrementalNewlineDecoder(getincrementaldecoder("utf-8-sig")("replace"), True)
    rest, number, more = "", 1, True
    while more:
        data = source.read1(CHUNK)
        more = bool(data)
        *lines, rest = (rest + decoder.decode(data, final=not more)).split("\n")
        if rest and not more:
            lines.append(rest)
        yield list(enumerate(lines, number))
        number += len(lines)
