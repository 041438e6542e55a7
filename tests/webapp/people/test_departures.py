"""People who leave for good with many games: nobody at once, and forgotten whatever happens."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Engine

from tests.webapp.forms import FormBrowser
from tests.webapp.keeping import SECRET, guest_of, keeper, sign_in
from webapp.domain.action import Action, ActionKind
from webapp.domain.match import Status
from webapp.domain.seat import Guest
from webapp.extensions import Services, services
from webapp.persistence.departures import DepartureRows
from webapp.service import departures
from webapp.service.departures import Departures
from webapp.service.ports import StoreAway

pytestmark = pytest.mark.usefixtures("cheap_hashes")

GAMES = 7


@pytest.fixture
def ann(app: Flask, monkeypatch: pytest.MonkeyPatch) -> FormBrowser:
    """Of whose games some are over, and who has more than one request takes the name off."""
    monkeypatch.setattr(departures, "AT_ONCE", 2)
    monkeypatch.setattr(departures, "REST", 0.001)
    browser = keeper(app, "Anna")
    for number in range(GAMES):
        browser.get("/")
        made = browser.post("/matches", game="connectfour", seat0="me", seat1="ai:1")
        if number != 3:
            give_up(app, browser, made.headers["Location"][3:])
    return browser


def give_up(app: Flask, browser: FormBrowser, match_id: str) -> None:
    guest = Guest(guest_of(browser), "")
    services(app).matches.act(match_id, guest, Action(ActionKind.RESIGN))
    assert services(app).matches.match(match_id).status is Status.FINISHED


def leave(browser: FormBrowser) -> None:
    browser.get("/forget")
    assert browser.post("/forget", password=SECRET).status_code == 303


def bearing(app: Flask, name: str) -> int:
    """How many matches there are at which a name stands."""
    held = services(app)
    with held.database.connect() as connection:
        ids = connection.exec_driver_sql("SELECT id FROM matches").scalars().all()
    return sum(name in [seat.name for seat in held.matches.match(one).seats] for one in ids)


def anew(held: Services) -> Departures:
    """As after a crash, with nothing in memory of who has left."""
    rows, store = DepartureRows(held.database), held.matches._store
    return Departures(rows, store, held.matches, held.identities, ())


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch, app: Flask) -> Callable[[], Departures]:
    """Nothing goes on in the background, as if the server had died; makes the next one's."""
    held = services(app)
    monkeypatch.setattr(held.departures, "_more", threading.Event())
    held.departures._closed.set()
    return lambda: anew(held)


def test_the_background_takes_a_name_off_all_boards(app: Flask, ann: FormBrowser) -> None:
    done, store = threading.Event(), services(app).departures._store
    note: Any = store.done
    store.done = lambda guest: (note(guest), done.set())  # type: ignore[assignment]
    leave(ann)
    assert done.wait(60)
    assert bearing(app, "Anna") == 0
    assert bearing(app, "Somebody") == GAMES
    assert not store.all()


@pytest.mark.usefixtures("stopped")
def test_whoever_has_left_is_nobody_at_once(app: Flask, ann: FormBrowser) -> None:
    leave(ann)
    left = bearing(app, "Anna")
    assert 0 < left < GAMES
    assert ann.get("/@/Anna").status_code == 404
    assert ann.name != "Anna"
    assert sign_in(FormBrowser(app), "Anna").status_code == 403
    assert len(DepartureRows(services(app).database).all()) == 1


def test_a_crash_at_any_match_is_gone_on_from(
    app: Flask, ann: FormBrowser, stopped: Callable[[], Departures], monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(ann)
    held, forget, left = services(app), services(app).matches.forget, bearing(app, "Anna")

    def dying(guest: str, match_ids: Any = None) -> None:
        if match_ids is not None:
            forget(guest, match_ids)
            raise StoreAway
        forget(guest, match_ids)

    monkeypatch.setattr(held.matches, "forget", dying)
    for _ in range(left):
        with pytest.raises(StoreAway):
            stopped().look()
    assert len(DepartureRows(held.database).all()) == 1, "it is known that something may be left"
    monkeypatch.setattr(held.matches, "forget", forget)
    stopped().look()
    assert bearing(app, "Anna") == 0
    assert not DepartureRows(held.database).all()


def test_a_guest_leaves_the_games_that_go_on(app: Flask, stopped: Callable[[], Departures]) -> None:
    browser = FormBrowser(app)
    browser.post("/name", name="Ben")
    matches = []
    for _ in range(2):
        browser.get("/")
        made = browser.post("/matches", game="connectfour", seat0="me", seat1="ai:1")
        matches.append(made.headers["Location"][3:])
    give_up(app, browser, matches[0])
    browser.get("/forget")
    browser.post("/forget")
    names = [services(app).matches.match(one).seats[0].name for one in matches]
    assert names == ["Ben", "Somebody"]
    assert not DepartureRows(services(app).database).all()


def test_who_presses_again_has_no_less_forgotten(engine: Engine) -> None:
    """The name is given up by then, so the second time it looks like a guest's."""
    rows = DepartureRows(engine)
    rows.note("ann", everywhere=True)
    rows.reach("ann", "match005")
    again = rows.note("ann", everywhere=False)
    assert (again.everywhere, again.reached) == (True, "match005")


def test_nobody_waits_for_somebody_who_cannot_be_forgotten(
    app: Flask, stopped: Callable[[], Departures], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = DepartureRows(services(app).database)
    for guest in ("ann", "ben", "cat"):
        rows.note(guest, everywhere=True)
    forget = services(app).matches.forget

    def failing(guest: str, match_ids: Any = None) -> None:
        assert guest != "ann"
        forget(guest, match_ids)

    monkeypatch.setattr(services(app).matches, "forget", failing)
    stopped().look()
    assert [left.guest for left in rows.all()] == ["ann"]
