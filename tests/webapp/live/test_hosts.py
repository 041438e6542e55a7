"""Which hosts the server answers to, what its links begin with, whom a proxy speaks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import socketio.exceptions
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.browsers import Person
from webapp import create_app
from webapp.cli import cli
from webapp.config import Config
from webapp.extensions import services
from webapp.hosts import Hosts, hostname
from webapp.serving import names_of

Make = Callable[..., FlaskClient]
PLAY = "https://play.example"


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Make]:
    """Makes clients of an application with the settings given."""
    with ExitStack() as stack:

        def make(**settings: Any) -> FlaskClient:
            app = create_app(
                Config(database=f"sqlite:///{tmp_path / 'test.db'}", compile=False, **settings)
            )
            stack.callback(services(app).close)
            return app.test_client()

        yield make


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:5000", "localhost.evil.example", "127.0.0.2", "[::1"]
)
def test_a_foreign_host_gets_400_and_nothing_else(serving: Make, host: str) -> None:
    client = serving()
    for path in ("/", "/name", "/api/session", "/socket.io/?EIO=4&transport=websocket"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code == 400, path
        assert "does not answer to that name" in answer.text
        assert host not in answer.text
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("host", ["localhost", "localhost:5000", "127.0.0.1:1", "[::1]:5000"])
def test_this_machine_is_answered_however_it_calls_itself(serving: Make, host: str) -> None:
    assert serving().get("/api/session", headers={"Host": host}).status_code == 200


def test_declared_names_and_printed_addresses_are_answered(serving: Make) -> None:
    client = serving(hosts=("192.168.1.7",), origins=(PLAY, "http://games.local:8080"))
    for host in ("192.168.1.7:5000", "play.example", "PLAY.example", "games.local:8080"):
        assert client.get("/api/session", headers={"Host": host}).status_code == 200


def test_probes_need_no_name(serving: Make) -> None:
    assert serving().get("/healthz", headers={"Host": "10.1.2.3:5000"}).status_code == 200


def test_links_begin_with_the_declared_origin(serving: Make) -> None:
    """However it was asked, no invitation names another host or falls back to http."""
    client = serving(origins=(PLAY,), proxies=1)
    for host in ("play.example", "127.0.0.1:5000"):
        page = client.get("/name", headers={"Host": host, "X-Forwarded-Host": "evil.example"})
        assert re.findall(r'value="([^"]+)/resume/', page.text) == [PLAY]
    page = serving().get("/name", headers={"Host": "localhost:81", "X-Forwarded-Proto": "https"})
    assert re.findall(r'value="([^"]+)/resume/', page.text) == ["http://localhost:81"]


def test_only_declared_proxies_are_believed(serving: Make) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    alone = serving().get("/api/session", headers=said)
    assert alone.headers["Set-Cookie"].startswith("flipfour=")
    assert "Strict-Transport-Security" not in alone.headers
    behind = serving(proxies=1).get("/api/session", headers=said)
    assert behind.headers["Set-Cookie"].startswith("__Host-flipfour=")
    assert "; Secure" in behind.headers["Set-Cookie"]
    assert behind.headers["Strict-Transport-Security"]


def test_a_page_of_the_declared_origin_may_post(serving: Make) -> None:
    """Though the proxy passes on a name of its own."""
    client = serving(origins=(PLAY,), proxies=1)
    token = client.get("/api/session").get_json()["csrf_token"]
    for origin, status in ((PLAY, 201), ("https://evil.example", 403), ("null", 403)):
        headers = {"X-CSRF-Token": token, "Origin": origin}
        assert client.post("/api/matches", json={}, headers=headers).status_code == status


def test_sockets_are_for_our_own_pages(running: Any) -> None:
    with Person(running.address) as own:
        own.socket.disconnect()  # the client names the server's own origin unless told to
        with pytest.raises(socketio.exceptions.ConnectionError):
            own.connect(origin="https://evil.example")


def test_ipv6_and_odd_names_are_read() -> None:
    assert hostname("[2001:db8::1]:5000") == "2001:db8::1"
    assert hostname("Play.Example.:80") == "play.example"
    assert hostname("[nonsense") == ""
    assert Hosts(Config(hosts=("2001:db8::1",))).answers_to("[2001:db8::1]:5000")


@pytest.mark.parametrize(
    "host",
    ["localhost:80,evil.example", "localhost:80@evil.example", "ann@localhost", "localhost/evil",
     "localhost:0", "localhost:80 ", "localhost#evil", "localhost?evil"],
)  # fmt: skip
def test_a_host_with_more_behind_it_is_none(host: str) -> None:
    """Links begin with what was asked for."""
    assert hostname(host) == ""


def test_bound_to_all_interfaces_the_networks_names_count_too() -> None:
    everywhere = names_of("0.0.0.0")  # noqa: S104
    assert any(name.endswith(".local") for name in everywhere)
    assert names_of("192.168.1.7") == ("192.168.1.7",)


@pytest.mark.parametrize(
    "origin", ["play.example", "ftp://x", "https://x/path", "https://a@x", "https://[x"]
)
def test_an_origin_that_is_none_is_said_in_a_line(origin: str) -> None:
    result = CliRunner().invoke(cli, ["serve", "--origin", origin])
    assert result.exit_code == 2
    assert "is not like https://play.example" in result.output


def test_every_setting_has_an_option_and_a_variable() -> None:
    text = CliRunner().invoke(cli, ["serve", "--help"]).output
    for name in ("host", "port", "database", "origin", "proxies"):
        assert f"--{name}" in text
        assert f"FLIPFOUR_{name.upper()}" in text


def test_variables_reach_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr("webapp.serving.serve", lambda *settings: seen.extend(settings))
    variables = {
        "FLIPFOUR_ORIGIN": f"{PLAY} http://x.example:80",
        "FLIPFOUR_PROXIES": "2",
        "FLIPFOUR_PORT": "1234",
        "FLIPFOUR_DATABASE": "sqlite:////somewhere/x.db",
    }
    result = CliRunner().invoke(cli, ["serve"], env=variables)
    assert result.exit_code == 0, result.output
    config, host, port = seen
    assert (config.origins, config.proxies) == ((PLAY, "http://x.example:80"), 2)
    assert (config.database, host, port) == ("sqlite:////somewhere/x.db", "127.0.0.1", 1234)


def test_the_gate_is_the_outermost_part(app: Flask) -> None:
    """Socket.IO's own part of the application is behind it too."""
    assert type(app.wsgi_app).__name__ == "HostGate"


@pytest.mark.parametrize("origin", ["null", "", "file://", "http://[::bad"])
def test_no_origin_belongs_to_a_host_that_cannot_be_read(visitor: Any, origin: str) -> None:
    ann = visitor()
    headers = ann.headers | {"Origin": origin, "Host": "localhost:80; x"}
    assert ann.client.post("/api/matches", json={}, headers=headers).status_code == 400
    assert not Hosts(Config()).is_own(origin, "")
