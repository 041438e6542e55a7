"""Reads a client's frames (RFC 6455, sections 5.2 to 5.6), within bounds.

A library's reader keeps some kilobytes for each client and takes longer for the answer to a
ping than all else that a watcher costs (`tests/benchmarks/crowd.py`), hence this one; the tests
hold it against that library's writer.
"""

from __future__ import annotations

from webapp.config import MAX_MESSAGE
from webapp.sockets.frames import NO_SENSE, NO_TEXT, TOO_BIG

TEXT, BYTES, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
_CONTINUATION = 0x0

MAX_PIECES = 64
"""Fragments of one message: its size alone would let a client send empty ones for ever."""

_MAX_CONTROL = 125


class Broken(Exception):
    """The client does not keep to the protocol or its bounds; `code` is for the goodbye."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(code)


class Reader:
    """Takes bytes as they come and gives whole messages."""

    __slots__ = ("_buffer", "_kind", "_pieces", "_size")

    def __init__(self) -> None:
        self._buffer = b""
        self._kind = 0
        """Of the message that has begun; 0 for none."""
        self._pieces: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """(kind, payload) of every message that is complete now, a text's in valid UTF-8.

        Raises:
            Broken: nothing more can be read.
        """
        if not self._buffer and not self._kind and _is_one_character(data):
            return [(TEXT, bytes((data[6] ^ data[2],)))]
        self._buffer += data
        messages = []
        while (frame := self._next_frame()) is not None:
            if (message := self._take(*frame)) is not None:
                messages.append(message)
        return messages

    def _next_frame(self) -> tuple[bool, int, bytes] | None:
        """(last of its message, opcode, payload) once all of the frame is there."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        first, second = buffer[0], buffer[1]
        if first & 0x70 or not second & 0x80:  # an extension's bits, or no mask
            raise Broken(NO_SENSE)
        size, start = second & 0x7F, 2
        if size > _MAX_CONTROL:
            start = 4 if size == 126 else 10
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[2:start], "big")
        if size > MAX_MESSAGE:
            raise Broken(TOO_BIG)
        end = start + 4 + size
        if len(buffer) < end:
            return None
        mask, payload = buffer[start : start + 4], buffer[start + 4 : end]
        self._buffer = buffer[end:]
        return bool(first & 0x80), first & 0x0F, _unmasked(payload, mask)

    def _take(self, last: bool, opcode: int, payload: bytes) -> tuple[int, bytes] | None:
        if opcode & 0x8:
            if opcode not in {CLOSE, PING, PONG} or not last or len(payload) > _MAX_CONTROL:
                raise Broken(NO_SENSE)
            return opcode, payload
        if (opcode == _CONTINUATION) is not bool(self._kind) or opcode > BYTES:
            raise Broken(NO_SENSE)
        self._kind = self._kind or opcode
        self._pieces.append(payload)
        self._size += len(payload)
        if self._size > MAX_MESSAGE or len(self._pieces) > MAX_PIECES:
            raise Broken(TOO_BIG)
        if not last:
            return None
        message = self._kind, b"".join(self._pieces)
        self._kind, self._pieces, self._size = 0, [], 0
        if message[0] == TEXT:
            _require_text(message[1])
        return message


def _is_one_character(data: bytes) -> bool:
    """Whether it is a whole text frame such as the answer to Engine.IO's ping."""
    return len(data) == 7 and data[:2] == b"\x81\x81" and data[6] ^ data[2] < 0x80


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    whole = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return (int.from_bytes(payload, "big") ^ whole).to_bytes(size, "big")


def _require_text(data: bytes) -> None:
    try:
        data.decode()
    except UnicodeDecodeError:
        raise Broken(NO_TEXT) from None
