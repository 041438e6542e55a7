"""Runs the application: one process, a thread for each open socket.

All matches in memory belong to one process, so there is one worker. A websocket keeps its
thread for as long as the page is open, hence more threads than anyone expects of sockets;
they are started on demand.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from webapp import create_app
from webapp.config import Config
from webapp.extensions import services
from webapp.persistence.database import open_database

THREADS = 2000
"""Sockets served at a time."""

LEAVE_TIME = 2
"""Seconds that requests in progress get when the server is told to stop."""

log = logging.getLogger("flipfour")


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn with this project's settings instead of a settings file."""

    def __init__(self, config: Config, host: str, port: int) -> None:
        self._config = config
        self._host = host
        self._port = port
        super().__init__()

    def load_config(self) -> None:
        host = f"[{self._host}]" if ":" in self._host else self._host
        settings = {
            "bind": f"{host}:{self._port}",
            "workers": 1,
            "worker_class": "gthread",
            "threads": THREADS,
            "worker_connections": THREADS + 1000,
            "keepalive": 5,
            "graceful_timeout": LEAVE_TIME,
            "timeout": 120,
            "loglevel": "warning",
            "proc_name": "flipfour",
            "limit_request_line": 4094,
            "limit_request_fields": 60,
            "post_worker_init": self._ready,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return create_app(self._config)

    def _ready(self, worker: Any) -> None:
        """The worker has made the application and begins to serve."""
        _stop_quickly(worker)
        port = worker.sockets[0].sock.getsockname()[1]
        for address in addresses(self._host):
            shown = f"[{address}]" if ":" in address else address
            print(f"Flipfour is at http://{shown}:{port}", flush=True)  # noqa: T201


def serve(config: Config, host: str, port: int) -> None:
    """Serve until SIGTERM or Ctrl-C.

    Raises:
        CannotOpen: there is no such database.
    """
    open_database(config.database).dispose()
    Server(config, host, port).run()


def addresses(host: str) -> list[str]:
    """What to type into a browser for a server bound to `host`."""
    if host not in {"0.0.0.0", "::", ""}:  # noqa: S104 (compared, not bound)
        return [host]
    found = {"127.0.0.1": None}
    for address in _network_addresses():
        found.setdefault(address, None)
    return list(found)


def _network_addresses() -> list[str]:
    """This machine's IPv4 addresses: the one that leads outside, then the name's."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; asks for the route only
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(info[4][0]) for info in infos]
    except OSError:
        pass
    return [address for address in found if not address.startswith("127.")]


def _stop_quickly(worker: Any) -> None:
    """Open sockets never end by themselves: after SIGTERM stop searches, then leave.

    Every accepted move is in the database already, so nothing needs to be finished.
    """
    graceful = signal.getsignal(signal.SIGTERM)

    def leave(number: int, frame: Any) -> None:
        services(worker.wsgi).ai.close()
        timer = threading.Timer(LEAVE_TIME, os._exit, (0,))
        timer.daemon = True
        timer.start()
        if callable(graceful):
            graceful(number, frame)

    signal.signal(signal.SIGTERM, leave)
