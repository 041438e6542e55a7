"""Names, seats and identity."""

from __future__ import annotations

import json
import unicodedata
from http.cookies import SimpleCookie
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from webapp import create_app
from webapp.config import Config
from webapp.domain.errors import Refusal
from webapp.domain.seat import Guest
from webapp.extensions import services
from webapp.identity import REFRESH, current_guest, resume, resume_path, set_name
from webapp.names import MAX_LETTERS, clean_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tomasz", "Tomasz"),
        ("  two   words ", "two words"),
        ("a\x00b\x1b[31mc\r\nd", "ab[31mc d"),
        ("\u202eevil\u2066", "evil"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("\ud800", ""),
        ("<script>alert(1)</script>", "<script>alert(1)</script"),
        ("Zoë 🦊", "Zoë 🦊"),
        ("x" * 10_000, "x" * 24),
        ("\x00\u202e  ", ""),
    ],
)
def test_names_are_text_and_short(text: str, name: str) -> None:
    assert clean_name(text) == name


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (FAMILY * 4, FAMILY * 3),
        ("x" * 20 + FAMILY, "x" * 20),
        ("x" * 23 + "\U0001f44d\U0001f3fd", "x" * 23),
        ("x" * 22 + "\U0001f1eb\U0001f1ee\U0001f1ef\U0001f1f5", "x" * 22 + "\U0001f1eb\U0001f1ee"),
        ("x" * 23 + "\U0001f1eb\U0001f1ee", "x" * 23),
        ("x" * 23 + "q\u0323", "x" * 23),
        ("\u200d".join("\U0001f468" * 20), "\u200d".join("\U0001f468" * 12)),
        ("\u0958" * 23, "\u0915\u093c" * 12),
    ],
)
def test_a_long_name_ends_with_a_whole_sign(text: str, name: str) -> None:
    assert clean_name(text) == name


@given(st.text())
def test_a_clean_name_stays_as_it_is(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= MAX_LETTERS
    assert clean_name(name) == name
    assert name.isprintable()


def test_a_new_name_reaches_the_matches_going_on(app: Flask, visitor: Any) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="friend")
    matches = services(app).matches
    guest = matches.match(match).seats[0].guest
    assert guest is not None
    matches.watch(match, None, "socket", Guest(guest, ann.name), lambda: None)
    matches.rename(Guest(guest, "Renamed"))
    assert ann.snapshot(match)["seats"][0]["name"] == "Renamed"
    matches.leave(match, "socket")


def test_a_name_changed_while_away_is_seen_on_return(app: Flask, visitor: Any) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="friend")
    matches = services(app).matches
    guest = Guest(str(matches.match(match).seats[0].guest), "Renamed")
    answer = matches.watch(match, None, "socket", guest, lambda: None)
    assert answer.view.match.seats[0].name == "Renamed"
    matches.leave(match, "socket")


@pytest.mark.parametrize("public", [True, False])
def test_a_page_hears_that_its_browser_is_somebody_else(
    app: Flask, visitor: Any, public: bool
) -> None:
    ann, matches = visitor(), services(app).matches
    match = ann.create(seat0="me", seat1="ai:1", public=public)
    guest, cat = str(matches.match(match).seats[0].guest), Guest("cat", "Cat")
    for whose, you in ((guest, ()), ("cat", (0,))):
        with pytest.raises(Refusal) as refused:
            matches.watch(match, 1, "socket", Guest(whose, ann.name), lambda: None, you)
        assert refused.value.code == "other"
    assert matches.watch(match, 1, "socket", Guest(guest, ann.name), lambda: None, (0,))
    if public:
        assert matches.watch(match, 1, "other", cat, lambda: None, ())
        matches.leave(match, "other")
    matches.leave(match, "socket")


def test_a_name_without_a_letter_is_refused(app: Flask) -> None:
    with app.test_request_context(), pytest.raises(Refusal, match="at least one letter"):
        set_name("\x00\u202e")


