"""Reading frames: all that another implementation writes, nothing that breaks the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wsproto.connection import Connection, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Message, Ping, TextMessage

from webapp.config import MAX_MESSAGE
from webapp.sockets.frames import NO_SENSE, NO_TEXT, TOO_BIG
from webapp.sockets.reader import BYTES, CLOSE, MAX_PIECES, PING, TEXT, Broken, Reader

TEXTS = st.text(max_size=300) | st.sampled_from(["3", "", "x" * 126, "é" * 4000])
PIECES = st.lists(TEXTS, min_size=1, max_size=4).filter(
    lambda pieces: len("".join(pieces).encode()) <= MAX_MESSAGE
)


@given(st.lists(PIECES, max_size=6), st.data())
def test_messages_arrive_however_they_are_cut(messages: list[list[str]], data: st.DataObject):
    writer = Connection(ConnectionType.CLIENT)
    stream = b""
    for pieces in messages:
        for number, piece in enumerate(pieces, 1):
            stream += writer.send(Message(data=piece, message_finished=number == len(pieces)))
            stream += writer.send(Ping(b"?"))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    reader, read = Reader(), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        read += reader.feed(stream[start:end])
    texts = [payload.decode() for kind, payload in read if kind == TEXT]
    assert texts == ["".join(pieces) for pieces in messages]
    assert read.count((PING, b"?")) == sum(map(len, messages))


def test_bytes_and_goodbyes_are_told_apart() -> None:
    writer = Connection(ConnectionType.CLIENT)
    stream = writer.send(BytesMessage(b"\x00\xff")) + writer.send(CloseConnection(1000))
    assert Reader().feed(stream) == [(BYTES, b"\x00\xff"), (CLOSE, b"\x03\xe8")]


@pytest.mark.parametrize(
    ("stream", "code"),
    [
        (b"\x81\x01x", NO_SENSE),  # without a mask
        (b"\xc1\x81\0\0\0\0x", NO_SENSE),  # compressed, which was not agreed on
        (b"\x83\x81\0\0\0\0x", NO_SENSE),  # a kind that does not exist
        (b"\x80\x81\0\0\0\0x", NO_SENSE),  # goes on with what has not begun
        (b"\x01\x81\0\0\0\0x\x81\x81\0\0\0\0x", NO_SENSE),  # begins within another
        (b"\x09\x80\0\0\0\0", NO_SENSE),  # a ping in pieces
        (b"\x89\xfe\0\x7e\0\0\0\0" + b"x" * 126, NO_SENSE),  # a ping too long
        (b"\x81\x81\0\0\0\0\xff", NO_TEXT),
        (b"\x81\x82\0\0\0\0\xc3\x28", NO_TEXT),
        (b"\x81\xff" + b"\xff" * 8, TOO_BIG),  # said to be coming
        (b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * MAX_PIECES, TOO_BIG),
    ],
)
def test_what_breaks_the_rules_ends_the_reading(stream: bytes, code: int) -> None:
    with pytest.raises(Broken) as broken:
        Reader().feed(stream)
    assert broken.value.code == code


@pytest.mark.parametrize("size", [MAX_MESSAGE, MAX_MESSAGE + 1])
def test_the_largest_message_is_taken_and_no_larger_one(size: int) -> None:
    stream = Connection(ConnectionType.CLIENT).send(TextMessage("x" * size))
    if size == MAX_MESSAGE:
        assert Reader().feed(stream) == [(TEXT, b"x" * size)]
    else:
        with pytest.raises(Broken):
            Reader().feed(stream)
