"""People whose names are kept: finding them, and a page about each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import redirect, render_template, request

from engine.registry import FAMILIES
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.domain.library import Wanted
from webapp.errors import note_refusal, status_of
from webapp.extensions import services
from webapp.identity import current_guest, current_player
from webapp.names import person_path
from webapp.pages.home import cards_of_games
from webapp.pages.library import cards_of
from webapp.pages.new import CLOCKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from engine.family import Family
    from webapp.domain.account import Account
    from webapp.domain.library import Record
    from webapp.domain.rating import Rating

LONGEST = 100
"""Letters of what is looked for."""

USUAL = "5+3"
"""The clock that a challenge has unless another is chosen."""

WIDTH, HEIGHT = 240, 40
"""Of the line that shows a rating's course, in units of its own."""


@dataclass(frozen=True, slots=True)
class OfGame:
    """What a person's page says of one game.

    Attributes:
        record: of games against people that everybody may see.
        line: the rating's course as points in a box of `WIDTH` by `HEIGHT`, in words `course`.
    """

    family: Family
    record: Record | None
    rating: Rating | None
    line: str
    course: str


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/@", view_func=people)
    blueprint.add_url_rule("/@/<name>", view_func=about)
    blueprint.add_url_rule("/@/<name>", view_func=challenge, methods=["POST"])
    blueprint.add_url_rule(
        "/challenges/<match_id>/decline", view_func=decline_challenge, methods=["POST"]
    )


def people() -> BaseResponse | str:
    """Find somebody by name; whoever is meant without doubt is shown at once."""
    text = request.args.get("name", "")[:LONGEST]
    found = services().accounts.by_name(text)
    if found is not None:
        return redirect(person_path(found.name), 303)
    people = services().accounts.find(text)
    there = services().matches.presence.online(one.guest_id for one in people)
    return render_template("pages/people.html", text=text, found=people, there=there)


def about(name: str) -> BaseResponse | str:
    """Somebody's page, with what everybody may see: games that others could watch."""
    found = person(name)
    if person_path(found.name) != person_path(name):
        return redirect(person_path(found.name), 302)
    return _page(found, {"clock": USUAL})


def challenge(name: str) -> BaseResponse | tuple[str, int]:
    """Invite somebody, who finds it on the first page; what is refused stays in the form."""
    fields = {key: request.form.get(key, "") for key in ("game", "clock", "rated")}
    found = person(name)
    try:
        order = replace(wire.parse_pairing(fields, form=True), open=False, public=False)
        match_id = services().challenges.challenge(order, current_player(), found)
    except Refusal as error:
        status = status_of(error)
        note_refusal(error.code, status)
        return _page(found, fields, error.message), status
    return redirect(f"/m/{match_id}", 303)


def decline_challenge(match_id: str) -> BaseResponse:
    services().challenges.decline(match_id, current_guest().id)
    return redirect("/", 303)


def _page(found: Account, wished: Mapping[str, str], refusal: str = "") -> str:
    """Somebody's page, with a challenge as it is `wished`, and what is wrong with it."""
    wanted = replace(Wanted(), before=wire.parse_wanted(request.args).before)
    page = services().library.played(found.guest_id, wanted)
    cards = cards_of(page.games)
    games = _games(found.guest_id)
    more = urlencode(wire.wanted_fields(page.more)) if page.more else ""
    return render_template(
        "pages/person.html",
        person=found,
        own=current_guest().id == found.guest_id,
        online=bool(services().matches.presence.online([found.guest_id])),
        wished=wished,
        refusal=refusal,
        games=games,
        boards=[
            (board, f"{card.name} {text}")
            for _, card in cards_of_games()
            for board, text in card.boards
        ],
        clocks=CLOCKS,
        cards=cards,
        drawn=sorted({*(card.family for card in cards), *(game.family.key for game in games)}),
        path=person_path(found.name),
        more=more,
        later=wanted.before is not None,
    )


def _games(guest_id: str) -> list[OfGame]:
    """What is known of each game that somebody has played."""
    records, ratings = services().library.records(guest_id), services().ratings.of(guest_id)
    found = []
    for family in FAMILIES.values():
        record, rating = records.get(family.key), ratings.get(family.key)
        if record is None and rating is None:
            continue
        values = []
        if rating is not None:
            values = [past.value for past in services().ratings.history(guest_id, family.key)]
        found.append(OfGame(family, record, rating, _line(values), _course(values)))
    return found


def _course(values: Sequence[float]) -> str:
    """What the line of a rating shows, in words."""
    if len(values) < 2:
        return ""
    first, last = round(values[0]), round(values[-1])
    return f"Rating over {len(values)} rated games, from {first} to {last}"


def _line(values: Sequence[float]) -> str:
    """A rating's course as the points of a line; empty where there is none to draw."""
    if len(values) < 2:
        return ""
    low, span = min(values), max(values) - min(values) or 1.0
    step = WIDTH / (len(values) - 1)
    return " ".join(
        f"{number * step:.1f},{HEIGHT * (1 - (value - low) / span):.1f}"
        for number, value in enumerate(values)
    )


def person(name: str) -> Account:
    """Whoever goes by a name in an address. Raises `Refusal`: nobody."""
    found = services().accounts.by_name(name[:LONGEST])
    if found is None:
        raise Refusal("no_person")
    return found
