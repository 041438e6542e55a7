"""What workers are asked and how they answer: JSON, which any version can read or refuse."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

QUICK, DEEP = "flipfour-quick", "flipfour-deep"
"""The task queues of moves. Whoever takes deep searches takes quick ones first."""

ANALYSES, PROOFS = "flipfour-analyses", "flipfour-proofs"
"""The task queues of positions to be analysed, and of questions to the laboratory."""

SEARCH = "webapp.cluster.searching.search"
ANALYSE = "webapp.cluster.analysing.analyse"
PROVE = "webapp.cluster.proving.prove"
"""The tasks."""

REVIEW = "review"
"""In place of a level: the analysis is a step of a review."""

LOADS = {"stage": "loads"}
"""How far a worker is that gets ready for a move's search, which has not begun."""

STOPS = "flipfour:stops"
"""The channel of the tasks that are to end at once, by their ids."""


def answers_channel(server: str) -> str:
    """The channel on which a server hears of its tasks."""
    return f"flipfour:answers:{server}"


@dataclass(frozen=True, slots=True)
class Task:
    """A search that a worker is asked for.

    Attributes:
        id: of this attempt; another worker gets another one.
        moves: from the game's beginning to the position.
        level: that chooses a move; empty where the position is analysed, or `REVIEW`.
        seconds: after which it has to end.
    """

    id: str
    server: str
    game: str
    moves: list[int]
    level: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question to the laboratory that a worker is asked, see `engine.laboratory.process`."""

    id: str
    server: str
    request: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Word:
    """What a worker says of a task: that it is at it, or its answer, or why there is none.

    Attributes:
        found: the answer where it is no move.
        progress: how far it is.
    """

    id: str
    worker: str
    move: int | None = None
    trouble: str | None = None
    found: dict[str, Any] | None = None
    progress: dict[str, Any] | None = None

    @property
    def last(self) -> bool:
        """Whether nothing more is said of the task."""
        return not (self.move is None and self.trouble is None and self.found is None)


def encode(word: Word) -> str:
    """Without what it does not say: a version that does not know of it can read the rest."""
    return json.dumps({name: value for name, value in asdict(word).items() if value is not None})


def decode(text: str | bytes) -> Word | None:
    """None for what cannot be read."""
    try:
        return Word(**json.loads(text))
    except (ValueError, TypeError):
        return None
