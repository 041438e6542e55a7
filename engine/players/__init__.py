"""What chooses moves, from a beginner to the engine's full strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.players.base import Choice, Chooser
from engine.players.chance import RandomPlayer
from engine.players.erring import ErringPlayer
from engine.players.levels import LEVELS, Level, parse_level
from engine.players.searching import SearchingPlayer
from engine.registry import family_of
from engine.search.info import Report
from engine.warmup import searcher_if_compiled

if TYPE_CHECKING:
    from engine.game import Game
    from engine.players.levelled import SearcherSource

__all__ = [
    "LEVELS",
    "Choice",
    "Chooser",
    "ErringPlayer",
    "Level",
    "RandomPlayer",
    "Report",
    "SearchingPlayer",
    "parse_level",
    "player_for",
]


def player_for(
    game: Game,
    level: str | Level,
    seed: int | None = None,
    compiled: SearcherSource | None = None,
) -> Chooser:
    """The player of `game` at a level such as ``"4"`` or ``"depth:6"``.

    Args:
        seed: makes its choices repeatable; without one no two games need be alike.
        compiled: answers the compiled searcher of a game, or None while it is not ready
            (then plain Python serves), such as `Warmup.searcher`; asked at every move. By
            default the compiled searcher is used where its kernels are in the cache.

    Raises:
        EngineError: there is no such level.
    """
    if isinstance(level, str):
        level = parse_level(level)
    level = level.suited_to(family_of(game)).among(len(game.player_names))
    kind = ErringPlayer if level.errs else SearchingPlayer
    return kind(game, level, seed, compiled or searcher_if_compiled)
