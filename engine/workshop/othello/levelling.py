"""The last step of training the 8 × 8 network (`train_network`): searches that end by it, levelled.

What a search says leans by where it ends: the side that moved last has chosen what the network
liked best, errors included, and what the last move is worth a network learns differently each
time. `evaluation` adds constants for both. What these leave over, beside exact scores, is a number
of discs for every number of empty squares at the horizon, and goes into the network's file, as
the bias of the linear unit that weighs most there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine.games.othello.board.bitboard import layout
from engine.games.othello.evaluation import network, weights
from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.evaluation.network import HEADS, HEAVY, LINEAR, MOST, TOP
from engine.games.othello.search.context import Context
from engine.games.othello.search.midgame import INFINITY, search
from engine.games.othello.search.selectivity import SURENESS_BY_CONFIDENCE
from engine.games.othello.search.table import Table
from engine.workshop.othello.examples import THEORETICAL, replay
from engine.workshop.othello.network_examples import contexts, led_astray, solved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.formats.wthor import Games
    from engine.workshop.othello.network_examples import Labelled

    Rows = NDArray[np.int16]
    Leanings = dict[int, list[float]]
    """By empty squares at the horizon, discs that its side to move lacks, one a search."""

ROOTS = {8: (3, 4), 9: (3, 5), 12: (4, 7), 13: (5, 8), 16: (6, 9), 17: (7, 10)}
"""Empties of solved positions, and from which to which depth these are searched; of both parities,
as what the last chooser's errors add has the other sign then."""

DEEP = (8, 12)
"""The same for the positions whose theoretical scores the files hold."""

OPEN = 20.0
"""Discs up to which a position counts; the network need not level what is decided."""

_FULL = uint64((1 << 64) - 1)
_WIDE = int64(-INFINITY), int64(INFINITY)
_CONFIDENCE = 87
_BUCKETS = 1 << 16


def theoretical(files: Sequence[Games], count: int, rng: np.random.Generator) -> Labelled:
    """So many positions of games, if there are, with the exact scores that the files hold."""
    files = [file for file in files if file.solved_at == THEORETICAL]
    games = np.concatenate([file.moves for file in files])
    best = np.concatenate([file.theoretical for file in files])
    boards, colours = np.zeros((64, 2), np.uint64), np.zeros(64, np.int8)
    found, labels = [], []
    for game in rng.permutation(len(games))[:count]:
        replay(np.ascontiguousarray(games[game]), boards, colours)
        if colours[THEORETICAL] >= 0:
            found.append(boards[THEORETICAL].copy())
            labels.append(float(best[game]) * (1 - 2 * colours[THEORETICAL]))
    return np.array(found, np.uint64).reshape(-1, 2), np.array(labels, np.float32)


def leanings(known: Labelled, depths: tuple[int, int], context: Context) -> Leanings:
    """What searches of these positions lack, whose scores are known."""
    found: Leanings = {}
    first, last = depths
    for (own, other), exact in zip(*known, strict=True):
        empties = _FULL ^ (own | other)
        context.table.next_search()
        for depth in range(1, last + 1):
            score = int(search(own, other, empties, *_WIDE, int64(depth), context.address)) / DISC
            if depth >= first and abs(score) < OPEN:
                lacking = float(np.clip(exact - score, -OPEN, OPEN))
                horizon = int(empties).bit_count() - depth
                found.setdefault(horizon, []).append(lacking if depth % 2 == 0 else -lacking)
    return found


def measure(
    files: Sequence[Games], rows: Rows, count: int, rng: np.random.Generator
) -> dict[int, float]:
    """What is lacking on the average by empties at the horizon, of `count` positions of each kind.

    Raises:
        TooFewGames: see `network_examples`.
    """
    guide, end = contexts()
    judge = Context(Table(_BUCKETS), layout(8), weights.load(), network.in_cache_lines(rows))
    judge.be_sure(SURENESS_BY_CONFIDENCE[_CONFIDENCE])
    parts = [leanings(theoretical(files, count, rng), DEEP, judge)]
    for left, depths in ROOTS.items():
        boards = led_astray(files, left, count, rng, guide)
        parts.append(leanings((boards, solved(boards, end)), depths, judge))
    every = sorted({horizon for part in parts for horizon in part})
    return {
        horizon: float(np.mean([lean for part in parts for lean in part.get(horizon, [])]))
        for horizon in every
    }


def level(rows: Rows, lacking: dict[int, float]) -> Rows:
    """The rows with what is lacking added.

    Between the horizons that were measured by nearness, even ones among themselves and odd ones,
    as the last move's worth alternates.
    """
    levelled = rows.copy()
    for left in range(MOST + 1):
        alike = sorted(horizon for horizon in lacking if horizon % 2 == left % 2)
        discs = float(np.interp(left, alike, [lacking[horizon] for horizon in alike]))
        head = HEADS + 2 * left
        unit = int(np.abs(rows[head + 1, :LINEAR]).argmax())
        weight = float(rows[head + 1, unit]) / HEAVY
        if weight:
            levelled[head, unit] += round(discs / 10 * TOP / weight)
    return levelled
