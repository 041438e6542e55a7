"""A server's HTTP interface, asked as one person who is remembered from visit to visit."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from http.client import HTTPException
from http.cookiejar import LoadError, MozillaCookieJar
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener
from warnings import catch_warnings

from engine.formats.record import one_line
from engine.wholefile import drafted
from webapp.client.address import Address, parse_address
from webapp.client.errors import ClientError
from webapp.paths import data_folder, make_private

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 30.0
"""Seconds that an answer may take."""

LARGEST = 10_000_000
"""Bytes of an answer that are read; a longer one is nothing of ours."""

_SESSION = "/api/session"


def visits(address: Address) -> Path:
    """Where it is kept who one is at a server."""
    name = quote(address.base.partition("://")[2], safe="")
    return data_folder() / "visits" / f"{name}.txt"


class Api:
    """One person at one server.

    Args:
        kept: the file of cookies by which the server knows the person again.

    Raises:
        ClientError: there is no such server, or the file is none of cookies.
        OSError: the file cannot be read or written.
    """

    def __init__(self, address: Address, kept: Path) -> None:
        self.address = address
        kept.parent.mkdir(parents=True, exist_ok=True)
        make_private(kept)
        self._kept = kept
        self._cookies = MozillaCookieJar(kept)
        if kept.stat().st_size:
            try:
                with catch_warnings(action="ignore"):  # of a line that is cut
                    self._cookies.load(ignore_discard=True)
            except (LoadError, ValueError):
                raise ClientError(f"{kept} holds no cookies; name another file.") from None
        self._opener = build_opener(HTTPCookieProcessor(self._cookies))
        self._token = ""
        self.name = ""
        self._begin()

    def _begin(self) -> None:
        """Become known; a server that moved is followed to where it is."""
        session, at = self._send(self._request(_SESSION))
        if "csrf_token" not in session or not at.endswith(_SESSION):
            raise ClientError(f"There is no Flipfour at {self.address.base}.")
        moved = parse_address(at.removesuffix(_SESSION))
        self.address = replace(self.address, origin=moved.origin, prefix=moved.prefix)
        self._token, self.name = str(session["csrf_token"]), str(session.get("name", ""))
        self._keep()

    def _keep(self) -> None:
        """Whoever loses the file is nobody's guest any more."""
        with drafted(self._kept) as draft:
            make_private(draft)
            self._cookies.save(str(draft), ignore_discard=True)

    @property
    def cookie(self) -> str:
        """The header by which a socket is known as this person's."""
        request = self._request("/socket.io/")
        self._cookies.add_cookie_header(request)
        return request.get_header("Cookie") or ""

    def get(self, path: str) -> dict[str, Any]:
        """The answer to a question.

        Raises:
            ClientError: the server refuses, or is not there.
        """
        return self._send(self._request(path))[0]

    def post(self, path: str, fields: dict[str, Any]) -> dict[str, Any]:
        """The answer to a wish; errors as in `get`."""
        headers = {"Content-Type": "application/json", "X-CSRF-Token": self._token}
        body = json.dumps(fields).encode()
        found = self._send(self._request(path, body, headers))[0]
        self._keep()
        return found

    def rename(self, name: str) -> None:
        """Be called so from now on; errors as in `get`."""
        form = urlencode({"name": name, "csrf_token": self._token}).encode()
        opener = build_opener(HTTPCookieProcessor(self._cookies), _Staying)
        try:
            opener.open(self._request("/name", form), timeout=PATIENCE).close()
        except HTTPError as error:
            error.close()
            if error.code != HTTPStatus.SEE_OTHER:
                raise ClientError(f"The server takes no name like {name[:40]!r}.") from None
        except (HTTPException, OSError) as error:
            raise self._away(error) from None
        self._begin()

    def _request(
        self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Request:
        """A request to the server, whose scheme `parse_address` has seen."""
        return Request(f"{self.address.base}{path}", body, headers or {})  # noqa: S310

    def _send(self, request: Request) -> tuple[dict[str, Any], str]:
        """The object that is answered, and the address that it came from."""
        request.add_header("Accept", "application/json")
        try:
            with self._opener.open(request, timeout=PATIENCE) as response:
                body, at = response.read(LARGEST), response.geturl()
        except HTTPError as error:
            with error, suppress(HTTPException, OSError):  # a cut answer says its status
                raise self._refusal(error.read(LARGEST), error.code) from None
            raise self._refusal(b"", error.code) from None
        except (HTTPException, OSError, ValueError) as error:
            raise self._away(error) from None
        found = _object(body)
        if found is None:
            raise ClientError(f"There is no Flipfour at {self.address.base}.")
        return found, str(at)

    def _refusal(self, body: bytes, status: int) -> ClientError:
        found = _object(body)
        if found is not None and isinstance(found.get("message"), str):
            return ClientError(one_line(found["message"]), str(found.get("code", "")))
        where = self.address.base
        return ClientError(f"There is no Flipfour at {where}: it answers with status {status}.")

    def _away(self, error: Exception) -> ClientError:
        reason = getattr(error, "reason", error)
        said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        return ClientError(f"{self.address.base} cannot be reached: {said}.")


class _Staying(HTTPRedirectHandler):
    """Follows nowhere: behind a path, a server's page is not where it says."""

    def redirect_request(self, *_: object) -> None:
        """Nothing further is asked."""


def _object(body: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
