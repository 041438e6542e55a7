"""How easy a puzzle is for our levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.players import LEVELS, player_for
from engine.search.control import SearchControl
from engine.warmup import strongest_searcher
from engine.workshop.puzzles.sources import without_clock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.puzzles.puzzle import Stage

SEEDS = range(2)
"""Each level tries so often, as the lower ones err by chance."""


def ease(stages: Sequence[Stage]) -> int:
    """Percent of the tries of levels 1 to 10 that find every move."""
    tries = [_finds(stages, level, seed) for level in LEVELS for seed in SEEDS]
    return round(100 * sum(tries) / len(tries))


def _finds(stages: Sequence[Stage], level: str, seed: int) -> bool:
    game = stages[0].position.game
    player = player_for(game, without_clock(level), seed, compiled=strongest_searcher)
    return all(
        player.choose(stage.position, SearchControl()).move == stage.solution.move
        for stage in stages
    )
