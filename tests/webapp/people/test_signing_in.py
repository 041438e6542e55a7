"""Pages of a name that is kept: taking it, coming back by it, and leaving."""

from __future__ import annotations

import logging
import re
from typing import Any

import pytest
from flask import Flask

from tests.webapp.forms import FormBrowser
from tests.webapp.keeping import (
    NEW,
    SECRET,
    SHORT,
    WRONG,
    guest_of,
    register,
    said,
    sign_in,
)
from webapp import audit
from webapp.extensions import services

pytestmark = pytest.mark.usefixtures("cheap_hashes")


@pytest.fixture
def other(app: Flask) -> FormBrowser:
    return FormBrowser(app)


def test_a_name_is_kept_for_the_guest_and_leads_another_browser_to_the_same_games(
    ann: FormBrowser, other: FormBrowser
) -> None:
    ann.get("/")
    match = ann.post("/matches", game="connectfour", opponent="friend").headers["Location"]
    answer = sign_in(other, "anna")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert other.name == "Anna"
    assert guest_of(other) == guest_of(ann)
    assert "Copy link" in other.get(match).text, "its seat is hers"
    assert other.client.get("/api" + match.replace("/m/", "/matches/")).json["you"] == [0]


def test_the_rescue_link_is_shown_once_and_kept_by_no_browser(app: Flask) -> None:
    browser = FormBrowser(app)
    answer = register(browser, "Anna")
    assert re.search(r'value="http://localhost/rescue/[\w-]{32}"', answer.text)
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "/rescue/" not in browser.get("/account").text + browser.get("/name").text


def test_the_name_of_a_running_game_becomes_the_kept_one(app: Flask) -> None:
    ann = FormBrowser(app)
    ann.get("/")
    match = ann.post("/matches", game="connectfour", opponent="friend").headers["Location"][3:]
    register(ann, "Anna")
    seat = ann.client.get(f"/api/matches/{match}").json["seats"][0]
    assert (seat["name"], seat["registered"]) == ("Anna", True)


def test_a_guest_may_not_take_a_name_that_is_kept(ann: FormBrowser, other: FormBrowser) -> None:
    other.get("/name")
    answer = other.post("/name", name="ANNA")
    assert (answer.status_code, said(answer)) == (
        400, "ANNA is kept for somebody else, who has its password."
    )  # fmt: skip
    assert other.name != "ANNA"


def test_a_guest_who_had_the_name_is_shown_as_a_guest(app: Flask, other: FormBrowser) -> None:
    other.post("/name", name="Anna")
    ann = FormBrowser(app)
    register(ann, "Anna")
    services(app).identities.forget(guest_of(other))
    assert other.name == "Anna (guest)"
    assert ann.name == "Anna"


def test_the_same_sentence_for_a_wrong_password_and_an_unknown_name(
    ann: FormBrowser, other: FormBrowser
) -> None:
    answers = [sign_in(other, "Anna", WRONG), sign_in(other, "Nora", SECRET)]
    assert {answer.status_code for answer in answers} == {403}
    assert len({said(answer) for answer in answers}) == 1
    assert 'value="Nora"' in answers[1].text, "what was typed stays"
    assert SECRET not in answers[1].text


def test_signing_out_gives_back_the_guest_with_its_games(
    app: Flask, ann: FormBrowser, other: FormBrowser
) -> None:
    was, name = guest_of(other), other.name
    other.get("/")
    match = other.post("/matches", game="othello", opponent="friend").headers["Location"]
    assert "a game goes on" in other.get("/signin").text
    sign_in(other, "Anna")
    assert guest_of(other) == guest_of(ann)
    other.get("/name")
    answer = other.post("/signout")
    assert answer.headers["Clear-Site-Data"] == '"cache"'
    assert (guest_of(other), other.name) == (was, name)
    assert "Copy link" in other.get(match).text
    assert ann.name == "Anna", "the other browser stays signed in"


def test_whoever_is_signed_out_elsewhere_is_the_guest_again(
    ann: FormBrowser, other: FormBrowser
) -> None:
    other.get("/")
    match = other.post("/matches", game="othello", opponent="friend").headers["Location"]
    was = guest_of(other)
    sign_in(other, "Anna")
    ann.get("/account")
    ann.post("/account", change="password", password=SECRET, new=NEW)
    assert "Copy link" in other.get(match).text
    assert guest_of(other) == was
    sign_in(other, "Anna", NEW)
    other.get("/name")
    other.post("/signout")
    assert guest_of(other) == was


def test_whoever_deletes_the_name_is_the_guest_again(ann: FormBrowser, other: FormBrowser) -> None:
    other.get("/")
    match = other.post("/matches", game="othello", opponent="friend").headers["Location"]
    was = guest_of(other)
    sign_in(other, "Anna")
    other.get("/forget")
    other.post("/forget", password=SECRET)
    assert (guest_of(other), "Copy link" in other.get(match).text) == (was, True)
    assert ann.name != "Anna"


def test_who_signs_out_without_a_guest_before_is_a_newcomer(ann: FormBrowser) -> None:
    before = guest_of(ann)
    ann.get("/name")
    ann.post("/signout")
    assert ann.name != "Anna"
    assert guest_of(ann) != before


