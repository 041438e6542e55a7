"""Live play over real sockets."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from socketio.exceptions import ConnectionError as Refused

from tests.webapp.browsers import Person
from tests.webapp.conftest import Running

People = Callable[[], Person]


def two_players(person: People, **fields: Any) -> tuple[Person, Person, str]:
    red, yellow = person(), person()
    match = red.create(**({"seat0": "me", "seat1": "friend"} | fields))
    yellow.join(match)
    return red, yellow, match


def test_moves_reach_the_other_and_the_spectator(person: People) -> None:
    red, yellow, match = two_players(person)
    spectator = person()
    for one in (red, yellow, spectator):
        one.watch(match)
    for ply in range(4):
        player = (red, yellow)[ply % 2]
        assert player.move(match, ply, ply)["ok"]
    for one in (red, yellow, spectator):
        one.wait_for_version(6)
    assert red.events() == yellow.events() == spectator.events()
    assert red.events()[-1] == {
        "match": match,
        "v": 6,
        "t": "moved",
        "ply": 4,
        "seat": 1,
        "move": 3,
        "text": "4",
        "changes": [[3, 1]],
        "to_move": 0,
        "legal": [0, 1, 2, 3, 4, 5, 6],
        "clock": None,
        "outcome": None,
    }


def test_who_comes_back_gets_exactly_what_was_missed(person: People) -> None:
    red, yellow, match = two_players(person)
    seen = yellow.watch(match)["v"]
    red.watch(match)
    yellow.call("leave", {"match": match})
    red.move(match, 3, 0)
    back = yellow.watch(match, seen)
    assert [event["v"] for event in back["events"]] == [seen + 1]
    assert back["events"][0]["move"] == 3
    assert back["hints"]["landing"]["3"] == 10
    assert yellow.watch(match, back["v"])["events"] == []


def test_who_missed_too_much_gets_a_snapshot(person: People) -> None:
    one = person()
    match = one.create(seat0="me", seat1="me")
    one.watch(match)
    for _ in range(35):
        assert one.act(match, t="move", move=0, ply=0)["ok"]
        assert one.act(match, t="takeback")["ok"]
    assert one.snapshot(match)["v"] == 71
    assert "snapshot" in one.watch(match, 1)
    assert "snapshot" in one.watch(match, 9999), "a version from the future"


def test_the_same_move_twice_counts_once(person: People) -> None:
    red, _yellow, match = two_players(person)
    first = red.move(match, 3, 0, "tap")
    assert red.move(match, 3, 0, "tap") == first
    other = red.move(match, 3, 0, "another tap")
    assert (other["ok"], other["code"]) == (False, "not_your_turn")
    assert red.snapshot(match)["ply"] == 1


def test_a_stale_ply_is_refused_with_the_current_version(person: People) -> None:
    one = person()
    match = one.create(seat0="me", seat1="me")
    one.move(match, 0, 0)
    answer = one.move(match, 1, 0, "late")
    assert answer == {"ok": False, "code": "stale", "message": answer["message"], "v": 2}
    assert one.snapshot(match)["ply"] == 1


def test_snapshot_and_joining_are_one_step(person: People) -> None:
    """However moves fall between asking and joining: no version is missing or doubled."""
    one, watcher = person(), person()
    match = one.create(seat0="me", seat1="me")
    for ply in range(6):
        one.socket.emit(
            "act", {"match": match, "t": "move", "move": ply, "ply": ply, "id": str(ply)}
        )
        answer = watcher.watch(match)
    one.move(match, 6, 6)
    watcher.wait_for_version(8)
    versions = [event["v"] for event in watcher.events()]
    assert versions == sorted(set(versions))
    after = [v for v in versions if v > answer["snapshot"]["v"]]
    assert after == list(range(answer["snapshot"]["v"] + 1, 9))


def test_all_tabs_of_a_person_follow(person: People, running: Running) -> None:
    red, yellow, match = two_players(person)
    second_tab = Person(running.address)
    second_tab.http.cookies = red.http.cookies
    with second_tab:
        assert second_tab.watch(match)["snapshot"]["you"] == [0]
        red.watch(match)
        second_tab.move(match, 2, 0)
        assert red.wait_for_version(3)["move"] == 2
        yellow.move(match, 2, 1)
        assert red.wait_for_version(4) == second_tab.wait_for_version(4)


def test_an_old_page_is_told_to_reload(running: Running) -> None:
    someone = Person(running.address)
    with pytest.raises(Refused):
        someone.connect(protocol=0)
    refusal = someone.wait_for("connect_error")
    assert refusal["data"]["code"] == "protocol"
    assert "reload" in refusal["message"]


def test_a_page_of_another_site_gets_no_socket(running: Running) -> None:
    someone = Person(running.address)
    with pytest.raises(Refused):
        someone.connect(origin="https://evil.example")


def test_a_spectator_and_the_wrong_player_are_refused(person: People) -> None:
    red, yellow, match = two_players(person)
    spectator = person()
    before = spectator.snapshot(match)
    assert spectator.move(match, 0, 0)["code"] == "spectator"
    assert yellow.move(match, 0, 0)["code"] == "not_your_turn"
    assert yellow.act(match, t="move", move=0, ply=0, seat=0)["code"] == "spectator"
    assert red.move("nomatch1", 0, 0)["code"] == "no_match"
    assert spectator.snapshot(match) == before


def test_a_move_after_the_end_is_refused(person: People) -> None:
    one = person()
    match = one.create(game="connectfour:2x2:2", seat0="me", seat1="me")
    for ply in range(3):
        one.move(match, ply % 2, ply)
    assert one.move(match, 1, 3)["code"] == "over"
    assert one.snapshot(match)["outcome"]["winner"] == 0


def test_presence_tells_who_is_here(person: People) -> None:
    red, yellow, match = two_players(person)
    red.watch(match)
    yellow.watch(match)
    red.wait_for("presence", lambda p: p["online"] == [True, True] and p["watching"] == 0)
    spectator = person()
    spectator.watch(match)
    red.wait_for("presence", lambda p: p["watching"] == 1)
    yellow.socket.disconnect()
    red.wait_for("presence", lambda p: p["online"] == [True, False])


def test_hints_go_to_the_seat_to_move_only(person: People) -> None:
    red, yellow, match = two_players(person, game="othello")
    red.watch(match)
    yellow.watch(match)
    red.move(match, 19, 0)
    hints = yellow.wait_for("hints")
    assert hints["flips"] == {"18": [27], "20": [27], "34": [35]} or len(hints["flips"]) == 3
    assert not [name for name, _ in red.messages if name == "hints"]


def test_the_lobby_follows_public_games(person: People) -> None:
    visitor, red = person(), person()
    hidden = red.create(seat0="me", seat1="me", public=False)
    shown = red.create(seat0="me", seat1="me")
    games = visitor.call("lobby", {"on": True})["games"]
    assert [game["match"] for game in games] == [shown]
    red.move(hidden, 0, 0)
    red.move(shown, 0, 0)
    picture = visitor.wait_for("lobby", lambda p: p["v"] == 2)
    assert picture["match"] == shown
    assert picture["cells"][0] == 0
    asked = {"on": True, "shown": [hidden, shown, "none"]}
    assert [game["match"] for game in visitor.call("lobby", asked)["games"]] == [shown]


def test_a_page_that_calls_somebody_otherwise_is_to_be_taken_anew(person: People) -> None:
    ann = person()
    match = ann.create(seat0="me", seat1="me")
    assert ann.call("watch", {"match": match, "name": "Another Name"})["code"] == "other"
    assert ann.call(
        "watch", {"match": match, "name": ann.http.get(f"{ann.address}/api/session").json()["name"]}
    )["ok"]


def test_no_secret_reaches_another_client(person: People, running: Running) -> None:
    red, _yellow, match = two_players(person)
    spectator = person()
    received = json.dumps([spectator.watch(match), spectator.snapshot(match)])
    red.watch(match)
    red.move(match, 0, 0)
    received += json.dumps(spectator.messages)
    guests = running.services.matches.match(match).guests()
    assert len(guests) == 2
    assert not [guest for guest in guests if guest in received]


@pytest.mark.parametrize(
    "data",
    [None, 3, "text", [], {}, {"match": 5}, {"match": None}, {"match": "x" * 500}, [{}], True],
)
@pytest.mark.parametrize("event", ["watch", "leave", "act"])
def test_junk_is_answered(person: People, event: str, data: object) -> None:
    one = person()
    answer = one.call(event, data)
    assert answer["ok"] is False
    assert answer["code"] in {"malformed", "no_match"}
    assert answer["message"]


def test_junk_events_and_actions_are_answered(person: People) -> None:
    one = person()
    match = one.create(seat0="me", seat1="me")
    assert one.call("no such event", {"a": 1})["code"] == "unknown_event"
    for fields in (
        {"t": "fly"},
        {"t": "move"},
        {"t": "move", "ply": 0},
        {"t": "move", "ply": "0", "move": "3"},
        {"t": "move", "ply": 0, "move": True},
        {"t": "move", "ply": 0, "move": 3.5},
        {"t": "move", "ply": 0, "move": -1},
        {"t": "move", "ply": 0, "move": 10**30},
        {"t": "move", "ply": 0, "move": 3, "id": "x" * 100},
        {"t": "move", "ply": 0, "move": 3, "seat": 7},
        {"t": "level", "level": "99"},
        {"t": "offer", "kind": "marriage"},
        {"t": "offer"},
    ):
        answer = one.act(match, **fields)
        assert answer["code"] in {"malformed", "stale"}, (fields, answer)
    assert one.snapshot(match)["v"] == 1
    assert one.move(match, 3, 0)["ok"], "the socket is still in order"


def test_a_move_message_is_small(person: People) -> None:
    """Within 200 bytes on the usual boards, but for the few that flip very much."""
    one = person()
    for game, moves in (("connectfour", "4443333"), ("othello", "")):
        match = one.create(game=game, seat0="me", seat1="me")
        one.watch(match)
        view = one.snapshot(match)
        for ply in range(len(moves) or 20):
            move = int(moves[ply]) - 1 if moves else view["legal"][0]
            one.move(match, move, view["ply"], str(ply))
            view = one.snapshot(match)
    sizes = [
        len(json.dumps(["event", event], separators=(",", ":"))) + 2
        for event in one.events()
        if event["t"] == "moved"
    ]
    assert max(sizes) <= 200
