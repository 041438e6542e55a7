"""The training script: reading games, labelling positions, fitting weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.errors import NotationError
from engine.formats import wthor
from engine.games.othello.evaluation import patterns, weights
from engine.games.othello.game import Othello
from engine.workshop.othello import examples, train
from tests.engine.othello.wthor_games import write_games

if TYPE_CHECKING:
    from pathlib import Path


def test_games_are_read_as_written(tmp_path: Path) -> None:
    played = write_games(tmp_path / "a.wtb", 1999, 5)
    games = wthor.read(tmp_path / "a.wtb")
    assert (games.year, games.solved_at) == (1999, 24)
    for row, real, (squares, lead) in zip(games.moves, games.real, played, strict=True):
        assert [square for square in row.tolist() if square != 255] == squares
        assert real == lead


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "b.wtb").write_bytes(b"not games at all")
    with pytest.raises(NotationError):
        wthor.read(tmp_path / "b.wtb")


def test_examples_are_the_positions_of_the_games(tmp_path: Path) -> None:
    played = write_games(tmp_path / "a.wtb", 1999, 3)
    found = examples.Examples.of_tournaments([wthor.read(tmp_path / "a.wtb")])
    for game, (squares, lead) in enumerate(played):
        position = Othello().start()
        for square in squares:
            if position.legal_moves() == (position.game.pass_move,):
                position = position.play(position.game.pass_move)
            left = 64 - sum(board.bit_count() for board in position.boards)
            mover = position.to_move
            boards = (position.boards[mover], position.boards[1 - mover])
            assert tuple(found.boards[game, left].tolist()) == boards
            assert found.colours[game, left] == mover
            if left >= examples.THEORETICAL:
                assert found.labels[game, left] == (lead if mover == 0 else -lead)
            position = position.play(square)


def test_held_out_years_are_kept_apart(tmp_path: Path) -> None:
    write_games(tmp_path / "a.wtb", 1999, 2)
    write_games(tmp_path / "b.wtb", 2020, 3)
    found = examples.Examples.of_tournaments(
        [wthor.read(path) for path in sorted(tmp_path.iterdir())]
    )
    assert len(found.select(range(60, 61), held_out=False)[0]) == 2
    assert len(found.select(range(60, 61), held_out=True)[0]) == 3


def test_fit_finds_weights_that_explain_the_labels() -> None:
    rng = np.random.default_rng(0)
    features = rng.integers(0, 40, size=(3000, 5), dtype=np.int32)
    truth = rng.normal(size=40)
    labels = truth[features].sum(axis=1)
    weights = train.fit(features, labels, np.ones(3000), 40, ridge=0.01, iterations=60)
    predicted = np.zeros(len(labels))
    train.predict(features, weights, predicted)
    assert np.abs(predicted - labels).max() < 0.01


def test_beginnings_of_games_are_labelled_by_what_an_evaluation_says(tmp_path: Path) -> None:
    write_games(tmp_path / "a.wtb", 1999, 4)
    games = [wthor.read(tmp_path / "a.wtb")]
    found = examples.Examples.of_tournaments(games, solve=False)
    assert np.isnan(found.labels[:, : examples.THEORETICAL]).all()
    before = found.labels.copy()
    found.foretell(lambda boards, left: np.full(len(boards), left / 4))
    trust = examples.TRUST_IN_PEOPLE
    for game, colours in enumerate(found.colours):
        black = None
        for left in range(examples.THEORETICAL, 61):
            if colours[left] < 0:
                continue
            sign = 1 if colours[left] == 0 else -1
            worth = sign * left / 4
            if left == examples.THEORETICAL:
                black = sign * before[game, left]
            else:
                black = worth if black is None else trust * black + (1 - trust) * worth
            assert found.labels[game, left] == pytest.approx(sign * black, abs=1e-4)


def test_saved_weights_keep_the_stages_that_were_not_trained(tmp_path: Path) -> None:
    classes = patterns.class_numbers()
    trained = {9: np.random.default_rng(0).normal(size=int(classes.max()) + 1)}
    weights.save(trained, tmp_path / "w.npz")
    with np.load(tmp_path / "w.npz") as stored:
        saved = stored["weights"]
    others = [stage for stage in range(len(saved)) if stage != 9]
    assert np.array_equal(saved[others], weights.load()[others])
    assert np.abs(saved[9] / 100 - trained[9][classes]).max() <= 0.005 + 1e-9
