"""Chat: who reads what, what is refused, what is kept, and how it is switched off."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine import registry
from tests.webapp.browsers import Person
from tests.webapp.clocked import ANN, BEN, CAT
from tests.webapp.conftest import Running
from tests.webapp.fakes import House
from webapp import create_app
from webapp.commands.serve import command as serve
from webapp.config import Config
from webapp.domain.action import Action, ActionKind
from webapp.domain.chat import KEPT, MAX_LETTERS, Room, rooms_of
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch
from webapp.extensions import services
from webapp.persistence.chat import ChatLines

MakePerson = Callable[[], Person]
PLAYERS, WATCHERS = Room.PLAYERS, Room.WATCHERS


def say(person: Person, match: str, text: str, room: str = "players") -> Any:
    return person.call("say", {"match": match, "room": room, "text": text})


def hear(person: Person, match: str) -> Any:
    return person.call("chat", {"match": match})


def texts(answer: Any) -> list[str]:
    return [line["text"] for line in answer["lines"]]


def at_a_board(person: MakePerson, **fields: Any) -> tuple[str, Person, Person, Person]:
    """Two who play and one who watches."""
    ann, ben, cat = person(), person(), person()
    match = ann.create(seat0="me", seat1="friend", **fields)
    ben.join(match)
    for somebody in (ann, ben, cat):
        somebody.watch(match)
    return match, ann, ben, cat


def test_players_and_watchers_talk_apart(person: MakePerson) -> None:
    match, ann, ben, cat = at_a_board(person)
    assert hear(ann, match)["rooms"] == ["players"]
    assert hear(cat, match)["rooms"] == ["watchers"]
    assert say(ann, match, "this diagonal again?") == {"ok": True}
    assert say(cat, match, "column 3!", "watchers") == {"ok": True}
    assert ben.wait_for("chat")["text"] == "this diagonal again?"
    assert cat.wait_for("chat")["text"] == "column 3!"
    assert texts(hear(ben, match)) == ["this diagonal again?"]
    assert texts(hear(cat, match)) == ["column 3!"]
    for somebody, room in ((cat, "players"), (ann, "watchers")):
        assert say(somebody, match, "psst", room)["code"] == "other_room"
    assert [told["room"] for name, told in ben.messages if name == "chat"] == ["players"]
    assert [told["room"] for name, told in cat.messages if name == "chat"] == ["watchers"]


def test_players_read_the_watchers_once_the_game_is_over(person: MakePerson) -> None:
    match, ann, ben, cat = at_a_board(person)
    say(cat, match, "column 3!", "watchers")
    ann.act(match, t="resign", id="r")
    assert hear(ben, match)["rooms"] == ["players", "watchers"]
    assert texts(hear(ben, match)) == ["column 3!"]
    assert hear(cat, match)["rooms"] == ["watchers"]
    say(ben, match, "thank you", "watchers")
    assert cat.wait_for("chat", lambda line: line["text"] == "thank you")


def test_who_comes_back_reads_what_was_said_and_versions_do_not_move(person: MakePerson) -> None:
    match, ann, ben, _cat = at_a_board(person)
    before = ann.snapshot(match)["v"]
    say(ann, match, "one")
    ben.socket.disconnect()
    say(ann, match, "two")
    ben.reconnect().watch(match)
    assert texts(hear(ben, match)) == ["one", "two"]
    assert ann.snapshot(match)["v"] == before


def test_nothing_that_is_sent_tells_an_id(person: MakePerson, running: Running) -> None:
    match, ann, ben, _cat = at_a_board(person)
    say(ann, match, "hello")
    told = f"{ben.wait_for('chat')} {hear(ben, match)} {hear(ann, match)}"
    guests = running.services.matches.match(match).guests()
    assert len(guests) == 2
    assert not any(guest in told for guest in guests)
    assert ben.wait_for("chat")["speaker"] == hear(ann, match)["me"] != hear(ben, match)["me"]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("<b>bold</b> & co", "<b>bold</b> & co"),
        ("a\u202ebc\u2066d", "abcd"),
        ("one\n\ntwo\tthree", "one two three"),
        (
            "fam \U0001f468\u200d\U0001f469\u200d\U0001f467",
            "fam \U0001f468\u200d\U0001f469\u200d\U0001f467",
        ),
        ("x" * MAX_LETTERS, "x" * MAX_LETTERS),
    ],
)
def test_27_lines_are_plain_text(person: MakePerson, said: str, read: str) -> None:
    match, ann, ben, _cat = at_a_board(person)
    assert say(ann, match, said)["ok"]
    assert ben.wait_for("chat")["text"] == read


def test_what_cannot_be_said_is_refused_with_a_sentence(person: MakePerson) -> None:
    match, ann, _ben, _cat = at_a_board(person)
    assert say(ann, match, "x" * (MAX_LETTERS + 1))["message"] == (
        "That is too long; 160 letters are the most."
    )
    assert say(ann, match, "\u200b \u3164")["code"] == "empty_line"
    assert say(ann, match, "hello", "everybody")["code"] == "malformed"
    assert ann.call("say", {"match": match, "room": "players"})["code"] == "malformed"
    assert hear(ann, match)["lines"] == []


def test_who_talks_too_fast_is_told_when_to_go_on(person: MakePerson) -> None:
    match, ann, ben, _cat = at_a_board(person)
    answers = [say(ann, match, f"line {number}") for number in range(8)]
    refused = [answer for answer in answers if not answer["ok"]]
    assert refused
    assert refused[0]["code"] == "limit"
    assert refused[0]["retry"] > 0
    assert "try again" in refused[0]["message"]
    assert say(ben, match, "one at a time")["ok"], "the others may go on"


def test_a_player_switches_the_chat_off_for_all(person: MakePerson) -> None:
    match, ann, ben, cat = at_a_board(person)
    assert ann.call("chat_switch", {"match": match, "on": False})["ok"]
    assert ben.wait_for("chat_off")["off"] == [ann.snapshot(match)["seats"][0]["name"]]
    assert say(ben, match, "hello")["code"] == "chat_off"
    assert say(cat, match, "hello", "watchers")["code"] == "chat_off"
    assert cat.call("chat_switch", {"match": match, "on": True})["code"] == "spectator"
    ben.call("chat_switch", {"match": match, "on": True})
    assert say(ben, match, "hello")["code"] == "chat_off", "only who wanted it may take it back"
    assert hear(ann, match)["own_off"]
    ann.call("chat_switch", {"match": match, "on": True})
    assert say(ben, match, "hello")["ok"]


def test_a_private_match_is_closed_to_others(person: MakePerson) -> None:
    match, ann, _ben, cat = at_a_board(person, public=False)
    assert hear(ann, match)["rooms"] == ["players"]
    assert hear(cat, match)["code"] == "private"
    assert say(cat, match, "hello", "watchers")["code"] == "private"


def test_a_report_is_a_line_in_the_log(
    person: MakePerson, caplog: pytest.LogCaptureFixture
) -> None:
    match, ann, ben, cat = at_a_board(person)
    say(ann, match, 'you "fool"\n')
    number = ben.wait_for("chat")["number"]
    with caplog.at_level(logging.INFO, "flipfour.audit"):
        assert ben.call("report", {"match": match, "number": number})["ok"]
    (line,) = [text for text in caplog.messages if text.startswith("reported ")]
    assert "room=players" in line
    assert 'text="you \\"fool\\""' in line
    assert match not in line
    assert cat.call("report", {"match": match, "number": number})["code"] == "no_line"
    assert ben.call("report", {"match": match, "number": number + 1})["code"] == "no_line"


def test_a_server_may_have_no_chat(tmp_path: Path) -> None:
    app = create_app(Config(database=f"sqlite:///{tmp_path / 'a.db'}", chat=False, compile=False))
    client = app.test_client()
    token = client.get("/api/session").json["csrf_token"]  # type: ignore[index]
    order = {"seat0": "me", "seat1": "friend"}
    created = client.post("/api/matches", json=order, headers={"X-CSRF-Token": token})
    match = created.json["match"]  # type: ignore[index]
    page = client.get(f"/m/{match}").get_data(as_text=True)
    assert 'id="chat"' not in page
    with pytest.raises(Exception, match="no chat on this server"):
        services(app).chat.hear(match, ANN)
    services(app).close()


@pytest.mark.parametrize(
    ("arguments", "environment", "on"),
    [([], {}, True), (["--no-chat"], {}, False), ([], {"FLIPFOUR_CHAT": "0"}, False)],
)
def test_the_command_line_says_whether_there_is_a_chat(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], environment: dict[str, str], on: bool
) -> None:
    served: list[Config] = []
    monkeypatch.setattr("webapp.serving.serve", lambda config, *_: served.append(config))
    result = CliRunner().invoke(serve, arguments, env=environment)
    assert result.exit_code == 0, result.output
    assert served[0].chat is on


def test_only_the_newest_lines_are_kept(running: Running, person: MakePerson) -> None:
    match, *_people = at_a_board(person)
    lines = ChatLines(running.services.database)
    lines.add(match, WATCHERS, Guest("w", "Wes"), "the watchers' line stays")
    for number in range(KEPT + 5):
        lines.add(match, PLAYERS, Guest("p", "Pia"), f"{number}")
    kept = lines.lines(match, (PLAYERS,))
    assert [line.text for line in kept] == [str(number) for number in range(5, KEPT + 5)]
    assert len(lines.lines(match, (WATCHERS,))) == 1
    numbers = [line.number for line in lines.lines(match, (PLAYERS, WATCHERS))]
    assert numbers == sorted(set(numbers))


def test_who_is_forgotten_has_said_nothing(running: Running, person: MakePerson) -> None:
    match, ann, ben, _cat = at_a_board(person)
    say(ann, match, "one")
    say(ben, match, "two")
    page = ann.http.get(f"{ann.address}/forget").text
    token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    answer = ann.http.post(f"{ann.address}/forget", data={"csrf_token": token})
    assert answer.status_code == 200
    assert texts(hear(ben, match)) == ["two"]


def test_who_plays_alone_has_nobody_to_talk_to() -> None:
    house = House()
    order = NewMatch(registry.game("connectfour"), ("me", "ai:1"))
    match_id = house.matches.create(order, ANN)
    match = house.matches.match(match_id)
    assert rooms_of(match, ANN.id) == ()
    assert rooms_of(match, CAT.id) == ((WATCHERS,) if match.public else ())


def test_nobody_talks_before_the_game_begins() -> None:
    house = House()
    match_id = house.matches.create(NewMatch(registry.game("connectfour"), ("me", "friend")), ANN)
    assert rooms_of(house.matches.match(match_id), ANN.id) == ()
    house.matches.join(match_id, BEN)
    assert rooms_of(house.matches.match(match_id), ANN.id) == (PLAYERS,)
    house.matches.act(match_id, ANN, Action(ActionKind.RESIGN, id="r"))
    assert PLAYERS in rooms_of(house.matches.match(match_id), BEN.id)


def test_what_was_done_stands_among_the_lines_after_a_reload(person: MakePerson) -> None:
    match, ann, ben, cat = at_a_board(person)
    say(ann, match, "one")
    ann.act(match, t="offer", kind="draw", id="o")
    say(ben, match, "two")
    ben.act(match, t="decline", id="d")
    notes = hear(ben, match)["notes"]
    assert [(note["t"], note["kind"], note["by"], note["after"]) for note in notes] == [
        ("offered", "draw", 0, 1),
        ("declined", "draw", 1, 2),
    ]
    assert "own" not in notes[1]
    ben.act(match, t="offer", kind="draw", id="t")
    ben.act(match, t="decline", id="w")
    assert hear(ann, match)["notes"][-1]["own"], "withdrawn"
    assert ann.wait_for("event", lambda event: event.get("own"))["t"] == "declined"
    assert [note["v"] for note in notes] == sorted(note["v"] for note in notes)
    assert hear(cat, match)["notes"] == [], "who looks on has a room apart"


def test_a_rematch_keeps_the_chat_and_who_is_muted_or_has_switched_it_off(
    person: MakePerson,
) -> None:
    match, ann, ben, cat = at_a_board(person)
    say(ann, match, "good luck")
    say(cat, match, "column 3!", "watchers")
    before = hear(ben, match)
    ann.act(match, t="resign", id="r")
    ann.act(match, t="rematch", id="m")
    ben.act(match, t="accept", id="y")
    following = ben.snapshot(match)["next"]
    for somebody in (ann, ben, cat):
        somebody.watch(following)
    after = hear(ben, following)
    assert texts(after) == ["good luck"]
    assert after["lines"][0]["speaker"] == before["lines"][0]["speaker"]
    assert (after["me"], after["series"]) == (before["me"], before["series"])
    assert texts(hear(cat, following)) == ["column 3!"]
    say(ben, following, "again")
    assert ann.wait_for("chat", lambda line: line["text"] == "again")["number"] == 3
    ann.call("chat_switch", {"match": following, "on": False})
    assert say(ben, following, "hello?")["code"] == "chat_off"
