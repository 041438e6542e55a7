"""Connect Four: rules, notation, search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour

KERNELS: tuple[str, ...] = (
    "engine.games.connectfour.search.evaluation",
    "engine.games.connectfour.search.filling",
    "engine.games.connectfour.search.alphabeta",
    "engine.games.connectfour.search.maxn",
    "engine.games.connectfour.solver.one_word",
)
"""The modules with compiled kernels, callees first."""


def takes_two_words(game: ConnectFour) -> bool:
    """Whether the discs of a two-player board take two words of 64 bits, a spare row included."""
    return game.players == 2 and 64 < game.columns * (game.rows + 1) <= 128


EXTRA_KERNELS: dict[str, Callable[[ConnectFour], bool]] = {
    "engine.games.connectfour.solver.two_words": takes_two_words,
}
"""Modules that prove scores of some games, compiled when all else is ready; the search of these
games does without until then."""
