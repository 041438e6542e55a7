"""Style sheets, scripts and images, served from memory under a name that changes with them.

Every address holds one hash of all files, so browsers may keep them for ever, and the
modules' relative imports stay within one version.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, request
from rjsmin import jsmin
from zopfli import gzip as tight

from engine.registry import FAMILIES
from webapp.pages.bundle import bundle
from webapp.pages.colours import family_sheet

if TYPE_CHECKING:
    from flask import Flask

MATCH_SHEETS = (
    "tokens",
    "base",
    "layout",
    "forms",
    "board",
    "look",
    "match",
    "seats",
    "clock",
    "moves",
    "actions",
    "chat",
    "match-sizes",
    "match-phones",
    "match-landscape",
    "result-sizes",
    "large-text",
)
"""In the order of the cascade; the page of a match loads them alone, with ``print``, as
``match.css``."""

STYLE_SHEETS = (
    *MATCH_SHEETS,
    "look-boards",
    "pages",
    "choices",
    "new",
    "drawer",
    "analysis",
    "imported",
    "analysis-board",
    "analysis-review",
    "study",
    "drawing",
    "overlay",
    "embed",
    "sheet",
    "analysis-sizes",
    "review-page",
    "home",
    "games",
    "lobby",
    "ratings",
    "invited",
    "people",
    "rules",
    "laboratory-answer",
    "laboratory-compose",
    "laboratory-boards",
    "editor",
    "laboratory",
    "puzzle",
    "puzzles",
    "library",
    "explorer",
    "operator",
    "forced",
    "large-text-pages",
    "print",
)
"""What every other page loads, as one ``app.css``."""

SHEETS = {
    "app.css": STYLE_SHEETS,
    "match.css": (*MATCH_SHEETS, "print"),
    "drawer.css": ("look-boards", "choices", "drawer"),
    "drawing.css": ("drawing",),
    "look-boards.css": ("look-boards",),
}
"""The files that pages load; what opens beside a board comes when it is asked for."""

SCRIPTS = {
    "match.js": ("page", "play"),
    "analysis.js": ("page", "analysis"),
    "puzzle.js": ("page", "puzzles"),
    "marking.js": ("marking",),
    "sound.js": ("sound",),
}
"""Pages with many scripts load them as one, made of these and of all that they import."""

TIGHT = frozenset({"match.js", "match.css", "img/icons.svg", "img/favicon.svg"})
"""What is worth a tenth of a second of packing when the server starts: 5 % of the match page."""

_NOTES = re.compile(rb"/\*.*?\*/\s*|(?<=\s)\s+|(?<=[:;,{}])\s+|\s+(?=[{}])|;\s*(?=})", re.DOTALL)
"""What people read in style sheets and browsers need not load."""

_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, plain and compressed."""

    body: bytes
    packed: bytes
    mimetype: str

    @classmethod
    @cache  # packing takes longer than all else that a new application does
    def of(cls, name: str, body: bytes) -> Asset:
        suffix = Path(name).suffix
        if suffix == ".js":
            body = jsmin(body)
        elif suffix == ".css":
            body = _NOTES.sub(b"", body)
        pack = _tighter if name in TIGHT else _packed
        guessed = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return cls(body, pack(body), guessed)


def _packed(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)


def _tighter(body: bytes) -> bytes:
    return bytes(tight.compress(body))


@cache  # once for all applications of a process, as tests make many
def _bundled(scripts: tuple[tuple[str, str], ...], entries: tuple[str, ...]) -> bytes:
    return bundle(dict(scripts), entries).encode()


class Assets:
    """All files of the static folder."""

    def __init__(self, folder: Path) -> None:
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        sheets = {name: files.pop(f"css/{name}.css") for name in STYLE_SHEETS}
        for joined, names in SHEETS.items():
            files[joined] = b"\n".join(sheets[name] for name in names)
        files["app.css"] += b"\n" + family_sheet(FAMILIES.values()).encode()
        scripts = {
            Path(name).stem: body.decode() for name, body in files.items() if name.endswith(".js")
        }
        for joined, entries in SCRIPTS.items():
            files[joined] = _bundled(tuple(scripts.items()), tuple(entries))
        self.files: Mapping[str, Asset] = {
            name: Asset.of(name, body) for name, body in files.items()
        }
        digest = hashlib.sha256()
        for name, asset in self.files.items():
            digest.update(name.encode() + b"\0" + asset.body)
        self.version = digest.hexdigest()[:12]

    def url(self, name: str) -> str:
        """The address of a file; a name that does not exist is a programming error."""
        if name not in self.files:
            raise KeyError(name)
        return f"/assets/{self.version}/{name}"

    def response(self, version: str, name: str) -> Response:
        asset = self.files.get(name)
        if asset is None:
            abort(404)
        packed = request.accept_encodings["gzip"] > 0 and len(asset.packed) < len(asset.body)
        response = Response(asset.packed if packed else asset.body, mimetype=asset.mimetype)
        if packed:
            response.content_encoding = "gzip"
        response.vary.add("Accept-Encoding")
        response.headers["Content-Security-Policy"] = "default-src 'none'"
        response.set_etag(f"{self.version}{'-gzip' if packed else ''}")
        if version == self.version:
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        else:  # an older page asks during an upgrade
            response.headers["Cache-Control"] = "no-cache"
        response.make_conditional(request)
        return response


def register(app: Flask) -> None:
    """Serve the static folder and let templates name its files by ``asset(...)``."""
    assets = Assets(Path(app.static_folder or ""))
    blueprint = Blueprint("assets", __name__)
    blueprint.add_url_rule("/assets/<version>/<path:name>", "file", assets.response)
    blueprint.add_url_rule(
        "/favicon.ico", "favicon", lambda: assets.response(assets.version, "img/favicon.svg")
    )
    app.register_blueprint(blueprint)
    app.add_template_global(assets.url, "asset")
