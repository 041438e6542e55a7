"""Which modules of Connect Four hold compiled code, and which boards need which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.parts.kernels import Kernels

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour


def takes_two_words(game: ConnectFour) -> bool:
    """Whether the discs of a two-player board take two words of 64 bits, a spare row included."""
    return game.players == 2 and 64 < game.columns * (game.rows + 1) <= 128


def searched_selectively(game: ConnectFour) -> bool:
    """Whether `search.selective` serves a game: boards of two words, four in a row."""
    return takes_two_words(game) and game.connect == 4


KERNELS = Kernels(
    modules=(
        "engine.games.connectfour.search.evaluation",
        "engine.games.connectfour.search.filling",
        "engine.games.connectfour.search.alphabeta",
        "engine.games.connectfour.search.maxn",
        "engine.games.connectfour.solver.one_word",
    ),
    extra={
        "engine.games.connectfour.solver.two_words": takes_two_words,
        "engine.games.connectfour.search.selective_two_words": searched_selectively,
    },
)
