"""How the signed cookie travels: by which name, over what, and past no cache."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from flask import request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

if TYPE_CHECKING:
    from datetime import datetime

    from _typeshed.wsgi import WSGIEnvironment
    from flask import Flask, Request, Response
    from flask.sessions import SessionMixin
    from itsdangerous import URLSafeTimedSerializer

HOST_ONLY = "__Host-"
"""Begins the name of a cookie that browsers take only over https, from and for one host
(RFC 6265bis, section 4.1.3.2); no neighbour under the same domain can set it."""


SAID = "flipfour.session"
"""Where a socket's environment keeps what its cookie said."""


def is_expired(signed: datetime, lifetime: float) -> bool:
    """Whether what was signed `signed` is older than `lifetime` seconds.

    What seems to come from the future is as good as new: the clock has been set back since.
    """
    return time.time() - signed.timestamp() > lifetime


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, bound to the host over https and kept from shared caches."""

    session_class = SecureCookieSession

    def __init__(self) -> None:
        self._serializer: URLSafeTimedSerializer | None = None

    def get_cookie_name(self, app: Flask) -> str:
        return self._name(app, request)

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        return self.session_class(self._read(app, request))

    def of_socket(self, app: Flask, environ: WSGIEnvironment) -> dict[str, Any]:
        """What the cookie said with which a socket began."""
        known: dict[str, Any] | None = environ.get(SAID)
        if known is None:
            there = "HTTP_COOKIE" in environ
            known = environ[SAID] = self._read(app, app.request_class(environ)) if there else {}
        return known

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Made once: making one takes longer than reading a cookie by it."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
        return self._serializer

    def _name(self, app: Flask, request: Request) -> str:
        name = super().get_cookie_name(app)
        return HOST_ONLY + name if request.is_secure else name

    def _read(self, app: Flask, request: Request) -> dict[str, Any]:
        value = request.cookies.get(self._name(app, request))
        serializer = self.get_signing_serializer(app)
        if not value or serializer is None:
            return {}
        try:
            data, signed = serializer.loads(value, return_timestamp=True)
        except BadSignature:
            return {}
        if is_expired(signed, app.permanent_session_lifetime.total_seconds()):
            return {}
        return dict(data)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Whatever sets a cookie is for one person; a page that shows a name is, too."""
        super().save_session(app, session, response)
        if "Set-Cookie" in response.headers:
            response.headers["Cache-Control"] = "private, no-store"
        elif session.accessed:
            response.headers.setdefault("Cache-Control", "private, no-cache")
