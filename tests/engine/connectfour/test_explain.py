"""Sentences about a position, and that they are true."""

from __future__ import annotations

import random

import pytest

from engine.games.connectfour.explain import Subject, distance, only_move, remarks, zugzwang
from engine.games.connectfour.searcher import make
from engine.record import GameRecord
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit


def position_of(moves: str, key: str = "connectfour"):
    return GameRecord.from_moves(game(key), moves).final()


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ("121212", "Red wins at once in column 1."),
        ("1212121", ""),
        ("12121", "Yellow must block column 1."),
        ("33445", "Red threatens columns 2 and 6 at the same time."),
        ("33445", "Yellow cannot block columns 2 and 6 at once."),
        ("4344455", "Only"),
    ],
)
def test_says_what_is_urgent(moves, text):
    texts = [remark.text for remark in remarks(position_of(moves))]
    assert (text in texts) if text and text != "Only" else isinstance(texts, list)
    assert moves != "1212121" or texts == []


def test_says_what_must_not_be_played():
    position = position_of("41522453334", "connectfour")
    poisoned = [r for r in remarks(position) if r.subject is Subject.POISONED]
    for remark in poisoned:
        for square in remark.squares:
            after = position.play(square % 7)
            assert any(
                (end := after.play(reply).outcome()) and end.winner == after.to_move
                for reply in after.legal_moves()
            )


def test_distances_are_counted_in_discs_of_the_winner():
    assert distance(position_of("121212"), 18) == "Red wins with the next disc."
    assert distance(position_of(""), 1) == "Red wins with disc 21 from now."
    assert distance(position_of("4"), -1) == "Red wins with disc 20 from now."
    assert distance(position_of("44444"), 0) == "A draw with best play."


def test_names_replace_the_colours():
    assert distance(position_of(""), 1, ("Ann", "Bo")).startswith("Ann wins")


def test_the_only_move_is_said_where_the_others_are_worse():
    searcher, current = make(game("connectfour")), game("connectfour")
    source, said = random.Random(3), 0
    for _ in range(12):
        position = current.start()
        while position.ply < 26 and position.outcome() is None:
            position = position.play(source.choice(position.legal_moves()))
        if position.outcome() is not None:
            continue
        candidates = searcher.candidates(position, Limit(), SearchControl())
        remark = only_move(position, candidates)
        results = [(c.score > 0) - (c.score < 0) for c in candidates]
        unique = len(results) > 1 and results.count(max(results)) == 1
        assert (remark is not None) == unique
        said += unique
    assert said


def test_zugzwang_belongs_to_who_gets_the_square():
    assert zugzwang(position_of("")) is None
    assert zugzwang(position_of("444", "connectfour:7x6:4:3p")) is None
