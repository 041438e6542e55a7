"""Sentences about a position, and that they are true."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from engine.formats.record import GameRecord
from engine.games.connectfour.remarks import (
    Remark,
    Subject,
    distance,
    note,
    only_move,
    remarks,
    summary,
    zugzwang,
)
from engine.games.connectfour.search.searcher import make
from engine.games.connectfour.threats import playable_threats
from engine.judging import remarks as explaining
from engine.parts.of_game import proved_score
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.score import Certainty, Score
from tests.candidates import exactly
from tests.data import DATA
from tests.engine.connectfour.positions import played, quiet_game
from tests.engine.positions import random_positions, wins_at_once
from tests.naive.connectfour_kernels import completing
from tests.naive.connectfour_search import exact_score, loses_within, wins_within


def position_of(moves: str, key: str = "connectfour"):
    return GameRecord.from_moves(game(key), moves).final()


def told(position, score: int) -> str:
    return distance(position, proved_score(position, score))


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ("121212", "Red wins at once in column 1."),
        ("334455", "Red wins at once in column 2 or 6."),
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


def completes_lines(position, remark: Remark) -> bool:
    """Whether a disc on each square of the remark would be part of a line, by counting discs."""
    found = completing(position, remark.player)
    return all(found >> s % 7 * 7 + s // 7 & 1 for s in remark.squares)


def column_after(position, square):
    return position.play(square % position.game.columns)


TRUTHS = {
    Subject.WIN_NOW: lambda p, r: all(
        column_after(p, s).outcome().winner == r.player for s in r.squares
    ),
    Subject.MUST_BLOCK: lambda p, r: all(
        wins_within(p.play(move), 1) for move in p.legal_moves() if move != r.squares[0] % 7
    ),
    Subject.BLOCK_FAILS: lambda p, r: loses_within(p, 2) and completes_lines(p, r),
    Subject.CANNOT_BLOCK: lambda p, _: loses_within(p, 2),
    Subject.DOUBLE_THREAT: completes_lines,
    Subject.FORK: lambda p, r: all(loses_within(column_after(p, s), 2) for s in r.squares),
    Subject.SQUEEZED: lambda p, _: loses_within(p, 2),
    Subject.THREAT: completes_lines,
    Subject.STACKED: lambda p, r: completes_lines(p, r) and r.squares[1] - r.squares[0] == 7,
    Subject.POISONED: lambda p, r: all(wins_within(column_after(p, s), 1) for s in r.squares),
}
"""What each remark that needs no search claims, by the rules alone (7 columns, 6 rows)."""


def quiet_positions(count, seed):
    """Positions late in random games in which nobody took or let pass a line."""
    source = random.Random(seed)
    return [
        played("connectfour", quiet_game("connectfour", source.randrange(4, 22), source))
        for _ in range(count)
    ]


def test_what_is_said_without_a_search_is_true():
    seen = Counter()
    squeezed = position_of("2424626257256475152655173771471461416")
    known = [squeezed, *random_positions("connectfour", 150, seed=50), *quiet_positions(100, 51)]
    for position in known:
        for remark in remarks(position):
            seen[remark.subject] += 1
            if remark.subject in TRUTHS:
                assert TRUTHS[remark.subject](position, remark), (position.game, remark)
    assert set(TRUTHS) <= set(seen)


def test_squares_that_no_disc_reaches_before_the_end_are_no_threats():
    """Both sides win on column 5, row 3, so that nobody ever gets to row 4."""
    position = position_of("3614164574377663112")
    (said,) = [r for r in remarks(position) if (r.subject, r.player) == (Subject.THREAT, 1)]
    assert said.text == "Yellow threatens column 5, row 3."


@pytest.mark.parametrize("name", ["L3_R1", "L2_R1"])
def test_sentences_agree_with_published_scores(name):
    """Of Pons's positions: what filling up foretells is dropped where the score says otherwise."""
    seen = Counter()
    for line in (
        (DATA / "connectfour" / f"Test_{name}.txt").read_text(encoding="ascii").splitlines()[:250]
    ):
        moves, score = line.split()
        position, left = position_of(moves), 42 - len(moves)
        proved = (exactly(position.legal_moves()[0], int(score), position.to_move, depth=left),)
        said, winner = summary(position, proved), (position.to_move + (int(score) < 0)) % 2
        for remark in remarks(position):
            if remark.subject is Subject.ZUGZWANG:
                agrees = int(score) != 0 and remark.player == winner
                seen["right" if agrees else "wrong"] += 1
                assert (remark.text in said) == agrees
            elif remark.subject is Subject.FORK:
                seen["fork"] += 1
                assert said[-1] == f"{position.game.player_names[winner]} wins in 2 moves."
    assert seen["fork"]
    assert seen["right"] > 2 * seen["wrong"] > 0


