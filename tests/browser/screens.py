"""Screens of a size, and what does not fit on them."""

from __future__ import annotations

from tests.browser.window import Window


def options(size: tuple[int, int]) -> dict[str, object]:
    """A browser of this size; the narrow ones are phones."""
    phone = size[0] < 600
    viewport = {"width": size[0], "height": size[1]}
    return {"viewport": viewport, "has_touch": phone, "is_mobile": phone}


def overflow(window: Window) -> int:
    """By how many pixels the page is wider than the window."""
    return int(window.page.evaluate("document.documentElement.scrollWidth - innerWidth"))
