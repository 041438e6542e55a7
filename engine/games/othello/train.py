"""Training the 8 × 8 pattern evaluation: ``python -m engine.games.othello.train FOLDER``.

FOLDER holds WTHOR files. Every position of their games becomes an example whose label is
the best score known for it:

- with 24 empties and more, the file's theoretical score (exact at 24 empties);
- with 14, 10, 6 and 2, an exact score by our own solver;
- in between, the two nearest of these, weighted by nearness.

Each stage is a ridge regression of the labels on the pattern readings, solved by conjugate
gradients. The years 2020 and 2021 are left out and measure the error.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np
from numpy import int64, uint64

from engine._jit import kernel, popcount
from engine.games.othello import _gather, regression, wthor
from engine.games.othello.bitboard import flips, layout, moves
from engine.games.othello.context import EndgameContext
from engine.games.othello.endgame_deep import exact_score
from engine.games.othello.patterns import (
    EMPTIES_OFFSET,
    INSTANCES,
    MOBILITY_OFFSET,
    STAGE_PLIES,
    STAGES,
)
from engine.games.othello.table import Table
from engine.games.othello.weights import FILE, class_numbers, save

if TYPE_CHECKING:
    from numpy.typing import NDArray

HELD_OUT = (2020, 2021)
THEORETICAL = 24
"""The empties from which the files give the score of best play."""

SOLVED = (14, 10, 6, 2)
READINGS = INSTANCES + 2
_ONE, _ZERO, _BOARD = uint64(1), uint64(0), uint64((1 << 64) - 1)
_OFFSETS = np.array(_gather.OFFSETS)
_MOBILITY, _EMPTIES = int64(MOBILITY_OFFSET), int64(EMPTIES_OFFSET)
_UNKNOWN = 127


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


@kernel("void(uint64, uint64, int32[::1])")
def read_features(own: uint64, other: uint64, row: NDArray[np.int32]) -> None:
    """Write the weight index of everything the evaluation reads off a position."""
    readings = np.empty(_gather.LANES, np.uint16)
    _gather.store_readings(own, other, uint64(readings.ctypes.data))
    for reading in range(INSTANCES):
        row[reading] = _OFFSETS[reading] + int64(readings[reading])
    empties = _BOARD ^ (own | other)
    mine = min(int64(popcount(moves(own, other, empties))), int64(31))
    theirs = min(int64(popcount(moves(other, own, empties))), int64(31))
    row[INSTANCES] = _MOBILITY + mine * int64(32) + theirs
    row[INSTANCES + 1] = _EMPTIES + int64(popcount(empties))


@kernel("void(uint64[:, ::1], int32[::1], int32[:, ::1])")
def read_all(
    boards: NDArray[np.uint64], classes: NDArray[np.int32], features: NDArray[np.int32]
) -> None:
    """The classes of every position's features."""
    for at in range(len(boards)):
        read_features(boards[at, 0], boards[at, 1], features[at])
        for place in range(features.shape[1]):
            features[at, place] = classes[features[at, place]]


@kernel("void(int32[:, ::1], float64[::1], float64[::1])")
def predict(
    features: NDArray[np.int32], weights: NDArray[np.float64], out: NDArray[np.float64]
) -> None:
    """The sum of each row's weights."""
    for at in range(len(features)):
        total = 0.0
        for feature in features[at]:
            total += weights[feature]
        out[at] = total


@kernel("void(int32[:, ::1], float64[::1], float64[::1])")
def spread(
    features: NDArray[np.int32], values: NDArray[np.float64], out: NDArray[np.float64]
) -> None:
    """Add each row's value to all its features: the transpose of `predict`."""
    out[:] = 0.0
    for at in range(len(features)):
        for feature in features[at]:
            out[feature] += values[at]


