"""Where connections come in. Whoever asks for a websocket in one piece gets it at once.

All others get a greenlet that reads their request. Making one, with its stack and a whole reader
of HTTP, took a quarter of the time to open a websocket.
"""

from __future__ import annotations

import io
import logging
import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from webapp.sockets.handshake import refused
from webapp.sockets.head import Headers, environ_of, slim
from webapp.sockets.outbox import READABLE

if TYPE_CHECKING:
    from webapp.sockets.host import Host

log = logging.getLogger(__name__)

PEEK = 8192
"""Bytes of a head that is looked at in one piece; a browser's has a thousand."""

_ASKS = b"GET /socket.io/?"
_UPGRADES = b"\r\nupgrade: websocket\r\n"


class Waiting(Protocol):
    """Somebody who has not said all that he wants."""

    def turn_away(self) -> None:
        """End the connection."""


class Doorstep:
    """Those of whom no whole request has come, the oldest first."""

    def __init__(self) -> None:
        self._since: dict[Waiting, float] = {}

    def add(self, who: Waiting) -> None:
        self._since.pop(who, None)
        self._since[who] = time.monotonic()

    def remove(self, who: Waiting) -> None:
        self._since.pop(who, None)

    def make_room(self, newest: Waiting | None = None) -> bool:
        """Turn the one away who waits for longest, unless that is the newest; whether there
        was one."""
        oldest = next(iter(self._since), newest)
        if oldest is newest or oldest is None:
            return False
        self._turn_away(oldest)
        return True

    def tidy(self, patience: float) -> None:
        """Turn away who has waited for so many seconds."""
        end = time.monotonic() - patience
        for who in [who for who, since in self._since.items() if since < end]:
            self._turn_away(who)

    def clear(self) -> None:
        for who in list(self._since):
            self._turn_away(who)

    def _turn_away(self, who: Waiting) -> None:
        self.remove(who)
        who.turn_away()


class House(Protocol):
    """The HTTP server, as those see it who come to it."""

    @property
    def edge(self) -> Host: ...
    @property
    def doorstep(self) -> Doorstep: ...

    def get_environ(self) -> dict[str, Any]:
        """The part of an environment that is the same for all."""

    def serve(self, connected: socket.socket, address: object) -> None:
        """Have a connection's requests read and answered."""


class Newcomer:
    """A connection that has not said anything yet."""

    __slots__ = ("_address", "_house", "_socket", "_taken", "_watcher")

    def __init__(self, connected: socket.socket, address: object, house: House) -> None:
        self._socket, self._address, self._house = connected, address, house
        self._taken = False
        connected.setblocking(False)
        self._watcher = house.edge.loop.watch(connected.fileno(), READABLE)
        self._watcher.start(self._readable)

    def turn_away(self) -> None:
        self._watcher.close()
        self._socket.close()

    def _readable(self) -> None:
        try:
            data = self._socket.recv(PEEK, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._watcher.close()
        self._house.doorstep.remove(self)
        head, end, _ = data.partition(b"\r\n\r\n")
        if end and head.startswith(_ASKS) and _UPGRADES in head.lower() + b"\r\n":
            self._socket.recv(len(head) + len(end))
            self._open(head)
        elif data:
            self._house.serve(self._socket, self._address)
        else:
            self._socket.close()

    def _open(self, head: bytes) -> None:
        """Engine.IO takes the connection over or refuses it, without waiting for anything."""
        try:
            self._socket_for(head)
        except Exception as error:
            log.error("The request of %s failed: %r", self._address, error)
        if not self._taken:
            self._socket.close()

    def _socket_for(self, head: bytes) -> None:
        line, _, rest = head.partition(b"\r\n")
        words = line.decode("latin-1").split(" ")
        try:
            headers = Headers(io.BytesIO(rest + b"\r\n\r\n"))
        except ValueError:
            headers = None
        if headers is None or len(words) != 3 or words[2] != "HTTP/1.1":
            self._say("400 Bad Request", [("Content-Length", "0")], b"")
            return
        if (wrong := refused(headers)) is not None:
            self._say(*wrong, b"")
            return
        environ = slim(self._house.get_environ()) | environ_of(words[1], headers, self._address)
        environ["flipfour.take_over"] = self._take_over
        response: list[Any] = []

        def start_response(*answer: Any) -> Any:
            response.extend(answer)

        body = self._house.edge.application(environ, start_response)
        del environ["flipfour.take_over"]
        if not self._taken:
            self._say(response[0], response[1], b"".join(body))

    def _take_over(self) -> tuple[Host, socket.socket]:
        self._taken = True
        return self._house.edge, self._socket

    def _say(self, status: str, headers: list[tuple[str, str]], body: bytes) -> None:
        """The last word; whoever does not take it at once goes without."""
        fields = [("Connection", "close"), *headers]
        lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in fields), "", ""]
        with suppress(OSError):
            self._socket.send("\r\n".join(lines).encode("latin-1") + body)
