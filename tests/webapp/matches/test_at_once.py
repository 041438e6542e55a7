"""Two who do the same at the very same time: one of them is first, and nothing is done twice."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from flask import Flask

from tests.webapp.conftest import Visitor

ROUNDS = 6
"""Times that each is tried: threads meet differently each time."""


def together(*asked: Callable[[], Any]) -> list[Any]:
    """What each answers, all begun at once."""
    gate = threading.Barrier(len(asked))
    answers: list[Any] = [None] * len(asked)

    def run(place: int) -> None:
        gate.wait()
        answers[place] = asked[place]()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(asked))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def tab(app: Flask, person: Visitor) -> Visitor:
    """Another tab of the same browser."""
    client, cookie = app.test_client(), person.client.get_cookie("flipfour")
    assert cookie is not None
    client.set_cookie("flipfour", cookie.value)
    return Visitor(client, person.headers, person.name)


@pytest.fixture
def people(visitor: Any) -> list[Visitor]:
    return [visitor() for _ in range(3)]


def test_26_one_seat_is_taken_once(people: list[Visitor]) -> None:
    ann, ben, cat = people
    for _ in range(ROUNDS):
        match = ann.create(seat0="me", seat1="friend")
        answers = together(partial(ben.join, match), partial(cat.join, match))
        assert sorted(answer["ok"] for answer in answers) == [False, True]
        assert [answer["code"] for answer in answers if not answer["ok"]] == ["full"]
        winner = people[1 + answers.index(next(a for a in answers if a["ok"]))]
        assert winner.snapshot(match)["you"] == [1]


def test_26_three_who_seek_make_one_game_and_one_seek(people: list[Visitor]) -> None:
    order = {"game": "connectfour"}
    for _ in range(ROUNDS):
        found = [
            answer.json["match"]
            for answer in together(*(partial(p.post, "/api/pair", order) for p in people))
        ]
        assert len(set(found)) == 2
        counts = sorted(found.count(match) for match in set(found))
        assert counts == [1, 2]
        playing = next(match for match in found if found.count(match) == 2)
        assert people[0].snapshot(playing)["status"] == "playing"
        for person in people:
            for running in person.get("/api/mine")["matches"]:
                person.act(running["match"], t="abort")


def test_two_tabs_play_one_move(app: Flask, people: list[Visitor]) -> None:
    ann, ben, _ = people
    for _ in range(ROUNDS):
        match = ann.create(seat0="me", seat1="friend")
        ben.join(match)
        other = tab(app, ann)
        answers = together(
            partial(ann.move, match, 2, 0, "one"), partial(other.move, match, 4, 0, "two")
        )
        assert sorted(answer["ok"] for answer in answers) == [False, True]
        assert ben.snapshot(match)["ply"] == 1


def test_both_press_rematch_and_get_one(people: list[Visitor]) -> None:
    ann, ben, cat = people
    for _ in range(ROUNDS):
        match = ann.create(seat0="me", seat1="friend")
        ben.join(match)
        for ply, player in enumerate((ann, ben)):
            player.move(match, 3, ply)
        ann.act(match, t="resign")
        pressed = together(*(partial(p.act, match, t="rematch", id="r") for p in (ann, ben)))
        assert all(answer["ok"] for answer in pressed)
        following = cat.snapshot(match)["next"]
        assert {tuple(p.snapshot(following)["you"]) for p in (ann, ben)} == {(0,), (1,)}
        assert [running["match"] for running in ann.get("/api/mine")["matches"]] == [following]
        ann.act(following, t="abort")


def test_two_tabs_change_a_study_once_each_version(app: Flask, people: list[Visitor]) -> None:
    ann, other = people[0], tab(app, people[0])
    for _ in range(ROUNDS):

        def send(who: Visitor, path: str, **fields: object) -> Any:
            return who.client.post(path, data=fields, headers=who.headers)

        begun = send(ann, "/study", game="othello", moves="f5d6").headers["Location"]
        path = begun.partition("?")[0]
        answers = together(
            partial(send, ann, path, version=1, edit="title", title="one"),
            partial(send, other, path, version=1, edit="title", title="two"),
        )
        assert sorted(answer.status_code for answer in answers) == [303, 409]
        kept = ann.client.get(f"{path}.json").json["title"]
        assert kept == ("one" if answers[0].status_code == 303 else "two")


def test_a_private_link_makes_one_of_two(visitor: Any) -> None:
    for _ in range(ROUNDS):
        ann, ben, cat = (visitor() for _ in range(3))
        match = ann.create(seat0="me", seat1="me")
        page = ann.client.get("/name").text
        link = re.search(r"/resume/[^\"<\s]+", page)
        assert link is not None
        statuses = [
            answer.status_code
            for answer in together(
                *(partial(p.client.post, link[0], headers=p.headers) for p in (ben, cat))
            )
        ]
        assert sorted(statuses) == [303, 400]
        assert [bool(p.snapshot(match)["you"]) for p in (ben, cat)] == [s == 303 for s in statuses]
