"""One websocket over the web server's own socket, read and written without helper threads.

Engine.IO's stock class for threaded servers reads in a thread of its own into an unbounded
buffer and may write a frame partly. Here the request's thread reads, so that a client who
sends faster than it is served is slowed down by TCP, and a frame goes out whole.
"""

from __future__ import annotations

import base64
import hashlib
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from wsproto.connection import Connection, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Ping, TextMessage
from wsproto.utilities import LocalProtocolError, RemoteProtocolError

from webapp.config import MAX_MESSAGE, PING_INTERVAL, PING_TIMEOUT

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3
_SEND_BUFFER = 64 * 1024
_READ_SIZE = 4096
_NOW = getattr(socket, "MSG_DONTWAIT", 0)  # 0 where the system has no such thing
_NO_SENSE, _TOO_BIG = 1002, 1009  # RFC 6455, section 7.4.1
_PACKET_TYPES = tuple("0123456")


class Frame(bytes):
    """A ready websocket frame."""

    def encode(self, b64: bool = False) -> Frame:
        """Engine.IO's writer asks every packet to encode itself."""
        return self


def text_frame(text: str) -> Frame:
    """The unmasked, uncompressed text frame a server sends (RFC 6455, section 5.2)."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return Frame(bytes((0x81, size)) + data)
    if size < 1 << 16:
        return Frame(b"\x81\x7e" + size.to_bytes(2, "big") + data)
    return Frame(b"\x81\x7f" + size.to_bytes(8, "big") + data)


class WebSocket:
    """What Engine.IO expects of its ``websocket`` class: `wait`, `send`, `close`.

    Made with the bound handler of an Engine.IO socket; called as a WSGI application.
    """

    def __init__(self, handler: Callable[[WebSocket], Any], server: Any) -> None:
        self._handler = handler
        self._lock = threading.Lock()
        self._connection = Connection(ConnectionType.SERVER)
        self._partial: list[str] = []
        self._messages: list[str] = []
        self._socket: socket.socket
        self.open = False

    def __call__(self, environ: dict[str, Any], start_response: object) -> list[bytes]:
        found = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
        if not isinstance(found, socket.socket):
            raise RuntimeError("This web server does not hand out its sockets.")
        self._socket = found
        self._shake_hands(environ)
        self._handler.__self__.queue.attach(self)  # type: ignore[attr-defined]
        self._handler(self)
        self.close()
        self.cut()
        if "gunicorn.socket" in environ:
            raise StopIteration  # gunicorn: the connection is not to be answered any more
        raise ConnectionError  # werkzeug: the same

    # -- For Engine.IO ---------------------------------------------------------------------

    def wait(self) -> str | None:
        """The next message; None once the connection is closed.

        What is no packet at all closes it: Engine.IO would fall over it.
        """
        while not self._messages:
            if not self.open or not self._read():
                return None
        message = self._messages.pop(0)
        if message[:1] in _PACKET_TYPES:
            return message
        self.open = False
        self._reply(CloseConnection(_NO_SENSE))
        return None

    def send(self, message: str | Frame) -> None:
        """Write a message or a ready frame whole; blocks while the client is slow."""
        frame = message if isinstance(message, Frame) else text_frame(message)
        with self._lock:
            if self.open:  # nothing may follow a goodbye (RFC 6455, section 5.5.1)
                self._socket.sendall(frame)

    def close(self) -> None:
        """Say goodbye if the other side still listens. May be called twice."""
        if self.open:
            self.open = False
            self._reply(CloseConnection(1000))

    # -- For the outbox --------------------------------------------------------------------

    def send_now(self, frame: Frame) -> int:
        """Write what fits without waiting; answers how many bytes that was."""
        if not _NOW or not self._lock.acquire(blocking=False):
            return 0
        try:
            return self._socket.send(frame, _NOW) if self.open else len(frame)
        except BlockingIOError:
            return 0
        finally:
            self._lock.release()

    def cut(self) -> None:
        """End the connection at once; the reading thread notices and cleans up."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    # -- Inside ----------------------------------------------------------------------------

    def _shake_hands(self, environ: dict[str, Any]) -> None:
        """Accept the upgrade. No extension is taken up: messages are too small to compress,
        and an uncompressed frame is the same for every client."""
        key = environ.get("HTTP_SEC_WEBSOCKET_KEY", "").encode()
        accept = base64.b64encode(hashlib.sha1(key + _GUID).digest())  # noqa: S324 (RFC 6455)
        self._tune()
        self._socket.sendall(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n"
        )
        self.open = True

    def _tune(self) -> None:
        """Send at once, buffer little, and give up on a client that is silent or stuck for
        longer than the ping allows."""
        silence = struct.pack("ll", PING_INTERVAL + PING_TIMEOUT, 0)
        options: list[tuple[int, int, int | bytes]] = [
            (socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER),
            (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
        ]
        if _NOW:
            options.append((socket.SOL_SOCKET, socket.SO_RCVTIMEO, silence))
            options.append((socket.SOL_SOCKET, socket.SO_SNDTIMEO, silence))
        for level, option, value in options:
            with suppress(OSError):  # a Unix socket has no TCP options
                self._socket.setsockopt(level, option, value)

    def _read(self) -> bool:
        """Take in what has arrived; False when the connection is over."""
        try:
            data = self._socket.recv(_READ_SIZE)
            self._connection.receive_data(data or None)
            for event in self._connection.events():
                self._take(event)
        except (OSError, RemoteProtocolError, LocalProtocolError):
            self.open = False
        return self.open

    def _take(self, event: object) -> None:
        if isinstance(event, TextMessage):
            self._partial.append(event.data)
            if sum(map(len, self._partial)) > MAX_MESSAGE:
                self.open = False
                self._reply(CloseConnection(_TOO_BIG))
            elif event.message_finished:
                self._messages.append("".join(self._partial))
                self._partial.clear()
        elif isinstance(event, BytesMessage | CloseConnection):
            # Engine.IO's binary packets are not part of this application's protocol.
            self.open = False
            self._reply(CloseConnection(1000))
        elif isinstance(event, Ping):
            self._reply(event.response())

    def _reply(self, event: Any) -> None:
        try:
            data = self._connection.send(event)
            with self._lock:
                self._socket.sendall(data)
        except (OSError, LocalProtocolError):
            self.open = False
