"""What people at a match do, in several windows."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.window import Window

Arrive = Callable[..., Window]
SECRET = "correct horse"  # noqa: S105


def seated(arrive: Arrive, **fields: object) -> list[Window]:
    """One window for each person of a match, in turn order, all looking at it."""
    seats = ["me", *["friend"] * (3 if str(fields.get("game")).endswith("3p") else 2)][:-1]
    order = {f"seat{seat}": who for seat, who in enumerate(seats)}
    windows = [arrive() for _ in seats]
    match = windows[0].create(**(order | fields))
    for window in windows[1:]:
        window.join(match)
    for window in windows:
        window.see(match)
    return windows


def resign(window: Window) -> None:
    window.button("Resign").click()
    window.button("Yes").click()
    expect(window.page.get_by_role("region", name="Result")).to_be_visible()


def fill(window: Window, name: str, password: str = SECRET) -> None:
    """Fill in a form that asks for a name and a password, and send it."""
    page = window.page
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_label("Password").press("Enter")
