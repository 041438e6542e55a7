"""Measure how soon a search ends, on machines that do other things besides.

A busy machine can only make a search look slower, so the best of several tries is the
search's own time: one good try proves the promise, and a search that never keeps it fails.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from engine.search.control import SearchControl
from engine.search.limits import Limit

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game, Position
    from engine.search.searcher import Searcher

TRIES = 8


def answer_time(
    make: Callable[[Game], Searcher], position: Position, after_nodes: int, goal: float
) -> float:
    """Seconds from a stop, given once `after_nodes` are searched, to the answer."""
    best = float("inf")
    for _ in range(TRIES):
        best = min(best, _answer_time(make, position, after_nodes))
        if best < goal:
            break
    return best


def _answer_time(make: Callable[[Game], Searcher], position: Position, after_nodes: int) -> float:
    searcher, control = make(position.game), SearchControl()
    answered: list[float] = []

    def search() -> None:
        info = searcher.search(position, Limit(), control)
        answered.append(time.perf_counter())
        assert info.pv[0] in position.legal_moves()

    thread = threading.Thread(target=search)
    thread.start()
    while control.nodes < after_nodes:
        thread.join(0.001)
    stopped = time.perf_counter()
    control.stop()
    thread.join()
    return answered[0] - stopped


def time_over(
    make: Callable[[Game], Searcher], position: Position, limit: float, goal: float
) -> float:
    """Seconds by which a search exceeds its time limit."""
    best = float("inf")
    for _ in range(TRIES):
        searcher = make(position.game)
        began = time.perf_counter()
        searcher.search(position, Limit(time=limit), SearchControl())
        best = min(best, time.perf_counter() - began - limit)
        if best < goal:
            break
    return best
