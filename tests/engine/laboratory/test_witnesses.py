"""Witnesses of the ready questions, replayed by the naive twins of the rules."""

from __future__ import annotations

import pytest

from engine.games.connectfour.game import ConnectFour
from engine.games.othello.game import Othello
from engine.laboratory.backend import backend_of
from engine.laboratory.properties import Property, all_properties
from engine.laboratory.trace import Trace
from engine.registry import game
from tests.engine.laboratory.facts import ask
from tests.naive.connectfour import NaiveConnectFour
from tests.naive.othello import NaiveOthello

SHOWN = [
    ready
    for ready in all_properties()
    if ready.text not in {"value", "positions"} and not ready.text.startswith("under")
]


@pytest.mark.parametrize("ready", SHOWN, ids=lambda ready: ready.name)
def test_naive_rules_accept_every_witness(ready: Property) -> None:
    answer = ask(ready.game, ready.text)
    if answer.witness is None:
        assert answer.holds is False
        return
    shown = answer.witness
    for moves in backend_of(shown.game).images(shown.game, shown.moves):
        _replay(Trace(shown.game, moves))


def _replay(trace: Trace) -> None:
    if isinstance(trace.game, ConnectFour):
        subject = trace.game
        naive = NaiveConnectFour(subject.columns, subject.rows, subject.connect, subject.players)
        for column in trace.moves:
            naive.play(column)
        assert naive.is_over() == (trace.outcome is not None)
        assert naive.winner() == (trace.outcome.winner if trace.outcome else None)
    else:
        assert isinstance(trace.game, Othello)
        board = NaiveOthello(trace.game.size)
        for move in trace.moves:
            assert not board.is_over()
            if trace.game.is_pass(move):
                board.skip()
            else:
                board.play(*divmod(move, trace.game.size))
        assert board.is_over() == (trace.outcome is not None)


def test_images_are_lines_of_play_of_their_own() -> None:
    subject = game("othello:4")
    moves = subject.parse_moves("b1c1d1a1a3--d4")
    assert len(set(backend_of(subject).images(subject, moves))) == 4
    assert {
        Trace(subject, image).plies for image in backend_of(subject).images(subject, moves)
    } == {7}
