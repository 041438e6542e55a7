"""Strangers who guess at passwords, and the person whose password it is."""

from __future__ import annotations

import re
import time

import pytest
from flask import Flask

from tests.webapp.forms import FormBrowser
from tests.webapp.keeping import (
    NEW,
    SECRET,
    WRONG,
    guest_of,
    said,
    sign_in,
)
from webapp.extensions import services
from webapp.service.limits import Limits

DAY = 24 * 60 * 60

pytestmark = pytest.mark.usefixtures("cheap_hashes", "one_moment")


def at(app: Flask, address: str) -> FormBrowser:
    """A new browser somewhere."""
    browser = FormBrowser(app)
    browser.client.environ_base["REMOTE_ADDR"] = address
    return browser


def test_guesses_at_one_name_from_one_place_are_counted_together(
    app: Flask, ann: FormBrowser
) -> None:
    answers = [sign_in(FormBrowser(app), "aNNa", f"guess {n} of many") for n in range(11)]
    assert [answer.status_code for answer in answers] == [403] * 10 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert sign_in(FormBrowser(app), "Anna").status_code == 429, "not even the right one"
    assert said(answers[-1]).startswith("Too many passwords were tried for this name")
    ann.get("/name")
    ann.post("/signout")
    assert sign_in(ann, "Anna").status_code == 303, "a browser that was hers is not kept out"


def test_a_kept_copy_of_a_cookie_buys_no_more_guesses(app: Flask, ann: FormBrowser) -> None:
    """Each newcomer that a signed-out browser's cookie makes is the same guesser."""
    ann.get("/name")
    ann.post("/signout")
    cookie = ann.client.get_cookie("flipfour")
    assert cookie is not None
    answers = []
    for number in range(11):
        thief = FormBrowser(app)
        thief.client.set_cookie("flipfour", cookie.value)
        answers.append(sign_in(thief, "Anna", f"guess {number} of many").status_code)
    assert answers == [403] * 10 + [429]


@pytest.mark.parametrize("place", ["203.0.113.{}", "2001:db8:7:{}::1"])
def test_a_stranger_keeps_nobody_out_who_comes_from_elsewhere(
    app: Flask, ann: FormBrowser, place: str
) -> None:
    """All addresses of one rented block are one place, where there are enough of them for that."""
    one_place = ":" in place
    addresses = [place.format(number if one_place else 1) for number in range(12)]
    answers = [sign_in(at(app, address), "Anna", WRONG).status_code for address in addresses]
    assert answers == [403] * 10 + [429] * 2
    assert sign_in(at(app, "198.51.100.1"), "Anna").status_code == 303


def test_strangers_everywhere_have_no_more_guesses_than_all_together(
    app: Flask, ann: FormBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then a new browser waits; one that was hers, and the rescue link, do not."""
    noon = time.time() // DAY * DAY + DAY / 2  # at midnight all begin anew
    monkeypatch.setattr(time, "time", lambda: noon)
    everywhere = Limits(["guesses.address=20/day"])
    services(app).limits._rates["guesses"] = everywhere._rates["guesses"]
    crowd = [at(app, f"203.0.113.{number}") for number in range(25)]
    answers = [sign_in(browser, "Anna", WRONG).status_code for browser in crowd]
    assert answers == [403] * 20 + [429] * 5
    late = at(app, "198.51.100.1")
    refused = sign_in(late, "Anna")
    assert refused.status_code == 429
    assert "hours" in said(refused)
    assert sign_in(late, "Nobody", WRONG).status_code == 403, "of other names it is not said"
    ann.get("/account")
    rescue = re.search(
        r"/rescue/[\w-]+", ann.post("/account", password=SECRET, change="rescue").text
    )
    assert rescue is not None
    ann.get("/name")
    ann.post("/signout")
    assert sign_in(ann, "Anna").status_code == 303
    late.get(rescue[0])
    assert late.post(rescue[0], password=NEW).status_code == 200
    assert guest_of(late) == guest_of(ann)