def test_the_distance_is_what_best_play_takes():
    """Played out by the solver, the winner places as many discs as was said."""
    searcher, told = make(game("connectfour")), 0
    for position in quiet_positions(8, 54):
        found = searcher.candidates(position, Limit(), SearchControl())[0]
        text, end = distance(position, found.score), position
        while end.outcome() is None:
            end = end.play(searcher.candidates(end, Limit(), SearchControl())[0].move)
        winner = end.outcome().winner
        if winner is None:
            assert text == "A draw with best play."
            continue
        discs = end.boards[winner].bit_count() - position.boards[winner].bit_count()
        much = "with the next disc" if discs == 1 else f"in {discs} moves"
        assert text == f"{position.game.player_names[winner]} wins {much}."
        told += 1
    assert told


def test_a_score_of_nothing_may_be_a_win_on_an_odd_board():
    """On 3x3 with three in a row the ninth disc wins for Red: its score is 0 like a draw's."""
    position = position_of("", "connectfour:3x3:3")
    assert exact_score(position) == 0
    assert told(position, 0).startswith("A draw with best play, or Red wins")
    assert told(position_of(""), 0) == "A draw with best play."


def test_distances_are_counted_in_discs_of_the_winner():
    assert told(position_of("121212"), 18) == "Red wins with the next disc."
    assert told(position_of(""), 1) == "Red wins in 21 moves."
    assert told(position_of("4"), -1) == "Red wins in 20 moves."
    assert told(position_of("44444"), 0) == "A draw with best play."


def test_a_bound_says_that_it_may_be_sooner():
    position = position_of("", "connectfour:9x7")
    win = Score(21, 0, Certainty.AT_LEAST)  # the winner's eleventh of 31 discs
    assert distance(position, win) == "Red wins within 11 moves, perhaps sooner."
    assert note(position, win) == "win ≤11"
    assert note(position, Score(-21, 0, Certainty.AT_MOST)) == "loss ≤11"


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
        if remark is not None:
            verb = "wins" if max(results) > 0 else "draws"
            assert remark.text == f"Only column {candidates[0].move + 1} {verb}."
        said += unique
    assert said


def test_zugzwang_belongs_to_who_gets_the_square():
    """Yellow's only threat waits in row 4 of column 2: an even row is the second player's."""
    position = position_of("27431475612667316366")
    assert zugzwang(position) == (1, 22)
    assert "Zugzwang favours Yellow: as columns fill up, column 2, row 4 is theirs." in summary(
        position
    )
    assert zugzwang(position_of("")) is None
    assert zugzwang(position_of("444", "connectfour:7x6:4:3p")) is None


def test_threats_one_above_the_other_are_told():
    """Yellow wins in rows 3 and 4 of the empty column 4."""
    position = position_of("563263675653353515237266")
    (remark,) = [r for r in remarks(position) if r.subject is Subject.STACKED]
    assert (remark.player, remark.squares) == (1, (17, 24))
    assert remark.text == "A block in column 4, row 3 opens row 4 to Yellow."


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
                    assert len(left) >= (1 if position.landing_square(column) in squares else 2)  # type: ignore[attr-defined]
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
