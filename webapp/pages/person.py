"""Who is looking: name, private link, light or dark."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import redirect, render_template, request

from webapp.domain.errors import Refusal
from webapp.extensions import services
from webapp.identity import (
    current_guest,
    guest_of_link,
    has_played,
    resume,
    resume_path,
    set_name,
)

if TYPE_CHECKING:
    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

A_YEAR = 365 * 24 * 3600


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/name", view_func=ask_name)
    blueprint.add_url_rule("/name", view_func=keep_name, methods=["POST"])
    blueprint.add_url_rule("/resume/<token>", view_func=open_link)
    blueprint.add_url_rule("/resume/<token>", view_func=become, methods=["POST"])
    blueprint.add_url_rule("/theme", view_func=keep_theme, methods=["POST"])


def ask_name(refusal: str = "") -> str:
    link = f"{request.url_root.rstrip('/')}{resume_path(current_guest())}"
    return render_template("pages/name.html", resume_url=link, refusal=refusal)


def keep_name() -> BaseResponse | tuple[str, int]:
    try:
        guest = set_name(request.form.get("name", ""))
    except Refusal as error:
        return ask_name(error.message), 400
    services().matches.rename(guest)
    return redirect("/", 303)


def open_link(token: str) -> str | BaseResponse:
    """Take the identity of a private link, then forget the link's address.

    Somebody with games of their own here is asked first: a link sent by a stranger must not
    make them lose those.
    """
    other = guest_of_link(token)
    if not has_played() or current_guest().id == other.id:
        return become(token)
    return render_template("pages/resume.html", other=other, token=token)


def become(token: str) -> BaseResponse:
    resume(token)
    return redirect("/", 303)


def keep_theme() -> BaseResponse:
    """Without script the switch is a form; the cookie is the same that the script sets."""
    theme = "dark" if request.form.get("theme") == "dark" else "light"
    response = redirect(_path_before(), 303)
    response.set_cookie("theme", theme, max_age=A_YEAR, samesite="Lax")
    return response


def _path_before() -> str:
    """The path of the page whose form was sent; home where the browser keeps it to itself."""
    try:
        path = urlsplit(request.headers.get("Referer", "")).path
    except ValueError:  # brackets that hold no address
        path = ""
    return path if path.startswith("/") and not path.startswith("//") else "/"