def test_the_cookie_is_durable_and_out_of_reach_of_scripts(app: Flask) -> None:
    response = app.test_client().get("/api/session")
    cookie = SimpleCookie(response.headers["Set-Cookie"])["flipfour"]
    assert cookie["expires"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_the_cookie_is_renewed_now_and_then_only(app: Flask) -> None:
    client = app.test_client()
    client.get("/api/session")
    assert "Set-Cookie" not in client.get("/api/session").headers
    with client.session_transaction() as session:
        session["day"] -= REFRESH + 1
    assert "Set-Cookie" in client.get("/api/session").headers
    assert "Set-Cookie" not in client.get("/api/session").headers


def test_identity_survives_a_restart(tmp_path: Any) -> None:
    config = Config(database=f"sqlite:///{tmp_path / 'test.db'}", compile=False)
    first = create_app(config)
    client = first.test_client()
    client.get("/api/session")
    cookie = client.get_cookie("flipfour")
    assert cookie is not None
    name = client.get("/api/session").get_json()["name"]
    services(first).close()
    second = create_app(config)
    again = second.test_client()
    again.set_cookie("flipfour", cookie.value)
    assert again.get("/api/session").get_json()["name"] == name
    services(second).close()


def test_the_private_link_makes_another_browser_the_same_person(app: Flask) -> None:
    with app.test_request_context():
        guest = set_name("Ann")
        path = resume_path(guest)
    with app.test_request_context():
        assert current_guest().id != guest.id
        assert resume(path.removeprefix("/resume/")) == guest
        assert current_guest() == guest


@pytest.mark.parametrize("token", ["", "x", "WyJhIiwiYiJd.forged", "a.b.c", "\ud800"])
def test_a_forged_link_is_refused_and_changes_nothing(app: Flask, token: str) -> None:
    with app.test_request_context():
        before = current_guest()
        with pytest.raises(Refusal) as error:
            resume(token)
        assert error.value.code == "bad_link"
        assert current_guest() == before


@pytest.mark.parametrize("value", ["", "x", "eyJndWVzdCI6ImFubiJ9.Zm9yZ2Vk.AAAA"])
def test_a_forged_cookie_is_a_newcomer(app: Flask, visitor: Any, value: str) -> None:
    match = visitor().create(seat0="me", seat1="friend")
    client = app.test_client()
    client.set_cookie("flipfour", value)
    answer = client.get(f"/api/matches/{match}").get_json()
    assert answer["you"] == []


def test_the_creator_opening_the_own_link_keeps_one_seat(visitor: Any) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="friend")
    assert not ann.snapshot(match)["can_join"]
    assert ann.join(match)["code"] == "seated"
    assert ann.snapshot(match)["status"] == "waiting"


def test_looking_takes_no_seat(visitor: Any) -> None:
    ann, preview = visitor(), visitor()
    match = ann.create(seat0="me", seat1="friend")
    for _ in range(3):
        assert preview.snapshot(match)["can_join"]
    assert preview.client.get(f"/api/matches/{match}/join").status_code == 405
    assert ann.snapshot(match)["seats"][1]["kind"] == "open"


def test_the_next_visitor_watches(visitor: Any) -> None:
    ann, ben, cat = visitor(), visitor(), visitor()
    match = ann.create(seat0="me", seat1="friend")
    ben.join(match)
    assert not cat.snapshot(match)["can_join"]
    assert cat.join(match)["code"] == "full"


def test_a_friend_who_comes_too_late_reads_why(visitor: Any) -> None:
    ann, ben, cat = visitor(), visitor(), visitor()
    match_id = ann.create(seat0="me", seat1="friend", public=False)
    for friend in (ben, cat):
        assert friend.client.get(f"/m/{match_id}").status_code == 200
    ben.join(match_id)
    late = cat.client.post(f"/m/{match_id}/join", headers=cat.headers)
    assert late.status_code == 403
    assert "Somebody was faster" in late.get_data(as_text=True)
    for path in ("join", "act"):  # a page made anew
        there = ben.client.get(f"/m/{match_id}/{path}")
        assert (there.status_code, there.location) == (303, f"/m/{match_id}")
    again = ben.client.post(f"/m/{match_id}/join", headers=ben.headers)
    assert (again.status_code, again.location) == (303, f"/m/{match_id}")


