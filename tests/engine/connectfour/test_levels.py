"""The strongest level on 7 × 6: exact, and hard to answer."""

from __future__ import annotations

import random

import pytest

from engine.games.connectfour.searcher import make
from engine.players import player_for
from engine.players.traps import hardest_to_answer
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit

GAME = game("connectfour")


def late_positions(count: int):
    """Unfinished positions with 24 discs in which nobody wins at once."""
    source = random.Random(1)
    while count:
        position = GAME.start()
        while position.ply < 24 and position.outcome() is None:
            position = position.play(source.choice(position.legal_moves()))
        if position.outcome() is None:
            count -= 1
            yield position


@pytest.mark.parametrize("level", ["8", "10"])
def test_plays_the_fastest_win_and_the_longest_resistance(level):
    searcher = make(GAME)
    for seed, position in enumerate(late_positions(6)):
        player = player_for(GAME, level, seed, compiled=lambda _: searcher)
        choice = player.choose(position, SearchControl())
        best = searcher.candidates(position, Limit(), SearchControl())
        scores = {candidate.move: candidate.score for candidate in best}
        assert scores[choice.move] == best[0].score


def test_prefers_moves_with_many_losing_replies():
    searcher = make(GAME)
    for position in late_positions(8):
        found = searcher.candidates(position, Limit(), SearchControl())
        equals = [c for c in found if c.score == found[0].score]
        hardest = hardest_to_answer(searcher, position, equals, Limit(), SearchControl())

        def traps(move, position=position):
            after = position.play(move)
            if after.outcome() is not None:
                return 0
            replies = searcher.candidates(after, Limit(), SearchControl())
            return sum(reply.score < replies[0].score for reply in replies)

        counts = {c.move: traps(c.move) for c in equals}
        most = max(counts.values())
        assert [c.move for c in hardest] == [m for m, count in counts.items() if count == most]
