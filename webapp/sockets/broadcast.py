"""Fast sending to many clients: the one module that reaches into python-engineio.

It relies on four facts of python-engineio 4.12 to 4.15, which a test compares with the
stock path: the server's ``_async`` table names the queue and the websocket class of a
socket; a socket's ``send`` is a put into its queue; ``sockets`` maps ids to sockets; and
the websocket class gets the socket's bound handler.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from engineio.packet import MESSAGE, Packet
from socketio.manager import Manager
from socketio.packet import EVENT

from webapp.sockets.outbox import Outbox
from webapp.sockets.websocket import WebSocket

if TYPE_CHECKING:
    from collections.abc import Mapping

    from socketio import Server

NAMESPACE = "/"

EVERYBODY = None
"""The room of all sockets."""


def use_outboxes(server: Server) -> None:
    """Give the sockets of a threaded `server` our bounded, straight-writing queue."""
    server.eio._async = {**server.eio._async, "queue": Outbox, "websocket": WebSocket}


def emit(server: Server, event: str, payload: Mapping[str, Any], to: str | None) -> None:
    """Send an event to a room or a single socket.

    The message is encoded once. Unlike the stock path this one never closes a timed-out
    socket here, where a match's lock may be held; the server's own watch does it. With a
    message queue between several servers the stock path is taken.
    """
    if type(server.manager) is not Manager:
        server.emit(event, payload, to=to)
        return
    receivers = list(server.manager.get_participants(NAMESPACE, to))
    if not receivers:
        return
    packet = Packet(MESSAGE, f"{EVENT}{json.dumps([event, payload], separators=(',', ':'))}")
    for _sid, eio_sid in receivers:
        socket = server.eio.sockets.get(eio_sid)
        if socket is not None and not socket.closed:
            socket.queue.put(packet)


def hang_up(server: Server, sid: str) -> None:
    """End a socket without waiting for it; its client may come back by itself."""
    transport = server.manager.eio_sid_from_sid(sid, NAMESPACE)
    socket = server.eio.sockets.get(transport)
    if socket is not None:
        socket.close(wait=False)
