"""Training the 8 × 8 pattern evaluation: ``python -m engine.workshop.othello.train FOLDER...``.

FOLDERS hold WTHOR files, or games of our own by `selfplay`; `examples` says how their
positions are labelled. Each stage is a ridge regression of the labels on the pattern readings,
solved by conjugate gradients. It is done twice, as the first evaluation knows better than
the end of a tournament game what its beginning is worth. What is held out measures the error.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np
from numpy import int64, uint64

from engine._jit import kernel, popcount
from engine.formats import wthor
from engine.games.othello.board.bitboard import moves
from engine.games.othello.evaluation import _gather
from engine.games.othello.evaluation.evaluation import DISC, LIFT
from engine.games.othello.evaluation.patterns import (
    EMPTIES_OFFSET,
    INSTANCES,
    MOBILITY_OFFSET,
    STAGE_PLIES,
    STAGES,
    class_numbers,
)
from engine.games.othello.evaluation.weights import FILE, save
from engine.workshop.othello import regression
from engine.workshop.othello.examples import THEORETICAL, Examples
from engine.workshop.othello.selfplay import Played, files_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

READINGS = INSTANCES + 2
_BOARD = uint64((1 << 64) - 1)
_OFFSETS = np.array(_gather.OFFSETS)
_MOBILITY, _EMPTIES = int64(MOBILITY_OFFSET), int64(EMPTIES_OFFSET)


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
    trust: NDArray[np.float64],
    count: int,
    ridge: float,
    iterations: int,
) -> NDArray[np.float64]:
    """Weights that minimise squared error + ridge; `trust` is what each label counts."""
    predicted, spreading = np.zeros(len(features)), np.zeros(count)

    def image(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        predict(features, weights, predicted)
        spread(features, trust * predicted, spreading)
        return spreading + ridge * weights

    spread(features, trust, spreading)
    diagonal = spreading + ridge
    spread(features, trust * labels, spreading)
    return regression.solve(image, spreading, diagonal, iterations)


def stage_empties(stage: int, margin: int) -> range:
    """The numbers of empties of a stage, with `margin` more on both sides."""
    first = STAGE_PLIES * stage + 1
    return range(max(1, first - margin), min(60, first + STAGE_PLIES - 1 + margin) + 1)


def features_of(boards: NDArray[np.uint64], classes: NDArray[np.int32]) -> NDArray[np.int32]:
    features = np.zeros((len(boards), READINGS), dtype=np.int32)
    read_all(boards, classes, features)
    return features


def train(
    several: Sequence[Examples], stages: range, ridge: float, iterations: int
) -> dict[int, Floats]:
    """The weights in discs by class that fit all positions of each of these stages best."""
    classes = class_numbers()
    count = int(classes.max()) + 1
    trained = {}
    for stage in stages:
        wide = stage_empties(stage, margin=1)
        parts = [examples.select(wide, held_out=False) for examples in several]
        boards, labels, trust = (np.concatenate(part) for part in zip(*parts, strict=True))
        features = features_of(np.ascontiguousarray(boards), classes)
        trained[stage] = fit(features, labels, trust, count, ridge, iterations)
    return trained


def estimator(trained: dict[int, Floats]) -> Callable[[NDArray[np.uint64], int], Floats]:
    """What an evaluation says of boards with so many empties, at the horizon of a search."""
    classes = class_numbers()

    def estimate(boards: NDArray[np.uint64], left: int) -> Floats:
        predicted = np.zeros(len(boards))
        predict(features_of(boards, classes), trained[(left - 1) // STAGE_PLIES], predicted)
        return np.asarray(np.clip(predicted + LIFT[left] / DISC, -64, 64))

    return estimate


def errors_of(examples: Examples, trained: dict[int, Floats]) -> Iterator[tuple[int, float]]:
    """The mean absolute error of held-out positions in discs, by empties."""
    classes = class_numbers()
    for left in range(STAGE_PLIES * min(trained) + 1, 61):
        boards, labels, _ = examples.select(range(left, left + 1), held_out=True)
        if len(labels):
            predicted = np.zeros(len(boards))
            predict(features_of(boards, classes), trained[(left - 1) // STAGE_PLIES], predicted)
            yield left, float(np.abs(predicted - labels).mean())


def read_examples(folders: Iterable[Path], solve: bool) -> dict[str, Examples]:
    """The positions of all games in these folders, by their kind.

    Those late in tournament games are solved, unless they are not wanted.
    """
    tournaments, own = [], []
    for folder in folders:
        tournaments += [wthor.read(path) for path in sorted(folder.glob("*.[wW][tT][bB]"))]
        own += [Played.read(path) for path in files_of(folder)]
    found = {}
    if tournaments := [file for file in tournaments if file.solved_at == THEORETICAL]:
        found["tournament"] = Examples.of_tournaments(tournaments, solve)
    if own:
        found["own"] = Examples.of_own_games(own)
    return found


@click.command()
@click.argument(
    "folders",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    nargs=-1,
    required=True,
)
@click.option("--output", type=click.Path(path_type=Path), default=FILE, show_default=True)
@click.option(
    "--fewest",
    default=1,
    show_default=True,
    type=click.IntRange(1, THEORETICAL + 1),
    help="Empty squares from which to train; the weights for fewer are left as they are.",
)
@click.option("--ridge", default=10.0, show_default=True, help="Pull of the weights to zero.")
@click.option("--iterations", default=25, show_default=True, help="Conjugate gradients per stage.")
def main(
    folders: tuple[Path, ...], output: Path, fewest: int, ridge: float, iterations: int
) -> None:
    """Train the Othello evaluation from the games in FOLDERS."""
    started = time.process_time()
    kinds = read_examples(folders, solve=fewest <= THEORETICAL)
    if not kinds:
        raise click.UsageError("These folders hold no WTHOR files (.wtb) and no games of selfplay.")
    for kind, examples in kinds.items():
        games, seconds = len(examples.held_out), time.process_time() - started
        click.echo(f"{games} {kind} games labelled in {seconds:.0f} s")
    stages = range((fewest - 1) // STAGE_PLIES, STAGES)
    trained = train(tuple(kinds.values()), stages, ridge, iterations)
    if "tournament" in kinds:
        kinds["tournament"].foretell(estimator(trained))
        trained = train(tuple(kinds.values()), stages, ridge, iterations)
    for kind, examples in kinds.items():
        for left, error in errors_of(examples, trained):
            click.echo(f"{left:2} empties, {kind}: mean absolute error {error:5.2f} discs")
    save(trained, output)
    click.echo(f"{time.process_time() - started:.0f} s in all")


if __name__ == "__main__":
    main()
