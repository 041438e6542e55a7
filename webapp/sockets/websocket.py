"""One websocket: read when something has arrived, by nobody's thread in particular.

It takes the connection over from the HTTP server. Frames are parsed on the loop's thread, the
events of one client are handled one after the other on real threads. A client who sends faster
than it is served is not read on, so TCP slows it down.
"""

from __future__ import annotations

import socket
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from engineio.packet import Packet

from webapp.config import PING_INTERVAL, PING_TIMEOUT
from webapp.sockets.frames import NO_SENSE, NORMAL, pong, text_frame
from webapp.sockets.handshake import accepted
from webapp.sockets.outbox import READABLE
from webapp.sockets.reader import BYTES, CLOSE, PING, TEXT, Broken, Reader

if TYPE_CHECKING:
    from collections.abc import Callable

    from webapp.sockets.host import Host
    from webapp.sockets.outbox import Outbox

_SEND_BUFFER = 64 * 1024
_READ_SIZE = 4096
_PACKET_TYPES, _OURS = frozenset("0123456"), frozenset("026")
"""Engine.IO's, and those that only a server sends: open, ping and no operation."""
_PING, _PONG = text_frame("2"), (TEXT, b"3")  # Engine.IO's, in text frames

MAX_INBOX = 16
"""Messages of a client that wait to be handled before no more are read."""

HELLO_TIME = 8.0
"""Seconds a client has to enter the namespace."""


class WebSocket:
    """What Engine.IO expects of its ``websocket`` class: made with the bound handler of its
    socket, called as a WSGI application."""

    __slots__ = (
        "_born", "_credit", "_edge", "_engine", "_full", "_handled", "_heard", "_inbox",
        "_outbox", "_reader", "_socket", "_tired", "_watcher",
    )  # fmt: skip

    def __init__(self, handler: Callable[[Any], Any], _server: Any) -> None:
        self._engine: Any = handler.__self__  # type: ignore[attr-defined]
        self._outbox: Outbox = self._engine.queue
        self._reader = Reader()
        self._inbox: deque[str | None] = deque()
        self._handled = True
        """Whether no thread of the pool has it; the loop alone takes this back."""
        self._full = False
        self._credit = 1.0
        self._tired = False
        self._born = self._heard = time.monotonic()

    def __call__(self, environ: dict[str, Any], start_response: object) -> list[bytes]:
        take_over = environ.get("flipfour.take_over")
        if take_over is None:
            raise RuntimeError("This web server does not hand out its sockets.")
        self._edge: Host
        self._socket: socket.socket
        self._edge, self._socket = take_over()
        self._credit = self._edge.pace.burst
        self._engine.connected = self._engine.upgraded = True
        self._tune()
        self._watcher: Any = self._edge.loop.watch(self._socket.fileno(), READABLE)
        self._watcher.start(self._readable)
        self._edge.add(self)
        self._outbox.attach(self._socket, self.drop, accepted(environ["HTTP_SEC_WEBSOCKET_KEY"]))
        return []

    # -- On the loop's thread --------------------------------------------------------------

    def beat(self, now: float) -> None:
        """Once in a while: ask whether the client is there, drop one who is silent."""
        if now - self._heard > PING_INTERVAL + PING_TIMEOUT:
            self.drop()
        else:
            self._outbox.send(_PING)

    def is_known(self, now: float) -> bool:
        """Whether the client has entered the namespace; too late, it is sent away."""
        manager = self._edge.socketio.manager
        if manager.sid_from_eio_sid(self._engine.sid, "/") is not None:
            return True
        if now - self._born > HELLO_TIME:
            self._outbox.say_goodbye(NORMAL)
        return False

    def drop(self) -> None:
        """End the connection at once. May be called twice."""
        if self._watcher is None:
            return
        self._watcher.close()
        self._watcher = None
        self._edge.remove(self)
        self._outbox.close()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._inbox.append(None)
        self._handle()

    def _readable(self) -> None:
        try:
            data = self._socket.recv(_READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.drop()
            return
        before, self._heard = self._heard, time.monotonic()
        pace = self._edge.pace
        self._credit = min(pace.burst, self._credit + (self._heard - before) * pace.rate)
        try:
            for message in self._reader.feed(data):
                self._credit -= 1
                if message != _PONG:
                    self._take(*message)
        except Broken as error:
            self._outbox.say_goodbye(error.code)
        if self._credit < 0:
            self._tire()
        if len(self._inbox) > MAX_INBOX and self._watcher is not None:
            self._watcher.stop()
            self._full = True
        self._handle()

    def _tire(self) -> None:
        """Read no more until there is credit again; TCP has the client wait."""
        if self._watcher is not None:
            self._watcher.stop()
            self._tired = True
            self._edge.loop.later(-self._credit / self._edge.pace.rate, self._recover)

    def _recover(self) -> None:
        self._tired = False
        self._read_on()

    def _read_on(self) -> None:
        idle = self._watcher is not None and not self._watcher.active
        if idle and not self._tired and len(self._inbox) <= MAX_INBOX:
            self._full = False
            self._watcher.start(self._readable)

    def _take(self, kind: int, payload: bytes) -> None:
        """What is no packet at all ends the connection: Engine.IO would fall over it."""
        if kind == TEXT:
            text = payload.decode()
            if text[:1] not in _PACKET_TYPES:
                raise Broken(NO_SENSE)
            if text[:1] not in _OURS:
                self._inbox.append(text)
        elif kind in {BYTES, CLOSE}:  # Engine.IO's binary packets are no part of our protocol
            raise Broken(NORMAL)
        elif kind == PING:
            self._outbox.send(pong(payload))

    def _handle(self) -> None:
        """Have what has arrived handled, unless that goes on already; here what takes no
        waiting, as to hand it to a thread and back takes as long as most of it."""
        while self._handled and self._inbox:
            text = self._inbox[0]
            if text is not None and self._edge.at_once(self._engine, text):
                self._inbox.popleft()
            else:
                self._handled = False
                self._edge.workers.do(self._work)
        if self._handled and self._full:
            self._read_on()

    # -- On a worker's thread --------------------------------------------------------------

    def _work(self) -> None:
        """Handle one message: who has many waits behind those of all others."""
        try:
            self._receive(self._inbox.popleft())
        finally:
            if self._inbox:
                self._edge.workers.do_later(self._work)
            else:
                self._rest()

    def _rest(self) -> None:
        """All is handled; what has come at this very moment the loop hands over anew."""
        self._handled = True
        if self._inbox:
            self._edge.loop.call(self._handle)
        elif self._full:
            self._edge.loop.call(self._read_on)

    def _receive(self, text: str | None) -> None:
        engine = self._engine
        if text is None:
            engine.close(wait=False, abort=True, reason=engine.server.reason.TRANSPORT_CLOSE)
            engine.server.sockets.pop(engine.sid, None)
        elif not engine.closed:
            engine.receive(Packet(encoded_packet=text))

    # -- The beginning ---------------------------------------------------------------------

    def _tune(self) -> None:
        """Send at once and buffer little."""
        self._socket.setblocking(False)
        for level, option, value in (
            (socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER),
            (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
        ):
            with suppress(OSError):  # a Unix socket has no TCP options
                self._socket.setsockopt(level, option, value)
