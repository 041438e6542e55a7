"""The line on which a server tells what happens; cut, it is knotted again."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import socketio
from socketio.exceptions import SocketIOError

from engine.formats.record import one_line
from webapp.client.errors import ClientError

if TYPE_CHECKING:
    from collections.abc import Callable

    from webapp.client.api import Api

    Deliver = Callable[[str, Any], None]
    """Hears what arrives: a message's name and fields."""

PROTOCOL = 2
"""Of the messages that this program understands."""

PATIENCE = 30.0
"""Seconds in which a server has to open its end."""

FIRST_DELAY, LONGEST_DELAY = 0.5, 5
"""Seconds between two tries to come back."""

UP, DOWN, OUTDATED, ANSWER = "up", "down", "outdated", "answer"
"""What is told beside the server's own messages; the last with what was asked and the answer."""

EVENT, CHAT = "event", "chat"
"""The messages of a server that are told."""


class Live:
    """A socket as one person; `deliver` is called from threads of its own.

    Raises:
        ClientError: the server speaks another protocol, or lets nobody in.
    """

    def __init__(self, api: Api, deliver: Deliver) -> None:
        self._api, self._deliver = api, deliver
        self._lock = threading.Lock()
        self._refused = ""
        self._socket = socketio.Client(
            reconnection_delay=FIRST_DELAY,
            reconnection_delay_max=LONGEST_DELAY,
            handle_sigint=False,
        )
        self._socket.on("connect", lambda: deliver(UP, None))
        self._socket.on("disconnect", lambda *_: deliver(DOWN, None))
        self._socket.on("connect_error", self._not_connected)
        self._socket.on("beat", lambda data: self._send("beat", data))
        self._socket.on(EVENT, lambda *data: deliver(EVENT, _first(data)))
        self._socket.on(CHAT, lambda *data: deliver(CHAT, _first(data)))
        address = api.address
        try:
            self._socket.connect(
                address.origin,
                # made anew each time, as the client takes the cookie out of what it is given
                headers=lambda: {"Cookie": api.cookie},
                auth={"protocol": PROTOCOL},
                transports=["websocket"],
                socketio_path=f"{address.prefix}/socket.io",
                wait_timeout=PATIENCE,
            )
        except SocketIOError:
            self.close()
            said = self._refused or f"{address.base} opens no line to play on."
            raise ClientError(said) from None

    def _not_connected(self, data: object = None) -> None:
        """Why the server refuses a socket; of another protocol it does so for ever."""
        if not isinstance(data, dict):
            return
        more = data.get("data")
        if isinstance(more, dict) and more.get("code") == "protocol":
            speaks = one_line(str(more.get("protocol")))
            self._refused = (
                f"The server speaks version {speaks} of the protocol, this program {PROTOCOL}:"
                " one of them is too old."
            )
            self._deliver(OUTDATED, self._refused)
        else:
            self._refused = one_line(str(data.get("message", "")))

    def ask(self, name: str, fields: dict[str, Any]) -> bool:
        """Send a message whose answer is told as `ANSWER`; False while the line is cut."""
        return self._send(name, fields, lambda *data: self._deliver(ANSWER, (fields, _first(data))))

    def _send(
        self, name: str, fields: object, answered: Callable[[Any], None] | None = None
    ) -> bool:
        with self._lock:
            try:
                self._socket.emit(name, fields, callback=answered)
            except SocketIOError:
                return False
        return True

    def close(self) -> None:
        """Leave, whether the line is cut or not."""
        self._socket.shutdown()


def _first(data: tuple[Any, ...]) -> Any:
    """What a message carries, None where that is nothing."""
    return data[0] if data else None
