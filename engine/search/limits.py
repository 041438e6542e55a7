"""How much a search may spend."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import EngineError


@dataclass(frozen=True, slots=True)
class Limit:
    """Bounds of one search; the first one reached ends it, None means no bound.

    Attributes:
        time: seconds of wall-clock time.
        depth: plies.
        nodes: positions visited.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name in ("time", "depth", "nodes"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise EngineError(f"A search limit must be positive; {name} is {value!r}.")
