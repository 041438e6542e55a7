"""Browsers without script, which send the token of the form they see."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

Answer = Any


def csrf_token(page: str) -> str:
    """The token of a page's forms, empty where it has none."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    return found[1] if found else ""


class FormBrowser:
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


class MatchBrowser:
    """Follows redirects, keeps cookies, sends the form's token."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.page = ""
        self.status = 0
        self.path = ""
        self.get("/")

    def get(self, path: str) -> str:
        return self._keep(self.client.get(path, follow_redirects=True))

    def post(self, path: str, **fields: object) -> str:
        data = {"csrf_token": csrf_token(self.page)} | fields
        return self._keep(self.client.post(path, data=data, follow_redirects=True))

    def _keep(self, response: Any) -> str:
        self.status, self.page = response.status_code, response.text
        self.path = response.request.path
        return self.page

    def new(self, **fields: object) -> str:
        self.post("/matches", **fields)
        assert self.path.startswith("/m/"), self.page
        return self.path

    def move(self, match: str, ply: int, move: int) -> str:
        return self.post(f"{match}/act", t="move", ply=ply, move=move)

    def targets(self) -> list[int]:
        """The moves whose controls are enabled."""
        buttons = re.findall(r"<button name=\"move\"[^>]*>", self.page)
        return [
            int(re.search(r'value="(\d+)"', button)[1])  # type: ignore[index]
            for button in buttons
            if " disabled" not in button
        ]

    def owners(self) -> dict[int, str]:
        found = re.findall(r'data-square="(\d+)" data-owner="(\d)"', self.page)
        return {int(square): owner for square, owner in found}
