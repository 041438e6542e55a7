"""Browsers without script, which send the token of the form they see."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask

Answer = Any


def csrf_token(page: str) -> str:
    """The token of a page's forms, empty where it has none."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    return found[1] if found else ""


class Browser:
    """Cookies of its own; `base` is where it believes the site to be."""

    def __init__(self, app: Flask, base: str = "http://localhost") -> None:
        self.client = app.test_client()
        self.base = base
        self.page = self.get("/name").text

    def get(self, path: str) -> Answer:
        response = self.client.get(path, base_url=self.base)
        self.page = response.text
        return response

    def post(self, path: str, **fields: str) -> Answer:
        data = {"csrf_token": csrf_token(self.page)} | fields
        return self.client.post(path, data=data, base_url=self.base)

    def link(self) -> str:
        found = re.search(r'value="https?://[^/]+(/resume/[^"]+)"', self.get("/name").text)
        assert found is not None
        return found[1]

    @property
    def name(self) -> str:
        return str(self.client.get("/api/session", base_url=self.base).get_json()["name"])

    def become(self, link: str) -> Answer:
        """Open a private link and press its button."""
        self.get(link)
        return self.post(link)
