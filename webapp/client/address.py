"""Where a server is, and which of its matches an address names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, urlsplit

from webapp.client.errors import ClientError

_MATCH = re.compile(r"(?P<prefix>.*?)/m/(?P<match>[A-Za-z0-9_-]+)(?:/.*)?")


@dataclass(frozen=True, slots=True)
class Address:
    """A server, behind whatever path its proxy gives it, and perhaps a match there.

    Attributes:
        origin: ``https://play.example``.
        prefix: a path such as ``/games``, empty at the top.
        watching: whether the link is for looking on.
    """

    origin: str
    prefix: str = ""
    match: str | None = None
    watching: bool = False

    @property
    def base(self) -> str:
        """What every path of the server follows."""
        return f"{self.origin}{self.prefix}"

    def of(self, match: str) -> str:
        """The link of a match."""
        return f"{self.base}/m/{match}"


def parse_address(url: str) -> Address:
    """The address that a person typed, or copied from a browser.

    Raises:
        ClientError: it is no web address.
    """
    try:
        parts = urlsplit(url.strip())
        whole = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
        (parts.hostname or "").encode("idna")
    except ValueError:
        whole = False
    if not whole or parts.username is not None:
        raise ClientError(f"{url[:80]!r} is no address like https://play.example/m/MATCH.")
    origin = f"{parts.scheme}://{parts.netloc}"
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~")
    found = _MATCH.fullmatch(path)
    if found:
        watching = "watch" in parse_qs(parts.query, keep_blank_values=True)
        return Address(origin, found["prefix"].rstrip("/"), found["match"], watching)
    return Address(origin, path.rstrip("/"))
