"""What every response and every changing request must satisfy."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from flask import Flask, Response, current_app, g, request

from webapp.domain.errors import Refusal
from webapp.extensions import services
from webapp.identity import current_guest, known_guest

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

EMBEDDED = frozenset({"pages.embed", "pages.embed_match"})
"""What other sites may show in a frame; nothing can be done there."""

A_YEAR = 365 * 24 * 3600


def protect(app: Flask) -> None:
    """Check changing requests for cross-site forgery and set the protective headers."""
    app.before_request(_check_request)
    app.after_request(_set_headers)
    app.add_template_global(csrf_token)


def csrf_token() -> str:
    """What a form of this person must send back. Bound to the cookie, so nothing is stored.

    It differs with every answer, so that compressed pages do not betray it by their length; the
    forms of one page share it, as what differs cannot be compressed.
    """
    guest_id = current_guest().id
    if g.get("csrf_of") != guest_id:
        g.csrf_of, g.csrf = guest_id, _token(secrets.token_hex(8), guest_id)
    return str(g.csrf)


def _token(salt: str, guest_id: str) -> str:
    key = str(current_app.secret_key).encode()
    digest = hmac.new(key, f"csrf:{salt}:{guest_id}".encode(), hashlib.sha256).hexdigest()
    return f"{salt}.{digest}"


def _check_request() -> None:
    if request.method in SAFE_METHODS:
        return
    origin = request.headers.get("Origin")
    if origin is not None and not services().hosts.is_own(origin, request.host):
        raise Refusal("origin")
    sent = request.headers.get("X-CSRF-Token") or request.form.get("csrf_token") or ""
    guest = known_guest()
    if guest is None and not request.cookies and "csrf_token" in request.form:
        raise Refusal("cookies")
    if guest is None or not hmac.compare_digest(
        sent.encode(), _token(sent.partition(".")[0], guest.id).encode()
    ):
        raise Refusal("csrf")


def _set_headers(response: Response) -> Response:
    if "Content-Security-Policy" in response.headers:  # an asset, which is no page
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response
    framed = request.endpoint in EMBEDDED
    ancestors = "*" if framed else "'none'"
    sockets = f"ws://{request.host} wss://{request.host}"
    headers = {
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"font-src 'self'; connect-src 'self' {sockets}; manifest-src 'self'; "
            f"form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}"
        ),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    }
    if request.is_secure:
        headers["Strict-Transport-Security"] = f"max-age={A_YEAR}"
    if framed:
        del headers["X-Frame-Options"]
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    return response
