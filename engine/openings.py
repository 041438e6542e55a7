"""What openings are called, whichever way they come about and however the board is turned."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.fingerprint import fingerprint
from engine.registry import family_of
from engine.registry import game as game_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.game import Game, Position


def opening_name(position: Position) -> str:
    """The name that this very position has, empty where it has none."""
    if position.ply > deepest(position.game):
        return ""
    return named(position.game).get(fingerprint(position), "")


def opening_of(positions: Iterable[Position]) -> str:
    """The opening of a game that goes through these positions: the last that has a name.

    Empty where none has, or the family has no names.
    """
    found = ""
    for position in positions:
        if position.ply > deepest(position.game):
            break
        found = opening_name(position) or found
    return found


def named(game: Game) -> Mapping[int, str]:
    """Every name by the fingerprint of its position; none in most games."""
    return _named(game.key)[0]


def deepest(game: Game) -> int:
    """After how many plies the last named position stands; -1 where none has a name."""
    return _named(game.key)[1]


@lru_cache(maxsize=64)
def _named(key: str) -> tuple[Mapping[int, str], int]:
    game, last = game_of(key), -1
    openings = family_of(game).openings
    found = {}
    for moves, name in openings(game) if openings else ():
        position = game.start()
        for move in game.parse_moves(moves):
            position = position.play(move)
        found[fingerprint(position)] = name
        last = max(last, position.ply)
    return found, last
