"""A study that is changed by way of one server and looked at by way of another."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("redis", reason="Redis's client is not installed")

from webapp.cluster.announcer import SharedAnnouncer
from webapp.cluster.local_services import LocalServices
from webapp.cluster.packets import ALL, Studied, decode, encode


class Sockets:
    """Remembers what a server's rooms were told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.told: list[tuple[str, Any, str | None]] = []

        def emit(_server: Any, name: str, payload: Any, to: str | None) -> None:
            self.told.append((name, dict(payload), to))

        monkeypatch.setattr("webapp.sockets.announcer.emit", emit)


def test_the_other_servers_readers_hear_of_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sockets = Sockets(monkeypatch)
    no: Any = None
    sent: list[tuple[str, Any]] = []
    here = SharedAnnouncer(no, no, lambda channel, news: sent.append((channel, news)), no)
    here.study("abc", 3)
    assert sent == [(ALL, Studied("abc", 3))]
    told = ("study", {"study": "abc", "version": 3}, "study:abc")
    assert sockets.told == [told]
    heard = decode(encode(sent[0][1], "here").encode(), "there")
    assert heard is not None
    there = SharedAnnouncer(no, no, lambda *_: pytest.fail("it is told no further"), no)
    LocalServices(no, no, no, no, no, no, no, there, no).hear(heard[0])
    assert sockets.told == [told, told]
