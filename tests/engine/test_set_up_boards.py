"""Boards that start finished or nearly full (scenario 35): the outcome is the board's alone.

They are filled at random and not played to, so that nothing but the discs can tell who has won.
"""

from __future__ import annotations

from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Arrangement, IllFormed
from engine.formal import playable
from engine.games.connectfour.game import ConnectFour
from engine.games.othello.game import Othello
from tests.naive.connectfour import NaiveConnectFour
from tests.naive.othello import NaiveOthello

FOURS = [ConnectFour(4, 4, 4), ConnectFour(5, 4, 4), ConnectFour(4, 4, 4, players=3)]
OTHELLOS = [Othello(4), Othello(6), Othello(8)]


@given(st.sampled_from(FOURS), st.integers(0, 3), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_connect_four(game: ConnectFour, empties: int, random: Random) -> None:
    count = game.columns * game.rows - empties
    owners = [ply % game.players for ply in range(count)]
    random.shuffle(owners)
    heights = [game.rows] * game.columns
    for _ in range(empties):
        heights[random.randrange(game.columns)] -= 1
    places = [(c, r) for c in range(game.columns) for r in range(heights[c])]
    try:
        position = playable(Arrangement(game, dict(zip(places, owners, strict=True))))
    except IllFormed:
        return  # such as two players with a line each
    naive = NaiveConnectFour(game.columns, game.rows, game.connect, game.players)
    for (column, _), owner in zip(places, owners, strict=True):
        naive.stacks[column].append(owner)
    columns = random.sample(range(game.columns), game.columns)
    for _ in range(empties + 1):
        outcome = position.outcome()
        assert list(position.legal_moves()) == naive.legal_columns()
        over = bool(naive.lines()) or not naive.legal_columns()
        assert (outcome is not None) == over
        if outcome is not None:
            assert outcome.winner == naive.winner()
            return
        column = next(c for c in columns if c in naive.legal_columns())
        naive.play(column)
        position = position.play(column)


@given(st.sampled_from(OTHELLOS), st.integers(0, 3), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_othello(game: Othello, empties: int, random: Random) -> None:
    centre = range(game.size // 2 - 1, game.size // 2 + 1)
    rim = [p for p in product(range(game.size), repeat=2) if not {*p} <= {*centre}]
    naive = NaiveOthello(game.size)
    naive.mover = random.choice("XO")
    black = random.choice([0.0, 0.1, 0.5, 0.9, 1.0])
    for row, column in product(range(game.size), repeat=2):
        naive.board[row][column] = "X" if random.random() < black else "O"
    for row, column in random.sample(rim, empties):
        naive.board[row][column] = "-"
    rows = ["".join(row) for row in naive.board]
    position = playable(Arrangement.from_rows(game, rows, "XO".index(naive.mover)))
    while not naive.is_over():
        assert position.outcome() is None
        if naive.must_pass():
            assert position.legal_moves() == (game.pass_move,)
            naive.skip()
            position = position.play(game.pass_move)
            continue
        squares = naive.squares(naive.mover)
        assert list(position.legal_moves()) == sorted(r * game.size + c for r, c in squares)
        row, column = random.choice(squares)
        naive.play(row, column)
        position = position.play(row * game.size + column)
    outcome = position.outcome()
    assert outcome is not None
    score = naive.final_score()
    assert outcome.score == score
    assert outcome.winner == (None if score == 0 else int(score < 0))
    assert not position.legal_moves()
