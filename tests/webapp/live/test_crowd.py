"""A crowd that looks on, and clients who ask for too much beside it: all others are served."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.webapp import many
from tests.webapp.browsers import Person
from tests.webapp.live.rude import EMPTY_FRAGMENTS, HALF_A_BODY, HALF_A_HEADER, WIDE
from tests.webapp.processes import ServerProcess

pytestmark = pytest.mark.long

CROWD = 500
MOVES = 10


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("crowd") / "crowd.db") as server:
        yield server


def threads(server: ServerProcess) -> int:
    return len(os.listdir(f"/proc/{server.process.pid}/task"))  # noqa: PTH208 (no paths wanted)


def descriptors(server: ServerProcess) -> int:
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))  # noqa: PTH208 (no paths wanted)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="counts the server's threads in /proc")
def test_everybody_in_a_crowd_hears_every_move_in_order(server: ServerProcess) -> None:
    with Person(server.address) as player:
        match = player.create(game=WIDE, seat0="me", seat1="me")
        before = threads(server)

        async def look_on() -> None:
            crowd = await many.watchers(server.address, match, CROWD)
            assert threads(server) < before + 40, "no thread for anybody"
            for ply in range(MOVES):
                moved = await asyncio.to_thread(player.move, match, ply, ply, f"{ply}")
                assert moved["ok"], moved
            await many.until(lambda: all(len(one.events) >= MOVES for one in crowd))
            for one in crowd:
                assert [v for v, _ in one.events] == list(range(2, MOVES + 2))
                one.close()

        many.run(look_on())


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="counts the server's files in /proc")
def test_those_who_begin_and_do_not_go_on_are_let_go(server: ServerProcess) -> None:
    """While they are there others are served; later nothing is left of them."""
    beginnings = [b"", HALF_A_HEADER, HALF_A_BODY, many.upgrade(server.address)]
    with Person(server.address) as player:
        match = player.create(seat0="me", seat1="me")
        player.watch(match)
        before = descriptors(server)

        class Rude(asyncio.Protocol):
            def __init__(self, beginning: bytes) -> None:
                self._beginning = beginning
                self.gone = asyncio.get_running_loop().create_future()

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                assert isinstance(transport, asyncio.Transport)
                transport.write(self._beginning)

            def connection_lost(self, error: Exception | None) -> None:
                self.gone.set_result(None)

        async def be_rude() -> None:
            rude = [
                await many.connect(server.address, partial(Rude, beginning))
                for beginning in beginnings * (CROWD // len(beginnings))
            ]
            assert (await asyncio.to_thread(player.move, match, 3, 0))["ok"]
            assert (await asyncio.to_thread(player.snapshot, match))["ply"] == 1
            await asyncio.wait_for(asyncio.gather(*(one.gone for one in rude)), many.PATIENCE)

        many.run(be_rude())
        assert player.move(match, 3, 1, "b")["ok"]
        assert descriptors(server) < before + 20


def test_empty_fragments_are_soon_too_many(server: ServerProcess) -> None:
    async def send_nothing_often() -> None:
        client = await many.enter(server.address)
        client.send_raw(EMPTY_FRAGMENTS)
        await asyncio.wait_for(client.lost, many.PATIENCE)

    many.run(send_nothing_often())
    with Person(server.address) as player:
        match = player.create(seat0="me", seat1="me")
        assert player.move(match, 3, 0)["ok"]
