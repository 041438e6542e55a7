"""JSON as Engine.IO and Socket.IO ask for it, with its reader and writer made once.

Their own module makes both anew for each message, which takes longer than most messages.
"""

from __future__ import annotations

from json import JSONDecoder, JSONEncoder
from typing import Any

MAX_DIGITS = 100
"""Of a number; to read a number of thousands of them takes long."""


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError("The number is too large.")
    return int(text)


class Codec:
    """Stands in for a module with ``dumps`` and ``loads``; always as short as may be."""

    def __init__(self) -> None:
        self._decode = JSONDecoder(parse_int=_integer).decode
        self._encode = JSONEncoder(separators=(",", ":")).encode

    def loads(self, text: str, **_: Any) -> Any:
        return self._decode(text)

    def dumps(self, value: Any, **_: Any) -> str:
        return self._encode(value)


CODEC = Codec()
