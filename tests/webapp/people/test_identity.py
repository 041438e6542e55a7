"""Whose browser it is: private links, signing out, being forgotten, and the cookie itself."""

from __future__ import annotations

from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from tests.webapp.browsers import wait_until
from tests.webapp.forms import FormBrowser
from webapp.extensions import services
from webapp.service.identities import LINK_LIFETIME
from webapp.service.ports import StoreAway


@pytest.fixture
def ann(app: Flask) -> FormBrowser:
    browser = FormBrowser(app)
    browser.post("/name", name="Ann")
    return browser


@pytest.fixture
def other(app: Flask) -> FormBrowser:
    return FormBrowser(app)


def test_opening_a_private_link_changes_nobody(ann: FormBrowser, other: FormBrowser) -> None:
    before = other.name
    link = ann.link()
    answer = other.get(link)
    assert "Become Ann" in answer.text
    assert other.name == before, "a newcomer too is asked"
    assert other.post(link).status_code == 303
    assert other.name == "Ann"


def test_a_newcomer_is_no_matter_of_the_store(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """What needs no games is there for strangers while these cannot be reached."""

    def away(*_: object) -> None:
        raise StoreAway

    monkeypatch.setattr(services(app).identities._store, "standing", away)
    client = app.test_client()
    assert client.get("/rules").status_code == 200
    with client.session_transaction() as said:
        said["name"] = "Somebody else's, maybe"
    assert client.get("/rules").status_code == 503


def test_a_private_link_works_once(app: Flask, ann: FormBrowser, other: FormBrowser) -> None:
    link, third = ann.link(), FormBrowser(app)
    assert other.become(link).status_code == 303
    answer = third.become(link)
    assert (answer.status_code, third.name != "Ann") == (400, True)
    assert "works once" in answer.text


def test_a_private_link_lasts_a_day(
    ann: FormBrowser, other: FormBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = int(LINK_LIFETIME.total_seconds()) + 2
    stamp = TimestampSigner.get_timestamp
    with monkeypatch.context() as long_ago:
        long_ago.setattr(TimestampSigner, "get_timestamp", lambda self: stamp(self) - late)
        link = ann.link()
    assert "too old" in other.get(link).text
    assert other.get(ann.link()).status_code == 200


def test_signing_out_elsewhere_ends_other_browsers_and_links(
    app: Flask, ann: FormBrowser, other: FormBrowser
) -> None:
    other.become(ann.link())
    given_away = ann.link()
    assert "signed out" in ann.post("/name/elsewhere").text
    assert ann.name == "Ann", "the one that asked stays"
    assert other.name != "Ann"
    assert "revoked" in FormBrowser(app).get(given_away).text
    other.become(ann.link())
    assert other.name == "Ann", "a new link works"


def test_signing_out_elsewhere_ends_the_sockets_too(running: Any, person: Any) -> None:
    ann = person()
    guest = running.services.crowd.guest
    assert ann.socket.connected
    (sid,) = list(running.services.crowd._guests)
    running.services.matches.hang_up(guest(sid).id)
    wait_until(lambda: not ann.socket.connected)
    wait_until(lambda: running.services.crowd.guest(sid) is None)


def test_who_is_forgotten_has_no_way_back(app: Flask, ann: FormBrowser, other: FormBrowser) -> None:
    other.become(ann.link())
    link, cookie = ann.link(), ann.client.get_cookie("flipfour")
    assert cookie is not None
    ann.get("/forget")
    answer = ann.post("/forget")
    assert answer.status_code == 303
    assert ann.client.get_cookie("flipfour") is None
    assert "Ann" not in (ann.name, other.name)
    copied = FormBrowser(app)
    copied.client.set_cookie("flipfour", cookie.value)
    assert copied.name != "Ann"
    assert "revoked" in copied.get(link).text


def test_a_forgotten_name_leaves_the_boards(app: Flask, ann: FormBrowser) -> None:
    ann.get("/")
    answer = ann.post("/matches", game="connectfour", opponent="friend")
    match = answer.headers["Location"].rpartition("/")[2]
    ann.get("/forget")
    ann.post("/forget")
    seats = services(app).matches.match(match).seats
    assert [seat.name for seat in seats] == ["Somebody", ""]


@pytest.mark.parametrize("path", ["/name", "/forget"])
def test_pages_about_ones_identity_are_kept_by_nobody(ann: FormBrowser, path: str) -> None:
    assert ann.get(path).headers["Cache-Control"] == "private, no-store"


def test_the_page_of_a_private_link_is_kept_by_nobody(ann: FormBrowser, other: FormBrowser) -> None:
    assert other.get(ann.link()).headers["Cache-Control"] == "private, no-store"


def test_over_https_the_cookie_is_bound_to_the_host(app: Flask) -> None:
    response = FormBrowser(app, "https://localhost").get("/theme-that-is-not-there")
    assert response.headers["Strict-Transport-Security"].startswith("max-age=")
    first = app.test_client().get("/api/session", base_url="https://localhost")
    cookie = SimpleCookie(first.headers["Set-Cookie"])["__Host-flipfour"]
    assert cookie["secure"]
    assert (cookie["path"], cookie["domain"]) == ("/", "")
    plain = app.test_client().get("/api/session")
    assert "Strict-Transport-Security" not in plain.headers
    assert plain.headers["Set-Cookie"].startswith("flipfour=")


def test_a_cookie_of_the_plain_name_is_nobody_over_https(app: Flask, ann: FormBrowser) -> None:
    cookie = ann.client.get_cookie("flipfour")
    assert cookie is not None
    tossed = app.test_client()
    tossed.set_cookie("flipfour", cookie.value)
    answer = tossed.get("/api/session", base_url="https://localhost").get_json()
    assert answer["name"] != "Ann"


@pytest.mark.parametrize("back", [timedelta(seconds=3), timedelta(hours=2), timedelta(days=40)])
def test_a_clock_set_back_costs_nobody_their_seat(
    app: Flask, monkeypatch: pytest.MonkeyPatch, back: timedelta
) -> None:
    ahead = int(back.total_seconds())
    stamp = TimestampSigner.get_timestamp
    with monkeypatch.context() as early:
        early.setattr(TimestampSigner, "get_timestamp", lambda self: stamp(self) + ahead)
        ann = FormBrowser(app)
        ann.post("/name", name="Ann")
        link = ann.link()
    assert ann.name == "Ann"
    assert "Become Ann" in FormBrowser(app).get(link).text


def test_whatever_sets_a_cookie_is_for_one_person(app: Flask) -> None:
    for path in ("/", "/watch", "/new", "/lab", "/analysis", "/api/session", "/nothing-here"):
        first = app.test_client().get(path)
        assert "Set-Cookie" in first.headers, path
        assert first.headers["Cache-Control"] == "private, no-store", path


def test_pictures_are_for_everybody(app: Flask, visitor: Any) -> None:
    match = visitor().create(seat0="me", seat1="friend", public=False)
    for path in ("/boards/othello.svg", f"/m/{match}/board.svg", f"/m/{match}/qr.svg"):
        picture = app.test_client().get(path)
        assert picture.status_code == 200
        assert "Set-Cookie" not in picture.headers, path
        if "public" not in picture.headers["Cache-Control"]:  # an invitation is not everybody's
            assert "no-cache" in picture.headers["Cache-Control"], path
            assert ("private" in picture.headers["Cache-Control"]) == path.endswith("board.svg")
            continue
        assert "Cookie" not in picture.headers.get("Vary", ""), path
    assert "public" in app.test_client().get("/boards/othello.svg").headers["Cache-Control"]
