"""The services of one application, and how its parts find them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Flask, current_app

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from engine.warmup import Warmup
    from webapp.config import Config
    from webapp.hosts import Hosts
    from webapp.listing import Listing
    from webapp.service.alarms import Alarms
    from webapp.service.analysis import Analyses
    from webapp.service.crowd import Crowd
    from webapp.service.identities import Identities
    from webapp.service.laboratory import Laboratory
    from webapp.service.limits import Limits
    from webapp.service.live import LiveMatches
    from webapp.service.lobby import Lobby
    from webapp.service.matches import Matches
    from webapp.service.whereabouts import Whereabouts
    from webapp.worker.pool import AiPool

KEY = "flipfour"


@dataclass(frozen=True, slots=True)
class Services:
    """Everything `create_app` has wired together."""

    config: Config
    database: Engine
    crowd: Crowd
    live: LiveMatches
    matches: Matches
    lobby: Lobby
    listing: Listing
    ai: AiPool
    warmup: Warmup
    laboratory: Laboratory
    analyses: Analyses
    identities: Identities
    hosts: Hosts
    alarms: Alarms
    limits: Limits
    whereabouts: Whereabouts

    def close(self) -> None:
        """Stop the background work and let go of the database."""
        self.alarms.close()
        self.ai.close()
        self.laboratory.close()
        self.analyses.close()
        self.warmup.stop()
        self.database.dispose()


def services(app: Flask | None = None) -> Services:
    """The services of `app`, by default of the one that handles this request."""
    found = (app or current_app).extensions[KEY]
    assert isinstance(found, Services)  # noqa: S101 (tells mypy)
    return found
