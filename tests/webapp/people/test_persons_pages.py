"""Pages about people whose names are kept, and ways to them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from tests.webapp.forms import FormBrowser
from tests.webapp.keeping import (
    SECRET,
    guest_of,
    register,
)
from webapp.domain.rating import Rating
from webapp.extensions import services
from webapp.service.people_store import Past

pytestmark = pytest.mark.usefixtures("cheap_hashes")


@pytest.fixture
def played(app: Flask, visitor: Any) -> tuple[FormBrowser, str, str]:
    """Anna, a public game that she has won, and a private one that she has lost."""
    ann = FormBrowser(app)
    register(ann, "Anna")
    matches = []
    for public in ("1", ""):
        ann.get("/")
        fields = {"game": "connectfour", "seat0": "me", "seat1": "friend", "colour": "first"}
        answer = ann.post("/matches", **fields, **({"public": "1"} if public else {}))
        matches.append(answer.headers["Location"][3:])
        ben = visitor()
        ben.join(matches[-1])
        token = ann.client.get("/api/session").json["csrf_token"]
        for ply, column in enumerate((0, 1, 0, 1)):
            who = ann.client if ply % 2 == 0 else ben.client
            headers = {"X-CSRF-Token": token} if ply % 2 == 0 else ben.headers
            act = {"t": "move", "move": column, "ply": ply, "id": f"ply{ply}"}
            assert who.post(f"/api/matches/{matches[-1]}/act", json=act, headers=headers).json["ok"]
        if public:
            ben.act(matches[-1], t="resign", id="enough")
        else:
            act = {"t": "resign", "id": "enough"}
            ann.client.post(
                f"/api/matches/{matches[-1]}/act", json=act, headers={"X-CSRF-Token": token}
            )
    services(app).library._librarian.keep_matches()
    return ann, matches[0], matches[1]


def test_a_persons_page_shows_what_others_may_see(
    app: Flask, played: tuple[FormBrowser, str, str]
) -> None:
    _, public, private = played
    page = FormBrowser(app).get("/@/anna")
    assert page.headers["Location"] == "/@/Anna"
    text = FormBrowser(app).get("/@/Anna").text
    assert "1 game against people" in text
    assert "1 won, 0 drawn, 0 lost" in text
    assert public in text
    assert private not in text
    assert private not in played[0].get("/@/Anna").text, (
        "not even to herself: it is what others see"
    )


def test_a_persons_page_shows_ratings_and_their_course(
    app: Flask, ann: FormBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = [Past(datetime.now(UTC), value, "match") for value in (1500.0, 1612.4, 1587.2)]
    rating = Rating(1587.2, 80.0, games=12)
    ratings = services(app).ratings
    monkeypatch.setattr(type(ratings), "of", lambda self, guest: {"othello": rating})
    monkeypatch.setattr(type(ratings), "history", lambda self, guest, game: past)
    text = ann.get("/@/Anna").text
    assert "1587</span>" in text
    assert "12 rated games</p>" in text
    assert "Rating over 3 rated games, from 1500 to 1587" in text
    assert 'points="0.0,40.0 120.0,0.0 240.0,9.0"' in text


def test_nobody_searches_the_library_by_a_persons_id(
    app: Flask, played: tuple[FormBrowser, str, str]
) -> None:
    guest = guest_of(played[0])
    for part in (guest, guest[:12].lower()):
        assert played[1] not in FormBrowser(app).get(f"/library?q={part}").text


def test_a_deleted_persons_games_are_nobodys_in_the_library(
    app: Flask, played: tuple[FormBrowser, str, str]
) -> None:
    ann, public, _ = played
    ann.get("/forget")
    ann.post("/forget", password=SECRET)
    services(app).library._librarian.keep_matches()
    text = FormBrowser(app).get("/library").text
    assert public in text
    assert "Anna" not in text
    assert "Somebody" in text


def test_people_are_found_by_how_their_names_begin(app: Flask, ann: FormBrowser) -> None:
    register(FormBrowser(app), "Annabel")
    assert ann.get("/@?name=annA").headers["Location"] == "/@/Anna"
    listed = ann.get("/@?name=ann").text
    assert 'href="/@/Anna"' in listed
    assert 'href="/@/Annabel"' in listed
    assert "Nobody keeps a name" in ann.get("/@?name=zoe").text
    assert "goes by that name" in ann.get("/@/Zoe").text


@pytest.mark.parametrize("name", ["Anna Lee", "O'Neil", "田中さん", "Юля", "x_y.z"])
def test_every_name_has_an_address(app: Flask, name: str) -> None:
    ann = FormBrowser(app)
    answer = register(ann, name)
    found = re.search(r'class="button" href="(/@/[^"]+)"', answer.text)
    assert found is not None
    assert ann.get(found[1]).status_code == 200


def test_a_seat_leads_to_the_person_whose_name_is_kept(app: Flask, visitor: Any) -> None:
    ann, ben = FormBrowser(app), visitor()
    register(ann, "Anna Lee")
    ann.get("/")
    match = ann.post("/matches", game="connectfour", opponent="friend").headers["Location"]
    ben.join(match[3:])
    text = ann.get(match).text
    assert '<a data-name href="/@/Anna_Lee">Anna Lee</a>' in text
    assert text.count("<a data-name>") == 1
