"""What players of a level share: their searcher, their chance and what they tell of a move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from engine.game import Game
from engine.registry import family_of
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher
from engine.search.searcher import Searcher

if TYPE_CHECKING:
    from engine.players.levels import Level
    from engine.search.info import Info
    from engine.search.searcher import Candidate

SearcherSource: TypeAlias = Callable[[Game], Searcher | None]
"""Answers the compiled searcher of a game, or None while it is not ready."""

STAND_IN_TIME = 2.0
"""Seconds at most for the plain search while it stands in for kernels: on a machine's first
start a move takes no longer than three, whatever the level allows."""


PLAIN_LEAST = 300
"""Positions that the plain search visits at least: its own move and the reply, on every board.
By the rules alone it has no such claim, as each of them may cost it hundreds of moves."""


class LevelPlayer:
    """Plays `game` at `level` with the searcher that `compiled` offers, else the plain one."""

    def __init__(
        self, game: Game, level: Level, seed: int | None, compiled: SearcherSource
    ) -> None:
        self._game = game
        self._level = level
        self._random = Random(seed)  # noqa: S311 (a game, no secret)
        self._compiled = compiled

    def _searcher_now(self) -> tuple[Searcher, Limit]:
        """The searcher that is ready, and what it may take."""
        return searcher_now(self._game, self._level, self._compiled)


def searcher_now(game: Game, level: Level, compiled: SearcherSource) -> tuple[Searcher, Limit]:
    """The searcher that is ready, and what it may take at `level`."""
    limit = Limit(time=level.time, depth=level.depth, least=level.least)
    if (ready := compiled(game)) is not None:
        return ready, limit
    family = family_of(game)
    seconds = min(level.time, STAND_IN_TIME) if family.kernels else level.time
    least = PLAIN_LEAST if family.knowledge else 0
    return PlainSearcher(game), replace(limit, time=seconds, least=least)


def known(chosen: Candidate, nodes: int, started: float) -> Info:
    """What is known of a chosen move; `started` is a reading of `perf_counter`."""
    return chosen.info(nodes, perf_counter() - started)
