"""Training the evaluation of 6 × 6: ``python -m engine.workshop.othello.train_small``.

The engine plays games against itself, moves at random first and now and then later, else the
best of a search two plies deep. Their positions with `FEWEST` to `MOST` empty squares are
solved, every other one of a game; each stage is a ridge regression of the exact scores on the
traits and the corners. A fifth of the games is left out and measures the error.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import click
import numpy as np
from numpy import int64

from engine.games.othello.board.bitboard import layout
from engine.games.othello.board.board import PASS, Board, start
from engine.games.othello.evaluation.evaluation import DISC, traits
from engine.games.othello.evaluation.evaluation_small import (
    CORNERS,
    FILE,
    SIZE,
    STAGE_PLIES,
    STAGES,
    TRAITS,
    WEIGHTS_OF_STAGE,
    corner_number,
)
from engine.games.othello.search.compact import CompactSearch
from engine.games.othello.search.context import Context
from engine.games.othello.search.midgame import INFINITY
from engine.games.othello.search.settling import nearest, settle
from engine.games.othello.search.table import Table
from engine.search.control import SearchControl
from engine.workshop.othello import regression

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FEWEST, MOST = 1, 16
RANDOM_MOVES = 6, 24
"""The fewest and the most moves at random that a game begins with."""

ASTRAY = 0.1
"""How likely a later move is one at random."""


class Example(NamedTuple):
    """A position and its exact score for the side to move; whether the fit leaves it out."""

    board: Board
    score: int
    held_out: bool


class Player:
    """Plays and solves positions of 6 × 6."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._search = CompactSearch(SIZE, endgame_buckets=1 << 14)
        self._search.begin(SearchControl())
        self._start = start(SIZE)

    def examples(self, games: int) -> Iterator[Example]:
        """The solved positions of so many games."""
        for number in range(games):
            positions = [board for board in self.play() if FEWEST <= board.left <= MOST]
            for board in positions[self._random.randrange(2) :: 2]:
                yield Example(board, self.solve(board), number % 5 == 0)

    def play(self) -> Iterator[Board]:
        """The positions of a game after its first moves, passes left out."""
        board, chances = self._start, self._random.randint(*RANDOM_MOVES)
        while squares := list(board.squares()):
            if chances <= 0 and squares != [PASS]:
                yield board
            if chances > 0 or self._random.random() < ASTRAY:
                square = self._random.choice(squares)
            else:
                square = min(squares, key=lambda square: self.estimate(board.after(square), 1))
            board, chances = board.after(square), chances - 1

    def estimate(self, board: Board, depth: int) -> int:
        return self._search.estimate(board, -INFINITY, INFINITY, min(depth, board.left))

    def solve(self, board: Board) -> int:
        """The exact score, by null windows from an estimate."""
        most, guess = board.shape.size**2, nearest(self.estimate(board, 2))
        exact = settle(-most, most, guess, partial(self._search.exceeds, board))
        assert exact is not None  # noqa: S101 (nobody stops this search)
        return exact


class Readings(regression.Readings):
    """The traits and the corners of positions as a matrix."""

    def __init__(self, boards: list[Board]) -> None:
        context = Context(Table(1), layout(SIZE))
        values = np.array(
            [traits(b.own, b.other, b.empties, int64(b.left), context.address) for b in boards],
            dtype=float,
        )
        classes = class_numbers()
        places = classes[
            [
                [TRAITS + int(corner_number(b.own, b.other, int64(c))) for c in range(CORNERS)]
                for b in boards
            ]
        ]
        super().__init__(values, places, int(classes.max()) + 1)


def class_numbers() -> NDArray[np.int64]:
    """The class (0, 1...) of every weight: a corner and its reflection share one."""
    least = np.concatenate([np.arange(TRAITS), TRAITS + regression.corner_classes()])
    return np.unique(least, return_inverse=True)[1].astype(np.int64)


def fit(readings: Readings, scores: Floats, ridge: float) -> Floats:
    """Weights that minimise squared error + ridge, in discs."""

    def image(weights: Floats) -> Floats:
        return readings.spread(readings.predict(weights)) + ridge * weights

    diagonal = readings.diagonal() + ridge
    return regression.solve(image, readings.spread(scores), diagonal, iterations=40)


def stage_of(board: Board) -> int:
    return min((board.left - 1) // STAGE_PLIES, STAGES - 1)


@click.command()
@click.option("--output", type=click.Path(path_type=Path), default=FILE, show_default=True)
@click.option("--games", default=12_000, show_default=True)
@click.option("--ridge", default=10.0, show_default=True, help="Pull of the weights to zero.")
def main(output: Path, games: int, ridge: float) -> None:
    """Train the evaluation of 6 × 6 Othello and write it to OUTPUT."""
    started = time.process_time()
    found = list(Player(Random(1)).examples(games))  # noqa: S311 (no secret)
    click.echo(f"{len(found)} positions solved in {time.process_time() - started:.0f} s")
    table = np.zeros((STAGES, WEIGHTS_OF_STAGE), dtype=np.int16)
    for stage in range(STAGES):
        here = [example for example in found if stage_of(example.board) == stage]
        fitted = [example for example in here if not example.held_out]
        scores = np.array([example.score for example in fitted], dtype=float)
        weights = fit(Readings([example.board for example in fitted]), scores, ridge)
        test = [example for example in here if example.held_out]
        predicted = Readings([example.board for example in test]).predict(weights)
        error = np.abs(predicted - [example.score for example in test]).mean()
        first = STAGE_PLIES * stage + 1
        click.echo(f"from {first} empties: mean absolute error {error:.2f} discs")
        table[stage] = np.clip(np.rint(DISC * weights[class_numbers()]), -32000, 32000)
    np.savez_compressed(output, weights=table)


if __name__ == "__main__":
    main()
