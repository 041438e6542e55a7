"""Many clients on one thread: bare Socket.IO over bare websockets, so that their own cost is
small and nothing is done to help the server."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.parse import urlsplit

PATIENCE = 120.0
"""Seconds for all of a crowd to come in, or for one answer."""

T = TypeVar("T")
P = TypeVar("P", bound=asyncio.Protocol)

_MASK = b"\1\2\3\4"


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` on a thread of its own: a browser's test leaves a running loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def frame(text: str) -> bytes:
    """A client's masked text frame of less than 64 KiB (RFC 6455, section 5.2)."""
    data = text.encode()
    size = len(data)
    head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    whole = int.from_bytes((_MASK * (size // 4 + 1))[:size], "big")
    return head + _MASK + (int.from_bytes(data, "big") ^ whole).to_bytes(size, "big")


def compact(value: object) -> str:
    """JSON without blanks."""
    return json.dumps(value, separators=(",", ":"))


def upgrade(address: str, cookie: str = "") -> bytes:
    """The request that begins a websocket."""
    place = urlsplit(address).netloc
    lines = [
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
        f"Host: {place}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Client(asyncio.Protocol):
    """One page: enters, asks, and keeps the versions of a match's events with their moments."""

    def __init__(self, address: str, cookie: str = "") -> None:
        self._request = upgrade(address, cookie)
        self._buffer = b""
        self._upgraded = False
        self._asked = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._transport: asyncio.Transport
        self.entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.events: list[tuple[int, float]] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost.set_result(None)
        for waiting in (self.entered, *self._answers.values()):
            if not waiting.done():
                waiting.set_exception(ConnectionError("The server has hung up."))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._upgraded:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._transport.abort()
                return
            self._upgraded, self._buffer = True, rest
        while (text := self._next()) is not None:
            self._take(text)

    def _next(self) -> str | None:
        """The next whole frame, as a text; nothing but a goodbye is none of ours."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start or len(buffer) < start + size:
            return None
        self._buffer = buffer[start + size :]
        return buffer[start : start + size].decode() if buffer[0] & 0xF == 1 else ""

    def _take(self, text: str) -> None:
        if text == "2":
            self._transport.write(frame("3"))
        elif text.startswith("0"):
            self._transport.write(frame('40{"protocol":2}'))
        elif text.startswith("40") and not self.entered.done():
            self.entered.set_result(None)
        elif text.startswith("43"):
            number, _, rest = text[2:].partition("[")
            answer = self._answers.pop(int(number))
            if not answer.done():  # whoever asked may wait no more
                answer.set_result(json.loads(f"[{rest}")[0])
        elif text.startswith('42["event"'):
            self.events.append((json.loads(text[2:])[1]["v"], time.perf_counter()))

    async def ask(self, event: str, data: Mapping[str, Any]) -> Any:
        """Send an event; its acknowledgement."""
        self._asked += 1
        number = self._asked
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        self._transport.write(frame(f"42{number}{json.dumps([event, data])}"))
        return await asyncio.wait_for(answer, PATIENCE)

    def send_raw(self, data: bytes) -> None:
        self._transport.write(data)

    def close(self) -> None:
        self._transport.abort()


async def enter(address: str, cookie: str = "") -> Client:
    """A client in the application's namespace."""
    client = await connect(address, lambda: Client(address, cookie))
    await asyncio.wait_for(client.entered, PATIENCE)
    return client


async def connect(address: str, make: Callable[[], P]) -> P:
    place = urlsplit(address)
    loop = asyncio.get_running_loop()
    _, protocol = await loop.create_connection(make, place.hostname, place.port)
    return protocol


async def watchers(address: str, match: str, count: int, at_once: int = 16) -> list[Client]:
    """So many strangers who look on at a match."""
    turn = asyncio.Semaphore(at_once)

    async def come() -> Client:
        async with turn:
            client = await enter(address)
            answer = await client.ask("watch", {"match": match})
            assert answer["ok"], answer
            return client

    return list(await asyncio.gather(*(come() for _ in range(count))))


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that announces itself to nobody."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)
