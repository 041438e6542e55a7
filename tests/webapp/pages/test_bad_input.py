"""What is wrong is refused with a clear answer, and nothing is stored half-way."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from webapp.domain.errors import SENTENCES
from webapp.errors import STATUSES
from webapp.extensions import services


def rows(app: Flask) -> int:
    with services(app).database.connect() as connection:
        return int(connection.execute(text("select count(*) from events")).scalar_one())


ORDERS: list[object] = [
    {"game": "chess"},
    {"game": ""},
    {"game": "connectfour:99x99"},
    {"game": "connectfour:7x6:4:3p:9"},
    {"game": "othello:7"},
    {"game": 4},
    {"game": None},
    {"game": "x" * 1000},
    {"game": "\x00"},
    {"game": "connectfour", "columns": 1},
    {"game": "connectfour", "columns": 17},
    {"game": "connectfour", "rows": -6},
    {"game": "connectfour", "columns": "7"},
    {"game": "connectfour", "columns": 7.5},
    {"game": "connectfour", "columns": True},
    {"game": "connectfour", "columns": 10**40},
    {"game": "connectfour", "columns": [7]},
    {"game": "connectfour", "connect": 9},
    {"game": "connectfour", "players": 4},
    {"game": "othello", "size": 18},
    {"game": "othello", "size": 5},
    {"seat0": "nobody"},
    {"seat0": "ai:"},
    {"seat0": "ai:99"},
    {"seat0": "ai:depth:21"},
    {"seat0": "ai:depth:0"},
    {"seat0": "ai:\u0661"},
    {"seat0": 1},
    {"seat1": ["me"]},
    {"colour": "blue"},
    {"public": "perhaps"},
    [],
    [{"game": "connectfour"}],
    "connectfour",
    7,
    True,
]


@pytest.mark.parametrize("order", ORDERS, ids=repr)
def test_a_senseless_match_is_not_created(app: Flask, visitor: Any, order: object) -> None:
    before = rows(app)
    response = visitor().post("/api/matches", order)
    assert response.status_code == 400
    assert response.json["ok"] is False
    assert response.json["code"] in {"malformed", "unsupported_game"}
    assert response.json["message"].endswith(".")
    assert "Traceback" not in response.text
    assert rows(app) == before


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"columns": 99_999_999}, "'columns' must be at most 100000."),
        ({"columns": "many"}, "'columns' must be a whole number."),
        ({"columns": 10**400}, "'columns' must be at most 100000."),
        ({"columns": 7.5}, "'columns' must be a whole number."),
        ({"rows": -6}, "'rows' must be at least 0."),
        ({"game": "x" * 100}, "'game' may have at most 64 characters."),
        ({"game": 4}, "'game' must be text."),
        ({"seat0": ""}, "'seat0' is empty."),
        ({"moves": "1" * 3000}, "'moves' may have at most 2000 characters."),
        ({"public": "perhaps"}, "'public' must be true or false."),
        ({"colour": "blue"}, "'colour' must be '', 'first', 'second' or 'random'."),
    ],
)
def test_a_wrong_field_is_named_in_a_sentence(
    visitor: Any, fields: dict[str, object], sentence: str
) -> None:
    assert visitor().post("/api/matches", fields).json["message"] == sentence


def test_a_wrong_field_of_a_form_is_named_in_a_sentence(visitor: Any) -> None:
    someone = visitor()
    for value, sentence in (
        ("many", "&#39;columns&#39; must be a whole number."),
        ("9" * 5000, "&#39;columns&#39; is too large."),
    ):
        response = someone.client.post("/matches", data={"columns": value}, headers=someone.headers)
        assert response.status_code == 400
        assert sentence in response.text


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"null", b"[" * 20_000, b'{"game": NaN', b"game=connectfour"]
)
def test_a_body_that_is_no_json_is_said_so(visitor: Any, body: bytes) -> None:
    someone = visitor()
    response = someone.client.post(
        "/api/matches", data=body, headers=someone.headers, content_type="application/json"
    )
    assert response.status_code == 400
    assert response.json["code"] == "malformed"


@pytest.mark.parametrize("path", ["/api/matches", "/api/matches/abcdefgh/act"])
def test_a_huge_body_is_refused_unread(visitor: Any, path: str) -> None:
    someone = visitor()
    response = someone.client.post(
        path, data=b" " * 1_000_000, headers=someone.headers, content_type="application/json"
    )
    assert response.status_code == 413
    assert response.json["code"] == "too_large"


@pytest.mark.parametrize(
    "path",
    [
        "/api/matches/abcdefgh",
        "/api/matches/" + "x" * 2000,
        "/api/matches/%00",
        "/api/matches/%ff%fe",
        "/api/matches/..%2f..%2fetc",
        "/api/matches/';drop table events;--",
        "/api/nothing",
    ],
)
def test_what_does_not_exist_is_not_found(app: Flask, visitor: Any, path: str) -> None:
    response = visitor().client.get(path)
    assert response.status_code == 404
    assert response.json["message"] in SENTENCES.values()
    assert len(services(app).live) == 0


@pytest.mark.parametrize(
    ("path", "such"),
    [
        ("/puzzles/999999999", "/puzzles"),
        ("/study/nowhere1", "/study"),
        ("/library/999999999", "/library"),
        ("/lab/nowhere1", "/lab"),
        ("/openings?game=nothing", "/openings"),
        ("/m/nowhere1", "/"),
    ],
)
def test_who_finds_nothing_is_led_to_what_there_is(visitor: Any, path: str, such: str) -> None:
    response = visitor().client.get(path)
    main = response.get_data(as_text=True).partition("<main")[2]
    assert response.status_code >= 400
    assert f'<a class="button primary" href="{such}">' in main


def test_the_wrong_method_is_said_with_the_right_ones(visitor: Any) -> None:
    response = visitor().client.get("/api/matches/abcdefgh/act")
    assert response.status_code == 405
    assert "POST" in response.headers["Allow"]


def test_a_refused_action_has_its_status(visitor: Any) -> None:
    ann, cat = visitor(), visitor()
    match = ann.create(seat0="me", seat1="me")
    path = f"/api/matches/{match}/act"
    assert cat.post(path, {"t": "move", "ply": 0, "move": 3}).status_code == 403
    assert ann.post(path, {"t": "move", "ply": 5, "move": 3}).status_code == 409
    assert ann.post(path, {"t": "move", "ply": 0, "move": 30}).json["code"] == "illegal"
    assert ann.post(path, {"t": "move", "ply": 0, "move": 3, "id": "\ud800"}).status_code == 400


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://[::bad"])
def test_another_sites_request_is_refused(visitor: Any, origin: str) -> None:
    ann = visitor()
    ann.headers["Origin"] = origin
    response = ann.post("/api/matches", {})
    assert (response.status_code, response.json["code"]) == (403, "origin")


@pytest.mark.parametrize(
    ("referer", "target"),
    [
        ("http://[::bad", "/"),
        ("http://localhost//evil.example", "/"),
        ("http://localhost/lab", "/lab"),
    ],
)
def test_the_theme_form_leads_back_to_a_page_of_ours(
    visitor: Any, referer: str, target: str
) -> None:
    ann = visitor()
    headers = ann.headers | {"Referer": referer}
    response = ann.client.post("/theme", data={"theme": "dark"}, headers=headers)
    assert (response.status_code, response.headers["Location"]) == (303, target)


def test_another_persons_token_is_worth_nothing(visitor: Any) -> None:
    ann, ben = visitor(), visitor()
    ann.headers = ben.headers
    assert ann.post("/api/matches", {}).json["code"] == "csrf"


def test_a_fault_of_ours_shows_no_trace(app: Flask, visitor: Any, monkeypatch: Any) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    ann = visitor()
    match = ann.create(seat0="me", seat1="me")
    before = ann.snapshot(match)
    monkeypatch.setattr(services(app).matches._store, "commit", fail)
    response = ann.post(f"/api/matches/{match}/act", {"t": "move", "ply": 0, "move": 3})
    assert response.status_code == 500
    assert "secret detail" not in response.text
    assert ann.snapshot(match) == before, "nothing happened half-way"


def test_every_status_belongs_to_a_known_code() -> None:
    assert set(STATUSES) <= set(SENTENCES)


@pytest.mark.parametrize(
    "header", ["Content-Security-Policy", "X-Frame-Options", "Referrer-Policy"]
)
def test_even_errors_carry_the_protective_headers(visitor: Any, header: str) -> None:
    assert visitor().client.get("/api/nothing").headers[header]
    policy = visitor().client.get("/nothing").headers["Content-Security-Policy"]
    assert "unsafe" not in policy
