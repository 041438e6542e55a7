"""Games to run every contract on: the corners of each family's parameters."""

from __future__ import annotations

from itertools import product

from engine import FAMILIES, Family, Game, UnsupportedGame


def corner_games() -> list[Game]:
    """Every registered family with each parameter at its least, usual and greatest value."""
    games = [game for family in FAMILIES.values() for game in _corners(family)]
    return sorted(games, key=lambda game: game.key)


def _corners(family: Family) -> set[Game]:
    values = [(p.minimum, p.default, p.maximum) for p in family.parameters]
    names = [parameter.name for parameter in family.parameters]
    games = set()
    for combination in product(*values):
        try:
            games.add(family.make(**dict(zip(names, combination, strict=True))))
        except UnsupportedGame:
            continue  # such as ten in a row on a board of eight
    return games