def test_registering_signs_out_whoever_had_the_guests_cookie(app: Flask) -> None:
    """A cookie that was slipped into a browser is worth nothing once its name is kept."""
    ann, thief = FormBrowser(app), FormBrowser(app)
    cookie = ann.client.get_cookie("flipfour")
    assert cookie is not None
    link = ann.link()
    thief.client.set_cookie("flipfour", cookie.value)
    assert thief.name == ann.name
    register(ann, "Anna")
    assert thief.name != "Anna"
    assert "revoked" in FormBrowser(app).get(link).text


def test_forms_of_another_person_are_refused_after_signing_in(
    ann: FormBrowser, other: FormBrowser
) -> None:
    other.get("/name")
    stale = other.page
    sign_in(other, "Anna")
    other.page = stale
    assert other.post("/name", name="Stale").status_code == 400
    assert other.name == "Anna"


def test_a_new_password_signs_other_browsers_out(ann: FormBrowser, other: FormBrowser) -> None:
    sign_in(other, "Anna")
    ann.get("/account")
    wrong = ann.post("/account", change="password", password=WRONG, new=NEW)
    assert (wrong.status_code, said(wrong)) == (403, "That is not your password.")
    done = ann.post("/account", change="password", password=SECRET, new=NEW)
    assert "Your rescue link" in done.text, (
        "whoever knew the old password may have made the old one"
    )
    assert (ann.name, other.name != "Anna") == ("Anna", True)
    assert sign_in(other, "Anna").status_code == 403
    assert sign_in(other, "Anna", NEW).status_code == 303


def test_a_borrowed_browser_cannot_take_the_name_over(ann: FormBrowser) -> None:
    """All that lasts takes the password: it alone, or the rescue link, has the last word."""
    ann.get("/account")
    for change in ("password", "name", "rescue", "anything"):
        fields = {"change": change, "new": NEW, "name": "Nora"}
        assert ann.post("/account", **fields).status_code == 403
    assert "or the guests who signed in there" in ann.get("/forget").text
    assert ann.post("/forget", password=WRONG).status_code == 403
    assert ann.name == "Anna"


def test_a_guest_has_no_account_to_change(other: FormBrowser) -> None:
    assert other.get("/account").headers["Location"] == "/name"
    other.get("/name")
    assert other.post("/account", change="rescue", password=SECRET).status_code == 403


def test_another_name_is_seen_everywhere(app: Flask, ann: FormBrowser, other: FormBrowser) -> None:
    sign_in(other, "Anna")
    ann.get("/account")
    assert (
        "You are Nora now."
        in ann.post("/account", change="name", password=SECRET, name="Nora").text
    )
    assert (ann.name, other.name) == ("Nora", "Nora")
    assert other.get("/@/Anna").headers["Location"] == "/@/Nora"


def test_the_rescue_link_sets_a_new_password_in_any_browser(app: Flask, other: FormBrowser) -> None:
    ann = FormBrowser(app)
    found = re.search(r'value="http://localhost(/rescue/[^"]+)"', register(ann, "Anna").text)
    assert found is not None
    assert "A new password for Anna" in other.get(found[1]).text
    assert other.name != "Anna", "opening it changes nothing"
    assert said(other.post(found[1], password=SHORT)) != ""
    assert "/rescue/" in other.post(found[1], password=NEW).text
    assert (other.name, ann.name != "Anna") == ("Anna", True)
    assert other.get(found[1]).status_code == 400, "it works once"
    assert sign_in(FormBrowser(app), "Anna", NEW).status_code == 303


def test_a_name_that_is_taken_is_refused_and_what_was_typed_stays(
    ann: FormBrowser, other: FormBrowser
) -> None:
    answer = register(other, "ANNA")
    assert answer.status_code == 409
    assert "somebody's already" in said(answer).replace("&#39;", "'")
    assert 'value="ANNA"' in answer.text
    assert SECRET not in answer.text


def test_who_keeps_a_name_changes_it_for_the_password_alone(ann: FormBrowser) -> None:
    ann.get("/name")
    assert ann.post("/name", name="Nora").status_code == 400
    ann.get("/")
    assert ann.name == "Anna"


def test_a_deleted_name_leaves_finished_games_and_is_nobodys(app: Flask, visitor: Any) -> None:
    ann, ben = FormBrowser(app), visitor()
    register(ann, "Anna")
    ann.get("/")
    match = ann.post("/matches", game="connectfour", opponent="friend").headers["Location"][3:]
    ben.join(match)
    ben.act(match, t="resign", id="enough")
    assert services(app).matches.match(match).seats[0].name == "Anna"
    ann.get("/forget")
    assert ann.post("/forget", password=SECRET).status_code == 303
    assert services(app).matches.match(match).seats[0].name == "Somebody"
    assert ann.get("/@/Anna").status_code == 404
    assert register(FormBrowser(app), "Anna").status_code == 409
    assert sign_in(FormBrowser(app), "Anna").status_code == 403


def test_passwords_and_ids_are_in_no_log(
    app: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "_ration", audit.Ration())
    caplog.set_level(logging.DEBUG)
    browser = FormBrowser(app)
    found = re.search(r"/rescue/([\w-]+)", register(browser, "Anna").text)
    sign_in(browser, "Anna", WRONG)
    sign_in(browser, "Anna")
    assert "registered" in caplog.text
    assert "signed_in" in caplog.text
    assert found is not None
    for secret in (SECRET, WRONG, guest_of(browser), found[1]):
        assert secret not in caplog.text
