"""Key string -> game. A third game is one folder and one line of `FAMILIES`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.errors import UnsupportedGame
from engine.games.connectfour.game import ConnectFour
from engine.games.othello.game import Othello

if TYPE_CHECKING:
    from engine.game import Game


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number a family of games can be varied by, with its limits."""

    name: str
    label: str
    default: int
    minimum: int
    maximum: int
    step: int = 1


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games that differ in their parameters only."""

    key: str
    name: str
    parameters: tuple[Parameter, ...]
    parse: Callable[[str], Game]
    """The game of a key's tail (what follows ``family:``, may be empty)."""
    make: Callable[..., Game]
    """The game of named parameters."""


FAMILIES: dict[str, Family] = {
    family.key: family
    for family in (
        Family(
            key="connectfour",
            name="Connect Four",
            parameters=(
                Parameter("columns", "Columns", 7, 2, 16),
                Parameter("rows", "Rows", 6, 2, 16),
                Parameter("connect", "In a row", 4, 2, 16),
                Parameter("players", "Players", 2, 2, 3),
            ),
            parse=ConnectFour.from_tail,
            make=ConnectFour,
        ),
        Family(
            key="othello",
            name="Othello",
            parameters=(Parameter("size", "Size", 8, 4, 16, 2),),
            parse=Othello.from_tail,
            make=Othello,
        ),
    )
}


@lru_cache(maxsize=1024)
def game(key: str) -> Game:
    """The game a key string names, such as ``connectfour:8x8:5`` or ``othello``.

    Raises:
        UnsupportedGame: the family is unknown, the tail malformed or a limit exceeded.
    """
    name, _, tail = key.partition(":")
    family = FAMILIES.get(name)
    if family is None:
        known = ", ".join(sorted(FAMILIES))
        raise UnsupportedGame(f"There is no game {key[:60]!r}; the games are {known}.")
    return family.parse(tail)
