"""People whose names are kept: finding them, and a page about each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import redirect, render_template, request

from engine.registry import FAMILIES
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.domain.library import Wanted
from webapp.extensions import services
from webapp.identity import current_guest
from webapp.names import person_path
from webapp.pages import library_view

if TYPE_CHECKING:
    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from webapp.domain.account import Account

LONGEST = 100
"""Letters of what is looked for."""


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/@", view_func=people)
    blueprint.add_url_rule("/@/<name>", view_func=about)


def people() -> BaseResponse | str:
    """Find somebody by name; whoever is meant without doubt is shown at once."""
    text = request.args.get("name", "")[:LONGEST]
    found = services().accounts.by_name(text)
    if found is not None:
        return redirect(person_path(found.name), 303)
    return render_template("pages/people.html", text=text, found=services().accounts.find(text))


def about(name: str) -> BaseResponse | str:
    """Somebody's page, with what everybody may see: games that others could watch."""
    found = person(name)
    wanted = replace(Wanted(), before=wire.parse_wanted(request.args).before)
    if person_path(found.name) != person_path(name):
        return redirect(person_path(found.name), 302)
    page = services().library.played(found.guest_id, wanted)
    reviewed = services().analyses.reviewed([game.entry.whole for game in page.games])
    cards = library_view.cards(page.games, reviewed)
    records = services().library.records(found.guest_id)
    more = urlencode(wire.wanted_fields(page.more)) if page.more else ""
    return render_template(
        "pages/person.html",
        person=found,
        own=current_guest().id == found.guest_id,
        records=[
            (family, records[family.key]) for family in FAMILIES.values() if family.key in records
        ],
        cards=cards,
        drawn=sorted({card.family for card in cards}),
        path=person_path(found.name),
        more=more,
        later=wanted.before is not None,
    )


def person(name: str) -> Account:
    """Whoever goes by a name in an address. Raises `Refusal`: nobody."""
    found = services().accounts.by_name(name[:LONGEST])
    if found is None:
        raise Refusal("no_person")
    return found
