"""Two people behind one caching proxy, and https by the example that the documentation gives."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import websocket

from tests.webapp.browsers import PATIENCE, wait_until
from tests.webapp.live.proxies import EXAMPLES, NGINX, answers, free_port
from tests.webapp.processes import ServerProcess

pytestmark = pytest.mark.skipif(
    NGINX is None, reason="nginx is not installed; `apt-get install nginx-light` has it."
)

CARELESS = """
    proxy_ignore_headers Set-Cookie;  # as Apache's cache does: only Cache-Control counts
"""


def certificate(folder: Path) -> None:
    """A self-signed one for the example's host."""
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=play.example"
    subprocess.run([*command.split(), *files], check=True, capture_output=True)


def example(folder: Path, inside: int, secure: int, plain: int) -> str:
    """The documentation's file on other ports, with the certificate and cache of the test."""
    text = (EXAMPLES / "nginx.conf").read_text()
    changes = {
        "127.0.0.1:5000": f"127.0.0.1:{inside}",
        "listen 443 ssl;": f"listen 127.0.0.1:{secure} ssl;",
        "    listen [::]:443 ssl;\n": "",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "    listen [::]:80;\n": "",
        "/etc/ssl/play.example": str(folder),
        "/var/cache/nginx/flipfour": str(folder / "cache"),
        "proxy_set_header Host $host;": "proxy_set_header Host play.example;",
        "        proxy_cache flipfour;\n": f"        proxy_cache flipfour;\n{CARELESS}",
    }
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """(the proxy's address over https, over http)."""
    folder = tmp_path_factory.mktemp("nginx")
    folder.chmod(0o755)
    certificate(folder)
    secure, plain = free_port(), free_port()
    options = ("--origin", "https://play.example", "--proxies", "1")
    with ServerProcess(folder / "data" / "x.db", 0, *options) as server:
        config = folder / "nginx.conf"
        user = "user root;" if os.geteuid() == 0 else ""
        config.write_text(
            f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
            "events {}\nhttp { access_log off;\n"
            + "".join(
                f"{kind}_temp_path {folder}/{kind};\n"
                for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            )
            + example(folder, server.port, secure, plain)
            + "}\n"
        )
        assert NGINX is not None
        command = [NGINX, "-p", str(folder), "-c", str(config)]
        subprocess.run([*command, "-t"], check=True, capture_output=True)
        process = subprocess.Popen(command)
        try:
            wait_until(lambda: answers(secure))
            yield f"https://127.0.0.1:{secure}", f"http://127.0.0.1:{plain}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


class Person(requests.Session):
    """A browser behind the proxy; it believes to be at the example's host."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.trust_env = False  # or a bundle of the environment would be asked after all
        self.verify = False
        self.headers["Host"] = "play.example"

    def see(self, path: str) -> requests.Response:
        answer = self.get(self.address + path, allow_redirects=False)
        answer.raise_for_status()
        return answer

    @property
    def cookie(self) -> str | None:
        return next((c.value for c in self.cookies if c.name == "__Host-flipfour"), None)


@pytest.mark.filterwarnings("ignore:Unverified HTTPS request")
def test_the_second_person_never_gets_the_firsts_cookie(proxy: Any) -> None:
    """Not by any address, though this cache keeps whatever does not forbid it."""
    address, _ = proxy
    paths = ["/boards/othello.svg", "/boards/connectfour.svg?columns=9", "/", "/watch", "/name"]
    paths += ["/new", "/lab", "/analysis", "/api/session", "/api/games", "/api/matches"]
    for path in paths:
        first, second = Person(address), Person(address)
        first.see(path)
        second.see(path)
        assert first.cookie is None or first.cookie != second.cookie, path


@pytest.mark.filterwarnings("ignore:Unverified HTTPS request")
def test_pictures_come_from_the_cache(proxy: Any) -> None:
    address, _ = proxy
    first, second = Person(address), Person(address)
    one = first.see("/boards/othello.svg?size=6")
    two = second.see("/boards/othello.svg?size=6")
    assert (one.headers["X-Cache"], two.headers["X-Cache"]) == ("MISS", "HIT")
    assert one.content == two.content
    assert "Set-Cookie" not in one.headers


@pytest.mark.filterwarnings("ignore:Unverified HTTPS request")
def test_behind_the_example_everything_is_secure(proxy: Any) -> None:
    address, plain = proxy
    ann = Person(address)
    answer = ann.see("/api/session")
    assert answer.headers["Set-Cookie"].startswith("__Host-flipfour=")
    assert "; Secure" in answer.headers["Set-Cookie"]
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=")
    headers = {"X-CSRF-Token": answer.json()["csrf_token"], "Origin": "https://play.example"}
    cookies = {"Cookie": f"__Host-flipfour={ann.cookie}"}
    made = ann.post(f"{address}/api/matches", json={}, headers=headers | cookies)
    assert made.status_code == 201, made.text
    page = ann.get(f"{address}/m/{made.json()['match']}", headers=cookies).text
    assert "https://play.example/m/" in page
    assert ann.get(f"{address}/metrics").status_code == 404
    moved = requests.get(plain, headers={"Host": "play.example"}, allow_redirects=False, timeout=30)
    assert (moved.status_code, moved.headers["Location"]) == (301, "https://play.example/")
    open_socket = websocket.create_connection(
        address.replace("https", "wss") + "/socket.io/?EIO=4&transport=websocket",
        host="play.example",
        origin="https://play.example",
        sslopt={"cert_reqs": 0, "check_hostname": False},
        timeout=60,
    )
    assert str(open_socket.recv()).startswith("0{")
    open_socket.close()
