"""The behaviour signature: how many nodes a fixed set of searches visits.

A change of this number says that the search behaves differently; a commit that changes the
engine on purpose names it. It is the same on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.formats.record import GameRecord
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.warmup import fresh_searcher

if TYPE_CHECKING:
    from engine.bench import Figures, Say

DESCRIPTION = "node count of a fixed set of searches, the same on every machine"

_THIRTY_LEFT = "f5d6c3d3c4f4f6f3e6e7c6g6g5f7h6c7d7c5f8e3e8d8b6b5g4h3a5b3g3a4"
"""Moves of Othello to a position that the network judges, which shallow searches come to."""

SEARCHES = (
    ("connectfour", "", 12),
    ("connectfour", "4444", 12),
    ("connectfour", "44444265", 14),
    ("connectfour:9x7", "55555", 10),
    ("connectfour:8x8:5", "4455", 10),
    ("connectfour:7x6:4:3p", "444", 7),
    ("othello", "f5d6c3d3", 9),
    ("othello", "f5f6e6f4e3c5c4e7", 9),
    ("othello", _THIRTY_LEFT, 11),
    ("othello:6", "e4c5", 9),
    ("othello:10", "e4d6", 8),
)
"""Game, opening moves and depth."""


def run(say: Say) -> Figures:
    total = 0
    for key, moves, depth in SEARCHES:
        position = GameRecord.from_moves(game(key), moves).final()
        info = fresh_searcher(game(key)).search(position, Limit(depth=depth), SearchControl())
        total += info.nodes
        say(f"{key:22} {moves[:18]:18} depth {depth:2}: {info.nodes:>12,}")
    say(f"Bench: {total}")
    return {"signature": total}
