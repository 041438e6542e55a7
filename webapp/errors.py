"""Refusals and HTTP errors as JSON or as a page; never a stack trace."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, Response, jsonify, make_response, render_template, request, session
from jinja2 import TemplateNotFound
from markupsafe import escape
from werkzeug.exceptions import HTTPException

from webapp import wire
from webapp.audit import alias, note
from webapp.domain.errors import Refusal
from webapp.extensions import services
from webapp.identity import believe_cookie
from webapp.service.ports import StoreAway

if TYPE_CHECKING:
    from webapp.domain.chat import Line
    from webapp.service.turns import Visitor

log = logging.getLogger(__name__)

STATUSES = {
    "malformed": 400,
    "unsupported_game": 400,
    "csrf": 400,
    "cookies": 400,
    "bad_link": 400,
    "origin": 403,
    "spectator": 403,
    "private": 403,
    "nameless": 403,
    "unratable": 400,
    "no_match": 404,
    "no_job": 404,
    "no_line": 404,
    "no_puzzle": 404,
    "no_study": 404,
    "no_person": 404,
    "wrong_password": 403,
    "no_account": 403,
    "not_yours": 403,
    "full_study": 413,
    "many_studies": 429,
    "full_library": 429,
    "full_shelves": 507,
    "bringing": 429,
    "other_room": 403,
    "empty_line": 400,
    "long_line": 400,
    "unreadable": 500,
    "parked_enough": 429,
    "busy": 429,
    "limit": 429,
    "open_matches": 429,
    "challenges": 429,
    "challenged": 429,
    "watching": 429,
    "not_found": 404,
    "method": 405,
    "too_large": 413,
    "unavailable": 503,
}
"""Refusals are conflicts with the state of the match unless named here."""

REPORTED = frozenset({400, 403, 413, 429, 503, 507})
"""Statuses of refusals that the operator may want to know of."""

RETRY = 5
"""Seconds after which to ask again what cannot be answered just now, unless a refusal says more."""

PLACES = {
    "analysis": ("analysis", "/analysis", "Analysis"),
    "lab": ("lab", "/lab", "Laboratory"),
    "library": ("library", "/library", "Library"),
    "openings": ("analysis", "/openings", "Openings"),
    "puzzles": ("puzzles", "/puzzles", "Puzzles"),
    "study": ("analysis", "/study", "Your studies"),
}
"""By how an address begins: the place in the header, and the page that lists what there is."""

_CODES = {404: "not_found", 405: "method", 413: "too_large"}


def answer_errors(app: Flask) -> None:
    """Register the handlers."""
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _failed)
    app.after_request(_say_when)


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    return STATUSES.get(refusal.code, 409)


def note_refusal(code: str, status: int) -> None:
    """Count what the sender of this request was refused; log it too unless playing games brings
    it about."""
    services().metrics.refused(code)
    log_refusal(code, status, None)


def log_refusal(code: str, status: int, visitor: Visitor | None) -> None:
    """`visitor`: of a socket; None: whoever sends this request."""
    if status in REPORTED:
        _note("refused", visitor, code=code, status=status)


def log_report(line: Line, visitor: Visitor) -> None:
    """What somebody complains of, for the operator to judge."""
    said, speaker = line.text, alias(line.guest)
    _note("reported", visitor, room=line.room, speaker=speaker, name=line.name, text=said)


def log_failure(error: Exception, visitor: Visitor | None = None) -> None:
    """Log where an error came from, in one line; its text, which may hold secrets, for who
    asks for it."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    place = "<".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames))
    _note("failed", visitor, logging.ERROR, error=type(error).__name__, at=place)
    log.debug("The last error:", exc_info=error)


def _note(event: str, visitor: Visitor | None, level: int = logging.INFO, **fields: object) -> None:
    """With where it happened, for whom; of a route the pattern, not what stands in it."""
    if visitor is not None:
        note(event, level, **fields, address=visitor.address or None, guest=alias(visitor.guest))
        return
    guest = session.get("guest")
    note(
        event,
        level,
        **fields,
        method=request.method,
        route=request.url_rule.rule if request.url_rule else None,
        address=request.remote_addr,
        guest=alias(guest if isinstance(guest, str) else None),
    )


def _refused(error: Refusal) -> Response:
    return _answer(error, status_of(error))


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
    log_failure(error)
    return _answer(Refusal("unavailable"), 500)


def _answer(error: Refusal, status: int) -> Response:
    note_refusal(error.code, status)
    wants_json = request.accept_mimetypes.best == "application/json"
    if request.path.startswith("/api/") or request.is_json or wants_json:
        response = jsonify(wire.refusal(error))
    else:
        response = make_response(_page(error, status))
    response.status_code = status
    if error.retry is not None:
        response.headers["Retry-After"] = str(error.retry)
    return response


def _say_when(response: Response) -> Response:
    """So that no program asks at once, and again and again, while the store is away."""
    if response.status_code == 503:
        response.headers.setdefault("Retry-After", str(RETRY))
    return response


def _page(error: Refusal, status: int) -> str:
    place = PLACES.get(request.path.split("/")[1])
    content = {"status": status, "message": error.message, "place": place}
    try:
        try:
            return render_template("pages/error.html", **content)
        except StoreAway:
            believe_cookie()
            return render_template("pages/error.html", **content)
    except (TemplateNotFound, OSError):  # out of file descriptors
        return f"<!doctype html><title>{status}</title><p>{escape(error.message)}"
