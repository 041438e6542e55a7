"""One match whose people are at two servers and whose computer is a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.conftest import People
from tests.webapp.browsers import wait_until
from tests.webapp.machines import Installation
from tests.webapp.postgres import programs
from tests.webapp.redis_server import MISSING, PROGRAM

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(PROGRAM is None, reason=MISSING),
    pytest.mark.skipif(
        programs() is None, reason="PostgreSQL is not installed, so several servers were not tried."
    ),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with Installation(tmp_path_factory.mktemp("machines"), workers=1) as made:
        made.wait_for_workers()
        yield made


def moves_of_workers(place: Installation) -> int:
    """Searches that workers have finished."""
    names = place.redis.client.keys("rq:worker:*")
    counts = [place.redis.client.hget(name, "successful_job_count") for name in names]
    return sum(int(count) for count in counts if count)


def test_two_servers_and_a_worker_play_one_match(place: Installation, people: People) -> None:
    one, two = place.servers
    ann, ben, watcher = (people.arrive(server) for server in (one, two, two))
    match = ann.create(game="connectfour:7x6:4:3p", seat0="me", seat1="friend", seat2="ai:2")
    ben.join(match)
    ann.see(match)
    ben.see(match)
    watcher.watch(match)
    ply = 0
    for column in (3, 2):
        for window, move in ((ann, column), (ben, column)):
            window.wait_for_ply(ply)
            window.play(move)
            ply += 1
        ply += 1  # the computer's
        for window in (ann, ben, watcher):
            window.wait_for_ply(ply)
    truths = [window.expect_truth() for window in (ann, ben, watcher)]
    assert len({str(truth["moves"]) for truth in truths}) == 1
    assert [truth["watching"] for truth in truths] == [1, 1, 1]
    wait_until(lambda: moves_of_workers(place) == 2)
