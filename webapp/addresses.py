"""Addresses as people pass them on: with a slash or the full stop of a sentence at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import redirect, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.wrappers import Response

TRAILING = "/.,;:!?)>\"'"


def correct_addresses(app: Flask) -> None:
    """Lead a GET whose address has something behind it to where it should."""

    def lead() -> Response | None:
        path = request.path.rstrip(TRAILING)
        if request.method != "GET" or path == request.path or not path:
            return None
        try:
            app.url_map.bind("").match(path, method="GET")
        except (HTTPException, RequestRedirect):
            return None
        query = request.query_string.decode("ascii", "replace")
        return redirect(f"{path}?{query}" if query else path, 301)

    app.before_request(lead)
