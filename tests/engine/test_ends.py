"""Ends and turns that random games seldom meet, from boards that were laid out."""

from __future__ import annotations

import pytest

from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.position import ConnectFourPosition, ConnectFourTermination
from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition, OthelloTermination


def squares(*names: str) -> int:
    """Bits of squares by their names on a 4x4 board."""
    return sum(1 << (4 * (int(name[1]) - 1) + ord(name[0]) - ord("a")) for name in names)


@pytest.mark.parametrize(
    ("black", "white", "winner", "score"),
    [(("a1", "b1"), (), 0, 16), ((), ("a1", "d4"), 1, -16)],
)
def test_either_side_may_be_wiped_out(
    black: tuple[str, ...], white: tuple[str, ...], winner: int, score: int
) -> None:
    boards = squares(*black), squares(*white)
    outcome = OthelloPosition.set_up(Othello(4), boards, 0).outcome()
    assert outcome is not None
    assert outcome.termination is OthelloTermination.WIPE_OUT
    assert (outcome.winner, outcome.score) == (winner, score)


@pytest.mark.parametrize(
    ("discs", "to_move", "ply"), [(4, 0, 0), (4, 1, 1), (5, 1, 1), (5, 0, 2), (6, 0, 2), (6, 1, 3)]
)
def test_a_laid_out_board_has_a_ply_that_fits_its_turn(discs: int, to_move: int, ply: int) -> None:
    """Black moves at even plies, and one pass explains a turn that does not fit."""
    position = OthelloPosition.set_up(Othello(4), ((1 << discs) - 2, 1), to_move)
    assert position.ply == ply
    assert position.ply % 2 == to_move


@pytest.mark.parametrize("players", [2, 3])
def test_a_line_ends_the_game_whoever_it_belongs_to(players: int) -> None:
    """Also one of the side to move, which a laid-out board may have."""
    game = ConnectFour(7, 6, 4, players=players)
    row = sum(1 << (7 * column) for column in range(4))  # bits go up the columns, seven to each
    others = [1 << 28, 1 << 35, 1 << 42]
    for extra in range(players):
        for winner in range(players):
            boards = [others[player] for player in range(players)]
            boards[winner] = row
            boards[(winner + 1) % players] |= ((1 << extra) - 1) << 29
            outcome = ConnectFourPosition(game, tuple(boards)).outcome()
            assert outcome is not None
            assert outcome.termination is ConnectFourTermination.LINE
            assert outcome.winner == winner
