"""Speed of counting move sequences."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from engine.perft import perft
from engine.registry import game

if TYPE_CHECKING:
    from engine.bench import Figures, Say

DESCRIPTION = "leaves per second of perft"

COUNTS = (("connectfour", 9), ("connectfour:9x7", 7), ("othello", 9), ("othello:10", 8))
"""Game and depth."""


def run(say: Say) -> Figures:
    figures: Figures = {}
    for key, depth in COUNTS:
        perft(game(key), 1)  # load the kernels
        started = perf_counter()
        leaves = perft(game(key), depth)
        seconds = perf_counter() - started
        speed = round(leaves / seconds)
        figures[key] = {"depth": depth, "leaves": leaves, "leaves_per_second": speed}
        say(f"{key:18} depth {depth}: {leaves:>13,} leaves, {speed:>13,} a second")
    return figures
