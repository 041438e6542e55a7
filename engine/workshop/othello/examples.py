"""The positions that the 8 × 8 evaluation learns from, with the best score known for each.

Those of tournament games are labelled

- with 24 empties by the file's theoretical score, which is exact;
- with 14, 10, 6 and 2 by an exact score of our own solver;
- in between by the two nearest of these, weighted by nearness;
- with more than 24 by the theoretical score too, but people err, so that it says less and
  less; once there is an evaluation, by what that says of the positions that follow.

Those of games of our own are labelled by what searches said of the positions that follow, up
to an exact score or to a move at random.

Of the positions that follow each further one weighs so much of the one before (`TRUST`;
R. Sutton's TD with λ).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine._jit import kernel, popcount
from engine.games.othello.board.bitboard import flips, layout
from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.search.context import EndgameContext
from engine.games.othello.search.endgame_deep import exact_score
from engine.games.othello.search.table import Table
from engine.workshop.othello.selfplay import SOLVED_FROM, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from engine.formats.wthor import Games
    from engine.workshop.othello.selfplay import Played

    Floats = NDArray[np.float64]
    Labelled = tuple[NDArray[np.uint64], NDArray[np.float64], NDArray[np.float64]]

HELD_OUT = (2020, 2021)
HELD_OUT_OF = 20
"""Of our own games one of so many is left out."""

THEORETICAL = 24
"""The empties from which the files give the score of best play."""

TRUST_AT_FIRST = 0.3
"""What a tournament game's label counts until `foretell`, one of our own games counting 1..."""

DOUBTFUL_PLIES = 4
"""...and half of that so many plies before the theoretical score: people err."""

SOLVED = (14, 10, 6, 2)
TRUST = 0.85
TRUST_IN_PEOPLE = 0.8
"""The same for tournament games."""

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
    def of_tournaments(cls, files: list[Games], solve: bool = True) -> Examples:
        """The positions of WTHOR files, those of the years `HELD_OUT` left out of the fit.

        Without `solve` those with fewer empties than the theoretical score's have no label.
        """
        held_out = np.concatenate([np.full(len(f.moves), f.year in HELD_OUT) for f in files])
        found = cls(np.concatenate([file.moves for file in files]), held_out)
        plies_before = np.maximum(np.arange(64) - THEORETICAL, 0)
        found.trust = TRUST_AT_FIRST / (1 + plies_before / DOUBTFUL_PLIES)
        found._label(np.concatenate([file.theoretical for file in files]), SOLVED if solve else ())
        return found

    @classmethod
    def of_own_games(cls, parts: Iterable[Played]) -> Examples:
        """The positions of `selfplay`, every `HELD_OUT_OF`-th game left out of the fit."""
        played = tuple(parts)
        moves = np.concatenate([part.moves for part in played])
        found = cls(moves, np.arange(len(moves)) % HELD_OUT_OF == 0)
        worths = np.concatenate([part.worths for part in played])
        found._blend(
            np.where(worths == UNKNOWN, np.nan, worths / DISC),
            np.concatenate([part.strayed for part in played]),
            SOLVED_FROM,
            TRUST,
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

    def _label(self, theoretical: NDArray[np.int64], solved_at: tuple[int, ...]) -> None:
        context = EndgameContext(Table(1 << 14), layout(8))
        for game, black in enumerate(theoretical):
            value, known_at = int(black), THEORETICAL
            for left in range(THEORETICAL, 61):
                self._set(game, left, value)
            for left in solved_at:
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

    def foretell(self, estimate: Callable[[NDArray[np.uint64], int], Floats]) -> None:
        """Label the positions before the theoretical score by what `estimate` says, in discs
        for the side to move, of boards with so many empties.
        """
        worths = np.full(self.labels.shape, np.nan)
        worths[:, THEORETICAL] = self.labels[:, THEORETICAL]
        for left in range(THEORETICAL + 1, 61):
            played = self.colours[:, left] >= 0
            worths[played, left] = estimate(np.ascontiguousarray(self.boards[played, left]), left)
        self._blend(worths, np.zeros(worths.shape, dtype=np.bool_), THEORETICAL, TRUST_IN_PEOPLE)
        self.trust[:] = 1.0

    def _blend(self, worths: Floats, strayed: NDArray[np.bool_], known: int, trust: float) -> None:
        """Label all positions whose worth is a number, from `known` empties up."""
        later = np.full(len(worths), np.nan)
        for left in range(61):
            here = np.isfinite(worths[:, left]) & (self.colours[:, left] >= 0)
            sign = np.where(self.colours[:, left] == 0, 1, -1)
            black = sign * worths[:, left]
            if left > known:
                follows = ~strayed[:, left] & np.isfinite(later)
                black = np.where(follows, trust * later + (1 - trust) * black, black)
            later = np.where(here, black, later)
            self.labels[here, left] = (sign * black)[here]
