"""The services of one application, and how its parts find them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from flask import Flask, current_app

from webapp.worker.lane import THROUGH

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Engine

    from engine.warmup import Warmup
    from webapp.config import Config
    from webapp.hosts import Hosts
    from webapp.listing import Listing
    from webapp.metrics import LookUp, Metrics
    from webapp.pictures import Painter
    from webapp.service.accounts import Accounts
    from webapp.service.alarms import Alarms
    from webapp.service.analysis import Analyses
    from webapp.service.challenges import Challenges
    from webapp.service.chat import Chat
    from webapp.service.crowd import Crowd
    from webapp.service.departures import Departures
    from webapp.service.guest_addresses import GuestAddresses
    from webapp.service.identities import Identities
    from webapp.service.laboratory import Laboratory
    from webapp.service.library import Library
    from webapp.service.limits import Limits
    from webapp.service.live import LiveMatches
    from webapp.service.lobby import Lobby
    from webapp.service.matches import Matches
    from webapp.service.polled_reviews import PolledReviews
    from webapp.service.puzzles import Puzzles
    from webapp.service.ratings import Ratings
    from webapp.service.seeks import Seeks
    from webapp.service.studies import Studies
    from webapp.worker.pool import AiPool

KEY = "flipfour"


class Background(Protocol):
    """What goes on by itself beside the requests."""

    def start(self) -> None: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Services:
    """Everything `webapp.wiring` has made and put together."""

    config: Config
    database: Engine
    store_answers: Callable[[], bool]
    let_go: Callable[[], None]
    crowd: Crowd
    live: LiveMatches
    matches: Matches
    lobby: Lobby
    listing: Listing
    ai: AiPool
    warmup: Warmup
    laboratory: Laboratory
    analyses: Analyses
    polled_reviews: PolledReviews
    identities: Identities
    accounts: Accounts
    challenges: Challenges
    hosts: Hosts
    alarms: Alarms
    seeks: Seeks
    limits: Limits
    guest_addresses: GuestAddresses
    metrics: Metrics
    chat: Chat
    studies: Studies
    puzzles: Puzzles
    library: Library
    painter: Painter
    ratings: Ratings
    departures: Departures
    background: tuple[Background, ...]

    def gauges(self) -> dict[str, tuple[str, LookUp]]:
        """What there is at the moment, for the operator."""
        return {
            "sockets": ("Open sockets", lambda: self.crowd.size),
            "matches": ("Matches in memory", lambda: len(self.live)),
            "moves_waiting_quick": ("Quick moves in line", lambda: len(self.ai.quick.queue)),
            "moves_waiting_deep": ("Deep moves in line", lambda: len(self.ai.deep.queue)),
            "search_threads": ("Deep searches at a time", lambda: self.ai.deep.threads),
            "search_share": (
                "Seconds that a deep move gets; less than 8 for long: add a worker",
                lambda: self.ai.deep.share(THROUGH),
            ),
            "waiting_seconds": (
                "How long the first in each line has waited; seconds for minutes: add a worker",
                self._waits,
            ),
            "analyses": ("Sockets for which something is analysed", lambda: len(self.analyses)),
            "laboratory_waiting": ("Questions in line", lambda: self.laboratory.waiting),
            "laboratory_running": ("Questions being answered", lambda: self.laboratory.running),
        }

    def _waits(self) -> dict[str, float]:
        return {
            "quick": self.ai.quick.queue.waits,
            "deep": self.ai.deep.queue.waits,
            "analyses": self.analyses.waits,
            "laboratory": self.laboratory.waits,
        }

    def close(self) -> None:
        """Stop the background work and let go of the database."""
        self.alarms.close()
        for part in self.background:
            part.close()
        self.ai.close()
        self.laboratory.close()
        self.painter.close()
        self.analyses.close()
        self.warmup.stop()
        self.let_go()


def services(app: Flask | None = None) -> Services:
    """The services of `app`, by default of the one that handles this request."""
    found = (app or current_app).extensions[KEY]
    assert isinstance(found, Services)  # noqa: S101 (tells mypy)
    return found
