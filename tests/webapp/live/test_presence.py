"""Who is at a match: what each seat's player does, and who looks on, under injected time."""

from __future__ import annotations

from engine import registry
from tests.webapp.clocked import ANN, BEN, CAT, both_moved
from tests.webapp.fakes import House
from webapp import wire
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch
from webapp.service.views import Presence, Standing


def come(house: House, match_id: str, guest: Guest, *, named: bool = False) -> None:
    sid = f"{guest.id}-{match_id}"
    house.crowd.connect(sid, guest)
    house.matches.watch(match_id, None, sid, guest, lambda: None, named=named)


def go(house: House, match_id: str, guest: Guest) -> None:
    sid = f"{guest.id}-{match_id}"
    house.crowd.disconnect(sid)
    house.matches.leave(match_id, sid)


def told(house: House) -> Presence:
    """The last that the pages were told."""
    found = [there for name, there in house.announcer.others if name == "presence"]
    assert isinstance(found[-1], Presence)
    return found[-1]


def two_at(house: House) -> str:
    match_id = both_moved(house, "")
    for guest in (ANN, BEN):
        come(house, match_id, guest)
    return match_id


def test_whose_line_broke_reconnects_and_then_is_away() -> None:
    house = House()
    match_id = two_at(house)
    assert told(house).standings == (Standing.ONLINE, Standing.ONLINE)
    go(house, match_id, ANN)
    assert told(house).standings == (Standing.RECONNECTING, Standing.ONLINE)
    house.wait(5.1)
    assert told(house).standings == (Standing.AWAY, Standing.ONLINE)
    come(house, match_id, ANN)
    assert told(house).standings == (Standing.ONLINE, Standing.ONLINE)


def test_who_is_at_another_game_plays_or_watches_it() -> None:
    house = House()
    match_id = two_at(house)
    other = house.matches.create(NewMatch(registry.game("othello"), ("me", "ai:1")), ANN)
    go(house, match_id, ANN)
    come(house, other, ANN)
    house.wait(0.1)
    assert told(house).standings[0] is Standing.PLAYING
    go(house, other, ANN)
    house.wait(5.1)
    assert told(house).standings[0] is Standing.AWAY
    strangers = both_moved(house, "")
    cats = house.matches.create(NewMatch(registry.game("othello"), ("me", "ai:1")), CAT)
    come(house, cats, ANN)
    house.wait(0.1)
    assert told(house).standings[0] is Standing.WATCHING
    assert strangers != cats


def test_who_looks_on_is_a_number_and_only_by_his_wish_a_name() -> None:
    house = House()
    match_id = two_at(house)
    come(house, match_id, CAT)
    assert (told(house).watching, told(house).names) == (1, ())
    come(house, match_id, CAT, named=True)
    assert (told(house).watching, told(house).names) == (1, ("Cat",))
    house.matches.rename(Guest(CAT.id, "Caterina"))
    snapshot = house.snapshot(match_id)
    assert snapshot["watchers"] == ["Caterina"]
    assert CAT.id not in str(wire.presence(match_id, told(house)))
    come(house, match_id, CAT, named=False)
    assert told(house).names == ()
    come(house, match_id, ANN, named=True)
    assert told(house).names == (), "a player is no spectator"


def test_nothing_is_remembered_of_a_match_nobody_sees() -> None:
    house = House()
    for _ in range(50):
        match_id = two_at(house)
        come(house, match_id, CAT, named=True)
        for guest in (ANN, CAT, BEN):
            go(house, match_id, guest)
    house.wait(10)
    assert len(house.matches.presence) == 0
    assert len(house.crowd) == 0
