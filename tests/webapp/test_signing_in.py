"""Pages of a name that is kept: taking it, coming back by it, and leaving."""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from tests.webapp.test_identity import Browser
from webapp import audit
from webapp.domain.rating import Rating
from webapp.extensions import services
from webapp.service.passwords import Passwords
from webapp.service.people_store import Past

SECRET, WRONG, NEW, SHORT = "correct horse", "wrong word", "a new password", "short"


@pytest.fixture(autouse=True)
def cheap(app: Flask) -> None:
    """Hashes in a hundredth of the time."""
    services(app).accounts._passwords = Passwords("scrypt:1024:8:1")


@pytest.fixture
def ann(app: Flask) -> Browser:
    browser = Browser(app)
    answer = register(browser, "Anna")
    assert answer.status_code == 200, answer.text
    return browser


@pytest.fixture
def other(app: Flask) -> Browser:
    return Browser(app)


def register(browser: Browser, name: str, password: str = SECRET) -> Any:
    browser.get("/register")
    return browser.post("/register", name=name, password=password)


def sign_in(browser: Browser, name: str, password: str = SECRET) -> Any:
    browser.get("/signin")
    return browser.post("/signin", name=name, password=password)


def guest_of(browser: Browser) -> str:
    with browser.client.session_transaction() as session:
        return str(session["guest"])


def said(answer: Any) -> str:
    found = re.search(r'<p class="error" role="alert">(.*?)</p>', answer.text)
    return found[1] if found else ""


