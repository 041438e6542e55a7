"""Two servers over one PostgreSQL and one Redis are one: matches, people, seeks, chat, limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from tests.webapp.browsers import Person, wait_until
from tests.webapp.fakes import Time
from tests.webapp.pair import Machine, Machines, two_servers
from tests.webapp.postgres import programs
from tests.webapp.redis_server import MISSING, PROGRAM
from webapp.cluster.cluster import Cluster
from webapp.cluster.link import Link
from webapp.cluster.members import Members
from webapp.cluster.opened import Opened
from webapp.domain.errors import Refusal
from webapp.persistence.shared_uptime import MOST, SharedUptime
from webapp.service.ports import StoreAway
from webapp.service.turns import Visitor

pytestmark = [
    # What is killed leaves connections to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.skipif(PROGRAM is None, reason=MISSING),
    pytest.mark.skipif(
        programs() is None, reason="PostgreSQL is not installed, so several servers were not tried."
    ),
]

WISH = {"game": "connectfour", "seat0": "me", "seat1": "friend"}


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    with two_servers() as made:
        yield made


@pytest.fixture
def person(machines: Machines) -> Iterator[Callable[[Machine], Person]]:
    """Makes people at one of the servers."""
    with ExitStack() as stack:
        yield lambda machine: stack.enter_context(Person(machine.address))


def move_over(person: Person, machine: Machine) -> None:
    """The same browser at another server, as when its own has died."""
    person.socket.disconnect()
    person.address = machine.address
    person.reconnect()


def cluster_of(machine: Machine) -> Cluster:
    (cluster,) = (part for part in machine.services.background if isinstance(part, Cluster))
    return cluster


def test_a_match_between_two_servers_is_seen_alike_by_all(machines: Machines, person) -> None:
    ann, ben = person(machines.one), person(machines.two)
    watcher = person(machines.two)
    match = ann.create(**WISH)
    assert ann.watch(match)["ok"]
    assert watcher.watch(match)["ok"]
    assert ben.join(match)["ok"]
    assert ben.watch(match)["ok"]
    ann.wait_for("event", lambda event: event["t"] == "joined")
    for ply, column in enumerate([3, 3, 2, 2, 4, 4, 5]):
        mover = (ann, ben)[ply % 2]
        other = (ben, ann)[ply % 2]
        answer = mover.move(match, column, ply, f"ply{ply}")
        assert answer["ok"], answer
        other.wait_for_version(answer["v"])
    for somebody in (ann, ben, watcher):
        ended = somebody.wait_for("event", lambda event: event["t"] == "ended")
        versions = [event["v"] for event in somebody.events()]
        assert versions == list(range(versions[0], ended["v"] + 1)), "in order, none twice"
    assert ann.snapshot(match)["cells"] == ben.snapshot(match)["cells"]


def test_whoever_is_there_is_there_at_both_servers(machines: Machines, person) -> None:
    ann, ben = person(machines.one), person(machines.two)
    match = ann.create(**WISH)
    ann.watch(match)
    ben.join(match)
    ben.watch(match)
    ann.wait_for("presence", lambda there: there["online"] == [True, True])
    watcher = person(machines.two)
    watcher.watch(match)
    ann.wait_for("presence", lambda there: there["watching"] == 1)
    late = person(machines.one)
    assert late.watch(match)["snapshot"]["watching"] == 2
    ben.wait_for("presence", lambda there: there["watching"] == 2)
    watcher.socket.disconnect()
    late.socket.disconnect()
    ann.messages.clear()
    ben.socket.disconnect()
    ann.wait_for("presence", lambda there: there["online"] == [True, False])


def test_who_is_lost_at_another_server_reconnects(machines: Machines, person) -> None:
    match, ann, ben = begin(machines, person)
    ann.messages.clear()
    ben.socket.disconnect()
    told = ann.wait_for("presence", lambda there: there["online"] == [True, False])
    assert told["standings"] == ["online", "reconnecting"]
    move_over(ben, machines.one)
    ben.watch(match)
    ann.wait_for("presence", lambda there: there["standings"] == ["online", "online"])
    ann.messages.clear()
    ben.socket.disconnect()
    ann.wait_for("presence", lambda there: there["standings"] == ["online", "away"])


def test_who_plays_another_match_at_another_server_is_said_to(machines: Machines, person) -> None:
    match, ann, ben = begin(machines, person)
    cat = person(machines.two)
    other = cat.create(**WISH)
    cat.watch(other)
    ann.messages.clear()
    ben.call("leave", {"match": match})
    ben.join(other)
    ben.watch(other)

    def told(standing: str) -> None:
        ann.wait_for("presence", lambda there: there["standings"] == ["online", standing])

    told("playing")
    machines.redis.client.flushall()
    for machine in machines.both:  # as whenever Redis is back
        cluster_of(machine)._returned()
    cluster_of(machines.one)._keep_people()
    elsewhere = machines.one.services.matches._elsewhere
    guest = machines.one.services.matches.match(match).seats[1].guest
    assert guest is not None
    assert elsewhere.doing(guest) == "playing"
    ann.messages.clear()
    ben.socket.disconnect()
    ann.wait_for("presence", lambda there: there["standings"][1] in {"reconnecting", "away"})
    assert elsewhere.doing(guest) == ""


def test_a_player_at_another_server_has_not_left(machines: Machines, person) -> None:
    ann, ben = person(machines.one), person(machines.two)
    match = ann.create(**WISH)
    ann.watch(match)
    ben.join(match)
    ben.watch(match)
    wait_until(
        lambda: (
            machines.two.services.crowd.online(machines.two.services.matches.match(match))
            == [True, True]
        )
    )
    told = ben.wait_for("beat")
    assert ben.call("beat", {"match": match, "now": told["now"]})["ok"]
    guest = machines.one.services.matches.match(match).seats[1].guest
    attendance = machines.one.services.matches._attendance
    wait_until(lambda: attendance._signs[match][guest].connected)


def test_seeks_are_listed_and_taken_at_both_servers(machines: Machines, person) -> None:
    ann, ben = person(machines.one), person(machines.two)
    assert ben.call("lobby", {})["ok"]
    pair = {"game": "othello:6", "clock": "5+3"}
    first = ann.http.post(f"{ann.address}/api/pair", json=pair).json()["match"]
    ben.wait_for("seeks", lambda told: any(s["match"] == first for s in told["seeks"]))
    assert ben.http.post(f"{ben.address}/api/pair", json=pair).json()["match"] == first
    ben.wait_for("seeks", lambda told: not any(s["match"] == first for s in told["seeks"]))
    wait_until(lambda: not machines.one.services.seeks.all())


def test_what_is_said_is_read_at_both_servers(machines: Machines, person) -> None:
    match, ann, ben = begin(machines, person)
    stranger = person(machines.two)
    stranger.watch(match)
    assert ann.call("say", {"match": match, "room": "players", "text": "Hello there"})["ok"]
    assert ben.wait_for("chat")["text"] == "Hello there"
    assert ben.call("chat_switch", {"match": match, "on": False})["ok"]
    assert ann.wait_for("chat_off")["off"]
    assert not [name for name, _ in stranger.messages if name == "chat"]


def test_limits_are_counted_once_for_all_servers(machines: Machines, person) -> None:
    ann = person(machines.one)
    made = [ann.http.post(f"{ann.address}/api/matches", json={}).status_code for _ in range(12)]
    ann.address = machines.two.address
    made += [ann.http.post(f"{ann.address}/api/matches", json={}).status_code for _ in range(12)]
    assert 429 in made
    assert made.index(429) == 20


def open_sockets(machine: Machine, guest: str, most: int = 100) -> int:
    """How many sockets somebody can open before one is refused."""
    for number in range(most):
        try:
            machine.services.limits.enter("open_sockets", Visitor("203.0.113.7", guest))
        except Refusal:
            return number
    return most


def close_socket(machine: Machine, guest: str) -> None:
    machine.services.limits.leave("open_sockets", Visitor("203.0.113.7", guest))


def test_open_sockets_are_counted_once_for_all_servers(machines: Machines) -> None:
    for _ in range(20):
        machines.one.services.limits.enter("open_sockets", Visitor("203.0.113.7", "ann"))
    assert open_sockets(machines.two, "ann") == 10
    assert open_sockets(machines.one, "ann") == 0
    close_socket(machines.two, "ann")
    assert open_sockets(machines.one, "ann") == 1
    machines.redis.client.flushall()  # as after a restart: servers tell again what they have open
    cluster_of(machines.one)._returned()
    assert open_sockets(machines.two, "ann") == 0
    for machine, count in ((machines.one, 21), (machines.two, 9)):
        for _ in range(count):
            close_socket(machine, "ann")
        assert machine.services.limits.open_here() == {}
    assert open_sockets(machines.two, "ann") == 30
    for _ in range(30):
        close_socket(machines.two, "ann")


def test_sockets_of_a_dead_server_are_closed(machines: Machines) -> None:
    link = Link(machines.redis.url, lambda channel, text: None)
    link.start()
    assert link.wait(5)
    dying = Members(link)
    dying.beat()
    Opened(link, dying).tell({"open_sockets:guest:ben": 28})
    assert open_sockets(machines.one, "ben") == 2
    dying.leave()
    link.close()
    assert open_sockets(machines.one, "ben") == 28
    for _ in range(30):
        close_socket(machines.one, "ben")


def test_the_computer_is_asked_by_one_server(machines: Machines, person) -> None:
    ann = person(machines.one)
    match = ann.create(game="connectfour", seat0="me", seat1="ai:1")
    watcher = person(machines.two)
    ann.watch(match)
    watcher.watch(match)
    assert ann.move(match, 3, 0)["ok"]
    for somebody in (ann, watcher):
        somebody.wait_for("event", lambda event: event["t"] == "moved" and event["ply"] == 2)
    assert len(machines.one.services.matches.match(match).moves) == 2


def test_all_servers_go_by_one_clock(machines: Machines) -> None:
    first, second = (machine.services.matches for machine in machines.both)
    wait_until(lambda: abs(first.now() - second.now()) < 50)
    before = first.now()
    wait_until(lambda: second.now() > before)


def begin(machines: Machines, person: Callable[[Machine], Person]) -> tuple[str, Person, Person]:
    """A match between somebody at either server."""
    ann, ben = person(machines.one), person(machines.two)
    match = ann.create(**WISH)
    ann.watch(match)
    ben.join(match)
    ben.watch(match)
    ann.wait_for("presence", lambda there: there["online"] == [True, True])
    return match, ann, ben


def both_move(match: str, ann: Person, ben: Person) -> None:
    """The first two moves, each seen by the other."""
    assert ann.move(match, 3, 0)["ok"]
    ben.wait_for_version(3)
    assert ben.move(match, 3, 1)["ok"]
    ann.wait_for_version(4)


def test_without_redis_play_goes_on_and_all_see_it(machines: Machines, person) -> None:
    match, ann, ben = begin(machines, person)
    machines.redis.kill()
    try:
        both_move(match, ann, ben)
        assert ann.call("lobby", {})["ok"]
        assert ann.create(**WISH)
        wait_until(lambda: not machines.one.services.matches._elsewhere.reached)
    finally:
        machines.redis.start()
    wait_until(lambda: machines.one.services.matches._elsewhere.reached)
    wait_until(lambda: machines.two.services.matches._elsewhere.reached)
    assert ann.move(match, 2, 2)["ok"]
    ben.wait_for_version(5)
    assert not machines.one.services.matches.match(match).gone, "nobody has left meanwhile"


def test_what_is_said_while_redis_is_away_is_read_at_both_servers(
    machines: Machines, person
) -> None:
    match, ann, ben = begin(machines, person)
    assert ann.call("say", {"match": match, "room": "players", "text": "Before"})["ok"]
    assert ben.wait_for("chat")["text"] == "Before"
    machines.redis.kill()
    try:
        wait_until(lambda: not machines.one.services.matches._elsewhere.reached)
        assert ann.call("say", {"match": match, "room": "players", "text": "Meanwhile"})["ok"]
        ben.wait_for("chat", lambda line: line["text"] == "Meanwhile")
        assert ben.call("chat_switch", {"match": match, "on": False})["ok"]
        assert ann.wait_for("chat_off")["off"]
    finally:
        machines.redis.start()
    wait_until(lambda: machines.one.services.matches._elsewhere.reached)


def test_a_redis_that_hangs_holds_nobody_up(machines: Machines, person) -> None:
    match, ann, ben = begin(machines, person)
    machines.redis.freeze()
    try:
        both_move(match, ann, ben)
    finally:
        machines.redis.thaw()
    wait_until(lambda: machines.one.services.matches._elsewhere.reached)


def test_without_the_database_a_move_is_refused_and_goes_in_later(
    machines: Machines, person
) -> None:
    match, ann, ben = begin(machines, person)
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
    machines: Machines, person
) -> None:
    match, ann, ben = begin(machines, person)
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
    machines: Machines, person, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, ann, ben = begin(machines, person)
    telling: Any = machines.one.services.matches._store
    store = telling._store
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


def test_the_laboratory_is_one_at_both_servers(machines: Machines) -> None:
    one, two = (machine.services.laboratory for machine in machines.both)
    request = {"game": "othello:4", "text": "draw", "distinct": False}
    job = one.ask(request, "ann")
    wait_until(lambda: two.known(request) is not None)
    assert two.job(job.id).askers == {"ann"}
    assert two.ask(request, "ben").id == job.id, "it is asked once"
    wait_until(lambda: one.job(job.id).status == "done")
    wait_until(lambda: two.job(job.id).status == "done")
    assert two.job(job.id).answer == one.job(job.id).answer
    assert [found.id for found in two.asked_by("ann")] == [job.id]


def test_a_question_of_a_dead_server_is_answered_by_another(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (machine.services.laboratory for machine in machines.both)
    monkeypatch.setattr(one._runner, "start", lambda *_: None)  # it dies before it answers
    request = {"game": "othello:4", "text": "won(black)", "distinct": False}
    job = one.ask(request, "ann")
    wait_until(lambda: two.known(request) is not None)
    two.abroad.look_after()
    assert two.job(job.id).away, "while its server lives it is that one's"
    machines.redis.client.delete(f"flipfour:claim:job:{job.id}")
    monkeypatch.setattr(one._elsewhere, "claim_job", lambda job_id: False)
    two.abroad.look_after()
    wait_until(lambda: two.job(job.id).status == "done")
