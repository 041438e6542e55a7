"""What the operator sees: probes, metrics in Prometheus's format, a page behind a token."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families as families
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from tests.webapp.browsers import wait_until
from tests.webapp.forms import csrf_token
from webapp import create_app
from webapp.config import Config
from webapp.extensions import services

TOKEN = "open-sesame"  # noqa: S105 (a test's)


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(
        Config(database=f"sqlite:///{tmp_path / 'x.db'}", compile=False, operator_token=TOKEN)
    )
    yield app
    services(app).close()


def figures(text: str) -> dict[str, float]:
    return {sample.name: sample.value for family in families(text) for sample in family.samples}


def test_the_process_lives_and_the_store_answers(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app.test_client()
    assert client.get("/healthz").get_json() == {"ok": True}
    assert client.get("/readyz").get_json()["ok"]

    def away(self: Engine) -> None:
        raise OperationalError("SELECT 1", {}, ValueError("locked"))

    monkeypatch.setattr(Engine, "connect", away)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.get_json()["ok"]) == (503, False)
    assert client.get("/healthz").status_code == 200
    assert "Set-Cookie" not in answer.headers


def test_the_figures_are_those_of_what_happened(running: Any, person: Any) -> None:
    ann, ben = person(), person()
    match = ann.create(seat0="me", seat1="ai:1")
    ann.watch(match)
    ben.watch(match)
    assert ann.move(match, 3, 0)["ok"]
    assert ben.move(match, 3, 0)["code"] == "spectator"
    wait_until(lambda: ann.snapshot(match)["ply"] == 2)
    text = ann.http.get(f"{running.address}/metrics").text
    found = figures(text)
    assert found["flipfour_sockets"] == 2
    assert found["flipfour_matches"] == 1
    assert found["flipfour_action_seconds_count"] == 1
    assert found["flipfour_search_seconds_count"] == 1
    assert found["flipfour_moves_waiting_quick"] == found["flipfour_moves_waiting_deep"] == 0
    assert 'flipfour_refusals_total{code="spectator"} 1.0' in text
    assert 'flipfour_search_wait_seconds_count{lane="quick"} 1.0' in text


def test_over_the_network_the_figures_need_the_token(guarded: Flask, app: Flask) -> None:
    client = guarded.test_client()
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 404
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.mimetype == "text/plain"
    assert "flipfour_sockets" in figures(answer.text)
    elsewhere = {"REMOTE_ADDR": "203.0.113.7"}
    assert app.test_client().get("/metrics", environ_base=elsewhere).status_code == 404
    assert app.test_client().get("/metrics").status_code == 200, "this machine, without a token"


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.7"},
        {"Forwarded": "for=203.0.113.7"},
        {"X-Real-IP": "203.0.113.7"},
        {"Via": "1.1 cache"},
        {"Host": "play.example"},
    ],
)
def test_a_proxy_that_was_not_declared_is_not_this_machine(
    app: Flask, headers: dict[str, str]
) -> None:
    """It comes from this machine, for anybody."""
    assert app.test_client().get("/metrics", headers=headers).status_code == 404
    plain = {"SERVER_PROTOCOL": "HTTP/1.0"}
    assert app.test_client().get("/metrics", environ_overrides=plain).status_code == 404


@pytest.mark.usefixtures("one_moment")
def test_the_token_is_not_guessed_fast(guarded: Flask) -> None:
    client = guarded.test_client()
    token = client.get("/api/session").get_json()["csrf_token"]

    def guess(number: int) -> int:
        if number % 2:
            given = {"Authorization": f"Bearer {number}"}
            return client.get("/metrics", headers=given).status_code
        form = {"csrf_token": token, "token": str(number)}
        return client.post("/operator", data=form).status_code

    answers = [guess(number) for number in range(40)]
    assert set(answers[:20]) == {403, 404}
    assert set(answers[20:]) == {429}


def test_the_operators_page_asks_for_the_token(guarded: Flask, app: Flask) -> None:
    assert app.test_client().get("/operator").status_code == 404, "without a token there is none"
    client = guarded.test_client()
    page = client.get("/operator")
    assert "Open sockets" not in page.text

    def send(token: str) -> Any:
        csrf = csrf_token(client.get("/operator").text)
        return client.post("/operator", data={"csrf_token": csrf, "token": token})

    refused = send("wrong")
    assert (refused.status_code, "not the token" in refused.text) == (403, True)
    assert "Open sockets" not in client.get("/operator").text
    assert send(TOKEN).status_code == 303
    page = client.get("/operator")
    assert "Open sockets" in page.text
    assert page.headers["Cache-Control"] == "private, no-store"
    assert TOKEN not in page.text
    assert "Open sockets" not in guarded.test_client().get("/operator").text
