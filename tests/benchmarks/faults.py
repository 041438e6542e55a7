"""What happens to the parts of an installation: each dies, or stands still for a while."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.webapp.machines import Installation, Part

DEAD = 0.5
"""Seconds after which what was killed is started again, at the most."""

STILL = 8.0
"""Seconds that a part stands still, at the most: longer than anybody waits for it."""


@dataclass(frozen=True)
class Fault:
    """One kind of fault of one part. What `passes` is over by itself when it ends."""

    kind: str
    begin: Callable[[], None]
    end: Callable[[], None]
    longest: float
    passes: bool


def faults_of(place: Installation) -> list[Fault]:
    """Every fault of every part."""
    parts: list[tuple[str, Part]] = [("Redis", place.redis), ("PostgreSQL", place.postgres)]
    parts += [("a server", server) for server in place.servers]
    parts += [("a worker", worker) for worker in place.workers]
    dead = [Fault(kind, part.kill, part.start, DEAD, False) for kind, part in parts]
    still = [
        Fault(f"{kind} that stood still", part.freeze, part.thaw, STILL, True)
        for kind, part in parts
    ]
    return dead + still
