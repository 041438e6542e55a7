"""Many games of Othello on 8 × 8 played at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.games.othello.board.many import flips as flips_of
from engine.replay import Whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from engine.game import Game, Move

_PASS, _END = 64, 255
_FULL = 60
"""Moves that fill the board."""


def played_out(game: Game, games: Sequence[Sequence[Move]]) -> Mapping[int, Whole]:
    """Those of some games that fill the board and keep the rules, by their place, with the passes
    that are forced. The other games, and other boards, are left to the rules."""
    places = [at for at, moves in enumerate(games) if len(moves) == _FULL and _PASS not in moves]
    if game.key != "othello" or not places:
        return {}
    table = np.array([games[at] for at in places], np.uint8)
    legal, passes, leads = replay_all(table)
    found = {}
    for row in np.flatnonzero(legal).tolist():
        at, lead = places[row], int(leads[row])
        moves = with_passes(games[at], passes[row].tolist())
        found[at] = Whole(moves, over=True, winner=None if not lead else int(lead < 0), score=lead)
    return found


def replay_all(
    moves: NDArray[np.uint8],
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int64]]:
    """Play many games of 8 × 8 at once, each a row of squares, 255 after its end.

    Answers which are legal, before which moves a pass was forced, and Black's disc difference
    at the end.
    """
    count, length = moves.shape
    black = np.full(count, (1 << 28) | (1 << 35), np.uint64)
    white = np.full(count, (1 << 27) | (1 << 36), np.uint64)
    to_move = np.zeros(count, np.bool_)
    legal = np.ones(count, np.bool_)
    passes = np.zeros(moves.shape, np.bool_)
    for ply in range(length):
        squares = moves[:, ply]
        playing = squares < 64
        if not playing.any():
            break
        disc = np.where(playing, np.uint64(1) << (squares & 63).astype(np.uint64), np.uint64(0))
        own, other = np.where(to_move, white, black), np.where(to_move, black, white)
        flips = flips_of(disc, own, other)
        switched = playing & (flips == 0)
        passes[:, ply] = switched
        own, other = np.where(switched, other, own), np.where(switched, own, other)
        mover = to_move ^ switched
        flips = np.where(switched, flips_of(disc, own, other), flips)
        free = (disc & (black | white)) == 0
        legal &= ~playing | ((flips != 0) & free)
        own, other = own | flips | disc, other & ~flips
        black = np.where(playing, np.where(mover, other, own), black)
        white = np.where(playing, np.where(mover, own, other), white)
        to_move = np.where(playing, ~mover, to_move)
    lead = np.bitwise_count(black).astype(np.int64) - np.bitwise_count(white).astype(np.int64)
    return legal, passes, lead


def with_passes(row: Sequence[int], skipped: Sequence[bool]) -> tuple[int, ...]:
    """A row of `replay_all` with the passes that it found."""
    moves: list[int] = []
    for square, after_pass in zip(row, skipped, strict=True):
        if square > _PASS:
            break
        if after_pass:
            moves.append(_PASS)
        moves.append(square)
    return tuple(moves)
