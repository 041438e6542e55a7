"""Training the 8 × 8 network: ``python -m engine.workshop.othello.train_network FOLDER``.

FOLDER holds WTHOR files; `network_examples` says what their positions teach. Each position changes
the rows it selects and the weights of its number of empties by gradient descent (J. Duchi's
Adagrad), one at a time; the linear units begin as the patterns' weights. The network learns in
two stages: first from all positions that were led astray, then from those of games beside a part
of them (`second_stage`), with the sums of squares that slow it down forgotten in between. In the
second, positions count less the more decided the first finds them, never by their labels, which
would draw the network's answers towards a draw. At last `levelling` takes off what searches lean
that end by it. The years that are held out are not read, so that they can measure it.

Whatever draws lots has a generator of its own, so that one part can be made again by itself.
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
from engine.games.othello.evaluation import network, weights
from engine.games.othello.evaluation.evaluation import DISC, further_rows
from engine.games.othello.evaluation.network import HEADS, HEAVY, LINEAR, MOST, TOP, UNITS
from engine.games.othello.evaluation.patterns import (
    EMPTIES_OFFSET,
    STAGE_PLIES,
    STAGE_WEIGHTS,
)
from engine.workshop.othello.examples import HELD_OUT
from engine.workshop.othello.levelling import level, measure
from engine.workshop.othello.network_examples import (
    EXACT_FROM,
    EXACT_TO,
    LATEST,
    SOLVED,
    TooFewGames,
    contexts,
    depth_from,
    led_astray,
    played,
    searched,
    solved,
)
from engine.workshop.othello.train import READINGS, read_features

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from engine.formats.wthor import Games
    from engine.workshop.othello.network_examples import Labelled

    Floats = NDArray[np.float32]

SELECTED = READINGS + 2
"""Rows that a position selects; the number of empty squares is among them while training."""

DISCS = 10.0
"""Discs in one of the units' units."""

AT_ONCE = 1 << 17
"""Positions whose rows are in memory at once; of twenty million they would take four gigabytes."""

LEVELLED_BY = 300
"""Positions of each kind that searches are levelled by."""

_SIDE_BY_SIDE = 2
_CLIPPED_AT = 2.0
_DECIDED = 20.0
_KEPT = 0.4
_FULL = uint64((1 << 64) - 1)
_DISCS = np.float32(DISCS)
_FAR = (12, 24, 28, 32), (1.0, 1.0, 0.5, 0.3)


@kernel("void(uint64[:, ::1], int32[::1], int32[:, ::1], int32[::1], uint64)")
def _place(
    boards: NDArray[np.uint64],
    stored: NDArray[np.int32],
    found: NDArray[np.int32],
    empties: NDArray[np.int32],
    context: uint64,
) -> None:
    readings = np.zeros(READINGS, np.int32)
    for at in range(len(boards)):
        own, other = boards[at, 0], boards[at, 1]
        rest = _FULL ^ (own | other)
        left, choices = int64(popcount(rest)), moves(own, other, rest)
        _, _, frontier, quadrants = further_rows(own, other, rest, choices, left, context)
        read_features(own, other, readings)
        for reading in range(READINGS):
            found[at, reading] = stored[readings[reading]]
        found[at, READINGS] = stored[int64(frontier)]
        found[at, READINGS + 1] = stored[int64(quadrants)]
        empties[at] = left


