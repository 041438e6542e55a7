"""Two servers over one PostgreSQL and one Redis are one: matches, people, seeks, chat, limits."""

from __future__ import annotations

import pytest

from tests.webapp.browsers import PATIENCE, wait_until
from tests.webapp.pair import (
    NEEDS,
    WISH,
    Machine,
    Machines,
    begin,
    both_move,
    cluster_of,
    move_over,
    rename,
)
from webapp.cluster.link import Link
from webapp.cluster.members import Members
from webapp.cluster.open_counts import OpenCounts
from webapp.cluster.packets import match_channel
from webapp.domain.errors import Refusal
from webapp.service.heartbeats import UNCONNECTED_GONE_AFTER
from webapp.service.turns import Visitor

pytestmark = NEEDS


def test_a_match_between_two_servers_is_seen_alike_by_all(machines: Machines, person_at) -> None:
    ann, ben = person_at(machines.one), person_at(machines.two)
    watcher = person_at(machines.two)
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


def test_whoever_is_there_is_there_at_both_servers(machines: Machines, person_at) -> None:
    ann, ben = person_at(machines.one), person_at(machines.two)
    match = ann.create(**WISH)
    ann.watch(match)
    ben.join(match)
    ben.watch(match)
    ann.wait_for("presence", lambda there: there["online"] == [True, True])
    watcher = person_at(machines.two)
    watcher.watch(match)
    ann.wait_for("presence", lambda there: there["watching"] == 1)
    late = person_at(machines.one)
    assert late.watch(match)["snapshot"]["watching"] == 2
    ben.wait_for("presence", lambda there: there["watching"] == 2)
    watcher.socket.disconnect()
    late.socket.disconnect()
    ann.messages.clear()
    ben.socket.disconnect()
    ann.wait_for("presence", lambda there: there["online"] == [True, False])


def test_who_looks_on_at_one_server_is_named_at_the_other_by_his_wish(
    machines: Machines, person_at
) -> None:
    match, ann, _ = begin(machines, person_at)
    cat, dot = person_at(machines.two), person_at(machines.two)
    for somebody, name in ((cat, "Cat"), (dot, "Dot")):
        rename(somebody, name)
    dot.watch(match)
    ann.wait_for("presence", lambda there: there["watching"] == 1)
    assert cat.call("watch", {"match": match, "v": None, "named": True})["ok"]
    ann.wait_for("presence", lambda there: (there["watching"], there["names"]) == (2, ["Cat"]))
    late = person_at(machines.one)
    assert late.watch(match)["snapshot"]["watchers"] == ["Cat"]
    cluster_of(machines.one).people_there.forget(match)  # as a server that has missed the news
    cluster_of(machines.one)._joined(match_channel(match))
    wait_until(lambda: ann.snapshot(match)["watchers"] == ["Cat"])
    rename(cat, "Caterina")
    ann.wait_for("presence", lambda there: there["names"] == ["Caterina"])
    cat.call("watch", {"match": match, "v": None})
    ann.wait_for("presence", lambda there: (there["watching"], there["names"]) == (3, []))
    cat.call("watch", {"match": match, "v": None, "named": True})
    ann.wait_for("presence", lambda there: there["names"] == ["Caterina"])
    cat.socket.disconnect()
    ann.wait_for("presence", lambda there: (there["watching"], there["names"]) == (2, []))


def test_who_is_lost_at_another_server_reconnects(machines: Machines, person_at) -> None:
    match, ann, ben = begin(machines, person_at)
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


def test_who_plays_another_match_at_another_server_is_said_to(
    machines: Machines, person_at
) -> None:
    match, ann, ben = begin(machines, person_at)
    cat = person_at(machines.two)
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
    servers = machines.one.services.matches._other_servers
    guest = machines.one.services.matches.match(match).seats[1].guest
    assert guest is not None
    assert servers.doing(guest) == "playing"
    ann.messages.clear()
    ben.socket.disconnect()
    ann.wait_for("presence", lambda there: there["standings"][1] in {"reconnecting", "away"})
    assert servers.doing(guest) == ""


def test_a_player_at_another_server_has_not_left(machines: Machines, person_at) -> None:
    ann, ben = person_at(machines.one), person_at(machines.two)
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
    heartbeats = machines.one.services.matches._heartbeats
    wait_until(lambda: heartbeats._signs[match][guest].connected)


