"""What there is to say about a position, in sentences, where its family has words for it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Position
    from engine.search.searcher import Candidate


class Explainer(Protocol):
    """A game's module ``engine.games.<family>.remarks``."""

    def summary(
        self,
        position: Position,
        candidates: Sequence[Candidate] = (),
        names: Sequence[str] | None = None,
    ) -> tuple[str, ...]:
        """Sentences, the most urgent first; `candidates` are what a search has found."""

    def distance(self, position: Position, score: int, names: Sequence[str] | None = None) -> str:
        """What a proved score of two players, the mover's view, means, as a sentence."""

    def note(self, position: Position, score: int) -> str:
        """The same in a word or two beside the score; empty where it says all."""


def explainer_of(game: Game) -> Explainer | None:
    """The words of the game's family, None where it has none."""
    module = f"engine.games.{game.key.partition(':')[0]}.remarks"
    return cast("Explainer", import_module(module)) if find_spec(module) else None


def summary(
    position: Position,
    candidates: Sequence[Candidate] = (),
    names: Sequence[str] | None = None,
) -> tuple[str, ...]:
    """What matters in a position, the most urgent first; nothing of families without words."""
    explainer = explainer_of(position.game)
    return explainer.summary(position, candidates, names) if explainer else ()


def why(
    position: Position, best: Candidate, played: Candidate, names: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Why `best` was better than `played`; nothing of families without words for it."""
    module = f"engine.games.{position.game.key.partition(':')[0]}.why"
    if find_spec(module) is None:
        return ()
    said = import_module(module).why(position, best, played, names or position.game.player_names)
    return tuple(text for text in said if text)