def test_a_name_is_kept_for_the_guest_and_leads_another_browser_to_the_same_games(
    ann: Browser, other: Browser
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
    browser = Browser(app)
    answer = register(browser, "Anna")
    assert re.search(r'value="http://localhost/rescue/[\w-]{32}"', answer.text)
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "/rescue/" not in browser.get("/account").text + browser.get("/name").text


def test_the_name_of_a_running_game_becomes_the_kept_one(app: Flask) -> None:
    ann = Browser(app)
    ann.get("/")
    match = ann.post("/matches", game="connectfour", opponent="friend").headers["Location"][3:]
    register(ann, "Anna")
    seat = ann.client.get(f"/api/matches/{match}").json["seats"][0]
    assert (seat["name"], seat["registered"]) == ("Anna", True)


def test_a_guest_may_not_take_a_name_that_is_kept(ann: Browser, other: Browser) -> None:
    other.get("/name")
    answer = other.post("/name", name="ANNA")
    assert (answer.status_code, said(answer)) == (
        400, "ANNA is kept for somebody else, who has its password."
    )  # fmt: skip
    assert other.name != "ANNA"


def test_a_guest_who_had_the_name_is_shown_as_a_guest(app: Flask, other: Browser) -> None:
    other.post("/name", name="Anna")
    ann = Browser(app)
    register(ann, "Anna")
    services(app).identities.forget(guest_of(other))
    assert other.name == "Anna (guest)"
    assert ann.name == "Anna"


def test_the_same_sentence_for_a_wrong_password_and_an_unknown_name(
    ann: Browser, other: Browser
) -> None:
    answers = [sign_in(other, "Anna", WRONG), sign_in(other, "Nora", SECRET)]
    assert {answer.status_code for answer in answers} == {403}
    assert len({said(answer) for answer in answers}) == 1
    assert 'value="Nora"' in answers[1].text, "what was typed stays"
    assert SECRET not in answers[1].text


def test_signing_out_gives_back_the_guest_with_its_games(
    app: Flask, ann: Browser, other: Browser
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


def test_whoever_is_signed_out_elsewhere_is_the_guest_again(ann: Browser, other: Browser) -> None:
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


def test_whoever_deletes_the_name_is_the_guest_again(ann: Browser, other: Browser) -> None:
    other.get("/")
    match = other.post("/matches", game="othello", opponent="friend").headers["Location"]
    was = guest_of(other)
    sign_in(other, "Anna")
    other.get("/forget")
    other.post("/forget", password=SECRET)
    assert (guest_of(other), "Copy link" in other.get(match).text) == (was, True)
    assert ann.name != "Anna"


def test_who_signs_out_without_a_guest_before_is_a_newcomer(ann: Browser) -> None:
    before = guest_of(ann)
    ann.get("/name")
    ann.post("/signout")
    assert ann.name != "Anna"
    assert guest_of(ann) != before


def test_registering_signs_out_whoever_had_the_guests_cookie(app: Flask) -> None:
    """A cookie that was slipped into a browser is worth nothing once its name is kept."""
    ann, thief = Browser(app), Browser(app)
    cookie = ann.client.get_cookie("flipfour")
    assert cookie is not None
    link = ann.link()
    thief.client.set_cookie("flipfour", cookie.value)
    assert thief.name == ann.name
    register(ann, "Anna")
    assert thief.name != "Anna"
    assert "revoked" in Browser(app).get(link).text


def test_forms_of_another_person_are_refused_after_signing_in(ann: Browser, other: Browser) -> None:
    other.get("/name")
    stale = other.page
    sign_in(other, "Anna")
    other.page = stale
    assert other.post("/name", name="Stale").status_code == 400
    assert other.name == "Anna"


def test_a_new_password_signs_other_browsers_out(ann: Browser, other: Browser) -> None:
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


def test_a_borrowed_browser_cannot_take_the_name_over(ann: Browser) -> None:
    """All that lasts takes the password: it alone, or the rescue link, has the last word."""
    ann.get("/account")
    for change in ("password", "name", "rescue", "anything"):
        fields = {"change": change, "new": NEW, "name": "Nora"}
        assert ann.post("/account", **fields).status_code == 403
    assert "or the guests who signed in there" in ann.get("/forget").text
    assert ann.post("/forget", password=WRONG).status_code == 403
    assert ann.name == "Anna"


def test_a_guest_has_no_account_to_change(other: Browser) -> None:
    assert other.get("/account").headers["Location"] == "/name"
    other.get("/name")
    assert other.post("/account", change="rescue", password=SECRET).status_code == 403


def test_another_name_is_seen_everywhere(app: Flask, ann: Browser, other: Browser) -> None:
    sign_in(other, "Anna")
    ann.get("/account")
    assert (
        "You are Nora now."
        in ann.post("/account", change="name", password=SECRET, name="Nora").text
    )
    assert (ann.name, other.name) == ("Nora", "Nora")
    assert other.get("/@/Anna").headers["Location"] == "/@/Nora"


def test_the_rescue_link_sets_a_new_password_in_any_browser(app: Flask, other: Browser) -> None:
    ann = Browser(app)
    found = re.search(r'value="http://localhost(/rescue/[^"]+)"', register(ann, "Anna").text)
    assert found is not None
    assert "A new password for Anna" in other.get(found[1]).text
    assert other.name != "Anna", "opening it changes nothing"
    assert said(other.post(found[1], password=SHORT)) != ""
    assert "/rescue/" in other.post(found[1], password=NEW).text
    assert (other.name, ann.name != "Anna") == ("Anna", True)
    assert other.get(found[1]).status_code == 400, "it works once"
    assert sign_in(Browser(app), "Anna", NEW).status_code == 303


def test_a_name_that_is_taken_is_refused_and_what_was_typed_stays(
    ann: Browser, other: Browser
) -> None:
    answer = register(other, "ANNA")
    assert answer.status_code == 409
    assert "somebody's already" in said(answer).replace("&#39;", "'")
    assert 'value="ANNA"' in answer.text
    assert SECRET not in answer.text


def test_who_keeps_a_name_changes_it_for_the_password_alone(ann: Browser) -> None:
    ann.get("/name")
    assert ann.post("/name", name="Nora").status_code == 400
    ann.get("/")
    assert ann.name == "Anna"


def test_a_deleted_name_leaves_finished_games_and_is_nobodys(app: Flask, visitor: Any) -> None:
    ann, ben = Browser(app), visitor()
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
    assert register(Browser(app), "Anna").status_code == 409
    assert sign_in(Browser(app), "Anna").status_code == 403


def test_guesses_at_one_name_are_counted_wherever_they_come_from(app: Flask, ann: Browser) -> None:
    answers = [sign_in(Browser(app), "aNNa", f"guess {n} of many") for n in range(11)]
    assert [answer.status_code for answer in answers] == [403] * 10 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert sign_in(Browser(app), "Anna").status_code == 429, "not even the right one"
    ann.get("/name")
    ann.post("/signout")
    assert sign_in(ann, "Anna").status_code == 303, "a browser that was hers is not kept out"


def test_a_kept_copy_of_a_cookie_buys_no_more_guesses(app: Flask, ann: Browser) -> None:
    """Each newcomer that a signed-out browser's cookie makes is the same guesser."""
    ann.get("/name")
    ann.post("/signout")
    cookie = ann.client.get_cookie("flipfour")
    assert cookie is not None
    answers = []
    for number in range(11):
        thief = Browser(app)
        thief.client.set_cookie("flipfour", cookie.value)
        answers.append(sign_in(thief, "Anna", f"guess {number} of many").status_code)
    assert answers == [403] * 10 + [429]


def test_passwords_and_ids_are_in_no_log(
    app: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "_ration", audit.Ration())
    caplog.set_level(logging.DEBUG)
    browser = Browser(app)
    found = re.search(r"/rescue/([\w-]+)", register(browser, "Anna").text)
    sign_in(browser, "Anna", WRONG)
    sign_in(browser, "Anna")
    assert "registered" in caplog.text
    assert "signed_in" in caplog.text
    assert found is not None
    for secret in (SECRET, WRONG, guest_of(browser), found[1]):
        assert secret not in caplog.text


@pytest.fixture
def played(app: Flask, visitor: Any) -> tuple[Browser, str, str]:
    """Anna, a public game that she has won, and a private one that she has lost."""
    ann = Browser(app)
    register(ann, "Anna")
    matches = []
    for public in ("1", ""):
        ann.get("/")
        fields = {"game": "connectfour", "seat0": "me", "seat1": "friend", "colour": "first"}
        answer = ann.post("/matches", **fields, **({"public": "1"} if public else {}))
        matches.append(answer.headers["Location"][3:])
        ben = visitor()
        ben.join(matches[-1])
        token = ann.client.get("/api/session").json["csrf_token"]
        for ply, column in enumerate((0, 1, 0, 1)):
            who = ann.client if ply % 2 == 0 else ben.client
            headers = {"X-CSRF-Token": token} if ply % 2 == 0 else ben.headers
            act = {"t": "move", "move": column, "ply": ply, "id": f"ply{ply}"}
            assert who.post(f"/api/matches/{matches[-1]}/act", json=act, headers=headers).json["ok"]
        if public:
            ben.act(matches[-1], t="resign", id="enough")
        else:
            act = {"t": "resign", "id": "enough"}
            ann.client.post(
                f"/api/matches/{matches[-1]}/act", json=act, headers={"X-CSRF-Token": token}
            )
    services(app).library._librarian.keep_matches()
    return ann, matches[0], matches[1]


def test_a_persons_page_shows_what_others_may_see(
    app: Flask, played: tuple[Browser, str, str]
) -> None:
    _, public, private = played
    page = Browser(app).get("/@/anna")
    assert page.headers["Location"] == "/@/Anna"
    text = Browser(app).get("/@/Anna").text
    assert "1 game against people" in text
    assert "1 won, 0 drawn, 0 lost" in text
    assert public in text
    assert private not in text
    assert private not in played[0].get("/@/Anna").text, (
        "not even to herself: it is what others see"
    )


def test_a_persons_page_shows_ratings_and_their_course(
    app: Flask, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = [Past(datetime.now(UTC), value, "match") for value in (1500.0, 1612.4, 1587.2)]
    rating = Rating(1587.2, 80.0, games=12)
    ratings = services(app).ratings
    monkeypatch.setattr(type(ratings), "of", lambda self, guest: {"othello": rating})
    monkeypatch.setattr(type(ratings), "history", lambda self, guest, game: past)
    text = ann.get("/@/Anna").text
    assert "1587</span>" in text
    assert "12 rated games</p>" in text
    assert "Rating over 3 rated games, from 1500 to 1587" in text
    assert 'points="0.0,40.0 120.0,0.0 240.0,9.0"' in text


def test_nobody_searches_the_library_by_a_persons_id(
    app: Flask, played: tuple[Browser, str, str]
) -> None:
    guest = guest_of(played[0])
    for part in (guest, guest[:12].lower()):
        assert played[1] not in Browser(app).get(f"/library?q={part}").text


def test_a_deleted_persons_games_are_nobodys_in_the_library(
    app: Flask, played: tuple[Browser, str, str]
) -> None:
    ann, public, _ = played
    ann.get("/forget")
    ann.post("/forget", password=SECRET)
    services(app).library._librarian.keep_matches()
    text = Browser(app).get("/library").text
    assert public in text
    assert "Anna" not in text
    assert "Somebody" in text


def test_people_are_found_by_how_their_names_begin(app: Flask, ann: Browser) -> None:
    register(Browser(app), "Annabel")
    assert ann.get("/@?name=annA").headers["Location"] == "/@/Anna"
    listed = ann.get("/@?name=ann").text
    assert 'href="/@/Anna"' in listed
    assert 'href="/@/Annabel"' in listed
    assert "Nobody keeps a name" in ann.get("/@?name=zoe").text
    assert "goes by that name" in ann.get("/@/Zoe").text


@pytest.mark.parametrize("name", ["Anna Lee", "O'Neil", "田中さん", "Юля", "x_y.z"])
def test_every_name_has_an_address(app: Flask, name: str) -> None:
    ann = Browser(app)
    answer = register(ann, name)
    found = re.search(r'class="button" href="(/@/[^"]+)"', answer.text)
    assert found is not None
    assert ann.get(found[1]).status_code == 200


def test_a_seat_leads_to_the_person_whose_name_is_kept(app: Flask, visitor: Any) -> None:
    ann, ben = Browser(app), visitor()
    register(ann, "Anna Lee")
    ann.get("/")
    match = ann.post("/matches", game="connectfour", opponent="friend").headers["Location"]
    ben.join(match[3:])
    text = ann.get(match).text
    assert '<a data-name href="/@/Anna_Lee">Anna Lee</a>' in text
    assert text.count("<a data-name>") == 1


def test_a_challenge_waits_for_a_person_on_the_first_page(app: Flask, ann: Browser) -> None:
    ben, stranger = Browser(app), Browser(app)
    ben.get("/@/Anna")
    answer = ben.post("/@/Anna", game="othello", clock="5+3")
    match = answer.headers["Location"]
    assert ben.post("/@/Anna", game="othello", clock="5+3").headers["Location"] == match
    assert "Challenges to you" in ann.get("/").text
    assert f'href="{match}"' in ann.page
    assert "No account" not in ann.get(match).text
    assert "No account" in stranger.get(match).text
    assert "Challenges to you" not in stranger.get("/").text + ben.get("/").text
    ann.get("/")
    assert ann.post(f"{match}/join").headers["Location"] == match
    assert "Challenges to you" not in ann.get("/").text, "it is played"


def challenge(browser: Browser, name: str, **fields: str) -> Any:
    browser.get(f"/@/{name}")
    return browser.post(f"/@/{name}", **({"game": "connectfour", "clock": "5+3"} | fields))


def test_whoever_challenges_reads_where_it_is_found_and_that_it_was_declined(
    app: Flask, ann: Browser
) -> None:
    ben = Browser(app)
    match = challenge(ben, "Anna").headers["Location"]
    page = ben.get(match).text
    assert "<bdi>Anna</bdi> sees your challenge on the first page." in page
    assert "Send this link." not in page
    ann.get("/")
    ann.post(f"/challenges/{match[3:]}/decline")
    assert "Challenges to you" not in ann.get("/").text
    assert "Anna declined." in ben.get(match).text
    assert challenge(ben, "Anna").headers["Location"] == match, "no new one for a day"
    assert "Challenges to you" not in ann.get("/").text


def test_only_whom_a_challenge_is_meant_for_ends_it(app: Flask, ann: Browser) -> None:
    ben, stranger = Browser(app), Browser(app)
    match = challenge(ben, "Anna").headers["Location"]
    stranger.get("/")
    stranger.post(f"/challenges/{match[3:]}/decline")
    assert "sees your challenge" in ben.get(match).text


def test_one_person_challenges_three_at_once(app: Flask, ann: Browser) -> None:
    ben, names = Browser(app), ("Bertram", "Clara", "Dorothea")
    for name in names:
        register(Browser(app), name)
    assert [challenge(ben, name).status_code for name in names] == [303] * 3
    refused = challenge(ben, "Anna")
    assert (refused.status_code, "Three challenges of yours" in refused.text) == (429, True)
    assert "Challenges to you" not in ann.get("/").text


def test_guests_take_no_place_from_people_who_keep_their_names(
    app: Flask, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.service.challenges.SHOWN", 1)
    guest, late, dan = Browser(app), Browser(app), Browser(app)
    register(dan, "Dan")
    assert challenge(guest, "Anna").status_code == 303
    assert challenge(late, "Anna").status_code == 429
    match = challenge(dan, "Anna").headers["Location"]
    assert f'href="{match}"' in ann.get("/").text


def test_a_challenge_between_kept_names_may_be_rated(app: Flask, ann: Browser) -> None:
    guest, dan = Browser(app), Browser(app)
    register(dan, "Dan")
    assert 'name="rated"' not in guest.get("/@/Anna").text
    assert challenge(guest, "Anna", rated="1").status_code == 403
    assert 'name="rated"' in dan.get("/@/Anna").text
    refused = challenge(dan, "Anna", rated="1", clock="")
    assert (refused.status_code, "with a clock" in refused.text) == (400, True)
    match = challenge(dan, "Anna", rated="1").headers["Location"]
    assert "rated" in ann.get(match).text
    ann.get("/")
    ann.post(f"{match}/join")
    assert services(app).matches.match(match[3:]).rated


@pytest.mark.parametrize("match_id", ["%00", "x" * 500, "%C3%A9"])
def test_nobody_declines_what_no_match_can_be_called(ann: Browser, match_id: str) -> None:
    ann.get("/")
    assert ann.post(f"/challenges/{match_id}/decline").status_code == 404


def test_nobody_challenges_himself_or_a_guest(app: Flask, ann: Browser) -> None:
    ann.get("/")
    assert ann.post("/@/Anna", game="othello").status_code == 400
    assert ann.post("/@/Nobody", game="othello").status_code == 404
