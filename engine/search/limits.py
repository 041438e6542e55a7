"""How much a search may spend."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from engine.errors import EngineError


@dataclass(frozen=True, slots=True)
class Limit:
    """Bounds of one search; the first one reached ends it, None means no bound.

    Attributes:
        time: seconds of wall-clock time.
        depth: plies.
        nodes: positions visited.
        least: positions visited before `time` may end the search, however long they take, so
            that a busy machine makes it slow, not weak.
        patience: times `time` that may pass by the clock until the searching thread has had
            `time` of a processor; at 1 the clock alone decides.
        threads: how many work on it, where the search knows how to share the work; None: one,
            and one more for each core that is idle when it can share (`cores`).
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    least: int = 0
    patience: float = 1
    threads: int | None = 1

    def __post_init__(self) -> None:
        for name in ("time", "depth", "nodes", "patience", "threads"):
            value = getattr(self, name)
            if value is not None and not 0 < value < inf:
                raise EngineError(
                    f"A search limit must be positive and finite; {name} is {value!r}."
                )
