"""Games under changed rules, written for obviousness: cells in a dict, lines by stepping."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import product

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass
class NaiveLines:
    """Two players in turn; a line of `connect` ends the game. Rows count from the bottom."""

    columns: int
    rows: int
    connect: int
    free: bool = False
    around: bool = False
    misere: bool = False
    cells: dict[tuple[int, int], int] = field(default_factory=dict)
    mover: int = 0

    def moves(self) -> list[tuple[int, int]]:
        """Squares that may be taken."""
        if self.winner() is not None:
            return []
        empty = [p for p in product(range(self.columns), range(self.rows)) if p not in self.cells]
        return [(c, r) for c, r in empty if self.free or r == 0 or (c, r - 1) in self.cells]

    def after(self, place: tuple[int, int]) -> NaiveLines:
        rules = (self.columns, self.rows, self.connect, self.free, self.around, self.misere)
        return NaiveLines(*rules, self.cells | {place: self.mover}, 1 - self.mover)

    def winner(self) -> int | None:
        for (c, r), (right, up) in product(self.cells, STEPS):
            places = [(c + i * right, r + i * up) for i in range(self.connect)]
            if self.around:
                places = [(column % self.columns, row) for column, row in places]
            owners = {self.cells.get(place) for place in places}
            if len(set(places)) == self.connect and len(owners) == 1:
                (owner,) = owners
                assert owner is not None
                return 1 - owner if self.misere else owner
        return None


def value(game: NaiveLines) -> int:
    """1 if the first player wins with best play, -1 if the second one does, else 0."""

    @cache
    def worth(cells: frozenset[tuple[tuple[int, int], int]], mover: int) -> int:
        rules = (game.columns, game.rows, game.connect, game.free, game.around, game.misere)
        here = NaiveLines(*rules, dict(cells), mover)
        winner = here.winner()
        if winner is not None:
            return 1 - 2 * winner
        after = [here.after(move) for move in here.moves()]
        values = [worth(frozenset(x.cells.items()), x.mover) for x in after]
        return (min if mover else max)(values, default=0)

    return worth(frozenset(game.cells.items()), game.mover)
