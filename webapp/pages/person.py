"""Who is looking: name, private link, other browsers, light or dark."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Response, redirect, render_template, request

from webapp.domain.errors import Refusal
from webapp.errors import status_of
from webapp.extensions import services
from webapp.identity import (
    current_guest,
    forget,
    guest_of_link,
    has_played,
    resume,
    resume_path,
    set_name,
    sign_out_others,
)
from webapp.pages import look
from webapp.pages.account import private_page, spend_guess_of
from webapp.pages.root import public_root

if TYPE_CHECKING:
    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse


def register(blueprint: Blueprint) -> None:
    rule = blueprint.add_url_rule
    rule("/name", view_func=ask_name)
    rule("/name", view_func=keep_name, methods=["POST"])
    rule("/name/elsewhere", view_func=sign_out, methods=["POST"])
    rule("/forget", view_func=ask_to_forget)
    rule("/forget", view_func=forget_me, methods=["POST"])
    rule("/resume/<token>", view_func=open_link)
    rule("/resume/<token>", view_func=become, methods=["POST"])
    rule("/theme", view_func=keep_theme, methods=["POST"])


def ask_name() -> Response:
    return _name_page()


def keep_name() -> BaseResponse | tuple[Response, int]:
    try:
        guest = set_name(request.form.get("name", ""))
    except Refusal as error:
        return _name_page(refusal=error.message), 400
    services().matches.rename(guest)
    return redirect("/", 303)


def sign_out() -> Response:
    """Every other browser that is this person becomes a newcomer."""
    services().matches.hang_up(sign_out_others().id)
    return _name_page(done="Your other browsers are signed out, and links given away are void.")


def ask_to_forget() -> Response:
    return _forget_page()


def forget_me() -> BaseResponse:
    """Leave no way back to this person, and no name where it is shown; where the name is kept,
    its password has to be given."""
    guest = current_guest()
    try:
        if guest.registered:
            spend_guess_of(guest)
            services().accounts.prove(guest.id, request.form.get("password", ""))
    except Refusal as error:
        refused = _forget_page(error.message)
        refused.status_code = status_of(error)
        return refused
    services().departures.leave(guest.id, everywhere=guest.registered)
    forget(guest)
    response = redirect("/", 303)
    look.forget(response)
    return response


def open_link(token: str) -> Response:
    """Ask whether to take the identity of a private link.

    Opening it changes nothing: a link sent by a stranger, or fetched by a program that looks
    ahead, must not make anybody somebody else.
    """
    other = guest_of_link(token)
    page = render_template("pages/resume.html", other=other, token=token, played=has_played())
    return private_page(page)


def become(token: str) -> BaseResponse:
    before = current_guest()
    resume(token)
    services().matches.hang_up(before.id)  # its pages are somebody else's from here on
    return redirect("/", 303)


def keep_theme() -> BaseResponse:
    """Without script the switch is a form; the cookie is the same that the script sets."""
    theme = "dark" if request.form.get("theme") == "dark" else "light"
    response = redirect(_path_before(), 303)
    look.keep(response, replace(look.look_of_request(), theme=theme))
    return response


def _forget_page(refusal: str = "") -> Response:
    return private_page(render_template("pages/forget.html", played=has_played(), refusal=refusal))


def _name_page(refusal: str = "", done: str = "") -> Response:
    link = f"{public_root()}{resume_path(current_guest())}"
    page = render_template("pages/name.html", resume_url=link, refusal=refusal, done=done)
    return private_page(page)


def _path_before() -> str:
    """The path of the page whose form was sent; home where the browser keeps it to itself."""
    try:
        path = urlsplit(request.headers.get("Referer", "")).path
    except ValueError:  # brackets that hold no address
        path = ""
    return path if path.startswith("/") and not path.startswith("//") else "/"
