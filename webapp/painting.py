"""The process that draws pixels: ``python -m webapp.painting``, started by `webapp.pictures`.

It reads one order a line from its standard input and writes for each the number of bytes of the
file, in eight bytes, and the file; none where it could not be drawn. It ends when its input does::

    {"kind": "png", "drawings": ["<svg ..."], "width": 640}
    {"kind": "gif", "drawings": ["<svg ...", ...], "width": 480}
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys

import resvg_py
from PIL import Image

from webapp.pictures import GROUNDS, LENGTH, PROCESSOR

NICENESS = 10
"""Moves and pages come first."""

FRAME, LAST_FRAME = 700, 3000
"""Milliseconds that a board of a GIF stays, and its last one."""


def png(svg: str, width: int) -> bytes:
    """The picture of a drawing, so many pixels wide."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def gif(drawings: list[str], width: int) -> bytes:
    """One picture after the other, over and over."""
    frames = [Image.open(io.BytesIO(_frame(svg, width))).convert("RGB") for svg in drawings]
    palette = frames[-1].quantize(128)
    indexed = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    out = io.BytesIO()
    times = [FRAME] * (len(indexed) - 1) + [LAST_FRAME]
    first, *rest = indexed
    first.save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0)
    return out.getvalue()


def _frame(svg: str, width: int) -> bytes:
    """A board on plain ground, as a GIF cannot be half transparent."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, background=GROUNDS["light"]))


def _drawn(line: str) -> bytes:
    order = json.loads(line)
    drawings, width = order["drawings"], order["width"]
    try:
        return png(drawings[0], width) if order["kind"] == "png" else gif(drawings, width)
    except ValueError:  # no drawing that the library knows
        return b""


def _allow(seconds: float) -> None:
    """End this process once it has used so much more of the processor's time; 0: however much.
    Only the system can, as the library that draws lets no handler run."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for line in sys.stdin:
        _allow(PROCESSOR)
        data = _drawn(line)
        _allow(0)
        sys.stdout.buffer.write(len(data).to_bytes(LENGTH, "big") + data)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _main()
