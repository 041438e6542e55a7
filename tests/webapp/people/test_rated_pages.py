"""Ratings where people read them: at the seats, in lists, in invitations, and over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import insert

from webapp.domain.seat import Guest
from webapp.extensions import services
from webapp.persistence.models import RatingRow

RATED = {"seat0": "me", "seat1": "friend", "clock": "5+3", "rated": True}


@pytest.fixture
def known(app: Flask, visitor: Any) -> Any:
    """Makes visitors who keep a name."""

    def make(name: str, rating: float | None = None) -> Any:
        someone = visitor()
        with someone.client.session_transaction() as session:
            guest = Guest(session["guest"], session["name"])
        services(app).accounts.register(guest, name, "a long password")
        services(app).identities.forget(guest.id)
        if rating is not None:
            ratings = services(app).ratings
            fields = {"deviation": 60.0, "volatility": 0.06, "games": 30}
            day = ratings._store.today()
            row = {"guest": guest.id, "game": "connectfour", "value": rating, "day": day}
            with services(app).database.begin() as connection:
                connection.execute(insert(RatingRow), row | fields)
        someone.id = guest.id
        return someone

    return make


def play(one: Any, other: Any, match: str) -> None:
    """The first player has four in a column."""
    for ply, column in enumerate((0, 1, 0, 1, 0, 1, 0)):
        answer = (one, other)[ply % 2].move(match, column, ply)
        assert answer["ok"], answer


def test_two_who_keep_their_names_play_for_ratings(known: Any) -> None:
    ann, ben = known("Anna"), known("Benno")
    match = ann.create(**RATED)
    assert ben.join(match)["ok"]
    snapshot = ann.snapshot(match)
    assert snapshot["rated"]
    assert [seat["rating"] for seat in snapshot["seats"]] == ["1500?", "1500?"]
    play(ann, ben, match)
    first, second = ben.snapshot(match)["seats"]
    assert first["change"][0] == "+"
    assert second["change"][0] == "−"
    page = ben.client.get(f"/m/{match}").text
    assert f'data-change="{first["change"]}"' in page
    assert " · rated" in page
    for one, says, seat in ((ann, "You won", first), (ben, "You lost", second)):
        home = one.client.get("/").text.partition('id="last"')[2]
        assert f'{says} <b class="numbers" data-change="{seat["change"]}">' in home
        assert f'href="/m/{match}/analysis"' in home


def test_lists_of_games_say_how_ratings_changed(app: Flask, known: Any) -> None:
    ann, ben = known("Anna"), known("Benno")
    match = ann.create(**RATED, public=True)
    ben.join(match)
    play(ann, ben, match)
    services(app).library._librarian.keep_matches()
    for path in ("/@/Anna", "/library"):
        card = ann.client.get(path).text.partition("game-players")[2]
        for seat in ann.snapshot(match)["seats"]:
            rating, change = seat["rating"].rstrip("?"), seat["change"]
            assert f'>{rating} <b data-change="{change}">{change}</b>' in card
    services(app).ratings.forget(ann.id)
    assert [*services(app).ratings.changes([match])] == [(match, 1)]


def test_a_guest_reads_that_a_game_is_rated_and_keeps_the_link(known: Any, visitor: Any) -> None:
    ann, eve = known("Anna", 1587), visitor()
    match = ann.create(**RATED)
    page = eve.client.get(f"/m/{match}").text
    assert "rated</dd>" in page
    assert "1587" in page
    assert 'href="/register"' in page
    answer = eve.post(f"/api/matches/{match}/join", {})
    assert answer.status_code == 403
    assert "register" in answer.json["message"]
    assert eve.post("/api/matches", RATED).status_code == 403
    assert ann.snapshot(match)["can_join"] is False
    assert eve.snapshot(match)["can_join"]


def test_open_games_tell_ratings(known: Any, visitor: Any) -> None:
    ann = known("Anna", 1587)
    wish = {"game": "connectfour", "clock": "3+2", "rated": True}
    match = ann.post("/api/pair", wish).json["match"]
    (seek,) = visitor().get("/api/seeks")["seeks"]
    assert (seek["match"], seek["rating"], seek["names"]) == (match, "1587", ["Anna"])
    assert "Anna 1587" in visitor().client.get("/").text
    assert "Looking near 1587." in ann.client.get(f"/m/{match}").text
    other = visitor().post("/api/pair", wish | {"rated": False}).json["match"]
    assert other != match
    assert {s["rating"] for s in visitor().get("/api/seeks")["seeks"]} == {"1587", ""}


def test_home_offers_rated_games_to_those_who_may_play_them(known: Any, visitor: Any) -> None:
    assert 'name="rated"' in known("Anna").client.get("/").text
    home = visitor().client.get("/").text
    assert 'name="rated"' not in home
    assert 'href="/register"' in home


def test_one_choice_of_three_says_what_a_game_counts_for(known: Any) -> None:
    ann = known("Anna", 1587)
    for choice, rated, near in (("0", False, False), ("1", True, False), ("near", True, True)):
        form = {"game": "connectfour", "clock": "3+2", "rated": choice}
        place = ann.client.post("/pair", data=form, headers=ann.headers).headers["Location"]
        match = services(ann.client.application).matches.match(place.rpartition("/")[2])
        assert (match.rated, match.near) == (rated, near)
        assert ("near=1" in ann.client.get(place).text) == near, (
            "whoever changes it keeps the choice"
        )
        ann.act(match.id, t="resign")


def test_a_form_that_cannot_be_rated_comes_back_filled(known: Any) -> None:
    ann = known("Anna")
    form = {"game": "connectfour", "seat0": "me", "seat1": "friend", "rated": "1", "clock": ""}
    answer = ann.client.post("/matches", data=form, headers=ann.headers)
    assert "two people with a clock" in answer.text
    assert 'name="rated" value="1" checked' in answer.text


def test_the_strongest_stand_on_a_page(known: Any, visitor: Any) -> None:
    for name, rating in (("Anna", 1587), ("Benno", 1830)):
        known(name, rating)
    page = visitor().client.get("/ratings").text
    assert page.index("Benno") < page.index("Anna")
    assert 'href="/@/Benno"' in page
    assert "Nobody has a settled rating yet" in page, "of Othello"


def test_who_is_online_is_marked(app: Flask, known: Any) -> None:
    ann, marks = known("Anna", 1587), ("/ratings", "/@?name=an", "/@/Anna")
    known("Benno", 1830)

    def marked() -> list[int]:
        return [ann.client.get(path).text.count('class="dot"') for path in marks]

    assert marked() == [0, 0, 0]
    services(app).crowd.connect("page", Guest(ann.id, "Anna", registered=True))
    assert marked() == [1, 1, 1]
    services(app).crowd.disconnect("page")
    assert marked() == [0, 0, 0]


def test_who_is_forgotten_is_on_no_list(app: Flask, known: Any) -> None:
    ann = known("Anna", 1900)
    services(app).ratings.forget(ann.id)
    assert (
        "Anna" not in ann.client.get("/ratings").text.partition("ladders")[2].partition("quiet")[0]
    )
    assert services(app).ratings.of(ann.id) == {}
