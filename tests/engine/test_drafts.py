"""Many games of a text are played together; each must be what it is by itself, by the rules."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.formats.draft import FEW
from engine.formats.ggf import format_ggf
from engine.formats.jsonrecord import format_json
from engine.formats.reading import read
from engine.formats.record import GameRecord
from engine.formats.sgf import format_sgf
from engine.formats.wthor import records_of
from tests.engine.records import YEAR, played

if TYPE_CHECKING:
    from collections.abc import Callable

PASS = 64


@cache
def some(key: str, count: int = FEW + 10) -> tuple[GameRecord, ...]:
    """Games at random, some of them broken off."""
    chance = Random(4)
    return tuple(played(key, seed, chance.choice((200, 200, 30))) for seed in range(count))


@pytest.mark.parametrize(
    ("key", "write"),
    [
        ("connectfour", GameRecord.to_text),
        ("connectfour:7x6:4:3p", format_json),
        ("othello", GameRecord.to_text),
        ("othello", format_json),
        ("othello", format_ggf),
        ("othello", format_sgf),
        ("othello:6", format_ggf),
    ],
)
def test_many_games_are_read_as_each_by_itself(
    key: str, write: Callable[[GameRecord], str]
) -> None:
    records = some(key)
    texts = [write(record) for record in records]
    found = read("\n".join(texts))
    assert not found.problems
    assert [record.moves for record in found.records] == [record.moves for record in records]
    assert found.records == tuple(read(text).records[0] for text in texts)
    thoughts = [record.details for record in found.records]
    assert thoughts == [read(text).records[0].details for text in texts]


WRONG = {
    "an illegal square": '{"game": "othello", "moves": "f5f6e6d6c5e3a1"}',
    "a move that only the other side could make": '{"game": "othello", "moves": "f5c4"}',
    "a pass too many": '{"game": "othello", "moves": "f5--d6"}',
    "a move after the end": f'{{"game": "othello", "moves": "{"f5f6" * 20}"}}',
    "numbers of no square": '{"game": "othello", "moves": [37, 999]}',
    "a number below all": '{"game": "connectfour", "moves": [3, -1]}',
    "a column of another board": '{"game": "connectfour", "moves": [3, 8]}',
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_wrong_game_among_many_is_told_as_by_itself(text: str) -> None:
    good = [format_json(record) for record in some(json.loads(text)["game"])]
    alone = read(text)
    among = read("\n".join([*good, text]))
    assert alone.problems
    assert len(among.records) - len(good) == len(alone.records)
    assert [problem.sentence for problem in among.problems] == [
        problem.sentence for problem in alone.problems
    ]
    assert among.problems[0].line == alone.problems[0].line + len(good)


def test_passes_may_be_missing_and_are_put_in() -> None:
    records = [one for one in records_of(YEAR.read_bytes())[0] if PASS in one.moves][:50]
    assert len(records) >= FEW
    for write in (format_ggf, format_sgf):
        texts = [write(record) for record in records]
        bare = [text.replace("B[PA]", "").replace("W[PA]", "") for text in texts]
        bare = [text.replace(";B[]", "").replace(";W[]", "") for text in bare]
        assert bare != texts
        found = read("\n".join(bare))
        assert not found.problems
        assert [record.moves for record in found.records] == [record.moves for record in records]


def test_whose_moves_these_are_said_to_be_counts_among_many() -> None:
    texts = [format_ggf(record) for record in some("othello")]
    texts[3] = texts[3].replace("]W[", "]B[", 1)
    (problem,) = read("\n".join(texts)).problems
    assert problem.line == len("\n".join(texts[:3]).splitlines()) + 1
    assert "but it is White's turn" in problem.sentence
