"""Who keeps a name may choose that nobody sees when he or she is here."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from engine import registry
from tests.webapp.browsers import Person, wait_until
from tests.webapp.clocked import ANN, BEN, both_moved
from tests.webapp.conftest import Running
from tests.webapp.fakes import House
from tests.webapp.forms import FormBrowser
from tests.webapp.keeping import guest_of, keeper
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch
from webapp.extensions import services
from webapp.service.presence import PresenceTracker
from webapp.service.views import Standing

MARKS = ("/@?name=an", "/@/Anna")
BOX = 'name="online" value="1" checked'


def marked(app: Flask) -> list[int]:
    client = app.test_client()
    return [client.get(path).text.count('class="dot"') for path in MARKS]


def choose(browser: FormBrowser, **online: str) -> str:
    browser.get("/account")
    answer = browser.post("/account", change="online", **online)
    assert answer.status_code == 200
    return str(answer.text)


def test_no_dot_stands_beside_who_wishes_none(app: Flask, ann: FormBrowser) -> None:
    keeper(app, "Andrea")
    there = services(app)
    there.crowd.connect("page", Guest(guest_of(ann), "Anna", registered=True))
    assert marked(app) == [1, 1]
    assert BOX in ann.get("/account").text
    said = choose(ann)
    assert "Nobody sees when you are here." in said
    assert BOX not in said
    assert marked(app) == [0, 0], "of pages that were open already neither"
    there.crowd.connect("later", there.identities.person(guest_of(ann), "Anna"))
    assert marked(app) == [0, 0]
    assert BOX not in ann.get("/account").text
    assert BOX in choose(ann, online="1")
    assert marked(app) == [1, 1]


def test_a_page_that_opens_while_its_person_hides_shows_nobody(
    running: Running, person: Callable[[], Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice comes between what the store says of the page's cookie and its socket."""
    there, somebody = services(running.app), person()
    session = somebody.http.get(f"{somebody.address}/api/session").json()
    form = {"csrf_token": session["csrf_token"], "name": "Anna", "password": "correct horse"}
    assert "You are Anna." in somebody.http.post(f"{somebody.address}/register", form).text
    account = there.accounts.by_name("Anna")
    assert account is not None
    guest, connect = account.guest_id, there.crowd.connect

    def connect_late(sid: str, one: Guest, generation: int) -> None:
        monkeypatch.undo()
        there.accounts.hide(guest, hidden=True)
        there.identities.forget(guest)
        there.matches.known_as(there.identities.person(guest, "Anna"))
        connect(sid, one, generation)

    monkeypatch.setattr(there.crowd, "connect", connect_late)
    somebody.reconnect()
    wait_until(lambda: len(there.crowd.sockets(guest)) > 0)
    assert there.crowd.is_hidden(guest)
    assert not there.matches.presence.online([guest])


def test_another_name_leaves_the_choice(app: Flask, ann: FormBrowser) -> None:
    services(app).crowd.connect("page", Guest(guest_of(ann), "Anna", registered=True))
    choose(ann)
    ann.get("/account")
    ann.post("/account", change="name", name="Annabella", password="correct horse")  # noqa: S106
    assert ann.name == "Annabella"
    assert services(app).crowd.is_hidden(guest_of(ann))


def test_a_guest_who_keeps_no_name_has_no_such_choice(app: Flask) -> None:
    guest = FormBrowser(app)
    assert guest.post("/account", change="online").status_code >= 400


@pytest.mark.parametrize("hidden", [False, True])
def test_who_waits_reads_not_where_else_somebody_is_who_is_hidden(hidden: bool) -> None:
    house = House()
    match_id = both_moved(house, "")
    ann = Guest(ANN.id, ANN.name, registered=True, hidden=hidden)
    other = house.matches.create(NewMatch(registry.game("othello"), ("me", "ai:1")), ann)
    for sid, guest, where in (("1", BEN, match_id), ("2", ann, other)):
        house.crowd.connect(sid, guest)
        house.matches.watch(where, None, sid, guest, lambda: None)
    presence: PresenceTracker = house.matches.presence
    expected = Standing.AWAY if hidden else Standing.PLAYING
    assert presence.at(house.matches.match(match_id)).standings[0] is expected
    assert presence.at(house.matches.match(other)).standings[0] is Standing.ONLINE


def test_a_name_that_is_kept_since_is_kept_at_open_pages_too() -> None:
    house = House()
    house.crowd.connect("page", ANN)
    presence = house.matches.presence
    assert presence.online([ANN.id]) == set()
    house.matches.rename(Guest(ANN.id, "Anna", registered=True))
    assert presence.online([ANN.id]) == {ANN.id}
