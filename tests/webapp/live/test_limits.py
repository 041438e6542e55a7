"""What one guest and one address may do, and what the refused are told."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import socketio.exceptions
from click.testing import CliRunner
from flask import Flask

from tests.webapp.fakes import House
from webapp import create_app
from webapp.cli import cli
from webapp.config import Config
from webapp.domain.action import Action, ActionKind
from webapp.domain.errors import Refusal
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch
from webapp.extensions import services
from webapp.service import matches as service
from webapp.service import names
from webapp.service.limits import AT_ONCE, IPV6_PLACE, RATES, BadLimit, Limits, address_key
from webapp.service.turns import Visitor

pytestmark = pytest.mark.usefixtures("one_moment")

ANN, BEN = Visitor("203.0.113.7", "ann"), Visitor("203.0.113.7", "ben")
CAT = Visitor("203.0.113.8", "cat")


def test_the_store_in_memory_is_used_by_one_thread_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its timer fails where two threads start it at once, and the page of one with it."""
    limits = Limits()
    windows = limits._counting._shared
    held: list[bool] = []

    def hit(*_: object) -> bool:
        held.append(windows.counting.locked())
        return len(held) < 3

    monkeypatch.setattr(windows.strategy, "hit", hit)
    with pytest.raises(Refusal):
        limits.spend("matches", ANN)
    assert held == [True] * 3
    assert not windows.counting.locked()


def spent(limits: Limits, visitor: Visitor, name: str = "matches", most: int = 1000) -> int:
    """How often a visitor may until it is refused."""
    for count in range(most):
        try:
            limits.spend(name, visitor)
        except Refusal:
            return count
    return most


def test_a_guest_who_is_over_is_told_when_to_come_back() -> None:
    limits = Limits(["matches.guest=5/minute"])
    assert spent(limits, ANN) == 5
    with pytest.raises(Refusal, match=r"try again in \d+ seconds?\.") as error:
        limits.spend("matches", ANN)
    assert error.value.code == "limit"
    assert 1 <= (error.value.retry or 0) <= 60
    assert spent(limits, BEN) == 5, "the neighbour at the same address is not concerned"


def test_one_address_cannot_send_ever_new_guests() -> None:
    limits = Limits(["matches.guest=5/minute", "matches.address=12/minute"])
    visitors = [Visitor(ANN.address, f"guest{number}") for number in range(4)]
    assert sum(spent(limits, visitor) for visitor in visitors) == 12
    assert spent(limits, CAT) == 5, "nobody else is concerned"
    assert sum(spent(limits, Visitor("198.51.100.1", ""), most=1) for _ in range(20)) == 12


def test_a_class_of_forty_behind_one_address_starts_a_match_each() -> None:
    limits = Limits()
    for number in range(40):
        pupil = Visitor(ANN.address, f"pupil{number}")
        limits.spend("sockets", pupil)
        limits.enter("open_sockets", pupil)
        for name, often in {"requests": 20, "matches": 3, "renames": 2, "messages": 60}.items():
            for _ in range(often):
                limits.spend(name, pupil)


def test_a_hall_of_three_hundred_behind_one_address_plays() -> None:
    """All come at once, take a name, begin two matches and greet each other; from then on each
    page gives a sign of life and answers a beat every two seconds, and moves."""
    limits = Limits()
    hall = [Visitor(ANN.address, f"player{number}") for number in range(300)]
    coming = {"requests": 20, "sockets": 2, "renames": 2, "matches": 2, "chat": 2, "messages": 20}
    for player in hall:
        limits.enter("open_sockets", player)
        for name, often in coming.items():
            for _ in range(often):
                limits.spend(name, player)
    rude = Visitor(ANN.address, "rude")
    assert spent(limits, rude) == 20, "one alone is refused there as anywhere"


def test_every_default_is_more_for_an_address_than_for_a_class() -> None:
    """Or forty people who do no more than one may would refuse each other."""
    assert {name for name, (one, many) in AT_ONCE.items() if many < 40 * one} == set()
    assert set(RATES) >= {"requests", "sockets", "messages", "matches", "renames", "laboratory"}


