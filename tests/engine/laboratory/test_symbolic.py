"""Sets of positions as decision diagrams: the same numbers as one by one, and as published."""

from __future__ import annotations

import csv
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.connectfour.game import ConnectFour
from engine.laboratory.connectfour.explore import explore
from engine.laboratory.connectfour.symbolic import layers
from engine.laboratory.exhaustion.diagrams import AND, LESS, OR, Diagrams, Overflown
from engine.laboratory.prove import Bounds
from engine.registry import game
from engine.search.control import SearchControl
from tests.data import DATA
from tests.engine.laboratory.facts import ask

LEVELS = 4
PATTERNS = list(product((0, 1), repeat=LEVELS))
QUICK_PLIES = 12
PAIRS = 15


def _built(diagrams: Diagrams, name: str, members: set[tuple[int, ...]]) -> None:
    """Name a set by joining its members one by one."""
    diagrams.sets[name] = 0
    for pattern in members:
        at = 1
        for level in reversed(range(LEVELS)):
            at = diagrams.node(level, *((0, at) if pattern[level] else (at, 0)))
        diagrams.sets["one"] = at
        diagrams.sets[name] = diagrams.combined(OR, name, "one")


@settings(max_examples=60)
@given(st.sets(st.sampled_from(PATTERNS)), st.sets(st.sampled_from(PATTERNS)))
def test_sets_are_joined_as_sets_are(
    first: set[tuple[int, ...]], second: set[tuple[int, ...]]
) -> None:
    diagrams = Diagrams(LEVELS, SearchControl())
    _built(diagrams, "first", first)
    _built(diagrams, "second", second)
    for operation, joined in ((AND, first & second), (OR, first | second), (LESS, first - second)):
        diagrams.sets["found"] = diagrams.combined(operation, "first", "second")
        _built(diagrams, "wanted", joined)
        assert diagrams.members("found") == len(joined)
        assert diagrams.sets["found"] == diagrams.sets["wanted"], "an equal set is the same node"


@pytest.mark.parametrize("key", ["connectfour:4x4", "connectfour:3x5:3", "connectfour:5x2:2"])
def test_sets_count_what_is_gone_through_one_by_one(key: str) -> None:
    subject = game(key)
    assert isinstance(subject, ConnectFour)
    assert [*layers(subject, SearchControl())] == explore(subject, SearchControl()).layers


def test_published_numbers_of_positions() -> None:
    with (DATA / "connectfour" / "positions_per_ply_7x6.csv").open() as file:
        published = [
            (int(row["ply"]), int(row["total"]), int(row["terminal"]))
            for row in csv.DictReader(file)
        ]
    answer = ask("connectfour", "positions", Bounds(plies=QUICK_PLIES))
    assert [row[:3] for row in answer.by_ply] == published[: QUICK_PLIES + 1]
    assert "There are more" in answer.claim


def test_published_numbers_of_positions_of_small_boards() -> None:
    with (DATA / "connectfour" / "positions_by_size.csv").open() as file:
        published = {(int(w), int(h)): int(count) for w, h, count in list(csv.reader(file))[1:]}
    assert len(published) > 20
    for (columns, rows), count in published.items():
        found = layers(ConnectFour(columns, rows), SearchControl())
        assert sum(layer.positions for layer in found) == count, (columns, rows)


def test_too_little_room_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Diagrams, "GREATEST", 1 << 16)
    answer = ask("connectfour:6x5", "positions")
    assert "More do not fit in memory" in answer.claim
    assert 10 < len(answer.by_ply) < 30


def test_a_stopped_search_comes_to_its_end() -> None:
    control = SearchControl()
    found = []
    for layer in layers(ConnectFour(), control):
        found.append(layer.ply)
        if layer.ply == 3:
            control.stop()
    assert found == [0, 1, 2, 3]


def test_room_is_made_where_sets_need_it() -> None:
    diagrams = Diagrams(2 * PAIRS, SearchControl())
    diagrams.sets["apart"] = 0
    for level in range(PAIRS):  # equal bits far apart: a set that doubles with each of them
        for value in (0, 1):
            low = diagrams.node(level + PAIRS, 1 - value, value)
            diagrams.sets[f"{value}"] = diagrams.node(level, *((0, low) if value else (low, 0)))
        diagrams.sets["equal"] = diagrams.combined(OR, "0", "1")
        whole = diagrams.sets["apart"] == 0
        diagrams.sets["apart"] = (
            diagrams.sets["equal"] if whole else diagrams.combined(AND, "apart", "equal")
        )
    assert diagrams.used > 1 << 16
    assert diagrams.members("apart") == 1 << PAIRS


def test_sets_beyond_the_room_are_refused() -> None:
    diagrams = Diagrams(4, SearchControl(), greatest=1 << 16)
    with pytest.raises(Overflown):
        diagrams.perform(lambda: _overflow(diagrams))


def _overflow(diagrams: Diagrams) -> int:
    return max(diagrams.node(3, 0, at) for at in range(1, 1 << 17))
