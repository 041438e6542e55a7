"""Training the evaluation of 10 × 10 and more: ``python -m engine.workshop.othello.train_wide``.

The engine plays games against itself: some moves at random, then the best of a search
`DEPTH` plies deep. Every position that follows the random moves becomes an example. Its
label is a blend of what the searches say of the positions that follow in its game and of the
final score, each position's weight being `TRUST` of the one before it (R. Sutton's TD with
λ = `TRUST`; in the first round the final score alone). Each phase is a ridge regression of
the labels on what `evaluation_wide` reads off the positions, solved by conjugate gradients.
A round begins with the weights that the one before made, the first one with a few set by
hand, and keeps the games of all rounds but the first. A tenth of the games is left out and
measures how far the final score lies from what is foretold.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click
import numpy as np
from numpy import int64, uint64

from engine._jit import kernel
from engine.games.othello.board.cells import cells_of, final_score, find_moves, play, take_back
from engine.games.othello.evaluation.evaluation_wide import (
    CORNER_OFFSET,
    DISC,
    EDGE_OFFSET,
    FILE,
    PHASE_WEIGHTS,
    PHASES,
    READINGS,
    TRAITS,
    read,
)
from engine.games.othello.game import Othello
from engine.games.othello.search.context import Context
from engine.games.othello.search.mailbox import INFINITY, MOVES, TURNED, search
from engine.games.othello.search.table import Table
from engine.workshop.othello import regression

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from engine.games.othello.board.cells import Cells, Ints
    from engine.games.othello.search.mailbox import Words

    Weights: TypeAlias = NDArray[np.int16]
    Floats: TypeAlias = NDArray[np.float64]

ROUNDS = {10: 5, 12: 3}
"""Rounds of training by size."""

GAMES = {10: 1500, 12: 1000}
"""Games of each round."""

DEPTH = 2
FEWEST_RANDOM = 4
"""Moves at random before a game is played to win; at most half of all moves are."""

TRUST = 0.9
"""How much each further position of a game tells of one, compared with the one before."""

TRAIT_UNIT = 16
"""A trait's weight counts 16ths of hundredths of a disc."""

_MOVED = int64(0)


@kernel("int64(int8[::1], int64, int64[::1], int64[:, ::1], int64[:, ::1], uint64[:, ::1], uint64)")
def play_out(
    cells: Cells,
    width: int,
    chances: Ints,
    rows: Ints,
    lists: Ints,
    keys: Words,
    context: uint64,
) -> int:
    """Play a game and write a row for each position that follows the `chances`.

    A row is what `evaluation_wide.read` writes, the side to move and the search's score for
    it; the answer is the number of rows. A chance is any number: its remainder chooses among
    the legal moves.
    """
    player, played, count = 1, 0, 0
    key = uint64(0)
    while True:
        end = find_moves(cells, width, player, lists[MOVES], 0)
        if end == 0:
            player, key = 3 - player, ~key
            end = find_moves(cells, width, player, lists[MOVES], 0)
            if end == 0:
                return count
        if played < len(chances):
            chosen = lists[MOVES, chances[played] % end]
        else:
            read(cells, width, player, rows[count])
            rows[count, 1 + READINGS] = player
            count += 1
            best, chosen = -INFINITY - 1, 0
            for index in range(end):
                at = lists[MOVES, index]
                top = play(cells, width, at, player, lists[TURNED], end)
                child = ~key ^ keys[player, at]
                for flipped in range(end, top):
                    child ^= keys[0, lists[TURNED, flipped]]
                score = -search(
                    cells, width, 3 - player, -INFINITY, -best, DEPTH - 1, _MOVED, child, top,
                    lists, keys, context,
                )  # fmt: skip
                take_back(cells, at, player, lists[TURNED], end, top)
                if score > best:
                    best, chosen = score, at
            rows[count - 1, 2 + READINGS] = best
        top = play(cells, width, chosen, player, lists[TURNED], end)
        key = ~key ^ keys[player, chosen]
        for flipped in range(end, top):
            key ^= keys[0, lists[TURNED, flipped]]
        played += 1
        player = 3 - player


