"""What the network learns from (`train_network`): positions with up to 32 empty squares, labelled.

Three kinds, as each alone misleads the network about the others:

- of tournament games with 12 to 32 empties, by the theoretical score with 24, which is exact, and
  by an exact score with 12, what lies between them by nearness;
- led astray from such games by up to six moves, half of them at random, with 4 to 14 empties:
  by their exact scores;
- with 15 to 32 empties and likewise led astray: by searches, of up to 24 so deep that they end
  where it was taught exact scores.

The patterns judge in these searches, so that what is learned does not depend on which network
there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine._jit import kernel, popcount
from engine.games.othello.board.bitboard import flips, layout, lowest, moves
from engine.games.othello.evaluation import network, weights
from engine.games.othello.evaluation.evaluation import DISC, evaluate
from engine.games.othello.search.context import Context, EndgameContext
from engine.games.othello.search.endgame_deep import exact_score
from engine.games.othello.search.midgame import INFINITY, search
from engine.games.othello.search.selectivity import LEAST, SURENESS_BY_CONFIDENCE
from engine.games.othello.search.table import Table
from engine.workshop.othello.examples import THEORETICAL, replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.formats.wthor import Games

    Labelled = tuple[NDArray[np.uint64], NDArray[np.float32]]

SOLVED = 12
"""Empties of a tournament game's second exact score."""

EXACT_FROM = 7
"""From so many empties on positions are led astray..."""

LATEST = 4
"""...and from so many on for `train_network.late_examples`; with fewer nothing estimates."""

EXACT_TO = 14
"""Up to so many empties positions that were led astray are solved."""

ASTRAY = 7
"""Moves that lead astray are fewer."""

UNLUCKY = 20_000
"""Draws in a row that found nothing: hardly one game in a thousand can be long enough."""

_WIDE = int64(INFINITY)
_FULL, _ONE, _ZERO = uint64((1 << 64) - 1), uint64(1), uint64(0)


class TooFewGames(ValueError):
    """The files hold too few games to learn from; the message says which kind is missing."""


@kernel("UniTuple(uint64, 2)(uint64, uint64, boolean, float64, uint64)")
def one_move(
    own: uint64, other: uint64, best: bool, chance: float, context: uint64
) -> tuple[uint64, uint64]:
    """The board after a move, seen by the other side: the best by evaluation, or any."""
    empties = _FULL ^ (own | other)
    choices = moves(own, other, empties)
    if choices == _ZERO:
        return other, own
    pick, at = int64(chance * int64(popcount(choices))), int64(0)
    after, before, highest = own, other, -_WIDE - int64(1)
    while choices:
        square = lowest(choices)
        bit = _ONE << square
        choices ^= bit
        turned = flips(own, other, square)
        theirs, mine, rest = other ^ turned, own | turned | bit, empties ^ bit
        worth = int64(1) if at == pick else int64(0)
        if best:
            left, answers = int64(popcount(rest)), moves(theirs, mine, rest)
            worth = -evaluate(theirs, mine, rest, answers, left, context)
        if worth > highest:
            after, before, highest = theirs, mine, worth
        at += int64(1)
    return after, before


def contexts() -> tuple[Context, EndgameContext]:
    """What searches and what solves."""
    shape, trained = layout(weights.SIZE), weights.load()
    middle = Context(Table(1 << 14), shape, trained)
    middle.be_sure(SURENESS_BY_CONFIDENCE[LEAST])
    return middle, EndgameContext(Table(1 << 14), shape, trained)


def led_astray(
    files: Sequence[Games], left: int, count: int, rng: np.random.Generator, context: Context
) -> NDArray[np.uint64]:
    """Positions with so many empties whose side to move has a move.

    Raises:
        TooFewGames: hardly a game goes on until so few squares are empty.
    """
    games = np.concatenate([file.moves for file in files])
    if not len(games):
        raise TooFewGames("The files hold no game.")
    boards, colours = np.zeros((64, 2), dtype=np.uint64), np.zeros(64, dtype=np.int8)
    found = np.zeros((count, 2), dtype=np.uint64)
    done = missed = 0
    while done < count:
        if missed == UNLUCKY:
            raise TooFewGames(f"Hardly any game of the files has a position with {left} empties.")
        missed += 1
        replay(np.ascontiguousarray(games[rng.integers(len(games))]), boards, colours)
        steps = int(rng.integers(ASTRAY))
        if left + steps > 60 or colours[left + steps] < 0:
            continue
        own, other = (uint64(board) for board in boards[left + steps])
        for _ in range(steps):
            best, chance = bool(rng.random() < 0.5), rng.random()
            own, other = one_move(own, other, best, chance, context.address)
        empties = _FULL ^ (own | other)
        if int(empties).bit_count() == left and moves(own, other, empties):
            found[done] = own, other
            done, missed = done + 1, 0
    return found


def solved(boards: NDArray[np.uint64], end: EndgameContext) -> NDArray[np.float32]:
    """Exact scores, discs."""
    end.table.next_search()
    return np.array(
        [exact_score(own, other, int64(0), end.address) for own, other in boards], np.float32
    )


def searched(boards: NDArray[np.uint64], depth: int, middle: Context) -> NDArray[np.float32]:
    """The scores of searches so deep, discs; shallower ones come before them."""
    middle.table.next_search()
    scores = np.zeros(len(boards), np.float32)
    for at, (own, other) in enumerate(boards):
        empties = _FULL ^ (own | other)
        for plies in range(1 + (depth + 1) % 2, depth + 1, 2):
            window = -_WIDE, _WIDE, int64(plies)
            scores[at] = int(search(own, other, empties, *window, middle.address)) / DISC
    return scores


def depth_from(left: int) -> int:
    """How deep to search with so many empties: of up to 24, 7 to 14 are left at the end."""
    return 8 if left <= 21 or left > 24 else 10


def played(
    files: Sequence[Games], count: int, rng: np.random.Generator, end: EndgameContext
) -> Labelled:
    """The positions of `count` tournament games, see the module.

    Raises:
        TooFewGames: no game has a theoretical score of the right position and is long enough.
    """
    files = [file for file in files if file.solved_at == THEORETICAL]
    if not files:
        raise TooFewGames(
            f"No file has theoretical scores of positions with {THEORETICAL} empties."
        )
    games = np.concatenate([file.moves for file in files])
    best = np.concatenate([file.theoretical for file in files])
    boards, colours = np.zeros((64, 2), dtype=np.uint64), np.zeros(64, dtype=np.int8)
    found: list[NDArray[np.uint64]] = []
    labels: list[float] = []
    for game in rng.permutation(len(games))[:count]:
        replay(np.ascontiguousarray(games[game]), boards, colours)
        if colours[SOLVED] < 0 or colours[THEORETICAL] < 0:
            continue
        late = float(solved(boards[SOLVED : SOLVED + 1], end)[0]) * (1 - 2 * colours[SOLVED])
        for left in range(SOLVED, network.MOST + 1):
            own, other = boards[left]
            if colours[left] < 0 or not moves(own, other, _FULL ^ (own | other)):
                continue
            black = np.interp(left, (SOLVED, THEORETICAL), (late, best[game]))
            found.append(boards[left].copy())
            labels.append(float(black) * (1 - 2 * colours[left]))
    if not found:
        raise TooFewGames(f"No game of the files goes on until {SOLVED} squares are empty.")
    return np.array(found, np.uint64), np.array(labels, np.float32)
