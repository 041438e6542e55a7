"""What a phone needs to keep Flipfour among its own programs: a manifest and square icons."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response, jsonify

from webapp.extensions import services
from webapp.pictures import GROUNDS
from webapp.rationing import client_address

if TYPE_CHECKING:
    from flask import Flask

SIZES = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}
"""Pixels; the first two are the manifest's, Apple's devices ask for the last by its name."""

A_DAY = "public, max-age=86400"


def register(app: Flask) -> None:
    """Serve the manifest, and the favicon to its very corners, which devices round themselves."""
    drawing = Path(app.static_folder or "", "img", "favicon.svg").read_text(encoding="utf-8")
    square = drawing.replace(' rx="16"', "", 1)
    blueprint = Blueprint("installing", __name__)
    blueprint.add_url_rule("/manifest.webmanifest", view_func=manifest)
    for name, pixels in SIZES.items():
        blueprint.add_url_rule(f"/{name}", name.partition(".")[0], partial(_icon, square, pixels))
    app.register_blueprint(blueprint)


def manifest() -> Response:
    """By which a device may keep the first page like a program."""
    icons = [
        {"src": f"/{name}", "sizes": f"{pixels}x{pixels}", "type": "image/png", "purpose": purpose}
        for name, pixels in SIZES.items()
        if name.startswith("icon")
        for purpose in ("any", "maskable")
    ]
    response = jsonify(
        name="Flipfour",
        short_name="Flipfour",
        description="Connect Four and Othello: play, watch, understand.",
        start_url="/",
        display="standalone",
        background_color=GROUNDS["light"],
        theme_color=GROUNDS["light"],
        icons=icons,
    )
    response.mimetype = "application/manifest+json"
    response.headers["Cache-Control"] = A_DAY
    return response


def _icon(square: str, pixels: int) -> Response:
    drawn = services().painter.png(square, pixels, client_address())
    response = Response(drawn, mimetype="image/png")
    response.headers["Cache-Control"] = A_DAY
    return response
