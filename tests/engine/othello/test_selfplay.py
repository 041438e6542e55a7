"""Games of our own to train on: legal, repeatable, resumable, and labelled as they say."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner

from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.game import Othello
from engine.workshop.othello import selfplay
from engine.workshop.othello.examples import HELD_OUT_OF, TRUST, Examples
from engine.workshop.othello.selfplay import END, SOLVED_FROM, UNKNOWN, Played, Player, files_of
from tests.naive.best_play import score

if TYPE_CHECKING:
    from pathlib import Path

    from engine.games.othello.position import OthelloPosition

FEW_EMPTIES = 6


@pytest.fixture(scope="module")
def played() -> Played:
    return Player(Random(3)).play(6)


def positions(moves: np.ndarray) -> list[OthelloPosition]:
    """The positions before the moves of a game, the last one after them; passes left out."""
    position, found = Othello().start(), []
    for square in [*moves[moves != END].tolist(), None]:
        if position.legal_moves() == (position.game.pass_move,):
            position = position.play(position.game.pass_move)
        found.append(position)
        if square is not None:
            position = position.play(square)
    return found


def empties(position: OthelloPosition) -> int:
    return 64 - sum(board.bit_count() for board in position.boards)


def test_games_are_played_to_their_end_by_the_rules(played: Played) -> None:
    for moves in played.moves:
        *_, last = positions(moves)
        assert last.outcome() is not None


def test_few_empty_squares_have_their_exact_score(played: Played) -> None:
    compared = 0
    for moves, worths in zip(played.moves, played.worths, strict=True):
        for position in positions(moves)[:-1]:
            if empties(position) <= FEW_EMPTIES:
                assert worths[empties(position)] == DISC * score(position, {})
                compared += 1
    assert compared > 20


def test_a_game_begins_at_random_and_is_judged_from_then_on(played: Played) -> None:
    for moves, worths in zip(played.moves, played.worths, strict=True):
        judged = [worths[empties(p)] != UNKNOWN for p in positions(moves)[:-1]]
        first = judged.index(True)
        assert selfplay.RANDOM_MOVES[0] <= first <= selfplay.RANDOM_MOVES[1]
        assert all(judged[first:])


def test_labels_blend_what_follows_up_to_a_random_move(played: Played) -> None:
    found = Examples.of_own_games([played])
    assert found.held_out.sum() == -(-len(played.moves) // HELD_OUT_OF)
    for game, moves in enumerate(played.moves):
        later = None
        for position in reversed(positions(moves)[:-1]):
            left = empties(position)
            if played.worths[game, left] == UNKNOWN:
                assert np.isnan(found.labels[game, left])
                continue
            sign = 1 if position.to_move == 0 else -1
            label = sign * played.worths[game, left] / DISC
            if left > SOLVED_FROM and later is not None and not played.strayed[game, left]:
                label = TRUST * later + (1 - TRUST) * label
            assert found.labels[game, left] == pytest.approx(sign * label, abs=1e-4)
            later = label


def test_files_are_the_same_again_and_those_there_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "GAMES_OF_FILE", 2)
    command = [str(tmp_path), "--games", "4"]
    assert CliRunner().invoke(selfplay.main, command).exit_code == 0
    kept, again = files_of(tmp_path)
    before = Played.read(again)
    stamp = kept.stat().st_mtime_ns
    again.unlink()
    assert CliRunner().invoke(selfplay.main, command).exit_code == 0
    assert kept.stat().st_mtime_ns == stamp
    after = Played.read(again)
    assert np.array_equal(before.moves, after.moves)
    assert np.array_equal(before.worths, after.worths)
    assert not np.array_equal(before.moves, Played.read(kept).moves)
    other = tmp_path / "other"
    command = [str(other), "--games", "4", "--first", "2"]
    assert CliRunner().invoke(selfplay.main, command).exit_code == 0
    (left,) = files_of(other)
    assert (left.name, Played.read(left).moves.tolist()) == (again.name, before.moves.tolist())
