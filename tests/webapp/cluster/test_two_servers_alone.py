"""Two servers go on while Redis or their database is away, and go by one clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import RedisError
from sqlalchemy import create_engine, text

from tests.webapp.browsers import wait_until
from tests.webapp.fakes import Time
from tests.webapp.machines import KEY
from tests.webapp.pair import NEEDS, WISH, Machines, begin, both_move, cluster_of
from webapp.cluster.agreement import differs
from webapp.config import Config
from webapp.persistence.database import identity
from webapp.persistence.neighbours import UNHEARD, Neighbours
from webapp.persistence.shared_uptime import MOST, SharedUptime
from webapp.service.ports import StoreAway
from webapp.serving import CannotJoin, serve

pytestmark = NEEDS


def test_all_servers_go_by_one_clock(machines: Machines) -> None:
    first, second = (machine.services.matches for machine in machines.both)
    wait_until(lambda: abs(first.now() - second.now()) < 50)
    before = first.now()
    wait_until(lambda: second.now() > before)


def test_without_redis_play_goes_on_and_all_see_it(machines: Machines, person_at) -> None:
    match, ann, ben = begin(machines, person_at)
    machines.redis.kill()
    try:
        both_move(match, ann, ben)
        assert ann.call("lobby", {})["ok"]
        assert ann.create(**WISH)
        wait_until(lambda: not machines.one.services.matches._other_servers.reached)
    finally:
        machines.redis.start()
    wait_until(lambda: machines.one.services.matches._other_servers.reached)
    wait_until(lambda: machines.two.services.matches._other_servers.reached)
    assert ann.move(match, 2, 2)["ok"]
    ben.wait_for_version(5)
    assert not machines.one.services.matches.match(match).gone, "nobody has left meanwhile"


def test_what_is_said_while_redis_is_away_is_read_at_both_servers(
    machines: Machines, person_at
) -> None:
    match, ann, ben = begin(machines, person_at)
    assert ann.call("say", {"match": match, "room": "players", "text": "Before"})["ok"]
    assert ben.wait_for("chat")["text"] == "Before"
    machines.redis.kill()
    try:
        wait_until(lambda: not machines.one.services.matches._other_servers.reached)
        assert ann.call("say", {"match": match, "room": "players", "text": "Meanwhile"})["ok"]
        ben.wait_for("chat", lambda line: line["text"] == "Meanwhile")
        assert ben.call("chat_switch", {"match": match, "on": False})["ok"]
        assert ann.wait_for("chat_off")["off"]
    finally:
        machines.redis.start()
    wait_until(lambda: machines.one.services.matches._other_servers.reached)


def test_a_redis_that_hangs_holds_nobody_up(machines: Machines, person_at) -> None:
    match, ann, ben = begin(machines, person_at)
    machines.redis.freeze()
    try:
        both_move(match, ann, ben)
    finally:
        machines.redis.thaw()
    wait_until(lambda: machines.one.services.matches._other_servers.reached)


def test_a_redis_that_is_full_holds_nobody_up_and_is_said_once(
    machines: Machines, person_at, caplog: pytest.LogCaptureFixture
) -> None:
    match, ann, ben = begin(machines, person_at)
    links = [cluster_of(machine)._link for machine in machines.both]
    machines.redis.client.config_set("maxmemory", 1)
    try:
        wait_until(lambda: not any(link.up for link in links))
        both_move(match, ann, ben)
        for link in links:
            with pytest.raises(RedisError):  # as again and again while it is full
                link._hear_all()
    finally:
        machines.redis.client.config_set("maxmemory", 0)
    wait_until(lambda: all(link.up for link in links))
    assert ann.move(match, 2, 2)["ok"]
    ben.wait_for_version(5)
    said = [record.message for record in caplog.records if record.message.startswith("Redis")]
    assert sum("maxmemory" in message for message in said) == 2, "each server says it once"
    assert said.count("Redis is back.") == 2


def test_who_has_the_database_and_another_redis_is_said(
    machines: Machines, caplog: pytest.LogCaptureFixture
) -> None:
    me, heard = cluster_of(machines.one).among_servers()
    wait_until(lambda: cluster_of(machines.two).members.me in (heard() or ()))
    own, stranger = (create_engine(machines.database.url) for _ in range(2))
    here = Neighbours(own, me, heard)
    Neighbours(stranger, "stranger")
    with stranger.connect():
        here.look()
        assert here.unheard == 0, "it may just begin"
        here.look()
        here.look()
        assert here.unheard == 1
    stranger.dispose()

    def gone() -> bool:
        here.look()
        return here.unheard == 0

    wait_until(gone)
    own.dispose()
    (said,) = (record.message for record in caplog.records if "not heard" in record.message)
    assert said == UNHEARD % "127.0.0.1"


def test_a_server_with_another_secret_or_database_does_not_join(
    machines: Machines, tmp_path: Path
) -> None:
    same = identity(machines.one.services.database)
    url = machines.redis.url
    wait_until(lambda: differs(url, "another", same) == "secret")
    assert differs(url, KEY, same) == ""
    assert differs(url, KEY, "another") == "database"
    alone = Config(f"sqlite:///{tmp_path / 'forgotten.db'}", KEY, redis=url)
    with pytest.raises(CannotJoin, match="FLIPFOUR_DATABASE"):
        serve(alone, "127.0.0.1", 0)


def test_without_the_database_a_move_is_refused_and_goes_in_later(
    machines: Machines, person_at
) -> None:
    match, ann, ben = begin(machines, person_at)
    machines.database.kill()
    refused = ann.move(match, 3, 0)
    assert refused["code"] == "unavailable"
    assert refused["message"].endswith("please try again.")
    machines.database.start()

    def stored() -> bool:
        return ann.move(match, 3, 0)["ok"]

    wait_until(stored)
    ben.wait_for_version(3)
    assert ann.move(match, 3, 0)["v"] == 3, "sent again, it is the same move"
    assert [event["v"] for event in ben.events() if event["t"] == "moved"] == [3]


def test_a_database_that_is_stuck_refuses_in_time_and_does_nothing_by_halves(
    machines: Machines, person_at
) -> None:
    match, ann, ben = begin(machines, person_at)
    other = create_engine(machines.database.url)
    with other.connect() as connection, connection.begin():
        connection.execute(text("LOCK TABLE matches IN ACCESS EXCLUSIVE MODE"))
        refused = ann.move(match, 3, 0)
        assert refused["code"] == "unavailable"
        assert refused["message"].endswith("please try again.")
        page = ann.http.post(f"{ann.address}/api/matches", json=WISH)
        assert (page.status_code, page.json()["code"]) == (503, "unavailable")
    other.dispose()
    assert ann.move(match, 3, 0) == {"ok": True, "v": 3}
    ben.wait_for_version(3)
    assert [event["v"] for event in ben.events() if event["t"] == "moved"] == [3]


def test_a_server_does_not_wait_for_ever_within_a_transaction(machines: Machines) -> None:
    with machines.one.services.database.connect() as connection:
        asked = [f"SHOW {name}" for name in ("statement_timeout", "lock_timeout")]
        assert [connection.scalar(text(words)) for words in asked] == ["5s", "2500ms"]


def test_a_commit_whose_answer_is_lost_is_seen_and_counts_once(
    machines: Machines, person_at, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, ann, ben = begin(machines, person_at)
    publishing: Any = machines.one.services.matches._store
    store = publishing._store
    commit = store.commit

    def lose(batches):
        commit(batches)
        raise StoreAway

    monkeypatch.setattr(store, "commit", lose)
    assert ann.move(match, 3, 0)["code"] == "unavailable"
    monkeypatch.undo()
    ann.wait_for_version(3)
    assert ann.move(match, 3, 0) == {"ok": True, "v": 3}, "sent again, it is the same move"
    ben.wait_for_version(3)
    assert ben.move(match, 4, 1)["ok"]
    assert [event["move"] for event in ann.events() if event["t"] == "moved"][:1] == [3]


def test_a_clock_that_servers_share_runs_while_one_of_them_does(machines: Machines) -> None:
    engine = machines.one.services.database
    time = Time()
    clock = SharedUptime(engine, time)
    began = clock.now()
    time.seconds += 2
    assert clock.now() == began + 2000
    time.seconds += 3600
    assert clock.now() == began + MOST, "it stands still while the database does not answer"
    clock.compare()
    assert began + MOST <= clock.now() < began + 2 * MOST
    with engine.begin() as connection:  # somebody sets the database's clock back, and on again
        connection.execute(text("UPDATE uptime SET at = clock_timestamp() + interval '1 day'"))
    before = clock.now()
    clock.compare()
    with engine.begin() as connection:
        connection.execute(text("UPDATE uptime SET at = clock_timestamp() - interval '1 day'"))
    clock.compare()
    assert before <= clock.now() <= before + 2 * MOST


def test_a_server_that_stood_still_tells_no_moment_of_long_ago(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it wrote down before it has compared would be an hour old to all others."""
    monkeypatch.setattr("webapp.persistence.shared_uptime.EVERY", 0.01)
    engine, time = machines.one.services.database, Time()
    clock = SharedUptime(engine, time)
    clock.start()
    with engine.begin() as connection:  # the others' clock has run on
        row = "UPDATE uptime SET milliseconds = milliseconds + 3600000 RETURNING milliseconds"
        theirs = connection.execute(text(row)).scalar_one()
    time.seconds += 3600
    assert clock.now() >= theirs
    clock.close()


def test_a_machine_whose_clock_is_wrong_goes_by_the_databases_and_says_so(
    machines: Machines, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    right = datetime.now(UTC)

    class Ahead(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + timedelta(hours=5)

    monkeypatch.setattr("webapp.persistence.shared_uptime.datetime", Ahead)
    clock = SharedUptime(machines.one.services.database)
    assert right - timedelta(minutes=1) < clock.wall() < right + timedelta(hours=1)
    said = [record.message for record in caplog.records if "clock" in record.message]
    assert "This machine's clock is 5:00:00 ahead of the database's, which counts." in said
