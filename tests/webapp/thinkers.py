"""Questions to the pool of thinkers, for tests."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine import registry
from engine.game import Game, Position
from engine.players.base import Choice, Chooser
from engine.search.control import SearchControl
from engine.search.info import Report
from webapp.service.ports import Answer, Question
from webapp.worker.pool import AiPool

START = registry.game("connectfour").start()


def question(match_id: str = "abcdefgh", position: Position = START) -> Question:
    return Question(match_id, 0, position.ply, 0, "4", position)


class Scripted:
    """A chooser that does what the test wants."""

    def __init__(self, choose: Callable[[Position, SearchControl], int]) -> None:
        self._choose = choose

    def choose(
        self, position: Position, control: SearchControl, report: Report | None = None
    ) -> Choice:
        return Choice(self._choose(position, control))


@contextmanager
def pool_of(
    choose: Callable[[Position, SearchControl], int],
    deadline: float = 20.0,
    grace: float = 2.0,
    load: Callable[[Game], object] = lambda game: None,
    loading: float = 120.0,
) -> Iterator[tuple[AiPool, list[Answer], threading.Semaphore]]:
    answers: list[Answer] = []
    arrived = threading.Semaphore(0)

    def take(answer: Answer) -> None:
        answers.append(answer)
        arrived.release()

    def make(game: Game, level: str) -> Chooser:
        return Scripted(choose)

    pool = AiPool(take, make, deadline=deadline, grace=grace, load=load, loading=loading)
    yield pool, answers, arrived
    pool.close()
