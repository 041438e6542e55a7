"""The frames a server sends: unmasked, uncompressed, encoded once for however many clients."""

from __future__ import annotations

from typing import Any

NORMAL, NO_SENSE, NO_TEXT, TOO_BIG = 1000, 1002, 1007, 1009
"""Why a connection is closed (RFC 6455, section 7.4.1)."""


class Frame(bytes):
    """A ready websocket frame."""


def text_frame(text: str) -> Frame:
    """A text frame (RFC 6455, section 5.2)."""
    return Frame(_head(0x81, text.encode()))


def goodbye(code: int) -> Frame:
    """A close frame; nothing may follow it (section 5.5.1)."""
    return Frame(_head(0x88, code.to_bytes(2, "big")))


def pong(payload: bytes) -> Frame:
    """The answer to a client's ping (section 5.5.3)."""
    return Frame(_head(0x8A, payload))


def frame_of(packet: Any) -> Frame:
    """The frame of an Engine.IO packet, made once however many clients it goes to."""
    known = getattr(packet, "flipfour_frame", None)
    if isinstance(known, Frame):
        return known
    frame = text_frame(packet.encode())
    packet.flipfour_frame = frame
    return frame


def _head(kind: int, data: bytes) -> bytes:
    size = len(data)
    if size < 126:
        return bytes((kind, size)) + data
    if size < 1 << 16:
        return bytes((kind, 126)) + size.to_bytes(2, "big") + data
    return bytes((kind, 127)) + size.to_bytes(8, "big") + data
