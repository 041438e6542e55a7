"""Records for tests of formats: random ones, and a year of tournaments."""

from __future__ import annotations

from random import Random

from engine.formats.record import GameRecord
from engine.registry import game
from tests.data import DATA

YEAR = DATA / "othello" / "WTH_1980.wtb"


def played(key: str, seed: int, length: int = 200) -> GameRecord:
    """A game at random."""
    chance, position, moves = Random(seed), game(key).start(), []
    while position.outcome() is None and len(moves) < length:
        moves.append(chance.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return GameRecord.from_moves(game(key), moves)
