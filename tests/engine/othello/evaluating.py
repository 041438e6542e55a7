"""The evaluation of a board, kernel and all."""

from __future__ import annotations

from numpy import int64, uint64

from engine.games.othello.board import bitboard
from engine.games.othello.evaluation import evaluation, weights
from engine.games.othello.search.context import Context
from engine.games.othello.search.table import Table
from tests.naive.othello_patterns import LAYOUT

CONTEXT = Context(Table(1), LAYOUT, weights.load())


def evaluate(own: int, other: int, context: Context = CONTEXT) -> int:
    boards = uint64(own), uint64(other)
    empties = LAYOUT.board & ~(boards[0] | boards[1])
    choices = bitboard.moves(*boards, empties)
    left = int64(int(empties).bit_count())
    return int(evaluation.evaluate(*boards, empties, choices, left, context.address))
