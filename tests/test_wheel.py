"""A wheel built from the checkout holds all it needs and works from any folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).resolve().parents[1]

FOLDERS = {
    "engine": "engine",
    "webapp": "webapp",
    "templates": "webapp/templates",
    "static": "webapp/static",
}
"""Where each folder of the checkout goes."""

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    _pip("wheel", "--no-deps", "--wheel-dir", folder, ROOT)
    (built,) = folder.glob("flipfour-*.whl")
    return built


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds the installed wheel before the checkout."""
    site, home = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("home")
    _pip("install", "--no-deps", "--target", site, wheel)
    return os.environ | {"PYTHONPATH": str(site), "HOME": str(home), "XDG_DATA_HOME": str(home)}


def _pip(*arguments: object) -> None:
    command = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
    subprocess.run([*command, *map(str, arguments)], check=True, timeout=240)


def test_wheel_holds_every_file_of_the_program(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    for folder, place in FOLDERS.items():
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and not {"__pycache__", "workshop"} & set(path.parts):
                assert f"{place}/{path.relative_to(ROOT / folder).as_posix()}" in packed
    assert not [name for name in packed if name.startswith("engine/workshop/")]


def test_installed_terminal_plays(elsewhere: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "webapp.cli", "play", "connectfour", "--seat", "human"],
        input="4\nquit\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=elsewhere,
        timeout=120,
        check=True,
    )
    assert "Red drops in column 4, row 1." in done.stdout
    assert "Yellow drops in column" in done.stdout


def test_installed_server_has_pages_styles_and_scripts(
    elsewhere: dict[str, str], tmp_path: Path
) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "webapp.cli", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=elsewhere,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        kept = server.stdout.readline()
        assert elsewhere["HOME"] in kept, "games are kept in the user's folder"
        page = urlopen(address, timeout=60).read().decode()  # noqa: S310 (our own)
        linked = re.findall(r'(?:href|src)="(/static/[^"]+|[^"]+\.(?:css|js)[^"]*)"', page)
        assert any(".css" in path for path in linked)
        assert any(".js" in path for path in linked)
        for path in linked:
            assert urlopen(address + path, timeout=60).status == 200  # noqa: S310
    finally:
        server.terminate()
        server.communicate(timeout=30)
