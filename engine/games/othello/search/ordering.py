"""The moves of a node, generated into scratch space with a rank each, best first.

A move takes two words of the node's row of scratch: its rank (a signed number that holds the
square in its low seven bits, and above them what the evaluation says of the move), and the discs
it turns over::

      row + 16 * i        rank << 23 | estimate << 7 | square
      row + 16 * i + 8    turned discs
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import inner, load_u64, popcount, prefetch, store_u64
from engine.games.othello.board.bitboard import flips, lowest, moves, odd_quadrants
from engine.games.othello.board.memory import C_SQUARES, CORNERS, UNJUDGED, X_SQUARES
from engine.games.othello.evaluation.evaluation import evaluate_after, look
from engine.games.othello.search import table

MOVE_BYTES = uint64(16)
_TURNED = uint64(8)
_SQUARE = uint64(0x7F)
_SEVEN, _SIXTEEN = uint64(7), uint64(16)
_RANK = int64(23)
_ONE, _EIGHT = uint64(1), uint64(8)
_SIGN = uint64(1 << 63)
_LEFT = uint64(0x0101010101010101)
_ESTIMATE, _BIAS = uint64(0xFFFF), -UNJUDGED
# Worth of an answer left to the opponent, of a stable disc and so on; the second set is in
# hundredths of a disc, beside an evaluation. Chosen by node counts at 16 to 20 empties.
_ANSWER, _STABLE, _ODD, _X_SQUARE = (int64(worth) for worth in (64, 16, 32, 48))
_JUDGED_ANSWER, _JUDGED_STABLE = int64(340), int64(40)
WIN_RANK = int64(1 << 38)
"""Rank of a move that leaves the opponent without a disc."""

TABLE_RANK = int64(1 << 30)
"""Rank of the move an earlier search found best."""


@inner("void(uint64, int64, int64, uint64, uint64)")
def _put(move: uint64, rank: int64, estimate: int64, square: uint64, turned: uint64) -> None:
    word = (uint64(rank) << _SIXTEEN) | uint64(estimate + _BIAS)
    store_u64(move, ((word << _SEVEN) ^ _SIGN) | square)
    store_u64(move + _TURNED, turned)


@inner("void(uint64, int64, uint64, uint64)")
def put(move: uint64, rank: int64, square: uint64, turned: uint64) -> None:
    """Write the move at the address `move`; ranks compare as unsigned words afterwards."""
    _put(move, rank, UNJUDGED, square, turned)


@inner("uint64(uint64)")
def square_of(move: uint64) -> uint64:
    """The square of the move at this address."""
    return uint64(load_u64(move) & _SQUARE)


@inner("uint64(uint64)")
def turned_by(move: uint64) -> uint64:
    """The discs the move at this address turns over."""
    return uint64(load_u64(move + _TURNED))


@inner("int64(uint64)")
def rank_of(move: uint64) -> int64:
    """The rank of the move at this address."""
    return int64(load_u64(move) ^ _SIGN) >> _RANK


@inner("int64(uint64)")
def estimate_of(move: uint64) -> int64:
    """What the evaluation said of the move at this address, for its mover, or `UNJUDGED`."""
    return int64((load_u64(move) >> _SEVEN) & _ESTIMATE) - _BIAS


@inner("void(uint64, uint64)")
def bring_best(move: uint64, end: uint64) -> None:
    """Swap the highest ranked of the moves from `move` up to `end` to the front."""
    best, at = move, move + MOVE_BYTES
    key = load_u64(move)
    while at < end:
        if load_u64(at) > key:
            key, best = load_u64(at), at
        at += MOVE_BYTES
    if best != move:
        turned = load_u64(best + _TURNED)
        store_u64(best, load_u64(move))
        store_u64(best + _TURNED, load_u64(move + _TURNED))
        store_u64(move, key)
        store_u64(move + _TURNED, turned)


@inner("void(uint64)")
def defer(move: uint64) -> None:
    """Make the move at this address the last of its row."""
    store_u64(move, square_of(move))


@inner("boolean(uint64)")
def deferred(move: uint64) -> bool:
    """Whether the move at this address was deferred."""
    return bool(load_u64(move) <= _SQUARE)


@inner("int64(uint64, uint64)")
def anchored(own: uint64, context: uint64) -> int64:
    """How many discs of `own` are corners, or beside one of its own along the rim."""
    corners = load_u64(context + CORNERS)
    taken = own & corners
    # A step sideways must not end at the other rim.
    beside = ((taken << _ONE) & ~_LEFT) | ((taken & ~_LEFT) >> _ONE)
    beside |= (taken << _EIGHT) | (taken >> _EIGHT)
    return int64(popcount(own & (corners | (beside & load_u64(context + C_SQUARES)))))


@inner("int64(uint64, uint64, uint64, uint64)")
def confinement(own: uint64, other: uint64, answers: uint64, context: uint64) -> int64:
    """How little the move that led here leaves to `own`, whose moves are `answers`.

    In hundredths of a disc, to be added to a score for `other`.
    """
    freedom = int64(popcount(answers))
    freedom += int64(popcount(answers & load_u64(context + CORNERS)))
    safety = anchored(other, context)
    return _JUDGED_STABLE * safety - _JUDGED_ANSWER * freedom


@inner("UniTuple(int64, 2)(uint64, uint64, uint64, uint64, uint64, boolean, uint64)")
def _rank(
    own: uint64,
    other: uint64,
    empties: uint64,
    square: uint64,
    turned: uint64,
    judged: bool,
    context: uint64,
) -> tuple[int64, int64]:
    """How promising a move is: the fewer answers it leaves the better (fastest first).

    With what the evaluation says of it if that was asked, and the opponent need not pass.
    """
    bit = _ONE << square
    after_own, after_other, rest = own | turned | bit, other ^ turned, empties ^ bit
    answers = moves(after_other, after_own, rest)
    if judged:
        left = int64(popcount(rest))
        score = -evaluate_after(
            after_other, after_own, rest, answers, square, turned, left, context
        )
        rank = score + confinement(after_other, after_own, answers, context)
        return rank, score if answers else UNJUDGED
    corners = load_u64(context + CORNERS)
    freedom = int64(popcount(answers)) + int64(popcount(answers & corners))
    rank = _STABLE * anchored(after_own, context) - _ANSWER * freedom
    if bit & odd_quadrants(empties):
        rank += _ODD
    if bit & load_u64(context + X_SQUARES):
        rank -= _X_SQUARE
    return rank, UNJUDGED


@inner("uint64(uint64, uint64, uint64, uint64, uint64, boolean, uint64, uint64)")
def generate(
    own: uint64,
    other: uint64,
    empties: uint64,
    choices: uint64,
    known: uint64,
    judged: bool,
    row: uint64,
    context: uint64,
) -> uint64:
    """Write the moves `choices` with their ranks into `row`; the end of the list.

    `judged` asks for ranks by evaluation, which pay where much depends on them. The entries of
    the positions after the moves are fetched ahead.
    """
    if judged:
        look(own, other, context)
    end = row
    while choices:
        square = lowest(choices)
        bit = _ONE << square
        choices ^= bit
        turned = flips(own, other, square)
        prefetch(table.bucket(other ^ turned, own | turned | bit, context))
        if turned == other:
            put(end, WIN_RANK, square, turned)
        elif square == known:
            put(end, TABLE_RANK, square, turned)
        else:
            rank, estimate = _rank(own, other, empties, square, turned, judged, context)
            _put(end, rank, estimate, square, turned)
        end += MOVE_BYTES
    return end
