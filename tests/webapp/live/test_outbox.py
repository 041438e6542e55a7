"""Straight writing, order, and the bound on what waits for a slow client."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from engineio.packet import MESSAGE, Packet
from wsproto.connection import Connection, ConnectionType
from wsproto.events import TextMessage

from webapp.sockets.frames import NORMAL, text_frame
from webapp.sockets.outbox import MAX_BYTES, MAX_PACKETS, Outbox


class LoopInHand:
    """Calls at once what is handed over, and watches nothing by itself."""

    def __init__(self) -> None:
        self.active = False
        self.writable: Callable[[], None]

    def call(self, function: Callable[..., None], *arguments: Any) -> None:
        function(*arguments)

    def watch(self, _descriptor: int, _events: int) -> LoopInHand:
        return self

    def start(self, writable: Callable[[], None]) -> None:
        self.active, self.writable = True, writable

    def stop(self) -> None:
        self.active = False

    def close(self) -> None:
        self.active = False


class Line:
    """An outbox over a socket pair, with the far end and the loop in hand."""

    def __init__(self) -> None:
        self.near, self.far = socket.socketpair()
        self.near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self.near.setblocking(False)
        self.loop: Any = LoopInHand()
        self.lost = False
        self.outbox = Outbox(self.loop)
        self.parser = Connection(ConnectionType.CLIENT)

    def attach(self, first: bytes = b"") -> None:
        self.outbox.attach(self.near, self.lose, first)

    def lose(self) -> None:
        self.lost = True
        self.outbox.close()
        self.near.close()

    def received(self, count: int) -> list[str]:
        """The next `count` texts at the far end; the near one writes whenever it may."""
        texts: list[str] = []
        part = ""
        while len(texts) < count:
            self.parser.receive_data(self.far.recv(65536))
            for event in self.parser.events():
                assert isinstance(event, TextMessage)
                part += event.data
                if event.message_finished:
                    texts.append(part)
                    part = ""
            if self.loop.active:
                self.loop.writable()
        return texts


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.far.close()
    line.near.close()


def message(text: str) -> Packet:
    return Packet(MESSAGE, text)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 70000])
def test_a_frame_is_what_the_protocol_asks(size: int) -> None:
    connection = Connection(ConnectionType.CLIENT)
    connection.receive_data(text_frame("ü" + "x" * size))
    texts = [event for event in connection.events() if isinstance(event, TextMessage)]
    assert "".join(event.data for event in texts) == "ü" + "x" * size


def test_a_packet_is_written_straight(line: Line) -> None:
    line.attach()
    line.outbox.put(message("hello"))
    assert line.outbox.waiting == (0, 0)
    assert line.received(1) == ["4hello"]


def test_a_packet_for_many_is_encoded_once(line: Line) -> None:
    line.attach()
    packet = message("hello")
    line.outbox.put(packet)
    frame: Any = packet.flipfour_frame
    line.outbox.put(packet)
    assert packet.flipfour_frame is frame
    assert line.received(2) == ["4hello", "4hello"]


def test_what_was_put_before_the_upgrade_follows_its_answer(line: Line) -> None:
    line.outbox.put(message("hello"))
    line.attach(text_frame("first"))
    assert line.received(2) == ["first", "4hello"]


def test_a_client_that_does_not_read_costs_a_bounded_amount(line: Line) -> None:
    line.attach()
    most = 0
    for _ in range(10_000):
        line.outbox.put(message("x" * 200))
        most = max(most, line.outbox.waiting[0])
    assert line.lost, "its connection has been cut"
    assert most <= MAX_PACKETS
    assert line.outbox.waiting[0] == 0, "and nothing is kept for it"


def test_the_bound_counts_bytes_too(line: Line) -> None:
    line.attach()
    for _ in range(20):
        line.outbox.put(message("x" * 30_000))
        assert line.outbox.waiting[1] <= MAX_BYTES
    assert line.lost


def test_a_busy_socket_gets_the_rest_later_and_in_order(line: Line) -> None:
    line.attach()
    texts = [f"{i}:" + "x" * 3000 for i in range(40)]
    for text in texts:
        line.outbox.put(message(text))
    assert line.outbox.waiting[0], "the socket took all; the test needs more"
    assert line.received(40) == [f"4{text}" for text in texts]
    assert line.outbox.waiting == (0, 0)
    assert not line.loop.active, "nobody is woken for nothing"


def test_nothing_follows_a_goodbye(line: Line) -> None:
    line.attach()
    line.outbox.put(None)
    line.outbox.put(message("too late"))
    assert line.far.recv(100) == b"\x88\x02\x03\xe8"
    assert line.far.recv(100) == b""


def test_a_goodbye_waits_for_what_comes_before_it(line: Line) -> None:
    line.attach()
    for number in range(9):
        line.outbox.put(message(f"{number}" + "x" * 3000))
    line.outbox.say_goodbye(NORMAL)
    line.outbox.put(message("too late"))
    assert not line.lost
    stream = b""
    while not line.lost:
        stream += line.far.recv(65536)
        line.loop.writable()
    while data := line.far.recv(65536):
        stream += data
    assert stream.count(b"x") == 9 * 3000
    assert stream.endswith(b"\x88\x02\x03\xe8")


def test_a_client_that_is_gone_is_noticed_when_it_is_written_to(line: Line) -> None:
    line.attach()
    line.far.close()
    line.outbox.put(message("hello?"))
    assert line.lost
