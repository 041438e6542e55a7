"""The walks through the opening in which a book is made, see `bookmaker`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.games.connectfour.board.layout import BITS
from engine.games.connectfour.books.book import canonical_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.workshop.connectfour.maker import Bookmaker

T = TypeVar("T")

FIRST, SECOND = 1, 2
"""Bits of a position in a walk: the sides that have played only what it follows."""


def walk(
    game: ConnectFour, maker: Bookmaker, *, every: bool, plies: int = BITS
) -> Iterator[tuple[int, int]]:
    """Solve ply after ply until nothing costly is left; yields each ply and its positions.

    `every`: solve all moves of a position, not one best move of the side that is followed.
    `plies`: the deepest ply whose positions' moves are solved.
    All best moves that are known are followed: whoever goes by the book stays in it.
    """
    level = {canonical_key(game.start()): (game.start(), FIRST | SECOND)}
    ply = 0
    while level and ply <= plies:
        costly = [pair for pair in level.values() if maker.known(pair[0], -BITS).costly]
        for position, faithful in costly:
            mover = SECOND if position.ply % 2 else FIRST
            if every or faithful == FIRST | SECOND:
                maker.solve_moves(position)
            elif faithful == mover:
                maker.find_best_move(position)
        deeper: dict[int, tuple[ConnectFourPosition, int]] = {}
        for position, faithful in costly:
            mover = SECOND if position.ply % 2 else FIRST
            best = maker.best_moves(position)
            for move in position.legal_moves():
                sides = faithful if move in best else faithful & ~mover
                child = position.play(move)
                if sides and child.outcome() is None:
                    key = canonical_key(child)
                    before = deeper[key][1] if key in deeper else 0
                    deeper[key] = (child, sides | before)
        yield ply, len(level)
        level, ply = deeper, ply + 1


def walk_back(
    game: ConnectFour, makers: Sequence[Bookmaker], plies: int
) -> Iterator[tuple[int, int]]:
    """Solve every position of ply `plies`, then of each ply before it; yields as `walk` does.

    Each of the makers works on a thread of its own.
    """
    for ply, level in reversed(list(enumerate(_levels(game, plies)))):
        _share_out(makers, level)
        yield ply, len(level)


def walk_further(
    game: ConnectFour, makers: Sequence[Bookmaker], plies: int, hard: int
) -> Iterator[tuple[int, int]]:
    """Solve every position of the ply before `plies`, then all moves of those that are hard.

    Hard is what took more than so many nodes. Yields as `walk` does, the makers work likewise.
    """
    level = _levels(game, plies - 1)[-1]
    _share_out(makers, level)
    yield plies - 1, len(level)
    deeper = _moves_of(
        position for position in level if makers[0].known(position, -BITS).nodes > hard
    )
    _share_out(makers, deeper)
    yield plies, len(deeper)


def walk_onward(
    game: ConnectFour, makers: Sequence[Bookmaker], plies: int, hard: int, scores: range
) -> Iterator[tuple[int, int]]:
    """Solve all moves of what is solved and for the book of the ply before `plies`.

    But for those that were not hard, as in `walk_further`, or whose score is none of `scores`.
    Yields as `walk` does, the makers work likewise.
    """

    def goes_on(position: ConnectFourPosition) -> bool:
        known = makers[0].solved(position)
        if known is None or not known.costly:
            return False
        return known.nodes > hard and known.score in scores

    deeper = _moves_of(filter(goes_on, _levels(game, plies - 1)[-1]))
    _share_out(makers, deeper)
    yield plies, len(deeper)


def _levels(game: ConnectFour, plies: int) -> list[Sequence[ConnectFourPosition]]:
    """The unfinished positions of each ply up to one; neighbours have their origin in common."""
    levels: list[Sequence[ConnectFourPosition]] = [[game.start()]]
    for _ in range(plies):
        levels.append(_moves_of(levels[-1]))
    return levels


def _moves_of(level: Iterable[ConnectFourPosition]) -> Sequence[ConnectFourPosition]:
    """What the moves of positions lead to, each once and as its neighbours look."""
    found: dict[int, ConnectFourPosition] = {}
    for position in level:
        for move in position.legal_moves():
            child = position.play(move)
            if child.outcome() is None:
                found.setdefault(canonical_key(child), child)
    return list(found.values())


def _share_out(makers: Sequence[Bookmaker], level: Iterable[ConnectFourPosition]) -> None:
    """Solve all of some positions, the makers together."""
    with ThreadPoolExecutor(max_workers=len(makers)) as pool:
        for _ in pool.map(_solve_all, makers, repeat(_Shared(level))):
            pass


class _Shared(Generic[T]):
    """An iterator that several threads may read, each item going to one of them."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items, self._lock = iter(items), Lock()

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        with self._lock:
            return next(self._items)


def _solve_all(maker: Bookmaker, positions: Iterable[ConnectFourPosition]) -> None:
    for position in positions:
        maker.known(position, -BITS)
