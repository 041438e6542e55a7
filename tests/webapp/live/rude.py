"""What rude clients send."""

from __future__ import annotations

WIDE = "connectfour:16x16:16"
HALF_A_HEADER = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: "
HALF_A_BODY = b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\na="
EMPTY_FRAGMENTS = b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 30_000
