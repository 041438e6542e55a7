"""Fast sending to many clients: the one module that reaches into python-engineio.

It relies on these facts of python-engineio 4.12 to 4.15, which a test compares with the stock
path: the server's ``_async`` table names the queue, the websocket and the thread class of a
socket; a socket's ``send`` is a put into its queue; ``sockets`` maps ids to sockets; the manager's
``rooms`` map namespaces to rooms to their sockets; the
websocket class gets the socket's bound handler; a thread is started for pings alone; a packet
from a client is read by ``decode`` of the server's packet class.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from engineio.packet import MESSAGE, Packet
from socketio.packet import BINARY_ACK, BINARY_EVENT, EVENT
from socketio.packet import Packet as SocketPacket

from webapp.sockets.codec import CODEC
from webapp.sockets.frames import frame_of
from webapp.sockets.outbox import Outbox
from webapp.sockets.rooms import Rooms
from webapp.sockets.websocket import WebSocket

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from socketio import Server

    from webapp.sockets.loop import Loop

NAMESPACE = "/"

EVERYBODY = None
"""The room of all sockets."""


OWN = frozenset({"connect", "disconnect", "*"})
"""Names under which the library calls handlers by itself."""

NAMELESS = "?"
"""What an event is called that a client may not send; it is answered like an unknown one."""

UNREADABLE = "!"
"""What an event is called that is broken JSON, too large a number or no list at all."""


class TextPacket(SocketPacket):  # type: ignore[misc]
    """A Socket.IO packet that is not searched for bytes, of which this protocol has none."""

    uses_binary_events = False
    data: Any

    def decode(self, encoded_packet: str) -> int:
        """Read what a client has sent.

        The library would call the handler of ``connect`` with what a client's event of that name
        says, as if it were the request's environment and told who is there.

        An event that cannot be read is still one, so that who asked for an answer gets it.

        Raises:
            ValueError: it is no packet, or one that waits for bytes, for which all that the client
                sends from then on would be kept.
        """
        try:
            attachments: int = super().decode(encoded_packet)
        except (ValueError, RecursionError):
            if not encoded_packet.startswith(str(EVENT)):
                raise
            attachments, self.data = 0, None
        if self.packet_type in {BINARY_EVENT, BINARY_ACK}:
            raise ValueError("There are no bytes in this protocol.")
        if self.packet_type == EVENT:
            self.data = _event(self.data)
        return attachments


def _event(data: object) -> list[Any]:
    """What a client's event says, under a name of which no handler is the library's own."""
    if not isinstance(data, list) or not data:
        return [UNREADABLE]
    return data if isinstance(data[0], str) and data[0] not in OWN else [NAMELESS]


class NoThread:
    """Engine.IO would start a thread for each ping; the edge's beat sends them all."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def start(self) -> None:
        pass

    def join(self) -> None:
        pass


def use_loop(server: Server, loop: Loop) -> None:
    """Give the sockets of `server` our queue and websocket, both driven by `loop`."""
    server.eio._async = {
        **server.eio._async,
        "queue": partial(Outbox, loop),
        "websocket": WebSocket,
        "thread": NoThread,
    }
    server.flipfour_loop = loop


def emit_each(server: Server, event: str, payload: Mapping[str, Any], sids: Iterable[str]) -> None:
    """Send an event to several sockets, encoded once."""
    if not isinstance(server.manager, Rooms):
        for sid in sids:
            server.emit(event, payload, to=sid)
        return
    _emit(server, event, payload, [server.manager.eio_sid_from_sid(sid, NAMESPACE) for sid in sids])


def emit(server: Server, event: str, payload: Mapping[str, Any], to: str | None) -> None:
    """Send an event to a room or a single socket.

    The message is encoded once, and who is in the room is settled now, whenever it is sent.
    With a message queue between several servers the stock path is taken.
    """
    if not isinstance(server.manager, Rooms):
        server.emit(event, payload, to=to)
        return
    there = [eio_sid for _sid, eio_sid in list(server.manager.get_participants(NAMESPACE, to))]
    _emit(server, event, payload, there)


def listeners(server: Server, room: str) -> int:
    """How many sockets are in a room."""
    return len(server.manager.rooms.get(NAMESPACE, {}).get(room, ()))


def _emit(server: Server, event: str, payload: Mapping[str, Any], there: list[str]) -> None:
    sockets = server.eio.sockets
    receivers = [
        socket.queue
        for eio_sid in there
        if (socket := sockets.get(eio_sid)) is not None and not socket.closed
    ]
    if receivers:
        text = f"{EVENT}{CODEC.dumps([event, payload])}"
        server.flipfour_loop.call(_send, receivers, frame_of(Packet(MESSAGE, text)))


def _send(receivers: list[Outbox], frame: bytes) -> None:
    for outbox in receivers:
        outbox.send(frame)


def hang_up(server: Server, sid: str) -> None:
    """End a socket without waiting for it; its client may come back by itself."""
    transport = server.manager.eio_sid_from_sid(sid, NAMESPACE)
    socket = server.eio.sockets.get(transport)
    if socket is not None:
        socket.close(wait=False)
