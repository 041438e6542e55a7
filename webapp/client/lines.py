"""What a person types, line by line, without holding up what arrives meanwhile."""

from __future__ import annotations

import codecs
import os
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

CHUNK = 4096


def read_lines(descriptor: int, deliver: Callable[[str | None], None]) -> None:
    """Have a thread tell every line of a file, and None at its end.

    It reads past Python's own buffer, whose lock a thread that waits for input would hold when
    the program ends.
    """
    threading.Thread(target=_read, args=(descriptor, deliver), name="input", daemon=True).start()


def _read(descriptor: int, deliver: Callable[[str | None], None]) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    rest, data = "", b" "
    while data:
        try:
            data = os.read(descriptor, CHUNK)
        except OSError:  # the terminal has gone
            data = b""
        *lines, rest = (rest + decoder.decode(data)).split("\n")
        for line in lines:
            deliver(line)
    if rest:
        deliver(rest)
    deliver(None)