def places(boards: NDArray[np.uint64]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The places in the file of the rows that each position selects, and its empties."""
    found = np.zeros((len(boards), SELECTED), np.int32)
    empties = np.zeros(len(boards), np.int32)
    middle, _ = contexts()
    _place(np.ascontiguousarray(boards), network.places(), found, empties, middle.address)
    return found, empties


@kernel("float32(int32[::1], float32[:, ::1], float32[::1], float32[::1])")
def respond(selected: NDArray[np.int32], rows: Floats, head: Floats, units: Floats) -> np.float32:
    """The network's answer; its sums are left in `units`, unclipped."""
    units[:] = np.float32(0)
    for place in selected:
        for unit in range(UNITS):
            units[unit] += rows[place, unit]
    answer = np.float32(0)
    for unit in range(UNITS):
        value = units[unit]
        if unit >= LINEAR:
            value = min(max(value, np.float32(0)), np.float32(1))
        answer += value * head[unit]
    return answer


@kernel(
    "void(int32[:, ::1], int32[::1], float32[::1], float32[::1], float32[:, ::1],"
    " float32[:, ::1], float32[:, ::1], float32[:, ::1], float32, float32)",
    error_model="numpy",  # no look at every divisor, so that a machine divides eight at once
)
def descend(
    selected: NDArray[np.int32],
    empties: NDArray[np.int32],
    labels: Floats,
    trust: Floats,
    rows: Floats,
    heads: Floats,
    rows_moved: Floats,
    heads_moved: Floats,
    rate: np.float32,
    head_rate: np.float32,
) -> None:
    """Learn from these positions; neighbouring numbers of empties learn with each other.

    Args:
        labels: discs; `trust` is what each position counts.
        rows_moved: the sums of squares that slow the rows down, likewise `heads_moved`.
    """
    units, back = np.zeros(UNITS, np.float32), np.zeros(UNITS, np.float32)
    for at in range(len(selected)):
        left = int64(empties[at])
        error = respond(selected[at], rows, heads[left], units) - labels[at] / _DISCS
        pull = trust[at] * min(max(error, np.float32(-_CLIPPED_AT)), np.float32(_CLIPPED_AT))
        for unit in range(UNITS):
            inside = unit < LINEAR or (units[unit] > 0 and units[unit] < 1)
            back[unit] = pull * heads[left, unit] if inside else np.float32(0)
            if unit >= LINEAR:
                units[unit] = min(max(units[unit], np.float32(0)), np.float32(1))
        for near in range(MOST + 1):
            if abs(near - left) > _SIDE_BY_SIDE:
                continue
            share = pull if near == left else np.float32(0.3) * pull
            for unit in range(UNITS):
                slope = share * units[unit]
                heads_moved[near, unit] += slope * slope
                heads[near, unit] -= head_rate * slope / np.sqrt(heads_moved[near, unit])
        for place in selected[at]:
            for unit in range(UNITS):
                rows_moved[place, unit] += back[unit] * back[unit]
                rows[place, unit] -= rate * back[unit] / np.sqrt(rows_moved[place, unit])


def beginning(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Rows by place in the file, and a row of weights for each number of empties."""
    stored = network.places()
    rows = rng.normal(0, 0.03, (int(stored.max()) + 1, UNITS)).astype(np.float32)
    rows[:, :LINEAR] = 0
    trained = weights.load()
    for unit in range(LINEAR):
        rows[stored[:STAGE_WEIGHTS], unit] = trained[unit + 1] / (DISC * DISCS)
    rows[stored[EMPTIES_OFFSET : EMPTIES_OFFSET + 64], LINEAR:] += 0.3
    heads = rng.normal(0, 0.02, (MOST + 1, UNITS)).astype(np.float32)
    heads[:, :LINEAR] = 0
    for left in range(MOST + 1):
        heads[left, min(max((left - 1) // STAGE_PLIES - 1, 0), LINEAR - 1)] = 1
    return rows, heads


def learn(
    labelled: Labelled, trust: Floats, rows: Floats, heads: Floats, passes: int,
    rng: np.random.Generator,
) -> None:  # fmt: skip
    """So many passes over the positions; the last third of them ever more slowly."""
    boards, labels = labelled
    moved = np.ones_like(rows), np.full_like(heads, 3)
    for number in range(passes):
        rate = 0.03 * min(1.0, 0.1 + 2.7 * (1 - (number + 1) / passes))
        pace = np.float32(rate), np.float32(rate / 4)
        for some in some_of(rng.permutation(len(boards))):
            descend(*places(boards[some]), labels[some], trust[some], rows, heads, *moved, *pace)


def some_of(numbers: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Parts of them, `AT_ONCE` each at most."""
    return (numbers[start : start + AT_ONCE] for start in range(0, len(numbers), AT_ONCE))


@kernel("float32[::1](int32[:, ::1], int32[::1], float32[:, ::1], float32[:, ::1])")
def _answers(
    selected: NDArray[np.int32], empties: NDArray[np.int32], rows: Floats, heads: Floats
) -> Floats:
    units, found = np.zeros(UNITS, np.float32), np.zeros(len(selected), np.float32)
    for at in range(len(selected)):
        found[at] = _DISCS * respond(selected[at], rows, heads[int64(empties[at])], units)
    return found


def answers(boards: NDArray[np.uint64], rows: Floats, heads: Floats) -> Floats:
    """What the network says of the positions, discs."""
    found = np.zeros(len(boards), np.float32)
    for some in some_of(np.arange(len(boards))):
        found[some] = _answers(*places(boards[some]), rows, heads)
    return found


def empties_of(boards: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many squares of each board are empty."""
    discs: NDArray[np.int64] = np.bitwise_count(boards[:, 0] | boards[:, 1]).astype(np.int64)
    return 64 - discs


def second_stage(
    astray: Labelled, games: Labelled, rows: Floats, heads: Floats, rng: np.random.Generator
) -> tuple[Labelled, Floats]:
    """What is learned from after the first stage, and how far it is trusted.

    Of what was led astray it leaves out most positions with few empties, of which there are the
    most. Those of games with more than 24 empties have labels that are exact for another position.
    """
    empties = empties_of(astray[0])
    kept = (empties >= SOLVED) | (rng.random(len(empties)) < _KEPT)
    boards = np.concatenate([astray[0][kept], games[0]])
    labels = np.concatenate([astray[1][kept], games[1]])
    said = answers(boards, rows, heads)
    trust = (1 / (1 + (said / _DECIDED) ** 2)).astype(np.float32)
    trust[kept.sum() :] *= np.interp(empties_of(games[0]), *_FAR)
    return (boards, labels), trust


def train(
    astray: Labelled, games: Labelled, passes: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """The rows and weights after both stages, so many passes each."""
    rows, heads = beginning(rng)
    learn(astray, np.ones(len(astray[1]), np.float32), rows, heads, passes, rng)
    learn(*second_stage(astray, games, rows, heads, rng), rows, heads, passes, rng)
    return rows, heads


def whole_numbers(rows: Floats, heads: Floats) -> NDArray[np.int16]:
    """The rows of the network's file in memory, see `network`."""
    found = np.zeros((network.ROWS, UNITS))
    found[:HEADS] = TOP * rows[network.places()[:HEADS]]
    by_empties = found[EMPTIES_OFFSET : EMPTIES_OFFSET + 64].copy()
    found[EMPTIES_OFFSET : EMPTIES_OFFSET + 64] = 0
    for left in range(MOST + 1):
        found[HEADS + 2 * left] = by_empties[max(left, 1)]
        found[HEADS + 2 * left + 1] = HEAVY * heads[max(left, 1)]
    return np.clip(np.rint(found), -32000, 32000).astype(np.int16)


def examples_of(
    files: Sequence[Games], thousands: int, rng: np.random.Generator
) -> tuple[Labelled, Labelled]:
    """So many thousand positions led astray with each number of empties from `EXACT_FROM` to 12, a
    third as many up to `EXACT_TO`, a twelfth with more; and those of 400 games a thousand: see
    `network_examples`.
    """
    middle, end = contexts()
    games = played(files, 400 * thousands, rng, end)
    parts = []
    for left in range(EXACT_FROM, MOST + 1):
        share = 1 if left <= SOLVED else 3 if left <= EXACT_TO else 12
        count = 1000 * thousands // share
        boards = led_astray(files, left, count, rng, middle)
        exact = left <= EXACT_TO
        labels = solved(boards, end) if exact else searched(boards, depth_from(left), middle)
        parts.append((boards, labels))
    boards, labels = (np.concatenate(column) for column in zip(*parts, strict=True))
    return (boards, labels), games


def late_examples(files: Sequence[Games], thousands: int, rng: np.random.Generator) -> Labelled:
    """Half so many thousand positions led astray with each number of empties before `EXACT_FROM`:
    shallow searches of the end of a game stop there, which `examples_of` once did not know.
    """
    middle, end = contexts()
    parts = []
    for left in range(LATEST, EXACT_FROM):
        boards = led_astray(files, left, 500 * thousands, rng, middle)
        parts.append((boards, solved(boards, end)))
    boards, labels = (np.concatenate(column) for column in zip(*parts, strict=True))
    return boards, labels


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--thousands", default=1400, show_default=True, help="Positions, see the source.")
@click.option("--passes", default=3, show_default=True, help="Passes of each stage.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), default=network.FILE)
def main(folder: Path, thousands: int, passes: int, out: Path) -> None:
    """Train the network of 8 × 8 Othello on the games in FOLDER."""
    started = time.process_time()
    files = [wthor.read(path) for path in sorted(folder.glob("*.[wW][tT][bB]"))]
    taught = [file for file in files if file.year not in HELD_OUT]
    if not taught:
        raise click.UsageError(f"{folder} holds no .wtb file of a year to learn from.")
    first, late, order, at_last = (np.random.default_rng(seed) for seed in (1, 2, 3, 4))
    try:
        (boards, labels), games = examples_of(taught, thousands, first)
        late_boards, late_labels = late_examples(taught, thousands, late)
    except TooFewGames as error:
        raise click.UsageError(f"{folder}: {error}") from None
    astray = np.concatenate([boards, late_boards]), np.concatenate([labels, late_labels])
    count = len(astray[1]) + len(games[1])
    click.echo(f"{count:,} positions, {time.process_time() - started:.0f} s")
    rows = whole_numbers(*train(astray, games, passes, order))
    lacking = measure(taught, rows, LEVELLED_BY, at_last)
    network.save(level(rows, lacking), out)
    click.echo(f"{out}, {time.process_time() - started:.0f} s")


if __name__ == "__main__":
    main()
