"""Of several servers with a match in memory, one asks its computer for the move."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from webapp.service.ports import Purpose

if TYPE_CHECKING:
    from webapp.cluster.members import Members
    from webapp.service.ports import Question, Thinker


def claim_of(question: Question) -> str:
    """What stands for a question among the servers: an answer counts once by it."""
    return f"move:{question.match_id}:{question.epoch}:{question.ply}"


class ClaimingThinker:
    """The service's `Thinker` over this server's own; what another server asks is asked here
    once that one is dead."""

    def __init__(self, thinker: Thinker, members: Members) -> None:
        self._thinker = thinker
        self._members = members
        self._lock = threading.Lock()
        self._left: dict[str, Question] = {}
        """What another server asks, by match."""

    def ask(self, question: Question) -> None:
        if question.purpose is Purpose.HINT or self._members.claim(claim_of(question)):
            self._thinker.ask(question)
            return
        with self._lock:
            self._left[question.match_id] = question

    def cancel(self, match_id: str) -> None:
        with self._lock:
            left = self._left.pop(match_id, None)
        if left is None:
            self._thinker.cancel(match_id)

    def take_over(self) -> None:
        """Ask what dead servers have left."""
        with self._lock:
            left = list(self._left.values())
        for question in left:
            if self._members.claim(claim_of(question)):
                with self._lock:
                    mine = self._left.get(question.match_id) == question
                    if mine:
                        del self._left[question.match_id]
                if mine:
                    self._thinker.ask(question)
