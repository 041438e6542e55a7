"""The application under gunicorn: one process, a thread for each open socket.

All matches in memory belong to one process, so there is one worker. A websocket keeps its
thread for as long as the page is open, hence more threads than anyone expects of sockets;
they are started on demand.
"""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from webapp import create_app
from webapp.config import Config
from webapp.extensions import services
from webapp.serving import say_where

THREADS = 2000
"""Sockets served at a time."""

LEAVE_TIME = 1
"""Seconds that requests in progress get when the server is told to stop."""


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
            "graceful_timeout": LEAVE_TIME + 2,
            "timeout": 120,
            "loglevel": "warning",
            "proc_name": "flipfour",
            "limit_request_line": 4094,
            "limit_request_fields": 60,
            "secure_scheme_headers": {},  # --proxies says whose word counts
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
        say_where(self._host, port, self._config.database)


def _stop_quickly(worker: Any) -> None:
    """Open sockets never end by themselves, so leave without waiting for them.

    Every accepted move is in the database already; nothing needs to be finished. SIGTERM
    lets requests in progress end first; Ctrl-C reaches the worker too, but it is for the
    parent to answer, which then sends SIGQUIT.
    """
    graceful = signal.getsignal(signal.SIGTERM)

    def leave(number: int, frame: Any) -> None:
        services(worker.wsgi).close()
        if number == signal.SIGQUIT:
            os._exit(0)
        timer = threading.Timer(LEAVE_TIME, os._exit, (0,))
        timer.daemon = True
        timer.start()
        if callable(graceful):
            graceful(number, frame)

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGQUIT, leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
