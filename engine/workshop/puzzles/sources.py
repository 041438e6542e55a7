"""Positions to look for puzzles in: of people's games, and of games between our levels."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.formats.wthor import records_of
from engine.players import parse_level
from engine.players.caution import winning_move
from engine.registry import game as game_of
from engine.replay import played
from engine.workshop.bench.mistakes import game_between

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from engine.game import Move, Position
    from engine.players import Level

PAIRS = ("23", "32", "34", "43", "45", "54", "35", "53")
"""The levels that play each other, by turns."""

WEAK = ("22", "23", "32", "33", "24", "42")

DISCS = (14, 32)
"""Discs on a board of Connect Four that is looked at: earlier ones take long to prove, later
ones have few columns."""

EMPTY = (8, 16)
"""Empty squares of a board of Othello that is looked at."""

OF_A_FILE = 400
"""Games of one file that are looked at, at most, so that every year has its share."""

PER_GAME = 5
"""Positions of one game that are looked at, at most."""


class Place(NamedTuple):
    """A position, the moves that lead to it, and where it is from."""

    position: Position
    opening: tuple[Move, ...]
    source: str


def without_clock(key: str) -> Level:
    """A level that no clock stops, so that the same seed plays the same game."""
    return replace(parse_level(key), time=3600.0)


def between_levels(
    seed: int,
    per_game: int = PER_GAME,
    earliest: int = DISCS[0],
    promising: Callable[[Any], bool] | None = None,
) -> Iterator[Place]:
    """Positions of games between levels, without end, from so many discs on.

    Only `promising` ones, if that is given; then weak levels play, who leave more to be found.
    """
    number, pairs = 1000 * seed, WEAK if promising else PAIRS
    game = game_of("connectfour")
    while True:
        number += 1
        pair = pairs[number % len(pairs)]
        moves, positions = game_between(game, [without_clock(key) for key in pair], number)
        source = Random(number)  # noqa: S311 (a game, no secret)
        plies = [ply for ply in range(len(positions)) if earliest <= ply <= DISCS[1]]
        for ply in source.sample(plies, min(per_game, len(plies))):
            found = positions[ply]
            if (promising is None or promising(found)) and not _obvious(found):
                said = f"Level {pair[0]} against level {pair[1]}"
                yield Place(found, tuple(moves[:ply]), said)


def othello(folder: Path, seed: int, per_game: int = PER_GAME) -> Iterator[Place]:
    """Positions of the games in a folder of WTHOR files, in random order."""
    source = Random(seed)  # noqa: S311 (a game, no secret)
    paths = sorted(folder.glob("*.wtb"))
    source.shuffle(paths)
    games = []
    for path in paths:
        records, _ = records_of(path.read_bytes())
        games += source.sample(records, min(OF_A_FILE, len(records)))
    source.shuffle(games)
    for record in games:
        position, places = record.game.start(), []
        for ply, move in enumerate(record.moves):
            free = sum(position.cell(square) < 0 for square in range(64))
            if EMPTY[0] <= free <= EMPTY[1] and len(position.legal_moves()) > 1:
                year = f"A game of {record.date.year}" if record.date else "A game of people"
                places.append(Place(position, record.moves[:ply], year))
            position = played(position, move, ply + 1)
        yield from source.sample(places, min(per_game, len(places)))


def _obvious(position: Position) -> bool:
    """Whether somebody sees the move without thinking: a win, a block, or no choice."""
    if len(position.legal_moves()) < 3 or winning_move(position) is not None:
        return True
    safe = 0
    for move in position.legal_moves():
        after = position.play(move)
        safe += after.outcome() is None and winning_move(after) is None
    return safe < 2
