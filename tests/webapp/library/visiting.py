"""The library as its visitors use it: pages, and files that they bring."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import unescape
from importlib.resources import files
from typing import Any

from flask import Flask

from tests.webapp.conftest import Visitor
from webapp.domain.library import EVERYBODY
from webapp.extensions import services

DATA = files("tests.data").joinpath("othello")
WTHOR = DATA.joinpath("WTH_1980.wtb").read_bytes()
NAMES = DATA.joinpath("wthor_players.jou").read_bytes()
GAMES = 160


Make = Callable[[], Visitor]


def page(visitor: Visitor, path: str = "/library") -> str:
    response = visitor.client.get(path)
    assert response.status_code == 200
    return unescape(response.get_data(as_text=True))


def shown(visitor: Visitor, path: str = "/library") -> list[str]:
    """The moves of the games on a page."""
    text = page(visitor, path)
    grid = text.partition('<ul class="games-grid">')[2].partition('<section class="card bring"')[0]
    return re.findall(r'href="/analysis\?game=[^"]*?moves=(\w*)', grid)


def bring(visitor: Visitor, *contents: tuple[str, bytes]) -> Any:
    sent = {"files": [(io.BytesIO(content), name) for name, content in contents]}
    return visitor.client.post("/library", data=sent, headers=visitor.headers)


def owner(app: Flask) -> str:
    """The guest who has brought the only collection."""
    from sqlalchemy import select

    from webapp.persistence.library_models import ShelfRow

    with services(app).database.connect() as connection:
        (found,) = connection.scalars(select(ShelfRow.owner).where(ShelfRow.owner != EVERYBODY))
    return str(found)
