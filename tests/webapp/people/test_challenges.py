"""Challenges from a person's page to that person's first page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask

from engine import registry
from tests.webapp.fakes import RecordingAnnouncer
from tests.webapp.forms import FormBrowser
from tests.webapp.keeping import SECRET, register, said
from webapp.domain.history import Recorded
from webapp.domain.match import Status
from webapp.domain.seat import Guest
from webapp.domain.setup import pairing
from webapp.extensions import services
from webapp.persistence.challenges import ChallengeRows
from webapp.persistence.repository import Repository
from webapp.service.challenges import Challenges
from webapp.service.other_servers import NoOtherServers

pytestmark = pytest.mark.usefixtures("cheap_hashes")


def test_a_challenge_waits_for_a_person_on_the_first_page(app: Flask, ann: FormBrowser) -> None:
    ben, stranger = FormBrowser(app), FormBrowser(app)
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


def challenge(browser: FormBrowser, name: str, **fields: str) -> Any:
    browser.get(f"/@/{name}")
    return browser.post(f"/@/{name}", **({"game": "connectfour", "clock": "5+3"} | fields))


def test_whoever_challenges_reads_where_it_is_found_and_that_it_was_declined(
    app: Flask, ann: FormBrowser
) -> None:
    ben = FormBrowser(app)
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


def test_whoever_challenged_somebody_who_leaves_waits_no_more(app: Flask, ann: FormBrowser) -> None:
    ben = FormBrowser(app)
    match = challenge(ben, "Anna", game="connectfour:7x6:4:3p").headers["Location"]
    ann.get("/forget")
    assert ann.post("/forget", password=SECRET).status_code == 303
    page = ben.get(match).text
    assert "Somebody declined." in page
    assert "Anna" not in page
    assert services(app).matches.match(match[3:]).status is Status.FINISHED


def test_no_old_challenge_keeps_the_name_of_somebody_who_leaves(
    app: Flask, ann: FormBrowser
) -> None:
    """Neither one that she declined nor one that was called off."""
    browsers = [FormBrowser(app), FormBrowser(app)]
    declined, called_off = [challenge(one, "Anna").headers["Location"] for one in browsers]
    ann.get("/")
    ann.post(f"/challenges/{declined[3:]}/decline")
    services(app).matches.turn_down(called_off[3:])
    ann.get("/forget")
    assert ann.post("/forget", password=SECRET).status_code == 303
    for match in (declined, called_off):
        assert "Anna" not in [seat.name for seat in services(app).matches.match(match[3:]).seats]


def test_one_pair_has_one_challenge_at_all_servers(app: Flask, ann: FormBrowser) -> None:
    """Whoever presses at two servers at once: the second one's turn begins with the first's."""
    held, ben = services(app), Guest("ben", "Ben")
    to = held.accounts.by_name("Anna")
    assert to is not None
    order = pairing(registry.game("othello"), None)
    first: list[str] = []

    class Beside(NoOtherServers):
        @contextmanager
        def challenging(self) -> Iterator[None]:
            first.append(held.challenges.challenge(order, ben, to))
            yield

    beside = Challenges(
        ChallengeRows(held.database), held.matches, held.lobby, RecordingAnnouncer(), Beside()
    )
    assert beside.challenge(order, ben, to) == first[0]
    assert len(held.challenges.to(to.guest_id)) == 1


def test_only_whom_a_challenge_is_meant_for_ends_it(app: Flask, ann: FormBrowser) -> None:
    ben, stranger = FormBrowser(app), FormBrowser(app)
    match = challenge(ben, "Anna").headers["Location"]
    stranger.get("/")
    stranger.post(f"/challenges/{match[3:]}/decline")
    assert "sees your challenge" in ben.get(match).text


def test_one_person_challenges_three_at_once(app: Flask, ann: FormBrowser) -> None:
    ben, names = FormBrowser(app), ("Bertram", "Clara", "Dorothea")
    for name in names:
        register(FormBrowser(app), name)
    assert [challenge(ben, name).status_code for name in names] == [303] * 3
    refused = challenge(ben, "Anna")
    assert (refused.status_code, "Three challenges of yours" in refused.text) == (429, True)
    assert "Challenges to you" not in ann.get("/").text


@pytest.mark.usefixtures("one_moment")
def test_guests_take_no_place_from_people_who_keep_their_names(
    app: Flask, ann: FormBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.service.challenges.SHOWN", 1)
    guest, late, dan = FormBrowser(app), FormBrowser(app), FormBrowser(app)
    register(dan, "Dan")
    assert challenge(guest, "Anna").status_code == 303
    assert challenge(late, "Anna").status_code == 429
    match = challenge(dan, "Anna").headers["Location"]
    assert f'href="{match}"' in ann.get("/").text


def test_challenges_are_read_once_while_they_stay_as_they_are(
    app: Flask, ann: FormBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often their page is loaded."""
    matches = [challenge(FormBrowser(app), "Anna").headers["Location"] for _ in range(3)]
    read: list[str] = []
    load = Repository.load

    def counted(self: Repository, match_id: str, after: int = 0) -> list[Recorded]:
        read.append(match_id)
        return load(self, match_id, after)

    monkeypatch.setattr(Repository, "load", counted)
    for _ in range(3):
        assert all(f'href="{match}"' in ann.get("/").text for match in matches)
    assert len(read) <= len(matches)


def test_a_challenge_between_kept_names_may_be_rated(app: Flask, ann: FormBrowser) -> None:
    guest, dan = FormBrowser(app), FormBrowser(app)
    register(dan, "Dan")
    assert 'name="rated"' not in guest.get("/@/Anna").text
    assert challenge(guest, "Anna", rated="1").status_code == 403
    assert 'name="rated"' in dan.get("/@/Anna").text
    refused = challenge(dan, "Anna", rated="1", clock="")
    assert (refused.status_code, "with a clock" in said(refused)) == (400, True)
    for chosen in ("connectfour", "", "1"):
        assert f'<option value="{chosen}" selected>' in refused.text, "what was chosen stays"
    match = challenge(dan, "Anna", rated="1").headers["Location"]
    assert "rated" in ann.get(match).text
    ann.get("/")
    ann.post(f"{match}/join")
    assert services(app).matches.match(match[3:]).rated


@pytest.mark.parametrize("match_id", ["%00", "x" * 500, "%C3%A9"])
def test_nobody_declines_what_no_match_can_be_called(ann: FormBrowser, match_id: str) -> None:
    ann.get("/")
    assert ann.post(f"/challenges/{match_id}/decline").status_code == 404


def test_nobody_challenges_himself_or_a_guest(app: Flask, ann: FormBrowser) -> None:
    ann.get("/")
    assert ann.post("/@/Anna", game="othello").status_code == 400
    assert ann.post("/@/Nobody", game="othello").status_code == 404
