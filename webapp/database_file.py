"""Which file a database's address means."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from sqlalchemy.engine import make_url

if TYPE_CHECKING:
    from sqlalchemy import URL


def database_file(url: str | URL) -> Path | None:
    """The file of a SQLite database, also of one that is named by a ``file:`` address."""
    address = make_url(url)
    path = address.database
    if address.get_backend_name() != "sqlite" or not path or ":memory:" in path:
        return None
    if "uri" in address.query and path.startswith("file:"):
        path = unquote(urlsplit(path).path)
    return Path(path)
