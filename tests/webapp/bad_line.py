"""A line that misbehaves: a proxy between websocket clients and a server which cuts connections
and delays, doubles and swaps whole frames. Nothing is lost but by a cut, as over TCP."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

HELD = 0.05
"""Seconds after which a frame goes on though none has come that could overtake it."""

EVENT, ANSWER = b"42", b"43"
"""How Socket.IO's packets begin that may be touched; others open and keep a connection."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How probable each is for a frame, and the longest delay in seconds."""

    cut: float = 0.025
    delay: float = 0.2
    double: float = 0.05
    swap: float = 0.05
    longest: float = 0.06


class Cut(Exception):
    """The line breaks."""


class BadLine:
    """Listens on a port of its own, `address`, for the server at `target`; `told` counts."""

    def __init__(self, target: str, faults: Faults, rng: random.Random) -> None:
        self._target = urlsplit(target)
        self._faults = faults
        self._rng = rng
        self._server: asyncio.Server
        self._open: set[asyncio.Task[None]] = set()
        self.told: Counter[str] = Counter()
        self.address = ""

    async def __aenter__(self) -> BadLine:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for way in tuple(self._open):
            way.cancel()
        while self._open:
            await asyncio.sleep(0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self._target.hostname, self._target.port)
        ways = [
            asyncio.ensure_future(self._carry(reader, back)),
            asyncio.ensure_future(self._carry(there, writer)),
        ]
        self._open.update(ways)
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        self._open.difference_update(ways)
        for end in (writer, back):
            end.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One direction, until an end closes it or a fault cuts it."""
        with suppress(asyncio.IncompleteReadError, ConnectionError, Cut):
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            held: bytes | None = None
            frames = _frames(reader)
            coming = asyncio.ensure_future(anext(frames))
            try:
                while True:
                    await asyncio.wait([coming], timeout=None if held is None else HELD)
                    if not coming.done():
                        writer.write(held or b"")
                        held = None
                        continue
                    frame, touchable = coming.result()
                    coming = asyncio.ensure_future(anext(frames))
                    held = await self._pass_on(writer, frame, held, touchable=touchable)
            finally:
                coming.cancel()

    async def _pass_on(
        self, writer: asyncio.StreamWriter, frame: bytes, held: bytes | None, *, touchable: bool
    ) -> bytes | None:
        """Write a frame, or hold it back; answers what is held now."""
        rng, faults = self._rng, self._faults
        if touchable and rng.random() < faults.cut:
            self.told["cut"] += 1
            raise Cut
        if touchable and rng.random() < faults.delay:
            self.told["delay"] += 1
            await asyncio.sleep(rng.uniform(0, faults.longest))
        if touchable and held is None and rng.random() < faults.swap:
            return frame
        writer.write(frame)
        if touchable and rng.random() < faults.double:
            self.told["double"] += 1
            writer.write(frame)
        if held is not None:
            self.told["swap"] += 1
            writer.write(held)
        await writer.drain()
        return None


async def _frames(reader: asyncio.StreamReader) -> AsyncIterator[tuple[bytes, bool]]:
    """Whole websocket frames (RFC 6455, section 5.2), and whether each may be touched."""
    while True:
        head = await reader.readexactly(2)
        size = head[1] & 0x7F
        if size >= 126:
            more = await reader.readexactly(2 if size == 126 else 8)
            head, size = head + more, int.from_bytes(more, "big")
        mask = await reader.readexactly(4) if head[1] & 0x80 else b""
        body = await reader.readexactly(size)
        begin = bytes(b ^ m for b, m in zip(body, mask, strict=False)) if mask else body
        yield head + mask + body, head[0] & 0xF == 1 and begin.startswith((EVENT, ANSWER))
