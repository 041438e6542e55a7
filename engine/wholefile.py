"""Files that are whole or not there, whatever happens while they are written."""

from __future__ import annotations

import os
import secrets
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """A file to write beside `path`: it takes that place once the block is through, and is gone
    if it never is.

    What is there and no file, as a terminal or a pipe, is written itself, and so is a file in a
    folder that takes no other.

    Raises:
        OSError: `path`, and not the draft, cannot be written.
    """
    place = path.resolve()  # a link goes on to lead there
    if place.exists() and not (place.is_file() and os.access(place.parent, os.W_OK)):
        yield path
        return
    draft = place.with_name(f".{place.name}.{secrets.token_hex(4)}.part")
    try:
        yield draft
        if place.exists():
            draft.chmod(place.stat().st_mode)
        draft.replace(place)
    except OSError as error:
        if error.filename is None or os.fspath(error.filename) == os.fspath(draft):
            raise OSError(error.errno, error.strerror, os.fspath(path)) from error
        raise
    finally:
        with suppress(OSError):
            draft.unlink()


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file; text as UTF-8."""
    with drafted(path) as draft:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
