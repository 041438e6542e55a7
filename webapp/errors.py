"""Refusals and HTTP errors as JSON or as a page; never a stack trace."""

from __future__ import annotations

import logging

from flask import Flask, Response, jsonify, make_response, render_template, request
from jinja2 import TemplateNotFound
from markupsafe import escape
from werkzeug.exceptions import HTTPException

from webapp import wire
from webapp.domain.errors import Refusal

log = logging.getLogger(__name__)

STATUSES = {
    "malformed": 400,
    "unsupported_game": 400,
    "csrf": 400,
    "bad_link": 400,
    "origin": 403,
    "spectator": 403,
    "no_match": 404,
    "no_job": 404,
    "busy": 429,
    "not_found": 404,
    "method": 405,
    "too_large": 413,
    "unavailable": 503,
}
"""Refusals are conflicts with the state of the match unless named here."""

_CODES = {404: "not_found", 405: "method", 413: "too_large"}


def answer_errors(app: Flask) -> None:
    """Register the handlers."""
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _failed)


def _refused(error: Refusal) -> Response:
    return _answer(error, STATUSES.get(error.code, 409))


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return make_response(error.get_response())
    code = _CODES.get(status, "malformed" if status < 500 else "unavailable")
    response = _answer(Refusal(code), status)
    if status == 405 and (allow := error.get_response().headers.get("Allow")):
        response.headers["Allow"] = allow
    return response


def _failed(error: Exception) -> Response:
    log.error("%s %s failed.", request.method, request.path, exc_info=error)
    return _answer(Refusal("unavailable"), 500)


def _answer(error: Refusal, status: int) -> Response:
    if request.path.startswith("/api/") or request.is_json:
        response = jsonify(wire.refusal(error))
    else:
        response = make_response(_page(error, status))
    response.status_code = status
    return response


def _page(error: Refusal, status: int) -> str:
    try:
        return render_template(
            "pages/error.html", status=status, code=error.code, message=error.message
        )
    except TemplateNotFound:
        return f"<!doctype html><title>{status}</title><p>{escape(error.message)}"
