"""Which matches the home page lists, and how the engine's preparation is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine import registry
from engine.warmup import Progress, Warmup
from tests.webapp.browsers import Person
from tests.webapp.conftest import Running
from tests.webapp.fakes import House
from webapp.domain.action import Action, ActionKind
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch
from webapp.service.lobby import Lobby
from webapp.service.resting import RestingMatches
from webapp.sockets import progress

ANN = Guest("ann", "Ann")


class ForgetfulStore:
    """Knows no match of the last minutes."""

    def public(self, *_: object) -> dict[str, int]:
        return {}


def listed(house: House, store: Any) -> list[str]:
    lobby = Lobby(store, house.matches, house.live)
    return [game.match.id for game in lobby.public_games(limit=2)]


def create(house: House, *, public: bool = True) -> str:
    order = NewMatch(registry.game("connectfour"), ("me", "me"), public=public)
    return house.matches.create(order, ANN)


def test_public_matches_are_listed_until_they_end() -> None:
    house = House()
    shown = create(house)
    create(house, public=False)
    assert listed(house, house.store) == [shown]
    house.matches.act(shown, ANN, Action(ActionKind.RESIGN))
    assert listed(house, house.store) == []


def test_an_old_match_is_listed_while_somebody_is_there() -> None:
    house = House()
    match = create(house)
    assert listed(house, ForgetfulStore()) == []
    house.matches.watch(match, None, "socket", ANN, lambda: None)
    assert listed(house, ForgetfulStore()) == [match]
    house.matches.leave(match, "socket")
    assert listed(house, ForgetfulStore()) == []


def test_the_list_is_no_longer_than_asked() -> None:
    house = House()
    for number in range(3):
        house.matches.watch(create(house), None, f"socket{number}", ANN, lambda: None)
    assert len(listed(house, ForgetfulStore())) == 2


def test_progress_is_told_until_the_engine_is_ready(
    running: Running, person: Callable[[], Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "INTERVAL", 0)
    steps = iter([0.25, 0.25, 0.5, 1.0])
    warmup = SimpleNamespace(progress=Progress(0.0, "Nothing yet."))

    def wait(_seconds: float) -> bool:
        fraction = next(steps)
        warmup.progress = Progress(fraction, f"At {fraction}.")
        return fraction == 1.0

    warmup.wait = wait
    one = person()
    server = running.app.extensions["socketio"].server
    progress.tell_progress(server, cast("Warmup", warmup))
    one.wait_for("kernels", lambda payload: payload["ready"])
    told = [payload for name, payload in one.messages if name == "kernels"]
    assert [payload["progress"] for payload in told] == [0.25, 0.5, 1.0]
    assert told[-1] == {"ready": True, "progress": 1.0, "text": "At 1.0."}


def test_somebodys_last_games_are_those_with_a_result() -> None:
    house = House()
    lobby = Lobby(house.store, house.matches, house.live)
    ended = [create(house) for _ in range(3)]
    create(house)
    for match in ended:
        house.matches.act(match, ANN, Action(ActionKind.RESIGN))
    friend = house.matches.create(NewMatch(registry.game("connectfour"), ("me", "friend")), ANN)
    house.matches.act(friend, ANN, Action(ActionKind.RESIGN))  # nobody had come
    last = lobby.finished(ANN.id, 2)
    assert [view.match.id for view in last] == [ended[2], ended[1]]
    assert {view.viewer for view in last} == {ANN.id}
    assert lobby.finished("ben", 2) == []


class CountingStore:
    """Counts what is asked of a store."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.asked: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        self.asked[name] += 1
        return getattr(self._store, name)


def test_a_list_reads_its_matches_at_once_and_once() -> None:
    """However many it has, and whoever else looks at lists."""
    house = House()
    store = CountingStore(house.store)
    lobby = Lobby(cast("Any", store), house.matches, house.live)
    house.live._store = cast("Any", store)
    ids = [create(house) for _ in range(20)]
    house.matches.act(ids[0], ANN, Action(ActionKind.MOVE, ply=0, move=3))
    store.asked.clear()
    assert {view.match.id: view.match.v for view in lobby.mine(ANN.id)} == {
        match_id: 2 if match_id == ids[0] else 1 for match_id in ids
    }
    assert store.asked == {"unfinished_of": 1, "load_all": 1}
    for _ in range(10):
        lobby.mine(ANN.id)
    assert store.asked == {"unfinished_of": 11, "load_all": 1}
    house.matches.act(ids[1], ANN, Action(ActionKind.MOVE, ply=0, move=3))
    assert {v.match.id for v in lobby.mine(ANN.id) if v.match.v == 2} == set(ids[:2])


def test_what_cannot_be_read_keeps_nothing_else_out_of_a_list() -> None:
    house = House()
    lobby = Lobby(house.store, house.matches, house.live)
    ids = [create(house) for _ in range(3)]
    house.matches.act(ids[0], ANN, Action(ActionKind.MOVE, ply=0, move=3))
    house.store.events[ids[1]] = house.store.load(ids[0], after=1)  # without a beginning
    assert {view.match.id for view in lobby.mine(ANN.id)} == {ids[0], ids[2]}


def test_those_that_rest_are_kept_by_how_much_there_is_of_them() -> None:
    house = House()
    ids = [create(house) for _ in range(4)]
    for ply in range(5):
        house.matches.act(ids[0], ANN, Action(ActionKind.MOVE, ply=ply, move=ply))
    resting = RestingMatches(positions=8)
    long, *short = (house.matches.match(match_id) for match_id in ids)
    for match in (long, *short[:2]):
        resting.keep(match)  # six positions, and one each
    assert resting.get(long.id) is long
    resting.keep(short[2])
    assert [match.id for match in (long, *short) if resting.get(match.id)] == [
        long.id, short[1].id, short[2].id,
    ]  # fmt: skip
    assert resting.get(long.id, long.v - 1) is None
    for _ in range(3):
        resting.keep(long)
    assert resting.get(short[2].id) is short[2], "what comes again takes no more room"


def test_matches_in_play_are_counted_where_the_list_has_no_room() -> None:
    house = House()
    store = CountingStore(house.store)
    lobby = Lobby(cast("Any", store), house.matches, house.live)
    for _ in range(3):
        create(house)
    shown = [game.match.status for game in lobby.public_games(5)]
    store.asked.clear()
    assert lobby.count(shown, 5) == 3
    assert store.asked == {}
    assert lobby.count(shown[:2], 2) == 3
