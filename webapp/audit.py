"""One line for each refusal, sign-in and error, for whoever runs the server.

``refused code=csrf status=400 method=POST route=/m/<match_id>/act address=203.0.113.7``

No secret is in it: routes stand for addresses, as a match's id and a private link let people
in, and a guest goes by a digest.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("flipfour.audit")
log.setLevel(logging.INFO)

LINES = 5
"""Of one kind and address in a `WINDOW`; the next one says how many were left out."""

WINDOW = 60.0
"""Seconds."""

MAX_KINDS = 10_000


class Ration:
    """Tells whether one more line of a kind may be written. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._counts: dict[object, tuple[float, int]] = {}

    def left_out(self, kind: object) -> int | None:
        """How many lines were left out since the last one; None: leave this out too."""
        moment = self._clock()
        with self._lock:
            if len(self._counts) > MAX_KINDS:
                self._counts.clear()
            began, count = self._counts.get(kind, (moment, 0))
            fresh = moment - began >= WINDOW
            self._counts[kind] = (moment, 1) if fresh else (began, count + 1)
            if fresh:
                return max(0, count - LINES)
            return 0 if count < LINES else None


_ration = Ration()


def note(event: str, level: int = logging.INFO, **fields: object) -> None:
    """Write a line of ``name=value`` pairs; values with spaces or quotes are in quotes."""
    left_out = _ration.left_out((event, fields.get("code"), fields.get("address")))
    if left_out is None:
        return
    pairs = fields | ({"left_out": left_out} if left_out else {})
    words = [f"{name}={_word(value)}" for name, value in pairs.items() if value is not None]
    log.log(level, "%s", " ".join([event, *words]))


def alias(secret: str | None) -> str | None:
    """What stands for a guest's or a match's id in the log: the same every time, no way back."""
    return hashlib.sha256(secret.encode()).hexdigest()[:8] if secret else None


def _word(value: object) -> str:
    text = str(value)
    plain = text.isascii() and text.isprintable() and not set(text) & set(' "=')
    return text if plain and text else json.dumps(text)
