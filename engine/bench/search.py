"""Speed of the search: nodes per second from a few positions of each kind of game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.formats.record import GameRecord
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher
from engine.warmup import fresh_searcher

if TYPE_CHECKING:
    from engine.bench import Figures, Say

DESCRIPTION = "nodes per second of the compiled and the plain search"

SECONDS = 2.0

POSITIONS = (
    ("connectfour", "44"),
    ("connectfour:9x7", "55555"),
    ("connectfour:16x16:5", "88"),
    ("connectfour:7x6:4:3p", "444"),
    ("othello", "f5d6c3d3"),
    ("othello:6", "e4c5"),
    ("othello:16", "j9h10"),
)
"""Game and opening moves."""


def run(say: Say) -> Figures:
    figures: Figures = {}
    for key, moves in POSITIONS:
        position = GameRecord.from_moves(game(key), moves).final()
        for kind, searcher in (
            ("compiled", fresh_searcher(game(key))),
            ("plain", PlainSearcher(game(key))),
        ):
            info = searcher.search(position, Limit(time=SECONDS), SearchControl())
            speed = round(info.nodes / max(info.elapsed, 1e-9))
            figures.setdefault(key, {})[kind] = {
                "nodes_per_second": speed,
                "depth": info.depth,
                "exact": info.exact,
            }
            say(f"{key:22} {kind:9} {speed:>12,} nodes/s, depth {info.depth}")
    return figures
