"""Other browsers, as far as a game needs them: open a page, ask it, press what is there.

Firefox is driven over WebDriver BiDi by itself, WebKit by its driver and Selenium under a
virtual display, as neither comes with Playwright's packages of Debian; Chrome by Playwright.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
import websocket
from playwright.sync_api import BrowserType, Page

from tests.__main__ import browser_of_people

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT, DISPLAY = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
MISSING_FIREFOX = "Firefox is not installed, so no game was played in it."
MISSING_CHROME = "Neither Chromium nor Chrome with windows is installed: no game was played in it."
MISSING_WEBKIT = "WebKitWebDriver or Xvfb is not installed, so no game was played in WebKit."

OPTIONS = ("--headless", "--no-remote", "--remote-debugging-port=0", "--profile")

START = 60.0
"""Seconds that a browser may take to start, or to answer."""

CENTRE = """(selector) => {
  const element = document.querySelector(selector);
  element.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}"""


class Remote(Protocol):
    """A window of a browser."""

    def open(self, address: str) -> None:
        """Go to a page and wait until it is loaded."""

    def ask(self, function: str, *arguments: object) -> Any:
        """What a function of the page answers; a promise's value."""

    def press(self, selector: str) -> None:
        """Click with the mouse on the middle of an element."""

    def complaints(self) -> list[str]:
        """Errors in the console so far."""


class Chrome:
    """One window over Playwright."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._errors: list[str] = []
        page.on("console", lambda said: said.type == "error" and self._errors.append(said.text))
        page.on("pageerror", lambda error: self._errors.append(str(error)))

    def open(self, address: str) -> None:
        self._page.goto(address)

    def ask(self, function: str, *arguments: object) -> Any:
        given = ", ".join(map(json.dumps, arguments))
        return self._page.evaluate(f"() => ({function})({given})")

    def press(self, selector: str) -> None:
        self._page.click(selector)

    def complaints(self) -> list[str]:
        return self._errors


class Firefox:
    """One window over BiDi, https://w3c.github.io/webdriver-bidi/."""

    def __init__(self, url: str) -> None:
        self._line = websocket.create_connection(url, timeout=START, suppress_origin=True)
        self._numbers = itertools.count(1)
        self._errors: list[str] = []
        self.send("session.new", capabilities={})
        self._context = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method: str, **params: object) -> Any:
        """A command's result; what else comes meanwhile is kept if it is a complaint."""
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._line.recv())
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self._errors.append(str(message["params"]["text"]))
            if message.get("id") == number:
                assert message["type"] == "success", message
                return message["result"]

    def open(self, address: str) -> None:
        self.send("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def ask(self, function: str, *arguments: object) -> Any:
        given = ", ".join(map(json.dumps, arguments))
        answer = self.send(
            "script.evaluate",
            expression=f"Promise.resolve(({function})({given})).then(JSON.stringify)",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def press(self, selector: str) -> None:
        x, y = self.ask(CENTRE, selector)
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": steps}
        self.send("input.performActions", context=self._context, actions=[mouse])

    def complaints(self) -> list[str]:
        return self._errors

    def close(self) -> None:
        self._line.close()


class WebKit:
    """One window over Selenium's driver."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def open(self, address: str) -> None:
        self._driver.get(address)
        self.ask(
            "() => { window.complaints = []; console.error = (...all) =>"
            " complaints.push(all.join(' '));"
            " addEventListener('error', (e) => complaints.push(e.message)); }"
        )

    def ask(self, function: str, *arguments: object) -> Any:
        given = ", ".join(map(json.dumps, arguments))
        return self._driver.execute_async_script(
            f"const done = arguments[0]; Promise.resolve(({function})({given})).then(done);"
        )

    def press(self, selector: str) -> None:
        self._driver.find_element("css selector", selector).click()

    def complaints(self) -> list[str]:
        return list(self.ask("() => window.complaints"))


@contextmanager
def chrome(kind: BrowserType, arguments: list[str]) -> Iterator[Chrome]:
    """Chromium or Chrome as people use it, where the other tests take its headless shell."""
    path = browser_of_people()
    if path is None:
        pytest.skip(MISSING_CHROME)
    browser = kind.launch(executable_path=path, args=arguments)
    try:
        yield Chrome(browser.new_page())
    finally:
        browser.close()


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    if FIREFOX is None:
        pytest.skip(MISSING_FIREFOX)
    log = folder / "firefox.log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [FIREFOX, *OPTIONS, str(folder), "about:blank"],
            stderr=out,
            stdout=out,
            env={**os.environ, "HOME": str(folder)},
        )
    try:
        with closing(Firefox(f"{_listening(process, log)}/session")) as window:
            yield window
    finally:
        process.terminate()
        process.wait(START)


def _listening(process: subprocess.Popen[bytes], log: Path) -> str:
    """Where Firefox says that it can be driven."""
    for _ in range(int(START * 10)):
        if found := re.search(r"BiDi listening on (ws://\S+)", log.read_text()):
            return found[1]
        try:
            process.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
        break
    pytest.skip(f"Firefox does not start here: {log.read_text()[-500:]}")


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    if WEBKIT is None or DISPLAY is None:
        pytest.skip(MISSING_WEBKIT)
    selenium = pytest.importorskip("selenium.webdriver", reason="Selenium is not installed.")
    errors = pytest.importorskip("selenium.common.exceptions")
    service = pytest.importorskip("selenium.webdriver.webkitgtk.service")
    with subprocess.Popen(
        [DISPLAY, "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as display:
        assert display.stdout is not None
        try:
            place = {
                **os.environ,
                "DISPLAY": f":{display.stdout.readline().strip()}",
                "HOME": str(folder),
                # A container has no room for the browser's own, and opens our pages only.
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            }
            try:
                driver = selenium.WebKitGTK(service=service.Service(WEBKIT, env=place))
            except errors.WebDriverException as error:
                pytest.skip(f"WebKit does not start here: {error}")
            driver.set_script_timeout(START)
            try:
                yield WebKit(driver)
            finally:
                driver.quit()
        finally:
            display.terminate()
