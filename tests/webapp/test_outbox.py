"""Straight writing, order, and the bound on what waits for a slow client."""

from __future__ import annotations

import queue
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from engineio.packet import MESSAGE, Packet
from wsproto.connection import Connection, ConnectionType
from wsproto.events import TextMessage

from webapp.sockets.outbox import MAX_BYTES, MAX_PACKETS, Outbox
from webapp.sockets.websocket import Frame, WebSocket, text_frame


class Line:
    """A websocket over a socket pair, with the far end in hand."""

    def __init__(self) -> None:
        near, self.far = socket.socketpair()
        near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self.websocket = WebSocket(lambda _: None, None)
        self.websocket._socket = near
        self.websocket.open = True
        self.outbox = Outbox()
        self.outbox.attach(self.websocket)

    def received(self, count: int) -> list[str]:
        """The next `count` texts at the far end."""
        connection = Connection(ConnectionType.CLIENT)
        texts: list[str] = []
        part = ""
        while len(texts) < count:
            connection.receive_data(self.far.recv(65536))
            for event in connection.events():
                assert isinstance(event, TextMessage)
                part += event.data
                if event.message_finished:
                    texts.append(part)
                    part = ""
        return texts

    def write_waiting(self) -> None:
        """What Engine.IO's writer thread does with all that waits."""
        while True:
            try:
                packet = self.outbox.get(block=False)
            except queue.Empty:
                return
            self.websocket.send(packet.encode())


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.far.close()
    line.websocket._socket.close()


def message(text: str) -> Packet:
    return Packet(MESSAGE, text)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 70000])
def test_a_frame_is_what_the_protocol_asks(size: int) -> None:
    connection = Connection(ConnectionType.CLIENT)
    connection.receive_data(text_frame("ü" + "x" * size))
    texts = [event for event in connection.events() if isinstance(event, TextMessage)]
    assert "".join(event.data for event in texts) == "ü" + "x" * size


def test_a_packet_is_written_straight(line: Line) -> None:
    line.outbox.put(message("hello"))
    assert line.outbox.empty()
    assert line.received(1) == ["4hello"]


def test_a_packet_for_many_is_encoded_once(line: Line) -> None:
    packet = message("hello")
    line.outbox.put(packet)
    frame: Any = packet.flipfour_frame
    line.outbox.put(packet)
    assert packet.flipfour_frame is frame
    assert line.received(2) == ["4hello", "4hello"]


def test_nothing_overtakes_what_the_writer_has_in_hand(line: Line) -> None:
    line.outbox._websocket = None
    line.outbox.put(message("first"))
    line.outbox.attach(line.websocket)
    taken = line.outbox.get(block=False)
    line.outbox.put(message("second"))
    line.websocket.send(taken.encode())
    line.write_waiting()
    assert line.received(2) == ["4first", "4second"]


def test_10_a_client_that_does_not_read_costs_a_bounded_amount(line: Line) -> None:
    for _ in range(10_000):
        line.outbox.put(message("x" * 200))
    assert line.outbox.qsize() <= MAX_PACKETS
    assert line.outbox._bytes <= MAX_BYTES
    with pytest.raises(BrokenPipeError):
        line.websocket.send(Frame(b"more"))  # its connection has been cut


def test_the_bound_counts_bytes_too(line: Line) -> None:
    for _ in range(20):
        line.outbox.put(message("x" * 30_000))
    assert line.outbox._bytes <= MAX_BYTES


def test_a_busy_socket_gets_the_rest_later_and_in_order(line: Line) -> None:
    texts = [f"{i}:" + "x" * 3000 for i in range(40)]
    for text in texts:
        line.outbox.put(message(text))
    assert not line.outbox.empty(), "the socket took all; the test needs more"
    writer = threading.Thread(target=line.write_waiting)
    writer.start()
    assert line.received(40) == [f"4{text}" for text in texts]
    writer.join()


def test_nothing_follows_a_goodbye(line: Line) -> None:
    line.websocket.close()
    line.outbox.put(message("too late"))
    line.websocket.send("too late as well")
    line.websocket.cut()
    assert line.far.recv(100) == b"\x88\x02\x03\xe8"
    assert line.far.recv(100) == b""


def test_the_writer_waits_on_while_packets_go_straight(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = iter(["written meanwhile", "nothing"])

    def wait_in_vain(*_: object) -> None:
        if next(waits) == "written meanwhile":
            line.outbox.put(message("ping"))
        raise queue.Empty

    monkeypatch.setattr(queue.Queue, "get", wait_in_vain)
    with pytest.raises(queue.Empty):
        line.outbox.get(timeout=1)
    assert list(waits) == [], "it gave up only when nothing had gone out"
    assert line.received(1) == ["4ping"]
