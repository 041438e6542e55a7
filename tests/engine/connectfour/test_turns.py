"""Boards that break no rule of their own, but that no order of turns leads to."""

from __future__ import annotations

from itertools import product

import pytest

from engine import Arrangement, ConnectFour, well_formed
from engine.formal import unreachable
from engine.games.connectfour.turns import TurnsRule, furthest


def rows(*lines: str, connect: int = 4, players: int = 2) -> Arrangement:
    return Arrangement.from_rows(ConnectFour(len(lines[0]), len(lines), connect, players), lines)


@pytest.mark.parametrize("game", [ConnectFour(3, 3, 3), ConnectFour(3, 2, 3, 3)])
def test_the_boards_of_all_games_are_told_from_all_others(game: ConnectFour) -> None:
    """By playing every game."""
    boards, waiting = set(), [game.start()]
    while waiting:
        position = waiting.pop()
        board = Arrangement.of(position).discs
        if frozenset(board.items()) in boards:
            continue
        boards.add(frozenset(board.items()))
        waiting += [position.play(move) for move in position.legal_moves()]
    piles = [pile for height in range(game.rows + 1)
             for pile in product(range(game.players), repeat=height)]  # fmt: skip
    told = set()
    for columns in product(piles, repeat=game.columns):
        discs = {(c, r): owner for c, pile in enumerate(columns) for r, owner in enumerate(pile)}
        arrangement = Arrangement(game, discs)
        if well_formed(arrangement) and not unreachable(arrangement):
            told.add(frozenset(discs.items()))
    assert told == boards


@pytest.mark.parametrize(
    ("board", "places", "said"),
    [
        (
            rows("....", "....", "RRR.", "YYY."),
            ((0, 0), (1, 0), (2, 0)),
            "at the start it is Red's turn, but what lies next in every column that goes on is"
            " Yellow's.",
        ),
        (
            rows("....", "....", ".Y..", "RB..", players=3),
            ((1, 0),),
            "so: after 1 disc it is Yellow's turn, but what lies next in every column that goes on"
            " is Blue's.",
        ),
    ],
)
def test_it_is_said_where_taking_turns_breaks_off(board, places, said) -> None:
    (broken,) = unreachable(board)
    assert (broken.rule, broken.places) == (TurnsRule.ORDER_OF_TURNS, places)
    assert str(broken).endswith(said)


def test_what_takes_too_long_is_not_told() -> None:
    assert furthest([(1, 0), (0, 1)], 2) == (2, 2)
    assert furthest([(0, 1)] * 4, 2, most=5) is None
