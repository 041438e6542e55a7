"""Reading the OBF positions of the test data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[2] / "data" / "othello"


@dataclass(frozen=True)
class Problem:
    """A position with the exact scores of some or all of its moves."""

    name: str
    position: OthelloPosition
    scores: dict[int, int]

    @property
    def best(self) -> int:
        return max(self.scores.values())

    @property
    def empties(self) -> int:
        return 64 - sum(board.bit_count() for board in self.position.boards)


def read(name: str) -> Iterator[Problem]:
    """The problems of a file of the test data."""
    game = Othello()
    for number, line in enumerate((DATA / name).read_text().splitlines(), 1):
        board, _, rest = line.partition(";")
        squares, side = board.split()
        black, white = (
            sum(1 << at for at, disc in enumerate(squares) if disc == colour) for colour in "XO"
        )
        position = OthelloPosition(game, (black, white), "XO".index(side), 0)
        pairs = [part.split(":") for part in rest.split(";") if ":" in part]
        scores = {_move(game, m): int(s) for m, s in pairs if int(s) >= -64}
        yield Problem(f"{name}:{number}", position, scores)


def _move(game: Othello, text: str) -> int:
    """The move of a word; one file writes a pass as H0."""
    square = text.strip()
    return game.pass_move if square == "H0" else game.parse_move(square)
