"""Files are whole or not there."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from engine.wholefile import drafted, write_whole

FULL = Path("/dev/full")


def broken_off(path: Path) -> None:
    with drafted(path) as draft:
        draft.write_text("half of it")
        raise ZeroDivisionError


def test_what_fails_leaves_all_as_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("before")
    for path in (kept, tmp_path / "new"):
        with pytest.raises(ZeroDivisionError):
            broken_off(path)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert kept.read_text() == "before"


def test_a_file_is_itself_afterwards(tmp_path: Path) -> None:
    """Behind a link, with the mode that it had."""
    kept, link = tmp_path / "kept", tmp_path / "link"
    kept.write_text("before")
    kept.chmod(0o600)
    link.symlink_to(kept)
    write_whole(link, "Grüße\n")
    assert link.is_symlink()
    assert kept.read_bytes() == b"Gr\xc3\xbc\xc3\x9fe\n"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "link"]


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    write_whole(tmp_path / "ours", b"1")
    (tmp_path / "usual").write_bytes(b"1")
    modes = {path.stat().st_mode for path in tmp_path.iterdir()}
    assert len(modes) == 1


def test_the_error_names_the_file_asked_for(tmp_path: Path) -> None:
    place = tmp_path / "no folder" / "file"
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(place, "1")
    assert caught.value.filename == os.fspath(place)


@pytest.mark.skipif(not FULL.exists(), reason="no such device here")
def test_a_device_is_written_itself() -> None:
    with pytest.raises(OSError, match="No space left"):
        write_whole(FULL, "1")
    assert FULL.is_char_device()
