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
    """Seconds from a stop, given once a searcher has visited `after_nodes`, to its answer."""

    def search(control: SearchControl) -> None:
        info = make(position.game).search(position, Limit(), control)
        assert info.pv[0] in position.legal_moves()

    return stop_time(search, after_nodes, goal)


def stop_time(search: Callable[[SearchControl], object], after_nodes: int, goal: float) -> float:
    """`answer_time` of any search under the control it is given."""
    best = float("inf")
    for _ in range(TRIES):
        best = min(best, _stop_time(search, after_nodes))
        if best < goal:
            break
    return best


def _stop_time(search: Callable[[SearchControl], object], after_nodes: int) -> float:
    control = SearchControl()
    answered: list[float] = []

    def run() -> None:
        search(control)
        answered.append(time.perf_counter())

    thread = threading.Thread(target=run)
    thread.start()
    while control.nodes < after_nodes and thread.is_alive():
        thread.join(0.001)  # kernels count, but cannot tell
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
