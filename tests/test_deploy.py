"""The examples for other servers, as far as their own programs are here to read them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "deploy"


@pytest.mark.skipif(
    shutil.which("caddy") is None, reason="Caddy is not installed; `apt-get install caddy` has it."
)
def test_caddy_reads_its_example() -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config"]
    done = subprocess.run([*command, str(EXAMPLES / "Caddyfile")], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_both_examples_say_how_to_start_the_server_behind_them() -> None:
    for name in ("nginx.conf", "Caddyfile", "README.md"):
        text = (EXAMPLES / name).read_text()
        assert "flipfour serve --origin https://play.example --proxies 1" in text


def test_the_constraints_are_versions_and_nothing_else() -> None:
    lines = (EXAMPLES.parents[1] / "constraints.txt").read_text().splitlines()
    versions = [line for line in lines if not line.startswith("#")]
    assert len(versions) > 30
    assert not [line for line in versions if not re.fullmatch(r"[\w.-]+==[\w.+!-]+", line)]
