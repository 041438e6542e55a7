"""The live edge: one thread for all sockets, real threads for pages and for clients' events."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING

from gevent import get_hub
from gevent import socket as gevent_socket
from gevent.threadpool import ThreadPool

from webapp.config import PING_INTERVAL
from webapp.extensions import services
from webapp.sockets.descriptors import raise_descriptor_limit
from webapp.sockets.event_pool import EventPool
from webapp.sockets.http import Server

if TYPE_CHECKING:
    from flask import Flask

    from webapp.sockets.host import Client
    from webapp.sockets.loop import Loop

PAGES, EVENTS = 24, 16
"""Threads. They mostly wait for the database."""

BEATS = 20
"""Parts of all sockets that are pinged one after the other, so that not all answer at once."""

LEAVE_TIME = 1.0
"""Seconds that requests in progress get when the server is told to stop."""

BACKLOG = 2048
"""Connections that wait to be accepted, as when a whole class opens one link."""


class Edge:
    """Serves an application at an address until told to stop."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        self.application = app
        self.socketio = app.extensions["socketio"].server
        self.loop: Loop = app.extensions["flipfour.loop"]
        self.pace = services(app).limits.pace("messages")
        self.at_once = app.extensions["flipfour.loop_handler"].handle
        self.workers = EventPool(EVENTS, "flipfour-event", self.loop)
        self._address = (host, port)
        self._server: Server
        self._parts: tuple[set[Client], ...] = tuple(set() for _ in range(BEATS))
        self._turn = itertools.cycle(range(BEATS))
        self._places: dict[Client, int] = {}
        self._strangers: set[Client] = set()
        """Clients that have said no hello yet."""

    def start(self) -> Edge:
        """Raises `OSError` where it cannot listen."""
        raise_descriptor_limit()
        self.loop.start(self._prepare)
        return self

    @property
    def port(self) -> int:
        return int(self._server.server_port)

    def stop(self) -> None:
        """Accept nothing more, let answers that are on their way arrive, let go of every socket."""
        self.loop.call(self._server.leave)
        self._server.rested.wait(LEAVE_TIME)
        self.loop.stop()
        self.workers.stop()

    def __len__(self) -> int:
        """Open websockets."""
        return len(self._places)

    # -- On the loop's thread --------------------------------------------------------------

    def add(self, client: Client) -> None:
        place = next(self._turn)
        self._places[client] = place
        self._parts[place].add(client)
        self._strangers.add(client)

    def remove(self, client: Client) -> None:
        place = self._places.pop(client, None)
        if place is not None:
            self._parts[place].discard(client)
            self._strangers.discard(client)

    def _prepare(self) -> None:
        host, port = self._address
        family, *_, address = gevent_socket.getaddrinfo(
            host or None, port, type=gevent_socket.SOCK_STREAM, flags=gevent_socket.AI_PASSIVE
        )[0]
        listener = gevent_socket.socket(family)
        listener.setsockopt(gevent_socket.SOL_SOCKET, gevent_socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
        self._server = Server(listener, self, ThreadPool(PAGES, hub=get_hub()))
        self._server.start()
        parts = itertools.cycle(self._parts)
        self.loop.every(PING_INTERVAL / BEATS, lambda: self._beat(next(parts)))
        self.loop.every(1.0, self._meet)

    def _beat(self, part: set[Client]) -> None:
        now = time.monotonic()
        for client in list(part):
            client.beat(now)

    def _meet(self) -> None:
        now = time.monotonic()
        self._server.tidy()
        self._strangers -= {client for client in list(self._strangers) if client.is_known(now)}
