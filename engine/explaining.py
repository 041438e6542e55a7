"""What there is to say about a position, in sentences, where its family has words for it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Position
    from engine.search.searcher import Candidate


class Explainer(Protocol):
    """A game's module ``engine.games.<family>.explain``."""

    def summary(
        self,
        position: Position,
        candidates: Sequence[Candidate] = (),
        names: Sequence[str] | None = None,
    ) -> tuple[str, ...]:
        """Sentences, the most urgent first; `candidates` are what a search has found."""


def summary(
    position: Position,
    candidates: Sequence[Candidate] = (),
    names: Sequence[str] | None = None,
) -> tuple[str, ...]:
    """What matters in a position, the most urgent first; nothing of families without words."""
    module = f"engine.games.{position.game.key.partition(':')[0]}.explain"
    if find_spec(module) is None:
        return ()
    return cast("Explainer", import_module(module)).summary(position, candidates, names)
