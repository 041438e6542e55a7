"""Key string -> game, through the families that are registered.

`engine.families` registers them; nothing here knows a game, so that everything may ask.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.errors import UnsupportedGame

if TYPE_CHECKING:
    from engine.family import Family
    from engine.game import Game

FAMILIES: dict[str, Family] = {}
"""Every family by its key, the usual one first."""


def register(*families: Family) -> None:
    """Make games of these families known to the whole program."""
    FAMILIES.update((family.key, family) for family in families)


def game(key: str) -> Game:
    """The game a key string names, such as ``connectfour:8x8:5`` or ``othello``.

    Raises:
        UnsupportedGame: the family is unknown, the tail malformed or a limit exceeded.
    """
    if not isinstance(key, str):
        raise UnsupportedGame(f"{key!r} is no game key; write it like 'connectfour:9x7'.")
    return _game(key)


@lru_cache(maxsize=1024)
def _game(key: str) -> Game:
    name, colon, tail = key.partition(":")
    family = FAMILIES.get(name)
    if family is None:
        known = ", ".join(sorted(FAMILIES))
        raise UnsupportedGame(f"There is no game {key[:60]!r}; the games are {known}.")
    if colon and not tail:
        raise UnsupportedGame(f"{key[:60]!r} ends in the middle; drop the colon or go on.")
    return family.parse(tail)


def usual_game() -> Game:
    """What is played where nothing else was asked for."""
    return next(iter(FAMILIES.values())).make()


def family_of(game: Game) -> Family:
    """The family `game` belongs to."""
    return FAMILIES[family_key(game.key)]


def family_key(key: str) -> str:
    """The part of a game's key that names its family."""
    return key.partition(":")[0]
