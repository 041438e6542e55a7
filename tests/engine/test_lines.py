"""Games one a line are read as each would be by itself, however many are played together."""

from __future__ import annotations

import random

import pytest

from engine.formats.lines import read_lines
from engine.formats.reading import read
from engine.formats.transcript import read_transcript
from engine.formats.wthor import records_of
from engine.game import Game
from engine.openings import opening_name
from engine.registry import game as game_of
from tests.data import DATA
from tests.engine.positions import random_moves

WTHOR = DATA / "othello" / "WTH_1980.wtb"


def written(game: Game, rng: random.Random) -> str:
    """A game, whole, cut off, with a move too many, without its passes, or with a wrong move."""
    moves = random_moves(game, rng)
    fault = rng.randrange(6)
    if fault == 0:
        moves = moves[: rng.randrange(1, len(moves))]
    elif fault == 1:
        moves.append(rng.choice(moves))
    elif fault == 2:
        moves[rng.randrange(len(moves))] = rng.choice(moves)
    if fault != 3:
        moves = [move for move in moves if not game.is_pass(move)]
    text = game.format_moves(moves)
    return f" {text.upper()} " if fault == 4 else text


@pytest.mark.parametrize(
    "key",
    ["connectfour", "connectfour:9x6", "connectfour:8x5:3:3p", "connectfour:4x4:2",
     "connectfour:2x16:5", "connectfour:9x9", "othello", "othello:4"],
)  # fmt: skip
def test_a_line_among_many_is_read_as_by_itself(key: str) -> None:
    game, rng = game_of(key), random.Random(key)
    lines = {number: written(game, rng) for number in range(3, 63)}
    records, problems, partly = read_lines(game, lines)
    alone = {number: read_transcript(game, line) for number, line in lines.items()}
    assert records == [record for record, _ in alone.values() if record.moves]
    assert [(one.line, one.column, one.sentence) for one in problems] == [
        (number, one.column, one.sentence) for number, (_, one) in alone.items() if one
    ]
    assert partly == sum(bool(one and record.moves) for record, one in alone.values())


def test_transcripts_of_a_year_have_the_passes_and_results_of_its_file() -> None:
    records, _ = records_of(WTHOR.read_bytes())
    assert sum(record.transcript(passes=False) != record.transcript() for record in records) > 5
    found = read("\n".join(record.transcript(passes=False) for record in records))
    assert not found.problems
    assert [record.moves for record in found.records] == [record.moves for record in records]
    for record, told in zip(found.records, records, strict=True):
        if record.result is not None:  # some were given up
            assert record.result == told.result


@pytest.mark.parametrize("key", ["connectfour", "othello"])
def test_a_wrong_line_costs_no_other(key: str) -> None:
    game, rng = game_of(key), random.Random(5)
    lines = [game.format_moves(random_moves(game, rng)) for _ in range(6)]
    lines[2] = lines[2][:12] + "zz"
    found = read("\n\n".join(lines))
    assert len(found.records) == 6
    assert [game.format_moves(record.moves) for record in found.records][3:] == lines[3:]
    assert len(found.records[2].moves) == (12 if key == "connectfour" else 6)
    (problem,) = found.problems
    assert (problem.line, problem.column) == (5, 13)
    assert (found.partly, found.refused) == (1, 0)


def test_a_table_has_its_games_in_one_column() -> None:
    game, rng = game_of("othello"), random.Random(7)
    games = [[move for move in random_moves(game, rng) if not game.is_pass(move)] for _ in range(3)]
    text = "# year\ttranscript\tplies\n" + "".join(
        f"{year}\t{game.format_moves(moves)}\t{len(moves)}\n"
        for year, moves in enumerate(games, 1980)
    )
    found = read(text)
    assert [record.transcript(passes=False) for record in found.records] == [
        game.format_moves(moves) for moves in games
    ]
    assert not found.problems
    broken = read(text.replace(game.format_moves(games[1]), "f5f5f5f5"))
    assert [len(record.moves) for record in broken.records][1] == 1
    assert [(one.line, one.column) for one in broken.problems] == [
        (3, 8)
    ]  # behind "1981" and a tab


def test_boards_of_digits_are_the_openings_that_stand_behind_them() -> None:
    lines = (DATA / "othello" / "openings_english_names.txt").read_text().splitlines()
    found = read("\n".join(lines))
    assert (found.format, len(found.records), found.problems) == ("Board", 71, ())
    for record, line in zip(found.records, lines, strict=True):
        assert record.start is not None
        assert opening_name(record.start) == line.partition(" ")[2].strip()


def test_a_game_over_several_lines_stays_one() -> None:
    game = game_of("othello")
    whole = game.format_moves(random_moves(game, random.Random(6)))
    broken = "\n".join([whole[:40], "zz", whole[40:]])
    assert [len(one.moves) for one in read(broken).records] == [20]
    assert len(read(f"{whole[:40]}\n{whole[40:]}").records) == 1
