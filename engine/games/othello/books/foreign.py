"""Opening books of other programs: Edax's (``.dat``) and Egaroucid's (``.egbk3``).

Both are little-endian and hold boards with the discs of the side to move first; a board that is
turned by half, as Egaroucid counts its squares, is the same position. Scores are discs.

Edax::

    XADE KOOB, version and release (a byte each), date (8 bytes), 20 bytes of options,
    number of positions (uint32); a position:
    own, other (uint64), 16 bytes of statistics, score, its bounds (int16 each),
    number of links (uint8), level (uint8), each link and at last the leaf: score, square (int8)

Egaroucid::

    DICUORAGE, version 3 (a byte), number of positions (uint32); a position:
    own, other (uint64), score, level (int8), number of lines (uint32), leaf: score, square, level

The leaf is the best of the moves that the book has no position for, in the same words as a link:
what the side to move gets by it. Levels count as plies.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from engine.errors import NotationError
from engine.games.othello.books.growing import with_passes
from engine.games.othello.books.openings import ENTRY_BYTES, Book, Entry, canonical_key
from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.othello.books.openings import Key

_EDAX, _EGAROUCID = b"XADEKOOB", b"DICUORAGE\x03"
_EDAX_HEADER = struct.Struct("<10s8s20sI")
_EDAX_POSITION = struct.Struct("<QQ16shhhBB")
_EDAX_LINK = struct.Struct("<bB")
_EGAROUCID_HEADER = struct.Struct("<10sI")
_EGAROUCID_POSITION = struct.Struct("<QQbbIbBb")
_GAME = Othello()
_MOST = 64


def read_book(data: bytes) -> dict[Key, Entry]:
    """The positions of a book: of our own form, of Edax's or of Egaroucid's.

    Raises:
        NotationError: it is none of these, breaks off, goes on behind its last position, or
            holds what is no position.
    """
    try:
        if data.startswith(_EDAX):
            return with_passes(_edax(data))
        if data.startswith(_EGAROUCID):
            return with_passes(_egaroucid(data))
    except struct.error:
        raise NotationError("The book breaks off in the middle of a position.") from None
    if not data or len(data) % ENTRY_BYTES:
        raise NotationError("This is no book of Flipfour, Edax or Egaroucid.")
    return Book.from_bytes(data).entries()


def _edax(data: bytes) -> Iterator[tuple[Key, Entry]]:
    *_, count = _EDAX_HEADER.unpack_from(data)
    at = _EDAX_HEADER.size
    for _ in range(count):
        own, other, _, score, _, _, links, level = _EDAX_POSITION.unpack_from(data, at)
        at += _EDAX_POSITION.size
        yield _judged(own, other, score, level)
        for link in range(links + 1):
            reached, square = _EDAX_LINK.unpack_from(data, at)
            at += _EDAX_LINK.size
            if link == links and square < _MOST:
                yield _after(own, other, square, reached, level)
    _end(data, at)


def _egaroucid(data: bytes) -> Iterator[tuple[Key, Entry]]:
    _, count = _EGAROUCID_HEADER.unpack_from(data)
    at = _EGAROUCID_HEADER.size
    for _ in range(count):
        own, other, score, level, _, reached, square, sure = _EGAROUCID_POSITION.unpack_from(
            data, at
        )
        at += _EGAROUCID_POSITION.size
        yield _judged(own, other, score, level)
        if square < _MOST and abs(reached) <= _MOST:
            yield _after(own, other, square, reached, sure)
    _end(data, at)


def _end(data: bytes, at: int) -> None:
    """What counts its positions wrong is not to be trusted."""
    if more := len(data) - at:
        raise NotationError(f"The book goes on for {more} bytes behind its last position.")


def _judged(own: int, other: int, score: int, level: int) -> tuple[Key, Entry]:
    if own & other or abs(score) > _MOST or level < 0:
        raise NotationError("The book holds what is no position with a score.")
    empties = _MOST - (own | other).bit_count()
    return (own, other), Entry(DISC * score, min(level, empties))


def _after(own: int, other: int, square: int, score: int, level: int) -> tuple[Key, Entry]:
    """The position after a move by which the mover gets so much."""
    position = OthelloPosition.set_up(_GAME, (own, other), 0)
    if square not in position.legal_moves():
        raise NotationError("The book holds a move that is not legal.")
    return _judged(*canonical_key(position.play(square)), -score, max(level - 1, 0))
