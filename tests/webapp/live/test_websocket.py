"""The websocket under clients that are slow, rude or fragmented."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Event,
    Message,
    Ping,
    Pong,
    Request,
    TextMessage,
)

from tests.webapp.browsers import PATIENCE, Person, wait_until
from tests.webapp.conftest import Running
from webapp.config import MAX_MESSAGE
from webapp.sockets import websocket
from webapp.sockets.broadcast import emit


class RawClient:
    """A websocket whose every frame is in the test's hand."""

    def __init__(self, address: str) -> None:
        place = urlsplit(address)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(PATIENCE)
        self.socket.connect((place.hostname, place.port))
        self.connection = WSConnection(ConnectionType.CLIENT)
        self._events: list[Event] = []
        target = "/socket.io/?EIO=4&transport=websocket"
        self.send(Request(host=place.netloc, target=target))

    def send(self, event: Event) -> None:
        self.socket.sendall(self.connection.send(event))

    def next(self) -> Event:
        while not self._events:
            data = self.socket.recv(65536)
            assert data, "the server has hung up"
            self.connection.receive_data(data)
            self._events += self.connection.events()
        return self._events.pop(0)

    def next_of(self, kind: type[Event]) -> Any:
        while True:
            event = self.next()
            if isinstance(event, kind):
                return event

    def join(self) -> RawClient:
        """Shake hands and enter the namespace."""
        assert isinstance(self.next(), AcceptConnection)
        self.send(TextMessage('40{"protocol":2}'))
        while not self.next_of(TextMessage).data.startswith("40"):
            pass
        return self

    def call(self, event: str, data: object) -> Any:
        self.send(TextMessage(f"421{json.dumps([event, data])}"))
        while True:
            text = self.next_of(TextMessage).data
            if text.startswith("431"):
                return json.loads(text[3:])[0]


@pytest.fixture
def raw(running: Running) -> Iterator[Callable[[], RawClient]]:
    clients: list[RawClient] = []

    def make() -> RawClient:
        clients.append(RawClient(running.address))
        return clients[-1]

    yield make
    for client in clients:
        client.socket.close()


def test_no_compression_is_taken_up(raw: Callable[[], RawClient]) -> None:
    accepted = raw().next()
    assert isinstance(accepted, AcceptConnection)
    assert accepted.extensions == []


def test_a_message_in_pieces_is_one_message(raw: Callable[[], RawClient]) -> None:
    client = raw().join()
    client.send(Message(data='421["no ', message_finished=False))
    client.send(Ping(b"hello"))
    client.send(Message(data='such"]', message_finished=True))
    assert client.next_of(Pong).payload == b"hello"
    assert "unknown_event" in client.next_of(TextMessage).data


@pytest.mark.parametrize(
    "said",
    ['["act",{"ply":' + "9" * 101 + "}]", '["act",{"match":', "", "{}", "[]", '"act"', "[" * 9000],
    ids=["huge", "broken", "nothing", "object", "empty", "text", "deep"],
)
def test_an_event_that_cannot_be_read_is_answered(raw: Callable[[], RawClient], said: str) -> None:
    client = raw().join()
    client.send(TextMessage(f"427{said}"))
    while not (text := client.next_of(TextMessage).data).startswith("437"):
        pass
    assert json.loads(text[3:])[0]["code"] == "malformed"
    assert client.call("pulse", {}) == {"ok": True}


def test_a_message_beyond_the_limit_ends_the_connection(
    raw: Callable[[], RawClient], running: Running
) -> None:
    client = raw().join()
    client.send(Message(data="x" * MAX_MESSAGE, message_finished=False))
    client.send(Message(data="x" * 10, message_finished=False))
    assert client.next_of(CloseConnection).code == 1009
    wait_until(lambda: len(running.services.crowd) == 0)


@pytest.mark.parametrize("event", [BytesMessage(b"\x00"), CloseConnection(1000)], ids=["b", "c"])
def test_bytes_and_goodbyes_end_the_connection(
    raw: Callable[[], RawClient], running: Running, event: Event
) -> None:
    client = raw().join()
    client.send(event)
    assert client.next_of(CloseConnection).code == 1000
    wait_until(lambda: len(running.services.crowd) == 0)


def test_junk_packets_do_not_hurt(raw: Callable[[], RawClient]) -> None:
    client = raw().join()
    for text in ("4", "42", "42{", "42[]", "42[5]", "45-", "6", "2", "42" + "[" * 3000, "4é"):
        client.send(TextMessage(text))
    assert client.call("zz", 1)["code"] == "unknown_event"


@pytest.mark.parametrize("text", ["", "x", "9", "b!!!", "é"])
def test_what_is_no_packet_ends_the_connection(
    raw: Callable[[], RawClient], running: Running, text: str
) -> None:
    client = raw().join()
    client.send(TextMessage(text))
    assert client.next_of(CloseConnection).code == 1002
    wait_until(lambda: len(running.services.crowd) == 0)


def test_a_client_that_does_not_read_is_dropped(
    raw: Callable[[], RawClient], running: Running, visitor: Any
) -> None:
    match = visitor().create(seat0="me", seat1="me")
    client, reader = raw().join(), raw().join()
    for one in (client, reader):
        assert one.call("watch", {"match": match})["ok"]
    server = running.app.extensions["socketio"].server
    assert len(running.services.crowd.sids(match)) == 2
    for number in range(2000):
        emit(server, "event", {"n": number, "text": "x" * 1000}, to=match)
        while f'"n":{number},' not in reader.next_of(TextMessage).data:
            pass
        if len(running.services.crowd.sids(match)) == 1:
            break
    wait_until(lambda: len(running.services.crowd.sids(match)) == 1)
    assert reader.call("watch", {"match": match})["ok"], "the others are not disturbed"


def test_who_says_no_hello_is_sent_away(
    raw: Callable[[], RawClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "HELLO_TIME", 0.5)
    silent, known = raw(), raw().join()
    assert silent.next_of(CloseConnection).code == 1000
    assert known.call("zz", 1)["code"] == "unknown_event"


def test_a_request_that_is_no_websocket_is_refused(visitor: Any) -> None:
    answer = visitor().client.get("/socket.io/?EIO=4&transport=polling")
    assert answer.status_code == 400


def test_who_sends_far_too_much_is_read_slowly(
    raw: Callable[[], RawClient],
    person: Callable[[], Person],
    running: Running,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Twice what is allowed is refused with a sentence; the rest waits at the client's own side."""
    limits, asked = running.services.limits, list[Any]()
    spend = limits.spend
    monkeypatch.setattr(limits, "spend", lambda *what: asked.append(what) or spend(*what))
    rude = raw().join()
    flood = b"".join(rude.connection.send(TextMessage('421["pulse"]')) for _ in range(5000))

    def send() -> None:
        with suppress(OSError):
            rude.socket.sendall(flood)

    def read() -> None:
        with suppress(OSError):
            while rude.socket.recv(65536):
                pass

    for part in (send, read):
        threading.Thread(target=part, daemon=True).start()
    wait_until(lambda: len(asked) > limits.pace("messages").burst)
    assert person().call("pulse")["ok"]
    assert len(asked) < 2500
