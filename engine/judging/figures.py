"""What a search did, as labelled figures for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.search.info import Info


class Figure(NamedTuple):
    """One of them, as people read it."""

    label: str
    value: str


def speed(info: Info) -> int | None:
    """Positions a second; None where there is nothing to tell it by."""
    return round(info.nodes / info.elapsed) if info.nodes and info.elapsed > 0 else None


def figures(info: Info) -> tuple[Figure, ...]:
    """What the search behind `info` did; nothing where that was not counted."""
    counted, nodes = info.statistics, info.nodes
    if counted is None or not nodes:
        return ()
    found = [Figure("Positions", f"{nodes:,}")]
    if (rate := speed(info)) is not None:
        found.append(Figure("Positions a second", f"{rate:,}"))
    found.append(Figure("Known from its table", f"{counted.hits:,} ({counted.hits / nodes:.0%})"))
    found.append(Figure("Cut-offs", f"{counted.cuts:,}"))
    if (share := counted.first_share) is not None:
        found.append(Figure("Cut-offs by the first move", f"{share:.0%}"))
    return tuple(found)
