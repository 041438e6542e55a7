"""One question to the laboratory: what it is called, and how far its answer is."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import engine
from engine.laboratory.language.parser import game_of_text, parse
from engine.registry import game as game_of
from webapp.service.ports import StoredJob
from webapp.service.turns import NOBODY, Visitor

if TYPE_CHECKING:
    from engine.game import Game

PARKED = "parked"
"""The status under which an open question is kept that goes on while nobody listens."""

SLICE = 5.0
"""Seconds of the processor's time of a question's first try; its process has begun before."""

STRETCH = 8
"""How many times as long it may take by the clock, on however busy a machine."""


@dataclass(slots=True, eq=False)
class Job:
    """One question and how far its answer is.

    Attributes:
        id: what pages call it.
        request: what the runner is asked.
        status: ``waiting``, ``running``, ``done``, ``stopped``, ``refused`` or ``failed``.
        progress: the last progress message, or nothing yet.
        answer: the answer's data once it is done.
        witnesses: games that show it, as move texts.
        message: why it was refused.
        askers: ids of the guests who want it.
        started: when it began to run, on the monotonic clock.
        spent: seconds of the processor's time that it has had since.
        visitor: who asked first.
        tries: how often it began to run and gave way.
        heard: when somebody last looked at it.
        listeners: the sockets that follow it.
        away: whether another server answers it.
        queued: when it began to wait in line.
        parked: whether it goes on while nobody listens for it.
    """

    id: str
    request: dict[str, Any]
    status: str = "waiting"
    progress: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] | None = None
    witnesses: tuple[str, ...] = ()
    message: str = ""
    askers: set[str] = field(default_factory=set)
    started: float = 0.0
    spent: float = 0.0
    visitor: Visitor = NOBODY
    tries: int = 0
    heard: float = field(default_factory=time.monotonic)
    listeners: set[str] = field(default_factory=set)
    away: bool = False
    queued: float = field(default_factory=time.monotonic)
    parked: bool = False

    @property
    def urgency(self) -> int:
        return 0

    @property
    def slice(self) -> float:
        """Seconds of the processor's time that it may have before it gives way to others' first
        tries."""
        return SLICE * 2.0**self.tries

    def has_had_enough(self, now: float) -> bool:
        """Whether it has had its slice, or was given it in vain, as a machine can be too busy."""
        return self.spent >= self.slice or now - self.started >= STRETCH * self.slice

    @property
    def game(self) -> Game:
        return game_of(self.request["game"])

    @property
    def played(self) -> Game:
        """The game under the rules that the question changes: what its witnesses are of."""
        return game_of_text(self.game, self.text)

    @property
    def text(self) -> str:
        """The question; empty for a position."""
        return str(self.request.get("text", ""))

    @property
    def skip(self) -> int:
        """How many games come before the ones that are asked for."""
        return int(self.request.get("skip", 0))

    @property
    def may_show_more(self) -> bool:
        """Whether there are, or may be, games after the ones that answer it."""
        return bool(self.answer and self.answer.get("more")) and bool(self.witnesses)

    @property
    def takes_long(self) -> bool:
        """Whether what has been found is kept when it is stopped."""
        return bool(self.text) and parse(self.game, self.text).takes_long

    @property
    def open(self) -> bool:
        """Whether an answer is still to come."""
        return self.status in {"waiting", "running"}

    def news(self) -> dict[str, Any]:
        """What a page needs to know while it waits."""
        fields: dict[str, Any] = {"job": self.id, "status": self.status}
        if self.status == "running":
            fields |= self.progress | {"seconds": round(time.monotonic() - self.started, 1)}
        if self.status in {"refused", "failed"}:
            fields["message"] = self.message
        return fields


def restored(kept: StoredJob) -> Job:
    return Job(
        kept.id,
        kept.request,
        "waiting" if kept.status == PARKED else kept.status,
        answer=kept.answer,
        witnesses=tuple(kept.witnesses),
        askers=set(kept.askers),
        parked=kept.status == PARKED,
    )


def stored(job: Job) -> StoredJob:
    return StoredJob(
        id=job.id,
        rules=rules_version(),
        request=job.request,
        status=PARKED if job.parked and job.open else job.status,
        answer=job.answer,
        witnesses=job.witnesses,
        askers=tuple(job.askers),
    )


def job_id_of(request: dict[str, Any]) -> str:
    """The same for the same question under the same rules."""
    digest = hashlib.sha256(rules_version().encode())
    for name in sorted(request):
        digest.update(f"\0{name}={request[name]!r}".encode())
    return digest.hexdigest()[:14]


@lru_cache
def rules_version() -> str:
    """A digest of every module of the games and the laboratory."""
    folder = Path(engine.__file__).parent
    digest = hashlib.sha256()
    for part in ("games", "laboratory"):
        for path in sorted((folder / part).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()
