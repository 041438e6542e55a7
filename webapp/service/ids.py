"""What matches are called."""

from __future__ import annotations

import secrets

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters that nobody mistakes for another when reading a link aloud."""


def new_id() -> str:
    """An unguessable id for a match, short enough to be read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(8))
