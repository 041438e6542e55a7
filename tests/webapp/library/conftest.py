"""The library's rows, in a new store of either kind."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from webapp.persistence.library import LibraryRows


@pytest.fixture
def rows(engine: Engine) -> LibraryRows:
    return LibraryRows(engine)
