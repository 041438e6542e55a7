"""A third game is one folder and one line of the registry: this adds one and plays it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import engine
from engine import FAMILIES, Family, Finished, GameRecord, Parameter, perft
from engine.laboratory.language import parse
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher
from tests.contracts import test_games


@pytest.fixture(scope="module")
def noughts() -> Iterator[engine.Game]:
    folder = str(Path(__file__).parent / "games")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine.games, "__path__", [*engine.games.__path__, folder])
        module = import_module("engine.games.noughts.game")
        family = Family(
            key="noughts",
            name="Noughts and crosses",
            parameters=(Parameter("size", "Size", 3, 3, 3),),
            parse=module.Noughts.from_tail,
            make=module.Noughts,
            sentences=import_module("engine.games.noughts.sentences"),
            arrangements=import_module("engine.games.noughts.arrangement"),
        )
        patch.setitem(FAMILIES, family.key, family)
        yield engine.game("noughts")


CONTRACTS = [
    function
    for name, function in inspect.getmembers(test_games, inspect.isfunction)
    if name.startswith("test_") and list(inspect.signature(function).parameters) == ["game"]
]


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.__name__)
def test_it_keeps_every_contract(noughts: engine.Game, contract) -> None:
    contract(noughts)


def test_its_games_are_counted_by_its_rules(noughts: engine.Game) -> None:
    assert perft(noughts, 5) == 15_120
    assert perft(noughts, 9, Finished.KEPT) == 255_168


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
