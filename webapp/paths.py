"""Where the server keeps its data."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
ROOT = PACKAGE.parent


def data_folder() -> Path:
    """``instance`` in a checkout, else the user's data folder for this application."""
    if (ROOT / "pyproject.toml").exists() and os.access(ROOT, os.W_OK):
        return ROOT / "instance"
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "flipfour"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "flipfour"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "flipfour"


def default_database() -> str:
    """The URL of the database file in `data_folder`."""
    return f"sqlite:///{data_folder() / 'flipfour.db'}"


def resource(name: str) -> Path:
    """The folder of templates or static files: beside the package in a checkout, else inside
    the installed package."""
    beside = ROOT / name
    return beside if beside.is_dir() and (ROOT / "pyproject.toml").exists() else PACKAGE / name


def signing_secret(folder: Path) -> str:
    """The secret that signs cookies, made at the first start and readable by its owner only.

    Two servers that start at once agree on the one that was written first.
    """
    path = folder / "secret.key"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    secret = secrets.token_urlsafe(48)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secret)
    return secret
