"""The files the server makes: its owner's alone, whole or not there."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from webapp.paths import signing_secret
from webapp.persistence.database import open_database

pytestmark = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_secret_is_its_owners_alone(tmp_path: Path) -> None:
    secret = signing_secret(tmp_path / "deep")
    assert len(secret) >= 32
    path = tmp_path / "deep" / "secret.key"
    assert mode(path) == 0o600
    path.chmod(0o644)  # as an older version or a copy may have left it
    assert signing_secret(tmp_path / "deep") == secret, "the same at the next start"
    assert mode(path) == 0o600
    assert list(path.parent.iterdir()) == [path], "no draft is left"


def test_servers_that_start_at_once_agree_on_the_secret(tmp_path: Path) -> None:
    found: list[str] = []
    gate = threading.Barrier(8)

    def start() -> None:
        gate.wait()
        found.append(signing_secret(tmp_path))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1


def test_an_empty_key_signs_nothing(tmp_path: Path) -> None:
    (tmp_path / "secret.key").touch()
    assert len(signing_secret(tmp_path)) >= 32


def test_a_disk_that_is_full_leaves_no_half_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            signing_secret(tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_database_and_its_companions_are_their_owners_alone(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'games.db'}")
    with engine.connect() as connection:
        connection.exec_driver_sql("SELECT count(*) FROM matches")
        files = list(tmp_path.iterdir())
        assert {mode(path) for path in files} == {0o600}
        assert len(files) > 1, "the write-ahead log among them"
    engine.dispose()
