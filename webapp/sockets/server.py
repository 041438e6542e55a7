"""The Socket.IO server of one application, with limits tighter than its defaults."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from flask_socketio import SocketIO

from webapp.config import MAX_MESSAGE, PING_INTERVAL, PING_TIMEOUT
from webapp.hosts import Hosts
from webapp.sockets.broadcast import TextPacket, use_loop
from webapp.sockets.codec import CODEC
from webapp.sockets.loop import Loop
from webapp.sockets.rooms import Rooms

if TYPE_CHECKING:
    from flask import Flask

    from webapp.config import Config


def socket_server(app: Flask, config: Config) -> SocketIO:
    """A server attached to `app`. Websockets only; one client's events run in order.

    Only this server's own pages may open them.
    """
    hosts = Hosts(config)
    socketio = SocketIO(
        app,
        async_mode="threading",
        transports=["websocket"],
        allow_upgrades=False,
        async_handlers=False,
        client_manager=Rooms(),
        manage_session=False,
        ping_interval=PING_INTERVAL,
        ping_timeout=PING_TIMEOUT,
        max_http_buffer_size=MAX_MESSAGE,
        cors_allowed_origins=lambda origin, environ: hosts.is_own(
            origin, environ.get("HTTP_HOST", "")
        ),
        http_compression=False,
        serializer=TextPacket,
        json=CODEC,
        monitor_clients=False,  # the edge's beat does
        engineio_logger=_silent("engineio"),
        logger=_silent("socketio"),
    )
    loop = app.extensions["flipfour.loop"] = Loop()
    use_loop(socketio.server, loop)
    return socketio


def _silent(name: str) -> logging.Logger:
    """The libraries' logger, kept from printing a trace for every odd packet of a client.

    What goes wrong in our own handlers is logged by them.
    """
    logger = logging.getLogger(f"flipfour.{name}")
    logger.setLevel(logging.CRITICAL)
    return logger
