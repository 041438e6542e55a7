"""Every game of 4 × 4 Othello, counted."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from engine import GameRecord, Othello, Position
from tests.data import DATA

FACTS = json.loads((DATA / "rules/othello_4x4.json").read_text(encoding="utf-8"))
GAME = Othello(4)


def states_per_ply() -> list[dict[tuple[int, ...], Position]]:
    """Every board and side to move, by the ply at which play can reach it."""
    levels = [{GAME.start().key(): GAME.start()}]
    while levels[-1]:
        reached = {}
        for position in levels[-1].values():
            for move in position.legal_moves():
                after = position.play(move)
                reached[after.key()] = after
        levels.append(reached)
    return levels[:-1]


@pytest.mark.long
def test_every_state_and_game_of_4_by_4() -> None:
    levels = states_per_ply()
    states = {key: position for level in levels for key, position in level.items()}
    assert len(states) == FACTS["states"]
    assert sum(p.outcome() is not None for p in states.values()) == FACTS["terminal_states"]
    passing = [p for p in states.values() if p.legal_moves() == (GAME.pass_move,)]
    assert len(passing) == FACTS["must_pass_states"]
    _count_games(levels)


def _count_games(levels: list[dict[tuple[int, ...], Position]]) -> None:
    """Push the number of ways, by passes so far, from ply to ply, and add up the endings."""
    ways = {GAME.start().key(): Counter({0: 1})}
    plies, passes, winners = Counter(), Counter(), Counter()
    for ply, level in enumerate(levels):
        following: dict[tuple[int, ...], Counter] = {}
        for key, position in level.items():
            outcome = position.outcome()
            if outcome is not None:
                plies[str(ply)] += ways[key].total()
                winners[outcome.winner] += ways[key].total()
                for count, number in ways[key].items():
                    passes[str(count)] += number
            for move in position.legal_moves():
                skipped = int(GAME.is_pass(move))
                more = Counter({count + skipped: n for count, n in ways[key].items()})
                after = position.play(move).key()
                following[after] = following.get(after, Counter()) + more
        ways = following
    assert plies.total() == FACTS["complete_games"]
    assert plies == FACTS["games_by_plies"]
    assert passes == FACTS["games_by_passes"]
    results = FACTS["games_by_result"]
    assert winners == {0: results["black_wins"], 1: results["white_wins"], None: results["ties"]}


@pytest.mark.parametrize("which", ["shortest_game", "longest_game"])
def test_the_shortest_and_the_longest_game(which: str) -> None:
    record = GameRecord(GAME, tuple(map(GAME.parse_move, FACTS[which])))
    assert record.final().outcome() is not None
    lengths = [int(plies) for plies in FACTS["games_by_plies"]]
    assert len(record.moves) in (min(lengths), max(lengths))
