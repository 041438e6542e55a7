"""One number for a position and all its images, turned and mirrored: what games are found by.

It is a hash of 64 bits of the game, the side to move and the discs. Among fifty million positions,
those of two million games, two share a number with a chance of one in fifteen thousand; then a
count is wrong by one game. So nothing is kept to tell them apart.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, cast

from engine.registry import family_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Game, Move, Position

_ALL = (1 << 64) - 1
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The multipliers of splitmix64 (S. Vigna, 2015)."""


def fingerprint(position: Position) -> int:
    """The number of a position, from -2**63 on, as databases keep it."""
    made = _seed(position.game.key)
    for number in _canonical(position):
        for word in _words(number):
            made = _mixed(made ^ word)
    return _signed(made)


def fingerprints(game: Game, games: Sequence[Sequence[Move]], plies: int) -> list[list[int]]:
    """The numbers of all positions of these games from the usual start, `plies` moves deep.

    Raises:
        IllegalMove: a move is not legal; of Othello's many games at once nothing is checked.
    """
    paths = family_of(game).canonical_paths
    found = paths(game, games, plies) if paths else None
    if found is None:
        return [_one(game, moves[:plies]) for moves in games]
    import numpy as np  # noqa: PLC0415 (takes longer to load than to find one number)

    made = np.full(found[0].shape, _seed(game.key), np.uint64)
    for numbers in found:
        made ^= numbers
        for shift, factor in ((30, _FIRST), (27, _SECOND)):
            made = (made ^ (made >> np.uint64(shift))) * np.uint64(factor)
        made ^= made >> np.uint64(31)
    rows = cast("list[list[int]]", made.view(np.int64).T.tolist())
    return [row[: len(moves) + 1] for row, moves in zip(rows, games, strict=True)]


def _one(game: Game, moves: Sequence[Move]) -> list[int]:
    position = game.start()
    found = [fingerprint(position)]
    for move in moves:
        position = position.play(move)
        found.append(fingerprint(position))
    return found


def _canonical(position: Position) -> tuple[int, ...]:
    canonical = family_of(position.game).canonical
    return canonical(position) if canonical else position.key()


def _words(number: int) -> Iterator[int]:
    """The number in words of 64 bits; of a large board's how many, then these."""
    count = -(-number.bit_length() // 64)
    if count > 1:
        yield count
    for at in range(max(count, 1)):
        yield number >> 64 * at & _ALL


@lru_cache
def _seed(key: str) -> int:
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big")


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * _FIRST & _ALL
    word = (word ^ word >> 27) * _SECOND & _ALL
    return word ^ word >> 31


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word
