"""The levels on 7 × 6: fewer slips from step to step, and none at the top."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine import EngineError, bench
from engine.games.connectfour.search.searcher import make
from engine.players import LEVELS, SearchingPlayer, player_for
from engine.players.traps import hardest_to_answer
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.score import sign
from engine.warmup import fresh_searcher
from engine.workshop.bench import mistakes
from tests.data import DATA
from tests.engine.connectfour.positions import played, quiet_game
from tests.engine.positions import after as position_after
from tests.engine.positions import wins_at_once

GAME = game("connectfour")
SEARCHER = make(GAME)


def quiet_positions(count, seed, free):
    """Positions with so many free squares, where nobody took or let pass a line."""
    source = random.Random(seed)
    return [
        played("connectfour", quiet_game("connectfour", source.choice(free), source))
        for _ in range(count)
    ]


def weighed(position):
    return SEARCHER.candidates(position, Limit(), SearchControl())


def chosen(position, level, seed):
    player = player_for(GAME, level, seed, compiled=lambda _: SEARCHER)
    return player.choose(position, SearchControl()).move


def test_the_strongest_level_wins_fastest_and_resists_longest():
    won = lost = 0
    for seed, position in enumerate(quiet_positions(24, 60, range(6, 29))):
        found = weighed(position)
        scores = {candidate.move: candidate.score for candidate in found}
        won, lost = won + (found[0].score > 0), lost + (found[0].score < 0)
        assert scores[chosen(position, "10", seed)] == found[0].score
    assert won > 3
    assert lost > 3


def test_equally_good_moves_take_turns():
    """Of the equally good moves that are hardest to answer, none is left out. Where all lose at
    once, those that stop most wins are taken."""
    several = 0
    for position in quiet_positions(150, 61, range(10, 19)):
        lost = all(wins_at_once(position.play(move)) for move in position.legal_moves())
        if lost or wins_at_once(position):
            continue
        found = weighed(position)
        equals = [candidate for candidate in found if candidate.score == found[0].score]
        hardest = hardest_to_answer(SEARCHER, position, equals, Limit(), SearchControl())
        if 2 <= len(hardest) <= 3:
            several += 1
            moves = {chosen(position, "10", seed) for seed in range(20)}
            assert moves == {candidate.move for candidate in hardest}
    assert several > 1


def test_prefers_moves_with_many_losing_replies():
    for position in quiet_positions(8, 62, range(12, 19)):
        found = weighed(position)
        equals = [c for c in found if c.score == found[0].score]
        hardest = hardest_to_answer(SEARCHER, position, equals, Limit(), SearchControl())

        def traps(move, position=position):
            after = position.play(move)
            if after.outcome() is not None:
                return 0
            replies = weighed(after)
            return sum(reply.score < replies[0].score for reply in replies)

        counts = {c.move: traps(c.move) for c in equals}
        most = max(counts.values())
        assert [c.move for c in hardest] == [m for m, count in counts.items() if count == most]


def decisions(count, earliest=0):
    """Positions with the exact score of every move, of which only some keep the result."""
    lines = (DATA / "connectfour" / "decisions.txt").read_text(encoding="ascii").splitlines()
    asked = [line.split() for line in lines]
    return [
        (
            position_after("connectfour", moves),
            {c: int(score) for c, score in enumerate(scores) if score != "-"},
        )
        for moves, *scores in asked
        if len(moves) >= earliest
    ][:count]


def test_slips_grow_rarer_from_level_to_level():
    asked = decisions(120)
    spoilt = [mistakes.mistakes(GAME, level, asked)[0] for level in ("1", "3", "5", "7", "8")]
    assert spoilt == sorted(spoilt, reverse=True)
    assert len(set(spoilt)) == len(spoilt)
    assert mistakes.mistakes(GAME, "10", decisions(24, earliest=16)) == (0, 0)


def test_the_strongest_level_spoils_nothing_however_busy_the_machine():
    """Its time is up at once; what it visits at least suffices, with empty tables each time."""
    starved = replace(LEVELS["10"], time=1e-6)
    for number, (position, scores) in enumerate(decisions(120)):
        searcher = fresh_searcher(GAME)
        player = SearchingPlayer(GAME, starved, number, lambda _, ready=searcher: ready)
        move = player.choose(position, SearchControl()).move
        assert sign(scores[move]) == sign(max(scores.values())), str(position)


def test_questions_have_good_and_bad_answers(monkeypatch):
    monkeypatch.setattr(mistakes, "EARLIEST", 22)
    for position, scores in mistakes.questions(GAME, 4):
        assert set(scores) == set(position.legal_moves())
        assert max(scores.values()) >= 0 >= min(scores.values())
        assert len(set(scores.values())) > 1


@pytest.mark.parametrize("setting", ["game=othello", "game=connectfour:16x16", "level=11"])
def test_only_what_the_solver_serves_is_judged(setting):
    with pytest.raises(EngineError):
        bench.measure("mistakes", [setting], print)


def test_a_search_cut_short_does_not_choose_among_shallow_equals():
    """Other moves weighed less deeply than the best one say nothing about being as good."""

    class Hurried:
        """Weighs all moves two plies deep only, as when time runs out."""

        def search(self, position, limit, control, report=None):
            return SEARCHER.search(position, limit, control, report)

        def candidates(self, position, limit, control, report=None):
            return SEARCHER.candidates(position, Limit(depth=1), control, report)

    position = GAME.start().play(3).play(3)
    best = SEARCHER.search(position, Limit(depth=7), SearchControl()).pv[0]
    for seed in range(12):
        player = player_for(GAME, "depth:7", seed, compiled=lambda _: Hurried())
        assert player.choose(position, SearchControl()).move == best


def test_the_strongest_level_varies_its_first_moves_without_a_book():
    """Of 9x7 no book is known; a wide look at all moves names others that are as good."""
    board = game("connectfour:9x7")
    searcher, start = fresh_searcher(board), board.start()

    class InNodes:
        """As many positions for all moves as for the best one, instead of time."""

        def search(self, position, limit, control, report=None):
            return searcher.search(position, replace(limit, time=None, nodes=30_000), control)

        def candidates(self, position, limit, control, report=None):
            return searcher.candidates(position, replace(limit, time=None, nodes=30_000), control)

    moves = Counter(
        SearchingPlayer(board, LEVELS["10"], seed, lambda _: InNodes())
        .choose(start, SearchControl())
        .move
        for seed in range(8)
    )
    assert len(moves) > 1
