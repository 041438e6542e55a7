"""People whom several files of these tests have."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.webapp.forms import Browser
from tests.webapp.keeping import keeper


@pytest.fixture
def ann(app: Flask) -> Browser:
    return keeper(app, "Anna")
