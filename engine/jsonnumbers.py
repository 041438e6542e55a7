"""Whole numbers that stay exact in other programs' JSON."""

from __future__ import annotations

from typing import Any

LARGEST = 2**53
"""Beyond it JavaScript, and whatever reads numbers as doubles, no longer tells them apart."""


def exact(data: Any) -> Any:
    """`data` with every whole number beyond `LARGEST` as a string of its digits."""
    if isinstance(data, dict):
        return {name: exact(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [exact(value) for value in data]
    if isinstance(data, int) and not isinstance(data, bool) and abs(data) > LARGEST:
        return str(data)
    return data
