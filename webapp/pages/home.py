"""Home, and the list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import render_template
from markupsafe import Markup

from engine.registry import FAMILIES
from webapp import wire
from webapp.domain.match import Status
from webapp.extensions import services
from webapp.identity import current_guest
from webapp.pages import view
from webapp.pages.exhibition import exhibition
from webapp.pages.puzzles import day_card
from webapp.pages.small_boards import macros, thumbnail
from webapp.pages.texts import TEXTS

if TYPE_CHECKING:
    from flask import Blueprint

    from engine.parts.presentation import Card
    from webapp.wire.messages import Seek, Snapshot

WAYS = (
    ("computer", "Computer", "chip"),
    ("online", "Online", "globe"),
    ("friend", "Friend", "link"),
    ("screen", "One screen", "screen"),
)
"""The ways to begin: what the order calls them, what people read, and the icon."""

PAIRING_CLOCKS = (
    ("1+0", "1+0", "Bullet"),
    ("2+1", "2+1", "Bullet"),
    ("3+2", "3+2", "Blitz"),
    ("5+3", "5+3", "Blitz"),
    ("10+5", "10+5", "Rapid"),
    ("", "∞", "No clock"),
)
"""The clocks of quick pairing: as the order writes them, as people read them, and how fast."""

FIRST_PAGE = 6
"""Public games on the first page."""

LISTED = 6
"""Of a person's running games on the first page, of which three stand open."""

LAST = 2
"""Of a person's finished games there."""


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/", view_func=home)
    blueprint.add_url_rule("/watch", view_func=watch)


def home() -> str:
    games = _games(FIRST_PAGE)
    mine = services().lobby.mine(current_guest().id)
    return render_template(
        "pages/home.html",
        cards=cards_of_games(),
        games=games,
        shown=None if games else exhibition(),
        going=services().lobby.count([Status(game["status"]) for game, _ in games], FIRST_PAGE),
        seeks=[wire.seek(match) for match in services().seeks.shown()],
        mine=[(game, _thumbnail(game)) for game in map(wire.snapshot, mine[:LISTED])],
        mine_count=len(mine),
        last=_last(),
        challenges=_challenges(),
        pairing_clocks=PAIRING_CLOCKS,
        pairing_games=[
            (card.boards[0][0], card.name if card.players == 2 else f"{card.players} players")
            for _, card in cards_of_games()
        ],
        ways=WAYS,
        day_puzzle=day_card(),
    )


def watch() -> str:
    games = _games(wire.MOST_SHOWN)
    return render_template("pages/watch.html", games=games, shown=None if games else exhibition())


def _last() -> list[tuple[Snapshot, Markup, str]]:
    """The viewer's last finished games with their boards, and how each ended for him or her."""
    games = map(wire.snapshot, services().lobby.finished(current_guest().id, LAST))
    return [(game, _thumbnail(game), _ended(game)) for game in games]


def _ended(game: Snapshot) -> str:
    """For one of its players; whoever held several seats reads who won."""
    so = view.result(game)
    return TEXTS[f"mine.{so}"] if so else view.verdict(game)


def _challenges() -> list[Seek]:
    """Those to the viewer, whose name is kept."""
    guest = current_guest()
    waiting = services().challenges.to(guest.id) if guest.registered else []
    return [wire.seek(match) for match in waiting]


def _games(limit: int) -> list[tuple[Snapshot, Markup]]:
    """Public games, and what the list of games shows of each."""
    return [(game, _listed(game)) for game in services().listing.snapshots(limit)]


def _listed(game: Snapshot) -> Markup:
    """A match in the list of games, written once for everybody while it stays so."""
    free, watching = game["can_join"], game["watching"]

    def write() -> Markup:
        note = "a seat is free" if free else TEXTS["watching"].format(count=watching)
        nobody = TEXTS["seat.nobody"]
        return Markup(macros().listed(game, _thumbnail(game), nobody, note))  # noqa: S704

    key = (game["match"], game["v"], free, watching)
    return services().listing.items.get(key, write)


def _thumbnail(game: Snapshot) -> Markup:
    """A match's small board, drawn once for each version."""

    def draw() -> Markup:
        return thumbnail(view.drawing(game))

    return services().listing.pictures.get((game["match"], game["v"]), draw)


def cards_of_games() -> list[tuple[str, Card]]:
    """The start cards with their families, those for two players first."""
    cards = [(family.key, card) for family in FAMILIES.values() for card in family.cards]
    return sorted(cards, key=lambda pair: pair[1].players)
