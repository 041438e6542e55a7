"""People whom several files of these tests have."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.webapp.forms import FormBrowser
from tests.webapp.keeping import keeper


@pytest.fixture
def ann(app: Flask) -> FormBrowser:
    return keeper(app, "Anna")
