"""What is shown over a board, against the search's own knowledge and against what happens."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from numpy import uint64

from engine.game import Position
from engine.games.othello.board import bitboard
from engine.games.othello.evaluation import stability
from engine.games.othello.features import regions, stable
from engine.registry import family_of
from engine.registry import game as game_of


def played(key: str, seed: int) -> Iterator[Any]:
    """Every position of a random game."""
    position: Position = game_of(key).start()
    chance = random.Random(seed)
    yield position
    while position.outcome() is None:
        position = position.play(chance.choice(position.legal_moves()))
        yield position


def shown(position: Position) -> dict[str, Any]:
    overlays = family_of(position.game).overlays
    assert overlays is not None
    return {overlay.key: overlay for overlay in overlays(position)}


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_search_calls_the_same_discs_stable(size: int) -> None:
    layout = bitboard.layout(size)
    for position in played(f"othello:{size}" if size < 8 else "othello", size):
        boards = [
            uint64(sum(1 << layout.square(s) for s in range(size * size) if bits >> s & 1))
            for bits in position.boards
        ]
        for player in (0, 1):
            known = int(stability.stable(boards[player], boards[1 - player], layout.board))
            found = stable(position, player)
            assert known == sum(1 << layout.square(s) for s in range(size * size) if found >> s & 1)


@pytest.mark.parametrize("key", ["othello:4", "othello:6", "othello:10"])
def test_a_stable_disc_is_never_turned(key: str) -> None:
    for seed in range(6):
        ever: dict[int, int] = {}
        for position in played(key, seed):
            ever |= dict(shown(position)["stable"].marks)
            for square, player in ever.items():
                assert position.cell(square) == player
        assert ever


def test_regions_part_the_empty_squares() -> None:
    for seed in range(4):
        for position in played("othello", seed):
            whole = 0
            for region in regions(position):
                assert not whole & region
                whole |= region
            empty = sum(1 << s for s in range(64) if position.cell(s) < 0)
            assert whole == empty


def test_a_position_whose_regions_are_known() -> None:
    """The end of a game with a1, h8 and g8 left: one region of one square, one of two."""
    rows = ["-" + "X" * 7, *["X" * 8] * 6, "XXXXXX--"]
    game: Any = game_of("othello")
    board = sum(1 << 8 * y + x for y, row in enumerate(rows) for x in range(8) if row[x] == "X")
    from engine.games.othello.position import OthelloPosition

    found = shown(OthelloPosition.set_up(game, (board, 0), 1))
    assert [(r.squares, r.word) for r in found["parity"].regions] == [
        ((0,), "1 odd"),
        ((62, 63), "2 even"),
    ]
    assert found["parity"].sentence == "2 regions of empty squares, 1 of them odd."
    assert found["mobility"].sentence == "Squares to play on: Black 0, White 0."
    assert found["corners"].sentence == "Nobody can take a corner."


def test_corners_and_mobility_are_the_moves_that_there_are() -> None:
    for position in played("othello:6", 3):
        found = shown(position)
        moves = {move for move in position.legal_moves() if not position.game.is_pass(move)}
        mover = position.to_move
        assert {s for s, player in found["mobility"].marks if player == mover} == moves
        corners = {0, 5, 30, 35} & moves
        assert {s for s, player in found["corners"].marks if player == mover} == corners


def test_a_threat_is_a_square_that_wins() -> None:
    for position in played("connectfour", 5):
        marks = shown(position)["threats"].marks
        for move in position.legal_moves():
            after = position.play(move)
            outcome = after.outcome()
            wins = outcome is not None and outcome.winner == position.to_move
            assert ((after.last_changes[0], position.to_move) in marks) == wins
    assert shown(position)["threats"].marks == ()


@pytest.mark.parametrize("key", ["connectfour", "connectfour:5x4", "connectfour:7x6:4:3p"])
def test_what_is_shown_is_on_the_board_and_said_in_a_sentence(key: str) -> None:
    for position in played(key, 8):
        count = position.game.columns * position.game.rows
        for overlay in shown(position).values():
            squares = [s for s, _ in overlay.marks] + [
                s for region in overlay.regions for s in region.squares
            ]
            assert all(0 <= square < count for square in squares)
            assert overlay.sentence.endswith(".")
