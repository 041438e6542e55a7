"""Why a server cannot be played at."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class ClientError(Exception):
    """A sentence for the person; nothing further is tried.

    Attributes:
        code: the server's word for it, empty where it has none.
    """

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


@contextmanager
def parsing_answer() -> Iterator[None]:
    """Reads what a server says.

    Raises:
        ClientError: it is not made as this program expects.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise ClientError(
            "The server says what this program does not understand: one of them is too old."
        ) from error
