"""Moves that a symmetry of the position carries into one another: one search tells of them all."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.games.othello.board.board import turned_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.game import Move
    from engine.games.othello.position import OthelloPosition
    from engine.search.searcher import Candidate

    Images = Mapping[Move, Sequence[Mapping[Move, Move]]]


@lru_cache
def _symmetries(size: int) -> tuple[dict[Move, Move], ...]:
    """Where each of the seven symmetries of a board that move a square puts each square."""
    tables = []
    for index in range(1, 8):
        table = {}
        for square in range(size * size):
            row, column = turned_place(size, index, *divmod(square, size))
            table[square] = size * row + column
        tables.append(table)
    return tuple(tables)


def images_among(position: OthelloPosition, moves: Iterable[Move]) -> Images:
    """The first of each set of moves that symmetries of the position carry into one another, with
    a symmetry to each of the others."""
    discs = position.boards
    keep = [
        table
        for table in _symmetries(position.game.size)
        if all(_turned(board, table) == board for board in discs)
    ]
    found: dict[Move, list[Mapping[Move, Move]]] = {}
    seen: set[Move] = set()
    for move in moves:
        if move in seen:
            continue
        seen.add(move)
        found[move] = []
        for table in keep:
            if (image := table.get(move, move)) not in seen:
                seen.add(image)
                found[move].append(table)
    return found


def with_images(found: Iterable[Candidate], images: Images) -> Iterator[Candidate]:
    """What was found of one move of each set, and after it the same of the others."""
    for candidate in found:
        yield candidate
        for table in images[candidate.move]:
            line = tuple(table.get(move, move) for move in candidate.pv)
            yield replace(candidate, move=table[candidate.move], pv=line)


def _turned(board: int, table: Mapping[Move, Move]) -> int:
    turned = 0
    while board:
        low = board & -board
        turned |= 1 << table[low.bit_length() - 1]
        board ^= low
    return turned
