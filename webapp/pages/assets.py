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
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, request

if TYPE_CHECKING:
    from flask import Flask

MATCH_SHEETS = (
    "tokens",
    "base",
    "layout",
    "forms",
    "board",
    "match",
    "seats",
    "clock",
    "moves",
    "actions",
    "chat",
    "match-sizes",
    "result-sizes",
)
"""In the order of the cascade; the page of a match loads them alone, as ``match.css``."""

STYLE_SHEETS = (
    *MATCH_SHEETS,
    "analysis",
    "analysis-board",
    "analysis-review",
    "study",
    "overlay",
    "analysis-sizes",
    "home",
    "lobby",
    "invited",
    "rules",
    "laboratory-answer",
    "laboratory-compose",
    "laboratory-boards",
    "editor",
    "laboratory",
)
"""What every other page loads, as one ``app.css``."""

_NOTES = {
    ".js": re.compile(rb"^[ \t]*//[^\n]*\n|^[ \t]+", re.MULTILINE),
    ".css": re.compile(rb"/\*.*?\*/|(?<=\s)\s+", re.DOTALL),
}
"""What people read in the sources and browsers need not load: notes on lines of their own,
indentation. No script of ours has a string of several lines."""

_IMPORT = re.compile(r'from "\./([\w.]+)"')

_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, plain and compressed."""

    body: bytes
    packed: bytes
    mimetype: str

    @classmethod
    def of(cls, name: str, body: bytes) -> Asset:
        suffix = Path(name).suffix
        if notes := _NOTES.get(suffix):
            body = notes.sub(b"", body)
        guessed = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return cls(body, gzip.compress(body, 9, mtime=0), guessed)


class Assets:
    """All files of the static folder."""

    def __init__(self, folder: Path) -> None:
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        sheets = {name: files.pop(f"css/{name}.css") for name in STYLE_SHEETS}
        for joined, names in (("app.css", STYLE_SHEETS), ("match.css", MATCH_SHEETS)):
            files[joined] = b"\n".join(sheets[name] for name in names)
        digest = hashlib.sha256()
        for name, body in files.items():
            digest.update(name.encode() + b"\0" + body)
        self.version = digest.hexdigest()[:12]
        self.files: Mapping[str, Asset] = {
            name: Asset.of(name, body) for name, body in files.items()
        }

    def url(self, name: str) -> str:
        """The address of a file; a name that does not exist is a programming error."""
        if name not in self.files:
            raise KeyError(name)
        return f"/assets/{self.version}/{name}"

    def modules(self, entry: str) -> list[str]:
        """The addresses of a script and of all it imports, for loading them at once."""
        names, waiting = [], [entry]
        while waiting:
            name = waiting.pop()
            names.append(name)
            imports = _IMPORT.findall(self.files[name].body.decode())
            waiting += {f"js/{found}" for found in imports} - {*names, *waiting}
        return [self.url(name) for name in names]

    def response(self, version: str, name: str) -> Response:
        asset = self.files.get(name)
        if asset is None:
            abort(404)
        packed = request.accept_encodings["gzip"] > 0 and len(asset.packed) < len(asset.body)
        response = Response(asset.packed if packed else asset.body, mimetype=asset.mimetype)
        if packed:
            response.content_encoding = "gzip"
        response.vary.add("Accept-Encoding")
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
    app.add_template_global(assets.modules, "modules")
