"""The positions that the 8 × 8 evaluation learns from, with the best score known for each.

Those of tournament games are labelled

- with 24 empties and more by the file's theoretical score (exact at 24 empties);
- with 14, 10, 6 and 2 by an exact score of our own solver;
- in between by the two nearest of these, weighted by nearness.

Those of games of our own by what the searches said of them and of the positions that follow,
each further one weighing `TRUST` of the one before (R. Sutton's TD with λ = `TRUST`), up to
an exact score or to a move at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine._jit import kernel, popcount
from engine.games.othello.bitboard import flips, layout
from engine.games.othello.context import EndgameContext
from engine.games.othello.endgame_deep import exact_score
from engine.games.othello.evaluation import DISC
from engine.games.othello.selfplay import SOLVED_FROM, UNKNOWN
from engine.games.othello.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from engine.games.othello.selfplay import Played
    from engine.games.othello.wthor import Games

    Labelled = tuple[NDArray[np.uint64], NDArray[np.float64], NDArray[np.float64]]

HELD_OUT = (2020, 2021)
HELD_OUT_OF = 20
"""Of our own games one of so many is left out."""

THEORETICAL = 24
"""The empties from which the files give the score of best play."""

DOUBTFUL_PLIES = 4
"""So many plies before that the score says half as much of a position: people err."""

SOLVED = (14, 10, 6, 2)
TRUST = 0.85
_ONE, _ZERO = uint64(1), uint64(0)


@kernel("void(uint8[::1], uint64[:, ::1], int8[::1])")
def replay(
    squares: NDArray[np.uint8], boards: NDArray[np.uint64], colours: NDArray[np.int8]
) -> None:
    """Write the position before each move of a game: own, other, and whose turn (0 black).

    Rows are by empties; those the game does not reach keep a colour of -1.
    """
    own, other = uint64(0x0000000810000000), uint64(0x0000001008000000)
    colour = 0
    colours[:] = -1
    for square in squares:
        if square == 255:
            break
        turned = flips(own, other, uint64(square))
        if turned == _ZERO:
            own, other, colour = other, own, 1 - colour
            turned = flips(own, other, uint64(square))
        left = int64(64) - int64(popcount(own | other))
        boards[left, 0], boards[left, 1] = own, other
        colours[left] = colour
        own, other = other ^ turned, own | turned | (_ONE << uint64(square))
        colour = 1 - colour


class Examples:
    """All positions of games by empties.

    Attributes:
        boards: ``[game][empties]``: own discs and the other's.
        colours: likewise whose turn it is (0 black); -1 where the game has no such position.
        labels: likewise discs for the side to move; not a number where nothing is known.
        trust: by empties, what the labels count in the fit, those near the truth 1.
        held_out: whether a game is left out of the fit, to measure the error.
    """

    def __init__(self, moves: NDArray[np.uint8], held_out: NDArray[np.bool_]) -> None:
        games = len(moves)
        self.boards = np.zeros((games, 64, 2), dtype=np.uint64)
        self.colours = np.zeros((games, 64), dtype=np.int8)
        self.labels = np.full((games, 64), np.nan, dtype=np.float32)
        self.trust = np.ones(64)
        self.held_out = held_out
        for game, row in enumerate(moves):
            replay(np.ascontiguousarray(row), self.boards[game], self.colours[game])

    @classmethod
    def of_tournaments(cls, files: list[Games]) -> Examples:
        """The positions of WTHOR files, those of the years `HELD_OUT` left out of the fit."""
        held_out = np.concatenate([np.full(len(f.moves), f.year in HELD_OUT) for f in files])
        found = cls(np.concatenate([file.moves for file in files]), held_out)
        plies_before = np.maximum(np.arange(64) - THEORETICAL, 0)
        found.trust = 1 / (1 + plies_before / DOUBTFUL_PLIES)
        found._solve(np.concatenate([file.theoretical for file in files]))
        return found

    @classmethod
    def of_own_games(cls, parts: Iterable[Played]) -> Examples:
        """The positions of `selfplay`, every `HELD_OUT_OF`-th game left out of the fit."""
        played = tuple(parts)
        moves = np.concatenate([part.moves for part in played])
        found = cls(moves, np.arange(len(moves)) % HELD_OUT_OF == 0)
        found._blend(
            np.concatenate([part.worths for part in played]),
            np.concatenate([part.strayed for part in played]),
        )
        return found

    def select(self, empties: range, held_out: bool) -> Labelled:
        """The positions with so many empties, those held out or the others: boards, labels,
        and what each label counts.
        """
        boards, labels, trust = [], [], []
        for left in empties:
            chosen = np.isfinite(self.labels[:, left]) & (self.held_out == held_out)
            boards.append(self.boards[chosen, left])
            labels.append(self.labels[chosen, left].astype(np.float64))
            trust.append(np.full(chosen.sum(), self.trust[left]))
        found = np.ascontiguousarray(np.concatenate(boards))
        return found, np.concatenate(labels), np.concatenate(trust)

    def _solve(self, theoretical: NDArray[np.int64]) -> None:
        context = EndgameContext(Table(1 << 14), layout(8))
        for game, black in enumerate(theoretical):
            value, known_at = int(black), THEORETICAL
            for left in range(THEORETICAL, 61):
                self._set(game, left, value)
            for left in SOLVED:
                if self.colours[game, left] < 0:
                    break
                own, other = self.boards[game, left]
                mover = 1 - 2 * int(self.colours[game, left])
                context.table.next_search()
                solved = mover * int(exact_score(own, other, int64(mover * value), context.address))
                for between in range(left, known_at):
                    nearness = (between - left) / (known_at - left)
                    self._set(game, between, round(nearness * value + (1 - nearness) * solved))
                value, known_at = solved, left

    def _set(self, game: int, left: int, black: int) -> None:
        colour = self.colours[game, left]
        if colour >= 0:
            self.labels[game, left] = black if colour == 0 else -black

    def _blend(self, worths: NDArray[np.int16], strayed: NDArray[np.bool_]) -> None:
        """Labels for all games at once, from the end of the games back."""
        later = np.full(len(worths), np.nan)
        for left in range(61):
            here = (worths[:, left] != UNKNOWN) & (self.colours[:, left] >= 0)
            sign = np.where(self.colours[:, left] == 0, 1, -1)
            black = sign * worths[:, left] / DISC
            if left > SOLVED_FROM:
                follows = ~strayed[:, left] & np.isfinite(later)
                black = np.where(follows, TRUST * later + (1 - TRUST) * black, black)
            later = np.where(here, black, later)
            self.labels[here, left] = (sign * black)[here]
