"""Boards counted column by column: the same numbers as one by one, and as published."""

from __future__ import annotations

import csv
from functools import cache
from itertools import product

import pytest

from engine.games.connectfour.game import ConnectFour
from engine.laboratory.answers import Verdict
from engine.laboratory.connectfour.census import census, feasible
from engine.laboratory.connectfour.contents import contents
from engine.laboratory.connectfour.explore import explore
from engine.laboratory.connectfour.interleaving import DEAD, RED_TO_MOVE, YELLOW_TO_MOVE, automaton
from engine.laboratory.prove import Bounds
from engine.laboratory.published import published
from engine.registry import game
from engine.search.control import SearchControl
from tests.data import DATA
from tests.engine.laboratory.facts import ask

LOW = 3
"""Rows of the boards of a quick test: tall columns have many contents."""


def _game(key: str) -> ConnectFour:
    found = game(key)
    assert isinstance(found, ConnectFour)
    return found


@cache
def _reached(columns: tuple[str, ...]) -> bool:
    """Whether discs in columns, each written from its bottom up, can have been dropped in turn.

    Looked for backwards: whoever moved last has a disc on top.
    """
    discs = "".join(columns)
    last = "R" if len(discs) % 2 else "Y"
    return not discs or any(
        _reached((*columns[:at], column[:-1], *columns[at + 1 :]))
        for at, column in enumerate(columns)
        if column.endswith(last)
    )


def _key(column: str) -> int:
    return int("1" + "".join("01"[disc == "R"] for disc in reversed(column)), 2)


def test_the_automaton_knows_what_can_be_dropped_in_turn() -> None:
    words = ["".join(word) for size in range(4) for word in product("RY", repeat=size)]
    steps = automaton(ConnectFour(3, 3, 2), SearchControl(), lambda _part: None)
    for columns in product(words, repeat=3):
        even = sum(map(len, columns)) % 2 == 0
        for start, wanted in ((RED_TO_MOVE, even), (YELLOW_TO_MOVE, not even)):
            state = start
            for step, column in zip(steps, columns, strict=True):
                state = step[state, _key(column)]
            assert (state != DEAD) == (wanted and _reached(columns)), columns


def test_contents_have_no_line_but_one_under_the_top() -> None:
    held = contents(4, 3)
    assert held.number == 1 + 2 + 4 + 8 + 12
    words = [f"{key:b}"[:0:-1] for key in held.keys.tolist()]
    assert "1110" not in words
    for number, word in enumerate(words):
        assert held.discs[number] == len(word)
        assert held.line[number] == ("111" in word or "000" in word)
        if word:
            assert (held.top[number], words[held.less[number]]) == (int(word[-1]), word[:-1])


@pytest.mark.parametrize(
    "key",
    ["4x4", "4x4:3", "3x5:3", "5x4:3", "5x2:2", "3x3:2", "6x2:5", "7x2:3", "3x4:4", "2x5:5"],
)
def test_columns_count_what_is_gone_through_one_by_one(key: str) -> None:
    subject = _game(f"connectfour:{key}")
    assert census(subject, SearchControl()) == explore(subject, SearchControl()).layers


def test_published_numbers_of_positions_of_small_boards() -> None:
    with (DATA / "connectfour" / "positions_by_size.csv").open() as file:
        counted = {(int(w), int(h)): int(count) for w, h, count in list(csv.reader(file))[1:]}
    low = {size: count for size, count in counted.items() if size[1] <= LOW}
    assert len(low) > 4
    for (columns, rows), count in low.items():
        found = census(ConnectFour(columns, rows), SearchControl())
        assert sum(layer.positions for layer in found) == count, (columns, rows)


@pytest.mark.long
@pytest.mark.parametrize(("columns", "rows", "count"), [(6, 4, 94_910_577), (5, 5, 69_763_700)])
def test_published_numbers_of_positions_of_larger_boards(
    columns: int, rows: int, count: int
) -> None:
    found = census(ConnectFour(columns, rows), SearchControl())
    assert sum(layer.positions for layer in found) == count


@pytest.mark.hours
@pytest.mark.parametrize("size", ["6x5", "7x4", "8x4", "9x3", "10x3"])
def test_published_numbers_of_positions_of_large_boards(size: str) -> None:
    key = f"connectfour:{size}"
    answer, known = ask(key, "positions"), published(key, "positions")
    assert known is not None
    assert known.said == f"{answer.figures['states']:,} positions in all"


@pytest.mark.hours
def test_every_position_of_seven_columns_and_six_rows() -> None:
    with (DATA / "connectfour" / "positions_per_ply_7x6.csv").open() as file:
        rows = [{name: int(value) for name, value in row.items()} for row in csv.DictReader(file)]
    answer = ask("connectfour", "positions")
    assert answer.verdict is Verdict.PROVED
    assert answer.figures["states"] == 4_531_985_219_092
    assert [row[:3] for row in answer.by_ply] == [
        (row["ply"], row["total"], row["terminal"]) for row in rows
    ]
    assert answer.figures["drawn"] == rows[-1]["drawn"]


def test_a_bound_keeps_what_lies_within_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.laboratory.connectfour.positions.SQUARES_ONE_BY_ONE", 8)
    bounded = ask("connectfour:5x3", "positions", Bounds(plies=13))
    assert bounded.verdict is Verdict.COUNTED
    assert bounded.method == "all boards counted column by column"
    assert bounded.by_ply == ask("connectfour:5x3", "positions").by_ply[:14]
    assert "within 13 plies. There are more" in bounded.claim


def test_a_stopped_census_counts_nothing() -> None:
    control = SearchControl()
    parts = list[float]()

    def stop(part: float) -> None:
        parts.append(part)
        control.stop()

    assert census(ConnectFour(5, 4), control, stop) == []
    assert parts[0] < 1


def test_progress_goes_from_nothing_to_all_of_the_work() -> None:
    parts = list[float]()
    census(ConnectFour(4, 4), SearchControl(), parts.append)
    assert parts == sorted(parts)
    assert parts[0] < 0.01
    assert 0.9 < parts[-1] <= 1


def test_boards_that_are_too_large_are_left_to_diagrams() -> None:
    assert feasible(ConnectFour())
    assert feasible(ConnectFour(9, 4))
    assert not feasible(ConnectFour(8, 8))
    assert not feasible(ConnectFour(7, 6, 7))
    assert not feasible(ConnectFour(4, 4, 4, 3))
