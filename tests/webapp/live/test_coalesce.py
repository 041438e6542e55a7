"""Of many messages about one state, the first and the latest are sent."""

from __future__ import annotations

from collections.abc import Callable

from webapp.sockets.coalesce import PATIENCE, Coalescer


class Later(list[Callable[[], None]]):
    """What is to be called later, when the test says so."""

    def __call__(self, _seconds: float, function: Callable[[], None]) -> None:
        self.append(function)


def test_the_first_at_once_and_then_the_latest() -> None:
    later = Later()
    sent: list[tuple[str, int]] = []
    coalescer = Coalescer(lambda room, payload: sent.append((room, payload["n"])), 1.0, later)
    for n in range(100):
        coalescer.put("a", {"n": n})
    coalescer.put("b", {"n": 0})
    assert sent == [("a", 0), ("b", 0)]
    later[0]()
    assert sent == [("a", 0), ("b", 0), ("a", 99)]
    coalescer.put("a", {"n": 100})
    later[1]()  # of "b", which had nothing more to say
    coalescer.put("b", {"n": 1})
    assert sent == [("a", 0), ("b", 0), ("a", 99), ("b", 1)]
    later[2]()
    assert sent[-1] == ("a", 100)


def test_where_many_listen_only_what_is_pressing_is_told_soon() -> None:
    """A thousand hear their number every tenth time, and at the next one who plays."""
    later = Later()
    sent: list[int] = []
    coalescer = Coalescer(lambda _room, payload: sent.append(payload["n"]), 1.0, later)

    def ring(times: int) -> None:
        for _ in range(times):
            later[-1]()

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
