"""Private invitations, open seeks and pairing: who may see, who may join, who gets a game."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from engine import registry
from tests.webapp.clocked import ANN, BEN, CAT
from tests.webapp.fakes import House
from webapp import wire
from webapp.domain.action import Action, ActionKind
from webapp.domain.clock import parse_control
from webapp.domain.errors import Refusal
from webapp.domain.match import Status
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch, pairing
from webapp.listing import LISTED
from webapp.service.limits import address_key
from webapp.service.lobby import Lobby
from webapp.service.seeks import FROM_ONE_PLACE, SHOWN
from webapp.service.turns import Visitor

FOUR = registry.game("connectfour")
WISH = pairing(FOUR, parse_control("5+3"))


def arrive(house: House, match_id: str, sid: str = "ann-tab") -> None:
    house.crowd.connect(sid, ANN)
    house.matches.watch(match_id, None, sid, ANN, lambda: None)


def go(house: House, match_id: str, sid: str = "ann-tab") -> None:
    house.crowd.disconnect(sid)
    house.matches.leave(match_id, sid)


def test_two_who_want_the_same_get_one_game() -> None:
    house = House()
    first = house.seeks.pair(WISH, ANN)
    assert [match.id for match in house.seeks.all()] == [first]
    assert house.announcer.told_seeks == [first]
    assert house.seeks.pair(WISH, ANN) == first, "a second press changes nothing"
    assert house.seeks.pair(WISH, BEN) == first
    assert house.matches.match(first).status is Status.PLAYING
    assert house.announcer.told_seeks == house.seeks.all() == []
    assert house.seeks.pair(WISH, CAT) != first


def test_26_who_is_late_gets_another_game_or_a_sentence() -> None:
    house = House()
    seek = house.seeks.pair(WISH, ANN)
    house.matches.join(seek, BEN)
    with pytest.raises(Refusal):
        house.matches.join(seek, CAT)
    assert len(house.matches.match(seek).guests()) == 2


def test_other_games_and_clocks_are_not_paired() -> None:
    house = House()
    first = house.seeks.pair(WISH, ANN)
    assert house.seeks.pair(pairing(FOUR, None), BEN) != first
    assert house.seeks.pair(pairing(registry.game("othello"), WISH.control), CAT) != first


def test_a_flood_of_seeks_is_listed_in_part_and_paired_in_whole() -> None:
    """A stranger with many cookies makes nobody's first page endless."""
    house = House()
    boards = [registry.game(f"connectfour:{c}x{r}") for c in range(6, 12) for r in range(6, 12)]
    waiting = [
        house.seeks.pair(pairing(board, None), Guest(f"g{board.key}", "Somebody"))
        for board in boards
    ]
    assert len(waiting) > SHOWN
    assert [match.id for match in house.seeks.shown()] == waiting[:SHOWN]
    assert house.announcer.told_seeks == waiting[:SHOWN]
    assert house.seeks.pair(pairing(boards[-1], None), ANN) == waiting[-1]
    assert house.seeks.pair(pairing(boards[0], None), ANN) == waiting[0]
    assert house.announcer.told_seeks == waiting[1 : SHOWN + 1], "the next one takes the place"


@pytest.mark.parametrize("flood", ["203.0.113.7", "2001:db8:1:{:x}::1"])
def test_one_place_does_not_fill_the_list(flood: str) -> None:
    """However many cookies, and addresses within one network, a stranger there has."""
    house = House()

    def wait(address: str, board: str) -> str:
        guest = Guest(f"g{board}", "Somebody")
        house.guest_addresses.saw(Visitor(address_key(address), guest.id))
        return house.seeks.pair(pairing(registry.game(board), None), guest)

    boards = [f"connectfour:{c}x{r}" for c in range(6, 12) for r in range(6, 12)]
    flooding = [wait(flood.format(n), board) for n, board in enumerate(boards[:SHOWN])]
    assert [match.id for match in house.seeks.shown()] == flooding, "nobody else would be seen"
    others = [wait(f"198.51.100.{n}", boards[SHOWN + n]) for n in range(4)]
    shown = flooding[: SHOWN - 4] + others
    assert [match.id for match in house.seeks.shown()] == house.announcer.told_seeks == shown
    others += [wait(f"192.0.2.{n}", f"othello:{2 * n}") for n in range(2, 9)]
    others += [wait(f"192.0.2.{n}", f"connectfour:5x{n}") for n in range(4, 17)]
    assert len(others) > SHOWN - FROM_ONE_PLACE
    shown = flooding[:FROM_ONE_PLACE] + others[: SHOWN - FROM_ONE_PLACE]
    assert house.announcer.told_seeks == shown, "who came first, but a few of the flood"


def test_three_at_a_table() -> None:
    house = House()
    wish = pairing(registry.game("connectfour:7x6:4:3p"), None)
    table = house.seeks.pair(wish, ANN)
    assert house.seeks.pair(wish, BEN) == table
    assert house.matches.match(table).status is Status.WAITING
    assert house.seeks.pair(wish, CAT) == table
    assert house.matches.match(table).status is Status.PLAYING


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("connectfour", "7 × 6"),
        ("connectfour:7x6:4:3p", "7 × 6, three players"),
        ("connectfour:8x8:5", "8 × 8, 5 in a row"),
        ("othello:6", "6 × 6"),
    ],
)
def test_a_seek_tells_what_joining_it_leads_to(key: str, told: str) -> None:
    house = House()
    table = house.seeks.pair(pairing(registry.game(key), None), ANN)
    assert wire.seek(house.matches.match(table))["size_text"] == told


