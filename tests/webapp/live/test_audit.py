"""What whoever runs the server reads of refusals, sign-ins and errors: a line, no secrets."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from flask import Flask

from webapp import audit
from webapp.audit import LINES, WINDOW, Ration, alias, note


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "_ration", Ration())


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.name == "flipfour.audit"]


def test_a_refusal_is_one_line_without_secrets(
    app: Flask, visitor: Any, caplog: pytest.LogCaptureFixture
) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="friend")
    answer = ann.client.post(f"/api/matches/{match}/act", json={}, headers={"X-CSRF-Token": "x"})
    assert answer.status_code == 400
    (line,) = lines(caplog)
    assert line.startswith("refused code=csrf status=400 method=POST route=")
    assert "address=127.0.0.1 guest=" in line
    cookie = ann.client.get_cookie("flipfour")
    with ann.client.session_transaction() as session:
        guest = session["guest"]
    for secret in (match, cookie.value, guest, ann.headers["X-CSRF-Token"]):
        assert secret not in line
    assert f"guest={alias(guest)}" in line


def test_what_playing_brings_about_is_not_reported(
    visitor: Any, caplog: pytest.LogCaptureFixture
) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="friend")
    assert ann.move(match, 0, 0)["code"] == "waiting"
    assert ann.get("/api/matches/nothing1")["code"] == "no_match"
    assert not lines(caplog)


def test_signing_in_and_out_is_a_line(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    from webapp.identity import current_guest, forget, resume, resume_path, sign_out_others

    with app.test_request_context():
        guest = current_guest()
        token = resume_path(guest).removeprefix("/resume/")
    with app.test_request_context():
        resume(token)
        sign_out_others()
        forget(guest)
    events = [line.split()[0] for line in lines(caplog)]
    assert events == ["signed_in", "signed_out_elsewhere", "forgotten"]
    assert guest.id not in "".join(lines(caplog))
    assert token not in "".join(lines(caplog))


def test_an_error_is_one_line_that_says_where(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    def fails(token: str) -> str:
        raise KeyError("secret-in-the-text")

    app.add_url_rule("/fails/<token>", view_func=fails)
    caplog.set_level(logging.INFO)
    assert app.test_client().get("/fails/s3cret").status_code == 500
    (line,) = [line for line in lines(caplog) if line.startswith("failed")]
    assert "error=KeyError at=test_audit.py:" in line
    assert "s3cret" not in caplog.text
    assert "secret-in-the-text" not in caplog.text


def test_a_flood_of_refusals_does_not_fill_the_disk() -> None:
    moment = 0.0
    ration = Ration(lambda: moment)
    told = [ration.left_out("x") for _ in range(1000)]
    assert told == [0] * LINES + [None] * (1000 - LINES)
    assert ration.left_out("y") == 0, "each kind by itself"
    moment = WINDOW
    assert ration.left_out("x") == 1000 - LINES


def test_a_line_stays_one_line(caplog: pytest.LogCaptureFixture) -> None:
    note("refused", code="x\ny", address='a "b"', guest=None)
    assert lines(caplog) == ['refused code="x\\ny" address="a \\"b\\""']
