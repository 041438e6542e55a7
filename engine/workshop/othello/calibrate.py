"""Calibrating selective pruning: ``python -m engine.workshop.othello.calibrate FOLDER``.

FOLDER holds WTHOR files. Positions are drawn from their games by empties; two thirds of them
are then led astray by one or two moves at random, as most positions that a search visits
come of weak moves. Each is searched without selective pruning to every depth, and with few
empties solved too. The deviations between the scores of two depths, by pair and by stage,
are printed and fitted by the formula of `selectivity.sigma`; the coefficients belong there.
At last it says by how much depths of different parity disagree, which belongs to
`evaluation.LIFT_BY_EMPTIES`, and what the last move is worth beyond that. Depths cannot tell the
latter, as all agree about it; exact scores do, and from them upward searches that reach so far.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np
from numpy import int64, uint64

from engine.formats import wthor
from engine.games.othello.board.bitboard import flips, layout, lowest, moves
from engine.games.othello.evaluation import network, weights
from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.search.context import Context, EndgameContext
from engine.games.othello.search.endgame_deep import exact_score
from engine.games.othello.search.midgame import INFINITY, search
from engine.games.othello.search.selectivity import terms
from engine.games.othello.search.table import Table
from engine.workshop.othello.examples import replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Boards = tuple[uint64, uint64]

STAGES = tuple(left + odd for left in range(12, 57, 4) for odd in (0, 1))
"""The empties of the positions. As many of them are odd: scores rise and fall with depth too,
which in positions of one parity alone would look like a worth of the last move."""

SOLVED_TO = 21
"""Up to so many empties a position's exact score is compared too."""

LIFT_STEP = 4
"""Empties whose leanings are taken together."""

_BOARD = uint64((1 << 64) - 1)


@dataclass(frozen=True)
class Deviations:
    """How far the scores of pairs of depths lie apart at one stage.

    Attributes:
        left: empty squares of the positions.
        scores: a row a position, a column a depth from 0, hundredths of a disc.
        exact: the exact scores in the same unit, or None.
    """

    left: int
    scores: NDArray[np.float64]
    exact: NDArray[np.float64] | None

    def pairs(self) -> Iterator[tuple[int, int, float]]:
        """Deep, shallow (of the same parity) and their standard deviation; the end's
        depth is `left`."""
        for deep in range(2, self.scores.shape[1]):
            for shallow in range(deep % 2, deep, 2):
                yield deep, shallow, deviation(self.scores[:, deep] - self.scores[:, shallow])
        if self.exact is not None:
            for shallow in range(self.left % 2, self.scores.shape[1], 2):
                yield self.left, shallow, deviation(self.exact - self.scores[:, shallow])

    def leanings(self) -> Iterator[tuple[int, NDArray[np.float64]]]:
        """The empties at a horizon, and for each position how much better the side to move
        there stands than the estimate says.

        By three depths in a row: the score of the middle one leans the other way.
        """
        for depth in range(2, self.scores.shape[1] - 1):
            around = (self.scores[:, depth - 1] + self.scores[:, depth + 1]) / 2
            lower = (around - self.scores[:, depth]) / 2
            yield self.left - depth, lower if depth % 2 == 0 else -lower


def deviation(errors: NDArray[np.float64]) -> float:
    """The standard deviation about zero, the few greatest errors cut off at three of it."""
    first = float(np.sqrt((errors**2).mean()))
    return float(np.sqrt((np.clip(errors, -3 * first, 3 * first) ** 2).mean()))


def sample(
    files: list[wthor.Games], left: int, count: int, rng: np.random.Generator
) -> list[Boards]:
    """Unfinished positions of games with `left` empties; see the module."""
    boards, colours = np.zeros((64, 2), dtype=np.uint64), np.zeros(64, dtype=np.int8)
    games = np.concatenate([file.moves for file in files])
    found: list[Boards] = []
    while len(found) < count:
        astray = len(found) % 3
        replay(np.ascontiguousarray(games[rng.integers(len(games))]), boards, colours)
        if left + astray > 60 or colours[left + astray] < 0:
            continue
        own, other = (uint64(board) for board in boards[left + astray])
        for _ in range(astray):
            own, other = _random_move(own, other, rng)
        empties = _BOARD ^ (own | other)
        if int(empties).bit_count() == left and moves(own, other, empties):
            found.append((own, other))
    return found


def _random_move(own: uint64, other: uint64, rng: np.random.Generator) -> Boards:
    """The board after a move at random, seen by the other side; unchanged without moves."""
    choices = int(moves(own, other, _BOARD ^ (own | other)))
    if not choices:
        return own, other
    for _ in range(int(rng.integers(choices.bit_count()))):
        choices &= choices - 1
    square = uint64(lowest(uint64(choices)))
    turned = uint64(flips(own, other, square))
    return other ^ turned, own | turned | uint64(1 << int(square))