def test_26_a_seek_ends_with_its_owners_last_tab_but_not_with_a_refresh() -> None:
    house = House()
    seek = house.seeks.pair(WISH, ANN)
    arrive(house, seek)
    house.wait(300)
    go(house, seek)
    house.wait(5)
    arrive(house, seek, "ann-again")
    house.wait(60)
    assert [match.id for match in house.seeks.all()] == [seek]
    house.crowd.connect("another-page", ANN)
    go(house, seek, "ann-again")
    house.wait(60)
    assert house.seeks.all(), "any page of hers counts"
    house.crowd.disconnect("another-page")
    house.wait(13)
    assert house.seeks.all() == []
    match = house.matches.match(seek)
    assert match.result is not None
    assert not match.result.counts


def test_a_seek_without_script_waits_a_minute() -> None:
    house = House()
    house.seeks.pair(WISH, ANN)
    house.wait(55)
    assert house.seeks.all()
    house.wait(10)
    assert not house.seeks.all()
    assert len(house.alarms) == 0


def test_an_invitation_is_in_no_list() -> None:
    house = House()
    lobby = Lobby(house.store, house.matches, house.live)
    match_id = house.matches.create(NewMatch(FOUR, ("me", "friend"), public=False), ANN)
    assert lobby.public_games(LISTED) == house.seeks.all() == []
    house.matches.join(match_id, BEN)
    assert lobby.public_games(LISTED) == []
    for guest in (ANN, BEN):
        house.matches.act(match_id, guest, Action(ActionKind.SHOW, on=True))
    assert [game.match.id for game in lobby.public_games(LISTED)] == [match_id]


def test_a_private_match_is_its_players_own() -> None:
    house = House()
    match_id = house.matches.create(NewMatch(FOUR, ("me", "friend"), public=False), ANN)
    assert house.snapshot(match_id, CAT.id)["can_join"], "whoever has the link is invited"
    house.matches.join(match_id, BEN)
    for viewer in (None, CAT.id):
        with pytest.raises(Refusal, match="private"):
            house.matches.view(match_id, viewer)
    with pytest.raises(Refusal, match="private"):
        house.matches.watch(match_id, None, "cat", CAT, lambda: None)
    assert house.snapshot(match_id, BEN.id)["you"] == [1]


def test_a_match_is_watched_only_while_both_want_it() -> None:
    house = House()
    match_id = house.matches.create(NewMatch(FOUR, ("me", "friend"), public=False), ANN)
    house.matches.join(match_id, BEN)
    house.matches.act(match_id, ANN, Action(ActionKind.SHOW, on=True))
    assert not house.matches.match(match_id).public
    house.matches.act(match_id, BEN, Action(ActionKind.SHOW, on=True))
    assert house.snapshot(match_id, CAT.id)["public"]
    house.matches.act(match_id, BEN, Action(ActionKind.SHOW, on=False))
    with pytest.raises(Refusal, match="private"):
        house.matches.view(match_id, CAT.id)


@pytest.mark.parametrize(
    "path", ["", "/board.svg", "/moves", "/changes.json", "/record.txt", "/analysis"]
)
def test_no_address_shows_a_private_match(app: Flask, visitor: Any, path: str) -> None:
    ann, ben = visitor(), visitor()
    match_id = ann.create(seat0="me", seat1="friend", public=False)
    ben.join(match_id)
    ann.act(match_id, t="resign")
    assert ann.client.get(f"/m/{match_id}{path}").status_code in {200, 303}
    assert visitor().client.get(f"/m/{match_id}{path}").status_code == 403
    assert app.test_client().get(f"/m/{match_id}{path}").status_code == 403


def test_pairing_and_running_games_over_http(visitor: Any) -> None:
    ann, ben = visitor(), visitor()
    match_id = ann.post("/api/pair", {"game": "othello", "clock": "5+3"}).json["match"]
    (seek,) = ben.get("/api/seeks")["seeks"]
    assert (seek["match"], seek["control"], len(seek["colours"])) == (match_id, "5+3", 1)
    assert seek["colours"] == [("Black", "White")[seek["seat"]]]
    assert ben.post("/api/pair", {"game": "othello", "clock": "5+3"}).json["match"] == match_id
    assert ben.get("/api/seeks")["seeks"] == []
    games = ann.get("/api/mine")["matches"]
    assert [game["match"] for game in games] == [match_id]
    assert ben.get("/api/matches")["count"] == 1
    assert visitor().get("/api/mine")["matches"] == []


def test_whose_turn_it_is_comes_first(visitor: Any) -> None:
    ann = visitor()
    invitation = ann.create(seat0="me", seat1="friend")
    waiting = ann.create(seat0="ai:1", seat1="friend", game="connectfour:3x3:3")
    mine = ann.create(seat0="me", seat1="friend")
    visitor().join(mine)
    games = [game["match"] for game in ann.get("/api/mine")["matches"]]
    assert waiting not in games
    assert games == [mine, invitation], "where nobody came it is nobody's turn"
