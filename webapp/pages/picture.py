"""Pictures that are the same for everybody, whoever asks and whatever cookie they send."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app


def picture_of(template: str, **content: Any) -> Response:
    """An SVG from a template, which is told nothing of the person behind the request.

    So the response sets no cookie, and a cache between two people may keep it.
    """
    body = current_app.jinja_env.get_template(template).render(**content)
    return Response(body, mimetype="image/svg+xml")
