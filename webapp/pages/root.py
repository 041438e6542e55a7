"""What links to this server begin with."""

from __future__ import annotations

from flask import request

from webapp.extensions import services


def public_root() -> str:
    """``https://play.example``, for the person behind this request; no slash at the end."""
    return services().hosts.root(request.scheme, request.host)
