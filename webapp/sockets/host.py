"""What a connection asks of the edge that serves it, and the edge of its websockets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from flask import Flask

    from webapp.service.limits import Pace
    from webapp.sockets.event_pool import EventPool
    from webapp.sockets.loop import Loop


class Client(Protocol):
    """An open websocket; every method is called on the loop's thread."""

    def beat(self, now: float) -> None:
        """Ask whether the client is there, drop one who is silent."""

    def is_known(self, now: float) -> bool:
        """Whether the client has entered the namespace; too late, it is sent away."""


class Host(Protocol):
    """The edge, as connections see it."""

    @property
    def application(self) -> Flask: ...
    @property
    def socketio(self) -> Any:
        """The Socket.IO server."""

    @property
    def loop(self) -> Loop: ...
    @property
    def workers(self) -> EventPool:
        """The threads on which clients' events are handled."""

    @property
    def pace(self) -> Pace:
        """How fast one client is read."""

    def at_once(self, engine: Any, text: str) -> bool:
        """Handle a packet on the loop's thread, if that takes no waiting; whether it is done."""

    def add(self, client: Client) -> None: ...
    def remove(self, client: Client) -> None: ...
