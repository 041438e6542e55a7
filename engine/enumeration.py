"""Several things in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def listed(items: Sequence[str], conjunction: str = "and") -> str:
    """ "2", "2 and 3" or "2, 3 and 4"; empty for none."""
    *others, last = items or [""]
    return f"{', '.join(others)} {conjunction} {last}" if others else last
