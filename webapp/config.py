"""The settings of one application, with the defaults and their reasons."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from webapp.database_file import database_file
from webapp.paths import data_folder, default_database


@dataclass(frozen=True, slots=True)
class Config:
    """What `create_app` needs to know.

    Attributes:
        database: SQLAlchemy URL.
        secret: signs cookies; None: made at the first start and kept beside the database.
        ai_threads: searches at a time; a core is left to the web.
        ai_deadline: seconds after which an AI's search is told to stop.
        ai_pace: seconds between two AI moves in a row, so that people can follow.
        hosts: names and addresses the server answers to, besides those of this machine.
        origins: where people find the server (``https://play.example``); it answers to their
            hosts, their pages may post and open sockets, and links begin with them.
        proxies: how many proxies stand before the server and say whom they speak for, in
            ``X-Forwarded-For`` and ``X-Forwarded-Proto``.
        laboratory_memory: bytes that one laboratory process may have.
        operator_token: opens the operator's page and, over the network, the metrics; empty: both
            are closed.
        limits: changes of what a guest or an address may do, ``matches.guest=5/minute`` each;
            see `webapp.service.limits`.
        limit_store: where it is counted, ``memory://`` or ``redis://host:6379``; empty: in
            `redis` where there is one.
        redis: URL of the Redis or Valkey over which several servers and workers agree; empty:
            this server is alone.
        chat: whether people may talk beside their games.
        compile: prepare the compiled engine; without, the search in plain Python serves.
        laboratory_jobs: laboratory questions answered at a time; their processes give way to
            everything else, and to them too a core is denied.
    """

    database: str = field(default_factory=default_database)
    secret: str | None = None
    ai_threads: int = max(1, (os.cpu_count() or 2) - 1)
    ai_deadline: float = 20.0
    ai_pace: float = 0.7
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    proxies: int = 0
    limits: tuple[str, ...] = ()
    limit_store: str = ""
    redis: str = ""
    laboratory_jobs: int = min(2, max(1, (os.cpu_count() or 2) - 1))
    laboratory_memory: int = 3 << 30
    operator_token: str = ""
    chat: bool = True
    compile: bool = True

    @property
    def count_in(self) -> str:
        """Where limits are counted."""
        return self.limit_store or self.redis or "memory://"

    @property
    def folder(self) -> Path:
        """Where all is kept: beside the database, in the data folder where that is no file."""
        if path := database_file(self.database):
            return path.resolve().parent
        return data_folder()


MAX_BODY = 64 * 1024
"""Bytes of a request's body; the largest form has less than one."""

MAX_FILE = 1024 * 1024
"""Bytes of a body that brings a file, for the pages that take one: of games, 15,000 in WTHOR's
form."""

MAX_MESSAGE = 16 * 1024
"""Bytes of one socket message."""

PING_INTERVAL, PING_TIMEOUT = 15, 10
"""Seconds; a vanished watcher is noticed within 25, a player by the beats of their page within
five. At 5 and 10 pings were a fifth of what a thousand watchers cost."""
