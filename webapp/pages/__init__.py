"""The pages a person sees."""

from flask import Flask


def register(app: Flask) -> None:
    """Add the pages to `app`."""
