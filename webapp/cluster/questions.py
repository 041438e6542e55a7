"""How a move is asked of workers and answered: JSON, which any version can read or refuse."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

QUICK, DEEP = "flipfour-quick", "flipfour-deep"
"""The task queues. Whoever takes deep searches takes quick ones first."""

SEARCH = "webapp.cluster.searching.search"
"""The task."""

STOPS = "flipfour:stops"
"""The channel of the searches that are to end at once, by their ids."""


def answers_channel(server: str) -> str:
    """The channel on which a server hears of its searches."""
    return f"flipfour:answers:{server}"


@dataclass(frozen=True, slots=True)
class Task:
    """A search that a worker is asked for.

    Attributes:
        id: of this attempt; another worker gets another one.
        moves: from the game's beginning to the position.
        seconds: after which it has to end.
    """

    id: str
    server: str
    game: str
    moves: list[int]
    level: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Word:
    """What a worker says of a task: that it has begun, or its move, or why there is none."""

    id: str
    worker: str
    move: int | None = None
    trouble: str | None = None


def encode(word: Word) -> str:
    return json.dumps(asdict(word))


def decode(text: str | bytes) -> Word | None:
    """None for what cannot be read."""
    try:
        return Word(**json.loads(text))
    except (ValueError, TypeError):
        return None
