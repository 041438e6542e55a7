"""The single keys of the pages with a board: one table, which the page's scripts act by and from
which people read what there is.

``static/js/keys.js`` is told which key does what; keys without an action are the board's own, which
has them while it has the focus (``static/js/controls.js``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlencode

from flask import render_template, request

from engine.errors import UnsupportedGame
from engine.registry import FAMILIES, family_of
from engine.registry import game as game_of
from webapp.domain.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Blueprint

    from engine.game import Game

Page = Literal["match", "analysis"]
PAGES: tuple[Page, ...] = ("match", "analysis")
_PAGES = " and ".join(PAGES)

NUMBERED = 9
"""Columns that a single key can name."""


@dataclass(frozen=True, slots=True)
class Key:
    """One row of the list.

    Attributes:
        caps: what stands on the keys; "to" is a word between two of them.
        does: the actions in ``static/js``, by ``KeyboardEvent.key``.
        on: the pages that have it.
    """

    caps: tuple[str, ...]
    text: str
    does: Mapping[str, str] = field(default_factory=dict)
    on: tuple[Page, ...] = PAGES


_BACK = (
    Key((",", "."), "One move back, on", {",": "previous", ".": "next"}),
    Key(
        ("←", "→"),
        "The same, off the board",
        {"ArrowLeft": "previous", "ArrowRight": "next"},
    ),
    Key(("Wheel",), "The same, over the board, unless you play", on=("match",)),
    Key(("Wheel",), "The same, over the board", on=("analysis",)),
    Key(("Home", "End"), "First, latest move", {"Home": "first", "End": "latest"}),
    Key(("Right button",), "Mark a square, draw an arrow"),
    Key(("A",), "Draw with Space and Shift+Space", {"a": "marks"}),
    Key(("F",), "Turn the board", {"f": "turn"}, ("match",)),
)

_GAME = (
    Key(("H",), "Ask for a hint", {"h": "hint"}, ("match",)),
    Key(("U",), "Ask for a takeback", {"u": "takeback"}, ("match",)),
    Key(("D",), "Offer a draw", {"d": "draw"}, ("match",)),
    Key(("R",), "Rematch", {"r": "rematch"}, ("match",)),
    Key(("C",), "Write to the other", {"c": "chat"}, ("match",)),
    Key(("M",), "Sound on or off", {"m": "sound"}, ("match",)),
    Key(("?",), "This list", {"?": "list"}),
)


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/keys", view_func=show_keys)


def show_keys() -> str:
    """The keys of the page and game that the address names."""
    page = request.args.get("page", "match")
    try:
        game = game_of(request.args.get("game") or next(iter(FAMILIES)))
    except UnsupportedGame as error:
        raise Refusal("unsupported_game", str(error)) from None
    if page not in PAGES:
        raise Refusal("malformed", f"There are no keys of {page[:20]!r}; there are {_PAGES}.")
    return render_template("pages/keys.html", groups=groups(page, game))


def path(page: Page, game: Game) -> str:
    """Where the list of a page's keys is."""
    return f"/keys?{urlencode({'page': page, 'game': game.key})}"


def groups(page: Page, game: Game) -> list[tuple[str, list[Key]]]:
    """The keys of a page under their headings."""
    every = (("Play", _play(page, game)), ("Look back", _BACK), ("Game", _GAME))
    return [(title, [key for key in keys if page in key.on]) for title, keys in every]


def actions(page: Page, game: Game) -> dict[str, str]:
    """What a page's script does on each key."""
    return {
        pressed: action
        for _, keys in groups(page, game)
        for key in keys
        for pressed, action in key.does.items()
    }


def _play(page: Page, game: Game) -> tuple[Key, ...]:
    board = Key(("B",), "Go to the board", {"b": "board"})
    cancel = Key(("Esc",), "Cancel a premove", {"Escape": "cancel"}, ("match",))
    if not family_of(game).drops:
        return (
            board,
            Key(("←", "↑", "→", "↓"), "Choose a square"),
            Key(("Space",), "Place a disc there"),
            cancel,
        )
    last = min(game.columns, NUMBERED)
    digits = {str(column): "column" for column in range(1, last + 1)}
    return (
        board,
        Key(("1", "to", str(last)), "Drop in a column", digits if page == "match" else {}),
        Key(("←", "→"), "Choose a column"),
        Key(("Space",), "Drop there"),
        cancel,
    )
