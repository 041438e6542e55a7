"""Every verified fact on Connect Four is what the laboratory answers."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from engine.laboratory.answers import Verdict
from tests.engine.laboratory.facts import DIRECTIONS, ask, matching, player

SQUARES_OF_A_QUICK_TEST = 20
STATES_OF_A_QUICK_TEST, STATES_OF_A_LONG_TEST = 3_000_000, 60_000_000


def _size(key: str) -> int:
    match = re.match(r"connectfour:(\d+)x(\d+)", key)
    return int(match[1]) * int(match[2]) if match else 42


def _cases(pattern: str, quick: int = SQUARES_OF_A_QUICK_TEST) -> list[Any]:
    """The facts as test cases; boards above `quick` squares are long."""
    return [
        pytest.param(
            fact,
            id=f"{fact['game']}-{fact['question'][-28:]}",
            marks=[pytest.mark.long] if _size(fact["game"]) > quick else [],
        )
        for fact in matching(pattern)
    ]


def _patience(states: int) -> list[Any]:
    if states > STATES_OF_A_LONG_TEST:
        return [pytest.mark.hours]
    return [pytest.mark.long] if states > STATES_OF_A_QUICK_TEST else []


@pytest.mark.parametrize("fact", _cases("shortest game P. wins with one disc", 16))
def test_shortest_win_by_directions(fact: dict[str, Any]) -> None:
    directions = fact["question"].rpartition("each of: ")[2].split()
    text = f"won({player(fact['question'], fact['game'])})" + "".join(
        f" and line({DIRECTIONS[direction]})" for direction in directions
    )
    answer = ask(fact["game"], text)
    if fact["answer"] is None:
        assert (answer.verdict, answer.holds) == (Verdict.PROVED, False)
    else:
        assert answer.witness is not None
        assert answer.witness.plies == fact["answer"]


@pytest.mark.parametrize("fact", _cases("shortest game P. wins with a line of at least"))
def test_shortest_win_with_a_long_line(fact: dict[str, Any]) -> None:
    match = re.search(r"at least (\d) in direction (.)", fact["question"])
    assert match is not None
    who = player(fact["question"], fact["game"])
    answer = ask(fact["game"], f"won({who}) and run({DIRECTIONS[match[2]]}) >= {match[1]}")
    assert answer.witness is not None
    assert answer.witness.plies == fact["answer"]


@pytest.mark.parametrize("fact", _cases("a full board without a line", 42))
def test_full_board_without_a_line(fact: dict[str, Any]) -> None:
    answer = ask(fact["game"], "full and not won")
    assert answer.holds is fact["answer"]
    assert answer.verdict is (Verdict.WITNESS if fact["answer"] else Verdict.PROVED)


@pytest.mark.parametrize("fact", _cases("a win on the last square", 42))
def test_win_on_the_last_square(fact: dict[str, Any]) -> None:
    assert ask(fact["game"], "won and full").holds is fact["answer"]


@pytest.mark.parametrize("fact", _cases("a drawn full game in which column"))
def test_draw_that_fills_a_column_first(fact: dict[str, Any]) -> None:
    column = re.search(r"column (\d)", fact["question"])
    assert column is not None
    answer = ask(fact["game"], f"draw and first_full = {column[1]}")
    assert answer.holds is fact["answer"]


@pytest.mark.parametrize("fact", _cases("fewest plies after which P. is to move", 42))
def test_earliest_double_threat(fact: dict[str, Any]) -> None:
    who = player(fact["question"], fact["game"])
    answer = ask(fact["game"], f"double_threat({who}) and to_move({who})")
    assert answer.witness is not None
    assert answer.witness.plies == fact["answer"]


@pytest.mark.parametrize(
    "fact",
    [
        pytest.param(
            fact,
            id=fact["game"],
            marks=_patience(fact["total"]),
        )
        for fact in matching("every reachable position")
    ],
)
def test_positions_and_what_each_player_can_force(fact: dict[str, Any]) -> None:
    answer = ask(fact["game"], "positions")
    assert answer.verdict is Verdict.PROVED
    assert [list(row[:3]) for row in answer.by_ply] == fact["answer"]
    assert answer.figures["states"] == fact["total"]
    assert answer.figures["drawn"] == fact["drawn_full_boards"]
    going_on = [positions - won for _, positions, won in fact["answer"]]
    going_on[-1] -= fact["drawn_full_boards"]
    assert [row[3] for row in answer.by_ply] == going_on
    assert answer.forced == tuple(fact["value_against_all_others"])


@pytest.mark.parametrize("fact", _cases("games .move sequences. of each length", 9))
def test_games_of_each_length_and_of_two_kinds_of_wins(fact: dict[str, Any]) -> None:
    """The rarest set of directions and the commonest."""
    _games_of_each_length(fact)
    by_number = _by_number(fact)
    _wins_by_directions(fact, {*by_number[:1], *by_number[-1:]})


@pytest.mark.hours
@pytest.mark.parametrize(
    "fact", matching("games .move sequences. of each length"), ids=lambda fact: fact["game"]
)
def test_wins_by_all_their_directions(fact: dict[str, Any]) -> None:
    _wins_by_directions(fact, set(_by_number(fact)))


def _games_of_each_length(fact: dict[str, Any]) -> None:
    sequences = fact["answer"]["sequences"]
    last = len(sequences) - 1
    answer = ask(fact["game"], f"count won and plies <= {last}")
    assert [row[1] for row in answer.by_ply] == sequences
    for ply, counts in _wins(fact).items():
        assert answer.by_ply[ply][2] == sum(counts.values())


def _wins(fact: dict[str, Any]) -> dict[int, dict[str, int]]:
    """How many games end at each ply with lines in just these directions."""
    return {int(ply): counts for ply, counts in fact["answer"]["wins"].items()}


def _by_number(fact: dict[str, Any]) -> list[str]:
    """The sets of directions of lines that end games, the rarest first."""
    totals = Counter[str]()
    for counts in _wins(fact).values():
        totals.update(counts)
    return sorted(totals, key=totals.__getitem__)


def _wins_by_directions(fact: dict[str, Any], combinations: set[str]) -> None:
    """Each takes a walk of its own through all the games; most lines lack what is asked first."""
    last = len(fact["answer"]["sequences"]) - 1
    for combination in combinations:
        named = sorted(DIRECTIONS, key=lambda short: short not in combination)
        text = " and ".join(
            f"{'' if short in combination else 'not '}line({DIRECTIONS[short]})" for short in named
        )
        exact = ask(fact["game"], f"count {text} and plies <= {last}")
        for ply, counts in _wins(fact).items():
            assert exact.by_ply[ply][2] == counts.get(combination, 0), (ply, combination)


@pytest.mark.parametrize("fact", _cases("games won at ply 7", 42))
def test_games_won_at_ply_seven(fact: dict[str, Any]) -> None:
    assert ask(fact["game"], "count won and plies = 7").value == fact["answer"][0]