def test_what_is_open_is_counted_until_it_is_closed() -> None:
    limits = Limits(["open_sockets.guest=2", "open_sockets.address=3"])
    limits.enter("open_sockets", ANN)
    limits.enter("open_sockets", ANN)
    with pytest.raises(Refusal) as error:
        limits.enter("open_sockets", ANN)
    assert error.value.retry
    limits.enter("open_sockets", BEN)
    with pytest.raises(Refusal):
        limits.enter("open_sockets", BEN)
    limits.leave("open_sockets", ANN)
    limits.enter("open_sockets", BEN)
    for visitor in (ANN, BEN, BEN):
        limits.leave("open_sockets", visitor)
    assert not limits._open, "nothing is kept of those who are gone"


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("127.0.0.1", ""),
        ("::1", ""),
        (None, ""),
    ],
)
def test_an_address_stands_for_one_household(address: str | None, key: str) -> None:
    assert address_key(address) == key


def test_a_guessers_place_is_all_that_one_may_rent() -> None:
    assert address_key("2001:db8:1:2::3", IPV6_PLACE) == "2001:db8:1::/48"
    assert address_key("203.0.113.7", IPV6_PLACE) == "203.0.113.7"
    assert address_key(address_key("2001:db8:1:2::3"), IPV6_PLACE) == "2001:db8:1::/48"


@pytest.mark.parametrize(
    "change",
    [
        "matches",
        "matches.guest=often",
        "nothing.guest=1/minute",
        "open_sockets.guest=x",
        "open_sockets.guest=0",
        "open_sockets.address=-5",
        "messages.guest=0/minute",
    ],
)
def test_a_limit_that_cannot_be_read_is_said_in_a_line(change: str, tmp_path: Path) -> None:
    with pytest.raises(BadLimit):
        Limits([change])
    database = f"sqlite:///{tmp_path / 'x.db'}"
    result = CliRunner().invoke(cli, ["serve", "--limit", change, "--database", database])
    assert result.exit_code != 0
    assert repr(change.partition("=")[2] or change) in result.output or change in result.output


def test_a_store_that_is_none_is_said_in_a_line() -> None:
    with pytest.raises(BadLimit, match="nowhere://"):
        Limits(store="nowhere://x")


# -- Over HTTP and sockets -------------------------------------------------------------------


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """Behind a proxy, so that visitors have addresses, with limits that are soon reached."""
    limits = (
        "matches.guest=2/minute",
        "links.address=2/minute",
        "renames.guest=2/minute",
        "messages.guest=20/minute",
        "open_sockets.guest=2",
        "requests.address=40/minute",
    )
    app = create_app(
        Config(
            database=f"sqlite:///{tmp_path / 'test.db'}", compile=False, proxies=1, limits=limits
        )
    )
    yield app
    services(app).close()


def test_the_refused_get_429_a_sentence_and_a_time(visitor: Any) -> None:
    ann, ben = visitor(), visitor()
    for _ in range(2):
        ann.create(seat0="me", seat1="friend")
    answer = ann.post("/api/matches", {"seat0": "me", "seat1": "friend"})
    assert answer.status_code == 429
    assert answer.json["code"] == "limit"
    assert answer.json["retry"] == int(answer.headers["Retry-After"]) > 0
    assert "try again" in answer.json["message"]
    assert ben.create(seat0="me", seat1="friend")
    page = ann.client.post("/matches", data={"game": "othello"}, headers=ann.headers)
    assert (page.status_code, page.mimetype) == (429, "text/html")
    assert "try again" in page.text


def test_an_address_that_asks_for_page_after_page_is_refused(app: Flask) -> None:
    """However often it forgets its cookie; and nobody else is."""

    def ask(address: str) -> int:
        headers = {"X-Forwarded-For": address}
        return app.test_client().get("/api/games", headers=headers).status_code

    answers = [ask("203.0.113.9") for _ in range(50)]
    assert answers == [200] * 40 + [429] * 10
    assert ask("203.0.113.10") == 200
    assert ask("2001:db8::1") == 200


def test_a_name_said_at_the_door_is_a_name_like_any(visitor: Any) -> None:
    ann, ben = visitor(), visitor()
    match = ann.create(seat0="me", seat1="friend")
    answers = [
        ben.client.post(f"/m/{match}/join", data={"name": name}, headers=ben.headers).status_code
        for name in ("Ben", "Ben", "Bob", "Bert")
    ]
    assert answers == [303, 303, 303, 429]


def test_long_texts_of_games_are_imports_and_short_ones_are_not(visitor: Any) -> None:
    """64 KB take a second to read, a game no time at all."""
    ann = visitor()

    def opened(moves: str) -> int:
        form = {"moves": moves, "game": "connectfour"}
        return int(ann.client.post("/analysis/open", data=form, headers=ann.headers).status_code)

    assert {opened("4453") for _ in range(20)} == {303}
    assert [opened("4453\n" * 1000) for _ in range(8)] == [200] * 6 + [429] * 2
    assert opened("4453") == 303