def measure(positions: list[Boards], left: int, depth: int) -> Deviations:
    """Search all positions to all depths up to `depth`."""
    trained = weights.load()
    middle = Context(Table(1 << 18), layout(8), trained, network.load())
    end = EndgameContext(Table(1 << 16), layout(8), trained)
    deepest = min(depth, left - 1)
    scores = np.zeros((len(positions), deepest + 1))
    exact = np.zeros(len(positions)) if left <= SOLVED_TO else None
    window = int64(-INFINITY), int64(INFINITY)
    for row, (own, other) in enumerate(positions):
        empties = _BOARD ^ (own | other)
        middle.table.clear()
        for plies in range(deepest + 1):
            score = search(own, other, empties, *window, int64(plies), middle.address)
            scores[row, plies] = int(score)
        if exact is not None:
            end.table.next_search()
            guess = int64(scores[row, -1] / DISC)
            exact[row] = DISC * int(exact_score(own, other, guess, end.address))
    return Deviations(left, scores, exact)


def fit(found: list[Deviations], *, to_the_end: bool) -> tuple[list[float], float]:
    """The factors of `selectivity.terms` that explain the deviations best, and how well.

    The second answer is the root mean square of the relative error.
    """
    rows, logarithms = [], []
    for stage in found:
        for deep, shallow, sigma in stage.pairs():
            if shallow > 0 and (deep == stage.left) == to_the_end:
                rows.append(terms(deep, shallow, stage.left))
                logarithms.append(np.log(sigma))
    matrix, values = np.array(rows), np.array(logarithms)
    factors = np.linalg.lstsq(matrix, values, rcond=None)[0]
    error = np.expm1(matrix @ factors - values)
    return factors.tolist(), float(np.sqrt((error**2).mean()))


def missing_lift(found: list[Deviations]) -> dict[int, int]:
    """What the side to move still lacks at the horizon, hundredths of a disc by empties."""
    by_empties: dict[int, list[float]] = {}
    for stage in found:
        for left, leaning in stage.leanings():
            by_empties.setdefault(left - left % LIFT_STEP, []).extend(leaning)
    return {left: round(np.mean(by_empties[left])) for left in sorted(by_empties)}


def missing_last_move(found: list[Deviations]) -> dict[int, int]:
    """What the side that will have the last move still lacks, hundredths of a disc by empties.

    Against exact scores; with more empties against the deepest search, with what its horizon lacks.
    """
    by_empties: dict[int, list[float]] = {}
    missing: dict[int, float] = {}
    for stage in sorted(found, key=lambda stage: stage.left):
        side, plies = (1 if stage.left % 2 else -1), stage.scores.shape[1]
        best = stage.exact
        if best is None:
            horizon = stage.left - plies + 1
            lacking = float(np.interp(horizon, list(missing), list(missing.values())))
            best = stage.scores[:, -1] + side * lacking
            plies -= 1
        for depth in range(1, plies):
            left = stage.left - depth
            lacking_here = side * (best - stage.scores[:, depth])
            by_empties.setdefault(left - left % LIFT_STEP, []).extend(lacking_here)
        missing = {left: float(np.mean(by_empties[left])) for left in sorted(by_empties)}
    return {left: round(value) for left, value in missing.items()}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--count", default=40, show_default=True, help="Positions of each stage.")
@click.option("--depth", default=9, show_default=True, help="Plies of the deepest search.")
def main(folder: Path, count: int, depth: int) -> None:
    """Calibrate the selective pruning of the Othello search on the games in FOLDER."""
    started = time.process_time()
    files = [wthor.read(path) for path in sorted(folder.glob("*.[wW][tT][bB]"))]
    if not files:
        raise click.UsageError(f"{folder} holds no .wtb file.")
    rng = np.random.default_rng(1)
    found = []
    for left in STAGES:
        found.append(measure(sample(files, left, count, rng), left, depth))
        text = "  ".join(f"{d}/{s}: {sigma:.0f}" for d, s, sigma in found[-1].pairs())
        click.echo(f"{left} empties, {time.process_time() - started:.0f} s: {text}")
    for name, to_the_end in (("MIDDLE", False), ("END", True)):
        factors, error = fit(found, to_the_end=to_the_end)
        text = ", ".join(f"{factor:.3f}" for factor in factors)
        click.echo(f"{name} = ({text}), relative error {error:.0%}")
    click.echo(f"To be added to LIFT_BY_EMPTIES: {missing_lift(found)}")
    click.echo(f"To be added to LAST_MOVE_BY_EMPTIES: {missing_last_move(found)}")


if __name__ == "__main__":
    main()