def test_whoever_acts_at_another_server_has_not_left(machines: Machines, person_at) -> None:
    """Also without answering beats, as a page without script: both would write down for ever
    that he has left and that he is back."""
    match, ann, ben = begin(machines, person_at)
    both_move(match, ann, ben)
    for machine, mover, seat, ply in ((machines.two, ann, 0, 2), (machines.one, ben, 1, 3)):
        matches = machine.services.matches
        guest = matches.match(match).seats[seat].guest
        assert guest is not None
        signs = matches._heartbeats._signs[match][guest]
        signs.last = before = matches.now() - UNCONNECTED_GONE_AFTER
        assert guest in matches._heartbeats.absent(match)
        assert mover.move(match, 3, ply)["ok"]
        wait_until(lambda signs=signs, before=before: signs.last > before)  # type: ignore[misc]
        assert guest not in matches._heartbeats.absent(match)


def test_seeks_are_listed_and_taken_at_both_servers(machines: Machines, person_at) -> None:
    ann, ben = person_at(machines.one), person_at(machines.two)
    assert ben.call("lobby", {})["ok"]
    pair = {"game": "othello:6", "clock": "5+3"}
    first = ann.http.post(f"{ann.address}/api/pair", json=pair).json()["match"]
    ben.wait_for("seeks", lambda told: any(s["match"] == first for s in told["seeks"]))
    assert ben.http.post(f"{ben.address}/api/pair", json=pair).json()["match"] == first
    ben.wait_for("seeks", lambda told: not any(s["match"] == first for s in told["seeks"]))
    wait_until(lambda: not machines.one.services.seeks.all())


def test_what_is_said_is_read_at_both_servers(machines: Machines, person_at) -> None:
    match, ann, ben = begin(machines, person_at)
    stranger = person_at(machines.two)
    stranger.watch(match)
    assert ann.call("say", {"match": match, "room": "players", "text": "Hello there"})["ok"]
    assert ben.wait_for("chat")["text"] == "Hello there"
    assert ben.call("chat_switch", {"match": match, "on": False})["ok"]
    assert ann.wait_for("chat_off")["off"]
    assert not [name for name, _ in stranger.messages if name == "chat"]


@pytest.mark.usefixtures("one_moment")
def test_limits_are_counted_once_for_all_servers(machines: Machines, person_at) -> None:
    ann = person_at(machines.one)
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
    assert link.wait(PATIENCE)
    dying = Members(link)
    dying.beat()
    OpenCounts(link, dying).tell({"open_sockets:guest:ben": 28})
    assert open_sockets(machines.one, "ben") == 2
    dying.leave()
    link.close()
    assert open_sockets(machines.one, "ben") == 28
    for _ in range(30):
        close_socket(machines.one, "ben")


def test_the_computer_is_asked_by_one_server(machines: Machines, person_at) -> None:
    ann = person_at(machines.one)
    match = ann.create(game="connectfour", seat0="me", seat1="ai:1")
    watcher = person_at(machines.two)
    ann.watch(match)
    watcher.watch(match)
    assert ann.move(match, 3, 0)["ok"]
    for somebody in (ann, watcher):
        somebody.wait_for("event", lambda event: event["t"] == "moved" and event["ply"] == 2)
    assert len(machines.one.services.matches.match(match).moves) == 2


def test_one_of_both_servers_keeps_the_library(machines: Machines) -> None:
    both = [cluster_of(machine) for machine in machines.both]
    keeps = [cluster.keeps_library() for cluster in both]
    assert sorted(keeps) == [False, True]
    holder, other = sorted(both, key=lambda cluster: not cluster.keeps_library())
    dead = Members(holder._link)  # of which there is no sign of life
    machines.redis.client.set("flipfour:claim:library", dead.me)
    wait_until(lambda: holder.keeps_library() or other.keeps_library())


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
    two.remote.look_after()
    assert two.job(job.id).away, "while its server lives it is that one's"
    machines.redis.client.delete(f"flipfour:claim:job:{job.id}")
    monkeypatch.setattr(one._other_servers, "claim_job", lambda job_id: False)
    two.remote.look_after()
    wait_until(lambda: two.job(job.id).status == "done")
