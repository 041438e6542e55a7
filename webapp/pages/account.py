"""A name that is kept: taking it, signing in and out, and what only its password may change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Response, make_response, redirect, render_template, request

from webapp.domain.errors import Refusal
from webapp.errors import note_refusal, status_of
from webapp.extensions import services
from webapp.identity import current_guest, step_back
from webapp.lookalikes import key
from webapp.names import person_path
from webapp.pages.root import public_root
from webapp.signing_in import keep_name, sign_in, spend_guess

if TYPE_CHECKING:
    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from webapp.domain.account import Account
    from webapp.domain.seat import Guest


def register(blueprint: Blueprint) -> None:
    rule = blueprint.add_url_rule
    rule("/register", view_func=ask_to_register)
    rule("/register", view_func=register_name, methods=["POST"])
    rule("/signin", view_func=ask_to_sign_in)
    rule("/signin", view_func=sign_in_by_name, methods=["POST"], endpoint="sign_in")
    rule("/signout", view_func=sign_out_here, methods=["POST"])
    rule("/account", view_func=account)
    rule("/account", view_func=change_account, methods=["POST"])
    rule("/rescue/<secret>", view_func=open_rescue)
    rule("/rescue/<secret>", view_func=set_password, methods=["POST"])


def ask_to_register() -> BaseResponse:
    if current_guest().registered:
        return redirect("/account", 303)
    return private_page(render_template("pages/register.html"))


def register_name() -> BaseResponse:
    """Keep a name for the guest; the page that says so shows the rescue link, once."""
    fields, accounts = request.form, services().accounts
    try:
        made, secret = accounts.register(
            current_guest(), fields.get("name", ""), fields.get("password", "")
        )
    except Refusal as error:
        return _refused("pages/register.html", error)
    guest = keep_name(made)
    _now(guest)
    services().matches.hang_up(guest.id)
    return _kept(made, secret)


def ask_to_sign_in() -> BaseResponse:
    return _sign_in_page()


def sign_in_by_name() -> BaseResponse:
    name, accounts = request.form.get("name", ""), services().accounts
    before = current_guest()
    try:
        _spend_guess(name)
        found = accounts.sign_in(name, request.form.get("password", ""))
    except Refusal as error:
        return _sign_in_page(error)
    sign_in(found)
    services().matches.hang_up(before.id)  # its pages are somebody else's from here on
    return redirect("/", 303)


def sign_out_here() -> BaseResponse:
    """This browser is who it was before; its pages come back as that, and none is left behind."""
    guest = current_guest()
    if guest.registered:
        step_back()
        current_guest()  # one newcomer for all tabs, which come back at once
        services().matches.hang_up(guest.id)
    response = redirect("/", 303)
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


def account() -> BaseResponse:
    if not current_guest().registered:
        return redirect("/name", 303)
    return private_page(render_template("pages/account.html"))


def change_account() -> BaseResponse:
    """Another password, another name, or another rescue link, each for the password; whether
    others see who is here, for none."""
    guest, fields, accounts = current_guest(), request.form, services().accounts
    password, done = fields.get("password", ""), ""
    try:
        if not guest.registered:
            raise Refusal("no_account")
        if fields.get("change") == "online":
            return _show_online(guest, shown="online" in fields)
        spend_guess_of(guest)
        match fields.get("change"):
            case "password":
                secret = accounts.change_password(guest.id, password, fields.get("new", ""))
                kept = _still(guest)
                keep_name(kept)
                services().matches.hang_up(guest.id)
                return _kept(kept, secret)
            case "name":
                renamed = accounts.rename(guest.id, password, fields.get("name", ""))
                _now(replace(guest, name=renamed.name))
                done = f"You are {renamed.name} now. Your old name leads to the new one."
            case _:
                secret = accounts.new_rescue(guest.id, password)
                return _kept(_still(guest), secret)
    except Refusal as error:
        return _refused("pages/account.html", error)
    return private_page(render_template("pages/account.html", done=done, viewer=current_guest()))


def _show_online(guest: Guest, *, shown: bool) -> Response:
    """Whether others see that this person is here, from now on at all open pages."""
    services().accounts.hide(guest.id, hidden=not shown)
    services().identities.forget(guest.id)
    viewer = replace(guest, hidden=not shown)
    services().matches.known_as(viewer)
    done = "Others see when you are here." if shown else "Nobody sees when you are here."
    return private_page(render_template("pages/account.html", done=done, viewer=viewer))


def open_rescue(secret: str) -> BaseResponse:
    """Ask for a new password; opening the link changes nothing."""
    found = services().accounts.of_rescue(secret)
    return private_page(render_template("pages/rescue.html", other=found, secret=secret))


def set_password(secret: str) -> BaseResponse:
    accounts = services().accounts
    try:
        found, following = accounts.rescue(secret, request.form.get("password", ""))
    except Refusal as error:
        if error.code == "bad_link":
            raise
        other = accounts.of_rescue(secret)
        return _refused("pages/rescue.html", error, other=other, secret=secret)
    before = current_guest()
    services().identities.sign_out(found.guest_id)
    sign_in(found)
    for guest in {before.id, found.guest_id}:
        services().matches.hang_up(guest)
    return _kept(found, following)


def spend_guess_of(guest: Guest) -> None:
    """Count a try at the password of who is signed in here. Raises `Refusal`: one too many."""
    spend_guess(key(guest.name), guest.id)


def _still(guest: Guest) -> Account:
    found = services().accounts.registered(guest.id)
    if found is None:  # deleted elsewhere at this moment
        raise Refusal("no_account")
    return found


def _spend_guess(name: str) -> None:
    found = services().accounts.by_name(name)
    named = found.name if found else name[:100]
    spend_guess(key(named), found.guest_id if found else None)


def _now(guest: Guest) -> None:
    """Show a person by a name that is kept, wherever he or she is."""
    services().identities.forget(guest.id)
    services().matches.rename(guest)


def _kept(found: Account, secret: str) -> Response:
    """The one page on which a rescue link stands."""
    link = f"{public_root()}/rescue/{secret}"
    viewer = current_guest()
    page = render_template(
        "pages/kept.html", viewer=viewer, rescue_url=link, path=person_path(found.name)
    )
    return private_page(page)


def _sign_in_page(error: Refusal | None = None) -> Response:
    guest = current_guest()
    games = [] if guest.registered else services().lobby.mine(guest.id)
    clocks = any(game.match.clock is not None for game in games)
    if error is None:
        return private_page(render_template("pages/signin.html", games=len(games), clocks=clocks))
    return _refused("pages/signin.html", error, games=len(games), clocks=clocks)


def _refused(template: str, error: Refusal, **content: object) -> Response:
    """The form again with what is wrong; the name stays in it, the password does not."""
    status = status_of(error)
    note_refusal(error.code, status)
    said = {"refusal": error.message, "given": request.form.get("name", "")[:200]}
    response = private_page(render_template(template, **said, **content))
    response.status_code = status
    if error.retry is not None:
        response.headers["Retry-After"] = str(error.retry)
    return response


def private_page(page: str) -> Response:
    """Who may sign in, and how, or a private link, is kept by nobody, not even by the browser."""
    response = make_response(page)
    response.headers["Cache-Control"] = "private, no-store"
    return response
