"""Moves that a symmetry of the position carries into one another: one search tells of them all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from engine.games.othello.board.board import symmetries, turned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.game import Move
    from engine.games.othello.position import OthelloPosition
    from engine.search.searcher import Candidate

    Images: TypeAlias = Mapping[Move, Sequence[Sequence[Move]]]


def images_among(position: OthelloPosition, moves: Sequence[Move]) -> Images:
    """The first of each set of these moves that symmetries of the position carry into one another,
    with a symmetry to each of the others."""
    size = position.game.size
    kept = [
        table
        for table in symmetries(size, size)
        if all(turned(discs, table) == discs for discs in position.boards)
    ]
    found: dict[Move, list[Sequence[Move]]] = {}
    left = set(moves)
    for move in moves:
        if move in left:
            left.remove(move)
            found[move] = []
            for table in kept:
                if table[move] in left:
                    left.remove(table[move])
                    found[move].append(table)
    return found


def with_images(found: Iterable[Candidate], images: Images) -> Iterator[Candidate]:
    """What was found of one move of each set, and after it the same of the others."""
    for candidate in found:
        yield candidate
        for table in images[candidate.move]:
            line = tuple(table[move] for move in candidate.pv)
            yield replace(candidate, move=line[0], pv=line)
