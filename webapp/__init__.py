"""Flipfour's web application."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from webapp.config import Config


def create_app(config: Config | None = None) -> Flask:
    """The application, its database opened and its AI threads running."""
    from webapp.application import build  # noqa: PLC0415 (the command line starts faster)

    return build(config)
