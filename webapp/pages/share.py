"""What can be taken away from a match: its link, pictures, record, a board for other sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import render_template

from engine.replay import without_passes
from webapp.domain.match import Status
from webapp.extensions import services
from webapp.identity import known_guest
from webapp.pages import view
from webapp.pages.root import public_root
from webapp.pages.texts import TEXTS

if TYPE_CHECKING:
    from flask import Blueprint


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/m/<match_id>/share", view_func=share)


def share(match_id: str) -> str:
    """The match as whoever may see it sees it; a frame of another site shows public ones only."""
    guest = known_guest()
    viewer = guest.id if guest else None
    match = services().matches.seen(match_id, viewer)
    snapshot = services().listing.describe(services().matches.view(match_id, viewer))
    return render_template(
        "pages/share.html",
        game=snapshot["game"],
        drawing=view.drawing(snapshot),
        names=" – ".join(seat["name"] or TEXTS["seat.nobody"] for seat in snapshot["seats"]),
        played=len(without_passes(match.game, match.moves)),
        standing=view.headline(snapshot) if snapshot["outcome"] else view.turn(snapshot),
        over=match.status is Status.FINISHED,
        embeddable=snapshot["public"],
        pictured={"game": match.game.key, "moves": match.game.format_moves(match.moves)},
        base=f"/m/{match_id}",
        share_url=f"{public_root()}/m/{match_id}",
    )
