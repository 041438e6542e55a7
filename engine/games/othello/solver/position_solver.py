"""Othello for ``flipfour solve``: a line is an OBF board or a move string."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from engine.errors import NotationError
from engine.formats.obf import parse_obf
from engine.formats.record import GameRecord
from engine.games.othello.search.searcher import OthelloSearcher
from engine.search.limits import Limit
from engine.search.score import final_score
from engine.search.solver import Score, Solved, one_score, sign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Position
    from engine.games.othello.game import Othello
    from engine.search.control import SearchControl

_MOVES = re.compile(r"(--|[a-z][0-9]{1,2})+", re.IGNORECASE)


def make(game: Game) -> OthelloSolver:
    """A solver of `game`, which must be an `Othello`."""
    return OthelloSolver(cast("Othello", game))


class OthelloSolver:
    """Solves positions of one size; see `engine.search.solver.PositionSolver`."""

    def __init__(self, game: Othello) -> None:
        self._game = game
        self._searcher = OthelloSearcher(game)

    def position_text(self, line: str) -> str:
        """What precedes the line's first ``;``."""
        return line.partition(";")[0].strip()

    def read(self, text: str) -> Position:
        if _MOVES.fullmatch(text):
            return GameRecord.from_moves(self._game, text).final()
        position = parse_obf(text)
        if position.game != self._game:
            raise NotationError(f"The board has {position.game.size} squares a side.")
        return position

    def solve(self, position: Position, control: SearchControl) -> Solved | None:
        if position.outcome() is not None:
            return Solved(final_score(position, position.to_move), None)
        info = self._searcher.search(position, Limit(), control)
        return Solved(info.score, info.pv[0]) if info.exact else None

    def solve_wdl(self, position: Position, control: SearchControl) -> Solved | None:
        if position.outcome() is not None:
            return Solved(sign(final_score(position, position.to_move)), None)
        found = self._searcher.wins(position, control)
        return None if found is None else Solved(*found)

    def scores(
        self, texts: Sequence[str], control: SearchControl, *, wdl: bool
    ) -> tuple[Score, ...]:
        return one_score(self, texts[0], control, wdl=wdl)