class Examples:
    """Positions of games.

    Attributes:
        rows: what is read off them.
        labels: what they are worth, discs for the side to move.
        scores: the final scores of their games, likewise.
        held_out: whether they are left out of the fit.
    """

    def __init__(
        self, rows: Ints, labels: Floats, scores: Floats, held_out: NDArray[np.bool_]
    ) -> None:
        self.rows, self.labels, self.scores, self.held_out = rows, labels, scores, held_out

    @classmethod
    def together(cls, parts: Iterable[Examples]) -> Examples:
        several = tuple(parts)
        return cls(
            np.concatenate([part.rows for part in several]),
            np.concatenate([part.labels for part in several]),
            np.concatenate([part.scores for part in several]),
            np.concatenate([part.held_out for part in several]),
        )

    def __len__(self) -> int:
        return len(self.rows)

    def of_phase(self, low: int, high: int, held_out: bool) -> tuple[Ints, Floats, Floats]:
        """Rows, labels and scores of the phases from `low` to `high`."""
        phase = self.rows[:, 0]
        chosen = (phase >= low) & (phase <= high) & (self.held_out == held_out)
        return self.rows[chosen], self.labels[chosen], self.scores[chosen]


def blend(worths: Floats, final: float, trust: float) -> Floats:
    """The label of each position of a game from what is thought of it and of the later ones."""
    labels, label = np.empty(len(worths)), final
    for at in range(len(worths) - 1, -1, -1):
        labels[at] = label
        label = trust * label + (1 - trust) * worths[at]
    return labels