def test_a_friend_reads_that_an_invitation_was_called_off(visitor: Any) -> None:
    ann, ben = visitor(), visitor()
    match_id = ann.create(seat0="me", seat1="friend", public=False)
    name = ann.snapshot(match_id)["seats"][0]["name"]
    ann.act(match_id, t="resign")
    for answer in (
        ben.client.get(f"/m/{match_id}"),
        ben.client.post(f"/m/{match_id}/join", headers=ben.headers),
    ):
        assert answer.status_code == 403
        assert f"{name} called the game off." in answer.get_data(as_text=True)


def test_three_people_share_a_match(visitor: Any) -> None:
    people = [visitor() for _ in range(3)]
    match = people[0].create(players=3, seat0="me", seat1="friend", seat2="friend")
    assert [people[i].join(match)["seat"] for i in (1, 2)] == [1, 2]
    for ply in range(6):
        assert people[ply % 3].move(match, ply, ply)["ok"]
    colours = people[0].snapshot(match)["game"]["colours"]
    assert colours == ["Red", "Yellow", "Blue"]


def test_the_rematch_link_persists(visitor: Any) -> None:
    ann, ben, cat = visitor(), visitor(), visitor()
    match = ann.create(seat0="me", seat1="friend")
    ben.join(match)
    ann.act(match, t="resign")
    ann.act(match, t="rematch")
    assert cat.snapshot(match)["offer"] == {"kind": "rematch", "by": 0, "agreed": [0]}
    assert ben.act(match, t="accept")["ok"]
    following = cat.snapshot(match)["next"]
    after = ben.snapshot(following)
    assert after["you"] == [0]
    assert (after["number"], after["tally"]["wins"]) == (2, [1, 0])


def test_markup_in_a_name_is_harmless_data(app: Flask) -> None:
    client = app.test_client()
    with client.session_transaction() as session:
        session["guest"], session["name"] = "ann", "<img src=x onerror=alert(1)>"
    answer = client.get("/api/session")
    assert answer.content_type == "application/json"
    assert json.loads(answer.data)["name"].startswith("<img")
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "text",
    ["\u3164", "\u115f\u1160", "\u034f", "\uffa0", "\u2800\u2800", "\U000e0041", "\u00ad\ufe0f"],
)
def test_a_name_that_nobody_sees_is_none(text: str) -> None:
    assert clean_name(text) == ""
    assert clean_name(f"A{text}n{text}n") == "Ann"


@pytest.mark.parametrize(
    "name",
    [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\U0001f468\U0001f3fd\u200d\U0001f33e",
        "\u2764\ufe0f\u200d\U0001f525",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
    ],
)
def test_joiners_stay_where_they_join(name: str) -> None:
    assert clean_name(name) == name


def test_marks_do_not_pile_up() -> None:
    """Four on one letter stay (Hebrew with its cantillation has as many), the rest goes."""
    acute, cedilla = "\N{COMBINING ACUTE ACCENT}", "\N{COMBINING CEDILLA}"
    assert clean_name(f"x{acute * 30}y{cedilla}") == f"x{acute * 4}y{cedilla}"
    hebrew = "\u05e9\u05c1\u05b8\u05bd\u0591"
    assert clean_name(hebrew) == unicodedata.normalize("NFC", hebrew)


def test_joiners_that_join_nothing_go() -> None:
    assert clean_name("An\u200dn\u200c") == "Ann"
    assert clean_name("\u200d\U0001f525\u200d") == "\U0001f525"
