"""Where the server keeps its data."""

from __future__ import annotations

import os
import secrets
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

OWNERS = 0o600
"""The mode of files that nobody but their owner may read."""

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

    Two servers that start at once agree on the one that was written first. The file is there
    whole or not at all; an empty one, as a full disk leaves it, is none.
    """
    path = folder / "secret.key"
    folder.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.stat().st_size:
        path.unlink()
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(48))
    if os.name == "posix" and path.stat().st_uid == os.getuid():
        path.chmod(OWNERS)
    return path.read_text(encoding="ascii")


def make_private(path: Path) -> None:
    """Make an empty file for its owner's eyes, unless it is there."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNERS))


def _write_once(path: Path, text: str) -> None:
    """Make a file with this content, unless it is there; nobody sees half of it."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    draft = Path(name)  # readable by its owner only
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
