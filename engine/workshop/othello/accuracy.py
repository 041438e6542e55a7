"""How far the 8 × 8 evaluation errs: ``python -m engine.workshop.othello.accuracy FOLDER``.

FOLDER holds WTHOR files. Positions are drawn from the games of the years that training left
out, by empties, and their evaluation is compared with the best score known for them: an
exact one by our own solver up to `SOLVED_TO` empties, the file's theoretical score at 24, and
with more the score of a search `DEPTH` plies deep at `CONFIDENCE` percent.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import numpy as np
from numpy import int64, uint64

from engine.formats import wthor
from engine.games.othello.board.bitboard import layout, moves
from engine.games.othello.board.board import Board
from engine.games.othello.evaluation import weights
from engine.games.othello.evaluation.evaluation import DISC, evaluate
from engine.games.othello.search.compact import CompactSearch
from engine.games.othello.search.context import Context
from engine.games.othello.search.midgame import INFINITY
from engine.games.othello.search.settling import nearest, settle
from engine.games.othello.search.table import Table
from engine.search.control import SearchControl
from engine.workshop.othello.examples import HELD_OUT, THEORETICAL, replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

EMPTIES = (50, 44, 36, 30, 24, 20, 16, 12)
SOLVED_TO = 20
DEPTH, CONFIDENCE = 12, 87
_WINDOW = 4 * DISC


class Example(NamedTuple):
    """A position and the theoretical score of its game, for the side to move."""

    board: Board
    theoretical: int


class Accuracy(NamedTuple):
    """Errors of the evaluation in discs: the mean of their sizes, and of themselves."""

    error: float
    bias: float


def examples(files: list[wthor.Games], left: int, count: int, seed: int) -> Iterator[Example]:
    """So many positions with `left` empties in which the side to move has moves, or all."""
    rng = np.random.default_rng(seed)
    shape = layout(8)
    boards, colours = np.zeros((64, 2), dtype=np.uint64), np.zeros(64, dtype=np.int8)
    games = [(file, game) for file in files for game in range(len(file.moves))]
    for index in rng.permutation(len(games)):
        file, game = games[index]
        replay(np.ascontiguousarray(file.moves[game]), boards, colours)
        own, other = (uint64(bits) for bits in boards[left])
        if colours[left] < 0 or not moves(own, other, shape.board & ~(own | other)):
            continue
        black = int(file.theoretical[game])
        yield Example(Board(shape, own, other), black if colours[left] == 0 else -black)
        count -= 1
        if not count:
            return


def best_known(example: Example, search: CompactSearch) -> float:
    """The score that the evaluation is measured by, in discs."""
    board = example.board
    if board.left == THEORETICAL:
        return example.theoretical
    search.begin(SearchControl())
    deep, window = 0.0, INFINITY
    for depth in range(2, min(DEPTH, board.left) + 1, 2):  # shallow ones order the moves
        around = round(DISC * deep)
        score = search.estimate(board, around - window, around + window, depth)
        if abs(score - around) >= window:
            score = search.estimate(board, -INFINITY, INFINITY, depth)
        deep, window = score / DISC, _WINDOW
    if board.left > SOLVED_TO:
        return deep
    exact = settle(-64, 64, nearest(deep * DISC), partial(search.exceeds, board))
    assert exact is not None  # noqa: S101 (nobody stops this search)
    return exact


def measure(found: list[Example]) -> Accuracy:
    """The errors of the evaluation of these positions."""
    search = CompactSearch(8)
    search.begin(SearchControl())
    search.be_confident(CONFIDENCE)

    context = Context(Table(1), layout(8), weights.load())

    def estimate(example: Example) -> float:
        own, other, empties = example.board.own, example.board.other, example.board.empties
        choices, left = moves(own, other, empties), int64(example.board.left)
        return int(evaluate(own, other, empties, choices, left, context.address)) / DISC

    errors: NDArray[np.float64] = np.array(
        [estimate(example) - best_known(example, search) for example in found]
    )
    return Accuracy(float(np.abs(errors).mean()), float(errors.mean()))


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--count", default=300, show_default=True, help="Positions of each kind.")
def main(folder: Path, count: int) -> None:
    """Say how far the Othello evaluation errs on games in FOLDER that it was not trained on."""
    files = [wthor.read(path) for path in sorted(folder.glob("*.[wW][tT][bB]"))]
    files = [file for file in files if file.year in HELD_OUT and file.solved_at == THEORETICAL]
    if not files:
        raise click.UsageError(f"{folder} holds no game of {HELD_OUT[0]} or {HELD_OUT[1]}.")
    for left in EMPTIES:
        found = list(examples(files, left, count, seed=left))
        error, bias = measure(found)
        against = "exact" if left <= THEORETICAL else f"{DEPTH} plies, {CONFIDENCE}%"
        click.echo(
            f"{left} empties: mean absolute error {error:.2f} discs, bias {bias:+.2f}"
            f" ({len(found)} positions, {against})"
        )


if __name__ == "__main__":
    main()
