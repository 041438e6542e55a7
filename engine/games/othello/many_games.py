"""Many games of Othello on 8 × 8 played at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.games.othello.board.many import flips as flips_of
from engine.games.othello.board.many import moves as moves_of
from engine.replay import PlayedGame

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from engine.game import Game, Move

_PASS, _END = 64, 255
_MOST = 60
"""Moves that fill the board."""


def played_out(game: Game, games: Sequence[Sequence[Move]]) -> Mapping[int, PlayedGame]:
    """Those of some games, written without passes, that keep the rules, by their place, with the
    passes that are forced. Others, and all of other boards, are left to the rules."""
    places = [at for at, moves in enumerate(games) if len(moves) <= _MOST and _PASS not in moves]
    if game.key != "othello" or not places:
        return {}
    table = np.full((len(places), max(len(games[at]) for at in places)), _END, np.uint8)
    for row, at in enumerate(places):
        table[row, : len(games[at])] = games[at]
    legal, passes, black, white = replay_all(table)
    over, scores = _are_over(black, white), _scores(black, white)
    found = {}
    for row in np.flatnonzero(legal).tolist():
        at, score = places[row], int(scores[row])
        moves = with_passes(games[at], passes[row, : len(games[at])].tolist())
        if over[row]:
            found[at] = PlayedGame(
                moves, over=True, winner=int(score < 0) if score else None, score=score
            )
        else:
            found[at] = PlayedGame(moves, over=False)
    return found


def _are_over(black: NDArray[np.uint64], white: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Where neither side can move."""
    over: NDArray[np.bool_] = (moves_of(black, white) | moves_of(white, black)) == 0
    return over


def _scores(black: NDArray[np.uint64], white: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Black's final disc difference, the empty squares counted for the winner."""
    ours, theirs = (np.bitwise_count(board).astype(np.int64) for board in (black, white))
    lead: NDArray[np.int64] = ours - theirs
    lead += np.sign(lead) * (64 - ours - theirs)
    return lead


def replay_all(
    moves: NDArray[np.uint8],
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.uint64], NDArray[np.uint64]]:
    """Play many games of 8 × 8 at once, each a row of squares, 255 after its end.

    Answers which are legal, before which moves a pass was forced, and Black's and White's discs
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
        if (rows := np.flatnonzero(switched)).size:  # who can move does not pass
            legal[rows] &= moves_of(own[rows], other[rows]) == 0
        own, other = np.where(switched, other, own), np.where(switched, own, other)
        mover = to_move ^ switched
        flips = np.where(switched, flips_of(disc, own, other), flips)
        free = (disc & (black | white)) == 0
        legal &= ~playing | ((flips != 0) & free)
        own, other = own | flips | disc, other & ~flips
        black = np.where(playing, np.where(mover, other, own), black)
        white = np.where(playing, np.where(mover, own, other), white)
        to_move = np.where(playing, ~mover, to_move)
    return legal, passes, black, white


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
