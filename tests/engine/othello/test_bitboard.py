"""The bitboard kernels agree with the rules on random games of every 64-bit size."""

from __future__ import annotations

import random

import pytest
from numpy import uint64

from engine.games.othello.board import bitboard
from tests.engine.othello.boards import random_positions


@pytest.mark.parametrize("size", [4, 6, 8])
def test_moves_and_flips_are_those_of_the_rules(size: int) -> None:
    layout = bitboard.layout(size)
    for position in random_positions(size, games=30):
        own, other = layout.pack(position)
        empties = layout.board & ~(own | other)
        squares = [move for move in position.legal_moves() if move != position.game.pass_move]
        bits = sum(1 << layout.square(move) for move in squares)
        assert int(bitboard.moves(own, other, empties)) == bits
        for move in squares:
            flipped = int(bitboard.flips(own, other, uint64(layout.square(move))))
            after = position.play(move)
            assert flipped == sum(1 << layout.square(at) for at in after.last_changes[1:])


@pytest.mark.parametrize("size", [4, 6, 8])
def test_last_flips_counts_what_flips_turns(size: int) -> None:
    layout = bitboard.layout(size)
    for position in random_positions(size, games=60):
        own, other = layout.pack(position)
        empties = layout.board & ~(own | other)
        if int(empties).bit_count() == 1:
            square = bitboard.lowest(empties)
            turned = int(bitboard.flips(own, other, square)).bit_count()
            assert bitboard.last_flips(own, square) == turned


def test_odd_quadrants_hold_an_odd_number_of_empties() -> None:
    rng = random.Random(1)
    quadrants = [
        sum(
            1 << (8 * row + column)
            for row in range(top, top + 4)
            for column in range(left, left + 4)
        )
        for top in (0, 4)
        for left in (0, 4)
    ]
    for _ in range(200):
        empties = rng.getrandbits(64) & rng.getrandbits(64)
        expected = sum(q for q in quadrants if (empties & q).bit_count() % 2)
        assert int(bitboard.odd_quadrants(uint64(empties))) == expected


def test_kernels_return_unsigned_words() -> None:
    one = uint64(1)
    for answer in (
        bitboard.moves(one, one, one),
        bitboard.flips(one, one, one),
        bitboard.odd_quadrants(one),
        bitboard.lowest(one),
    ):
        assert type(answer) in (int, uint64)
        assert answer >= 0


def test_layout_maps_moves_to_squares_and_back() -> None:
    for size in (4, 6, 8):
        layout = bitboard.layout(size)
        for move in range(size * size + 1):
            assert layout.move(layout.square(move)) == move
