"""The strongest, game by game, and what the viewer's own ratings are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import render_template

from engine.registry import FAMILIES
from webapp.domain.rated import ladder
from webapp.extensions import services
from webapp.identity import current_guest
from webapp.service.ratings import ACTIVE

if TYPE_CHECKING:
    from flask import Blueprint

    from webapp.domain.rating import Rating


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/ratings", view_func=ratings)


def ratings() -> str:
    guest = current_guest()
    own = services().ratings.of(guest.id) if guest.registered else {}
    rated = [family for family in FAMILIES.values() if ladder(family.make())]
    return render_template(
        "pages/ratings.html",
        games=[(family, _leaders(family.key), own.get(family.key)) for family in rated],
        weeks=ACTIVE // 7,
    )


def _leaders(game: str) -> list[tuple[str, Rating, bool]]:
    """Names, ratings and who is online, the strongest first; who has given up the name stands on
    no list."""
    leaders = services().ratings.leaders(game)
    names = services().accounts.names_of([one.guest for one in leaders])
    there = services().matches.presence.online(names)
    return [
        (names[one.guest], one.rating, one.guest in there) for one in leaders if one.guest in names
    ]
