"""People of two servers: kept names, who is online, challenges, a rated game."""

from __future__ import annotations

from sqlalchemy import insert

from tests.webapp.browsers import wait_until
from tests.webapp.pair import (
    NEEDS,
    WISH,
    Machine,
    Machines,
    both_move,
    cluster_of,
)
from webapp.domain.nearness import ANYBODY
from webapp.domain.seat import Guest
from webapp.persistence.models import RatingRow

pytestmark = NEEDS


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


def test_what_becomes_of_people_while_redis_is_away_is_seen_after_it(
    machines: Machines, person_at
) -> None:
    """That a name is kept, that nobody is to see who is there, that a browser was signed out."""
    here, there = machines.one.services, machines.two.services
    ids = []
    for somebody in [person_at(machines.two) for _ in range(3)]:
        name = somebody.http.get(f"{somebody.address}/api/session").json()["name"]
        ids += [one.id for one, _ in there.crowd.generations().values() if one.name == name]
    kept, hidden, signed_out = ids
    machines.redis.kill()
    try:
        for machine in machines.both:
            wait_until(lambda one=machine: not one.services.matches._other_servers.reached)
        for guest, name in ((kept, "Kate"), (hidden, "Hilda")):
            here.accounts.register(Guest(guest, name), name, "correct horse")
        here.accounts.hide(hidden, hidden=True)
        here.identities.sign_out(signed_out)
        here.matches.hang_up(signed_out)
    finally:
        machines.redis.start()
    known = there.crowd.generations
    wait_until(lambda: signed_out not in known())
    wait_until(lambda: known()[kept][0] == Guest(kept, "Kate", registered=True))
    wait_until(lambda: known()[hidden][0] == Guest(hidden, "Hilda", registered=True, hidden=True))
    wait_until(lambda: here.matches.presence.online(ids) == {kept})
