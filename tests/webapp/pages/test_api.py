"""Matches over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from engine.players.levels import NEWCOMERS


def test_two_people_play_to_the_end(visitor: Any) -> None:
    red, yellow, third = visitor(), visitor(), visitor()
    match = red.create(game="connectfour", seat0="me", seat1="friend")
    assert red.snapshot(match)["status"] == "waiting"
    assert yellow.snapshot(match)["can_join"]
    assert yellow.join(match) == {"ok": True, "seat": 1}
    for ply in range(7):
        player = red if ply % 2 == 0 else yellow
        assert player.move(match, ply % 2, ply)["ok"]
    seen = third.snapshot(match)
    assert seen["you"] == []
    assert seen["outcome"]["winner"] == 0
    assert seen["outcome"]["text"] == "Four in a column."
    assert seen["tally"] == {"wins": [1, 0], "draws": 0}


def test_a_changing_request_without_its_token_is_refused(visitor: Any) -> None:
    someone = visitor()
    someone.headers = {}
    response = someone.post("/api/matches", {"game": "connectfour"})
    assert response.status_code == 400
    assert response.json["code"] == "csrf"


@pytest.mark.parametrize("game", ["othello", "connectfour:7x6:4:3p"])
def test_seats_left_out_get_the_level_that_people_are_offered(visitor: Any, game: str) -> None:
    ann = visitor()
    _, *others = ann.snapshot(ann.create(game=game))["seats"]
    assert {seat["level"] for seat in others} == {NEWCOMERS}


@pytest.mark.parametrize(
    ("fields", "watched"),
    [
        ({"seat1": "friend"}, False),
        ({"seat1": "friend", "public": True}, True),
        ({"seat1": "friend", "open": True}, True),
        ({"seat1": "ai:1"}, True),
        ({"seat1": "ai:1", "public": False}, False),
    ],
)
def test_an_invitation_is_private_unless_somebody_says_otherwise(
    visitor: Any, fields: dict[str, object], watched: bool
) -> None:
    answer = visitor().post("/api/matches", {"seat0": "me"} | fields)
    assert answer.json["public"] is watched
