"""Browsers whose names are kept, for tests of pages."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask

from tests.webapp.forms import FormBrowser

SECRET, WRONG, NEW, SHORT = "correct horse", "wrong word", "a new password", "short"


def keeper(app: Flask, name: str) -> FormBrowser:
    """A browser of somebody who keeps that name."""
    browser = FormBrowser(app)
    answer = register(browser, name)
    assert answer.status_code == 200, answer.text
    return browser


def register(browser: FormBrowser, name: str, password: str = SECRET) -> Any:
    browser.get("/register")
    return browser.post("/register", name=name, password=password)


def sign_in(browser: FormBrowser, name: str, password: str = SECRET) -> Any:
    browser.get("/signin")
    return browser.post("/signin", name=name, password=password)


def guest_of(browser: FormBrowser) -> str:
    with browser.client.session_transaction() as session:
        return str(session["guest"])


def said(answer: Any) -> str:
    """What is wrong, as the page says it."""
    found = re.search(r'<p class="error" role="alert">(.*?)</p>', answer.text)
    return found[1] if found else ""
