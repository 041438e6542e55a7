"""The third game, registered for as long as a test asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import engine
from engine import FAMILIES

GAMES = Path(__file__).parent / "games"


@pytest.fixture
def noughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[engine.Game]:
    """Noughts and crosses: its folder, and the one line of the registry."""
    monkeypatch.setattr(engine.games, "__path__", [*engine.games.__path__, str(GAMES)])  # type: ignore[attr-defined]
    family = import_module("engine.games.noughts.family").NOUGHTS
    monkeypatch.setitem(FAMILIES, family.key, family)
    yield engine.game("noughts")
    engine.registry._game.cache_clear()