def play_games(size: int, games: int, weights: Weights, trust: float, seed: int) -> Examples:
    """The positions of so many games by these weights."""
    rng = np.random.default_rng(seed)
    width, start = size + 2, cells_of(Othello(size).start())
    keys = rng.integers(1 << 63, size=(3, width * width), dtype=np.uint64)
    keys[0] = keys[1] ^ keys[2]
    lists = np.zeros((3, 1 << 15), dtype=np.int64)
    context = Context(Table(1 << 10), weights=weights)
    rows = np.zeros((size * size, READINGS + 3), dtype=np.int64)
    found = []
    for number in range(games):
        cells = start.copy()
        chances = rng.integers(1 << 40, size=rng.integers(FEWEST_RANDOM, size * size // 2))
        count = play_out(cells, width, chances, rows, lists, keys, context.address)
        views = np.where(rows[:count, 1 + READINGS] == 1, 1.0, -1.0)
        black = float(final_score(cells, 1))
        labels = views * blend(views * rows[:count, 2 + READINGS] / DISC, black, trust)
        held_out = np.full(count, number % 10 == 0)
        readings = rows[:count, : 1 + READINGS].copy()
        found.append(Examples(readings, labels, views * black, held_out))
    return Examples.together(found)


def first_weights() -> Weights:
    """Weights set by hand, to play the first games by."""
    weights = np.zeros((PHASES, PHASE_WEIGHTS), dtype=np.int16)
    weights[:, :TRAITS] = TRAIT_UNIT * np.array([70, 0, -12, 0, 20, 0, 0, 0, 100])
    index = np.arange(3**9)
    digits = [index // 3**place % 3 for place in range(9)]
    sign = [(digit == 1) * 1 - (digit == 2) for digit in digits]
    danger = 350 * sign[4] + 120 * sign[1] + 120 * sign[3]
    weights[:, CORNER_OFFSET:EDGE_OFFSET] = 800 * sign[0] - (digits[0] == 0) * danger
    return weights


def class_numbers() -> Ints:
    """The class (0, 1...) of every weight: a corner and its reflection share one."""
    least = np.arange(PHASE_WEIGHTS)
    least[CORNER_OFFSET:EDGE_OFFSET] = CORNER_OFFSET + regression.corner_classes()
    return np.unique(least, return_inverse=True)[1].astype(np.int64)


class Readings(regression.Readings):
    """The examples' readings as a matrix, with each trait on a scale near one."""

    def __init__(self, rows: Ints, classes: Ints, scales: Floats) -> None:
        places = classes[rows[:, 1 + TRAITS :]]
        super().__init__(rows[:, 1 : 1 + TRAITS] / scales, places, int(classes.max()) + 1)


def fit(readings: Readings, labels: Floats, ridge: float, iterations: int) -> Floats:
    """Weights that minimise squared error + ridge (on the patterns' weights)."""
    pull = np.full(readings.count, ridge)
    pull[:TRAITS] = 1.0

    def image(weights: Floats) -> Floats:
        return readings.spread(readings.predict(weights)) + pull * weights

    target = readings.spread(labels)
    return regression.solve(image, target, readings.diagonal() + pull, iterations)


def train(examples: Examples, ridge: float, iterations: int) -> Weights:
    """The weights of a size from the positions of its games, printing the errors."""
    classes = class_numbers()
    scales = np.sqrt((examples.rows[:, 1 : 1 + TRAITS].astype(float) ** 2).mean(axis=0)) + 1.0
    table = np.zeros((PHASES, PHASE_WEIGHTS), dtype=np.int16)
    for phase in range(PHASES):
        rows, labels, _ = examples.of_phase(phase - 1, phase + 1, held_out=False)
        if not len(rows):
            continue
        weights = fit(Readings(rows, classes, scales), labels, ridge, iterations)
        rows, _, scores = examples.of_phase(phase, phase, held_out=True)
        if len(rows):
            error = np.abs(Readings(rows, classes, scales).predict(weights) - scores).mean()
            spread = np.abs(scores).mean()
            click.echo(f"  phase {phase}: mean absolute error {error:5.1f} of {spread:5.1f} discs")
        weights[:TRAITS] *= TRAIT_UNIT / scales
        table[phase] = np.clip(np.rint(DISC * weights[classes]), -32000, 32000)
    return table


@click.command()
@click.argument("sizes", type=click.IntRange(10, 16), nargs=-1)
@click.option("--output", type=click.Path(path_type=Path), default=FILE, show_default=True)
@click.option("--games", type=int, help=f"Games of each round; by size {GAMES}.")
@click.option("--rounds", type=int, help=f"By size {ROUNDS}.")
@click.option("--ridge", default=30.0, show_default=True, help="Pull of the weights to zero.")
@click.option("--iterations", default=30, show_default=True, help="Conjugate gradients per phase.")
def main(
    sizes: tuple[int, ...],
    output: Path,
    games: int | None,
    rounds: int | None,
    ridge: float,
    iterations: int,
) -> None:
    """Train the evaluation of SIZES (all that it serves) and write it to OUTPUT."""
    if any(size % 2 for size in sizes):
        raise click.UsageError("Othello boards have an even number of rows.")
    trained = {}
    if output.exists():
        with np.load(output) as stored:
            trained = dict(stored)
    for size in sizes or tuple(ROUNDS):
        started = time.process_time()
        weights = first_weights()
        kept: list[Examples] = []
        for number in range(rounds or ROUNDS.get(size, 3)):
            trust = TRUST if number else 1.0
            count = games or GAMES.get(size, 1000)
            played = play_games(size, count, weights, trust, seed=number)
            kept = [*kept, played] if number > 1 else [played]
            weights = train(Examples.together(kept), ridge, iterations)
            seconds = time.process_time() - started
            done = f"Size {size}, round {number + 1}"
            click.echo(f"{done}: {len(played)} positions, {seconds:.0f} s")
        trained[f"size{size}"] = weights
    np.savez_compressed(output, **trained)


if __name__ == "__main__":
    main()
