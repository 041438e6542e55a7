"""Which matches the home page lists, and how the engine's preparation is told."""

from __future__ import annotations

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
