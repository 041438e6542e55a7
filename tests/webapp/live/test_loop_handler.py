"""Who enters and looks on is served by the loop itself, unless that would have to wait."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import Mock

import pytest

from tests.webapp.browsers import Person, wait_until
from tests.webapp.conftest import Running
from webapp.service.people_store import Standing
from webapp.service.turns import Visitor
from webapp.sockets.event_pool import EventPool
from webapp.sockets.loop_handler import Haste, LoopHandler

EDGE = "flipfour-edge"


@pytest.fixture
def threads(running: Running, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the threads that began to let somebody look on."""
    names: list[str] = []
    watch = running.services.matches.watch

    def noted(*arguments: Any, **options: Any) -> Any:
        names.append(threading.current_thread().name)
        return watch(*arguments, **options)

    monkeypatch.setattr(running.services.matches, "watch", noted)
    return names


def test_who_looks_on_is_served_by_the_loop(
    person: Callable[[], Person], threads: list[str]
) -> None:
    ann, ben = person(), person()
    match = ann.create(seat0="me", seat1="me")
    assert ann.watch(match)["snapshot"]["you"] == [0, 1]
    assert ben.watch(match)["snapshot"]["you"] == []
    assert threads[0] == EDGE, "it is tried there first"
    assert threads[1].startswith("flipfour-event"), "whose name may have to be written down"
    assert threads[2:] == [EDGE]


def test_the_loop_waits_for_nobody_who_uses_the_match(
    running: Running, person: Callable[[], Person], threads: list[str]
) -> None:
    ann, ben, eve = person(), person(), person()
    match = ann.create(seat0="me", seat1="me")
    ann.watch(match)
    del threads[:]
    with ThreadPoolExecutor() as pool, running.services.live.use(match):
        coming = pool.submit(ben.watch, match)
        wait_until(lambda: len(threads) == 2)
        assert eve.call("pulse")["ok"], "others are served meanwhile"
        assert not coming.done()
    assert coming.result()["ok"]
    assert threads[0] == EDGE
    assert threads[1].startswith("flipfour-event")


def test_what_a_thread_takes_over_counts_once(
    running: Running, person: Callable[[], Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    spent: list[str] = []
    spend = running.services.limits.spend

    def noted(name: str, visitor: Visitor) -> None:
        spent.append(name)
        spend(name, visitor)

    ann = person()
    match = ann.create(seat0="me", seat1="me")
    ann.watch(match)
    monkeypatch.setattr(running.services.limits, "spend", noted)
    with ThreadPoolExecutor() as pool, running.services.live.use(match):
        coming = pool.submit(ann.watch, match)
        wait_until(lambda: spent == ["messages"])
        assert not coming.done()
    assert coming.result()["ok"]
    assert spent == ["messages"]
    assert ann.call("pulse")["ok"]
    assert spent == ["messages", "messages"]


def test_who_is_not_known_is_asked_of_the_store_elsewhere(
    running: Running, person: Callable[[], Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a restart, when everybody comes at once and no generation is in memory."""
    names: list[str] = []
    identities = running.services.identities
    standing = identities._store.standing

    def noted(guest: str, keys: Collection[str]) -> Standing:
        names.append(threading.current_thread().name)
        return standing(guest, keys)

    monkeypatch.setattr(identities._store, "standing", noted)
    ann = person()
    ann.socket.disconnect()
    identities._known.clear()
    ann.reconnect()
    assert ann.call("pulse")["ok"]
    assert names
    assert EDGE not in names


class LoopInHand:
    """A loop that goes on when the test says so."""

    def __init__(self) -> None:
        self.soon_, self.later_ = list[Callable[[], None]](), list[Callable[[], None]]()

    def soon(self, function: Callable[[], None]) -> None:
        self.soon_.append(function)

    def later(self, _seconds: float, function: Callable[[], None]) -> None:
        self.later_.append(function)

    def turn(self) -> None:
        self.soon_.pop()()


def test_one_thread_does_what_comes_at_once() -> None:
    loop: Any = LoopInHand()
    pool = EventPool(8, "hand", loop)
    did: list[tuple[int, str]] = []
    for number in range(100):
        pool.do(lambda number=number: did.append((number, threading.current_thread().name)))
    assert not did, "what comes is read first"
    assert len(loop.soon_) == 1
    loop.turn()
    wait_until(lambda: len(did) == 100)
    assert [number for number, _ in did] == list(range(100))
    assert len({name for _, name in did}) == 1
    pool.stop()


def test_what_waits_for_long_gets_a_thread_of_its_own() -> None:
    loop: Any = LoopInHand()
    pool = EventPool(2, "hand", loop)
    go_on, done = threading.Event(), threading.Event()
    pool.do(go_on.wait)
    pool.do(done.set)
    loop.turn()

    def looked() -> bool:
        loop.later_.pop()()
        return done.is_set()

    wait_until(looked)
    assert not go_on.is_set(), "beside one that waits for the database"
    go_on.set()
    pool.stop()


def test_what_was_handed_over_before_the_end_is_done() -> None:
    loop: Any = LoopInHand()
    pool = EventPool(2, "hand", loop)
    done = threading.Event()
    pool.do(done.set)
    pool.stop()
    assert done.wait(60)


@pytest.mark.parametrize("text", ["40", '42["pulse"]', '427["watch",{"id":"abcdefgh"}]'])
@pytest.mark.parametrize("alone", [True, False])
def test_the_loop_asks_no_service(text: str, alone: bool) -> None:
    engine = Mock(closed=False, sid="somebody")
    loop_handler = LoopHandler(Haste(), lambda _: True, alone=alone)
    assert loop_handler.handle(engine, text) is alone
    assert engine.receive.called is alone
