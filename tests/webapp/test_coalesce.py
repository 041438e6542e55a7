"""Of many messages about one state, the first and the latest are sent."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webapp.browsers import wait_until
from webapp.sockets.coalesce import PATIENCE, Coalescer


class Alarm:
    """A timer that rings when the test says so."""

    made: list[Alarm]

    def __init__(self, _interval: float, function: Any, arguments: tuple[Any, ...]) -> None:
        self.ring = lambda: function(*arguments)

    def start(self) -> None:
        self.made.append(self)


def test_the_first_at_once_and_then_the_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    Alarm.made = []
    monkeypatch.setattr("threading.Timer", Alarm)
    sent: list[tuple[str, int]] = []
    coalescer = Coalescer(lambda room, payload: sent.append((room, payload["n"])), 1.0)
    for n in range(100):
        coalescer.put("a", {"n": n})
    coalescer.put("b", {"n": 0})
    assert sent == [("a", 0), ("b", 0)]
    Alarm.made[0].ring()
    assert sent == [("a", 0), ("b", 0), ("a", 99)]
    coalescer.put("a", {"n": 100})
    Alarm.made[1].ring()  # of "b", which had nothing more to say
    coalescer.put("b", {"n": 1})
    assert sent == [("a", 0), ("b", 0), ("a", 99), ("b", 1)]
    Alarm.made[2].ring()
    assert sent[-1] == ("a", 100)


def test_where_many_listen_only_what_is_pressing_is_told_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A thousand hear their number every tenth time, and at the next one who plays."""
    Alarm.made = []
    monkeypatch.setattr("threading.Timer", Alarm)
    sent: list[int] = []
    coalescer = Coalescer(lambda _room, payload: sent.append(payload["n"]), 1.0)

    def ring(times: int) -> None:
        for _ in range(times):
            Alarm.made[-1].ring()

    coalescer.put("a", {"n": 0}, pressing="away", listeners=1000)
    coalescer.put("a", {"n": 1}, pressing="away", listeners=1000)
    ring(9)
    assert sent == [0]
    ring(1)
    assert sent == [0, 1]
    coalescer.put("a", {"n": 2}, pressing="there", listeners=1000)
    ring(1)
    assert sent == [0, 1, 2]
    coalescer.put("a", {"n": 3}, pressing="there", listeners=10**6)
    ring(10)
    coalescer.put("a", {"n": 4}, pressing="there", listeners=10**6)
    ring(PATIENCE)
    assert sent == [0, 1, 2, 3, 4], "nobody waits for longer, and only the latest is told"
    ring(PATIENCE)
    assert not coalescer._rooms


def test_the_last_one_is_sent_without_another_message() -> None:
    sent: list[int] = []
    coalescer = Coalescer(lambda _room, payload: sent.append(payload["n"]), 0.01)
    for n in range(1000):
        coalescer.put("room", {"n": n})
    wait_until(lambda: sent[-1] == 999)
    assert sent == sorted(set(sent))
