"""For whoever runs the server: probes, metrics, and a page of them behind a token."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

from flask import (
    Response,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    session,
)

from webapp.audit import note
from webapp.domain.errors import Refusal
from webapp.extensions import services
from webapp.hosts import LOCAL, hostname
from webapp.rationing import visitor

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.wrappers import Response as BaseResponse

FORWARDING = (
    *("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP"),
    *("Via", "CF-Connecting-IP", "True-Client-IP"),
)
"""What proxies add of those for whom they speak."""

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


def register(app: Flask) -> None:
    app.add_url_rule("/healthz", "healthz", lambda: {"ok": True})
    app.add_url_rule("/readyz", "readyz", ready)
    app.add_url_rule("/metrics", "metrics", metrics)
    app.add_url_rule("/operator", "operator", page)
    app.add_url_rule("/operator", "operator_in", come_in, methods=["POST"])


def ready() -> tuple[Response, int]:
    """Whether games can be played: the store answers. The engine may still be compiling."""
    if not services().store_answers():
        return jsonify(ok=False, store="away"), 503
    return jsonify(ok=True, store="there", engine=services().warmup.progress.fraction), 200


def metrics() -> Response:
    """In Prometheus's format: with the operator's token, or where there is none to this machine."""
    token = services().config.operator_token
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not (_same(given, token) if token else _asks_itself()):
        services().limits.spend("links", visitor())
        raise Refusal("not_found")
    return Response(services().metrics.text(), content_type=PROMETHEUS)


def _asks_itself() -> bool:
    """Whether this machine asks for itself and by its own name, and no proxy for somebody
    else, as one that was not declared does.

    nginx, told nothing more, speaks HTTP/1.0 and says nothing of whom it speaks for.
    """
    own = request.remote_addr in {"127.0.0.1", "::1"} and hostname(request.host) in LOCAL
    direct = request.environ.get("SERVER_PROTOCOL") != "HTTP/1.0"
    return own and direct and not any(name in request.headers for name in FORWARDING)


def page() -> Response:
    """The metrics as a table, or the question for the token."""
    if not services().config.operator_token:
        raise Refusal("not_found")
    inside = session.get("operator") == _proof()
    rows = services().metrics.rows() if inside else []
    return _page(inside=inside, rows=rows)


def come_in() -> BaseResponse | tuple[Response, int]:
    """Keep in the signed cookie that the token was right."""
    token = services().config.operator_token
    if not token:
        raise Refusal("not_found")
    if not _same(request.form.get("token", ""), token):
        note("refused", code="operator", address=request.remote_addr)
        return _page(inside=False, rows=[], refusal="That is not the token."), 403
    session["operator"] = _proof()
    note("operator_in", address=request.remote_addr)
    return redirect("/operator", 303)


def _page(**content: object) -> Response:
    response = make_response(render_template("pages/operator.html", **content))
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _proof() -> str:
    """What a cookie holds instead of the token; another token makes it worthless."""
    key = str(current_app.secret_key).encode()
    return hmac.new(key, services().config.operator_token.encode(), hashlib.sha256).hexdigest()


def _same(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode(), token.encode())
