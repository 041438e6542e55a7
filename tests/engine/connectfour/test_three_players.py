"""Three players' endgames are solved to the end."""

from __future__ import annotations

import random

import pytest

from engine.parts.of_game import searcher_for
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.score import win_score
from tests.naive import connectfour_search as naive


def endgames(key, free, count, seed):
    """Positions with so many free squares, where nobody has completed a line."""
    board, source = game(key), random.Random(seed)
    found = []
    while len(found) < count:
        position = board.start()
        while position.ply < board.columns * board.rows - free:
            quiet = [m for m in position.legal_moves() if position.play(m).outcome() is None]
            if not quiet:
                break
            position = position.play(source.choice(quiet))
        else:
            found.append(position)
    return found


def worth(position):
    """The mover's score under best play of all, by the rules alone."""
    value = naive.maxn_values(position, careful=True)[position.to_move]
    if value == 0:
        return 0
    score = win_score(position.game, naive.WIN - abs(value))
    return score if value > 0 else -score


@pytest.mark.parametrize(
    ("key", "free"), [("connectfour:7x6:4:3p", 8), ("connectfour:5x4:3:3p", 8)]
)
def test_scores_are_those_of_a_search_of_everything(key, free):
    searcher = searcher_for(game(key))
    scores = set()
    for position in endgames(key, free, 20, seed=1):
        best = searcher.search(position, Limit(nodes=10_000), SearchControl())
        assert (best.score.value, best.exact) == (worth(position), True)
        assert best.score.value == searcher.candidates(position, Limit(), SearchControl())[0].score
        scores.add(best.score.value)
    assert len(scores) > 1


def test_eighteen_squares_are_solved_within_a_million_nodes():
    searcher = searcher_for(game("connectfour:7x6:4:3p"))
    for position in endgames("connectfour:7x6:4:3p", 18, 8, seed=2):
        control = SearchControl()
        assert searcher.search(position, Limit(nodes=1 << 20), control).exact
        assert control.nodes < 1 << 20


def test_a_limit_in_plies_is_kept():
    """No leap to the end for those who want to see a few plies ahead."""
    searcher = searcher_for(game("connectfour:7x6:4:3p"))
    for position in endgames("connectfour:7x6:4:3p", 18, 4, seed=3):
        info = searcher.search(position, Limit(depth=4), SearchControl())
        assert info.depth <= 4
