"""The course of a game as a curve, the same that ``graph.js`` draws where there is script.

Above the middle the first player is ahead, below it the second. What is proved is solid, what
is estimated hatched and dashed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from webapp.wire.review import ERRORS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webapp.wire.review import PlyMessage

WIDTH, HEIGHT = 448, 96
MIDDLE = HEIGHT / 2
LABELS = 4
MARGIN = 8
"""What is left free above and below the curve."""


@dataclass(frozen=True, slots=True)
class Run:
    """Plies that are proved, or estimated, throughout: the curve, and the area to the middle."""

    proved: bool
    curve: str
    area: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A mistake on the curve, after the move; `open` while it is not proved."""

    ply: int
    x: float
    y: float
    mark: str
    open: bool


@dataclass(frozen=True, slots=True)
class Graph:
    """All there is to draw, in units of a box `WIDTH` by `HEIGHT`.

    Attributes:
        border: where what is proved begins, if it does not from the start.
        numbers: plies to be written below, and where.
    """

    runs: tuple[Run, ...]
    border: float | None
    signs: tuple[Sign, ...]
    numbers: tuple[tuple[int, float], ...]


def graph(known: Mapping[int, PlyMessage], plies: int) -> Graph:
    """The curve of a game of so many plies; `known` by ply."""
    at = {ply: _y(known[ply]["lead"]) for ply in sorted(known)}
    levels = {ply: y for ply, y in at.items() if y is not None}
    proved = [ply for ply in levels if known[ply]["proved"]]
    begin = proved[0] if proved else None
    late = begin is not None and begin > next(iter(levels))
    step = max(1, -(-plies // LABELS))
    return Graph(
        tuple(_runs(known, levels, plies)),
        _x(begin, plies) if late and begin is not None else None,
        tuple(_signs(known, levels, plies)),
        tuple((ply, _x(ply, plies)) for ply in range(0, plies + 1, step)),
    )


def _x(ply: int, plies: int) -> float:
    return round(ply * WIDTH / plies, 1) if plies else 0.0


def _y(lead: float | None) -> float | None:
    return None if lead is None else round(MIDDLE - lead * (MIDDLE - MARGIN), 1)


def _runs(known: Mapping[int, PlyMessage], levels: Mapping[int, float], plies: int) -> list[Run]:
    stretches: list[tuple[bool, list[int]]] = []
    for before, after in pairwise(levels):
        sure = known[before]["proved"] and known[after]["proved"]
        if stretches and stretches[-1][0] == sure:
            stretches[-1][1].append(after)
        else:
            stretches.append((sure, [before, after]))
    return [_run(sure, run, levels, plies) for sure, run in stretches]


def _run(sure: bool, run: list[int], levels: Mapping[int, float], plies: int) -> Run:
    points = "L".join(f"{_x(ply, plies)} {levels[ply]}" for ply in run)
    first, last = _x(run[0], plies), _x(run[-1], plies)
    return Run(sure, f"M{points}", f"M{first} {MIDDLE}L{points}L{last} {MIDDLE}z")


def _signs(known: Mapping[int, PlyMessage], levels: Mapping[int, float], plies: int) -> list[Sign]:
    found = []
    for ply in levels:
        entry, after = known[ply], ply + 1
        error = entry["error"]
        if error is not None and entry["mark"] in ERRORS and ply < plies:
            level = levels.get(after, MIDDLE)
            found.append(Sign(ply, _x(after, plies), level, entry["mark"], not error["sure"]))
    return found
