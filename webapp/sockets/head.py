"""The head of an HTTP request, and what an open socket keeps of it."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urlsplit

MAX_HEADERS = 32 * 1024
"""Bytes of a request's headers."""

_ONCE = frozenset({"host", "content-length", "transfer-encoding"})
"""Headers that are not to be given twice, be it that they say the same: gevent takes two codings
for none, and would read the body as the next request."""


class Headers(dict[str, str]):
    """A request's headers as gevent's handler asks for them, by names in small letters.

    The standard library reads them as an e-mail's, which takes a sixth of opening a websocket.

    Raises:
        ValueError: they are no headers, too long, break off, or could be read as another request's
            by a proxy before us: two hosts or lengths, a length that is no plain number.
    """

    status = ""

    def __init__(self, file: Any) -> None:
        super().__init__()
        self.headers: list[str] = []
        left = MAX_HEADERS
        while (line := file.readline(left + 1)) not in {b"\r\n", b"\n"}:
            left -= len(line)
            name, colon, value = line.decode("latin-1").partition(":")
            if left < 0 or not colon or name != name.strip() or not name:
                raise ValueError("These are no headers, or too many.")
            value = value.removesuffix("\n").removesuffix("\r").strip(" \t")
            if "\0" in value or "\r" in value:  # RFC 9110, section 5.5
                raise ValueError("A value holds the end of another.")
            self.headers.append(f"{name}: {value}")
            name = name.lower()
            if name in _ONCE and name in self:
                raise ValueError("It is for two, or the length is ambiguous.")
            if name == "connection" and name in self:  # a list, which proxies add to
                value = f"{self[name]}, {value}"
            self[name] = value
        self._check_length()

    def _check_length(self) -> None:
        """RFC 9112, section 6: who reads a length otherwise finds another request behind it."""
        length, coding = self.get("content-length"), self.get("transfer-encoding")
        if length is not None and not (length.isascii() and length.isdigit()):
            raise ValueError("The length is no number.")
        if coding is not None and (coding.lower() != "chunked" or length is not None):
            raise ValueError("Nobody knows how long the body is.")

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name.lower(), default)

    getheader = get

    def name_host(self, host: str) -> None:
        """Let the request be for `host`, whatever it named before."""
        self["host"] = host
        others = [line for line in self.headers if not line.lower().startswith("host:")]
        self.headers = [*others, f"Host: {host}"]

    @property
    def typeheader(self) -> str | None:
        return super().get("content-type")


_KEPT = frozenset(
    {
        *("REQUEST_METHOD", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING", "REMOTE_ADDR"),
        *("SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL"),
        *("HTTP_HOST", "HTTP_ORIGIN", "HTTP_COOKIE", "HTTP_UPGRADE", "HTTP_CONNECTION"),
        *("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST"),
        *("HTTP_SEC_WEBSOCKET_KEY", "wsgi.version", "wsgi.url_scheme", "wsgi.errors"),
    }
)


def slim(environ: dict[str, Any]) -> dict[str, Any]:
    """What an open socket still needs of the request it began with, for as long as it is open."""
    kept = {name: value for name, value in environ.items() if name in _KEPT}
    return kept | {"wsgi.input": io.BytesIO(), "wsgi.multithread": True}


def origin_form(target: str) -> tuple[str, str]:
    """What a request is for, as path and query, and the host that it names by itself, if it does
    (RFC 9112, section 3.2.2).

    Raises:
        ValueError: it names an empty host.
    """
    if not target.lower().startswith(("http://", "https://")):
        return target, ""
    parts = urlsplit(target)
    if not parts.netloc:
        raise ValueError("A whole address names a host.")
    return f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}", parts.netloc


def environ_of(target: str, headers: Headers, address: object) -> dict[str, Any]:
    """The part of a WSGI environment that a GET with these headers makes; of headers that come
    twice as gevent's handler joins them, and no names that a proxy would not let through."""
    path, _, query = target.partition("?")
    made = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": str(address[0]) if isinstance(address, tuple) else "",
    }
    for line in headers.headers:
        name, _, value = line.partition(":")
        key, value = "HTTP_" + name.upper().replace("-", "_"), value.strip()
        if "_" in name or key not in _KEPT:
            continue
        if key in made:
            value = made[key] + ("; " if key == "HTTP_COOKIE" else ",") + value
        made[key] = value
    return made
