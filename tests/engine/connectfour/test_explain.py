"""Sentences about a position, and that they are true."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engine import explaining
from engine.games.connectfour.explain import (
    Subject,
    distance,
    only_move,
    remarks,
    summary,
    zugzwang,
)
from engine.games.connectfour.searcher import make
from engine.games.connectfour.threats import playable_threats
from engine.record import GameRecord
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.engine.positions import random_positions, wins_at_once


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
    assert distance(position_of(""), 1) == "Red wins in 21 moves."
    assert distance(position_of("4"), -1) == "Red wins in 20 moves."
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
    """Yellow's only threat waits in row 4 of column 2: an even row is the second player's."""
    position = position_of("27431475612667316366")
    assert zugzwang(position) == (1, 22)
    assert "Yellow gets column 2, row 4 when the columns fill up." in summary(position)
    assert zugzwang(position_of("")) is None
    assert zugzwang(position_of("444", "connectfour:7x6:4:3p")) is None


def test_threats_one_above_the_other_are_told():
    """Yellow wins in rows 3 and 4 of the empty column 4."""
    position = position_of("563263675653353515237266")
    (remark,) = [r for r in remarks(position) if r.subject is Subject.STACKED]
    assert (remark.player, remark.squares) == (1, (17, 24))
    assert remark.text == "Yellow threatens two neighbouring squares of column 4."


def test_three_players_hear_of_the_one_after_the_next():
    """Blue has two squares to win on and moves last: Red must block one, Yellow the other."""
    shared = 0
    for position in random_positions("connectfour:7x6:4:3p", 400, seed=42):
        third = (position.to_move + 2) % 3
        squares = playable_threats(position, third)
        if not squares or wins_at_once(position):
            continue
        found = remarks(position)
        about = [r for r in found if r.player == third and set(squares) <= set(r.squares)]
        assert about or len(squares) > 1
        for remark in found:
            if remark.subject is Subject.SHARE_BLOCK:
                shared += 1
                for column in position.legal_moves():
                    after = position.play(column)
                    left = playable_threats(after, third)
                    assert len(left) >= (1 if position.landing_square(column) in squares else 2)
    assert shared


def test_a_summary_says_what_is_proved():
    searcher = make(game("connectfour"))
    for moves in ("44444", "27431475612667316366"):
        position = position_of(moves)
        candidates = searcher.candidates(position, Limit(time=0.2), SearchControl())
        said = summary(position, candidates)
        assert [remark.text for remark in remarks(position)] == [*said][: len(remarks(position))]
        if candidates[0].exact:
            assert said[-1] == distance(position, candidates[0].score)
    assert summary(position_of("1212121")) == ()


def test_families_without_words_say_nothing():
    assert explaining.summary(game("othello").start()) == ()
    assert explaining.summary(position_of("12121")) == summary(position_of("12121"))


def test_the_most_urgent_comes_first():
    rank = [*Subject]
    for position in random_positions("connectfour", 60, seed=43):
        subjects = [rank.index(remark.subject) for remark in remarks(position)]
        urgent = [subject for subject in subjects if subject <= rank.index(Subject.DOUBLE_THREAT)]
        assert subjects[: len(urgent)] == urgent
        assert all(a != b for a, b in pairwise(urgent))
