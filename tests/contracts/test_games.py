"""What every game owes its callers, run over the whole registry and its corners."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, fields
from itertools import pairwise

import pytest

import engine
from engine import (
    EMPTY,
    FAMILIES,
    Arrangement,
    Game,
    GameOver,
    IllegalMove,
    NotationError,
    Position,
    UnsupportedGame,
    board_rows,
    describe_move,
    describe_outcome,
    describe_square,
    describe_target,
    describe_turn,
    position_of,
    valid_transition,
    well_formed,
)
from tests.contracts.corners import corner_games
from tests.contracts.playouts import playout, replay, sample

GAMES = corner_games()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)

WRONG_TYPES = [True, False, "0", 0.0, None, [0], (0,), object(), "x" * 10_000, b"0", 1j]


def moves_of(positions: tuple[Position, ...]) -> list[int]:
    """The moves between the positions, found again by their keys."""
    moves = []
    for before, after in pairwise(positions):
        moves.append(next(m for m in before.legal_moves() if before.play(m).key() == after.key()))
    return moves


def squares(game: Game) -> range:
    return range(game.columns * game.rows)


# -- the game -----------------------------------------------------------------------------


@every_game
def test_it_fulfils_the_protocols(game: Game) -> None:
    assert isinstance(game, Game)
    assert isinstance(game.start(), Position)


@every_game
def test_its_key_names_it(game: Game) -> None:
    assert engine.game(game.key) == game
    assert engine.game(game.key).key == game.key
    assert hash(engine.game(game.key)) == hash(game)
    assert engine.family_of(game) is FAMILIES[game.key.partition(":")[0]]


@every_game
def test_it_cannot_be_changed(game: Game) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(game, fields(game)[0].name, 4)


@every_game
def test_it_names_its_players(game: Game) -> None:
    assert len(game.player_names) == len(set(game.player_names)) == game.players
    assert len(set(game.symbols)) == game.players + 1


@every_game
def test_it_starts_equal_every_time(game: Game) -> None:
    assert game.start() == game.start()
    assert hash(game.start()) == hash(game.start())
    start = game.start()
    assert (start.ply, start.to_move, start.last_changes) == (0, 0, ())
    assert start.outcome() is None


def test_keys_differ() -> None:
    assert len({game.key for game in GAMES}) == len(GAMES)


@pytest.mark.parametrize(
    "key",
    [
        *("", ":", "chess", "Connectfour", "connectfour ", "connectfour:", "connectfour:7"),
        *("connectfour:7x", "connectfour:7x6:", "connectfour:7x6:4:", "connectfour:7x6:4:4p"),
        *("connectfour:17x6", "connectfour:7x17", "connectfour:1x6", "connectfour:0x0"),
        *("connectfour:7x6:8", "connectfour:7x6:1", "connectfour:7x6:4:1p", "connectfour:7x6x4"),
        *("connectfour:-7x6", "connectfour:7x6:4:3p:", "connectfour:٧x6", "connectfour:7.0x6"),
        *("othello:", "othello:7", "othello:2", "othello:18", "othello:8x8", "othello:-8"),
        *("othello:999999999", "x" * 100_000, "othello:8\n"),
    ],
)
def test_a_key_that_names_no_game_is_refused(key: str) -> None:
    with pytest.raises(UnsupportedGame) as raised:
        engine.game(key)
    assert len(str(raised.value)) < 250


@pytest.mark.parametrize("key", [None, 7, b"othello", ["othello"]])
def test_a_key_is_text(key: object) -> None:
    with pytest.raises(UnsupportedGame):
        engine.game(key)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.key)
@pytest.mark.parametrize("wrong", ["below", "above", True, "7", 7.0, None])
def test_parameters_keep_their_limits(family: engine.Family, wrong: object) -> None:
    for parameter in family.parameters:
        bounds = {"below": parameter.minimum - 1, "above": parameter.maximum + 1}
        value = bounds.get(wrong, wrong) if isinstance(wrong, str) else wrong
        with pytest.raises(UnsupportedGame):
            family.make(**{parameter.name: value})


# -- play ---------------------------------------------------------------------------------


@every_game
def test_turns_and_plies_advance(game: Game) -> None:
    for ply, position in enumerate(playout(game)):
        assert position.ply == ply
        assert position.to_move == ply % game.players


@every_game
def test_no_move_is_legal_exactly_at_the_end(game: Game) -> None:
    *going_on, last = playout(game)
    for position in going_on:
        moves = list(position.legal_moves())
        assert moves == sorted(set(moves))
        assert all(type(move) is int for move in moves)
        assert position.outcome() is None
    assert last.outcome() is not None
    assert len(last.legal_moves()) == 0


@every_game
def test_playing_leaves_the_position_alone(game: Game) -> None:
    for position in playout(game):
        before = (position.key(), str(position), position.ply, position.last_changes)
        for move in position.legal_moves():
            position.play(move)
        assert (position.key(), str(position), position.ply, position.last_changes) == before
        with pytest.raises(FrozenInstanceError):
            position.game = game  # type: ignore[misc]


@every_game
def test_last_changes_are_exactly_the_changed_squares(game: Game) -> None:
    positions = playout(game)
    for before, after in pairwise(positions):
        changed = {s for s in squares(game) if before.cell(s) != after.cell(s)}
        assert set(after.last_changes) == changed
        assert len(after.last_changes) == len(changed)
        for square in after.last_changes:
            assert after.cell(square) == before.to_move
        if after.last_changes:
            assert before.cell(after.last_changes[0]) == EMPTY


@every_game
def test_a_refused_move_leaves_the_position_alone(game: Game) -> None:
    for position in sample(playout(game)):
        before = (position.key(), str(position), position.legal_moves())
        wrong = set(range(-2, game.columns * game.rows + 3)) - set(position.legal_moves())
        error = GameOver if position.outcome() else IllegalMove
        for move in [min(wrong), max(wrong), 2**70, -(2**70), *WRONG_TYPES]:
            with pytest.raises(error) as raised:
                position.play(move)  # type: ignore[arg-type]
            assert type(raised.value) is error
            assert raised.value.move is move
            assert raised.value.position is position
            assert len(str(raised.value)) < 150
        assert (position.key(), str(position), position.legal_moves()) == before


@every_game
def test_every_move_that_is_not_legal_is_refused(game: Game) -> None:
    positions = playout(game)
    for position in (positions[0], positions[len(positions) // 2], positions[-1]):
        for move in set(range(-2, game.columns * game.rows + 3)) - set(position.legal_moves()):
            with pytest.raises(IllegalMove):
                position.play(move)


@every_game
def test_nothing_is_played_after_the_end(game: Game) -> None:
    last = playout(game)[-1]
    for move in range(game.columns):
        with pytest.raises(GameOver):
            last.play(move)


@every_game
def test_the_outcome_names_a_player_and_squares_of_the_board(game: Game) -> None:
    for seed in range(3):
        last = playout(game, seed)[-1]
        outcome = last.outcome()
        assert outcome is not None
        assert outcome.winner is None or 0 <= outcome.winner < game.players
        assert list(outcome.squares) == sorted(set(outcome.squares))
        assert all(last.cell(square) == outcome.winner for square in outcome.squares)


# -- identity -----------------------------------------------------------------------------


@every_game
def test_equal_play_gives_equal_positions(game: Game) -> None:
    first, second = playout(game), replay(game)
    assert first == second
    assert list(map(hash, first)) == list(map(hash, second))
    assert len({position.key() for position in first}) == len(first)
    assert all(type(word) is int for position in first for word in position.key())


@every_game
def test_positions_can_be_copied_and_sent_to_other_processes(game: Game) -> None:
    position = playout(game)[-1]
    sent = pickle.loads(pickle.dumps(position))  # noqa: S301 (our own)
    for twin in (copy.deepcopy(position), sent):
        assert twin == position
        assert twin.outcome() == position.outcome()


# -- text ---------------------------------------------------------------------------------


@every_game
def test_moves_read_back(game: Game) -> None:
    positions = playout(game)
    moves = moves_of(positions)
    assert game.parse_moves(game.format_moves(moves)) == tuple(moves)
    assert game.parse_moves(f" {game.format_moves(moves)} \n".upper()) == tuple(moves)
    for move in set(moves):
        assert game.parse_move(game.format_move(move)) == move
        assert game.is_pass(move) == (positions[moves.index(move) + 1].last_changes == ())


@every_game
def test_every_possible_move_has_its_own_text(game: Game) -> None:
    texts = {}
    for move in range(game.columns * game.rows + 1):
        try:
            texts[game.format_move(move)] = move
        except NotationError:
            continue
    assert len(texts) >= game.columns
    for text, move in texts.items():
        assert game.parse_move(text) == move


@every_game
@pytest.mark.parametrize("text", ["", " ", "!", "z99", "00", "0", "-", "½", "²", "4 4", "a0", "é1"])
def test_text_that_is_no_move_is_refused(game: Game, text: str) -> None:
    with pytest.raises(NotationError):
        game.parse_move(text)


@every_game
def test_numbers_that_are_no_move_have_no_text(game: Game) -> None:
    for move in (-1, -100, game.columns * game.rows + 1, 10**9):
        with pytest.raises(NotationError):
            game.format_move(move)


@every_game
def test_boards_read_back(game: Game) -> None:
    for position in sample(playout(game)):
        assert well_formed(position)
        arrangement = Arrangement.from_rows(game, board_rows(position), position.to_move)
        rebuilt = position_of(arrangement)
        assert rebuilt.key() == position.key()
        assert rebuilt.outcome() == position.outcome()


@every_game
def test_a_step_is_a_valid_transition(game: Game) -> None:
    positions = playout(game)
    for before in sample(positions[:-1]):
        assert valid_transition(before, positions[before.ply + 1])
    assert not valid_transition(positions[0], positions[-1])


@every_game
def test_everything_can_be_said(game: Game) -> None:
    positions = playout(game)
    said = []
    for before, move in zip(positions, moves_of(positions), strict=False):
        said += [describe_move(before, move), describe_turn(before), describe_target(before, move)]
    said += [describe_square(positions[-1], square) for square in squares(game)]
    outcome = positions[-1].outcome()
    assert outcome is not None
    said.append(str(describe_outcome(game, outcome)))
    assert all(said)
    assert not any("{" in sentence for sentence in said)
