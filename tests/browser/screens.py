"""Screens of a size, and what does not fit on them."""

from __future__ import annotations

from playwright.sync_api import FloatRect, Locator

from tests.browser.window import Window
from tests.webapp.browsers import wait_until


def options(size: tuple[int, int]) -> dict[str, object]:
    """A browser of this size; the narrow ones are phones."""
    phone = size[0] < 600
    viewport = {"width": size[0], "height": size[1]}
    return {"viewport": viewport, "has_touch": phone, "is_mobile": phone}


def overflow(window: Window) -> int:
    """By how many pixels the page is wider than the window."""
    return int(window.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def box(place: Locator) -> FloatRect:
    """Where something is drawn, once it is. A script may draw it anew between any two looks, so
    that it was visible a moment ago says nothing."""
    found: list[FloatRect] = []

    def drawn() -> bool:
        found.extend(filter(None, [place.bounding_box()]))
        return bool(found)

    wait_until(drawn)
    return found[0]
