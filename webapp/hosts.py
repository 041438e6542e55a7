"""The names and addresses this server answers to, and what it calls itself.

A request that names another host is refused before anything looks at it: a foreign name in
the Host header would else stand in invitation links, and a page whose name is pointed at this
machine could read private pages ("DNS rebinding").
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from werkzeug.wrappers import Request, Response

from webapp.audit import note

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from webapp.config import Config

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
"""How this machine calls itself."""

PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked by machines that know an address only; what they answer names no host."""

SENTENCE = (
    "This server does not answer to that name. Whoever runs it can add the name with --origin."
)


def hostname(netloc: str) -> str:
    """The name or address of ``name:port``, in small letters; empty where it is none, or more."""
    try:
        found = urlsplit(f"//{netloc}")
        whole = found.netloc == netloc and found.username is None
        return (found.hostname or "").rstrip(".") if whole and found.port != 0 else ""
    except ValueError:  # brackets that hold no address, or a port that is none
        return ""


def netloc(origin: str) -> str:
    """Host and port of an origin, empty where it is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


class Hosts:
    """What a configuration says of hosts and origins."""

    def __init__(self, config: Config) -> None:
        self._origins = config.origins
        self._behind_proxies = config.proxies > 0
        declared = {hostname(netloc(origin)) for origin in config.origins}
        self._names = LOCAL | {name.lower() for name in config.hosts} | declared

    def answers_to(self, host: str) -> bool:
        """Whether a request may name this host."""
        return hostname(host) in self._names

    def is_own(self, origin: str, host: str) -> bool:
        """Whether a page of this origin, asking for `host`, is one of this server's."""
        return (bool(host) and netloc(origin) == host) or origin in self._origins

    def root(self, scheme: str, host: str) -> str:
        """What links to this server begin with, for someone who came by `host`."""
        for origin in self._origins:
            if netloc(origin) == host:
                return origin
        if self._origins and self._behind_proxies and hostname(host) in LOCAL:
            return self._origins[0]  # a proxy that does not pass the name on
        return f"{scheme}://{host}"


class HostGate:
    """Lets through to `app` what names one of our hosts. WSGI."""

    def __init__(self, app: WSGIApplication, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST") or environ.get("SERVER_NAME", "")
        if environ.get("PATH_INFO") in PROBES or self._hosts.answers_to(host):
            return self._app(environ, start_response)
        note("refused", code="host", status=400, address=Request(environ).remote_addr)
        headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        return Response(f"{SENTENCE}\n", 400, headers)(environ, start_response)
