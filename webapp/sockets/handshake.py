"""The beginning of a websocket (RFC 6455, section 4.2)."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webapp.sockets.head import Headers

VERSION = "13"

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # section 1.3
_KEY = 16
"""Bytes of a key."""


def refused(headers: Headers) -> tuple[str, list[tuple[str, str]]] | None:
    """Status and headers of the answer to who asks for a websocket wrongly, or None."""
    empty = ("Content-Length", "0")
    wishes = headers.get("connection", "").lower().split(",")
    if "upgrade" not in {wish.strip() for wish in wishes}:  # a proxy kept it to itself
        return "400 Bad Request", [empty]
    if headers.get("sec-websocket-version") != VERSION:
        return "426 Upgrade Required", [("Sec-WebSocket-Version", VERSION), empty]
    try:
        key = base64.b64decode(headers.get("sec-websocket-key", ""), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    return None if len(key) == _KEY else ("400 Bad Request", [empty])


def accepted(key: str) -> bytes:
    """The answer to a key. No extension is taken up: messages are too small to compress, and an
    uncompressed frame is the same for every client."""
    digest = hashlib.sha1(key.encode() + _GUID).digest()  # noqa: S324 (RFC 6455)
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Accept: " + base64.b64encode(digest) + b"\r\n\r\n"
    )
