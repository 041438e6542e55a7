"""What is known of a position survives being written down."""

from __future__ import annotations

import json

from engine.judging.analysis import Analysis
from engine.parts.of_game import proved_score
from engine.registry import game
from engine.search.score import Certainty, Score
from engine.search.searcher import Candidate
from webapp.persistence.known import dump, load
from webapp.service.known import Known


def test_every_kind_of_certainty_comes_back():
    position = game("connectfour:9x7").start()
    scores = [
        Score(21, 0, Certainty.AT_LEAST, win_in=21),
        Score.estimated(30, 0),
        proved_score(position, -3),
        Score(-21, 0, Certainty.AT_MOST, win_in=22),
    ]
    found = tuple(
        Candidate(move=move, score=score, depth=9, pv=(move, 4))
        for move, score in enumerate(scores)
    )
    known = Known(Analysis(found[0].info(1000, 0.5), found), 2.0)
    again = load(position, json.loads(json.dumps(dump(known))))
    assert again.found.candidates == found
    assert [c.score.win_in for c in again.found.candidates] == [21, None, 58, 22]
