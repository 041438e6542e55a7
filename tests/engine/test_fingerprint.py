"""A position's number: the same for its images however they came about, and for nothing else."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

from engine.fingerprint import fingerprint, fingerprints
from engine.formats.wthor import records_of
from engine.registry import game as game_of
from tests.engine.positions import random_moves

KEYS = ["connectfour", "connectfour:8x5:3:3p", "connectfour:9x9", "othello", "othello:6"]


def mirror(game, moves):
    """The same play with left and right exchanged; in Othello along the diagonal, as it starts."""
    if game.key.startswith("connectfour"):
        return [game.columns - 1 - move for move in moves]
    size = game.columns
    return [m if game.is_pass(m) else m % size * size + m // size for m in moves]


def cells(position, image):
    size = position.game.columns, position.game.rows
    return tuple(position.cell(image(row, column, *size)) for row in range(size[1])
                 for column in range(size[0]))  # fmt: skip


IMAGES: dict[str, list] = {
    "connectfour": [
        lambda r, c, w, h: r * w + c,
        lambda r, c, w, h: r * w + w - 1 - c,
    ],
    "othello": [
        lambda r, c, w, h, a=a, b=b, t=t: (
            (h - 1 - y if a else y) * w + (w - 1 - x if b else x)
            if (y := c if t else r) >= 0 and (x := r if t else c) >= 0
            else 0
        )
        for a in (0, 1)
        for b in (0, 1)
        for t in (0, 1)
    ],
}


def naive(position):
    """Who is to move and the least of all images, written out square by square."""
    family = position.game.key.partition(":")[0]
    return position.to_move, min(cells(position, image) for image in IMAGES[family])


@pytest.mark.parametrize("key", KEYS)
def test_two_positions_share_a_number_exactly_when_one_is_an_image_of_the_other(key) -> None:
    game = game_of(key)
    known: dict[int, object] = {}
    for seed in range(6):
        moves = random_moves(game, random.Random(seed))
        for line in (moves, mirror(game, moves)):
            position = game.start()
            for number in fingerprints(game, [line], len(line))[0]:
                assert number == fingerprint(position)
                assert known.setdefault(number, naive(position)) == naive(position)
                if position.ply < len(line):
                    position = position.play(line[position.ply])
    assert len(set(known.values())) == len(known)
    assert all(-(2**63) <= number < 2**63 for number in known)


def test_games_of_two_boards_never_meet() -> None:
    starts = {fingerprint(game_of(key).start()) for key in KEYS}
    assert len(starts) == len(KEYS)


def test_many_games_at_once_have_the_numbers_of_each_alone() -> None:
    content = files("tests.data").joinpath("othello/WTH_1980.wtb").read_bytes()
    records, _ = records_of(content)
    games = [record.moves for record in records]
    together = fingerprints(records[0].game, games, 30)
    assert [len(row) for row in together] == [min(len(moves), 30) + 1 for moves in games]
    for record, row in list(zip(records, together, strict=True))[::7]:
        assert row == [fingerprint(position) for position in record.replay()[:31]]
