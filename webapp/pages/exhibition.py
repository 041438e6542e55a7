"""What home and the list of games show while nobody plays in public: a game of two computers.

It is one that they have played (`engine.parts.presentation.Exhibition`), another family's each
day, so that it costs the server nothing however many look on; a script makes a move every two
seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from engine import registry
from engine.game import EMPTY
from engine.players import parse_level
from engine.registry import FAMILIES
from engine.sentences import describe_outcome
from webapp.domain.opening import positions
from webapp.domain.seat import level_name
from webapp.svg import Drawing, draw_position

if TYPE_CHECKING:
    from engine.parts.presentation import Exhibition


@dataclass(frozen=True, slots=True)
class Shown:
    """An exhibition as the page has it.

    Attributes:
        drawing: the board at the end.
        steps: of each move its player and the squares that became his, the placed one first.
        given: the discs of the first board, as (square, player).
    """

    family: str
    names: tuple[str, ...]
    drawing: Drawing
    given: tuple[tuple[int, int], ...]
    steps: tuple[tuple[int, ...], ...]
    result: str
    path: str


def exhibition() -> Shown | None:
    """Today's, if any family has one."""
    found = [f.offered.exhibition for f in FAMILIES.values() if f.offered.exhibition]
    return _shown(found[datetime.now(UTC).toordinal() % len(found)]) if found else None


@lru_cache(maxsize=8)
def _shown(played: Exhibition) -> Shown:
    game = registry.game(played.board)
    line = positions(game, game.parse_moves(played.moves))
    first, last = line[0], line[-1]
    outcome = last.outcome()
    squares = ((square, first.cell(square)) for square in range(game.columns * game.rows))
    names = tuple(level_name(parse_level(level).key) for level in played.levels)
    return Shown(
        family=registry.family_of(game).key,
        names=names,
        drawing=draw_position(last, f"{game.name}, {' against '.join(names)}"),
        given=tuple((square, owner) for square, owner in squares if owner != EMPTY),
        steps=tuple((a.to_move, *b.last_changes) for a, b in pairwise(line)),
        result=describe_outcome(game, outcome).title if outcome else "",
        path=f"/analysis?{urlencode({'game': played.board, 'moves': played.moves, 'ply': 0})}",
    )