def fit(
    features: NDArray[np.int32],
    labels: NDArray[np.float64],
    count: int,
    ridge: float,
    iterations: int,
) -> NDArray[np.float64]:
    """Weights that minimise squared error + ridge."""
    predicted, spreading = np.zeros(len(features)), np.zeros(count)

    def image(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        predict(features, weights, predicted)
        spread(features, predicted, spreading)
        return spreading + ridge * weights

    spread(features, np.ones(len(features)), spreading)
    diagonal = spreading + ridge
    spread(features, labels, spreading)
    return regression.solve(image, spreading, diagonal, iterations)


class Examples:
    """All positions of the games by empties, with their labels and years."""

    def __init__(self, files: list[wthor.Games]) -> None:
        games = sum(len(file.moves) for file in files)
        self.boards = np.zeros((games, 64, 2), dtype=np.uint64)
        self.colours = np.zeros((games, 64), dtype=np.int8)
        self.labels = np.full((games, 64), _UNKNOWN, dtype=np.int8)
        """For the side to move."""
        self.held_out = np.concatenate([np.full(len(f.moves), f.year in HELD_OUT) for f in files])
        theoretical = np.concatenate([file.theoretical for file in files])
        for game, row in enumerate(np.concatenate([file.moves for file in files])):
            replay(np.ascontiguousarray(row), self.boards[game], self.colours[game])
        self._label(theoretical)

    def _label(self, theoretical: NDArray[np.int64]) -> None:
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

    def select(
        self, empties: range, held_out: bool
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """The labelled positions with so many empties, of the held-out years or the others."""
        boards, labels = [], []
        for left in empties:
            chosen = (self.labels[:, left] != _UNKNOWN) & (self.held_out == held_out)
            boards.append(self.boards[chosen, left])
            labels.append(self.labels[chosen, left].astype(np.float64))
        return np.ascontiguousarray(np.concatenate(boards)), np.concatenate(labels)


def stage_empties(stage: int, margin: int) -> range:
    """The numbers of empties of a stage, with `margin` more on both sides."""
    first = STAGE_PLIES * stage + 1
    return range(max(1, first - margin), min(60, first + STAGE_PLIES - 1 + margin) + 1)


def features_of(boards: NDArray[np.uint64], classes: NDArray[np.int32]) -> NDArray[np.int32]:
    features = np.zeros((len(boards), READINGS), dtype=np.int32)
    read_all(boards, classes, features)
    return features


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--output", type=click.Path(path_type=Path), default=FILE, show_default=True)
@click.option("--ridge", default=10.0, show_default=True, help="Pull of the weights to zero.")
@click.option("--iterations", default=25, show_default=True, help="Conjugate gradients per stage.")
def main(folder: Path, output: Path, ridge: float, iterations: int) -> None:
    """Train the Othello evaluation from the WTHOR files in FOLDER."""
    started = time.process_time()
    paths = sorted(folder.glob("*.[wW][tT][bB]"))
    if not paths:
        raise click.UsageError(f"{folder} holds no .wtb file.")
    files = [wthor.read(path) for path in paths]
    examples = Examples([file for file in files if file.solved_at == THEORETICAL])
    click.echo(f"{len(examples.held_out)} games labelled in {time.process_time() - started:.0f} s")
    classes = class_numbers()
    trained = []
    for stage in range(STAGES):
        boards, labels = examples.select(stage_empties(stage, margin=1), held_out=False)
        weights = fit(
            features_of(boards, classes),
            labels,
            int(classes.max()) + 1,
            ridge,
            iterations,
        )
        trained.append(weights)
        for left in stage_empties(stage, margin=0):
            boards, labels = examples.select(range(left, left + 1), held_out=True)
            predicted = np.zeros(len(boards))
            predict(features_of(boards, classes), weights, predicted)
            error = np.abs(predicted - labels).mean() if len(labels) else 0.0
            click.echo(f"{left:2} empties: mean absolute error {error:5.2f} discs")
    save(np.array(trained), output)
    click.echo(f"{time.process_time() - started:.0f} s in all")


if __name__ == "__main__":
    main()
