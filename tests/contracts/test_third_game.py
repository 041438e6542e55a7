"""A third game is one folder and one line of the registry: this adds one and plays it."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import engine
from engine import Finished, GameRecord, perft
from engine.laboratory.language.parser import parse
from engine.players import erring, player_for
from engine.search import budget
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher
from tests.contracts import test_games
from tests.contracts.conftest import GAMES

CONTRACTS = [
    function
    for name, function in inspect.getmembers(test_games, inspect.isfunction)
    if name.startswith("test_") and list(inspect.signature(function).parameters) == ["game"]
]


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.__name__)
def test_it_keeps_every_contract(noughts: engine.Game, contract) -> None:
    contract(noughts)


@pytest.mark.parametrize("module", sorted((GAMES / "noughts").glob("*.py")), ids=lambda p: p.stem)
def test_it_could_be_registered_in_the_product(module: Path) -> None:
    """`engine` imports the list of games first, so a game that imports `engine` finds it empty."""
    imported = [
        node.module if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]
    assert "engine" not in imported


def test_its_games_are_counted_by_its_rules(noughts: engine.Game) -> None:
    assert perft(noughts, 5) == 15_120
    assert perft(noughts, 6, Finished.KEPT) == 54_720 + 1_440  # games of five plies, too


def test_it_has_records(noughts: engine.Game) -> None:
    record = GameRecord.from_moves(noughts, "a1b1a2b2a3")
    assert record.result.winner == 0
    assert GameRecord.from_text(record.to_text()) == record


def test_the_plain_search_plays_it(noughts: engine.Game) -> None:
    position = GameRecord.from_moves(noughts, "a1b2").final()
    info = PlainSearcher(noughts).search(position, Limit(depth=9), SearchControl())
    assert info.exact
    assert info.score == 0


def test_the_laboratory_says_that_it_does_not_know_it(noughts: engine.Game) -> None:
    with pytest.raises(engine.UnsupportedGame, match="does not know Noughts and crosses"):
        parse(noughts, "won")


class Clock:
    """A clock that only playing moves forward, a millisecond each."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("level", ["1", "4", "9"])
def test_a_player_keeps_its_time_on_a_large_board(
    noughts: engine.Game, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    """By the rules alone every look at a reply costs a move of it: 225 times 225 of them."""
    clock, start = Clock(), engine.game("noughts:15").start()
    kind, play = type(start), type(start).play

    def timed(position: engine.Position, move: int) -> engine.Position:
        clock.now += 0.001
        return play(position, move)

    monkeypatch.setattr(kind, "play", timed)
    for module in (budget, erring, engine.players.searching):
        monkeypatch.setattr(module, "perf_counter", clock)
    monkeypatch.setattr(engine.players.caution, "thread_time", clock)
    chosen = player_for(start.game, level, seed=3).choose(start, SearchControl())
    assert chosen.move in start.legal_moves()
    time = engine.players.LEVELS[level].time
    at_once = 0.001 * 225
    assert clock.now <= 1.1 * time + engine.players.caution.CARE + 12 * at_once