def test_guessing_private_links_is_slow(app: Flask) -> None:
    headers = {"X-Forwarded-For": "203.0.113.9"}
    answers = [app.test_client().get(f"/resume/x{i}", headers=headers) for i in range(4)]
    assert [answer.status_code for answer in answers] == [400, 400, 429, 429]


def test_a_guest_opens_so_many_sockets(running: Any, person: Any) -> None:
    ann = person()
    second = ann._new_socket()
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in ann.http.cookies)

    def connect(client: Any) -> None:
        client.connect(
            running.address,
            auth={"protocol": 1},
            headers={"Cookie": cookies},
            transports=["websocket"],
        )

    connect(second)
    refused = ann._new_socket()
    with pytest.raises(socketio.exceptions.ConnectionError):
        connect(refused)
    name, told = ann.messages[-1]
    assert name == "connect_error"
    assert told["data"]["code"] == "limit"
    assert told["data"]["retry"] > 0
    refused.disconnect()
    second.disconnect()
    assert person().socket.connected


def test_a_socket_sends_so_many_messages(person: Any) -> None:
    ann, ben = person(), person()
    answers = [ann.call("lobby", {"on": False}) for _ in range(25)]
    assert [answer["ok"] for answer in answers] == [True] * 20 + [False] * 5
    assert answers[-1]["code"] == "limit"
    assert answers[-1]["retry"] > 0
    assert ben.call("lobby", {"on": False})["ok"]


# -- What is bounded in itself ---------------------------------------------------------------


def test_a_person_has_so_many_matches_going_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_OPEN", 3)
    house, ann = House(), Guest("ann", "Ann")
    order = NewMatch(_connectfour(), ("me", "friend"))
    first = [house.matches.create(order, ann) for _ in range(3)]
    with pytest.raises(Refusal) as error:
        house.matches.create(order, ann)
    assert error.value.code == "open_matches"
    house.matches.create(order, Guest("ben", "Ben"))
    house.matches.act(first[0], ann, Action(ActionKind.RESIGN))
    assert house.matches.create(order, ann)


def test_a_match_has_so_many_events_and_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_EVENTS", 9)
    house, ann = House(), Guest("ann", "Ann")
    match = house.matches.create(NewMatch(_connectfour(), ("me", "me")), ann)
    for count in range(4):
        house.matches.act(match, ann, Action(ActionKind.MOVE, ply=0, move=3, id=str(count)))
        house.matches.act(match, ann, Action(ActionKind.TAKEBACK, id=f"t{count}"))
    with pytest.raises(Refusal) as error:
        house.matches.act(match, ann, Action(ActionKind.TAKEBACK, id="more"))
    assert error.value.code == "too_long"
    move = Action(ActionKind.MOVE, ply=0, move=3, id="more")
    assert house.matches.act(match, ann, move) == 10
    assert house.matches.act(match, ann, Action(ActionKind.RESIGN)) == 11


def test_a_new_name_is_told_to_so_many_matches_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "MAX_RENAMED", 4)
    house, ann = House(), Guest("ann", "Ann")
    order = NewMatch(_connectfour(), ("me", "ai:1"))
    matches = [house.matches.create(order, ann) for _ in range(10)]
    for number, match in enumerate(matches):
        house.matches.watch(match, None, f"socket{number}", ann, lambda: None)
    before = len(house.announcer.events)
    house.matches.rename(Guest("ann", "Anna"))
    assert len(house.announcer.events) - before == 4
    house.matches.watch(matches[-1], None, "socket9", Guest("ann", "Anna"), lambda: None)
    assert house.matches.match(matches[-1]).seats[0].name == "Anna", "the others when looked at"


def _connectfour() -> Any:
    from engine import registry

    return registry.game("connectfour")


def test_old_counts_in_memory_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand who came once leave nothing behind, and need no thread for it."""
    limits, before = Limits(), threading.active_count()
    for guest in range(100):
        limits.spend("renames", Visitor("203.0.113.9", f"guest-{guest}"))
    counts: Any = limits._counting._own.strategy.storage
    assert len(counts.storage) == 101
    assert threading.active_count() <= before
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 300)
    limits.spend("renames", ANN)
    assert len(counts.storage) == len(counts.expirations) == 2
