"""Why a server cannot be played at."""

from __future__ import annotations


class ClientError(Exception):
    """A sentence for the person; nothing further is tried.

    Attributes:
        code: the server's word for it, empty where it has none.
    """

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code
