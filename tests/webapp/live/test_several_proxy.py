"""Several servers behind the documentation's examples for nginx and Caddy."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.webapp.browsers import PATIENCE, Person, wait_until
from tests.webapp.live.proxies import EXAMPLES, NGINX, answers, free_port
from tests.webapp.machines import Installation
from tests.webapp.pair import NEEDS

pytestmark = NEEDS

CADDY = shutil.which("caddy")

PASSIVE = ("max_fails=1 fail_timeout=2s", "max_fails=0 backup")
"""How the example for nginx has each server watched over."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with Installation(tmp_path_factory.mktemp("servers"), workers=0) as made:
        yield made


def nginx_config(folder: Path, port: int, servers: list[int]) -> str:
    """The example over http, in front of these servers."""
    text = (EXAMPLES / "nginx.conf").read_text()
    lines = [f"    server 127.0.0.1:5000 {how};\n" for how in PASSIVE]
    changes = {
        line: "".join(line.replace("5000", str(inside)) for inside in servers) for line in lines
    } | {
        "listen 443 ssl;": f"listen 127.0.0.1:{port};",
        "    listen [::]:443 ssl;\n": "",
        "    ssl_certificate     /etc/ssl/play.example/fullchain.pem;\n": "",
        "    ssl_certificate_key /etc/ssl/play.example/privkey.pem;\n": "",
        "/var/cache/nginx/flipfour": str(folder / "cache"),
        "proxy_set_header Host $host;": "proxy_set_header Host $http_host;",  # with the port
    }
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    text = text[: text.rindex("server {")]
    user = "user root;" if os.geteuid() == 0 else ""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    head = f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\n"
    return f"{head}http {{ access_log off;\n{folders}{text}}}\n"


def caddy_config(port: int, servers: list[int]) -> str:
    text = (EXAMPLES / "Caddyfile").read_text()
    behind = " ".join(f"127.0.0.1:{inside}" for inside in servers)
    changes = {
        "\n{\n": "\n{\n\tadmin off\n\tauto_https off\n",
        "\nplay.example {": f"\nhttp://127.0.0.1:{port} {{",
        "127.0.0.1:5000": behind,
        "Host play.example": "Host localhost",
    }
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def proxied(kind: str, folder: Path, place: Installation) -> Iterator[str]:
    """The address of a proxy in front of both servers."""
    port, servers = free_port(), [server.port for server in place.servers]
    config = folder / "config"
    if kind == "nginx":
        config.write_text(nginx_config(folder, port, servers))
        command = [str(NGINX), "-p", str(folder), "-c", str(config)]
    else:
        config.write_text(caddy_config(port, servers))
        command = [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(config)]
    with (folder / "log").open("wb") as log:
        environment = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    try:
        wait_until(lambda: answers(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(params=["nginx", "caddy"])
def address(request: pytest.FixtureRequest, place: Installation, tmp_path: Path) -> Iterator[str]:
    if {"nginx": NGINX, "caddy": CADDY}[request.param] is None:
        pytest.skip(f"{request.param} is not installed, so its example for several was not tried.")
    with proxied(request.param, tmp_path, place) as found:
        yield found


@pytest.fixture
def person(address: str) -> Iterator[Callable[[], Person]]:
    with ExitStack() as stack:
        yield lambda: stack.enter_context(Person(address))


def come_back(somebody: Person) -> None:
    """At once, to whichever server the proxy finds."""
    if not somebody.socket.connected:
        somebody.reconnect()


def test_a_page_whose_server_ends_goes_on_at_the_other(
    place: Installation, person: Callable[[], Person]
) -> None:
    ann = person()
    match = ann.create(game="connectfour", seat0="me", seat1="friend")
    ben = person()
    assert ben.join(match)["ok"]
    for somebody in (ann, ben):
        assert somebody.watch(match)["ok"]
    everybody = [ann, ben, *(person() for _ in range(4))]
    assert all(server.gauge("sockets") for server in place.servers), "both have people"
    assert ann.move(match, 3, 0)["ok"]
    ben.wait_for_version(3)
    dead = place.servers[0]
    dead.kill()
    try:
        wait_until(lambda: not (ann.socket.connected and ben.socket.connected))
        for somebody in (ann, ben):
            if not somebody.socket.connected:
                somebody.reconnect()
                missed = somebody.watch(match, 2)
                assert [event["v"] for event in missed["events"]] == [3]
        assert ben.move(match, 3, 1)["ok"]
        ann.wait_for_version(4)
        assert ann.snapshot(match)["v"] == 4, "pages come from the server that is there"
        for somebody in everybody:
            come_back(somebody)
    finally:
        dead.start()
        place.wait()
    other = place.servers[1]
    other.kill()  # the proxy has had no answer yet from the one that is back
    try:
        wait_until(lambda: not any(somebody.socket.connected for somebody in everybody))
        for somebody in everybody:
            come_back(somebody)
        assert [event["v"] for event in ann.watch(match, 2)["events"]] == [3, 4]
    finally:
        other.start()
        place.wait()
