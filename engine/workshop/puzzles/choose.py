"""Which of the found puzzles are kept: no two alike, and every theme and difficulty."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, cast

from engine.games.connectfour.books.book import canonical_key as drop_key
from engine.games.othello.books.openings import canonical_key as square_key
from engine.puzzles.grading import difficulty
from engine.registry import family_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.game import Position
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.games.othello.position import OthelloPosition
    from engine.puzzles.puzzle import Puzzle


def symmetry_key(position: Position) -> tuple[int, ...]:
    """Equal of positions that are mirror images of each other, turned, or with colours swapped.

    For boards of 7 × 6 and 8 × 8.
    """
    if family_of(position.game).drops:
        return (drop_key(cast("ConnectFourPosition", position)),)
    return square_key(cast("OthelloPosition", position))


def distinct_positions(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The first of each kind of position."""
    found = {symmetry_key(puzzle.position): puzzle for puzzle in reversed([*puzzles])}
    return list(found.values())[::-1]


def chosen(found: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """The `count` of some puzzles that spread best over themes and difficulties.

    In turn one of each kind: the rarer kinds are kept whole, the commoner ones in part.
    """
    kinds: dict[tuple[str, int], list[Puzzle]] = defaultdict(list)
    for puzzle in found:
        kinds[rarest(puzzle, found), difficulty(puzzle.ease)].append(puzzle)
    kept: list[Puzzle] = []
    while len(kept) < count and any(kinds.values()):
        for kind in sorted(kinds):
            if kinds[kind] and len(kept) < count:
                kept.append(kinds[kind].pop(0))
    return kept


def rarest(puzzle: Puzzle, found: Sequence[Puzzle]) -> str:
    """The theme of a puzzle that fewest others have."""
    return min(puzzle.themes, key=lambda theme: sum(theme in other.themes for other in found))


def in_order(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The easiest first, the games by turns."""
    games: dict[str, list[Puzzle]] = defaultdict(list)
    for puzzle in sorted(puzzles, key=lambda one: -one.ease):
        games[puzzle.game.key].append(puzzle)
    total = max(map(len, games.values()), default=0)
    return [group[at] for at in range(total) for group in games.values() if at < len(group)]
