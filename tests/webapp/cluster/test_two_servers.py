"""Two servers over one PostgreSQL and one Redis are one: matches, people, seeks, chat, limits."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

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
from webapp.domain.nearness import ANYBODY
from webapp.domain.seat import Guest
from webapp.persistence.models import RatingRow
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


def test_who_keeps_a_name_is_online_with_a_page_open_at_another_server(machines: Machines) -> None:
    crowd, there = machines.two.services.crowd, machines.two.services.matches.presence
    asked = machines.one.services.matches.presence
    for sid, guest in (("1", Guest("kept", "Ann", registered=True)), ("2", Guest("guest", "Ben"))):
        crowd.connect(sid, guest)
        there.connected(guest.id)
    wait_until(lambda: asked.online(["kept", "guest"]) == {"kept"})
    cluster_of(machines.two)._keep_people()
    cluster_of(machines.one)._keep_people()
    assert asked.online(["kept", "guest"]) == {"kept"}, "nor by way of Redis"
    for sid, guest_id in (("1", "kept"), ("2", "guest")):
        crowd.disconnect(sid)
        there.connected(guest_id)
    wait_until(lambda: not asked.online(["kept", "guest"]))


def test_an_open_page_at_another_server_learns_how_its_person_is_known_now(
    machines: Machines,
) -> None:
    """That the name is kept since it was opened, and that nobody is to see who is there."""
    here, there = machines.one.services, machines.two.services
    guest = Guest("newly-kept", "Ann")
    there.crowd.connect("1", guest)
    there.matches.presence.connected(guest.id)
    kept, _ = here.accounts.register(guest, "Annegret", "correct horse")
    here.matches.rename(here.identities.person(kept.guest_id, kept.name))
    asked = here.matches.presence
    wait_until(lambda: asked.online([guest.id]) == {guest.id})
    here.accounts.hide(guest.id, hidden=True)
    here.identities.forget(guest.id)
    here.matches.known_as(here.identities.person(guest.id, kept.name))
    wait_until(lambda: not asked.online([guest.id]))
    cluster_of(machines.two)._keep_people()
    cluster_of(machines.one)._keep_people()
    assert not asked.online([guest.id]), "nor by way of Redis"
    assert there.crowd.guest("1") == Guest(guest.id, "Annegret", registered=True, hidden=True)


def test_challenges_wait_for_those_at_another_server_and_not_for_pairing(
    machines: Machines,
) -> None:
    other = cluster_of(machines.two)._link
    with cluster_of(machines.one).challenging():
        assert other.lock("flipfour:challenging", 0.05) is None
        pairing = other.lock("flipfour:pairing", 1.0)
    challenging = other.lock("flipfour:challenging", 1.0)
    assert pairing
    assert challenging
    pairing()
    challenging()


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


def test_a_name_that_is_kept_at_one_server_counts_at_the_other_at_once(
    machines: Machines, person_at
) -> None:
    ann, ben = person_at(machines.one), person_at(machines.two)
    match = ben.create(**WISH)
    ann.join(match)
    seen = ann.http.get(f"{machines.two.address}/api/session").json()["name"]
    token = ann.http.get(f"{machines.one.address}/api/session").json()["csrf_token"]
    form = {"csrf_token": token, "name": "Annabel", "password": "correct horse"}
    assert "You are Annabel." in ann.http.post(f"{machines.one.address}/register", form).text
    assert seen != "Annabel"
    assert ann.http.get(f"{machines.two.address}/api/session").json()["name"] == "Annabel"
    wait_until(lambda: ben.snapshot(match)["seats"][1]["name"] == "Annabel")
    assert ben.snapshot(match)["seats"][1]["registered"]


def test_who_waits_at_either_server_plays_one_rated_game_that_counts_once(
    machines: Machines, person_at
) -> None:
    """Too far apart at first, they are brought together after a minute, by whichever server."""
    people, seeks = [person_at(machine) for machine in machines.both], []
    for somebody, name, value in zip(people, ("Agatha", "Bertram"), (1500.0, 1750.0), strict=True):
        token = somebody.http.headers["X-CSRF-Token"]
        form = {"csrf_token": token, "name": name, "password": "correct horse"}
        assert f"You are {name}." in somebody.http.post(f"{somebody.address}/register", form).text
        session = somebody.http.get(f"{somebody.address}/api/session").json()
        somebody.http.headers["X-CSRF-Token"] = session["csrf_token"]
        somebody.reconnect()
        keep_rating(machines.one, name, value)
        wish = {"game": "connectfour", "clock": "3+2", "rated": True, "near": True}
        seeks.append(somebody.http.post(f"{somebody.address}/api/pair", json=wish).json()["match"])
        somebody.watch(seeks[-1])
    assert seeks[0] != seeks[1]
    one, two = (machine.services.seeks for machine in machines.both)
    wait_until(lambda: len(one.all()) == len(two.all()) == 2)
    with one._pairing, two._pairing:
        for told in (one, two):
            for match in seeks:
                told._since[match] -= ANYBODY
    wait_until(lambda: not one.all() and not two.all())
    snapshots = [people[0].snapshot(match) for match in seeks]
    assert sorted(one["status"] for one in snapshots) == ["finished", "playing"]
    assert sorted(str(one["next"]) for one in snapshots) == sorted(
        ["None", *(one["match"] for one in snapshots if one["status"] == "playing")]
    )
    (match,) = (one["match"] for one in snapshots if one["status"] == "playing")
    alone = people[[one["status"] for one in snapshots].index("finished")]
    alone.wait_for("event", lambda event: event["t"] == "rematched")
    alone.messages.clear()  # of the match that was called off
    players = {somebody.watch(match)["snapshot"]["you"][0]: somebody for somebody in people}
    both_move(match, players[0], players[1])
    assert players[1].act(match, t="resign")["ok"]
    for somebody in people:
        ended = somebody.wait_for("event", lambda event: event["t"] == "ended")
        assert [change[0] for _, change in ended["ratings"]] == ["+", "−"]
    ratings = machines.two.services.ratings
    accounts = [machines.two.services.accounts.by_name(name) for name in ("Agatha", "Bertram")]
    assert [ratings.of(one.guest_id)["connectfour"].games for one in accounts if one] == [31, 31]
    assert [len(ratings.history(one.guest_id, "connectfour")) for one in accounts if one] == [1, 1]


def keep_rating(machine: Machine, name: str, value: float) -> None:
    account = machine.services.accounts.by_name(name)
    assert account is not None
    row = {"guest": account.guest_id, "game": "connectfour", "value": value, "games": 30}
    row |= {"deviation": 60.0, "volatility": 0.06, "day": machine.services.ratings._store.today()}
    with machine.services.database.begin() as connection:
        connection.execute(insert(RatingRow), row)
